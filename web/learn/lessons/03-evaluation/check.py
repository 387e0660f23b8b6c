lost = "WWBBWB.........B w"
assert moves(lost) or evaluate(lost) in range(-1_000_000, -9_999), ("lost", evaluate(lost))
for position in ("B..BB...WW..WWWW w", "B..BB...WW..WWWW b", ".B.BW..BB.WW.W.. b", START):
    own, other = len(moves(position)), len(moves(passed(position)))
    expected = 100 * material(position) + 20 * (own - other)
    assert evaluate(position) == expected, ("value", position, own, other, expected, evaluate(position))
