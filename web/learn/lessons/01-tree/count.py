def leaves(board):
    """How many games can still be played from here?"""
    nexts = moves(board)
    if not nexts:
        return 1
    return sum(leaves(play(board, move)) for move in nexts)


for start in ("XOXOX.O..", "XOXO.....", "XO......."):
    print(start, leaves(start))
