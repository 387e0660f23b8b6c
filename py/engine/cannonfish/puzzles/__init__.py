"""Puzzles: their files, their themes, and the CSV of lichess' puzzle database."""
