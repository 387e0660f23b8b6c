"""Endings of Xiangqi: solved in bulk, and described."""
