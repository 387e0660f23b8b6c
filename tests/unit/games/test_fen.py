"""Positions of Xiangqi and chess that cannot be played, or arise in no game: what boards say of them."""

from pathlib import Path
from typing import Any, Final

import pytest
from cannonfish import chess, xiangqi
from cannonfish.errors import InvalidFenError

DATA: Final = Path(__file__).parents[2] / "data"
BAD: Final = {xiangqi.Board: "fen/bad.txt", chess.Board: "chess/bad_fen.txt"}
"""Lists of FENs that are refused, with the reason."""
ODD: Final = {xiangqi.Board: "fen/odd.txt", chess.Board: "chess/odd_fen.txt"}
"""Lists of FENs that can be played, with their flags."""


def listed(file: str) -> list[tuple[str, str]]:
    """The FENs of a file with what it says about them."""
    lines = (DATA / file).read_text(encoding="utf-8").splitlines()
    pairs = (line.rsplit("|", 1) for line in lines if line and not line.startswith("#"))
    return [(fen.rstrip(), words.strip()) for fen, words in pairs]


def of_both(files: dict[Any, str]) -> list[tuple[Any, str, str]]:
    """The FENs of both games with their boards."""
    return [(board, *pair) for board, file in files.items() for pair in listed(file)]


@pytest.mark.parametrize(("new_board", "fen", "flags"), of_both(ODD))
def test_what_can_be_played_is_accepted_and_its_oddities_are_named(
    new_board: Any, fen: str, flags: str
) -> None:
    board = new_board(fen)
    assert " ".join(flag.name or "" for flag in board.status()) == flags
    assert board.fen() == fen


@pytest.mark.parametrize("new_board", ODD)
def test_every_flag_has_an_example(new_board: Any) -> None:
    flagged = [fen for fen, reason in listed(BAD[new_board]) if reason in new_board.fault_flags]
    fens = [*flagged, *(fen for fen, _ in listed(ODD[new_board]))]
    start = new_board().status()
    assert {flag for fen in fens for flag in new_board(fen, strict=False).status()} == {*type(start)}
    assert start is type(start).VALID


@pytest.mark.parametrize(("new_board", "fen", "reason"), of_both(BAD))
def test_a_position_that_cannot_be_played_is_set_up_if_asked_for(
    new_board: Any, fen: str, reason: str
) -> None:
    """Moves of one with too many pieces were counted wrongly, and a notebook could not show it."""
    if reason not in new_board.fault_flags:
        with pytest.raises(InvalidFenError):
            new_board(fen, strict=False)
        return
    board = new_board(fen, strict=False)
    assert {*new_board.fault_flags[reason]} & {*board.status()}
    assert board._repr_svg_().startswith("<svg")
    for question in (
        *(board.outcome, board.after_null_move, lambda: board.legal_moves),
        *(lambda: board.perft(1), lambda: board.push_uci("a1a2")),
    ):
        with pytest.raises(InvalidFenError):
            question()
    assert new_board(board.fen(), strict=False) == board
    board.reset()
    assert board == new_board()
