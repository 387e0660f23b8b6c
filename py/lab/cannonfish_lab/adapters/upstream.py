"""Import of a program from its folder."""

import sys
from importlib import import_module
from typing import Any, Final

RECURSION: Final = 10_000
"""Python's default limit is too low for a search that recurses in every ply, with unlimited quiescence."""


def load(folder: str, module: str) -> Any:
    """Import a module of the program in that folder."""
    if folder not in sys.path:
        sys.path.insert(0, folder)
    sys.setrecursionlimit(RECURSION)
    return import_module(module)
