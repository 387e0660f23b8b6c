"""The messages between a page and its engine worker: plain data that survives JSON.

A request is ``{id, type, ...}``; every request is answered once, by ``{id, ok: true, type, ...}`` or by
``{id, ok: false, error: {code, message, ...}}``.  ``{type: "info", ...}`` and ``{type: "state", ...}`` come
unasked.  The one exception is the smallest case, ``{fen}``, answered by ``{bestmove}``.  The twin of this
file is ``web/engine/messages.js``; the samples in ``tests/data/messages`` hold both to the same shapes.

Reading a request checks its shape only: whether a FEN is a position and a move legal, the rules say.
"""

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final, TypeAlias

from cannonfish.engine.limits import ALGORITHMS, LEVELS, LEVELS_IN_WORDS, MAX_DEPTH, Limits
from cannonfish.errors import GameError, clip

Message: TypeAlias = dict[str, Any]
"""A message on its way: only dicts with text keys, lists, text, numbers, booleans and None."""

RequestId: TypeAlias = str | int | None
"""What a reply repeats so that the asker knows it.  None when the request had none that could be read."""

DEFAULT_GAME: Final = "xiangqi"

MAX_FEN: Final = 20_000
"""Characters of a FEN, which may carry moves.  Text beyond this and the next two is ``too_large``."""
MAX_MOVES: Final = 10_000
MAX_WORD: Final = 64
"""Characters of anything else that is text: an id, a game, a move, a type."""
MAX_RECORD: Final = 32 * 1024 * 1024
"""Characters of a text to read games from, or of a file in base 64: some ten thousand games."""
MAX_NOTES: Final = 1024 * 1024
"""Characters of all headers and comments of a game to write."""
MAX_NAG: Final = 255

MAX_NODES: Final = 2_000_000_000
MAX_MOVETIME: Final = 86_400_000
"""A day, in milliseconds."""
MAX_SEED: Final = 2**31 - 1

DEFAULT_LIMITS: Final = Limits(movetime=1000)
"""For a ``go`` that names no limit, and for the smallest case: an answer within about a second."""


class ErrorCode(StrEnum):
    """Every way for a request to fail.  Codes are stable: pages translate them."""

    BAD_MESSAGE = "bad_message"
    """Not an object, or a field is missing or no value for it: ``field`` and ``reason`` say which and why."""
    UNKNOWN_TYPE = "unknown_type"
    UNKNOWN_GAME = "unknown_game"
    TOO_LARGE = "too_large"
    INVALID_FEN = "invalid_fen"
    INVALID_MOVE = "invalid_move"
    ILLEGAL_MOVE = "illegal_move"
    INVALID_RECORD = "invalid_record"
    """Text or a file that is no game: ``line`` and ``column`` say where, where there are lines."""
    CANCELLED = "cancelled"
    """A newer ``go`` took this one's place."""
    NOT_SOLVED = "not_solved"
    """Nobody knows what every move of this game is worth."""
    ENGINE_FAILED = "engine_failed"
    """The engine broke down over this request; ``message`` says how.  It goes on with the next one."""


class RequestError(ValueError):
    """A request that cannot be read.  ``id`` is the request's own where it has one."""

    def __init__(self, code: ErrorCode, message: str, **details: str | int) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.details = details
        self.id: RequestId = None


@dataclass(frozen=True, slots=True)
class Position:
    """A game as far as it has been played: moves from a FEN, or from the game's start where that is None."""

    game: str = DEFAULT_GAME
    fen: str | None = None
    moves: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ViewRequest:
    """Everything a page needs to know about a position."""

    id: RequestId
    position: Position


@dataclass(frozen=True, slots=True)
class PlayRequest:
    """The view after one more move; ``illegal_move`` if it cannot be played."""

    id: RequestId
    position: Position
    move: str


@dataclass(frozen=True, slots=True)
class GoRequest:
    """Search, tell ``info`` on the way, and answer with the best move.  The newest one wins."""

    id: RequestId
    position: Position
    limits: Limits = field(default=DEFAULT_LIMITS)


@dataclass(frozen=True, slots=True)
class SolveRequest:
    """What every legal move is worth, in a game that is solved."""

    id: RequestId
    position: Position


@dataclass(frozen=True, slots=True)
class StopRequest:
    """End the search of that ``work`` (the id of its ``go``), or whatever search there is."""

    id: RequestId
    work: RequestId = None


