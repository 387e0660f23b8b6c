"""Cannonfish: a Xiangqi engine in pure Python that compiles its own hot code to WebAssembly.

    from cannonfish import xiangqi
    board = xiangqi.Board()
    board.push_uci("h2e2")

The engine itself is in ``cannonfish.engine``.  With the same search it plays chess and
Liuzichong.
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
