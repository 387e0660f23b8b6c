"""The repetition rules: who loses, if anybody, when a position occurs for the third time, and why.

Asian and World Xiangqi Federation rules in the mechanical form of Pikafish (``rule_judge``).  They look at
the *window*: all plies from the first to the third occurrence of the position.  The first rule that applies
decides:

1. every move of exactly one side gives check: that side loses (perpetual check);
2. every move of both sides gives check: draw;
3. some move gives check: draw;
4. exactly one side makes a new attack on one and the same piece with every move: it loses (perpetual chase);
5. anything else is a draw.

The kernel defines an attack (``cannonfish.kernel.xiangqi.chase``).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from typing import Any, Final

from cannonfish.compiler import Execution
from cannonfish.games.base.move import after
from cannonfish.games.outcome import Outcome, Termination
from cannonfish.games.xiangqi.fen import Position
from cannonfish.games.xiangqi.move import Move
from cannonfish.games.xiangqi.pieces import PIECES, Piece, Side
from cannonfish.games.xiangqi.rules import Rules, rules
from cannonfish.games.xiangqi.squares import square_name


class Law(StrEnum):
    """The rule that decided.  The values are the words used in messages."""

    PERPETUAL_CHECK = "perpetual_check"
    MUTUAL_PERPETUAL_CHECK = "mutual_perpetual_check"
    CHECK_WITH_PAUSES = "check_with_pauses"
    """Some move gives check, but no side checks with every move."""
    PERPETUAL_CHASE = "perpetual_chase"
    MUTUAL_PERPETUAL_CHASE = "mutual_perpetual_chase"
    NO_PERPETUAL = "no_perpetual"
    """No check, and no piece that is chased with every move."""


class MoveKind(StrEnum):
    """The kind of a move of the window, the strongest that applies."""

    CHECK = "check"
    CHASE = "chase"
    IDLE = "idle"


class ThreatKind(IntEnum):
    """How the rules class a threat to capture; the numbers are the kernel's."""

    PROTECTED = 1
    """The capturing piece could be recaptured: no chase."""
    EXCHANGE = 2
    """The pieces are of one kind, and the attacked one could capture the attacker: no chase."""
    MINOR_TAKES_MAJOR = 3
    """A horse or cannon attacks a chariot, or an advisor or elephant attacks any of the three: a chase, even
    of a protected piece."""
    UNPROTECTED = 4
    """The capturing piece could not be recaptured: a chase."""


@dataclass(frozen=True, slots=True)
class Window:
    """A line of moves that returns to the position from which it starts."""

    position: Position
    moves: Sequence[Move]
    checks: Sequence[bool]
    """Whether each move gives check."""
    first_ply: int = 0
    """The number of moves played before these."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a repetition."""

    law: Law
    loser: Side | None

    def outcome(self) -> Outcome:
        """The end of the game by this repetition."""
        if self.loser is None:
            return Outcome(None, Termination.REPETITION)
        return Outcome(self.loser.other, Termination(self.law))

    def as_dict(self) -> dict[str, Any]:
        """Plain data for messages: ``law``, and ``loser`` as ``red``, ``black`` or None."""
        return {"law": self.law.value, "loser": None if self.loser is None else self.loser.name.lower()}


