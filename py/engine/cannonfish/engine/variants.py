"""Variants: engines whose kernel files have been edited.

    engine = Engine("xiangqi", sources={"xiangqi/weights.py": text})

Paths are relative to ``cannonfish/kernel``; ``kernel_files`` has the originals.  A variant's rules are those
of the game: only its search sees the edited files.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from cannonfish.compiler import DialectError, LinkError, Program, edited, faults, sources
from cannonfish.games.catalogue import GAMES

PACKAGE: Final = "cannonfish.kernel"
MAX_BYTES: Final = 256 << 20
"""Memory that the arrays of a variant may take, the transposition table included."""


def kernel_files(game: str) -> dict[str, str]:
    """The files of a game's kernel that can be edited: their texts by path, in link order."""
    names = GAMES[game].files
    return {_path(name): source.text for name, source in zip(names, sources(PACKAGE, names), strict=True)}


def variant_faults(
    names: Sequence[str],
    texts: Mapping[str, str],
    settings: Mapping[str, int],
    on_progress: Callable[[], None],
) -> list[DialectError | LinkError]:
    """The errors that ``variant_program`` would raise: one a function if only functions were edited."""
    found = faults(PACKAGE, names, texts, settings, on_progress)
    if not found:
        try:
            variant_program(names, texts, settings)
        except LinkError as error:
            return [error]
    return found


def variant_program(names: Sequence[str], texts: Mapping[str, str], settings: Mapping[str, int]) -> Program:
    """The program of kernel files with edited texts.

    DialectError or LinkError if the texts are faulty, ValueError if a path is not one of the files.
    """
    program = edited(PACKAGE, names, texts, settings)
    require_memory(program)
    return program


def require_memory(program: Program) -> None:
    """Raise LinkError if the arrays of a program take more memory than they may."""
    bytes_taken = sum(array.size * array.length for array in program.arrays.values())
    if bytes_taken > MAX_BYTES:
        largest = max(program.arrays.values(), key=lambda array: array.size * array.length)
        raise LinkError(
            f"{largest.location}: the arrays take {bytes_taken >> 20} MB, most of them `{largest.name}`; "
            f"at most {MAX_BYTES >> 20} MB are allowed"
        )


def _path(name: str) -> str:
    return name.replace(".", "/") + ".py"
