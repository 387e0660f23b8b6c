"""The law of repetition: who loses, if anybody, when a position stands for the third time, and why.

World and Asian rules in their mechanical form.  What is judged is the *window*: all plies from the first to
the third occurrence of the position.  The first law that applies decides:

1. every move of exactly one side gives check: that side loses (perpetual check);
2. every move of both sides gives check: draw;
3. some move gives check: draw;
4. exactly one side attacks one and the same piece anew with every move: it loses (perpetual chase);
5. anything else is a draw.

What counts as attacking is asked of the kernel (``cannonfish.kernel.xiangqi.chase``).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from typing import Any, Final

from cannonfish.compiler import Execution
from cannonfish.games.outcome import Outcome, Termination
from cannonfish.games.xiangqi.encoding import decode, encode
from cannonfish.games.xiangqi.move import Move
from cannonfish.games.xiangqi.notation import after
from cannonfish.games.xiangqi.pieces import PIECES, Piece, Side
from cannonfish.games.xiangqi.rules import rules
from cannonfish.games.xiangqi.squares import square_name


class Law(StrEnum):
    """Which law decided.  The values are the words used in messages."""

    PERPETUAL_CHECK = "perpetual_check"
    MUTUAL_PERPETUAL_CHECK = "mutual_perpetual_check"
    CHECK_WITH_PAUSES = "check_with_pauses"
    """Some move gives check, but no side checks with every move."""
    PERPETUAL_CHASE = "perpetual_chase"
    MUTUAL_PERPETUAL_CHASE = "mutual_perpetual_chase"
    NO_PERPETUAL = "no_perpetual"
    """No check, and no piece that is chased with every move."""


class MoveClass(StrEnum):
    """What a move of the window is, by the strongest word that fits."""

    CHECK = "check"
    CHASE = "chase"
    IDLE = "idle"


class Worth(IntEnum):
    """What the law makes of a threat; the numbers are the kernel's."""

    PROTECTED = 1
    """The taker would be taken back: no chase."""
    EXCHANGE = 2
    """Of the taker's kind, and able to take it in turn: no chase."""
    MINOR_TAKES_MAJOR = 3
    """A chariot threatened by a horse or cannon, or any of the three by an advisor or elephant: a chase,
    protected or not."""
    UNPROTECTED = 4
    """The taker could not be taken back: a chase."""


@dataclass(frozen=True, slots=True)
class Window:
    """What is judged: a line of moves that comes back to where it began."""

    placement: str
    turn: Side
    """The side that makes the first of the moves."""
    moves: Sequence[Move]
    checks: Sequence[bool]
    """For each move, whether it gives check."""
    first_ply: int = 0
    """How many moves of the game were played before these."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a repetition means."""

    law: Law
    loser: Side | None

    def outcome(self) -> Outcome:
        """The end of the game, if the repetition ends it."""
        if self.loser is None:
            return Outcome(None, Termination.REPETITION)
        return Outcome(self.loser.other, Termination(self.law))

    def as_dict(self) -> dict[str, Any]:
        """Fit for messages: ``law``, and ``loser`` as ``red``, ``black`` or None."""
        return {"law": self.law.value, "loser": None if self.loser is None else self.loser.name.lower()}


@dataclass(frozen=True, slots=True)
class Threat:
    """A capture that a move has brought about, though it is not the mover's turn to play it."""

    capture: Move
    taker: Piece
    victim: Piece
    worth: Worth
    perpetual: bool
    """True if the victim is chased with every move of the side in the whole window."""


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A move of the window and what the law sees in it."""

    ply: int
    """Its number in the game, counted from 1."""
    side: Side
    move: Move
    gives_check: bool
    threats: tuple[Threat, ...]
    """What the move attacks anew: pieces chased, and others that were not attacked at all before it."""

    @property
    def move_class(self) -> MoveClass:
        """Check before chase before idle."""
        if self.gives_check:
            return MoveClass.CHECK
        chase = any(threat.worth >= Worth.MINOR_TAKES_MAJOR for threat in self.threats)
        return MoveClass.CHASE if chase else MoveClass.IDLE


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a repetition was judged as it was, as data; ``as_dict`` is fit for messages."""

    verdict: Verdict
    moves: tuple[JudgedMove, ...]

    def as_dict(self) -> dict[str, Any]:
        """Strings, numbers, lists and dictionaries only."""
        return {
            **self.verdict.as_dict(),
            "moves": [
                {
                    "ply": each.ply,
                    "side": each.side.name.lower(),
                    "move": each.move.uci(),
                    "class": each.move_class.value,
                    "threats": [
                        {
                            "orig": square_name(threat.capture.orig),
                            "dest": square_name(threat.capture.dest),
                            "taker": threat.taker.symbol(),
                            "victim": threat.victim.symbol(),
                            "worth": threat.worth.name.lower(),
                            "perpetual": threat.perpetual,
                        }
                        for threat in each.threats
                    ],
                }
                for each in self.moves
            ],
        }


