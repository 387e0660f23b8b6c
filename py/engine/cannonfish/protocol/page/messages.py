"""Messages between a page and its engine worker: plain data that survives JSON.

A request is ``{id, type, ...}`` and is answered once, by ``{id, ok: true, type, ...}`` or by
``{id, ok: false, error: {code, message, ...}}``.  ``info``, ``progress`` and ``state`` are events: they have
no ``ok``.  The one exception is the smallest request, ``{fen}``, answered by ``{bestmove}`` or ``{error}``.

``messages.json`` lists the fields of every message; ``web/engine/messages.js`` has them as types.  A field
is a name with a type; ``?`` after the name: it may be null or missing.  Fields that are not in the table are
ignored.  A type is the name of an entry in ``types``, or ``string``, ``integer``, ``number``, ``boolean``,
or an object with

    type      one of these four, or ``id`` (string or integer), ``array``, ``object``, ``tuple`` (an array
              with one item for each of the fields)
    min, max  of an integer; max "index" is the place of the array item that the integer belongs to.  max is
              also the most characters of a string and the most items of an array or tuple
    enum      the values allowed
    items     the type of every item of an array
    fields    of an object or a tuple
    values    the type of every field of an object, whatever its name
    default   replaces null, in Python
    unless    the field may be missing if this other field is given

Only the shape is checked here.  The rules decide whether a FEN is a position and a move is legal.
"""

import base64
import json
import math
import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final, TypeAlias, cast

from cannonfish.compiler import SOURCE_ERRORS
from cannonfish.engine.limits import Limits
from cannonfish.errors import GameError, Remark, clip
from cannonfish.games.catalogue import NAMES

Message: TypeAlias = dict[str, Any]
"""A message: dicts with string keys, lists, strings, numbers, booleans and None."""

RequestId: TypeAlias = str | int | None
"""The id that a reply repeats.  None for the smallest request and for a request without a readable id."""


TABLE: Final = cast(Message, json.loads(pkgutil.get_data(__name__, "messages.json") or b""))
TYPES: Final[Message] = TABLE["types"]

DEFAULT_GAME: Final = NAMES[0]
TYPES["game"]["default"] = DEFAULT_GAME

DEFAULT_MOVETIME: Final = 1000
"""Milliseconds for a ``go`` without any limit that ends it."""


class ErrorCode(StrEnum):
    """The codes of failures.  They are stable: pages translate them."""

    BAD_MESSAGE = "bad_message"
    """Not an object, or a field is missing or has a wrong value: see ``field`` and ``reason``."""
    UNKNOWN_TYPE = "unknown_type"
    UNKNOWN_GAME = "unknown_game"
    TOO_LARGE = "too_large"
    INVALID_FEN = "invalid_fen"
    INVALID_MOVE = "invalid_move"
    ILLEGAL_MOVE = "illegal_move"
    INVALID_RECORD = "invalid_record"
    """A text or file that is not a game record; ``line`` and ``column`` say where, if it has lines."""
    CANCELLED = "cancelled"
    """A newer ``go`` replaced this one."""
    NO_DATA = "no_data"
    """A data file of the site, ``text``, could not be fetched."""
    NOT_SOLVED = "not_solved"
    """The game has no solved table."""
    ENGINE_FAILED = "engine_failed"
    """The engine failed on this request; ``message`` says how.  Later requests are still answered.  With the
    ``reason`` ``source`` the fault is in a file of the kernel, at the place that ``message`` begins with."""


class RequestError(ValueError):
    """A request that cannot be read or answered.  ``id`` is the id of the request, if it has one."""

    def __init__(self, code: ErrorCode, message: str, **details: str | int) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.details = details
        self.id: RequestId = None


@dataclass(frozen=True, slots=True)
class Position:
    """The moves of a game from a FEN, or from the start position if that is None."""

    game: str = DEFAULT_GAME
    fen: str | None = None
    moves: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Request:
    """A request of the right shape.  ``fields`` has every field of its type: given, default or None."""

    id: RequestId
    type: str
    fields: Message

    @property
    def position(self) -> Position:
        """The position that the request is about."""
        return Position(self.fields["game"], self.fields["fen"], tuple(self.fields["moves"]))

    @property
    def limits(self) -> Limits:
        """The limits of a ``go``, with a ``movetime`` if nothing else ends the search."""
        given = {name: value for name, value in self.fields["limits"].items() if value is not None}
        limits = Limits(**{**given, "searchmoves": tuple(given.get("searchmoves", ()))})
        if limits.is_endless() and not limits.infinite:
            return replace(limits, movetime=DEFAULT_MOVETIME)
        return limits

    @property
    def content(self) -> str | bytes:
        """The text or the bytes of a ``read``.  RequestError if ``data`` is not base 64."""
        data = self.fields["data"]
        try:
            return self.fields["text"] if data is None else base64.b64decode(data, validate=True)
        except ValueError:
            raise _wrong("not_base64", "data", "is not base 64") from None


# --- requests ---------------------------------------------------------------------------------------------


def parse_request(message: object) -> Request:
    """Read a request; the smallest one is a ``go`` without id.  RequestError if the message is not one."""
    if not isinstance(message, dict):
        text = f"a message is an object, not {_kind(message)}"
        raise RequestError(ErrorCode.BAD_MESSAGE, text, reason="not_an_object")
    if is_smallest(message):
        smallest = read_fields(message, TABLE["smallest"]["request"])
        return Request(None, "go", read_fields(smallest, TABLE["requests"]["go"]))
    request_id: RequestId = None
    try:
        request_id = read_fields(message, {"id": "id"})["id"]
        name = read_fields(message, {"type": "word"})["type"]
        if name not in TABLE["requests"]:
            text = clip(name)
            raise RequestError(ErrorCode.UNKNOWN_TYPE, f"no request is of type {text!r}", text=text)
        return Request(request_id, name, read_fields(message, TABLE["requests"][name]))
    except RequestError as error:
        error.id = request_id
        raise


