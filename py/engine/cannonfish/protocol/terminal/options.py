"""The options of UCI: their types, the lines that offer them, and ``setoption``."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from cannonfish.errors import clip

EMPTY: Final = "<empty>"
"""How UCI writes an empty text."""


class OptionError(ValueError):
    """A wrong value of an option, or a malformed ``setoption``; the message says why."""


@dataclass(frozen=True)
class Choice:
    """One of several words (``combo``)."""

    name: str
    values: tuple[str, ...]
    default: str
    apply: Callable[[str], None]

    def offer(self) -> str:
        """The line that offers the option."""
        values = "".join(f" var {value}" for value in self.values)
        return f"option name {self.name} type combo default {self.default}{values}"

    def set(self, text: str) -> None:
        """Apply a value, in upper or lower case."""
        for value in self.values:
            if value.lower() == text.lower():
                self.apply(value)
                return
        raise OptionError(f"{self.name} is one of {', '.join(self.values)}, not {clip(text)!r}")


@dataclass(frozen=True)
class Number:
    """A whole number (``spin``)."""

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
    """True or false (``check``)."""

    name: str
    default: bool
    apply: Callable[[bool], None]

    def offer(self) -> str:
        """The line that offers the option."""
        return f"option name {self.name} type check default {'true' if self.default else 'false'}"

    def set(self, text: str) -> None:
        """Apply ``true`` or ``false``, or ``on`` or ``off`` as in old versions of UCCI."""
        if text.lower() not in ("true", "false", "on", "off"):
            raise OptionError(f"{self.name} is true or false, not {clip(text)!r}")
        self.apply(text.lower() in ("true", "on"))


@dataclass(frozen=True)
class Text:
    """Any text (``string``); ``<empty>`` is none."""

    name: str
    apply: Callable[[str], None]

    def offer(self) -> str:
        """The line that offers the option."""
        return f"option name {self.name} type string default {EMPTY}"

    def set(self, text: str) -> None:
        """Apply a text."""
        self.apply("" if text == EMPTY else text)


@dataclass(frozen=True)
class Button:
    """An action, without a value (``button``)."""

    name: str
    apply: Callable[[], None]

    def offer(self) -> str:
        """The line that offers the option."""
        return f"option name {self.name} type button"

    def set(self, text: str) -> None:
        """Do it; a value is ignored."""
        del text
        self.apply()


Option: TypeAlias = Choice | Number | Check | Text | Button


def parse_setoption(words: list[str]) -> tuple[str, str]:
    """The name and the value in ``name NAME [value VALUE]``; either may be several words."""
    keywords = [word.lower() for word in words]
    if keywords[:1] != ["name"] or len(words) < 2:
        raise OptionError("setoption: expected 'name', the option, 'value' and its value")
    if "value" not in keywords:
        return " ".join(words[1:]), ""
    at = keywords.index("value")
    return " ".join(words[1:at]), " ".join(words[at + 1 :])
