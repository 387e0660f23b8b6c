"""Fitting the numbers of the engine to games: winning chances."""
