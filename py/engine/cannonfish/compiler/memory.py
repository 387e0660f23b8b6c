"""How a compiled program and its host talk: names, words of its memory, places of its arrays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from . import traps

TRAP_SITE = 0
"""Address of the number of the site that trapped, plus 1."""
TRAP_VALUE = 8
"""Address of the 64-bit value that was wrong."""
SUSPENDING = 16
"""Address of the switch between the two imports behind poll(): 0 `poll`, else `pause`."""
FIRST_ARRAY = 64

MEMORY = "(memory)"
"""The export that is the memory; no function of a program can have this name."""
MODULE = "env"
IMPORTS = ("now", "poll", "pause")
"""What the host supplies, each `() -> int`; `pause` is a poll that may suspend the whole call."""


@dataclass(frozen=True)
class Image:
    """A compiled program and where to find things in its memory (addresses in bytes)."""

    wasm: bytes
    addresses: Mapping[str, int]
    sites: list[traps.Site]
