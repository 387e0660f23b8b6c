"""Matches between players: openings, games with a referee, and what the results say about the strength."""