def again(window: Window) -> Window:
    """The window that there will be if the moves of a shorter one are repeated."""
    return replace(window, moves=[*window.moves] * 2, checks=[*window.checks] * 2)


def judge(window: Window) -> Verdict:
    """What the repetition means."""
    return _judge_checks(window) or _judge_chases(_chased_throughout(window))


def explain(window: Window) -> Explanation:
    """What the repetition means, and what the law sees in each of its moves."""
    chased = _chased_throughout(window)
    verdict = _judge_checks(window) or _judge_chases(chased)
    moves = []
    placement, side = window.placement, window.turn
    with rules().on_board(placement) as kernel:
        for number, move in enumerate(window.moves):
            before = _threats(kernel, side)
            kernel.call("make", encode(move))
            placement = after(placement, move)
            new = [
                Threat(
                    each.capture,
                    PIECES[placement[each.capture.orig]],
                    PIECES[placement[each.capture.dest]],
                    each.worth,
                    perpetual=bool(chased[side] & each.bit),
                )
                for each in _new(before, _threats(kernel, side))
            ]
            moves.append(
                JudgedMove(window.first_ply + number + 1, side, move, window.checks[number], tuple(new))
            )
            side = side.other
    return Explanation(verdict, tuple(moves))


# --- checks -------------------------------------------------------------------------------------------------


def _judge_checks(window: Window) -> Verdict | None:
    """The first three laws; None if no move gives check."""
    if not any(window.checks):
        return None
    mover, other = window.turn, window.turn.other
    perpetual = [side for side, first in ((mover, 0), (other, 1)) if all(window.checks[first::2])]
    if len(perpetual) == 2:
        return Verdict(Law.MUTUAL_PERPETUAL_CHECK, None)
    if perpetual:
        return Verdict(Law.PERPETUAL_CHECK, perpetual[0])
    return Verdict(Law.CHECK_WITH_PAUSES, None)


# --- chases -------------------------------------------------------------------------------------------------

_ALL_PIECES: Final = 0xFFFF
"""A bit for each piece of a side, by the kernel's numbers, which stay with the pieces as they move."""


def _judge_chases(chased: tuple[int, int]) -> Verdict:
    """The last two laws, from the bits of what each side chases throughout."""
    chasers = [side for side in Side if chased[side]]
    if len(chasers) == 2:
        return Verdict(Law.MUTUAL_PERPETUAL_CHASE, None)
    if chasers:
        return Verdict(Law.PERPETUAL_CHASE, chasers[0])
    return Verdict(Law.NO_PERPETUAL, None)


def _chased_throughout(window: Window) -> tuple[int, int]:
    """For each side, the bits of the enemy pieces that it attacks anew with every one of its moves."""
    chased = [_ALL_PIECES, _ALL_PIECES]
    side = window.turn
    with rules().on_board(window.placement) as kernel:
        for move in window.moves:
            left = chased[side]
            before = kernel.call("chased", side, left) if left else 0
            kernel.call("make", encode(move))
            if left:
                chased[side] = kernel.call("chased", side, left & ~before)
            if not any(chased):
                break
            side = side.other
    return chased[0], chased[1]


@dataclass(frozen=True, slots=True)
class _Found:
    """A threat as the kernel gives it."""

    capture: Move
    worth: Worth
    bit: int


def _threats(kernel: Execution, side: Side) -> list[_Found]:
    count = kernel.call("threats", side)
    return [
        _Found(capture, Worth(number >> 16 & 0xF), 1 << (number >> 20 & 15))
        for number in kernel.slice("found", 0, count)
        if (capture := decode(number & 0xFFFF)) is not None
    ]


def _new(before: list[_Found], now: list[_Found]) -> list[_Found]:
    """The threats that chase a piece not chased before, and others to a piece not threatened before."""
    threatened = sum({each.bit for each in before})
    chased = sum({each.bit for each in before if each.worth >= Worth.MINOR_TAKES_MAJOR})
    return [
        each
        for each in now
        if not each.bit & (chased if each.worth >= Worth.MINOR_TAKES_MAJOR else threatened)
    ]
