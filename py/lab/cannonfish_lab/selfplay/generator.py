"""Shards of training positions from self-play (``kernel.py``), each with a count of what was left out."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np
from cannonfish.compiler import (
    DialectError,
    Execution,
    LinkError,
    Program,
    instantiate,
    link,
    sources,
)
from cannonfish.games.catalogue import GAMES
from cannonfish.kernel import NETWORK_SETTINGS, PERSISTENT_TABLES

from cannonfish_lab.errors import LabError
from cannonfish_lab.jobs import Pool
from cannonfish_lab.selfplay.records import GAME_SHIFT, WORDS, to_bytes
from cannonfish_lab.shards import Shards

COUNTERS: Final = (
    "kept",
    "left out: in check",
    "left out: best move captures or promotes",
    "left out: large score",
    "dropped: over during the random moves",
    "dropped: lopsided after them",
    "ended: no legal move",
    "ended: repetition",
    "ended: move limit",
    "ended: insufficient material",
    "ended: adjudicated win",
    "ended: adjudicated draw",
    "ended: too long",
    "won by side 0",
    "drawn",
    "won by side 1",
)
"""The counters of kernel.py, in order."""


@dataclass(frozen=True)
class Recipe:
    """What determines the positions, besides the engine itself."""

    game: str = "xiangqi"
    seed: int = 1
    games: int = 500
    """Number of games in a shard."""
    settings: Mapping[str, int] = field(default_factory=lambda: {"TT_BITS": 14})
    """Settings of the kernel and of the self-play."""
    evaluation: str = "classical"
    """``classical``; or ``network``, the installed one."""

    def head(self) -> str:
        """The recipe as text, equal for equal recipes."""
        return json.dumps(vars(self) | {"settings": dict(self.settings)}, sort_keys=True)


@dataclass(frozen=True)
class ShardJob:
    """A shard to make."""

    recipe: Recipe
    number: int


@dataclass(frozen=True)
class Shard:
    """A finished shard."""

    number: int
    contents: bytes
    counters: tuple[int, ...]
    """Values of COUNTERS."""


def make_shard(job: ShardJob) -> Shard:
    """Play the games of a shard."""
    recipe = job.recipe
    program = _program(recipe)
    execution = instantiate(program, execution="compiled")
    try:
        parts = []
        for number in range(recipe.games):
            words = _play(execution, recipe, f"{recipe.seed} {job.number} {number}")
            words[:, WORDS - 1] |= number << GAME_SHIFT
            parts.append(words)
        counters = tuple(execution.array("counters"))
    finally:
        execution.close()
    return Shard(job.number, to_bytes(np.concatenate(parts)), counters)


def _play(execution: Execution, recipe: Recipe, seed: str) -> np.ndarray[tuple[int, int], np.dtype[np.int32]]:
    """The records of one game, which depends on nothing but its seed."""
    game = GAMES[recipe.game]
    for array in (*PERSISTENT_TABLES, "search_state"):
        execution.zero(array)
    game.set_search_root(execution, game.new_board(None))
    execution.write("random_state", 0, _random_state(seed))
    count = execution.call("play_game")
    return np.array(execution.slice("records", 0, count * WORDS), np.int32).reshape(count, WORDS)


def _random_state(seed: str) -> int:
    """A state of the kernel's generator, 1 to 2**31 - 2."""
    return 1 + int(np.random.SeedSequence(list(seed.encode())).generate_state(1)[0]) % (2**31 - 2)


def _program(recipe: Recipe) -> Program:
    """The search of a game with the self-play.  LabError if a setting is unknown or wrong."""
    try:
        return _linked(recipe.game, recipe.evaluation, tuple(sorted(recipe.settings.items())))
    except (LinkError, DialectError) as error:
        raise LabError(str(error)) from None


@lru_cache(maxsize=1)
def _linked(game: str, evaluation: str, settings: tuple[tuple[str, int], ...]) -> Program:
    ours = sources(__package__, (f"{game}_pieces", "kernel"))
    files, more = GAMES[game].files, {}
    if evaluation == "network":
        files, more = GAMES[game].network_files, NETWORK_SETTINGS
    return link([*sources("cannonfish.kernel", files), *ours], dict(settings) | more)


def shards(folder: Path) -> Shards:
    """The shards of a folder."""
    return Shards(folder, ".npy.z")


def counts_file(folder: Path, number: int) -> Path:
    """The file with the counters of a shard."""
    return shards(folder).file(number).with_suffix(".json")


def make(recipe: Recipe, count: int, folder: Path, pool: Pool) -> Iterator[Shard]:
    """Make the missing ones of ``count`` shards; yields each once it is written.

    LabError if a setting is unknown or wrong, or the folder has shards of another recipe.
    """
    _program(recipe)
    target = shards(folder)
    target.begin(recipe.head())
    jobs = (ShardJob(recipe, number) for number in target.missing(count))
    for shard in pool.run(make_shard, jobs):
        text = json.dumps(dict(zip(COUNTERS, shard.counters, strict=True)), indent=1)
        counts_file(folder, shard.number).write_text(text + "\n", encoding="utf-8")
        target.write(shard.number, shard.contents)
        yield shard
