from math import sqrt


def error_of(scores):
    """The standard error of the mean of these scores."""
    mean = sum(scores) / len(scores)
    variance = sum((score - mean) ** 2 for score in scores) / len(scores)
    return sqrt(variance / len(scores))


def report(scores):
    """The difference in Elo with its error bar of 95 %."""
    mean, error = sum(scores) / len(scores), error_of(scores)
    low, middle, high = (elo_of(mean + z * error) for z in (-1.96, 0, 1.96))
    print(f"{2 * len(scores):4} games {100 * mean:5.1f} %  Elo {middle:+z.0f} [{low:+z.0f}, {high:+z.0f}]")


scores = []
for _ in range(6):
    scores += pairs(new, old, 10)
    report(scores)
