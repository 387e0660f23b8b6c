"""The ninety points: files a-i from Red's left, ranks 0-9 from Red's side; a0 = 0, b0 = 1, ... i9 = 89."""

from typing import Final

from cannonfish.games.base.grid import Grid
from cannonfish.games.base.grid import Square as Square

GRID: Final = Grid("abcdefghi", "0123456789", "point")
FILES: Final = GRID.files
RANKS: Final = GRID.ranks
SQUARES: Final = GRID.squares

square = GRID.square
square_file = GRID.square_file
square_rank = GRID.square_rank
square_name = GRID.square_name
parse_square = GRID.parse_square
square_distance = GRID.square_distance
square_manhattan_distance = GRID.square_manhattan_distance
flip_vertical = GRID.flip_vertical
flip_horizontal = GRID.flip_horizontal
rotate = GRID.rotate
squares = GRID.parse_squares
