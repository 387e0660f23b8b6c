"""Moves as text."""

import pytest
from cannonfish.errors import MAX_TEXT, InvalidMoveError
from cannonfish.games.xiangqi import Move, parse_square, square_name


def test_uci_and_iccs() -> None:
    move = Move.from_uci("h2e2")
    assert (move.orig, move.dest) == (2 * 9 + 7, 2 * 9 + 4)
    assert move.uci() == str(move) == "h2e2"
    assert move.iccs() == "H2-E2"
    assert {move: 1}[Move.from_uci("h2e2")] == 1
    assert repr(move) == "Move.from_uci('h2e2')"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "syntax"),
        ("h2", "syntax"),
        ("h2e2q", "syntax"),
        ("H2E2", "syntax"),
        ("j2e2", "syntax"),
        ("h2 e2", "syntax"),
        ("h２e2", "syntax"),
        ("0000", "syntax"),
        ("h2h2", "same_square"),
        ("h10g8", "rank"),
        ("b8b10", "rank"),
        ("炮二平五", "syntax"),
        ("h2e2" * 10_000, "syntax"),
    ],
)
def test_not_a_move(text: str, reason: str) -> None:
    with pytest.raises(InvalidMoveError) as caught:
        Move.from_uci(text)
    assert caught.value.reason == reason
    assert len(caught.value.text) <= MAX_TEXT
    assert len(str(caught.value)) < 2 * MAX_TEXT


def test_squares_have_names() -> None:
    assert [square_name(at) for at in (0, 8, 9, 89)] == ["a0", "i0", "a1", "i9"]
    assert parse_square("e9") == 85
    with pytest.raises(ValueError, match="no such point"):
        parse_square("e10")
