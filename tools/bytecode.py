"""Ship bytecode instead of compiling in the visitor's browser. Run by in_pyodide.mjs, in the site's Python:

    bytecode.py stdlib IN.zip OUT.zip     the standard library: only the modules of use here, as .pyc alone
    bytecode.py keep IN.zip OUT.zip       that library, with the objects that its own start compiles
    bytecode.py wheel IN.whl OUT.whl      a pure wheel: .pyc instead of .py, and what its import compiles
    bytecode.py engine IN.whl OUT.whl     the engine: the same, but its kernel keeps its sources for
                                          the compiler, and is there in linked form, too
    bytecode.py endings IN.whl OUT.zip    the files that the engine's wheel leaves out, loaded on demand

Half of a bare Pyodide start is Python compiling its own standard library, so this halves it. All .pyc are
"unchecked": Python believes them without looking at their source, which never changes within a build. A sixth
of what is left is Python compiling regular expressions and the methods of dataclasses, so these are kept,
too, see kept.py. All but the first command run in the site's own library, which records what is compiled.
"""

import ast
import base64
import hashlib
import importlib.util
import marshal
import sys
import zipfile
from _imp import is_frozen
from collections.abc import Iterator
from pathlib import Path
from typing import Any

EPOCH = (1980, 1, 1, 0, 0, 0)

ROOTS = """
    pyodide.* _pyodide.* site encodings.ascii encodings.cp437 encodings.latin_1
    encodings.cp852 encodings.cp866 encodings.iso8859_5
    encodings.raw_unicode_escape encodings.unicode_escape encodings.utf_8 encodings.utf_8_sig
    encodings.utf_16_le encodings.utf_16_be encodings.gb18030 encodings.big5hkscs encodings.cp932
    encodings.cp949 encodings.cp1250 encodings.cp1251 encodings.cp1252 encodings.cp1253 encodings.cp1254
    encodings.cp1257 encodings.cp1258 encodings.iso8859_2 encodings.koi8_r encodings.mac_roman
    importlib.* email.parser hashlib hmac html.parser ipaddress platform sysconfig urllib.parse zipfile
    _sysconfigdata__emscripten_wasm32-emscripten
    __future__ abc argparse array ast asyncio base64 bisect collections.abc contextlib copy csv dataclasses
    datetime decimal difflib enum fractions functools graphlib gzip heapq inspect io itertools json keyword
    linecache logging math numbers operator pathlib pkgutil pprint queue random re reprlib runpy
    shutil signal statistics string struct tempfile textwrap threading timeit tokenize traceback types
    typing unicodedata warnings weakref zlib
"""
"""The standard library to keep: for Pyodide's start, for micropip and the engine, and for a visitor who
edits the evaluation. `name.*` is a package with all its modules. Each brings the modules that it imports,
even in functions, and these bring those that they import at their top level."""

LEFT_OUT = """
    _pydatetime _pydecimal _pyio _pyrepl argparse code asyncio.proactor_events asyncio.windows_events
    asyncio.windows_utils bdb ctypes doctest getopt gettext http multiprocessing pdb pickle
    plistlib py_compile pydoc ssl _ssl unittest urllib.error urllib.request urllib.response xml bz2 lzma
    compression
"""
"""Modules that are only imported on other systems, where a built-in module is missing, by a module that is
run as a script, or for tasks that a worker never has. (shutil, which every start imports, tries all kinds of
compression.)"""

KEPT = Path(__file__).with_name("kept.py")
ASKING = {
    "collections/__init__.py": "from _kept import eval",
    "dataclasses.py": "from _kept import exec",
    "re/_compiler.py": """
import _kept
def compile(p, flags=0, _compile=compile):
    return isstring(p) and _kept.pattern(p, flags) or _compile(p, flags)
""",
}
"""Code to append to the modules of the standard library that compile texts: they ask `_kept` first."""