@dataclass(frozen=True, slots=True)
class Threat:
    """A capture that the mover threatens to play next."""

    capture: Move
    taker: Piece
    victim: Piece
    kind: ThreatKind
    perpetual: bool
    """True if the victim is chased with every move of the side in the whole window."""


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A move of the window with its kind and its threats."""

    ply: int
    """Its number in the game, counted from 1."""
    side: Side
    move: Move
    gives_check: bool
    threats: tuple[Threat, ...]
    """The new threats: chases of pieces not chased before the move, and other threats to pieces that were not
    threatened before it."""

    @property
    def kind(self) -> MoveKind:
        """Check before chase before idle."""
        if self.gives_check:
            return MoveKind.CHECK
        chase = any(threat.kind >= ThreatKind.MINOR_TAKES_MAJOR for threat in self.threats)
        return MoveKind.CHASE if chase else MoveKind.IDLE


@dataclass(frozen=True, slots=True)
class Explanation:
    """The reasons for a verdict, as data."""

    verdict: Verdict
    moves: tuple[JudgedMove, ...]

    def as_dict(self) -> dict[str, Any]:
        """Plain data for messages."""
        return {
            **self.verdict.as_dict(),
            "moves": [
                {
                    "ply": each.ply,
                    "side": each.side.name.lower(),
                    "move": each.move.uci(),
                    "class": each.kind.value,
                    "threats": [
                        {
                            "orig": square_name(threat.capture.orig),
                            "dest": square_name(threat.capture.dest),
                            "taker": threat.taker.symbol(),
                            "victim": threat.victim.symbol(),
                            "worth": threat.kind.name.lower(),
                            "perpetual": threat.perpetual,
                        }
                        for threat in each.threats
                    ],
                }
                for each in self.moves
            ],
        }


def repeated(window: Window) -> Window:
    """The window with its moves played twice."""
    return replace(window, moves=[*window.moves] * 2, checks=[*window.checks] * 2)


def judge(window: Window) -> Verdict:
    """The verdict on a repetition."""
    return _judge_checks(window) or _judge_chases(_chased_throughout(window))


def explain(window: Window) -> Explanation:
    """The verdict on a repetition, with the class and threats of each move."""
    chased = _chased_throughout(window)
    verdict = _judge_checks(window) or _judge_chases(chased)
    moves = []
    placement, side = window.position
    with rules().on_board(window.position) as kernel:
        for ply, (move, gives_check) in enumerate(
            zip(window.moves, window.checks, strict=True), window.first_ply + 1
        ):
            before = _threats(kernel, side)
            kernel.call("make", Rules.encode(move))
            placement = after(placement, move)
            new = tuple(
                Threat(
                    each.capture,
                    PIECES[placement[each.capture.orig]],
                    PIECES[placement[each.capture.dest]],
                    each.kind,
                    perpetual=bool(chased[side] & each.bit),
                )
                for each in _new(before, _threats(kernel, side))
            )
            moves.append(JudgedMove(ply, side, move, gives_check, new))
            side = side.other
    return Explanation(verdict, tuple(moves))


# --- checks -------------------------------------------------------------------------------------------------


def _judge_checks(window: Window) -> Verdict | None:
    """Rules 1 to 3; None if no move gives check."""
    if not any(window.checks):
        return None
    mover = window.position.turn
    perpetual = [side for side, first in ((mover, 0), (mover.other, 1)) if all(window.checks[first::2])]
    if len(perpetual) == 2:
        return Verdict(Law.MUTUAL_PERPETUAL_CHECK, None)
    if perpetual:
        return Verdict(Law.PERPETUAL_CHECK, perpetual[0])
    return Verdict(Law.CHECK_WITH_PAUSES, None)


# --- chases -------------------------------------------------------------------------------------------------

_ALL_PIECES: Final = 0xFFFF
"""One bit for each piece of a side, by its kernel id.  A piece keeps its id when it moves."""


def _judge_chases(chased: tuple[int, int]) -> Verdict:
    """Rules 4 and 5, from the bits of the pieces that each side chases throughout."""
    chasers = [side for side in Side if chased[side]]
    if len(chasers) == 2:
        return Verdict(Law.MUTUAL_PERPETUAL_CHASE, None)
    if chasers:
        return Verdict(Law.PERPETUAL_CHASE, chasers[0])
    return Verdict(Law.NO_PERPETUAL, None)


def _chased_throughout(window: Window) -> tuple[int, int]:
    """For each side, the bits of the enemy pieces on which each of its moves makes a new attack."""
    chased = [_ALL_PIECES, _ALL_PIECES]
    side = window.position.turn
    with rules().on_board(window.position) as kernel:
        for move in window.moves:
            left = chased[side]
            before = kernel.call("chased", side, left, 0) if left else 0
            kernel.call("make", Rules.encode(move))
            if left:
                chased[side] = kernel.call("chased", side, left & ~before, 0)
            if not any(chased):
                break
            side = side.other
    return chased[0], chased[1]


@dataclass(frozen=True, slots=True)
class _Found:
    """A threat from the kernel; ``bit`` stands for the attacked piece."""

    capture: Move
    kind: ThreatKind
    bit: int


def _threats(kernel: Execution, side: Side) -> list[_Found]:
    count = kernel.call("threats", side)
    return [
        _Found(capture, ThreatKind(number >> 16 & 0xF), 1 << (number >> 20 & 15))
        for number in kernel.slice("found", 0, count)
        if (capture := Rules.decode(number & 0xFFFF)) is not None
    ]


def _new(before: list[_Found], now: list[_Found]) -> list[_Found]:
    """The chases of pieces not chased before, and the other threats to pieces not threatened before."""
    threatened = sum({each.bit for each in before})
    chased = sum({each.bit for each in before if each.kind >= ThreatKind.MINOR_TAKES_MAJOR})
    return [
        each
        for each in now
        if not each.bit & (chased if each.kind >= ThreatKind.MINOR_TAKES_MAJOR else threatened)
    ]
