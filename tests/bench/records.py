"""Figures of reading records: plies a second, and how the time grows with the length of a text."""

import contextlib
import functools
import gc
import io
import random
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import chess
import chess.pgn
from cannonfish import records
from cannonfish.errors import InvalidRecordError
from cannonfish.games.catalogue import GAMES

from tests.bench.figures import Figure

GAMES_READ: Final = 40
PLIES: Final = 80
ROUNDS: Final = 4
SECONDS: Final = 2
"""Both are reached by each measurement: short ones need more rounds to be as steady."""
LENGTH: Final = 50_000
"""Characters of the shorter text of a pair; the longer one has twice as many."""


def figures() -> Iterator[Figure]:
    """Speed of each format, then growth."""
    for name, text in samples().items():
        plies, (seconds,) = GAMES_READ * PLIES, fastest(functools.partial(records.loads, text))
        yield Figure(f"records.loads, {name}", plies / seconds, "plies/s", more=True)
        if name == "chess SAN":
            (theirs,) = fastest(functools.partial(python_chess, text))
            yield Figure("the same, python-chess over ours", theirs / seconds, "x", more=True)
    growth, slowest = {}, {}
    for name, text_of in LONG_TEXTS.items():
        shorter, longer = fastest(*(functools.partial(read, text_of(size)) for size in (LENGTH, 2 * LENGTH)))
        growth[name], slowest[name] = longer / shorter, longer
    worst = max(growth, key=growth.__getitem__)
    detail = f"{worst}, of {len(growth)} kinds of text"
    yield Figure("time to read twice the text", growth[worst], "x", reach=2.3, detail=detail)
    worst = max(slowest, key=slowest.__getitem__)
    yield Figure("slowest text of 100 KB", slowest[worst], "s", reach=1, detail=worst)


def fastest(*works: Callable[[], Any]) -> list[float]:
    """Seconds of processor time of the fastest run of each, of several in turns.

    Each starts without garbage of those before it, but collects its own.
    """
    times: list[list[float]] = [[] for _ in works]
    while len(times[0]) < ROUNDS or sum(map(sum, times)) < SECONDS:
        for work, taken in zip(works, times, strict=True):
            gc.collect()
            started = time.process_time()
            work()
            taken.append(time.process_time() - started)
    return [*map(min, times)]


def read(text: str) -> None:
    """Read a text, which may be refused."""
    with contextlib.suppress(InvalidRecordError):
        records.loads(text)


def python_chess(text: str) -> None:
    """Read the games of a PGN by python-chess."""
    source = io.StringIO(text)
    while chess.pgn.read_game(source) is not None:
        pass


def samples() -> Mapping[str, str]:
    """Random games without variations, in each format."""
    xiangqi, chess_games = ([game(name, seed) for seed in range(GAMES_READ)] for name in ("xiangqi", "chess"))
    return {
        "chess SAN": records.pgn.dumps(chess_games),
        **{notation: records.pgn.dumps(xiangqi, notation) for notation in ("chinese", "wxf", "iccs")},
        "DhtmlXQ": records.dhtmlxq.dumps(xiangqi),
    }


def game(name: str, seed: int) -> records.Game:
    """A random game of PLIES moves."""
    chooser = random.Random(seed)
    while True:
        board = GAMES[name].new_board(None)
        while board.ply() < PLIES and board.outcome() is None:
            board.push(chooser.choice([*board.legal_moves]))
        if board.ply() == PLIES:
            return records.Game.from_board(board)


# --- texts of any length ------------------------------------------------------------------------------------

FILES: Final = "abcdefgh"
CHESS: Final = '[White "A"]\n[Black "B"]\n\n'
XIANGQI: Final = '[Game "Chinese Chess"]\n\n'
KNIGHTS: Final = ("Nf3 Nf6 Ng1 Ng8 ", "马八进七 马8进7 马七退八 马7退8 ")
DHTMLXQ: Final = "[DhtmlXQ_movelist]{}[/DhtmlXQ_movelist]"


def repeated(part: str, size: int) -> str:
    """A part as often as it takes."""
    return part * (size // len(part))


def branches(size: int) -> str:
    """DhtmlXQ branches, each from the one before."""
    one = "[DhtmlXQ_move_{}_1_{}]7747[/DhtmlXQ_move_{}_1_{}]"
    each = [one.format(number, number + 1, number, number + 1) for number in range(size // len(one))]
    return DHTMLXQ.format("77477062") + "".join(each)


LONG_TEXTS: Final[Mapping[str, Callable[[int], str]]] = {
    "one long game of chess": lambda size: CHESS + repeated(KNIGHTS[0], size),
    "one long game of Xiangqi": lambda size: XIANGQI + repeated(KNIGHTS[1], size),
    "bare moves": lambda size: repeated(KNIGHTS[1], size),
    "many games": lambda size: repeated(CHESS + "1. e4 e5 2. Nf3 *\n\n", size),
    "variations at one ply": lambda size: CHESS + "1. e4 " + repeated("(1. d4 d5) ", size),
    "different variations at one ply": lambda size: (
        CHESS + "1. e4 " + "".join(f"(1. {FILES[n % 8]}3 {FILES[n // 8 % 8]}6) " for n in range(size // 11))
    ),
    "variations at every ply": lambda size: CHESS + repeated("Nf3 (Nc3 Nc6) Nf6 (Nc6) Ng1 Ng8 ", size),
    "nested variations": lambda size: CHESS + "1. e4 e5 " + repeated("( d5 2. Nf3 Nf6 ", size // 2),
    "open brackets": lambda size: CHESS + "1. e4 " + "(" * size,
    "closed brackets": lambda size: CHESS + "1. e4 " + ")" * size,
    "braces": lambda size: CHESS + "1. e4 " + "{" * size,
    "comments": lambda size: CHESS + "1. e4 " + repeated("{good} ", size),
    "comments of a line": lambda size: CHESS + "1. e4 " + repeated(";x\n", size),
    "glyphs": lambda size: CHESS + "1. e4 " + repeated("$1 ", size),
    "numbers": lambda size: CHESS + repeated("1. ", size),
    "tags": lambda size: "".join(f'[T{n} "x"]\n' for n in range(size // 10)) + "\n1. e4 *",
    "open tags": lambda size: "[" * size,
    "spaces": lambda size: CHESS + "1. e4" + " " * size + "e5",
    "words": lambda size: repeated("lorem ipsum ", size),
    "digits": lambda size: "1" * size,
    "slashes": lambda size: "/" * size,
    "FEN and moves": lambda size: f"{chess.STARTING_FEN} moves {repeated('g1f3 g8f6 f3g1 f6g8 ', size)}",
    "one long game of DhtmlXQ": lambda size: DHTMLXQ.format(repeated("1927102227192210", size)),
    "branches of DhtmlXQ": branches,
    "tags of DhtmlXQ": lambda size: repeated("[DhtmlXQ_title]x[/DhtmlXQ_title]", size),
}  # fmt: skip
