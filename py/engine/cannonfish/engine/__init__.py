"""The engine: an object that is given positions and limits and answers with a move.  No input, no output."""

from cannonfish.engine.engine import (
    DEFAULT_HASH,
    EXECUTIONS,
    MAX_HASH,
    MIN_HASH,
    Engine,
    prelinked_programs,
)
from cannonfish.engine.info import Info, Memory, Result, Score
from cannonfish.engine.limits import Limits

__all__ = [
    "DEFAULT_HASH",
    "EXECUTIONS",
    "MAX_HASH",
    "MIN_HASH",
    "Engine",
    "Info",
    "Limits",
    "Memory",
    "Result",
    "Score",
    "prelinked_programs",
]
