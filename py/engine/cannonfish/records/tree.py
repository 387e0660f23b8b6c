"""A game with its variations and comments, as a tree of moves.

The tree knows neither rules nor which game it is: boards and moves are those of any.  Whoever adds a move
vouches for it (the readers play every move on a board before they add it).  Long games and deep variations
are walked with loops, never by recursion.
"""

from collections.abc import Iterator
from typing import Any, Final, Self

from cannonfish.errors import InvalidRecordError
from cannonfish.games.xiangqi.board import Board

MAX_NODES: Final = 100_000
"""Most moves that the readers put into one game, variations included."""


class Node:
    """A position of the tree; every node but the root is reached by a move."""

    __slots__ = ("comment", "move", "nags", "parent", "starting_comment", "variations")

    def __init__(self, parent: "Node | None", move: Any, comment: str = "") -> None:
        self.parent = parent
        self.move = move
        self.variations: list[Node] = []
        """The moves played from here; the first is the main line."""
        self.comment = comment
        """Text after the move (of the root: before the first move)."""
        self.starting_comment = ""
        """Text before the move; only of use where a variation starts."""
        self.nags: set[int] = set()
        """Numeric annotation glyphs, as PGN numbers them: 1 ``!``, 2 ``?``, 3 ``!!``, 4 ``??``, ..."""

    @property
    def played(self) -> Any:
        """The move that reaches this node.  ValueError at the root, which none reaches."""
        if self.move is None:
            raise ValueError("the root of a game is reached by no move")
        return self.move

    # --- where it stands ------------------------------------------------------------------------------------

    def game(self) -> "Game":
        """The root of the tree."""
        node = self
        while node.parent is not None:
            node = node.parent
        if not isinstance(node, Game):
            raise ValueError("the node was removed from its game")
        return node

    def path(self) -> list[Any]:
        """The moves from the start position to this node."""
        moves = []
        node = self
        while node.parent is not None:
            moves.append(node.played)
            node = node.parent
        return moves[::-1]

    def ply(self) -> int:
        """The number of moves from the start position."""
        return len(self.path())

    def board(self) -> Any:
        """A new board with this position, and with the moves that lead to it (so that repetition is seen)."""
        board = self.game().start.copy()
        for move in self.path():
            board.push(move)
        return board

    def is_main(self) -> bool:
        """True if this is the first move of its parent, or the root."""
        return self.parent is None or self.parent.variations[0] is self

    # --- what follows ---------------------------------------------------------------------------------------

    def next(self) -> "Node | None":
        """The next node of the main line, or None at the end."""
        return self.variations[0] if self.variations else None

    def mainline(self) -> Iterator["Node"]:
        """The nodes that follow this one, first moves only."""
        node = self.next()
        while node is not None:
            yield node
            node = node.next()

    def mainline_moves(self) -> Iterator[Any]:
        """The moves of the main line from here on."""
        return (node.played for node in self.mainline())

    def end(self) -> "Node":
        """The last node of the main line."""
        node = self
        while node.variations:
            node = node.variations[0]
        return node

    def descendants(self) -> Iterator["Node"]:
        """All nodes below this one, each before those below it, the main line first."""
        waiting = self.variations[::-1]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.variations))

    def variation(self, move: Any) -> "Node | None":
        """The node that the move leads to, or None if it is not in the tree."""
        return next((node for node in self.variations if node.move == move), None)

    # --- changing it ----------------------------------------------------------------------------------------

    def add_variation(self, move: Any, comment: str = "") -> "Node":
        """The node that the move leads to: a new one behind the others, or the one that is there already.

        A comment is added to the one that is there.  Whether the move is legal is not checked.
        """
        node = self.variation(move)
        if node is None:
            node = Node(self, move)
            self.variations.append(node)
        node.add_comment(comment)
        return node

    def add_comment(self, comment: str) -> None:
        """Append a comment on a line of its own; empty text changes nothing."""
        self.comment = join_comments(self.comment, comment)

    def add_line(self, moves: Iterator[Any] | list[Any]) -> "Node":
        """Add the moves one after the other; the last node."""
        node = self
        for move in moves:
            node = node.add_variation(move)
        return node

    def remove(self) -> None:
        """Cut this node, with all below it, from the tree.  ValueError at the root."""
        self._siblings().remove(self)
        self.parent = None

    def promote_to_main(self) -> None:
        """Make this node the main line of its parent.  ValueError at the root."""
        siblings = self._siblings()
        siblings.remove(self)
        siblings.insert(0, self)

    def _siblings(self) -> "list[Node]":
        if self.parent is None:
            raise ValueError("the root of a game has no siblings")
        return self.parent.variations


class Game(Node):
    """The root of a tree: a start position, which is Xiangqi's unless another is given, and headers.

    ``headers`` holds what PGN calls tags (Event, Site, Date, Round, Red, Black, Result, ...), except those
    that follow from the game itself: Game, FEN and SetUp.
    """

    __slots__ = ("errors", "headers", "start")

    def __init__(self, start: Any = None, headers: dict[str, str] | None = None) -> None:
        super().__init__(None, None)
        self.start: Any = (Board() if start is None else start).copy()
        self.headers: dict[str, str] = {"Result": "*", **(headers or {})}
        self.errors: list[InvalidRecordError] = []
        """What was wrong where the game was read: each says where, and why reading stopped there."""

    @classmethod
    def from_board(cls, board: Any) -> Self:
        """The game that was played on a board, with its result."""
        game = cls(board.root())
        game.add_line(board.move_stack)
        outcome = board.outcome()
        game.headers["Result"] = outcome.result() if outcome else "*"
        return game

    @property
    def name(self) -> str:
        """What is played: ``xiangqi``, ``chess``, ``liuzichong``."""
        name: str = self.start.game
        return name

    @property
    def result(self) -> str:
        """``1-0``, ``0-1``, ``1/2-1/2`` or ``*``."""
        return self.headers["Result"]


_RESULT_WORDS: Final = {
    "1-0": ("1-0", "红胜", "红方胜", "红先胜", "红棋胜", "先胜", "黑负", "红先胜黑", "1:0", "2-0", "2:0"),
    "0-1": ("0-1", "黑胜", "黑方胜", "黑先胜", "黑棋胜", "红负", "红先负", "先负", "0:1", "0-2", "0:2"),
    "1/2-1/2": (
        "1/2-1/2",
        "1/2",
        "½-½",
        "和",
        "和棋",
        "和局",
        "红先和",
        "先和",
        "红和",
        "双方和",
        "1-1",
        "1:1",
    ),
    "*": ("*", "", "?", "未知", "未分胜负"),
}
_RESULTS: Final = {word: result for result, words in _RESULT_WORDS.items() for word in words}


def parse_result(text: str) -> str | None:
    """``1-0``, ``0-1``, ``1/2-1/2`` or ``*``, however a record words it; None if it says something else."""
    return _RESULTS.get("".join(text.split()).translate(_SIMPLIFY))


_SIMPLIFY: Final = str.maketrans("紅勝負雙：", "红胜负双:")


def join_comments(*comments: str) -> str:
    """Comments on one move as one text, each on a line of its own."""
    return "\n".join(comment for comment in comments if comment)
