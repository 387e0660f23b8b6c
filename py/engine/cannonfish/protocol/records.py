"""Games as messages carry them: a tree as a list of moves, each with the position it is played in.

Position 0 is the start, position n the one after the n-th move of the list; parents stand before their
children, and of the moves from one position the first is the main line.
"""

from collections.abc import Generator
from typing import Any, Final, TypeAlias

from cannonfish.errors import GameError, InvalidRecordError
from cannonfish.games.catalogue import GAMES
from cannonfish.games.xiangqi.game import XIANGQI
from cannonfish.games.xiangqi.notation import Notation
from cannonfish.records import Game, Node, dhtmlxq, pgn
from cannonfish.records.collection import Collection

Data: TypeAlias = dict[str, Any]

MAX_LISTED: Final = 5_000
"""So many games of a file are listed; the others can be asked for by number."""
MAX_NODES: Final = 10_000
"""Most moves of a game that goes to a page or comes from one, variations included."""

_LISTED_HEADERS: Final = ("Event", "Title", "Date", "Round", "Red", "White", "Black", "Result")
_LONGEST_HEADER: Final = 200


# --- reading ------------------------------------------------------------------------------------------------


def read(content: str | bytes, game: str, pick: int | None) -> Generator[tuple[int, int], None, Data]:
    """The games of a text or file: a list, and with ``pick``, or where there is only one, the game itself.

    Yields how many characters of how many have been looked through.  InvalidRecordError if nothing can be
    read, or there is no game of that number.
    """
    collection = Collection(content, game)
    yield from collection.find()
    if pick is None and len(collection) == 1:
        pick = 0
    if pick is not None and pick >= len(collection):
        raise InvalidRecordError("no_such_game", f"there are {len(collection)} games", str(pick + 1))
    return {
        "format": collection.format,
        "total": len(collection),
        "games": [_short(headers) for headers in collection.headers[:MAX_LISTED]],
        "pick": pick,
        "game": None if pick is None else as_data(collection.read(pick)),
    }


def _short(headers: dict[str, str]) -> Data:
    return {name: headers[name][:_LONGEST_HEADER] for name in _LISTED_HEADERS if headers.get(name)}


def as_data(game: Game) -> Data:
    """The game as plain data.  InvalidRecordError if it has more than MAX_NODES moves."""
    numbers: dict[Node, int] = {game: 0}
    moves: list[list[Any]] = []
    for node in game.descendants():
        if len(moves) == MAX_NODES:
            raise InvalidRecordError(
                "too_many_moves", f"the game has more than {MAX_NODES} moves, variations included"
            )
        numbers[node] = len(moves) + 1
        assert node.parent is not None
        moves.append([numbers[node.parent], node.played.uci(), *([notes] if (notes := _notes(node)) else [])])
    start = game.start.fen()
    return {
        "game": game.name,
        "fen": None if start == GAMES[game.name].new_board(None).fen() else start,
        "headers": dict(game.headers),
        "comment": game.comment,
        "moves": moves,
        "errors": [fault(error) for error in game.errors],
    }


def _notes(node: Node) -> Data:
    notes = {"comment": node.comment, "before": node.starting_comment, "nags": sorted(node.nags)}
    return {name: value for name, value in notes.items() if value}


def fault(error: GameError) -> Data:
    """What was wrong, and where."""
    known = {"code": error.code, "message": error.message, "reason": error.reason, "text": error.text}
    return {**error.details, **known}


# --- writing ------------------------------------------------------------------------------------------------


def from_data(data: Data) -> Game:
    """The game that the data stands for, whose shape has been checked (``messages``).

    InvalidFenError for its start; InvalidMoveError or IllegalMoveError, with the ``number`` of the move in
    the list, for a move that cannot be played.
    """
    board = GAMES[data["game"]].new_board(data["fen"])
    game = Game(board, data["headers"])
    game.comment = data["comment"]
    nodes: list[Node] = [game]
    line: list[Node] = [game]
    for number, (parent, text, notes) in enumerate(data["moves"], 1):
        _go_back(line, nodes[parent], board)
        try:
            move = board.parse(text)
            board.push(move)
        except GameError as error:
            raise error.numbered(number) from None
        node = line[-1].add_variation(move)
        node.comment, node.starting_comment = notes.get("comment", ""), notes.get("before", "")
        node.nags = set(notes.get("nags", ()))
        nodes.append(node)
        line.append(node)
    return game


def _go_back(line: list[Node], node: Node, board: Any) -> None:
    """Take moves back until the node is on the board; replay its moves where it is in another line."""
    while line[-1] is not node and len(line) > 1:
        line.pop()
        board.pop()
    if line[-1] is not node:
        at: Node | None = node
        missing: list[Node] = []
        while at is not None and at is not line[0]:
            missing.append(at)
            at = at.parent
        for each in reversed(missing):
            board.push(each.played)
            line.append(each)


def write(data: Data, format: str, notation: str | None) -> str:
    """The game as text.  What from_data raises; InvalidRecordError if the format cannot hold the game."""
    game = from_data(data)
    if format == "dhtmlxq":
        if game.name != XIANGQI.name:
            raise InvalidRecordError("format", f"DhtmlXQ holds no {game.name}", format)
        return dhtmlxq.dumps(game)
    return pgn.dumps(game, None if notation is None else Notation(notation))
