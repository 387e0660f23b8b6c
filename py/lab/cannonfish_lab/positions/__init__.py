"""Training data: quiet positions with the score of a deeper search and the result of the game."""
