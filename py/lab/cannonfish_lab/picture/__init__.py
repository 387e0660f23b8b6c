"""Positions from pictures: the reader of the command line, and the training of its network."""
