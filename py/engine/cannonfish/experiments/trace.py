"""The tree that a search visits: every node with its window, its result, and why it ended.

The search runs interpreted, in a copy of its source into which ``ast`` has inserted recording calls; the
kernel itself has no line for it.  It records the calls of functions that have a parameter ``ply`` and call
themselves, directly or not; so edited searches are recorded, too.

A node ended because of the last numbered step (``# 7. Razoring: ...``) above its ``return`` in the source.  A
move that a step about pruning skips (``continue``) is recorded, too.
"""

import ast
import re
from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from types import CodeType
from typing import Any, Final

from cannonfish.compiler import Host, Program, edited
from cannonfish.compiler.interpreted import InterpretedExecution
from cannonfish.compiler.rewriting import rewritten_codes
from cannonfish.engine.engine import KERNEL
from cannonfish.engine.kernel import Kernel
from cannonfish.games.game import Board, Game, Move
from cannonfish.kernel import ALGORITHMS as ALGORITHM_FILES

ITERATIONS: Final = {
    "engine": "iterate",
    "mtdf": "iterate_mtdf",
    "pvs": "iterate_pvs",
    "alphabeta": "iterate_alphabeta",
    "minimax": "iterate_minimax",
}
"""The kernel's function for an iteration, by algorithm: ``engine`` is the engine's own search, the others are
those of ``kernel/algorithms.py``."""

MAX_DEPTH: Final = 6
MAX_NODES: Final = 50_000
HASH_BITS: Final = 17
"""Size of the transposition table of traces and races, as TT_BITS: 8 MB."""

SCALE: Final = ("INFINITE", "MATE", "MATE_BOUND", "WIN_BOUND")
ROOT: Final = -1
"""The parent of an iteration."""
ITERATION: Final = 0
"""The function of a record that is an iteration; those of the program are counted from 1."""
NO_MOVE, NULL_MOVE = 0, -1
"""In place of a move: the node has its parent's position, or a side has passed."""
STOPPED: Final = 0
"""The site of nodes that the end of the search cut short; sites of the program are counted from 1."""

# Names that no Python source can contain.
_OPEN, _CLOSE, _HAND_ON, _MAKE, _UNMAKE, _SKIP = ".open", ".close", ".hand on", ".make", ".unmake", ".skip"
_STEP: Final = re.compile(r"\s*# (\d+\. )?(?P<title>\w[^:.(]*)")
_WINDOW: Final = 32000


@dataclass(frozen=True, slots=True)
class Site:
    """A place at which nodes end or moves are skipped."""

    function: str
    path: str
    line: int
    step: str
    """The title of the numbered step, empty if there is none above it."""
    note: str
    """The title of the last comment above it."""
    kind: str
    """``return``; ``last``: the return that all moves lead to; or ``skip``."""


_BYTES, _WORDS, _SHORTS, _INTS = (partial(array, typecode) for typecode in "BHhi")


@dataclass(eq=False)
class Trace:
    """The records of a search in the order in which they were opened; a parent comes before its children.

    At the top are the iterations, below them the searches of the root.  A record without a window has the
    widest one; numbers are those of the kernel.
    """

    functions: list[str] = field(default_factory=lambda: [""])
    sites: list[Site] = field(default_factory=list)
    parent: "array[int]" = field(default_factory=_INTS)
    move: "array[int]" = field(default_factory=_INTS)
    function: "array[int]" = field(default_factory=_BYTES)
    depth: "array[int]" = field(default_factory=_SHORTS)
    alpha: "array[int]" = field(default_factory=_SHORTS)
    beta: "array[int]" = field(default_factory=_SHORTS)
    value: "array[int]" = field(default_factory=_SHORTS)
    site: "array[int]" = field(default_factory=_WORDS)
    nodes: int = 0
    """Nodes as the search counts them."""
    depth_reached: int = 0
    """Depth of the last iteration that was completed."""
    score: int = 0
    """The score of that iteration."""
    pv: tuple[Move, ...] = ()
    scale: Mapping[str, int] = field(default_factory=dict)
    """What scores mean: INFINITE, MATE, MATE_BOUND and WIN_BOUND of the kernel."""

    def __len__(self) -> int:
        return len(self.parent)


def algorithm_program(game: Game, sources: Mapping[str, str]) -> Program:
    """The program with the engine's search and the plain algorithms; ``sources`` as for ``Engine``."""
    return edited(KERNEL, (*game.files, *ALGORITHM_FILES), sources, {"TT_BITS": HASH_BITS})