@dataclass(frozen=True, slots=True)
class ConfigureRequest:
    """Choose how the kernel runs, from the next search on: auto, interpreted or compiled."""

    id: RequestId
    execution: str


@dataclass(frozen=True, slots=True)
class JudgeRequest:
    """What the laws say about a game as it stands: its end, a warning, and the reasons."""

    id: RequestId
    position: Position


@dataclass(frozen=True, slots=True)
class NotateRequest:
    """The moves of the position, from the ``first`` (0) on, in every notation of the game."""

    id: RequestId
    position: Position
    first: int = 0


@dataclass(frozen=True, slots=True)
class ParseRequest:
    """What a typed text means as a move here: one move, or several to choose from."""

    id: RequestId
    position: Position
    text: str


@dataclass(frozen=True, slots=True)
class ReadRequest:
    """Find the games of a text or file; read the one that is picked, or the only one."""

    id: RequestId
    content: str | bytes
    game: str = DEFAULT_GAME
    pick: int | None = None


@dataclass(frozen=True, slots=True)
class WriteRequest:
    """A game as text.  ``record`` is as ``read`` gives it: see ``cannonfish.protocol.records``."""

    id: RequestId
    record: Message
    format: str
    notation: str | None = None


@dataclass(frozen=True, slots=True)
class BestMoveRequest:
    """The smallest case, ``{fen}``: answered by ``{bestmove}`` alone, or by ``{error}``."""

    fen: str
    id: RequestId = None


Request: TypeAlias = (
    ViewRequest
    | PlayRequest
    | GoRequest
    | SolveRequest
    | StopRequest
    | ConfigureRequest
    | JudgeRequest
    | NotateRequest
    | ParseRequest
    | ReadRequest
    | WriteRequest
    | BestMoveRequest
)

EXECUTIONS: Final = ("auto", "interpreted", "compiled")
FORMATS: Final = ("pgn", "dhtmlxq")
NOTATIONS: Final = ("chinese", "traditional", "wxf", "iccs")
"""Those in which a PGN can be written."""


# --- requests ---------------------------------------------------------------------------------------------


def parse_request(message: object) -> Request:
    """The request that a message is.  Fields that no request has are ignored; RequestError names the rest."""
    if not isinstance(message, dict):
        raise RequestError(
            ErrorCode.BAD_MESSAGE, f"a message is an object, not {_kind(message)}", reason="not_an_object"
        )
    if is_smallest(message):
        return BestMoveRequest(_text(message, "fen", MAX_FEN))
    request_id: RequestId = None
    try:
        request_id = _id(message, "id")
        return _parse_typed(request_id, message)
    except RequestError as error:
        error.id = request_id
        raise


def is_smallest(message: object) -> bool:
    """True for the smallest case, which is answered in its own short form: an object with a FEN alone."""
    return isinstance(message, dict) and "fen" in message and "type" not in message and "id" not in message


def _parse_typed(request_id: RequestId, message: Message) -> Request:
    match _text(message, "type"):
        case "view":
            return ViewRequest(request_id, _position(message))
        case "play":
            return PlayRequest(request_id, _position(message), _text(message, "move"))
        case "go":
            return GoRequest(request_id, _position(message), _limits(message))
        case "solve":
            return SolveRequest(request_id, _position(message))
        case "stop":
            return StopRequest(request_id, _id(message, "work") if _given(message, "work") else None)
        case "configure":
            return ConfigureRequest(request_id, _choice(message, "execution", EXECUTIONS))
        case "judge":
            return JudgeRequest(request_id, _position(message))
        case "notate":
            first = _count(message, "first", MAX_MOVES, least=0) or 0
            return NotateRequest(request_id, _position(message), first)
        case "parse":
            return ParseRequest(request_id, _position(message), _text(message, "text"))
        case "read":
            pick = _count(message, "pick", MAX_RECORD, least=0)
            return ReadRequest(request_id, _content(message), _game(message), pick)
        case "write":
            notation = _choice(message, "notation", NOTATIONS) if _given(message, "notation") else None
            return WriteRequest(request_id, _record(message), _choice(message, "format", FORMATS), notation)
        case unknown:
            raise RequestError(
                ErrorCode.UNKNOWN_TYPE, f"no request is of type {clip(unknown)!r}", text=clip(unknown)
            )


