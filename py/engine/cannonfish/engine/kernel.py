"""The typed adapter around a kernel: every call into a search program, and the packing of its data."""

from collections.abc import Iterable
from typing import Final, TypeAlias

from cannonfish.compiler import Execution, Program
from cannonfish.engine.info import Memory, Score
from cannonfish.engine.limits import ALGORITHMS
from cannonfish.games.game import Board, Game, Move
from cannonfish.kernel import PERSISTENT_TABLES

Line: TypeAlias = tuple[int, tuple[Move, ...]]
"""A score as the kernel counts, and the moves that lead to it."""

DEFAULT_ALGORITHM: Final = ALGORITHMS[0]


class Kernel:
    """An instance of a game's search program."""

    def __init__(self, game: Game, program: Program, execution: Execution) -> None:
        self.game = game
        self.execution = execution
        self._constants = program.constants
        self._algorithm = DEFAULT_ALGORITHM

    def use(self, algorithm: str) -> str:
        """Search with that algorithm from now on; return the function that does an iteration of it.

        What another one has learnt is forgotten: they do not mean the same by the value of a position.
        """
        if algorithm != self._algorithm:
            self._algorithm = algorithm
            self.forget()
        return "iterate" if algorithm == DEFAULT_ALGORITHM else f"iterate_{algorithm}"

    def forget(self) -> None:
        """Forget everything learnt: what follows depends on nothing that came before."""
        for array in (*PERSISTENT_TABLES, "search_state"):
            self.execution.zero(array)

    def prepare(self, board: Board, nodes: int, milliseconds: int) -> None:
        """Put up the board and begin a search with these limits (NO_LIMIT for none)."""
        self.game.load(self.execution, board)
        self.execution.call("begin", nodes, milliseconds)

    def halt(self) -> None:
        """End the search under way at its next look at the limits."""
        self.execution.write("search_state", self._constants["STOP"], 1)

    def bar(self, moves: Iterable[Move]) -> None:
        """Leave these moves out at the root."""
        numbers = [self.game.encode(move) for move in moves]
        self.execution.store("excluded_root_moves", 0, numbers)
        self.execution.write("search_state", self._constants["EXCLUDED_COUNT"], len(numbers))

    def best_line(self, board: Board) -> Line | None:
        """The best move so far with its score and the moves expected after it; None if there is none yet.

        The moves are legal as far as the search knows the rules; whoever plays the first one has to look.
        """
        best = self.execution.read("search_state", self._constants["BEST_MOVE"])
        if not best:
            return None
        length = self.execution.call("legal_pv_length", board.turn, 0)
        expected = self.execution.slice("pv", 0, length)
        numbers = expected if expected[:1] == [best] else [best]
        line = tuple(move for move in map(self.game.decode, numbers) if move is not None)
        return self.execution.read("search_state", self._constants["BEST_SCORE"]), line

    def recall(self, board: Board) -> Memory | None:
        """What the transposition table knows about a position; the board is that of the next search then."""
        self.game.load(self.execution, board)
        name = self._constants.__getitem__
        position = [self.execution.read("position", name(slot)) for slot in ("KEY2", "KEY")]
        at = self.execution.call("probe", position[0] ^ board.turn, position[1])
        if at < 0:
            return None
        _, about, worth = self.execution.slice("table", at, at + 3)
        move = self.game.decode(about & 65535)
        score = self.score((worth & 65535) - 32768)
        bound = about >> 24 & 3
        return Memory(
            move if move is not None and board.is_legal(move) else None,
            about >> 16 & 127,
            None if bound == name("BOUND_UPPER") else score,
            None if bound == name("BOUND_LOWER") else score,
        )

    def leaves(self, board: Board, depth: int) -> int:
        """The number of move sequences of that length from a position."""
        self.game.place(self.execution, board)
        return self.execution.call("perft", board.turn, depth, 0)

    def nodes(self) -> int:
        """Positions visited since the search began."""
        return self.execution.read("search_state", self._constants["NODES"])

    def seldepth(self) -> int:
        """The deepest ply reached since the search began."""
        return self.execution.read("search_state", self._constants["SELDEPTH"])

    def was_stopped(self, value: int) -> bool:
        """True if that is what an iteration answers that was cut short."""
        return value == self._constants["STOPPED"]

    def score(self, value: int) -> Score:
        """The kernel's score in words."""
        if abs(value) <= self._constants["MATE_BOUND"]:
            return Score(cp=value)
        moves = (self._constants["MATE"] - abs(value) + 1) // 2
        return Score(mate=moves if value > 0 else -moves)
