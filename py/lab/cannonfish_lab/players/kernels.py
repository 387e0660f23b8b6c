"""Versions of our kernel: the installed one, or any folder with the same files, each with its settings."""

import hashlib
import runpy
from collections.abc import Iterable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

import cannonfish.kernel
from cannonfish import compiler
from cannonfish.compiler import DialectError, Host, LinkError, Program, Source, instantiate, link
from cannonfish.engine.info import Score
from cannonfish.engine.kernel import Kernel, Line
from cannonfish.engine.search import WHOLE_TABLE
from cannonfish.games.catalogue import GAMES
from cannonfish.games.game import Board, Move
from cannonfish.kernel.network_file import replaced

from cannonfish_lab import interrupts
from cannonfish_lab.errors import LabError

INSTALLED: Final = Path(cannonfish.kernel.__file__).parent

CLASSICAL: Final = "classical"
NETWORK: Final = "network"
# The engine's default table of 16 MB: 64 << 18 bytes.
DEFAULT_SETTINGS: Final = {"TT_BITS": 18}


@dataclass(frozen=True)
class Version:
    """A linked version of the kernel."""

    game: str
    program: Program
    persistent_tables: tuple[str, ...]
    """The arrays to clear for a new game."""
    digest: str
    """A checksum of its dialect files and of its network."""


class VersionKernel(Kernel):
    """An instance of a version, for many short searches.

    Unlike the engine's kernel, it clears the tables of its own version, and its best line is only one move:
    reading the whole line after every iteration would cost more than a search of a few thousand nodes.
    """

    def __init__(self, version: Version, execution: str) -> None:
        running = instantiate(version.program, execution=execution, host=Host(poll=interrupts.pending))
        super().__init__(GAMES[version.game], version.program, running)
        self.persistent_tables = version.persistent_tables

    def best_line(self, board: Board) -> Line | None:
        """The best move so far and its score; None if there is none yet."""
        move = self.game.decode(self._state("BEST_MOVE"))
        return None if move is None else (self._state("BEST_SCORE"), (move,))

    def think(self, board: Board, nodes: int, depth: int) -> tuple[Move | None, Score, int]:
        """The move, score and depth of a search with a limit in nodes (0: none) and one in plies.

        The same as those of ``engine.search``, which knows all other limits, without Python between its
        iterations: at 3,000 nodes a move, a game takes a quarter less time.
        """
        self.limit_table(WHOLE_TABLE)
        self.game.set_search_root(self.execution, board)
        self.execution.call("think", nodes, depth)
        move, score, finished = self.execution.array("thought")
        return self.game.decode(move), self.score(score), finished


def sources(folder: Path, names: Iterable[str]) -> list[Source]:
    """The files of a kernel by their dotted names, for the linker.  LabError if one is missing."""
    found = []
    for name in names:
        path = folder / (name.replace(".", "/") + ".py")
        try:
            text = path.read_text(encoding="utf-8")
        except OSError as error:
            raise LabError(f"{folder} is not a kernel: {error}") from None
        found.append(Source(name=str(path), module=f"cannonfish.kernel.{name}", text=text))
    return found


def _contracts(folder: Path, kind: str) -> list[str]:
    """The files of a kernel that only declare names; without them, the installed ones would apply."""
    names = ("game", "rules", "host", *(("features",) if kind == "NETWORK_FILES" else ()))
    return [name for name in names if (folder / f"{name}.py").exists()]


@lru_cache(maxsize=8)
def _version(
    folder: Path, game: str, settings: tuple[tuple[str, int], ...], network: bytes | None = None
) -> Version:
    face = folder / "__init__.py"
    try:
        names = runpy.run_path(str(face))
        face = folder / game / "__init__.py"
        kind = "FILES" if network is None else "NETWORK_FILES"
        files = (*runpy.run_path(str(face))[kind], *names["SEARCH"])
        ours = {} if network is None else names["NETWORK_SETTINGS"]
        with nullcontext() if network is None else replaced(game, network):
            texts = sources(folder, (*_contracts(folder, kind), *files))
            think = compiler.sources(__package__, ("think",))
            program = link([*texts, *think], settings=dict(settings) | ours)
        content = "".join(source.text for source in texts).encode() + (network or b"")
        digest = hashlib.sha256(content).hexdigest()[:12]
        return Version(game, program, tuple(names["PERSISTENT_TABLES"]), digest)
    except FileNotFoundError:
        raise LabError(f"{folder} is not a kernel of {game}: it has no {face.relative_to(folder)}") from None
    except KeyError as error:
        raise LabError(f"{face} does not define {error}") from None
    except (LinkError, DialectError) as error:
        raise LabError(str(error)) from error


def version(
    folder: str | None = None,
    settings: Mapping[str, int] | None = None,
    game: str = "xiangqi",
    evaluation: str = CLASSICAL,
) -> Version:
    """The kernel of a folder (None: the installed one) for a game, linked with these settings.

    ``evaluation`` as in PlayerSpec.  The result is cached.  LabError if the folder is not a kernel, a setting
    is unknown, or the network cannot be read.
    """
    merged = DEFAULT_SETTINGS | dict(settings or {})
    chosen = Path(folder).resolve() if folder else INSTALLED
    network = None
    if evaluation != CLASSICAL:
        file = chosen / game / "network.bin" if evaluation == NETWORK else Path(evaluation)
        try:
            network = file.read_bytes()
        except OSError as error:
            raise LabError(f"there is no evaluation {evaluation!r}: {error}") from None
    return _version(chosen, game, tuple(sorted(merged.items())), network)
