"""The squares: files a-h from White's left, ranks 1-8 from White's side; a1 = 0, b1 = 1, ... h8 = 63."""

from typing import Final

from cannonfish.games.base.grid import Grid
from cannonfish.games.base.grid import Square as Square

GRID: Final = Grid("abcdefgh", "12345678")
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