def trace(
    game: Game,
    board: Board,
    algorithm: str = "engine",
    *,
    depth: int = MAX_DEPTH,
    nodes: int = MAX_NODES,
    sources: Mapping[str, str] | None = None,
    host: Host | None = None,
) -> Trace:
    """Search a position to a depth, or until that many nodes, with iterative deepening; record everything.

    ValueError for an unknown algorithm, a depth or a number of nodes out of range, or a finished game;
    otherwise as ``Engine`` with these sources.
    """
    _require("depth", depth, MAX_DEPTH)
    _require("nodes", nodes, MAX_NODES)
    if algorithm not in ITERATIONS:
        raise ValueError(f"there is no algorithm {algorithm!r}; known are: {', '.join(ITERATIONS)}")
    if not len(board.legal_moves):
        raise ValueError("there is no legal move")
    program = algorithm_program(game, sources or {})
    found = Trace(scale={name: program.constants[name] for name in SCALE})
    codes = _traced_codes(program, ITERATIONS[algorithm], found)
    execution = InterpretedExecution(program, host, codes=codes, helpers=_recorder(found))
    kernel = Kernel(game, program, execution)
    kernel.start_search(board, nodes)
    for each in range(1, depth + 1):
        top = len(found)
        _append(found, ROOT, NO_MOVE, ITERATION, each, -_WINDOW, _WINDOW)
        score = execution.call(ITERATIONS[algorithm], each)
        if score == program.constants["STOPPED"]:
            break
        found.value[top], found.site[top] = score, 1
        found.depth_reached, found.score = each, score
        line = kernel.best_line(board)
        found.pv = () if line is None else line[1]
    found.nodes = kernel.nodes
    execution.close()
    return found


def _require(name: str, value: int, most: int) -> None:
    if not 1 <= value <= most:
        raise ValueError(f"{name} is a number from 1 to {most}, not {value}")


# --- recording ------------------------------------------------------------------------------------------


def _append(trace: Trace, parent: int, move: int, function: int, depth: int, alpha: int, beta: int) -> None:
    trace.parent.append(parent)
    trace.move.append(move)
    trace.function.append(function)
    trace.depth.append(depth)
    trace.alpha.append(alpha)
    trace.beta.append(beta)
    trace.value.append(0)
    trace.site.append(STOPPED)


def _recorder(trace: Trace) -> dict[str, Any]:
    """The functions that a traced program calls, by the names that its code has for them."""
    path: list[int] = []  # the open records
    made: list[int] = []  # moves on the board
    before: list[int] = []  # how many there were when each record was opened
    handed_on = False

    def open_node(function: int, depth: int, alpha: int, beta: int) -> None:
        nonlocal handed_on
        if handed_on:  # the same node, in another function
            handed_on = False
            at = path[-1]
            trace.function[at] = function
            path.append(at)
        else:
            parent = path[-1] if path else _last_iteration(trace)
            move = made[-1] if path and len(made) > before[-1] else NO_MOVE
            path.append(len(trace.parent))
            _append(trace, parent, move, function, depth, alpha, beta)
        before.append(len(made))

    def close_node(value: int, site: int, stopped: int) -> int:
        at = path.pop()
        before.pop()
        trace.value[at] = value
        if not stopped and trace.site[at] == STOPPED:  # else the function that it was handed to has ended it
            trace.site[at] = site
        return value

    def hand_on() -> None:
        nonlocal handed_on
        handed_on = True

    def make(undo: int, move: int) -> int:
        made.append(move)
        return undo

    def unmake(_: None) -> None:
        made.pop()

    def skip(move: int, site: int) -> None:
        _append(trace, path[-1], move, trace.function[path[-1]], 0, 0, 0)
        trace.site[-1] = site

    return {
        _OPEN: open_node,
        _CLOSE: close_node,
        _HAND_ON: hand_on,
        _MAKE: make,
        _UNMAKE: unmake,
        _SKIP: skip,
    }


def _last_iteration(trace: Trace) -> int:
    at = len(trace.parent) - 1
    while trace.parent[at] != ROOT:
        at = trace.parent[at]
    return at


# --- the traced copy ------------------------------------------------------------------------------------


def _traced_codes(program: Program, start: str, found: Trace) -> dict[str, CodeType]:
    """The code of the functions that visit nodes, with recording calls; fills in functions and sites."""
    names = _node_functions(program, start)

    def traced(file: str, node: ast.FunctionDef) -> ast.FunctionDef | None:
        if node.name not in names:
            return None
        found.functions.append(node.name)
        lines = program.texts[file].splitlines()[node.lineno - 1 : node.end_lineno]
        return _Traced(file, node, lines, names, found).rewritten()

    return rewritten_codes(program, traced)


