"""A game with its variations and comments, as a tree of moves.

The tree knows no rules and works with the boards and moves of any game.  It does not check moves: the caller
does (the readers play every move on a board before they add it).  Loops, not recursion, walk through the
tree, so that long games and deep variations are safe.
"""

import re
from collections.abc import Iterator
from copy import deepcopy
from itertools import islice
from typing import Any, Final, Self

from cannonfish.errors import InvalidRecordError, Remark
from cannonfish.games.base import Board
from cannonfish.games.catalogue import GAMES, NAMES
from cannonfish.records.visitor import BaseVisitor, Result, visit

MAX_NODES: Final = 100_000
"""Most moves that the readers accept in one game, variations included."""
COMMAND: Final = re.compile(r"\[%\w[^\]]*\]")
"""A command in a comment of PGN, for programs: ``[%csl Rf7]``."""


class Node:
    """A position of the tree.  Every node except the root has the move that leads to it."""

    __slots__ = ("clock", "commands", "comment", "move", "nags", "parent", "starting_comment", "variations")

    def __init__(self, parent: "Node | None", move: Any, comment: str = "") -> None:
        self.parent = parent
        self.move = move
        self.variations: list[Node] = []
        """The nodes after this one; the first is the main line."""
        self.comment = comment
        """Text after the move; at the root, before the first move."""
        self.starting_comment = ""
        """Text before the move; used only where a variation starts."""
        self.nags: set[int] = set()
        """Numeric annotation glyphs, as PGN numbers them: 1 ``!``, 2 ``?``, 3 ``!!``, 4 ``??``, ..."""
        self.clock: int | None = None
        """The time that the mover had left after the move, in milliseconds; None if unknown."""
        self.commands = ""
        """The other commands of the PGN comment, such as ``[%eval 0.17] [%cal Gc4f7] [%csl Rf7]``."""

    def __reduce__(self) -> tuple[Any, ...]:
        """A node is pickled and copied with its whole game, as rows: recursion would limit its length."""
        root = self
        while root.parent is not None:
            root = root.parent
        nodes = [root, *root.descendants()]
        places = {id(node): place for place, node in enumerate(nodes)}
        if root is not self:
            return _node_at, (root, places[id(self)])
        names = {name for kind in type(self).__mro__ for name in getattr(kind, "__slots__", ())}
        names -= {"parent", "variations"}
        rows = [
            (
                places.get(id(node.parent)),
                {name: getattr(node, name) for name in names if hasattr(node, name)},
            )
            for node in nodes
        ]
        return _tree, (type(self), rows)

    def __copy__(self) -> Self:
        return deepcopy(self)

    def __iter__(self) -> "Iterator[Node]":
        """The nodes after this one, as in python-chess; ``mainline`` gives those of the main line."""
        return iter(self.variations)

    def __contains__(self, move: Any) -> bool:
        """Whether a variation starts with the move."""
        return self.variation(move) is not None

    @property
    def played(self) -> Any:
        """The move that leads to this node.  ValueError at the root, which has none."""
        if self.move is None:
            raise ValueError("the root of a game has no move")
        return self.move

    # --- position in the tree -------------------------------------------------------------------------------

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
        """A new board with this position and the moves that lead to it, so that it knows of repetitions."""
        board = self.game().start.copy()
        for move in self.path():
            board.push(move)
        return board

    def _repr_svg_(self) -> str:
        """The picture of the position that notebooks show."""
        from cannonfish import svg  # not on the site

        return svg.node(self, size=svg.NOTEBOOK_SIZE)

    def full_comment(self) -> str:
        """The comment as PGN has it, with clock and commands."""
        return " ".join(filter(None, [_clock_text(self.clock), self.commands, self.comment]))

    def accept_subgame(self, visitor: BaseVisitor[Result]) -> Result:
        """Lead a visitor through what follows this node, as if the game started here."""
        board = self.board()
        fen = {} if board.fen() == board.starting_fen else {"SetUp": "1", "FEN": board.fen()}
        return visit(visitor, self.game().headers | fen, lambda: self)

    def is_main(self) -> bool:
        """True if this is the root or the first variation of its parent."""
        return self.parent is None or self.parent.variations[0] is self

    # --- later nodes ----------------------------------------------------------------------------------------

    def next(self) -> "Node | None":
        """The next node of the main line, or None at the end."""
        return self.variations[0] if self.variations else None

    def mainline(self) -> Iterator["Node"]:
        """The nodes of the main line after this one."""
        node = self.next()
        while node is not None:
            yield node
            node = node.next()

    def mainline_moves(self) -> Iterator[Any]:
        """The moves of the main line after this node."""
        return (node.played for node in self.mainline())

    def end(self) -> "Node":
        """The last node of the main line."""
        node = self
        while node.variations:
            node = node.variations[0]
        return node

    def descendants(self) -> Iterator["Node"]:
        """All nodes below this one in preorder, the main line first."""
        waiting = self.variations[::-1]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.variations))

    def variation(self, move: Any) -> "Node | None":
        """The node that the move leads to, or None."""
        return next((node for node in self.variations if node.move == move), None)

    # --- changes --------------------------------------------------------------------------------------------

    def add_variation(self, move: Any, comment: str = "") -> "Node":
        """The node that the move leads to; a new one becomes the last variation.

        The comment is appended to that of an existing node.  Does not check that the move is legal.
        """
        node = self.variation(move) if self.variations else None
        if node is None:
            node = self.new_variation(move)
        if comment:
            node.add_comment(comment)
        return node

    def new_variation(self, move: Any) -> "Node":
        """A new node that the move leads to, as the last variation, even if there is one already."""
        node = Node(self, move)
        self.variations.append(node)
        return node

    def add_comment(self, comment: str) -> None:
        """Append a comment as a new line; an empty one changes nothing."""
        if comment:
            self.comment = join_comments(self.comment, comment)

    def add_commands(self, *commands: str) -> None:
        """Append commands, each once: ``[%csl Rf7]``."""
        known = COMMAND.findall(self.commands)
        self.commands = " ".join(dict.fromkeys([*known, *commands]))

    def add_line(self, moves: Iterator[Any] | list[Any]) -> "Node":
        """Add moves one after the other; returns the last node."""
        node = self
        for move in moves:
            node = node.add_variation(move)
        return node

    def remove(self) -> None:
        """Remove this node and all below it from the tree.  ValueError at the root."""
        self._siblings().remove(self)
        self.parent = None

    def promote_to_main(self) -> None:
        """Make this node the main line of its parent.  ValueError at the root."""
        siblings = self._siblings()
        siblings.remove(self)
        siblings.insert(0, self)

    def absorb(self, other: "Node") -> None:
        """Take over the notes and the later nodes of a sibling with the same move, after those of this node.
        The sibling is of no use afterwards."""
        for node in other.variations:
            node.parent = self
        self.variations += other.variations
        notes = [self.comment, other.comment]
        if self.is_main():  # which has no comment before it
            notes.insert(1, other.starting_comment)
        else:
            before = dict.fromkeys([self.starting_comment, other.starting_comment])
            self.starting_comment = join_comments(*before)
        self.comment = join_comments(*dict.fromkeys(notes))
        self.nags |= other.nags
        self.add_commands(*COMMAND.findall(other.commands))
        self.clock = other.clock if self.clock is None else self.clock

    def _siblings(self) -> "list[Node]":
        if self.parent is None:
            raise ValueError("the root of a game has no siblings")
        return self.parent.variations


