"""Puzzles: mined from games of our own engine, proven, described and rated."""