def is_smallest(message: object) -> bool:
    """True for the smallest request: an object with a FEN but neither type nor id."""
    return isinstance(message, dict) and "fen" in message and "type" not in message and "id" not in message


def read_fields(value: Message, fields: Message, prefix: str = "", index: int | None = None) -> Message:
    """The fields of an object, with None or the default for those that are not given.

    ``index`` is the place of the array item that they belong to.  RequestError for the first one that is
    missing or wrong.
    """
    result: Message = {}
    for key, kind in fields.items():
        name, rule = key.removesuffix("?"), _rule(kind)
        if value.get(name) is not None:
            result[name] = _read(value[name], rule, prefix + name, index)
        elif key != name or ("unless" in rule and value.get(rule["unless"]) is not None):
            result[name] = rule.get("default")
        else:
            raise _wrong("missing", prefix + name, "is missing")
    return result


def _read(value: Any, rule: Message, field: str, index: int | None = None) -> Any:
    """A value of that type."""
    kind, most = rule["type"], rule.get("max", math.inf)
    classes, noun = _CLASSES[kind]
    if type(value) not in classes:
        raise _wrong("wrong_type", field, f"is {noun}, not {_kind(value)}")
    if isinstance(value, str | list) and len(value) > most:
        raise _wrong("too_large", field, f"has a length of {len(value)}; {most} is the most")
    if value not in rule.get("enum", [value]):
        reason = "not_a_choice" if kind == "string" else "out_of_range"
        choices = ", ".join(map(str, rule["enum"]))
        raise _wrong(reason, field, f"is one of {choices}, not {clip(str(value))!r}")
    if kind == "integer":
        least, most = rule.get("min", -math.inf), index if most == "index" else most
        if not least <= value <= most:
            raise _wrong("out_of_range", field, f"is a number from {least} to {most}")
    elif kind == "array":
        items = _rule(rule["items"])
        return [_read(item, items, f"{field}[{at}]", at) for at, item in enumerate(value)]
    elif kind == "tuple":
        named = dict(zip((key.removesuffix("?") for key in rule["fields"]), value, strict=False))
        return tuple(read_fields(named, rule["fields"], f"{field}.", index).values())
    elif "fields" in rule:
        return read_fields(value, rule["fields"], f"{field}.")
    elif "values" in rule:
        values = _rule(rule["values"])
        return {name: _read(item, values, f"{field}.{clip(name)}") for name, item in value.items()}
    return value


def _rule(kind: str | Message) -> Message:
    """The entry of the table for a type."""
    return (TYPES.get(kind) or {"type": kind}) if isinstance(kind, str) else kind


_CLASSES: Final[Mapping[str, tuple[tuple[type, ...], str]]] = {
    "string": ((str,), "text"),
    "integer": ((int,), "a whole number"),
    "number": ((int, float), "a number"),
    "boolean": ((bool,), "true or false"),
    "id": ((str, int), "text or a whole number"),
    "array": ((list,), "a list"),
    "tuple": ((list,), "a list"),
    "object": ((dict,), "an object"),
}


def _kind(value: object) -> str:
    """The name of a value's type in JSON."""
    if value is None:
        return "null"
    names = (name for classes, name in _CLASSES.values() if type(value) in classes and classes != (int,))
    return next(names, "something else")


def _wrong(reason: str, field: str, what: str) -> RequestError:
    code = ErrorCode.TOO_LARGE if reason == "too_large" else ErrorCode.BAD_MESSAGE
    return RequestError(code, f"the field {field!r} {what}", field=field, reason=reason)


# --- replies ----------------------------------------------------------------------------------------------


def ok(request_id: RequestId, kind: str, **fields: object) -> Message:
    """A reply of that type."""
    return {"id": request_id, "ok": True, "type": kind, **fields}


def failure(request_id: RequestId, code: str, message: str, **details: str | int) -> Message:
    """A reply that says what went wrong: ``code`` for programs, ``message`` for people."""
    return {"id": request_id, "ok": False, "error": {"code": str(code), "message": message, **details}}


def fault(error: GameError) -> Message:
    """An error as plain data, as in ``failure``, for errors within a reply."""
    known = {"code": error.code, "message": error.message, "reason": error.reason, "text": error.text}
    return {**error.details, **known}


def remark_data(remark: Remark) -> Message:
    """A remark as plain data."""
    return {**remark.details, "code": remark.code, "message": remark.message}


def failure_of(request_id: RequestId, error: Exception) -> Message:
    """The reply for an error; any exception of another kind is a failure of the engine."""
    if isinstance(error, SOURCE_ERRORS):
        return failure(request_id, ErrorCode.ENGINE_FAILED, str(error)[:500], reason="source")
    if not isinstance(error, RequestError | GameError):
        text = f"{type(error).__name__}: {error}"[:500]
        return failure(request_id, ErrorCode.ENGINE_FAILED, text, reason="exception")
    details: Mapping[str, str | int] = error.details
    if isinstance(error, GameError):
        details = {**details, "reason": error.reason, "text": error.text}
    return failure(request_id, error.code, error.message, **details)
