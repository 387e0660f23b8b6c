"""Training data: quiet positions with what a deeper search and the game made of them."""
