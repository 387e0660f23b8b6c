"""Files in every encoding come back whole, or the right encoding is listed."""

import random
from collections import Counter

import pytest
from cannonfish import records

from tests.unit.records.generated_files import KINDS, text_of

USUAL = 3
"""Kinds that people bring more often, and how much more."""
COMMON = {
    "UTF-8", "UTF-16", "GB18030", "GB18030 with emoji", "Big5", "Western", "Russian", "Central European",
    "UTF-8 and Western", "UTF-8 and GB18030",
}  # fmt: skip
ENOUGH = 20
"""From so many games on no file is misjudged."""


def files(seed: int, number: int) -> Counter[str]:
    """How many generated files of each kind are misjudged."""
    rng = random.Random(seed)
    weights = [USUAL if name in COMMON else 1 for name in KINDS]
    misjudged: Counter[str] = Counter()
    for _ in range(number):
        (name,) = rng.choices(list(KINDS), weights)
        kind, games = KINDS[name], rng.choice((2, 2, 3, 5, 10, ENOUGH, 60))
        text = text_of(kind, rng, games)
        data = kind.encode(text)
        if records.decode(data).text == text:
            assert len(records.load(data)) == games
            continue
        misjudged[name] += 1
        assert games < ENOUGH
        assert text in {records.decode(data, reading.encoding).text for reading in records.readings(data)}
    return misjudged


def test_sixty_files() -> None:
    assert files(seed=1, number=60).total() <= 1


@pytest.mark.slow
def test_a_thousand_files() -> None:
    """Of 10,000 files, nine Western and Central European ones of two or three games were misjudged: they have
    too few letters."""
    misjudged = files(seed=2, number=1000)
    assert sum(misjudged[name] for name in COMMON) <= 1
    assert misjudged.total() <= 10
