"""Game records in messages: a tree as a list of moves, each with the number of the position before it.

Position 0 is the start, position n the one after the n-th move of the list.  Parents come before their
children, and the first move from a position is the main line.
"""

import base64
from array import array
from collections.abc import Generator, Iterable, Iterator
from typing import Any, Final, TypeAlias

from cannonfish.errors import GameError, InvalidRecordError
from cannonfish.games.catalogue import GAMES
from cannonfish.protocol.page.messages import fault, remark_data
from cannonfish.records import Game, Node, dhtmlxq, pgn, xqf
from cannonfish.records.collection import Collection
from cannonfish.records.openings import openings, position_key, position_number

Data: TypeAlias = dict[str, Any]

MAX_LISTED: Final = 5_000
"""Most games that are listed of a file; the others can be read by number."""
MAX_NODES: Final = 10_000
"""Most moves of a game in a message, variations included."""

_LISTED_HEADERS: Final = (
    "Event",
    "Title",
    "Date",
    "Round",
    "Red",
    "White",
    "Black",
    "Result",
    "StudyName",
    "ChapterName",
)
_LONGEST_HEADER: Final = 200


# --- reading ------------------------------------------------------------------------------------------------


def read(
    content: str | bytes, game: str, encoding: str | None, pick: int | None
) -> Generator[tuple[int, int], None, Data]:
    """The games of a text or file: a list, and the game itself if there is only one or its number is given.

    Yields the number of characters searched so far and in total.  InvalidRecordError if nothing can be read,
    there is no game with that number, or no such encoding; it names the encodings that the file may have, if
    there are several.
    """
    collection = yield from _found(content, game, encoding)
    if pick is None and len(collection) == 1:
        pick = 0
    if pick is not None and pick >= len(collection):
        raise InvalidRecordError("no_such_game", f"the file has {len(collection)} games", str(pick + 1))
    return {
        "format": collection.format,
        "total": len(collection),
        "games": [_short(headers) for headers in collection.headers[:MAX_LISTED]],
        "encoding": collection.encoding,
        "encodings": [
            {"encoding": each.encoding, "sample": each.sample} for each in collection.encodings if each.sample
        ],
        "pick": pick,
        "game": None if pick is None else as_data(collection.read(pick)),
    }


def index(content: str | bytes, game: str, encoding: str | None) -> Generator[tuple[int, int], None, Data]:
    """The games of a text or file for an index of openings: their headers, and what was played in each
    position, as arrays in base64.

    Yields and raises as ``read``.
    """
    collection = yield from _found(content, game, encoding)
    found = yield from openings(collection)
    return {
        "games": [_short(headers) for headers in collection.headers],
        "encoding": collection.encoding,
        "names": found.names,
        **{name: _packed(getattr(found, name)) for name in ("positions", "numbers", "moves")},
    }


def _found(
    content: str | bytes, game: str, encoding: str | None
) -> Generator[tuple[int, int], None, Collection]:
    collection = Collection(content, game, encoding)
    try:
        yield from collection.find()
    except LookupError:
        raise InvalidRecordError("no_such_encoding", "there is no such encoding", str(encoding)) from None
    except InvalidRecordError as error:
        if len(collection.encodings) > 1:
            names = " ".join(each.encoding for each in collection.encodings)
            error.details = {**error.details, "encoding": str(collection.encoding), "encodings": names}
        raise
    return collection


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
        **({"commands": game.commands} if game.commands else {}),
        "moves": moves,
        "errors": [fault(error) for error in game.errors],
        "remarks": [remark_data(remark) for remark in game.remarks],
    }


def _notes(node: Node) -> Data:
    notes = {
        "comment": node.comment,
        "before": node.starting_comment,
        "nags": sorted(node.nags),
        "commands": node.commands,
    }
    given = {name: value for name, value in notes.items() if value}
    return given if node.clock is None else {**given, "clock": node.clock}


# --- writing ------------------------------------------------------------------------------------------------


def from_data(data: Data) -> Game:
    """The game of plain data, whose shape ``messages`` has checked.

    InvalidFenError for the start position; InvalidMoveError or IllegalMoveError for a move that cannot be
    played, with its ``number`` in the list.
    """
    board = GAMES[data["game"]].new_board(data["fen"])
    game = Game(board, data["headers"])
    game.comment, game.commands = data["comment"], data.get("commands", "")
    for node, notes in _played(game, board, data["moves"]):
        node.comment, node.starting_comment = notes.get("comment", ""), notes.get("before", "")
        node.nags, node.commands = set(notes.get("nags", ())), notes.get("commands", "")
        node.clock = notes.get("clock")
    return game


def keys_of(data: Data) -> list[str]:
    """What tells the positions of a game apart, in the order of their places.  Raises as from_data."""
    board = GAMES[data["game"]].new_board(data["fen"])
    game = Game(board, {})
    keys = [position_key(board)]
    keys.extend(position_key(board) for _ in _played(game, board, data["moves"]))
    return keys


def numbers_of(keys: Iterable[str]) -> str:
    """The numbers of these positions in an index of openings, as bytes in base64."""
    return _packed(array("Q", map(position_number, keys)))


def _packed(numbers: "array[int]") -> str:
    return base64.b64encode(numbers.tobytes()).decode("ascii")


def _played(game: Game, board: Any, moves: Any) -> Iterator[tuple[Node, Data]]:
    """Add the moves of plain data to a game: each node with its notes, while its position is on the board."""
    nodes: list[Node] = [game]
    line: list[Node] = [game]
    for number, (parent, text, notes) in enumerate(moves, 1):
        _go_back(line, nodes[parent], board)
        try:
            move = board.parse(text)
            board.push(move)
        except GameError as error:
            raise error.numbered(number) from None
        node = line[-1].new_variation(move)
        nodes.append(node)
        line.append(node)
        yield node, notes


def _go_back(line: list[Node], node: Node, board: Any) -> None:
    """Take moves back until the node is on the board; if it is in another line, play the moves to it."""
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


def write(data: Data, format: str, notation: str | None) -> Data:
    """The game as ``text``, or as ``data``, a file in base64.

    Raises as from_data; InvalidRecordError if the format cannot hold the game.
    """
    game = from_data(data)
    match format:
        case "xqf":
            return {"data": base64.b64encode(xqf.dumps(game)).decode("ascii")}
        case "dhtmlxq":
            return {"text": dhtmlxq.dumps(game)}
    return {"text": pgn.dumps(game, notation)}
