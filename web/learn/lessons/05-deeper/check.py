_space = search_table.__globals__
for position in (START, "B..BB...WW..WWWW w", ".B.BW..BB.WW.W.. b"):
    for depth in (1, 2, 3, 4):
        table.clear()
        expected = search(position, depth, -INFINITE, INFINITE)
        found = search_table(position, depth, -INFINITE, INFINITE)
        assert found == expected, ("value", position, depth, expected, found)
print()
counted = []
for forget in (True, False):
    table.clear()
    for again in range(2):
        if forget:
            table.clear()
        _space["nodes"] = 0
        search_table(START, 4, -INFINITE, INFINITE)
    counted.append(_space["nodes"])
assert counted[1] == 1, ("again", counted[1])
