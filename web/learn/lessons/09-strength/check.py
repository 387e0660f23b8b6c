for scores in ([0, 1, 0.5, 0.75], [0.25, 0.75] * 8, [0.5, 1] * 50):
    mean = sum(scores) / len(scores)
    variance = sum((score - mean) ** 2 for score in scores) / len(scores)
    expected, found = (variance / len(scores)) ** 0.5, error_of(scores)
    assert abs(found - expected) < 1e-9, (
        "error",
        len(scores),
        round(variance**0.5, 4),
        round(expected, 4),
        round(found, 4),
    )
