"""Functions compiled again from their text, with code written into them."""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import CodeType, FunctionType
from typing import Any, TypeAlias

from .program import Program

Rewrite: TypeAlias = Callable[[str, ast.FunctionDef], ast.FunctionDef | None]
"""Takes the name of a file and a function of it; returns its replacement, or None to keep it."""


def rewritten_codes(program: Program, rewrite: Rewrite) -> dict[str, CodeType]:
    """Return the codes of the functions that `rewrite` has changed, by name.

    The program must have its texts; see `Program.relinked`.
    """
    codes: dict[str, CodeType] = {}
    for file, text in program.texts.items():
        functions = [
            changed
            for node in ast.parse(text, file).body
            if isinstance(node, ast.FunctionDef)
            and node.name in program.signatures
            and program.signatures[node.name].location == f"{file}:{node.lineno}"
            and (changed := rewrite(file, node)) is not None
        ]
        module = ast.fix_missing_locations(ast.Module([*functions], []))
        namespace: dict[str, Any] = {}
        exec(compile(module, file, "exec", dont_inherit=True), namespace)
        for node in functions:
            function = namespace[node.name]
            assert isinstance(function, FunctionType)
            codes[node.name] = function.__code__
    return codes
