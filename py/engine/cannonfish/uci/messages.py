"""The lines of UCI and UCCI: options, ``info``, ``go``, and what they become."""

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from cannonfish.engine import info
from cannonfish.engine.info import Chances, Score
from cannonfish.engine.limits import Limits
from cannonfish.errors import InvalidLimitsError
from cannonfish.games.game import Move
from cannonfish.uci.process import EngineError

_NUMBERS: Final = {
    "depth": "depth",
    "seldepth": "seldepth",
    "nodes": "nodes",
    "nps": "nps",
    "time": "time_ms",
    "tbhits": "tbhits",
    "hashfull": "hashfull",
    "multipv": "multipv",
}
"""Fields of ``Info`` by the words of a line."""
_BOUNDS: Final = {"lowerbound": "lower", "upperbound": "upper"}
_OPTION_WORDS: Final = ("type", "default", "min", "max", "var")


@dataclass(frozen=True, slots=True)
class Info(info.Info):
    """Progress of a search by another engine, as far as it told.

    ``pv`` has the moves as they were sent; whether they are legal is not checked.
    """

    hashfull: int = 0
    """How full the transposition table is, in permille."""
    bound: str | None = None
    """``lower`` or ``upper`` if the score is only a bound."""
    string: str = ""
    """The last text for people."""


@dataclass(frozen=True, slots=True)
class PlayResult(info.Result):
    """The answer of another engine.  ``move`` is None if it resigns or sees no move."""

    info: Info
    draw_offered: bool = False
    resigned: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """An option that an engine offers.  A type of its own takes any text."""

    name: str
    type: str
    default: str = ""
    min: int | None = None
    max: int | None = None
    var: tuple[str, ...] = ()

    @classmethod
    def read(cls, words: Iterable[str]) -> "Option":
        """The option of a line without ``option``; UCCI has no ``name``."""
        found: dict[str, list[str]] = {"name": []}
        choices: list[list[str]] = []
        into = found["name"]
        for position, word in enumerate(words):
            if word == "name" and position == 0:
                continue
            if word == "var":
                choices.append(into := [])
            elif word in _OPTION_WORDS:
                into = found.setdefault(word, [])
            else:
                into.append(word)
        texts = {word: " ".join(text) for word, text in found.items()}
        default = texts.get("default", "")
        return cls(
            texts["name"],
            texts.get("type", ""),
            "" if default == "<empty>" else default,
            _number(texts.get("min", "")),
            _number(texts.get("max", "")),
            tuple(" ".join(choice) for choice in choices),
        )

    def text(self, value: str | int | bool | None) -> str | None:
        """A value as it is sent, None for a button.  EngineError if the option does not take it."""
        text = str(value).lower() if isinstance(value, bool) else str(value)
        expected = ""
        match self.type:
            case "button":
                return None
            case "check" if text not in ("true", "false"):
                expected = "true or false"
            case "spin":
                number = _number(text)
                least, most = self.min, self.max
                if number is None:
                    expected = "a whole number"
                elif (least is not None and number < least) or (most is not None and number > most):
                    expected = f"a number from {least} to {most}"
            case "combo" if self.var and text.lower() not in map(str.lower, self.var):
                expected = f"one of {', '.join(self.var)}"
        if expected:
            raise EngineError(f"the option {self.name} is {expected}, not {value!r}")
        return text


def read_info(words: Iterable[str], move_of: Callable[[str], Move | None]) -> dict[str, Any]:
    """The fields of ``Info`` in a line without ``info``; what is malformed or unknown is left out."""
    found: dict[str, Any] = {}
    rest = deque(words)
    while rest:
        word = rest.popleft()
        if word == "string":
            found["string"] = " ".join(rest)
            break
        if word == "pv":
            line = []
            while rest and (move := move_of(rest[0])) is not None:
                line.append(move)
                rest.popleft()
            found["pv"] = tuple(line)
        elif word == "score" and rest:
            kind = rest.popleft() if rest[0] in ("cp", "mate") else "cp"  # UCCI has only the number
            number = _number(rest[0]) if rest else None
            if number is not None:
                found |= {"score": Score(**{kind: number}), "bound": None}
        elif word in _BOUNDS:
            found["bound"] = _BOUNDS[word]
        elif word == "wdl":
            numbers = [number for text in [*rest][:3] if (number := _number(text)) is not None]
            if len(numbers) == 3:
                found["chances"] = Chances(*numbers)
        elif word == "currmove":
            found["currmove"] = True
        elif word in _NUMBERS and rest and (number := _number(rest[0])) is not None:
            found[_NUMBERS[word]] = number
    if found.pop("currmove", False) and "score" not in found:
        found.pop("depth", None)  # the depth that is searched, not that of the score
        found.pop("seldepth", None)
    return found


def go_uci(limits: Limits, searchmoves: str) -> str:
    """``go`` with the limits, and with the moves to search as the engine writes them.

    InvalidLimitsError for limits that other engines do not have."""
    _refuse_own(limits)
    words = ["go"]
    if limits.ponder:
        words.append("ponder")
    if limits.infinite or (limits.is_endless() and not limits.ponder):
        words.append("infinite")
    for name in ("depth", "nodes", "mate", "movetime", "wtime", "btime", "movestogo"):
        value = getattr(limits, name)
        if value is not None:
            words += [name, str(value)]
    for name in ("winc", "binc", "byoyomi"):
        if value := getattr(limits, name):
            words += [name, str(value)]
    if searchmoves:
        words += ["searchmoves", searchmoves]
    return " ".join(words)


def go_ucci(limits: Limits, side: int, milliseconds: bool) -> str:
    """``go`` with the limit.  UCCI has no time for a move, so the clock is set to this time for one move."""
    _refuse_own(limits)
    for name in ("mate", "searchmoves", "byoyomi"):
        if getattr(limits, name):
            raise _not_understood(name, "UCCI has no such limit")
    unit = 1 if milliseconds else 1000

    def time(value: int) -> str:
        return str(max(round(value / unit), 1))

    words = ["go", "ponder"] if limits.ponder else ["go"]
    clock = limits.clock(side)
    if limits.depth is not None:
        words += ["depth", str(limits.depth)]
    elif limits.nodes is not None:
        words += ["nodes", str(limits.nodes)]
    elif limits.movetime is not None:
        words += ["time", time(limits.movetime), "movestogo", "1"]
    elif clock is not None:
        increment, other = (limits.winc, limits.binc)[:: 1 if side == 0 else -1]
        words += ["time", time(clock)]
        if limits.movestogo is not None:
            words += ["movestogo", str(limits.movestogo)]
        else:
            words += ["increment", str(round(increment / unit))]
        words += ["opptime", time(limits.clock(1 - side) or 0)]
        words += ["oppincrement", str(round(other / unit))]
    else:
        words.append("infinite")
    return " ".join(words)


def _refuse_own(limits: Limits) -> None:
    if limits.level is not None:
        raise _not_understood("level", "levels are for our own engine; set the engine's option instead")
    if limits.book:
        raise _not_understood("book", "the book is for our own engine; set the engine's option instead")
    if limits.algorithm != Limits().algorithm:
        raise _not_understood("algorithm", "algorithms are for our own engine")


def _not_understood(name: str, why: str) -> InvalidLimitsError:
    return InvalidLimitsError("not_understood", why, name, name=name)


def _number(text: str) -> int | None:
    try:
        return int(text)
    except ValueError:
        return None