def _position(message: Message) -> Position:
    game = _game(message)
    fen = _text(message, "fen", MAX_FEN) if _given(message, "fen") else None
    moves = message["moves"] if _given(message, "moves") else []
    if not isinstance(moves, list):
        raise _wrong_type("moves", "a list of moves", moves)
    if len(moves) > MAX_MOVES:
        raise _too_large("moves", len(moves), MAX_MOVES)
    return Position(game, fen, tuple(_word(move, f"moves[{at}]") for at, move in enumerate(moves)))


def _game(message: Message) -> str:
    return _text(message, "game") if _given(message, "game") else DEFAULT_GAME


def _content(message: Message) -> str | bytes:
    """The text, or the bytes that ``data`` holds in base 64."""
    if not _given(message, "data"):
        return _text(message, "text", MAX_RECORD)
    data = _text(message, "data", MAX_RECORD)
    try:
        return base64.b64decode(data, validate=True)
    except ValueError:
        raise RequestError(
            ErrorCode.BAD_MESSAGE, "the field 'data' is no base 64", field="data", reason="not_base64"
        ) from None


def _record(message: Message) -> Message:
    """A game to write, with everything in its place that can be left out."""
    record = message.get("record")
    if not isinstance(record, dict):
        raise _wrong_type("record", "an object", record)
    headers = record["headers"] if _given(record, "headers") else {}
    if not isinstance(headers, dict) or not all(isinstance(value, str) for value in headers.values()):
        raise _wrong_type("record.headers", "an object of texts", headers)
    moves = record["moves"] if _given(record, "moves") else []
    if not isinstance(moves, list):
        raise _wrong_type("record.moves", "a list of moves", moves)
    if len(moves) > MAX_MOVES:
        raise _too_large("record.moves", len(moves), MAX_MOVES)
    comment = _word(record["comment"], "record.comment", MAX_NOTES) if _given(record, "comment") else ""
    read = [_recorded_move(move, number) for number, move in enumerate(moves, 1)]
    texts = [comment, *headers, *headers.values()]
    texts += [notes.get(name, "") for _, _, notes in read for name in ("comment", "before")]
    if (size := sum(map(len, texts))) > MAX_NOTES:
        raise _too_large("record", size, MAX_NOTES)
    fen = _word(record["fen"], "record.fen", MAX_FEN) if _given(record, "fen") else None
    return {"game": _game(record), "fen": fen, "headers": headers, "comment": comment, "moves": read}


def _recorded_move(move: object, number: int) -> tuple[int, str, Message]:
    """The position it is played in, an earlier one; the move; its comments and glyphs."""
    name = f"record.moves[{number - 1}]"
    if not isinstance(move, list) or not 2 <= len(move) <= 3:
        raise _wrong_type(name, "a list of a number, a move and perhaps notes", move)
    parent = move[0]
    if not isinstance(parent, int) or isinstance(parent, bool) or not 0 <= parent < number:
        raise _wrong_type(name, "played in an earlier position", parent)
    notes = move[2] if len(move) == 3 and move[2] is not None else {}
    if not isinstance(notes, dict):
        raise _wrong_type(name, "followed by notes", notes)
    nags = notes.get("nags", [])
    if not isinstance(nags, list) or not all(type(nag) is int and 0 <= nag <= MAX_NAG for nag in nags):
        raise _wrong_type(name, "followed by the numbers of glyphs", nags)
    for each in ("comment", "before"):
        _word(notes.get(each, ""), f"{name}.{each}", MAX_NOTES)
    return parent, _word(move[1], name), notes


def _limits(message: Message) -> Limits:
    limits = message["limits"] if _given(message, "limits") else {}
    if not isinstance(limits, dict):
        raise _wrong_type("limits", "an object", limits)
    infinite, book = _flag(limits, "limits.infinite"), _flag(limits, "limits.book")
    seed = _count(limits, "limits.seed", MAX_SEED) or 0
    algorithm = (
        _choice(limits, "limits.algorithm", ALGORITHMS) if _given(limits, "algorithm") else ALGORITHMS[0]
    )
    chosen = Limits(
        seed=seed,
        depth=_count(limits, "limits.depth", MAX_DEPTH),
        nodes=_count(limits, "limits.nodes", MAX_NODES),
        movetime=_count(limits, "limits.movetime", MAX_MOVETIME),
        level=_level(limits, "limits.level"),
        infinite=infinite,
        book=book,
        algorithm=algorithm,
    )
    how: dict[str, Any] = {"seed": seed, "book": book, "algorithm": algorithm}
    return replace(DEFAULT_LIMITS, **how) if chosen == Limits(**how) else chosen


