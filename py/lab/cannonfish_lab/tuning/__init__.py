"""Fitting the numbers of the engine: weights to positions, margins of the search to games."""