class Game(Node):
    """The root of a tree: a start position (by default that of the catalogue's first game) and headers.

    ``headers`` are the tags of PGN (Event, Site, Date, Round, Red, Black, Result, ...), except those that
    follow from the game itself: Game, FEN and SetUp.
    """

    __slots__ = ("errors", "headers", "remarks", "start")

    def __init__(self, start: Any = None, headers: dict[str, str] | None = None) -> None:
        super().__init__(None, None)
        if start is not None and not isinstance(start, Board):
            raise TypeError(f"a game starts with a board, not {start!r}")
        self.start: Any = GAMES[NAMES[0]].new_board(None) if start is None else start.copy()
        self.headers: dict[str, str] = {"Result": "*", **(headers or {})}
        self.errors: list[InvalidRecordError] = []
        """Errors found while the game was read, with their places."""
        self.remarks: list[Remark] = []
        """What the reader assumed or repaired; the game is whole all the same."""

    @classmethod
    def from_board(cls, board: Any) -> Self:
        """The moves played on a board, with the result."""
        game = cls(board.root())
        game.add_line(board.move_stack)
        outcome = board.outcome()
        game.headers["Result"] = outcome.result() if outcome else "*"
        return game

    def accept(self, visitor: BaseVisitor[Result]) -> Result:
        """Lead a visitor through the game in the order of PGN; returns its result."""
        return self.accept_subgame(visitor)

    @property
    def name(self) -> str:
        """The name of the game that is played."""
        name: str = self.start.game
        return name

    @property
    def result(self) -> str:
        """``1-0``, ``0-1``, ``1/2-1/2`` or ``*``."""
        return self.headers.get("Result", "*")

    def __str__(self) -> str:
        """The game as PGN."""
        from cannonfish.records import pgn_writer  # not needed to play

        return pgn_writer.text(self)

    def _repr_html_(self) -> str:
        """The game to step through that notebooks show."""
        from cannonfish import svg  # not on the site

        return svg.game(self)


