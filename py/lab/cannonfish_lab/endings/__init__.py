"""Endings of Xiangqi: solved in bulk, verified, and described."""
