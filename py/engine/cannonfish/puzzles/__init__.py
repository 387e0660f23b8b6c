"""Puzzles: the file format, the themes, and the CSV of the Lichess puzzle database."""
