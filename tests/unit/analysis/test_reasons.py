"""Reasons for a move: everything that is said follows from the position, and nothing else is said."""

import random
from collections import Counter

import pytest
from cannonfish.analysis.reasons import Reason, reasons_of
from cannonfish.engine import Engine, Limits, Score
from cannonfish.games.catalogue import GAMES

X_MATE = "3k5/9/9/9/7r1/8R/9/9/r8/4K4 w"
"""Black threatens mate by two chariots."""
X_FORK = "4k4/9/3r5/6c2/9/9/3N5/9/9/5K3 w"
X_RETURN = "4k4/9/9/9/9/9/9/9/R8/3K5 w"
C_PASSED = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"

CASES = [
    # (game, FEN, moves played, line, reasons)
    ("xiangqi", "4k4/9/9/9/4c4/9/9/9/4R4/3K5 w", "", "e1e5", "takes c e5, check"),
    # a captor that is worth more than its protected victim gives something for it
    ("xiangqi", "3k1a3/4a4/9/9/r8/9/9/9/R8/4K4 w", "", "a1a5", "takes r a5, escapes R a1"),
    ("xiangqi", "4ka3/4a4/9/9/9/9/9/9/4R4/3K5 w", "", "e1e8 f9e8", "check"),
    # a chariot checks and captures the horse behind the general
    ("xiangqi", "4k3n/9/9/9/9/9/9/9/R8/3K5 w", "", "a1a9 e9e8 a9i9 e8e7", "wins n, check"),
    # the line ends before the exchange is over: the chariot on i9 is lost again
    ("xiangqi", "4k3n/9/9/8r/9/9/9/9/R8/3K5 w", "", "a1a9 e9e8 a9i9", "check"),
    # taking back wins only what the exchange leaves
    ("xiangqi", None, "b2e2 h9g7 e2e6", "g7e6 h0g2", "recaptures C e6, wins C for p"),
    ("xiangqi", X_MATE, "", "i4i0 h5h2", "parries h5h0"),
    ("xiangqi", "3k5/9/9/9/7rR/9/9/9/r8/4K4 w", "", "i5i0 h5h2", "parries h5h0, escapes R i5"),
    ("xiangqi", X_MATE, "", "e0f0 h5h0", ""),
    ("xiangqi", "3k5/9/9/9/r8/N8/8R/9/9/4K4 w", "", "i3i4", "defends N a4, threatens i4d4 in 2"),
    ("xiangqi", "3k5/9/9/9/r8/N7R/9/9/9/4K4 w", "", "e0e1", "threatens i4d4 in 2"),
    ("xiangqi", "4k4/9/9/9/8R/7R1/9/9/9/3K5 w", "", "i5i8", "threatens h4h9"),
    ("xiangqi", None, "", "h2e2 h9g7", "attacks p e6"),
    ("xiangqi", None, "h2e2", "h9g7 h0g2", "defends p e6"),
    ("xiangqi", None, "", "b0c2 b9c7", ""),
    ("xiangqi", X_RETURN, "a1a2 e9e8 a2a1 e8e9", "a1b1", "repetition"),
    ("xiangqi", X_RETURN, "a1a2 e9e8 a2a1 e8e9", "a1a2", ""),
    ("chess", "4k3/8/8/8/8/3n4/8/3RK3 w - - 0 1", "", "d1d3", "takes n d3"),
    ("chess", "r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1", "", "b5c7 e8d8 c7a8", "wins r, check, forks k r"),
    # en passant, and the same with the pawn taken back
    ("chess", C_PASSED, "", "e5d6 e8d8 e1d2", "wins p"),
    ("chess", C_PASSED, "", "e5d6 e8d7 e1d2 d7d6", ""),
    ("chess", "3r2k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1", "", "h2h3", "parries d8d1"),
    # in the Scandinavian both sides win back what they gave
    ("chess", None, "e2e4 d7d5", "e4d5 d8d5 b1c3 d5a5", ""),
    ("chess", None, "e2e4 d7d5 e4d5", "d8d5 b1c3 d5a5", "recaptures P d5"),
    ("chess", None, "e2e4 d7d5 e4d5 d8d5", "b1c3 d5a5", "attacks q d5"),
    # a promotion is no material lost by anybody
    ("chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "", "a7a8q e8e7", "check"),
    ("chess", None, "", "g1f3 g8f6", ""),
    # forks
    ("xiangqi", X_FORK, "", "d3e5", "parries d7f7 in 2, escapes N d3, forks r c"),
    # the chariot protects the cannon: taking that would win nothing
    ("xiangqi", "4k4/9/3r1c3/9/9/9/3N5/9/9/5K3 w", "", "d3e5", "escapes N d3, attacks r d7"),
    ("chess", "6k1/8/1r3r2/8/8/4N3/8/6K1 w - - 0 1", "", "e3d5", "forks r r"),
    ("chess", "6k1/8/8/3n1r2/8/8/4P3/6K1 w - - 0 1", "", "e2e4", "forks r n"),
    # the bishop can take the forking pawn
    ("chess", "6k1/8/8/3r1b2/8/4P3/4P3/4K3 w - - 0 1", "", "e3e4", "attacks r d5, attacks b f5"),
    ("chess", "r3k2r/8/8/3N4/8/8/8/4K3 w - - 0 1", "", "d5c7", "check, forks k r"),
    ("chess", "2r3k1/8/8/8/8/8/4Q3/4K3 w - - 0 1", "", "e2g4", "check, forks k r"),
    ("chess", "r3k3/2p5/8/3N4/8/8/8/4K3 w - - 0 1", "", "d5c7", "takes p c7, check, forks k r"),
    # a skewer is no fork
    ("chess", "q3k3/8/8/8/8/8/8/4K2R w - - 0 1", "", "h1h8 e8e7 h8a8", "wins q, escapes R h1, check"),
    # pins
    ("xiangqi", "4k4/4n4/9/9/9/9/9/9/3R5/3K5 w", "", "d1e1", "pins n e8"),
    ("chess", "4k3/8/2n5/8/8/8/8/4KB2 w - - 0 1", "", "f1b5", "pins n c6, attacks n c6"),
    ("chess", "4k3/8/2p5/8/8/8/8/4KB2 w - - 0 1", "", "f1b5", "attacks p c6"),
    # a pinned chariot that can still go along the line
    ("chess", "3k4/8/8/3r4/8/8/8/2R1K3 w - - 0 1", "", "c1d1", "attacks r d5"),
    # the cannon pins two, but can be taken
    ("xiangqi", None, "", "b2b9", ""),
    # threats of mate
    ("xiangqi", "4k4/9/9/9/9/9/7R1/8R/9/3K5 w", "", "i2i3", "threatens h3e3 in 2"),
    ("xiangqi", "3k5/9/9/9/9/9/9/9/R8/1R2K4 w", "", "a1a8", "threatens b0d0"),
    ("xiangqi", "3k5/9/9/9/9/9/9/c8/9/R3K4 w", "", "a0a2", "takes c a2, threatens a2d2"),
    ("chess", "6k1/5ppp/8/8/8/8/5PPP/1Q4K1 w - - 0 1", "", "g2g3", "threatens b1b8"),
    ("chess", "7k/8/8/8/8/1R6/2R5/4K3 w - - 0 1", "", "c2c7", "threatens b3b8"),
    ("chess", "r3k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "", "a1e5", "escapes Q a1, check"),
    ("liuzichong", "B.BBBB.BW.W.WWWW w", "", "a2b2", "wins B"),
    ("liuzichong", "B.BBB.W..W.BWWWW b", "", "a3b3", "escapes B a3"),
    ("liuzichong", "BBB.BW.BW.B..WW. w", "", "b1b2", "wins B B, defends W c1"),
    ("liuzichong", "BBBBB..BW..WWWWW w", "", "b1b2", ""),
]


def as_text(reason: Reason) -> str:
    """``wins C for p``, ``threatens h5h0 in 2``."""
    given = reason.get("given")
    fields = [field for field in reason.values() if isinstance(field, str)]
    moves = [f"in {reason['value']}"] if reason.get("value", 1) > 1 else []
    return " ".join([*fields, *reason.get("pieces", ()), *(["for", *given] if given else ()), *moves])


@pytest.mark.parametrize(("game", "fen", "played", "line", "expected"), CASES)
def test_what_is_said_is_true_and_complete(
    game: str, fen: str | None, played: str, line: str, expected: str
) -> None:
    board = GAMES[game].new_board(fen)
    board.push_line(played.split())
    after = board.copy()
    moves = [after.push_uci(text) for text in line.split()]
    reasons = reasons_of(GAMES[game], board, moves, Score(cp=50))
    assert ", ".join(map(as_text, reasons)) == expected


GAMBIT = "e2e4 d7d5 e4d5 g8f6 b1c3 f8e7 g1e2 e8g8"


@pytest.mark.parametrize(
    ("line", "score", "expected"),
    [
        (GAMBIT, 120, "wins p"),
        (GAMBIT, -41, ""),
        (f"{GAMBIT} a2a3 f6d5 c3d5 d8d5 e2c3 d5d8", 120, ""),
    ],
)
def test_a_gambit_and_a_pawn_that_is_taken_back_are_no_win(line: str, score: int, expected: str) -> None:
    """2. e4 was said to win a pawn where Black had enough for it, or took it back beyond the horizon."""
    board = GAMES["chess"].new_board(None)
    board.push_line(["f2f3", "e7e5"])
    after = board.copy()
    moves = [after.push_uci(text) for text in line.split()]
    reasons = reasons_of(GAMES["chess"], board, moves, Score(cp=score))
    assert ", ".join(map(as_text, reasons)) == expected


@pytest.mark.parametrize("game", ["chess", "xiangqi"])
def test_a_win_of_material_is_true_of_the_line(game: str) -> None:
    """Captures come first in these lines, so that much is won and given back."""
    choice = random.Random(7)
    rules = GAMES[game]
    claims = 0
    for _ in range(150):
        board = rules.new_board(None)
        for _ in range(choice.randrange(4, 40)):
            if board.is_game_over():
                break
            board.push(choice.choice(list(board.legal_moves)))
        after, line = board.copy(), []
        while len(line) < 14 and not after.is_game_over():
            legal = list(after.legal_moves)
            captures = [move for move in legal if rules.captured(after, move)]
            line.append(choice.choice(captures if captures and choice.random() < 0.5 else legal))
            after.push(line[-1])
        for reason in reasons_of(rules, board, line, Score(cp=choice.choice([-50, 50]))):
            if reason["kind"] == "wins":
                claims += 1
                lost = Counter(board.placement) - Counter(after.placement)
                assert Counter(reason["pieces"]) <= lost
                won, given = (
                    sum(rules.worth[letter.lower()] for letter in reason[name])
                    for name in ("pieces", "given")
                )
                assert won > given
    assert claims > 5


@pytest.mark.parametrize(
    ("game", "fen"),
    [
        ("xiangqi", "3k5/9/9/9/9/9/9/R8/1R7/4K4 w"),
        ("chess", "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"),
    ],
)
def test_a_mate_is_reason_enough(game: str, fen: str) -> None:
    engine = Engine(game, "interpreted")
    engine.position(fen)
    info = engine.go(Limits(depth=4)).info
    assert reasons_of(GAMES[game], engine.board, info.pv, info.score) == [{"kind": "mate", "value": 1}]


def test_a_lost_position_and_an_empty_line_have_no_reasons() -> None:
    game = GAMES["xiangqi"]
    board = game.new_board(None)
    assert reasons_of(game, board, [], Score(cp=0)) == []
    assert reasons_of(game, board, list(board.legal_moves)[:1], Score(mate=-2)) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_legal_move_can_be_asked_about(game: str) -> None:
    choice = random.Random(5)
    board = GAMES[game].new_board(None)
    for _ in range(40):
        moves = [] if board.is_game_over() else list(board.legal_moves)
        if not moves:
            break
        for move in choice.sample(moves, min(3, len(moves))):
            before = board.fen()
            for reason in reasons_of(GAMES[game], board, [move], Score(cp=0)):
                square = reason.get("square")
                if square is not None:
                    assert board.placement[board.grid.parse_square(square)] == reason["piece"]
            assert board.fen() == before
        board.push(choice.choice(moves))
