"""UCI in every game: variants, positions, searches, counts, levels."""

import re

import pytest
from cannonfish.engine.bench import positions
from cannonfish.games.catalogue import GAMES
from cannonfish.games.liuzichong import Solution, SolutionError
from cannonfish.protocol.terminal.uci import UciSession

from tests.unit.protocol.terminal.conversation import SMALL, answers_to

START_PERFT = {"xiangqi": [44, 1920], "chess": [20, 400, 8902], "liuzichong": [4, 18, 108, 632, 3282]}
FINISHED = {
    "xiangqi": "3k5/9/9/9/9/9/9/9/3R5/3RK4 b - - 0 1",
    "chess": "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    "liuzichong": "WB..B........... w",
}


def talk(game: str, *lines: str) -> list[str]:
    """What the engine says to these lines; with a small table, and interpreted, to compile nothing."""
    return answers_to(UciSession, [*SMALL, f"setoption name UCI_Variant value {game}", *lines])


@pytest.mark.parametrize("game", START_PERFT)
def test_perft(game: str) -> None:
    for depth, leaves in enumerate(START_PERFT[game], 1):
        answers = talk(game, "position startpos", f"go perft {depth}")
        counts = [line for line in answers if re.fullmatch(r"([a-i][0-9]){2}: \d+", line)]
        assert len(counts) == START_PERFT[game][0]
        assert sum(int(line.split()[1]) for line in counts) == leaves
        assert f"Nodes searched: {leaves}" in answers


@pytest.mark.parametrize("game", GAMES)
def test_a_search(game: str) -> None:
    board = GAMES[game].new_board(positions(game)[-1])
    answers = talk(game, f"position fen {board.fen()}", "d", "go depth 3")
    assert f"Fen: {board.fen()}" in answers
    assert answers[-2].startswith("info depth 3 ")
    best = answers[-1].split()[1]
    assert answers[-2].split(" pv ")[1].split()[0] == best
    assert best in {move.uci() for move in board.legal_moves}


@pytest.mark.parametrize(("game", "fen"), FINISHED.items())
def test_a_finished_position(game: str, fen: str) -> None:
    assert talk(game, f"position fen {fen}", "go depth 3")[-1] == "bestmove (none)"


@pytest.mark.parametrize("game", GAMES)
def test_a_line_of_moves(game: str) -> None:
    board = GAMES[game].new_board(None)
    first = sorted(move.uci() for move in board.legal_moves)[0]
    answers = talk(game, f"position startpos moves {first}", "d", f"position startpos moves {first} {first}")
    board.push_line([first])
    assert answers[-2] == f"Fen: {board.fen()}"
    assert answers[-1].startswith("info string position: move 2: ")


def test_castling_en_passant_and_promotion() -> None:
    answers = talk(
        "chess",
        "position startpos moves e2e4 a7a6 e4e5 d7d5 e5d6 g8f6 g1f3 a6a5 f1e2 a5a4 e1g1 a4a3 d6c7 a3b2 c7d8q",
        "d",
    )
    assert answers[-1] == "Fen: rnbQkb1r/1p2pppp/5n2/8/8/5N2/PpPPBPPP/RNBQ1RK1 b kq - 0 8"


def test_levels_beyond_a_games_own_are_its_top() -> None:
    for level in (5, 8, 12):
        answers = talk(
            "liuzichong",
            f"setoption name Skill Level value {level}",
            "position fen WBB...B..BB.W.B. b",
            "go",
        )
        assert answers[-1] == "bestmove b2b1"
        assert " score mate 2 " in answers[-2]


def test_the_highest_level_is_full_strength_again() -> None:
    lowest, highest = (f"setoption name Skill Level value {value}" for value in (1, 12))
    answers = talk("xiangqi", lowest, highest, "position startpos", "go depth 4")
    assert " depth 4 " in answers[-2]
    assert " depth 1 " in talk("xiangqi", lowest, "position startpos", "go depth 4")[-2]


def test_a_missing_solution_is_told_and_a_move_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> Solution:
        raise SolutionError("missing", "the solution of Liuzichong cannot be read")

    monkeypatch.setattr(Solution, "load", missing)
    answers = talk("liuzichong", "setoption name Skill Level value 5", "position startpos", "go")
    assert answers[-2] in {f"bestmove {move}" for move in ("a2b2", "b1b2", "c1c2", "d2c2")}
    assert answers[-1] == "info string go: the solution of Liuzichong cannot be read"