def main() -> None:
    """Do what the command line says."""
    kind, source, target = sys.argv[1:]
    with zipfile.ZipFile(source) as archive, zipfile.ZipFile(target, "w") as fresh:
        files = {info.filename: archive.read(info) for info in archive.infolist() if not info.is_dir()}
        if kind == "stdlib":
            members = stdlib(files)
        elif kind == "keep":
            members = iter((files | {"_kept.pyc": pyc(keeping(f"add({kept()!r})"), "_kept.py", 2)}).items())
        elif kind == "endings":
            left = {name: data for name, data in files.items() if name.startswith(LATER)}
            members = (member for name, data in left.items() for member in as_shipped(name, data))
        else:
            compiled = what_compiles(kind, source)
            files = {name: data for name, data in files.items() if not name.startswith((*LATER, *ELSEWHERE))}
            if kind == "engine":
                files |= prelinked_programs()
            members = wheel(files, compiled)
        for name, data in members:
            fresh.writestr(zipfile.ZipInfo(name, EPOCH), data, zipfile.ZIP_DEFLATED, 9)


def pyc(source: bytes, name: str, optimize: int) -> bytes:
    """The contents of an unchecked hash-based .pyc for this source, as PEP 552 lays it out."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=optimize)
    flags = (0b01).to_bytes(4, "little")  # by hash, not by time; not to be compared with the source
    return importlib.util.MAGIC_NUMBER + flags + importlib.util.source_hash(source) + marshal.dumps(code)


# The standard library


def stdlib(files: dict[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """The archive's members: the kept modules without docstrings and asserts, and data files beside them.

    Modules that are frozen into the interpreter, such as os, are never read from here and are left out.
    """
    files = {name: data + ASKING.get(name, "").encode() for name, data in files.items()}
    files["_kept.py"] = keeping("missed = []")  # which `keep` takes out again
    kept = {name for name in needed(files) if not is_frozen(module_of(name))} | {"_kept.py"}
    packages = {name.rpartition("/")[0] for name in kept if name.endswith("/__init__.py")}
    for name, data in sorted(files.items()):
        if name in kept:
            yield name + "c", pyc(data, name, optimize=2)
        elif not name.endswith(".py") and ("/" not in name or name.rpartition("/")[0] in packages):
            yield name, data


def needed(files: dict[str, bytes]) -> set[str]:
    """The files of the roots and of everything that they need."""
    kept: set[str] = set()
    left_out = tuple(f"{module}." for module in LEFT_OUT.split())
    roots = {module for root in ROOTS.split() for module in expand(root, files)}
    todo = sorted(roots)
    while todo:
        module = todo.pop()
        name = file_of(module, files)
        if name is None or name in kept or f"{module}.".startswith(left_out):
            continue  # None: built in, or a name inside a module, or not shipped by Pyodide
        kept.add(name)
        package = module if name.endswith("/__init__.py") else module.rpartition(".")[0]
        todo.extend(imports(ast.parse(files[name]).body, package, deep=module in roots))
        if "." in module:
            todo.append(module.rpartition(".")[0])
    return kept


def module_of(name: str) -> str:
    """The module in a file of the archive."""
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def expand(root: str, files: dict[str, bytes]) -> Iterator[str]:
    """The modules that a root stands for."""
    if not root.endswith(".*"):
        yield root
        return
    folder = root.removesuffix("*").replace(".", "/")
    for name in files:
        if name.startswith(folder) and name.endswith(".py"):
            yield module_of(name)


def file_of(module: str, files: dict[str, bytes]) -> str | None:
    """The path of a module in the archive."""
    stem = module.replace(".", "/")
    return next((name for name in (f"{stem}.py", f"{stem}/__init__.py") if name in files), None)


def imports(body: list[ast.stmt], package: str, deep: bool) -> Iterator[str]:
    """The modules that these statements import when executed, in either branch; `deep`: in functions, too."""
    for statement in body:
        match statement:
            case ast.Import(names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module, names, level):
                base = importlib.util.resolve_name("." * level + (module or ""), package)
                yield from (base, *(f"{base}.{alias.name}" for alias in names))
            case ast.If(ast.Name("TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING"), _, orelse):
                yield from imports(orelse, package, deep)
            case ast.FunctionDef() | ast.AsyncFunctionDef() if not deep:
                pass
            case _:
                for field in ("body", "orelse", "finalbody"):
                    yield from imports(getattr(statement, field, []), package, deep)
                for handler in getattr(statement, "handlers", []):
                    yield from imports(handler.body, package, deep)


# What modules compile while they are imported


def keeping(line: str) -> bytes:
    """The source of the library's `_kept`, with one line more."""
    return f"{KEPT.read_text()}\n{line}\n".encode()


