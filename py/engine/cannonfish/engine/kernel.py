"""The typed adapter around a search program: all calls into a kernel's search, and its data."""

from collections.abc import Iterable
from typing import Final, TypeAlias

from cannonfish.compiler import Execution, Program
from cannonfish.engine.helpers import Helpers
from cannonfish.engine.info import Score, TableEntry
from cannonfish.engine.limits import ALGORITHMS
from cannonfish.games.game import Board, Game, Move
from cannonfish.kernel import PERSISTENT_TABLES

Line: TypeAlias = tuple[int, tuple[Move, ...]]
"""A score in the kernel's units, and the principal variation."""

DEFAULT_ALGORITHM: Final = ALGORITHMS[0]


class Kernel:
    """An instance of a game's search program."""

    persistent_tables: tuple[str, ...] = PERSISTENT_TABLES

    def __init__(self, game: Game, program: Program, execution: Execution, helpers: int = 0) -> None:
        self.helpers = Helpers(game, program, execution, helpers) if helpers else None
        self.game = game
        self.execution = execution
        self._constants = program.constants
        self._algorithm = DEFAULT_ALGORITHM
        self._helpers_nodes = 0

    def set_algorithm(self, algorithm: str) -> None:
        """Search with this algorithm from now on.

        A change clears the tables: scores of different algorithms are not comparable.
        """
        if algorithm != self._algorithm:
            self._algorithm = algorithm
            self.clear()

    def clear(self) -> None:
        """Empty the transposition table and the histories."""
        if self.helpers:
            self.helpers.rest()
            self.helpers.clear([name for name in self.persistent_tables if name != "table"])
        for array in (*self.persistent_tables, "search_state"):
            self.execution.zero(array)

    def limit_table(self, bits: int) -> None:
        """Use at most ``64 << bits`` bytes of the transposition table from now on."""
        if "table_mask" in self.execution.program.arrays:  # not in older or edited kernels
            mask = (1 << min(bits, self._constants["TT_BITS"])) - 1
            self.execution.write("table_mask", 0, mask)

    def start_search(
        self,
        board: Board,
        nodes: int = 0,
        milliseconds: int = 0,
        helped: bool = False,
        asks_endings: bool = False,
        without: Iterable[Move] = (),
    ) -> None:
        """Set the root position and start a search with these limits (0: none).

        If it is ``helped``, helper threads search, too, but not the moves ``without``.  If it
        ``asks_endings``, the host's ``ask`` is called.
        """
        self._helpers_nodes = 0
        if self.helpers:
            self.helpers.announce()
        self.game.set_search_root(self.execution, board)
        self.execution.call("begin", nodes, milliseconds)
        if asks_endings:
            self.execution.write("search_state", self._constants["ASKS_ENDINGS"], 1)
        if self.helpers and helped:
            self.helpers.start(board, self._state("AGE"), without)

    def end_search(self) -> None:
        """Let the helper threads rest."""
        if self.helpers:
            self.helpers.stop()

    def close(self) -> None:
        """End the helper threads, and release the memory."""
        if self.helpers:
            self.helpers.close()
        self.execution.close()

    def abandon(self) -> None:
        """End all threads; the program may be inside a call, so that its memory cannot be released yet."""
        self.stop()
        if self.helpers:
            self.helpers.close()

    def iterate(self, depth: int) -> int | None:
        """Search to a depth in plies; return the score, or None if the search was stopped."""
        return self._finished(self.execution.call(self._iteration, depth))

    async def iterate_async(self, depth: int) -> int | None:
        """Do the same; the event loop runs meanwhile where the platform allows it."""
        return self._finished(await self.execution.call_async(self._iteration, depth))

    @property
    def _iteration(self) -> str:
        return "iterate" if self._algorithm == DEFAULT_ALGORITHM else f"iterate_{self._algorithm}"

    def _finished(self, score: int) -> int | None:
        if self.helpers:
            self._helpers_nodes = self.helpers.nodes
        return None if score == self._constants["STOPPED"] else score

    def stop(self) -> None:
        """End the current search the next time it checks its limits."""
        self.execution.write("search_state", self._constants["STOP"], 1)
        self.end_search()

    @property
    def stopped(self) -> bool:
        """Whether the search of all threads has been ended."""
        return self.helpers is not None and self.helpers.stopped

    def exclude_root_moves(self, moves: Iterable[Move]) -> None:
        """Leave these moves out at the root."""
        numbers = [self.game.encode(move) for move in moves]
        self.execution.store("excluded_root_moves", 0, numbers)
        self.execution.write("search_state", self._constants["EXCLUDED_COUNT"], len(numbers))

    def best_line(self, board: Board) -> Line | None:
        """The best move so far with its score and the expected continuation; None if there is none yet.

        The moves are legal by the rules that the search knows; the caller checks the first one.
        """
        best = self._state("BEST_MOVE")
        if not best:
            return None
        length = self.execution.call("legal_pv_length", board.turn, 0)
        pv = self.execution.slice("pv", 0, length)
        numbers = pv if pv[:1] == [best] else [best]
        line = tuple(move for move in map(self.game.decode, numbers) if move is not None)
        return self._state("BEST_SCORE"), line

    def probe(self, board: Board) -> TableEntry | None:
        """The transposition table's entry for a position; the board becomes the root position."""
        self.game.set_search_root(self.execution, board)
        key, key2 = (self.execution.read("position", self._constants[name]) for name in ("KEY", "KEY2"))
        call = self.execution.call
        if not call("probe", key2 ^ board.turn, key):
            return None
        move = self.game.decode(call("entry_move"))
        score = self.score(call("entry_score", 0))
        bound = call("entry_bound")
        return TableEntry(
            move if move is not None and board.is_legal(move) else None,
            call("entry_depth"),
            None if bound == self._constants["BOUND_UPPER"] else score,
            None if bound == self._constants["BOUND_LOWER"] else score,
        )

    def evaluate(self, board: Board) -> Score:
        """The static evaluation of a position for the side to move."""
        self.game.set_position(self.execution, board)
        return Score(cp=self.execution.call("evaluate", board.turn))

    def perft(self, board: Board, depth: int) -> int | None:
        """The number of move sequences of this length from a position; None if the host's poll() ended it."""
        self.game.set_position(self.execution, board)
        count = self.execution.call("perft", board.turn, depth, 0)
        return None if count == self._constants["STOPPED_COUNT"] else count

    @property
    def nodes(self) -> int:
        """Nodes searched since the start of the search; those of helper threads up to the last iteration."""
        return self._state("NODES") + self._helpers_nodes

    @property
    def ending_hits(self) -> int:
        """Positions since the start of the search whose value the host's endings have given."""
        return self._state("ENDING_HITS")

    @property
    def asked_side(self) -> int:
        """The side to move in the position that is looked up in the host's endings."""
        return self._state("ENDING_SIDE")

    @property
    def seldepth(self) -> int:
        """Greatest ply reached since the start of the search."""
        return self._state("SELDEPTH")

    def _state(self, slot: str) -> int:
        return self.execution.read("search_state", self._constants[slot])

    def score(self, value: int) -> Score:
        """A score from the kernel's units.

        Beyond MATE_BOUND the game ends in MATE - abs(value) plies; between WIN_BOUND and MATE_BOUND a rule
        decides it in PERPETUAL - abs(value) plies.
        """
        if abs(value) > self._constants["MATE_BOUND"]:
            return Score(mate=_in_moves(value, self._constants["MATE"]))
        if abs(value) > self._constants["WIN_BOUND"]:
            return Score(rule=_in_moves(value, self._constants["PERPETUAL"]))
        return Score(cp=value)


def _in_moves(value: int, end: int) -> int:
    """Moves of the winner until the end of the game, negative for a loss."""
    moves = (end - abs(value) + 1) // 2
    return moves if value > 0 else -moves
