_space = pvs.__globals__
counts = []
for fen in ("3k5/9/4p4/4p4/9/9/9/9/4R4/5K3 w", "3akab2/9/4b4/p3p4/2n3p2/9/P3P1P2/2N1B4/4A4/2BAK4 w", MIDDLE):
    board, turn = read(fen)
    counts = [0, 0]
    for depth in (1, 2, 3):
        values = []
        for i, search in enumerate((alphabeta, pvs)):
            table.clear()
            _space["nodes"] = 0
            values.append(search(board, turn, depth, -INFINITE, INFINITE))
            counts[i] += _space["nodes"]
        assert values[0] == values[1], ("value", fen.split()[0], depth, *values)
assert counts[1] < 1.2 * counts[0], ("nodes", *counts)
