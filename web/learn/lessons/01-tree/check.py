assert value("XXXOO....") == 1 and value("OOOXX.X..") == -1, "ended"
for board, expected in (
    ("XX.OO....", 1),
    ("XX.OO...X", -1),
    ("X.O.X...O", 0),
    ("XO..X...O", 1),
    ("X...O....", 0),
):
    assert value(board) == expected, ("value", board, expected, value(board))
