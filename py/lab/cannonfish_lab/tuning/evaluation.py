"""The evaluation as a linear function of its weights, derived from the evaluation itself.

The kernel's files are ordinary Python.  Here they run with powers of 2 ** 8 as weights.  The sum of terms is
then the list of how often each weight is used, eight bits a weight.  So there is no second copy of the
evaluation that could differ from the first.

The nonlinear parts come after that sum and are measured from outside: the blend of middle game and ending
(``taper``), and the scaling of the result when hardly any winning material is left.
"""

import builtins
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Final, cast

import numpy as np
from cannonfish.compiler import Execution
from cannonfish.games.chess.fen import STARTING_FEN as CHESS_START
from cannonfish.games.chess.fen import parse_fen as parse_chess
from cannonfish.games.chess.rules import Rules as ChessRules
from cannonfish.games.xiangqi.fen import STARTING_FEN as XIANGQI_START
from cannonfish.games.xiangqi.fen import parse_fen as parse_xiangqi
from cannonfish.games.xiangqi.rules import Rules as XiangqiRules
from numpy.typing import NDArray

from cannonfish_lab.errors import LabError
from cannonfish_lab.players.kernels import INSTALLED
from cannonfish_lab.tuning.piece_values import PIECE_VALUES, PieceTable
from cannonfish_lab.tuning.weights_file import WeightsFile

PACKAGE: Final = "cannonfish.kernel."
DIGIT_BITS: Final = 8
MIDDLE_GAME_BITS: Final = 16
"""A packed score is (middle game << 16) + ending."""
PROBE: Final = 1024
"""A score large enough that a share of it can be measured in steps of a thousandth."""


def _place_xiangqi(execution: Execution, placement: str) -> None:
    XiangqiRules.set_position(execution, parse_xiangqi(f"{placement} w").position)


def _place_chess(execution: Execution, placement: str) -> None:
    """Without castling and en passant rights, which no evaluation looks at."""
    ChessRules.set_position(execution, parse_chess(f"{placement} w - -").position)


@dataclass(frozen=True, slots=True)
class Tunable:
    """A game whose evaluation has weights."""

    start: str
    """The placement of the start position."""
    place: Callable[[Execution, str], None]
    """Put the placement of a FEN on the kernel's board; GameError if it is invalid."""
    width: int
    """Squares per rank of its piece-square tables."""
    modules: tuple[str, ...]
    """The kernel files needed for the evaluation, for moves, and for setting up a position."""


TUNABLE: Final = {
    "xiangqi": Tunable(XIANGQI_START.split()[0], _place_xiangqi, 5, ("xiangqi.evaluation", "xiangqi.moves")),
    "chess": Tunable(
        CHESS_START.split()[0], _place_chess, 8, ("chess.evaluation", "chess.moves", "chess.play")
    ),
}


@dataclass(frozen=True, slots=True)
class Features:
    """The features of a position, from Red's view."""

    weights: NDArray[np.uint16]
    """The numbers of the weights that are used."""
    counts: NDArray[np.int8]
    """How often each is added for Red, minus for Black."""
    middle_game: float
    """The share of the middle game, from 0 to 1."""
    scale_red: float
    """The factor for a sum in Red's favour."""
    scale_black: float


