"""Helper threads: they search the main thread's root and share its table (Lazy SMP).

A helper is an instance of the program in another thread.  It gets a list of calls to make, so it needs no
Python.  One number in shared memory, the number of the current search, stops them all at once.
"""

import time
from collections.abc import Iterable, Sequence
from functools import partial
from queue import SimpleQueue
from typing import Final

from cannonfish.compiler import Execution, Program
from cannonfish.compiler.execution import Call, Recording, Thread
from cannonfish.games.game import Board, Game, Move

NO_SEARCH: Final = 0
LAST_NUMBER: Final = 1 << 30
PATIENCE: Final = 2.0
"""Seconds within which a helper has to stop.  It looks every few milliseconds, if it gets a core."""
SILENCE: Final = 5.0
"""Seconds within which a searching helper has to count nodes.  A browser may end a worker silently."""


class Helpers:
    """The helper threads of a compiled execution."""

    def __init__(self, game: Game, program: Program, execution: Execution, count: int) -> None:
        self._game = game
        self._program = program
        self._execution = execution
        self._constants = program.constants
        self._faults: SimpleQueue[tuple[int, str]] = SimpleQueue()
        self._number = NO_SEARCH
        self._threads: dict[int, Thread] = {}
        self._heard: dict[int, tuple[int, float]] = {}
        """The node count of each searching helper, and the time when it last changed."""
        execution.write("thread", self._constants["SHARES_TABLE"], 1)
        execution.prepare_shared_write("current_search")
        for number in range(1, count + 1):
            on_fault = partial(_note_fault, self._faults, number)
            try:
                self._threads[number] = execution.start_thread(on_fault)
            # Not only ExecutionUnavailable: whatever fails here, the other threads can search.
            except Exception as error:
                on_fault(str(error) or type(error).__name__)
                break

    @property
    def count(self) -> int:
        """How many helpers are alive."""
        return len(self._threads)

    def lost(self) -> list[str]:
        """Why helpers have died since the last call."""
        self._find_silent()
        reasons = []
        while not self._faults.empty():
            number, reason = self._faults.get()
            self._heard.pop(number, None)
            dead = self._threads.pop(number, None)
            if dead is not None:
                dead.close()
            reasons.append(reason)
        return reasons

    def _find_silent(self) -> None:
        """Give up helpers that neither count nodes nor have finished the current search."""
        now = time.monotonic()
        for number, (nodes, since) in self._heard.items():
            counted = self._word(number, "VISITED")
            if counted != nodes:
                self._heard[number] = counted, now
            elif now - since > SILENCE and (self._word(number, "BUSY") or not counted):
                _note_fault(self._faults, number, "it does not search")

    def announce(self) -> None:
        """Begin a search: no helper works on an older one any more."""
        self._heard.clear()
        self._number = self._number % LAST_NUMBER + 1
        self._signal(self._number)
        self._execution.write("thread", self._constants["SEARCH_NUMBER"], self._number)
        self._execution.write("thread", self._constants["HAS_HELPERS"], 0)
        self._execution.write("current_search", self._constants["CURRENT_DEPTH"], 0)
        self._execution.write("finished_iteration", self._constants["FINISHED_DEPTH"], 0)
        for number in self._threads:
            self._execution.write("thread_words", number << self._constants["THREAD_WORDS_BITS"], 0)

    def start(self, board: Board, age: int, without: Iterable[Move]) -> None:
        """Let the helpers search a board, without some root moves, with table entries of this age."""
        recording = Recording(self._program)
        self._game.set_search_root(recording, board)
        recording.call("begin", 0, 0)
        excluded = [self._game.encode(move) for move in without]
        self._execution.write("thread", self._constants["HAS_HELPERS"], 1)
        self._execution.write("thread", self._constants["HELPERS_EXCLUDED"], len(excluded))
        recording.store("excluded_root_moves", 0, excluded)
        for number, thread in self._threads.items():
            help_search: Call = ("call", "help_search", [number, self._number, age, len(excluded)])
            thread.post([*recording.calls, help_search])
        self._heard = dict.fromkeys(self._threads, (0, time.monotonic()))

    def stop(self) -> None:
        """End the search in all threads, also in the main one."""
        self._signal(NO_SEARCH)

    @property
    def stopped(self) -> bool:
        """Whether the search was ended, here or by a page that wrote into shared memory."""
        return self._execution.read("current_search", self._constants["CURRENT_NUMBER"]) == NO_SEARCH

    def rest(self) -> None:
        """Wait until no helper searches.  One that does not stop in time is given up."""
        self.stop()
        until = time.monotonic() + PATIENCE
        while busy := [number for number in self._threads if self._word(number, "BUSY")]:
            if time.monotonic() > until:
                for number in busy:
                    _note_fault(self._faults, number, "it does not stop")
                return
            time.sleep(0.0005)

    def clear(self, arrays: Sequence[str]) -> None:
        """Set private arrays of all helpers to zeros."""
        for thread in self._threads.values():
            thread.post([("zero", name, []) for name in arrays])

    @property
    def nodes(self) -> int:
        """Nodes that the helpers have searched since the start of the search."""
        return sum(self._word(number, "VISITED") for number in self._threads)

    def close(self) -> None:
        """End all threads."""
        self.stop()
        for thread in self._threads.values():
            thread.close()
        self._threads.clear()

    def _signal(self, number: int) -> None:
        self._execution.write("current_search", self._constants["CURRENT_NUMBER"], number)

    def _word(self, number: int, slot: str) -> int:
        """A word that a helper writes in shared memory."""
        index = (number << self._constants["THREAD_WORDS_BITS"]) + self._constants[slot]
        return self._execution.read("thread_words", index)


def _note_fault(faults: "SimpleQueue[tuple[int, str]]", number: int, reason: str) -> None:
    faults.put((number, reason))
