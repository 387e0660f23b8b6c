"""Matches between players: openings, logs, reports and Elo ratings."""
