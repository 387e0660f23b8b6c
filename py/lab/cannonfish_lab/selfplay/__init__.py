"""Training positions for the network: whole games of self-play inside a program, and their binary format."""

from typing import Final

GAME_NAMES: Final = ("xiangqi", "chess")
"""The games that have a dialect file of their pieces here."""
