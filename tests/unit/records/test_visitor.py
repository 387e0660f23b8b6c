"""Visitors hear of the parts of a game as those of python-chess do."""

import gc
import io
import tracemalloc
from collections.abc import Iterator
from itertools import islice, repeat
from typing import Any, cast

import chess.pgn
import pytest
from cannonfish import records, xiangqi
from cannonfish.records.blocks import read_blocks

HEADERS = '[Event "a"]\n[Site "?"]\n[Date "?"]\n[Round "?"]\n[White "b"]\n[Black "c"]\n[Result "1-0"]\n'
MOVES = """
{before} 1. e4 $1 {[%clk 0:10:00] good} ({instead} 1. d4 d5 (1... Nf6 2. c4 $2) 2. c4) (1. c4) 1... e5
2. Nf3 Nc6 (2... d6 {solid}) 3. Bb5 {the end} 1-0
"""
FEN = '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 3 20"]\n'


class Log:
    """What a visitor of either kind hears of, but for what only python-chess tells."""

    def __init__(self) -> None:
        self.heard: list[tuple[Any, ...]] = []

    def begin_game(self) -> Any:
        self.heard.append(("begin_game",))

    def begin_headers(self) -> Any:
        self.heard.append(("begin_headers",))

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self.heard.append(("header", tagname, tagvalue))

    def end_headers(self) -> Any:
        self.heard.append(("end_headers",))

    def visit_board(self, board: Any) -> None:
        self.heard.append(("board", board.fen()))

    def visit_move(self, board: Any, move: Any) -> None:
        self.heard.append(("move", board.fen(), move.uci()))

    def visit_comment(self, comment: str | list[str]) -> None:
        self.heard.append(("comment", comment if isinstance(comment, str) else " ".join(comment)))

    def visit_nag(self, nag: int) -> None:
        self.heard.append(("nag", nag))

    def begin_variation(self) -> Any:
        self.heard.append(("(",))

    def end_variation(self) -> None:
        self.heard.append((")",))

    def visit_result(self, result: str) -> None:
        self.heard.append(("result", result))

    def handle_error(self, error: Exception) -> None:
        self.heard.append(("error", str(error)))

    def end_game(self) -> None:
        self.heard.append(("end_game",))

    def result(self) -> list[tuple[Any, ...]]:
        return self.heard


class Ours(Log, records.BaseVisitor[list[tuple[Any, ...]]]):
    pass


class Theirs(Log, chess.pgn.BaseVisitor[list[tuple[Any, ...]]]):
    pass


class Names(records.BaseVisitor[str]):
    """Reads no moves."""

    def __init__(self) -> None:
        self.name = ""

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        if tagname == "Event":
            self.name = tagvalue

    def end_headers(self) -> records.SkipType:
        return records.SKIP

    def result(self) -> str:
        return self.name


class Counter(records.BaseVisitor[int]):
    def __init__(self) -> None:
        self.moves = 0

    def visit_move(self, board: Any, move: Any) -> None:
        self.moves += 1

    def result(self) -> int:
        return self.moves


class MainLine(Counter):
    def begin_variation(self) -> records.SkipType:
        return records.SKIP


@pytest.mark.parametrize("text", [HEADERS + MOVES, HEADERS + FEN + "\n20... Kd7 (20... Ke7) 21. Kd2 1-0\n"])
def test_a_game_tells_what_python_chess_tells_in_the_same_order(text: str) -> None:
    theirs = chess.pgn.read_game(io.StringIO(text))
    assert theirs is not None
    [game] = records.loads(text)
    expected = theirs.accept(Theirs())
    assert alike(game.accept(Ours())) == alike(expected)
    [read] = records.open(io.StringIO(text), Visitor=Ours)
    assert alike(read) == alike(expected)
    later = theirs.variations[0].accept_subgame(Theirs())
    assert alike(game.variations[0].accept_subgame(Ours())) == alike(later)


