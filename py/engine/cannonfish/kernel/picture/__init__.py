"""Reading the position from a picture of a Xiangqi board, in the dialect.

The host puts a picture into `pixels` (one number each: red | green << 8 | blue << 16) and its width and
height into `size`, scaled so that neither is above SIDE_MAX. Then:

    find() -> certainty     looks for the board and sets `corners`; 0 if there is none
    read() -> pieces        reads the points of the board that lies between these corners; their number
    is_board()              0 if what was found and read looks like something else: a page, a table, a wall

`corners` are the outer points of the board, in 16ths of a pixel, clockwise from the top left of the picture.
A person can set them instead. After read(), by point, row by row from Black's side to Red's:

    pieces[point]           0 for an empty point, 1-7 for Red's and 8-14 for Black's king, advisor, bishop,
                            knight, rook, cannon and pawn
    certainty[point]        of 1000
    chances[15 * point + piece]     those of all pieces, of 1000
    turned[0]               1 if Black is at the bottom of the picture

A point below CERTAIN is doubtful. The points are read by a small network (points.py), whose weights
`cannonfish_lab picture-train` writes to network.bin.
"""

# The files of the program, in link order.
FILES = (
    "picture.pixels",
    "picture.lines",
    "picture.strokes",
    "picture.points",
    "picture.views",
    "picture.position",
)
# What their top level reads.
DATA = ("picture/network.bin",)
