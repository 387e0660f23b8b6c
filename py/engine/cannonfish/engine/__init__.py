"""The engine: positions and limits in, moves and progress out.  No input and no output of its own."""

from cannonfish.compiler import EXECUTIONS
from cannonfish.engine.chances import winning_chances
from cannonfish.engine.engine import (
    DEFAULT_EVALUATION,
    DEFAULT_HASH,
    EVALUATIONS,
    MAX_HASH,
    MAX_THREADS,
    MIN_HASH,
    Engine,
    kernel_files,
    prelinked_programs,
)
from cannonfish.engine.info import Chances, Info, Result, Score, TableEntry
from cannonfish.engine.limits import Limits

__all__ = [
    "DEFAULT_EVALUATION",
    "DEFAULT_HASH",
    "EVALUATIONS",
    "EXECUTIONS",
    "MAX_HASH",
    "MAX_THREADS",
    "MIN_HASH",
    "Chances",
    "Engine",
    "Info",
    "Limits",
    "Result",
    "Score",
    "TableEntry",
    "kernel_files",
    "prelinked_programs",
    "winning_chances",
]
