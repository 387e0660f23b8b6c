"""Detection of the themes of a puzzle, as ``cannonfish_lab.puzzles.themes`` defines them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from cannonfish.games.catalogue import GAMES
from cannonfish.games.xiangqi import BLACK, RED, Move, parse_square
from cannonfish.games.xiangqi.squares import Square

from cannonfish_lab.puzzles import chess_view, patterns
from cannonfish_lab.puzzles.chess_view import ChessView
from cannonfish_lab.puzzles.themes import THEMES
from cannonfish_lab.puzzles.view import View

LENGTHS: Final = {1: "oneMove", 2: "short", 3: "long"}
OPENING_PIECES: Final = 28
ENDGAME_PHASE: Final = 6
PHASE: Final = {"R": 2, "N": 1, "C": 1}
GIVEN_UP: Final = 2.0
"""Least material, in soldiers, by which the solver is down after a sacrifice."""
CHESS_PHASE: Final = {"Q": 4, "R": 2, "B": 1, "N": 1}
CHESS_ENDGAME_PHASE: Final = 10
CHESS_ENDGAMES: Final = {
    frozenset(): "pawnEndgame",
    frozenset("R"): "rookEndgame",
    frozenset("N"): "knightEndgame",
    frozenset("B"): "bishopEndgame",
    frozenset("Q"): "queenEndgame",
    frozenset("QR"): "queenRookEndgame",
}
CASTLING_STEP: Final = 2
VIEWS: Final[dict[str, type[View]]] = {"xiangqi": View, "chess": ChessView}
_HEART: Final = parse_square("e8")


@dataclass(frozen=True)
class Step:
    """A move of the solver, with Red as the solver."""

    before: View
    move: Any
    after: View
    reply: Any
    takes: bool

    @property
    def checks(self) -> bool:
        """Whether the move gives check with a piece, not by facing generals."""
        return bool(self.after.checkers)


def themes_of(fen: str, moves: Sequence[str], kind: str, game: str = "xiangqi") -> tuple[str, ...]:
    """All themes of a puzzle of a kind (``mate``, ``advantage``, ``defence``), in the order of the table."""
    steps, final = _steps(game, fen, moves)
    found = {kind, LENGTHS.get(len(steps), "veryLong"), *_stage(steps[0].before), *_motives(steps, final)}
    if isinstance(final, ChessView):
        found |= _special_moves(game, fen, moves)
    if kind == "mate":
        found.add(f"mateIn{len(steps)}")
        if isinstance(final, ChessView):
            found.update(chess_view.patterns(final))
        else:
            found.update(patterns.patterns(final))
            if any(map(_thrusts, steps)):
                found.add("heartThrustMate")
    return tuple(theme for theme in THEMES if theme in found)


def _steps(game: str, fen: str, moves: Sequence[str]) -> tuple[list[Step], View]:
    board, kind = GAMES[game].new_board(fen), VIEWS[game]
    solver = board.turn
    steps = []
    for at in range(0, len(moves), 2):
        before = kind.of(board, solver)
        move = board.parse(moves[at])
        takes = bool(GAMES[game].captured(board, move))
        board.push(move)
        after = kind.of(board, solver)
        reply = None
        if at + 1 < len(moves):
            reply = board.push_uci(moves[at + 1])
        seen = None if reply is None else kind.turned(reply, solver)
        steps.append(Step(before, kind.turned(move, solver), after, seen, takes))
    return steps, kind.of(board, solver)


def _stage(view: View) -> Iterator[str]:
    letters = view.placement.upper()
    if isinstance(view, ChessView):
        yield from _chess_stage(letters)
        return
    phase = sum(letters.count(letter) * weight for letter, weight in PHASE.items())
    if phase > ENDGAME_PHASE:
        pieces = sum(letter.isalpha() for letter in letters)
        yield "opening" if pieces >= OPENING_PIECES else "middlegame"
        return
    yield "endgame"
    only = {
        frozenset(): "pawnEndgame",
        frozenset("R"): "rookEndgame",
        frozenset("N"): "knightEndgame",
        frozenset("C"): "cannonEndgame",
    }.get(frozenset(letters) & frozenset("RNC"))
    if only is not None:
        yield only


def _chess_stage(letters: str) -> Iterator[str]:
    if sum(letters.count(letter) * weight for letter, weight in CHESS_PHASE.items()) > CHESS_ENDGAME_PHASE:
        pieces = sum(letter.isalpha() for letter in letters)
        yield "opening" if pieces >= OPENING_PIECES else "middlegame"
        return
    yield "endgame"
    only = CHESS_ENDGAMES.get(frozenset(letters) & frozenset("QRBN"))
    if only is not None:
        yield only


def _special_moves(game: str, fen: str, moves: Sequence[str]) -> set[str]:
    """Promotions, en passant and castling among the solver's moves."""
    found = set()
    board = GAMES[game].new_board(fen)
    for at, text in enumerate(moves):
        move: Any = board.parse(text)
        if at % 2 == 0:
            letter = board.placement[move.orig].upper()
            if move.promotion:
                found.add("promotion")
                found |= {"underPromotion"} if not text.endswith("q") else set()
            if letter == "K" and abs(move.dest - move.orig) == CASTLING_STEP:
                found.add("castling")
            if (
                letter == "P"
                and (move.dest - move.orig) % chess_view.FILES
                and board.piece_at(move.dest) is None
            ):
                found.add("enPassant")
        board.push(move)
    return found


