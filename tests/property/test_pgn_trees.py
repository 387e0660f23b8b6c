"""Chess games with nested, repeated and empty variations, comments and glyphs are read as python-chess reads
them.

python-chess keeps each variation apart; we join those that begin with the same move.  So does ``joined``
here, written a second time: what stands first stays first, and the main line ends where it ended.

python-chess drops a comment to the end of a line.  A comment in an empty variation, or behind one, it gives
to the next move, or drops if there is none.  We keep all of them, at the move before.  The generator names
these comments ``own``; the rest must be equal.
"""

import io
import logging
import random
from dataclasses import dataclass, field
from typing import Any

import chess
import chess.pgn
import pytest
from cannonfish import records
from cannonfish.records import Game, Node, pgn

from tests.cases import slow
from tests.unit.records.shapes import shape

NAGS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
Notes = tuple[str, tuple[str, ...], tuple[str, ...], tuple[int, ...]]
"""A line of moves, with the words before and after its last move and the glyphs of that move."""


@dataclass
class Text:
    """Movetext in the making."""

    rng: random.Random
    parts: list[str] = field(default_factory=list)
    words: int = 0
    after_empty: bool = False
    """Whether no move has followed an empty variation: python-chess gives comments to the next move."""

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def comment(self, kind: str = "c", rest_of_line: bool = False) -> None:
        self.words += 1
        kind = "own" if self.after_empty else kind
        text = self.rng.choice(["", "(1. e4) ", "1-0 * ", "$3 !? ", "; \\ ", "zwei\n"]) if kind == "c" else ""
        body = f"{text}{kind}{self.words}"
        if rest_of_line:
            self.parts.append(f";{body}\n")
        else:
            self.parts.append(self.rng.choice(["{%s}", "{ %s }"]) % body)

    def move(self, board: chess.Board, move: chess.Move) -> None:
        number = self.rng.choice([f"{board.fullmove_number}{'.' if board.turn else '...'}", "", None])
        if number is None and board.turn:
            number = f"{board.fullmove_number}. "
        glyph = self.rng.choice(list(NAGS)) if self.chance(0.1) else ""
        self.parts.append(f"{number or ''}{board.san(move)}{glyph}")
        self.after_empty = False

    def notes(self) -> None:
        while self.chance(0.15):
            self.parts.append(f"${self.rng.randrange(1, 140)}")
        while self.chance(0.2):
            self.comment()
        if self.chance(0.05):
            self.comment("own", rest_of_line=True)

    def empty_variation(self) -> None:
        self.parts.append("(")
        while self.chance(0.4):
            self.comment("own")
        self.parts.append(")")
        self.after_empty = True
        if self.chance(0.2):
            self.comment()

    def line(self, board: chess.Board, plies: int, depth: int, first: chess.Move | None) -> None:
        """Moves from the position, the first one given or any, with variations of some of them."""
        played = 0
        while played < plies and not board.is_game_over():
            move = first if first is not None and played == 0 else self.rng.choice(list(board.legal_moves))
            self.move(board, move)
            self.notes()
            while depth < 4 and self.chance(0.3 if depth else 0.25):
                self.variation(board, move, depth)
            board.push(move)
            played += 1
        for _ in range(played):
            board.pop()

    def variation(self, board: chess.Board, replaced: chess.Move, depth: int) -> None:
        if self.chance(0.15):
            self.empty_variation()
            return
        self.parts.append("(")
        self.after_empty = False
        if self.chance(0.2):
            self.comment()
        repeats = self.chance(0.5)
        self.line(board, self.rng.randrange(1, 5), depth + 1, replaced if repeats else None)
        self.parts.append(")")
        if self.chance(0.1):
            self.notes()


def random_record(rng: random.Random) -> tuple[str, int]:
    """A PGN, and how many comments it has."""
    text = Text(rng)
    if text.chance(0.3):
        text.comment()
    text.line(chess.Board(), rng.randrange(1, 12), 0, None)
    result = rng.choice(["1-0", "0-1", "1/2-1/2", "*"])
    movetext = " ".join(text.parts)
    return f'[White "a"]\n[Black "b"]\n[Result "{result}"]\n\n{movetext} {result}\n', text.words


def words(comment: str) -> tuple[str, ...]:
    """The words of a comment, without those that python-chess drops or moves elsewhere."""
    return tuple(word for word in comment.split() if not word.startswith("own"))


def joined(game: chess.pgn.Game) -> list[Notes]:
    """The tree of python-chess with repeated moves joined, in preorder."""
    end = game.end()
    rows: list[Notes] = []

    def visit(line: str, nodes: list[Any], is_main: bool) -> None:
        if line:
            before = [node.starting_comment for node in nodes]
            after = [node.comment for node in nodes]
            if is_main:
                after = [text for pair in zip(before, after, strict=True) for text in pair][1:]
                before = []
            nags = sorted({nag for node in nodes for nag in node.nags})
            rows.append((line, words(" ".join(before)), words(" ".join(after)), tuple(nags)))
        groups: dict[tuple[chess.Move, bool], list[Any]] = {}
        for node in nodes:
            for below in node.variations:
                beyond = bool(below.variations) and end.parent in nodes and below.move == end.move
                groups.setdefault((below.move, beyond), []).append(below)
        for place, ((move, _), below) in enumerate(groups.items()):
            visit(f"{line} {move.uci()}".strip(), below, place == 0)

    visit("", [game], True)
    return rows


def ours(game: Game) -> list[Notes]:
    def row(node: Node) -> Notes:
        line = " ".join(move.uci() for move in node.path())
        return line, words(node.starting_comment), words(node.comment), tuple(sorted(node.nags))

    return [row(node) for node in game.descendants()]


def check(seed: int) -> None:
    text, count = random_record(random.Random(seed))
    theirs = chess.pgn.read_game(io.StringIO(text))
    assert theirs is not None
    assert theirs.errors == []
    (game,) = records.loads(text)
    assert (game.name, game.errors) == ("chess", [])
    assert [move.uci() for move in game.mainline_moves()] == [move.uci() for move in theirs.mainline_moves()]
    assert ours(game) == joined(theirs)
    assert words(game.comment) == words(theirs.comment)
    end = theirs.end().board()
    assert game.result == (theirs.headers["Result"] if any(end.legal_moves) else end.result())
    written = " ".join(f"{node.starting_comment} {node.comment}" for node in (game, *game.descendants()))
    assert sum(word.lstrip("cown").isdigit() for word in written.split()) == count, "every comment is kept"
    (back,) = records.loads(pgn.dumps(game))
    assert (back.errors, shape(back)) == ([], shape(game))


@pytest.fixture(autouse=True)
def quiet() -> None:
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)


@pytest.mark.parametrize("seeds", [range(100), slow(range(100, 600))])
def test_random_games_have_the_tree_of_python_chess(seeds: range) -> None:
    for seed in seeds:
        check(seed)


@pytest.mark.slow
def test_five_thousand_random_games_have_the_tree_of_python_chess() -> None:
    for seed in range(10_000, 15_000):
        check(seed)
