"""A small host for kernel programs, for the kernel's own tests: FEN, moves as text, searches."""

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from cannonfish import kernel
from cannonfish.compiler import Execution, Host, Program, Source, instantiate, link
from cannonfish.kernel import xiangqi

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
KINDS = " KABNRCP"
FOLDER = Path(kernel.__file__).parent


def source(name: str) -> Source:
    path = FOLDER / (name.replace(".", "/") + ".py")
    return Source(f"cannonfish/kernel/{path.name}", f"cannonfish.kernel.{name}", path.read_text())


@cache
def rules_program() -> Program:
    return link([source(name) for name in (*xiangqi.RULES, *kernel.COMMON)])


@cache
def xiangqi_program(table_bits: int = 12) -> Program:
    return link([source(name) for name in (*xiangqi.FILES, *kernel.SEARCH)], {"TT_BITS": table_bits})


def rules(execution: str = "compiled", checked: bool = False) -> "Player":
    return Player(instantiate(rules_program(), execution, checked=checked))


def player(
    execution: str = "compiled", host: Host | None = None, checked: bool = False, table_bits: int = 12
) -> "Player":
    return Player(instantiate(xiangqi_program(table_bits), execution, host, checked))


def stopped_clock(poll: int = 0) -> Host:
    """A host whose time stands still, so that two runs are equal in every slot."""
    return Host(now=lambda: 0, poll=lambda: poll)


def square(text: str) -> int:
    return (int(text[1]) + 3) * 16 + ord(text[0]) - ord("a") + 3


def move(text: str) -> int:
    return square(text[:2]) | square(text[2:]) << 8


def name(number: int) -> str:
    return "".join("abcdefghi"[(at & 15) - 3] + str((at >> 4) - 3) for at in (number & 255, number >> 8))


def mutable_arrays(execution: Execution) -> dict[str, list[int]]:
    arrays = execution.program.arrays
    return {array: execution.array(array) for array in arrays if arrays[array].mutable}


class Player:
    """An instance of a Xiangqi program with a position."""

    def __init__(self, execution: Execution):
        self.execution = execution
        self.constants = execution.program.constants
        self.call = execution.call
        self.side = 0

    def set_up(self, fen: str) -> None:
        """Put a FEN's pieces on the board."""
        placement, turn = fen.split()[:2]
        self.call("clear")
        for row, text in enumerate(placement.split("/")):
            file = 0
            for letter in text:
                if letter.isdigit():
                    file += int(letter)
                    continue
                side = 0 if letter.isupper() else 1
                placed = self.call(
                    "put", side, KINDS.index(letter.upper()), square("abcdefghi"[file] + str(9 - row))
                )
                assert placed, f"too many {letter} in {fen}"
                file += 1
        self.side = 0 if turn == "w" else 1

    def position(self, fen: str = START, line: Iterable[str] = (), quiet_plies: int = 0) -> None:
        """Set up the root of a search and the game before it."""
        self.set_up(fen)
        self.call("set_root", self.side, quiet_plies)
        numbers = [move(text) for text in line]
        self.execution.store("moves", 0, numbers)
        self.call("play_line", len(numbers))
        self.side = self.control("SIDE")

    def legal(self) -> list[int]:
        return self.execution.slice("moves", 0, self.call("legal_moves", self.side, 0))

    def play(self, number: int) -> int:
        """Make a move for good, without a path; return the undo token."""
        undo = self.call("make", number)
        self.side = 1 - self.side
        return undo

    def undo(self, number: int, token: int) -> None:
        self.call("unmake", number, token)
        self.side = 1 - self.side

    def control(self, slot: str) -> int:
        return self.execution.read("search_state", self.constants[slot])

    def forget(self) -> None:
        for array in kernel.PERSISTENT_TABLES:
            self.execution.zero(array)

    def go(self, depth: int = 60, nodes: int = 0, time: int = 0, barred: Sequence[str] = ()) -> int:
        """Search; return the last finished depth."""
        self.call("begin", nodes, time)
        self.execution.store("excluded_root_moves", 0, [move(text) for text in barred])
        self.execution.write("search_state", self.constants["EXCLUDED_COUNT"], len(barred))
        for finished in range(depth):
            if self.call("iterate", finished + 1) == self.constants["STOPPED"]:
                return finished
        return depth

    @property
    def best(self) -> str:
        return name(self.control("BEST_MOVE")) if self.control("BEST_MOVE") else ""

    @property
    def score(self) -> int:
        return self.control("BEST_SCORE")

    @property
    def pv(self) -> list[str]:
        return [name(one) for one in self.execution.slice("pv", 0, self.execution.read("pv_length", 0))]
