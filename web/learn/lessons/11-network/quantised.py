def coarse(values, step):
    """The same numbers with less exact weights: multiples of a step."""
    return [round(value / step) * step for value in values]


games = [START, MIDDLE, "3akab2/9/4b1n2/p1p1p3p/5r3/2P3c2/P3P3P/2C1B1N2/3R5/3AKAB2 w"]
games += ["2bakab2/9/2n1c1n2/p1r1p1p1p/9/2P6/P3P1P1P/1CN1B1N2/R8/2BAKA3 b"]
exact, scores = ROWS, {}
for step in (1, 2, 4, 8, 16, 32):
    ROWS = [coarse(values[:-1], step) + values[-1:] for values in exact]
    scores[step] = [evaluate(*read(fen)) for fen in games]
    error = sum(abs(a - b) for a, b in zip(scores[step], scores[1])) / len(games)
    print("weights in steps of", step, "- scores", scores[step], "- error", error)
ROWS = exact
