"""Cannonfish: a Xiangqi engine in pure Python that compiles its own hot code to WebAssembly.

    from cannonfish import xiangqi
    board = xiangqi.Board()
    board.push_uci("h2e2")

With the same search it plays chess and Liuzichong.

- ``cannonfish.games.xiangqi``, ``cannonfish.games.chess``, ``cannonfish.games.liuzichong``: boards and moves;
  imported as ``cannonfish.xiangqi`` and so on
- ``cannonfish.games.base``: what all boards and moves have
- ``cannonfish.records``: games in PGN, DhtmlXQ, XQF and other formats
- ``cannonfish.engine``: the engine; ``cannonfish.uci``: engines of others
- ``cannonfish.svg``, ``cannonfish.notebook``: pictures, and a board to play on in notebooks
- ``cannonfish.games.xiangqi.endings``, imported as ``cannonfish.endings``: solved endings
- ``cannonfish.compiler``: Python of a simple kind compiled to WebAssembly
- ``cannonfish.errors``: what refused input raises
"""

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from cannonfish.games import xiangqi

if TYPE_CHECKING:
    from cannonfish import records, svg, uci
    from cannonfish.games import chess, liuzichong
    from cannonfish.games.xiangqi import endings

__all__ = ["chess", "endings", "liuzichong", "records", "svg", "uci", "xiangqi"]
__version__ = "0.1.0"


def __getattr__(name: str) -> ModuleType:
    """The rest is imported when it is asked for: a page that only plays Xiangqi should not wait for it."""
    if name in ("records", "svg", "uci"):
        return import_module(f"cannonfish.{name}")
    if name == "endings":
        return import_module("cannonfish.games.xiangqi.endings")
    if name in __all__:
        return import_module(f"cannonfish.games.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
