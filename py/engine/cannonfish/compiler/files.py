"""Kernel files before they run: the names that their top level defines, declares and imports."""

from __future__ import annotations

import ast
import importlib.util
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from .dialect import SourceLines
from .errors import DialectError
from .program import Source

ZEROS = "zeros"
"""The function by which module-level code makes large arrays; see `linker.Zeros`."""


@dataclass(eq=False)
class File:
    """A kernel file: its names, and its namespace once it has run."""

    source: Source
    tree: ast.Module
    lines: SourceLines
    functions: dict[str, ast.FunctionDef] = field(default_factory=dict)
    hooks: dict[str, ast.FunctionDef] = field(default_factory=dict)
    """Declared functions."""
    wanted: dict[str, ast.AnnAssign] = field(default_factory=dict)
    """Declared constants, arrays and tables."""
    bindings: dict[str, list[ast.stmt]] = field(default_factory=dict)
    """Statements that give a public name a value, functions included."""
    imports: list[ast.ImportFrom] = field(default_factory=list)
    """Top-level imports from files of the program."""
    namespace: dict[str, Any] = field(default_factory=dict)
    origins: dict[str, File] = field(default_factory=dict)
    """The files that define the imported names; without host functions."""
    ran: bool = False

    def shares(self, name: str) -> bool:
        """Return whether an array is annotated as shared by threads. DialectError for any other note."""
        for node in self.bindings.get(name, ()):
            match node:
                case ast.AnnAssign(
                    annotation=ast.Subscript(
                        value=ast.Name(id="Annotated") | ast.Attribute(attr="Annotated")
                    ) as annotation
                ):
                    match annotation.slice:
                        case ast.Tuple(elts=[_, ast.Constant(value="shared")]):
                            return True
                    raise self.lines.error(annotation, 'the only note of the dialect is "shared"')
        return False

    def place(self, name: str) -> str:
        """Return file and line of a definition, else of a declaration."""
        node: ast.stmt | None = self.wanted.get(name) or self.hooks.get(name)
        if name in self.bindings:
            node = self.bindings[name][-1]
        return f"{self.source.name}:{node.lineno if node else 1}"


def read_file(source: Source) -> File:
    """Parse a file and note what its top level defines, declares and imports."""
    lines = SourceLines(source.name, source.text)
    try:
        tree = ast.parse(source.text, source.name)
    except SyntaxError as error:
        raise not_python(error, lines) from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise DialectError(f"not Python: {error}", source.name, 1, 1) from None
    file = File(source, tree, lines)
    for node in tree.body:
        _read_statement(node, file, top=True)
    for name in file.wanted.keys() & file.bindings.keys():
        del file.wanted[name]
    for name in file.hooks.keys() & file.functions.keys():
        raise lines.error(file.hooks[name], f"`{name}` is declared and defined in the same file")
    return file


def _read_statement(node: ast.stmt, file: File, top: bool) -> None:
    """Note which public names a module-level statement defines or declares."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        if node.name.startswith("_"):
            return
        if isinstance(node, ast.AsyncFunctionDef):
            raise file.lines.error(
                node, "async is not in the dialect; begin a build-time helper's name with _"
            )
        if isinstance(node, ast.FunctionDef):
            if not top:
                raise file.lines.error(
                    node, f"define `{node.name}` at the top level, or begin its name with _"
                )
            if _is_declaration(node) or node.name == ZEROS:
                file.hooks[node.name] = node
                return
            file.functions.setdefault(node.name, node)
        file.bindings.setdefault(node.name, []).append(node)
    elif isinstance(node, ast.AnnAssign) and node.value is None:
        if isinstance(node.target, ast.Name) and not node.target.id.startswith("_"):
            file.wanted[node.target.id] = node
    elif isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        for target in targets:
            for name in ast.walk(target):
                if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store) and name.id[0] != "_":
                    file.bindings.setdefault(name.id, []).append(node)
    else:
        for child in _inner(node):
            _read_statement(child, file, top=False)


def statements(node: ast.stmt) -> Iterator[ast.stmt]:
    """Yield a statement and all statements inside it."""
    yield node
    for child in _inner(node):
        yield from statements(child)


def _inner(node: ast.AST) -> Iterator[ast.stmt]:
    """Yield the statements one level below a node."""
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        for child in getattr(node, name, ()):
            if isinstance(child, ast.stmt):
                yield child
            else:
                yield from _inner(child)


def _is_declaration(node: ast.FunctionDef) -> bool:
    last = node.body[-1]
    return (
        isinstance(last, ast.Expr)
        and isinstance(last.value, ast.Constant)
        and last.value.value is ...
        and len(node.body) - (ast.get_docstring(node, clean=False) is not None) == 1
    )


def read_declarations(module: str) -> File | None:
    """Return an importable module that only declares names; None for any other module."""
    try:
        spec = importlib.util.find_spec(module)
        get_source = getattr(spec.loader, "get_source", None) if spec else None
        text = get_source(module) if get_source else None
    except (ImportError, ValueError):
        return None
    if not text:
        return None
    file = read_file(Source(module.replace(".", "/") + ".py", module, text))
    return None if file.bindings or not (file.hooks or file.wanted) else file


def not_python(error: SyntaxError, lines: SourceLines) -> DialectError:
    """Return Python's syntax error as an error of the dialect."""
    text = error.text or ""
    return DialectError(
        f"not Python: {error.msg}",
        lines.file,
        error.lineno or 1,
        error.offset or 1,
        text,
        error.end_offset or 0,
    )
