positions = (START, "B..BB...WW..WWWW w", ".B.BW..BB.WW.W.. b")
for position in positions:
    for depth in (1, 2, 3):
        expected, found = minimax(position, depth), alphabeta(position, depth)
        assert found == expected, ("value", position, depth, expected, found)
counted = []
_space = alphabeta.__globals__
for search in (minimax, alphabeta):
    _space["nodes"] = 0
    search(START, 4)
    counted.append(_space["nodes"])
assert counted[1] < 0.5 * counted[0], ("saved", *counted)