def _tree(kind: type[Node], rows: list[tuple[int | None, dict[str, Any]]]) -> Node:
    """The root of a tree, from the place of each node's parent and its other attributes."""
    nodes: list[Node] = []
    for place, attributes in rows:
        node = Node.__new__(Node if nodes else kind)
        node.parent, node.variations = None, []
        for name, value in attributes.items():
            setattr(node, name, value)
        if place is not None:
            node.parent = nodes[place]
            node.parent.variations.append(node)
        nodes.append(node)
    return nodes[0]


def _node_at(root: Node, place: int) -> Node:
    """The node at a place in preorder."""
    return next(islice(root.descendants(), place - 1, None))


def join_repeated(game: Game) -> None:
    """Join the variations of each node that have the same move, in their order.

    Records repeat a move to continue it in another way: ``1. e4 (1. e4 c5) 1... e5``.  A reader adds every
    move with ``new_variation`` first, so that what it reads as the main line is known, and joins afterwards.
    The main line ends where it ended: continuations of a repetition of its last move share a second node.
    """
    end = game.end()
    waiting: list[Node] = [game]
    while waiting:
        node = waiting.pop()
        if len(node.variations) > 1:
            joined: dict[tuple[Any, bool], Node] = {}
            for each in node.variations:
                beyond_end = bool(each.variations) and end.parent is node and each.move == end.move
                kept = joined.setdefault((each.move, beyond_end), each)
                if kept is not each:
                    kept.absorb(each)
            node.variations = list(joined.values())
        waiting += node.variations


_DATE: Final = re.compile(r"(\d{4})[-./年](?:(\d{1,2})(?:[-./月](?:(\d{1,2})日?)?)?)?", re.ASCII)


def pgn_date(text: str) -> str:
    """``2001-3-0`` or ``2001年3月`` as PGN writes a date: ``2001.03.??``; other texts unchanged."""
    found = _DATE.fullmatch(text)
    if found is None:
        return text
    year, month, day = (int(part or 0) for part in found.groups())
    return f"{year:04}.{month:02}.{day:02}".replace("0000", "????").replace(".00", ".??")


def _clock_text(clock: int | None) -> str:
    if clock is None:
        return ""
    seconds, milliseconds = divmod(clock, 1000)
    fraction = f".{milliseconds:03}".rstrip("0") if milliseconds else ""
    return f"[%clk {seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}{fraction}]"


def join_comments(*comments: str) -> str:
    """The comments, one per line, without empty ones."""
    return "\n".join(comment for comment in comments if comment)