def _motives(steps: Sequence[Step], final: View) -> Iterator[str]:
    tests = {
        "fork": _forks,
        "pin": _pins,
        "discoveredCheck": _discovers_check,
        "doubleCheck": _checks_twice,
        "cannonScreen": _makes_screen,
    }
    yield from (name for name, test in tests.items() if any(map(test, steps)))
    pairs = list(pairwise(steps))
    if any(_skewers(one, following) for one, following in pairs):
        yield "skewer"
    if any(_discovers_attack(one, following) for one, following in pairs):
        yield "discoveredAttack"
    if any(not step.takes and not step.checks for step in steps[: max(len(steps) - 1, 1)]):
        yield "quietMove"
    start = steps[0].before.balance()
    lowest = min((step.before.balance() for step in steps[1:]), default=start)
    if start - lowest >= GIVEN_UP:
        yield "sacrifice"
    if _takes_what_hangs(steps[0]):
        yield "hangingPiece"


def _is_worth_taking(view: View, orig: Square, dest: Square) -> bool:
    """Whether the solver's piece gains by capturing there."""
    target = view.placement[dest].upper()
    if target == "K" or view.worth[target] > view.worth[view.placement[orig]]:
        return True
    taken = view.after(Move(orig, dest))
    return not any(taken.can_take(Move(at, dest), BLACK) for at in taken.attackers(dest, BLACK))


def _forks(step: Step) -> bool:
    view, piece = step.after, step.move.dest
    if step.reply is None and view.is_lost:
        return False
    targets = [at for at in view.targets(piece, RED) if view.placement[at].upper() in view.valuable]
    return len(targets) >= 2 and sum(_is_worth_taking(view, piece, at) for at in targets) >= 2


def _pins(step: Step) -> bool:
    view, piece = step.after, step.move.dest
    return any(
        not view.can_take(Move(at, piece), BLACK)
        and view.placement[at] != "k"
        and not _others_check(view, piece)
        for at in view.attackers(piece, BLACK)
    )


def _others_check(view: View, piece: Square) -> bool:
    """Whether another check would remain after capturing the piece; then it does not pin."""
    return any(at != piece for at in view.checkers)


def _discovers_check(step: Step) -> bool:
    return any(at != step.move.dest for at in step.after.checkers)


def _checks_twice(step: Step) -> bool:
    return len(step.after.checkers) >= 2


def _makes_screen(step: Step) -> bool:
    if isinstance(step.after, ChessView):
        return False
    return any(
        step.after.placement[at] == "C" and step.move.dest in step.after.screens(at, step.after.general)
        for at in step.after.checkers
        if at != step.move.dest
    )


def _skewers(step: Step, following: Step) -> bool:
    piece, reply, dest = step.move.dest, step.reply, following.move.dest
    if following.move.orig != piece or not following.takes or reply is None:
        return False
    if (
        step.after.placement[piece] not in step.after.sliders
        or following.before.placement[dest].upper() not in step.after.valuable
    ):
        return False
    return reply.orig in (step.after.between(piece, dest) or ()) and reply.dest not in (
        step.after.between(piece, dest) or ()
    )


def _discovers_attack(step: Step, following: Step) -> bool:
    orig, dest = following.move.orig, following.move.dest
    if orig == step.move.dest or not following.takes or step.before.placement[orig] == ".":
        return False
    return (
        step.before.is_of(dest, BLACK)
        and step.before.placement[dest].upper() in step.before.valuable
        and step.before.placement[orig] == step.after.placement[orig]
        and dest in step.after.targets(orig, RED)
        and dest not in step.before.targets(orig, RED)
    )


def _takes_what_hangs(step: Step) -> bool:
    if not step.takes or step.before.placement[step.move.dest].upper() not in step.before.valuable:
        return False
    view, at = step.after, step.move.dest
    return not any(view.can_take(Move(orig, at), BLACK) for orig in view.attackers(at, BLACK))


def _thrusts(step: Step) -> bool:
    return (
        step.move.dest == _HEART
        and step.before.placement[step.move.orig] in "RP"
        and step.reply is not None
        and step.reply.dest == _HEART
    )
