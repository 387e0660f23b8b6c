E4 = 7 * WIDTH + 6
for fen, expected in (
    ("4k4/9/9/9/9/4N4/9/9/9/4K4 w", "c3 c5 d2 d6 f2 f6 g3 g5"),
    ("4k4/9/9/9/4p4/4N4/9/9/9/4K4 w", "c3 c5 d2 f2 g3 g5"),
    ("4k4/9/9/9/9/3PNP3/9/9/9/4K4 w", "d2 d6 f2 f6"),
):
    board, turn = read(fen)
    found = sorted(square(j) for j in horse(board, E4, turn))
    for name in expected.split():
        assert name in found, ("less", fen.split()[0], name)
    for name in found:
        assert name in expected, ("more", fen.split()[0], name)
