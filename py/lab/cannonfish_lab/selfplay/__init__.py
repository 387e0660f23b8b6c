"""Training positions for the network: whole games of self-play inside a program, and their binary format."""