def _node_functions(program: Program, start: str) -> set[str]:
    """The functions with a parameter ``ply`` that ``start`` leads to and that lead to themselves."""
    calls: dict[str, set[str]] = {}
    for file, text in program.texts.items():
        for node in ast.parse(text, file).body:
            if isinstance(node, ast.FunctionDef):
                calls[node.name] = {
                    each.func.id
                    for each in ast.walk(node)
                    if isinstance(each, ast.Call) and isinstance(each.func, ast.Name)
                }

    def reached(name: str) -> set[str]:
        seen: set[str] = set()
        ahead = [name]
        while ahead:
            new = calls.get(ahead.pop(), set()) - seen
            seen |= new
            ahead.extend(new)
        return seen & program.signatures.keys()

    return {
        name
        for name in reached(start)
        if "ply" in program.signatures[name].parameters and name in reached(name)
    }


class _Traced(ast.NodeTransformer):
    """Writes the recording calls into one function."""

    def __init__(
        self, file: str, node: ast.FunctionDef, lines: list[str], names: set[str], found: Trace
    ) -> None:
        self._file = file
        self._node = node
        self._lines = lines
        self._names = names
        self._found = found
        self._move = _move_name(node)

    def rewritten(self) -> ast.FunctionDef:
        """The function with its calls."""
        node = self._node
        parameters = [each.arg for each in node.args.args]
        values: list[ast.expr] = [ast.Constant(self._found.functions.index(node.name))]
        for name, default in (("depth", 0), ("alpha", -_WINDOW), ("beta", _WINDOW)):
            values.append(ast.Name(name, ast.Load()) if name in parameters else ast.Constant(default))
        last = node.body[-1]
        body = [self.visit(each) for each in node.body]
        self._mark_last(last)
        statements = [part for each in body for part in (each if isinstance(each, list) else [each])]
        node.body = [ast.copy_location(ast.Expr(_call(_OPEN, *values)), node.body[0]), *statements]
        return node

    def _mark_last(self, last: ast.stmt) -> None:
        sites = self._found.sites
        for at, site in enumerate(sites):
            if site.line == last.lineno and site.path == self._file:
                sites[at] = Site(site.function, site.path, site.line, site.step, site.note, "last")

    def visit_Return(self, node: ast.Return) -> list[ast.stmt]:
        """Record the result; if it is a call of another node function, that continues the same record."""
        assert node.value is not None
        value = node.value
        before: list[ast.stmt] = []
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in self._names:
            before.append(ast.copy_location(ast.Expr(_call(_HAND_ON)), node))
        stopped = ast.parse("search_state[STOP]", mode="eval").body
        closed = _call(_CLOSE, self.visit(value), ast.Constant(self._site(node, "return")), stopped)
        return [*before, ast.copy_location(ast.Return(closed), node)]

    def visit_Continue(self, node: ast.Continue) -> list[ast.stmt]:
        """Record a move that is pruned."""
        site = self._found_site(node, "skip")
        if self._move is None or not re.search("prun|skip", f"{site.step} {site.note}", re.IGNORECASE):
            return [node]
        self._found.sites.append(site)
        skipped = _call(_SKIP, ast.Name(self._move, ast.Load()), ast.Constant(len(self._found.sites)))
        return [ast.copy_location(ast.Expr(skipped), node), node]

    def visit_Call(self, node: ast.Call) -> ast.Call:
        """Record the moves that are made and taken back."""
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Name("make"), [ast.Name(move)]):
                return ast.copy_location(_call(_MAKE, node, ast.Name(move, ast.Load())), node)
            case ast.Call(ast.Name("make_null")):
                return ast.copy_location(_call(_MAKE, node, ast.Constant(NULL_MOVE)), node)
            case ast.Call(ast.Name("unmake" | "unmake_null")):
                return ast.copy_location(_call(_UNMAKE, node), node)
        return node

    def _site(self, node: ast.stmt, kind: str) -> int:
        self._found.sites.append(self._found_site(node, kind))
        return len(self._found.sites)

    def _found_site(self, node: ast.stmt, kind: str) -> Site:
        step = note = ""
        for number, title in self._titles(node.lineno):
            step, note = (title, "") if number else (step, title)
        return Site(self._node.name, self._file, node.lineno, step, note, kind)

    def _titles(self, before: int) -> Iterator[tuple[bool, str]]:
        """The titles of the comments above a line, and whether they are numbered steps."""
        for line in self._lines[: before - self._node.lineno]:
            found = _STEP.match(line)
            if found:
                yield found[1] is not None, found["title"].strip()


def _move_name(node: ast.FunctionDef) -> str | None:
    """The variable whose move the function makes, None if it makes none."""
    for each in ast.walk(node):
        match each:
            case ast.Call(ast.Name("make"), [ast.Name(name)]):
                return name
    return None


def _call(function: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(function, ast.Load()), [*arguments], [])
