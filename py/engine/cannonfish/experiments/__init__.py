"""Searches watched from inside: the tree of a search, and the race of the algorithms."""