def _given(message: Message, name: str) -> bool:
    """An optional field that is null counts as left out."""
    return message.get(name) is not None


def _text(message: Message, name: str, longest: int = MAX_WORD) -> str:
    last = name.rpartition(".")[2]
    if not _given(message, last):
        raise RequestError(
            ErrorCode.BAD_MESSAGE, f"the field {name!r} is missing", field=name, reason="missing"
        )
    return _word(message[last], name, longest)


def _word(value: object, name: str, longest: int = MAX_WORD) -> str:
    if not isinstance(value, str):
        raise _wrong_type(name, "text", value)
    if len(value) > longest:
        raise _too_large(name, len(value), longest)
    return value


def _id(message: Message, name: str) -> str | int:
    if not _given(message, name):
        raise RequestError(
            ErrorCode.BAD_MESSAGE, f"the field {name!r} is missing", field=name, reason="missing"
        )
    value = message[name]
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if not isinstance(value, str):
        raise _wrong_type(name, "text or a whole number", value)
    return _word(value, name)


def _choice(message: Message, name: str, allowed: Sequence[str]) -> str:
    value = _text(message, name)
    if value not in allowed:
        raise RequestError(
            ErrorCode.BAD_MESSAGE,
            f"the field {name!r} is one of {', '.join(allowed)}, not {clip(value)!r}",
            field=name,
            reason="not_a_choice",
        )
    return value


def _flag(message: Message, name: str) -> bool:
    value = message.get(name.rpartition(".")[2])
    if value is not None and not isinstance(value, bool):
        raise _wrong_type(name, "true or false", value)
    return bool(value)


def _count(message: Message, name: str, most: int, least: int = 1) -> int | None:
    value = _whole_number(message, name)
    if value is not None and not least <= value <= most:
        raise _out_of_range(name, f"from {least} to {most}")
    return value


def _level(message: Message, name: str) -> int | None:
    """A level that some game has: zero is none."""
    value = _whole_number(message, name)
    if value is not None and value not in LEVELS:
        raise _out_of_range(name, LEVELS_IN_WORDS)
    return value


def _whole_number(message: Message, name: str) -> int | None:
    value = message.get(name.rpartition(".")[2])
    if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
        raise _wrong_type(name, "a whole number", value)
    return value


def _out_of_range(name: str, allowed: str) -> RequestError:
    return RequestError(
        ErrorCode.BAD_MESSAGE,
        f"the field {name!r} is a number {allowed}",
        field=name,
        reason="out_of_range",
    )


def _wrong_type(name: str, expected: str, value: object) -> RequestError:
    return RequestError(
        ErrorCode.BAD_MESSAGE,
        f"the field {name!r} is {expected}, not {_kind(value)}",
        field=name,
        reason="wrong_type",
    )


def _too_large(name: str, size: int, most: int) -> RequestError:
    return RequestError(
        ErrorCode.TOO_LARGE,
        f"the field {name!r} has a length of {size}; {most} is the most",
        field=name,
        reason="too_large",
    )


def _kind(value: object) -> str:
    """What a value is called in JSON."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return "text"
    return "a list" if isinstance(value, list) else "an object"


# --- replies ----------------------------------------------------------------------------------------------


def ok(request_id: RequestId, kind: str, **fields: object) -> Message:
    """A reply of that type."""
    return {"id": request_id, "ok": True, "type": kind, **fields}


def failure(request_id: RequestId, code: str, message: str, **details: str | int) -> Message:
    """A reply that says what went wrong: ``code`` to programs, ``message`` to people."""
    return {"id": request_id, "ok": False, "error": {"code": code, "message": message, **details}}


def failure_of(request_id: RequestId, error: RequestError | GameError) -> Message:
    """The failure that an error of this package means."""
    if isinstance(error, GameError):
        known: Mapping[str, str | int] = {"reason": error.reason, "text": error.text}
        return failure(request_id, error.code, error.message, **{**error.details, **known})
    return failure(request_id, error.code, error.message, **error.details)
