"""Matches between players: openings, games with a referee, and the statistics of the results."""
