"""EPD, the form of test suites: the first fields of a FEN, and operations such as ``bm Nf3; id "1";``.

An operand is a text in quotes, a number, or moves: a line (``pv``), a list (``bm``, ``am``), or one move.
Two counters may stand before the operations, as in a FEN.  As in the puzzles of Fairy-Stockfish, commas may
stand between moves, and a text may lack its quotes: ``type mate;``.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from cannonfish.errors import InvalidFenError, InvalidMoveError, clip

LISTS: Final = ("bm", "am")
"""The opcodes with several moves to choose from."""
LINE: Final = "pv"
"""The opcode with moves that follow each other."""
_ONE_MOVE: Final = ("pm", "sm")
"""The opcodes with nothing but a move."""
_FIELDS: Final = 4
_OPERATION: Final = re.compile(
    r"""\s* (?P<opcode>[A-Za-z][A-Za-z0-9_]*) (?:\s+ (?P<operand>(?:"(?:\\.|[^"\\])*" | [^";])+?))?
        \s* (?:;|$)""",
    re.VERBOSE | re.DOTALL,
)
_NUMBER: Final = re.compile(r"[+-]?\d+(?:\.\d+)?", re.ASCII)


def fields(fen: str) -> str:
    """The fields of a FEN without its counters."""
    return " ".join(fen.split()[:_FIELDS])


def split(text: str, starting_fen: str) -> tuple[str, dict[str, str | None]]:
    """The FEN of an EPD, and the text of each operation by its opcode.

    InvalidFenError if what follows the position is no list of operations.
    """
    number = min(_FIELDS, len(starting_fen.split()))
    found = re.match(rf"\s*((?:[^\s;]+\s*){{1,{number}}}(?:\d+\s+\d+(?=\s|;|$))?)[\s;]*", text)
    fen, at = (found[1], found.end()) if found else (text, len(text))
    operations = dict(_operations(text, at))
    if "hmvc" in operations or "fmvn" in operations:
        fen = f"{fields(fen)} {operations.get('hmvc') or 0} {operations.get('fmvn') or 1}"
    return fen, operations


def _operations(text: str, at: int) -> Iterator[tuple[str, str | None]]:
    while at < len(text):
        found = _OPERATION.match(text, at)
        if found is None:
            raise InvalidFenError("operation", f"{clip(text[at:])!r} is no operation of an EPD", text)
        yield found["opcode"], found["operand"]
        at = found.end()


def value(opcode: str, operand: str | None, read_moves: Callable[[list[str], bool], list[Any]]) -> Any:
    """The value of an operand; ``read_moves`` reads texts of moves, with True if they follow each other."""
    if opcode in (*LISTS, LINE):
        return read_moves((operand or "").replace(",", " ").split(), opcode == LINE)
    if operand is None:
        return None
    if operand.startswith('"'):
        return re.sub(r"\\(.)", lambda found: _ESCAPES.get(found[1], found[1]), operand[1:-1])
    if _NUMBER.fullmatch(operand):
        return float(operand) if "." in operand else int(operand)
    try:
        return read_moves([operand], False)[0]
    except InvalidMoveError:
        if opcode in _ONE_MOVE:
            raise
        return operand


_ESCAPES: Final = {"n": "\n", "r": "\r", "t": "\t"}


def write(
    operations: Mapping[str, Any], write_moves: Callable[[list[Any], bool], list[str]]
) -> Iterator[str]:
    """Each operation as text; ``write_moves`` writes moves, with True if they follow each other."""
    for opcode, operand in operations.items():
        yield f"{opcode} {_operand(opcode, operand, write_moves)}".rstrip() + ";"


def _operand(opcode: str, operand: Any, write_moves: Callable[[list[Any], bool], list[str]]) -> str:
    if operand is None:
        return ""
    if isinstance(operand, int | float):
        return str(operand)
    if isinstance(operand, str):
        escaped = operand.replace("\\", "\\\\").replace('"', '\\"')
        for letter, sign in _ESCAPES.items():
            escaped = escaped.replace(sign, "\\" + letter)
        return f'"{escaped}"'
    moves = [*operand] if isinstance(operand, Iterable) else [operand]
    written = write_moves(moves, opcode == LINE)
    return " ".join(written if opcode == LINE else sorted(written))
