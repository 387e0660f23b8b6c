"""Random words for hashing positions (Zobrist hashing).

Ordinary Python, not dialect: it runs while a game's tables are made and is not part of the program.
"""


def random_words(count: int, seed: int) -> list[int]:
    """`count` numbers of 31 bits, the same on every machine: a 64-bit linear congruential generator.

    Multiplier and increment are Knuth's for MMIX; the high bits, which are the most random, are kept.
    """
    words = []
    for _ in range(count):
        seed = (seed * 6364136223846793005 + 1442695040888963407) & (1 << 64) - 1
        words.append(seed >> 33)
    return words
