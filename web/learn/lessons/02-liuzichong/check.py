for position in (START, "B..BB...WW..WWWW w", ".B.BW..BB.WW.W.. b"):
    for move in ALL:
        expected = move in moves(position)
        if not expected:
            assert not legal(position, move), ("more", move, position)
        else:
            assert legal(position, move), ("less", move, position)
