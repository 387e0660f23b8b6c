"""The file of a game's weights, ``weights.py`` in its kernel, as data: read from the source, written back
into it.

Every weight is a call ``_s(middle_game, ending)`` in the value of a module-level name, which is a list of
such calls or one of them alone.  Only the numbers are ever changed: layout, comments and order stay as they
are.
"""

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass
from types import CodeType
from typing import Final

from cannonfish_lab.errors import LabError

PAIR: Final = "_s"
_CALL: Final = re.compile(rb"_s\((?P<middle_game>\s*-?\d+),(?P<ending>\s*-?\d+)\)")


@dataclass(frozen=True, slots=True)
class Weight:
    """A pair of numbers in the file."""

    name: str
    """``PAWN_PAIR``, or ``ROOK_MOBILITY[3]``."""
    middle_game: int
    ending: int
    start: int
    """Where the call stands in the bytes of the source."""
    stop: int


class WeightsFile:
    """A file of weights.  LabError if it is not laid out as said above."""

    def __init__(self, source: str, name: str = "weights.py") -> None:
        self.source = source
        self.name = name
        self._tree = ast.parse(source, name)
        self._lines = [0]
        for line in source.encode().splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))
        self.weights: list[Weight] = []
        """In the order of the source."""
        self.numbers: dict[str, int] = {}
        """The weights that are plain numbers, by name."""
        for node in self._tree.body:
            match node:
                case ast.AnnAssign(target=ast.Name(id=weight_name), value=ast.expr() as value):
                    self._read(weight_name, value)
                case ast.Assign(targets=[ast.Name(id=weight_name)], value=value):
                    self._read(weight_name, value)
        if not self.weights:
            raise LabError(f"{name} holds no weights")

    def _read(self, name: str, value: ast.expr) -> None:
        match value:
            case ast.List(elts=elements):
                for number, element in enumerate(elements):
                    self._read_pair(f"{name}[{number}]", element)
            case ast.Constant(value=int(number)):
                self.numbers[name] = number
            case _:
                self._read_pair(name, value)

    def _read_pair(self, name: str, value: ast.expr) -> None:
        start = self._lines[value.lineno - 1] + value.col_offset
        stop = self._lines[(value.end_lineno or value.lineno) - 1] + (value.end_col_offset or 0)
        call = _CALL.fullmatch(self.source.encode()[start:stop])
        if call is None:
            raise LabError(f"{self.name}:{value.lineno}: {name} is not {PAIR}(number, number)")
        self.weights.append(Weight(name, int(call["middle_game"]), int(call["ending"]), start, stop))

    def symbols(self, digit_bits: int) -> CodeType:
        """The file as code in which weight number i is ``1 << digit_bits * i``.

        A sum of weights then tells, digit by digit, how often each of them was added.
        """
        numbers = {weight.start: number for number, weight in enumerate(self.weights)}
        lines = self._lines

        class Symbolic(ast.NodeTransformer):
            def visit_Call(self, node: ast.Call) -> ast.expr:
                number = numbers.get(lines[node.lineno - 1] + node.col_offset)
                if number is None:
                    return node
                return ast.copy_location(ast.Constant(1 << digit_bits * number), node)

        tree = Symbolic().visit(ast.parse(self.source, self.name))
        return compile(ast.fix_missing_locations(tree), self.name, "exec")

    def rewritten(
        self,
        pairs: Sequence[tuple[int, int]],
        numbers: dict[str, int] | None = None,
        provenance: str | None = None,
    ) -> str:
        """The source with other numbers, in the order of ``weights``, and another paragraph of provenance."""
        source = self.source.encode()
        widths = self._widths(source, pairs)
        parts, at = [], 0
        for weight, pair, width in zip(self.weights, pairs, widths, strict=True):
            parts += [source[at : weight.start], _written(pair, width)]
            at = weight.stop
        text = b"".join([*parts, source[at:]]).decode()
        for name, value in (numbers or {}).items():
            text, count = re.subn(rf"(?m)^({re.escape(name)}(?:: int)? = )-?\d+", rf"\g<1>{value}", text)
            if count != 1:
                raise LabError(f"{self.name} has no number {name}")
        return text if provenance is None else _with_provenance(text, provenance, self.name)

    def _widths(self, source: bytes, pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """The widths of the two numbers of each weight, so that aligned columns stay aligned."""
        columns: dict[str, tuple[int, int]] = {}
        for weight, pair in zip(self.weights, pairs, strict=True):
            call = _CALL.fullmatch(source[weight.start : weight.stop])
            assert call is not None
            name = weight.name.partition("[")[0]
            is_padded = call["middle_game"][:1].isspace()
            if is_padded or name in columns:
                width = columns.get(name, (0, 0))
                columns[name] = (
                    max(width[0], len(call["middle_game"]), len(str(pair[0]))),
                    max(width[1], len(call["ending"]), len(str(pair[1])) + 1),
                )
        names = [weight.name.partition("[")[0] for weight in self.weights]
        return [columns.get(name, (0, 0)) for name in names]


def _written(pair: tuple[int, int], width: tuple[int, int]) -> bytes:
    middle_game, ending = str(pair[0]).rjust(width[0]), f" {pair[1]}".rjust(width[1])
    return f"{PAIR}({middle_game},{ending})".encode()


def _with_provenance(text: str, provenance: str, name: str) -> str:
    paragraph = re.compile(r"(?ms)^Provenance: .*?(?=\n\n|\"\"\")")
    if not paragraph.search(text):
        raise LabError(f"{name} has no paragraph that begins with 'Provenance:'")
    return paragraph.sub(lambda _: f"Provenance: {provenance}", text, count=1)
