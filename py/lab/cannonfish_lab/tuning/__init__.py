"""Fitting the numbers of the engine to games: margins of the search, winning chances."""
