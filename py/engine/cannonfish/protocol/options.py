"""Options as UCI offers and sets them."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from cannonfish.errors import clip


class OptionError(ValueError):
    """A value that an option cannot have, or a malformed ``setoption``; the message says why."""


@dataclass(frozen=True)
class Choice:
    """One of several words."""

    name: str
    values: tuple[str, ...]
    default: str
    apply: Callable[[str], None]

    def offer(self) -> str:
        """The line that offers the option."""
        values = "".join(f" var {value}" for value in self.values)
        return f"option name {self.name} type combo default {self.default}{values}"

    def set(self, text: str) -> None:
        """Apply a value; its letters may be in either case."""
        for value in self.values:
            if value.lower() == text.lower():
                self.apply(value)
                return
        raise OptionError(f"{self.name} is one of {', '.join(self.values)}, not {clip(text)!r}")


@dataclass(frozen=True)
class Number:
    """A whole number."""

    name: str
    least: int
    most: int
    default: int
    apply: Callable[[int], None]

    def offer(self) -> str:
        """The line that offers the option."""
        return f"option name {self.name} type spin default {self.default} min {self.least} max {self.most}"

    def set(self, text: str) -> None:
        """Apply a value."""
        is_number = re.fullmatch("-?[0-9]{1,9}", text) is not None
        if not is_number or not self.least <= int(text) <= self.most:
            raise OptionError(f"{self.name} is a number from {self.least} to {self.most}, not {clip(text)!r}")
        self.apply(int(text))


@dataclass(frozen=True)
class Check:
    """Yes or no."""

    name: str
    default: bool
    apply: Callable[[bool], None]

    def offer(self) -> str:
        """The line that offers the option."""
        return f"option name {self.name} type check default {'true' if self.default else 'false'}"

    def set(self, text: str) -> None:
        """Apply a value: the words of UCI, or ``on`` and ``off``, which UCCI once had."""
        if text.lower() not in ("true", "false", "on", "off"):
            raise OptionError(f"{self.name} is true or false, not {clip(text)!r}")
        self.apply(text.lower() in ("true", "on"))


@dataclass(frozen=True)
class Button:
    """Something to do, without a value."""

    name: str
    apply: Callable[[], None]

    def offer(self) -> str:
        """The line that offers the option."""
        return f"option name {self.name} type button"

    def set(self, text: str) -> None:
        """Do it, whatever stands after the name."""
        del text
        self.apply()


Option: TypeAlias = Choice | Number | Check | Button


def parse_setoption(words: list[str]) -> tuple[str, str]:
    """Name and value of ``name NAME [value VALUE]``, both of which may be several words."""
    if words[:1] != ["name"] or len(words) < 2:
        raise OptionError("setoption: expected 'name', the option, 'value' and its value")
    if "value" not in words:
        return " ".join(words[1:]), ""
    at = words.index("value")
    return " ".join(words[1:at]), " ".join(words[at + 1 :])