def kept() -> bytes:
    """The objects compiled so far that were not kept before, in the form that `_kept.add` takes."""
    codes = {}
    patterns = {}
    for text, how in importlib.import_module("_kept").missed:
        if isinstance(how, str):
            codes[text, how] = compile(text, "<string>", how, dont_inherit=True)
        else:
            patterns[text, int(how)] = pattern(text, how)
    return marshal.dumps((codes, patterns))


def pattern(text: Any, flags: int) -> tuple[Any, ...]:
    """The arguments of _sre.compile() for a regular expression and its flags, with the program as bytes."""
    compiler: Any = importlib.import_module("re._compiler")
    tree = importlib.import_module("re._parser").parse(text, flags)
    program = b"".join(word.to_bytes(4, "little") for word in compiler._code(tree, flags))
    names: list[str | None] = [None] * tree.state.groups
    for name, number in tree.state.groupdict.items():
        names[number] = name
    return int(flags | tree.state.flags), program, tree.state.groups - 1, tree.state.groupdict, tuple(names)


def what_compiles(kind: str, wheel: str) -> bytes:
    """The objects that a start in the page compiles for a wheel: on import, and while it does its work."""
    importlib.import_module("_kept").missed = []  # type: ignore[attr-defined]
    sys.path.insert(0, wheel)
    if kind == "engine":
        importlib.import_module("cannonfish.protocol.page.browser").warm_up()
    else:  # the modules of micropip.install(), which cannot be awaited here
        importlib.import_module("micropip")
        importlib.import_module("micropip.wheelinfo").WheelInfo.from_url(wheel).best_tag_index  # noqa: B018
        importlib.import_module("micropip._utils").Requirement("cannonfish >= 0")
        importlib.import_module("micropip.metadata").safe_extra("")
        importlib.import_module("platform").python_version()
        importlib.import_module("tarfile")
    return kept()


# Wheels


KERNEL = "cannonfish/kernel/"
LATER = (
    "cannonfish/games/xiangqi/endings/",
    "cannonfish/kernel/xiangqi/ending",
    "cannonfish/protocol/page/ending_tables.py",
)
"""Prefixes of the files that few visitors need: the solver of endings."""
ELSEWHERE = (
    "cannonfish/kernel/picture/",
    "cannonfish/notebook/",
    "cannonfish/protocol/terminal/endings.py",
    "cannonfish/svg/",
    "cannonfish/uci/",
)
"""Of no use to a page: its library lacks argparse, it draws its own board, it starts no programs, and the
reader of pictures is compiled by the build (picture_reader.py)."""


def wheel(files: dict[str, bytes], compiled: bytes) -> Iterator[tuple[str, bytes]]:
    """The wheel's members with bytecode in the place of sources, and RECORD brought up to date.

    Half as many files are installed in half the time. The kernel's files stay text, as Python does not import
    them. A module beside the package, _kept_micropip or _kept_cannonfish, adds compiled objects to `_kept`.
    """
    record = next(name for name in files if name.endswith(".dist-info/RECORD"))
    module = f"_kept_{record.partition('-')[0]}.py"
    members = {f"{module}c": pyc(f"import _kept; _kept.add({compiled!r})".encode(), module, optimize=2)}
    for name, data in files.items():
        if name != record:
            members.update(as_shipped(name, data))
    lines = []
    for name, data in sorted(members.items()):
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
        lines.append(f"{name},sha256={digest},{len(data)}\n")
        yield name, data
    yield record, "".join([*lines, f"{record},,\n"]).encode()


def as_shipped(name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    """A file of a wheel as the site has it: bytecode for a module, the source if it is the kernel's."""
    if not name.endswith(".py") or name.startswith(KERNEL):
        yield name, data
    if name.endswith(".py") and (not name.startswith(KERNEL) or name == f"{KERNEL}__init__.py"):
        yield name + "c", pyc(data, name, optimize=2)


def prelinked_programs() -> dict[str, bytes]:
    """The programs that a page starts with, linked and compiled by this Python, by path in the wheel."""
    from cannonfish import engine

    return dict(engine.prelinked_programs())


if __name__ == "__main__":
    main()