class SymbolicEvaluation:
    """The evaluation of a kernel, run on symbols."""

    def __init__(self, folder: Path = INSTALLED, game: str = "xiangqi") -> None:
        if game not in TUNABLE:
            raise LabError(f"there are no weights of {game} to tune; of {', '.join(TUNABLE)} there are")
        self._folder = folder
        self._game = TUNABLE[game]
        self._weights = f"{game}.weights"
        self.width = self._game.width
        """Squares in a rank of a piece-square table."""
        self._modules: dict[str, ModuleType] = {}
        self.file = WeightsFile((folder / game / "weights.py").read_text(encoding="utf-8"))
        self._evaluation, *_ = [self._module(name) for name in self._game.modules]
        self._functions = {
            name: value
            for module in self._modules.values()
            for name, value in vars(module).items()
            if callable(value)
        }
        for needed in ("clear", "put", "evaluate", "taper"):
            if needed not in self._functions:
                raise LabError(f"the evaluation in {folder} has no function {needed}")
        self._taper: Callable[[int], int] = self._evaluation.taper
        digits = len(self.file.weights)
        half = 1 << DIGIT_BITS - 1
        # Added to a sum, it makes every digit positive, so that none borrows from the next.
        self._lift = sum(half << DIGIT_BITS * number for number in range(digits))
        self._half, self._bytes = half, digits * DIGIT_BITS // 8
        self._set_up(self._game.start)
        self.tempo = self._evaluated(lambda _: 0)
        """The value of the right to move."""

    def features(self, placement: str) -> Features:
        """The features of a position, given as the first field of a FEN.  GameError if it is invalid."""
        self._set_up(placement)
        sums: list[int] = []

        def in_favour_of_red(packed: int) -> int:
            sums.append(packed)
            return PROBE

        scale_red = (self._evaluated(in_favour_of_red) - self.tempo) / PROBE
        scale_black = (self.tempo - self._evaluated(lambda _: -PROBE)) / PROBE
        lifted = (sums[0] + self._lift).to_bytes(self._bytes, "little")
        counts = np.frombuffer(lifted, np.uint8).astype(np.int16) - self._half
        used = np.flatnonzero(counts)
        middle_game = self._taper(PROBE << MIDDLE_GAME_BITS) / PROBE
        return Features(
            used.astype(np.uint16), counts[used].astype(np.int8), middle_game, scale_red, scale_black
        )

    def piece_tables(self) -> list[PieceTable]:
        """The piece value and the piece-square table of every kind of piece but the king.

        The squares are those that the pieces of the start position reach on an empty board.
        """
        names = {name: value for module in self._modules.values() for name, value in vars(module).items()}
        board, square_of, kinds = names["board"], names["square_of"], names.get("KIND") or names["kind_of"]
        self._set_up(self._game.start)
        starts: dict[int, set[int]] = {}
        for square, piece in enumerate(board):
            if piece and piece < 32 and kinds[piece] != names["KING"]:
                starts.setdefault(kinds[piece], set()).add(square)
        tables = [name.partition("[")[0] for name in (weight.name for weight in self.file.weights)]
        found = []
        for kind, squares in sorted(starts.items()):
            weights: list[int] = []
            value = 0
            todo = sorted(squares)
            for square in todo:
                self.call("clear")
                piece = self.call("put", 0, kind, square)
                symbols = names["position"][names["SCORE"]]
                used = [at for at in range(len(tables)) if symbols >> DIGIT_BITS * at & 1]
                value = next(at for at in used if tables[at] == PIECE_VALUES)
                weights += [at for at in used if at != value]
                for move in names["moves"][: self.call("generate_quiets", 0, 0)]:
                    undo = self.call("make", move)
                    if square_of[piece] not in todo:
                        todo.append(square_of[piece])
                    self.call("unmake", move, undo)
            table = [at for at, name in enumerate(tables) if name == tables[weights[0]]]
            found.append(PieceTable(value, tuple(weights), tuple(table)))
        return found

    def _set_up(self, placement: str) -> None:
        self._game.place(cast(Execution, self), placement)

    def call(self, function: str, *arguments: int) -> int:
        """Call a function of the kernel.  ``place`` needs this and ``function`` of an execution."""
        return int(self._functions[function](*arguments) or 0)

    def function(self, name: str) -> Callable[..., int]:
        """A function of the kernel."""
        function: Callable[..., int] = self._functions[name]
        return function

    def _evaluated(self, taper: Callable[[int], int]) -> int:
        """The evaluation for Red, who is to move, with another function in place of ``taper``."""
        vars(self._evaluation)["taper"] = taper
        try:
            return self.call("evaluate", 0)
        finally:
            vars(self._evaluation)["taper"] = self._taper

    # --- the kernel's files, run as plain Python in private modules -----------------------------------------

    def _module(self, name: str) -> ModuleType:
        if name not in self._modules:
            path = self._folder / (name.replace(".", "/") + ".py")
            module = ModuleType(PACKAGE + name)
            vars(module)["__builtins__"] = {**vars(builtins), "__import__": self._import}
            if name == self._weights:
                code = self.file.symbols(DIGIT_BITS)
            else:
                code = compile(path.read_text(encoding="utf-8"), str(path), "exec")
            exec(code, vars(module))
            self._modules[name] = module
        return self._modules[name]

    def _import(
        self,
        name: str,
        namespace: Mapping[str, Any] | None = None,
        local: Mapping[str, Any] | None = None,
        names: tuple[str, ...] = (),
        level: int = 0,
    ) -> ModuleType:
        if name.startswith(PACKAGE):
            return self._module(name.removeprefix(PACKAGE))
        return builtins.__import__(name, namespace, local, names, level)