def alike(heard: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """The headers in the order of their names, without their beginning, which python-chess does not always
    tell; then the rest."""
    headers = sorted(part for part in heard if part[0] == "header")
    return headers + [part for part in heard if part[0] not in ("header", "begin_headers")]


def test_moves_that_nobody_wants_are_not_read() -> None:
    text = (HEADERS + "\n1. Ke8 nonsense 1-0\n\n").replace('"a"', '"{}"')
    file = io.StringIO("".join(map(text.format, range(3))))
    assert [*records.open(file, Visitor=Names)] == ["0", "1", "2"]


def test_errors_come_before_the_moves_that_were_read() -> None:
    [heard] = records.open(io.StringIO(HEADERS + "\n1. e4 Ke3 *\n"), Visitor=Ours)
    kinds = [kind for kind, *_ in heard if kind != "header"]
    assert kinds == [
        *("begin_game", "begin_headers", "end_headers", "error"),
        *("board", "move", "board", "result", "end_game"),
    ]


def test_variations_can_be_left_out() -> None:
    [game] = records.loads(HEADERS + MOVES)
    assert (game.accept(Counter()), game.accept(MainLine())) == (12, 5)


def test_every_format_can_be_visited() -> None:
    text = "[DhtmlXQ]\n[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\n[/DhtmlXQ]"
    assert [*records.open(io.StringIO(text), Visitor=Counter)] == [2]
    assert [*records.open(io.BytesIO(b"1. C2=5 H8+7 2. H2+3"), Visitor=Counter)] == [3]
    with pytest.raises(records.InvalidRecordError):
        next(records.open(io.StringIO("nothing of that kind"), Visitor=Counter))


def test_a_deep_variation_is_no_recursion() -> None:
    game = records.Game()
    node: records.Node = game
    for uci in islice(repeat(["h0g2", "h9g7", "g2h0", "g7h9"]), 600):
        node = node.add_line([xiangqi.Move.from_uci(uci[0])])
        node.parent.add_variation(xiangqi.Move.from_uci("a0a1"))  # type: ignore[union-attr]
        for text in uci[1:]:
            node = node.add_variation(xiangqi.Move.from_uci(text))
    assert game.accept(Counter()) == 600 * 5


def test_nodes_know_what_follows_them() -> None:
    [game] = records.loads(HEADERS + MOVES)
    first = game.variations[0]
    assert [*game] == game.variations
    assert first.played in game
    assert first.played not in first


def test_comments_and_variations_can_be_left_out_when_writing() -> None:
    [game] = records.loads(HEADERS + MOVES)
    bare = records.pgn.dumps(game, comments=False, variations=False)
    assert bare.endswith("\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n\n")
    assert "(" in records.pgn.dumps(game, comments=False)
    assert "{the end}" in records.pgn.dumps(game, variations=False)


class Games:
    """A file of so many games, made as it is read."""

    def __init__(self, count: int) -> None:
        self.left = count
        self.kept = b""

    def read(self, size: int = -1) -> bytes:
        while self.left and len(self.kept) < size:
            self.left -= 1
            self.kept += (HEADERS + MOVES + "\n").encode()
        given, self.kept = self.kept[:size], self.kept[size:]
        return given


class Nowhere:
    """Forgets what is written."""

    def write(self, text: str) -> int:
        return len(text)


def test_a_long_file_is_never_held_as_a_whole() -> None:
    size, games = 5000, 2000
    tracemalloc.start()
    try:
        blocks = sum(1 for _ in read_blocks(cast(Any, Games(games)), size))
        assert tracemalloc.get_traced_memory()[1] < 10 * size
    finally:
        tracemalloc.stop()
    assert blocks > games * len(HEADERS + MOVES) / size / 2


def test_no_game_is_kept_when_the_next_is_read_and_written() -> None:
    alive = []

    def counted() -> Iterator[records.Game]:
        for game in records.open(cast(Any, Games(8))):
            yield game
            gc.collect()
            alive.append(sum(isinstance(each, records.Game) for each in gc.get_objects()))

    gc.collect()
    before = sum(isinstance(each, records.Game) for each in gc.get_objects())
    records.pgn.dump(counted(), cast(Any, Nowhere()))
    assert len(alive) == 8
    assert max(alive) <= before + 2
