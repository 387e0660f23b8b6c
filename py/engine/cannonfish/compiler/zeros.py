"""Arrays that begin with zeros, without ever making the list.

`NAME = [0] * SIZE` is how every array that the functions fill is written. For a transposition table that
list takes more time and memory than all the rest of linking, and in a browser memory is never given back. So
where no module-level code looks into such a list, it is replaced by its length.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

ZEROS = "[0] *"
"""What module-level code calls `Zeros`: nothing that a file could name itself."""


class Zeros:
    """Stands for a list of zeros that need not be made."""

    def __init__(self, length: int):
        self.length = len(range(length))  # what is no whole number raises the TypeError that a list would


@dataclass(frozen=True)
class Module:
    """The top level of a file: its statements, the functions of the dialect among them, the global names."""

    tree: ast.Module
    functions: Mapping[str, ast.FunctionDef]
    names: frozenset[str]


def leave_zeros_out(modules: Iterable[Module]) -> None:
    """Replace `NAME = [0] * SIZE` by `NAME = Zeros(SIZE)` where only functions use NAME."""
    modules = list(modules)
    seen = _seen_while_linking(modules)
    for module in modules:
        for statement in module.tree.body:
            match statement:
                case ast.Assign([ast.Name(name)], value) | ast.AnnAssign(ast.Name(name), _, value):
                    size = _number_of_zeros(value)
                    if size is not None and name not in seen:
                        statement.value = ast.Call(ast.Name(ZEROS, ast.Load()), [size], [])
                        ast.fix_missing_locations(ast.copy_location(statement.value, size))


def _seen_while_linking(modules: list[Module]) -> set[str]:
    """Return all global names that module-level code, or a function which it may call, reads."""
    functions = {name: (module, node) for module in modules for name, node in module.functions.items()}
    todo: list[tuple[Module, ast.stmt]] = [
        (module, statement)
        for module in modules
        for statement in module.tree.body
        if not (isinstance(statement, ast.FunctionDef) and statement.name in module.functions)
    ]
    seen: set[str] = set()
    while todo:
        module, statement = todo.pop()
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                name = node.id
                if name in module.names and name not in seen:
                    seen.add(name)
                    if name in functions:
                        todo.append(functions[name])
    return seen


def _number_of_zeros(value: ast.expr | None) -> ast.expr | None:
    """Return SIZE of `[0] * SIZE`; None for anything else."""
    match value:
        case ast.BinOp(ast.List([ast.Constant(0 as zero)]), ast.Mult(), size) if type(zero) is int:
            return size
    return None
