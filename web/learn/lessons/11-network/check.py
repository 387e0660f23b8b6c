for fen in (MIDDLE, "3k5/4P4/9/4r4/9/9/4R4/9/9/4K4 b"):
    board, turn = read(fen)
    moves = pseudo_moves(board, turn)
    for kind in ("quiet", "capture"):
        for move in moves:
            if (board[move[1]] == ".") != (kind == "quiet"):
                continue
            for side in "wb":
                found = moved(fresh(board, side), board, move, side)
                taken = make(board, move)
                expected = fresh(board, side)
                unmake(board, move, taken)
                name = square(move[0]) + square(move[1])
                assert found == expected, (kind, fen.split()[0], name)
