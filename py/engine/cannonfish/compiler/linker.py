"""The linker: kernel files in, one `Program` out.

Every file is a module of its own, as in Python: its module-level code runs once, in its own namespace, and
sees what it imports. But the public names of all files form one program. Each name belongs to one file, and
can be *declared* in others: by a function whose body is `...`, or an annotation without a value. This is how
the search declares the hooks of a game.
"""

from __future__ import annotations

import ast
import re
from array import array as IntArray
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from types import CodeType, FunctionType
from typing import Any, NoReturn

from . import ir
from .checker import check_function
from .dialect import BUILTINS, LINE_END, Symbol, Unusable, read_signature
from .errors import DialectError, LinkError, numeral
from .files import ZEROS, File, not_python, read_declarations, read_file, statements
from .image import emit_program
from .program import HOST_FUNCTIONS, Program, Source
from .symbols import TYPECODES, Array, Signature, Table


class Zeros:
    """The result of `zeros(length)` while linking: the length of an array, without its entries.

    The list would cost 8 bytes an entry. With a table of 16 MB, linking Xiangqi takes 0.08 s and 12 MB with
    this and 0.15 s and 82 MB with lists; a page would keep those 60 MB for good.
    """

    def __init__(self, length: int):
        self._length = len(range(length))  # TypeError unless a whole number, as for a list

    def __len__(self) -> int:
        return self._length


def link(sources: Iterable[Source], settings: Mapping[str, int] | None = None) -> Program:
    """Make one program of kernel files, given in the order in which they import each other.

    `settings` replaces numbers that are assigned at the top level of the files. Raises DialectError for code
    outside the dialect and LinkError for files that do not fit together.
    """
    return Linker(sources, settings).program


class Linker:
    """One program and its files, which can be edited one after the other.

    Raises DialectError and LinkError as `link` does. `on_progress` is called between the files.
    """

    program: Program

    def __init__(
        self,
        sources: Iterable[Source],
        settings: Mapping[str, int] | None = None,
        on_progress: Callable[[], None] = lambda: None,
    ):
        self._on_progress = on_progress
        self._files = [read_file(source) for source in sources]
        self._modules = {file.source.module: file for file in self._files}
        self._definers: dict[str, File] = {}
        self._signatures: dict[str, Signature] = {}
        self._symbols: dict[str, tuple[Symbol, File]] = {}
        self._names_of_lists: dict[int, str] = {}
        self.program = self._link(settings or {})

    def _link(self, settings: Mapping[str, int]) -> Program:
        self._find_definitions()
        self._apply(settings)
        for file in self._files:
            self._find_imports(file)
        self._check_declarations()
        for file in self._files:
            self._on_progress()
            self._run(file)
        return self._check()

    @property
    def sources(self) -> list[Source]:
        """The files of the program, in link order."""
        return [file.source for file in self._files]

    def replace(self, source: Source) -> bool:
        """Replace the file of the same name, if only bodies of its functions differ.

        Runs no module-level code, and does not check the functions of other files again. Returns False if the
        program has to be linked again. Raises an ExceptionGroup with a DialectError for each function that is
        not in the dialect, or a DialectError for a file that cannot be read; the program stays as it was.
        """
        old = next(file for file in self._files if file.source.name == source.name)
        new = read_file(source)
        if _frame(new) != _frame(old) or self._used_while_linking() & new.functions.keys():
            return False
        signatures = {name: read_signature(node, new.lines) for name, node in new.functions.items()}
        if any(str(signature) != str(self._signatures[name]) for name, signature in signatures.items()):
            return False
        nodes: list[ast.stmt] = list(new.functions.values())
        try:  # for what Python refuses only here, such as `break` outside a loop
            code = compile(ast.Module(nodes, []), source.name, "exec", dont_inherit=True)
        except SyntaxError as error:
            raise not_python(error, new.lines) from None
        functions: dict[str, ir.Function] = {}
        errors = []
        for name, node in new.functions.items():
            try:
                functions[name] = _checked(node, signatures[name], self._resolver(old), new)
            except DialectError as error:
                errors.append(error)
        if errors:
            raise ExceptionGroup(f"{source.name} is not in the dialect", errors)
        exec(code, old.namespace)
        old.source, old.lines, old.functions = source, new.lines, new.functions
        old.bindings, old.hooks, old.wanted = new.bindings, new.hooks, new.wanted
        self._signatures |= signatures
        self.program = self._assembled({**self.program.functions, **functions})
        return True

    def _used_while_linking(self) -> set[str]:
        """Names that module-level code and helpers read, or dialect functions that these name."""
        functions = {name: node for file in self._files for name, node in file.functions.items()}
        waiting = set(self._used_by_modules)
        used: set[str] = set()
        while waiting:
            name = waiting.pop()
            used.add(name)
            if name in functions:
                waiting |= _names_read(functions[name]) - used
        return used

    @cached_property
    def _used_by_modules(self) -> set[str]:
        """Names that module-level code and helpers read."""
        return {
            name
            for file in self._files
            for statement in file.tree.body
            if getattr(statement, "name", None) not in file.functions
            for name in _names_read(statement)
        }

    # --- before anything runs ---

    def _find_definitions(self) -> None:
        for file in self._files:
            for name, definitions in file.bindings.items():
                other = self._definers.setdefault(name, file)
                if other is not file:
                    raise _defined_twice(name, other.place(name), file.place(name))
                if name in file.functions and len(definitions) > 1:
                    raise _defined_twice(
                        name, *(f"{file.source.name}:{one.lineno}" for one in definitions[:2])
                    )
            for name, node in file.functions.items():
                self._signatures[name] = read_signature(node, file.lines)

    def _apply(self, settings: Mapping[str, int]) -> None:
        numbers = self._numbers()
        for name, value in settings.items():
            if name not in numbers:
                known = ", ".join(sorted(numbers)) or "none"
                raise LinkError(f"there is no setting `{name}`; settings of this program: {known}")
            if type(value) is not int:
                raise LinkError(f"the setting `{name}` needs a whole number, not {value!r}")
            numbers[name].value = ast.copy_location(ast.Constant(value), numbers[name])

    def _numbers(self) -> dict[str, ast.Assign | ast.AnnAssign]:
        """Return the statements that assign a plain number to a name of its own."""
        numbers = {}
        for name, file in self._definers.items():
            statement, *others = file.bindings[name]
            match statement:
                case ast.Assign([ast.Name()], value) | ast.AnnAssign(ast.Name(), _, value):
                    if _is_number(value) and not others:
                        numbers[name] = statement
        return numbers

    def _find_imports(self, file: File) -> None:
        """Remove the imports from files of the program from the tree; the linker resolves them."""
        kept: list[ast.stmt] = []
        functions = set(file.functions.values())  # left to the checker
        for statement in file.tree.body:
            if isinstance(statement, ast.ImportFrom) and self._module(file, statement):
                file.imports.append(statement)
                continue
            kept.append(statement)
            for node in statements(statement) if statement not in functions else ():
                if isinstance(node, ast.ImportFrom) and node is not statement and self._module(file, node):
                    raise file.lines.error(node, f"import from `{node.module}` at the top level of the file")
                if isinstance(node, ast.Import):
                    self._refuse_whole_modules(file, node)
        file.tree.body = kept

    def _refuse_whole_modules(self, file: File, node: ast.Import) -> None:
        for alias in node.names:
            if alias.name in self._modules:
                reason = f"write `from {alias.name} import ...` with the names that are used"
                raise file.lines.error(node, reason)

    def _module(self, file: File, node: ast.ImportFrom) -> File | None:
        """Return the file of the program that is imported; None for another module."""
        if node.level:
            raise file.lines.error(node, "write the full name of the module")
        name = node.module or ""
        if name not in self._modules and name.split(".")[0] == file.source.module.split(".")[0]:
            declarations = read_declarations(name)
            if declarations is not None:
                self._modules[name] = declarations
        return self._modules.get(name)

    def _check_declarations(self) -> None:
        """Check that every declared name is defined, and functions with the declared signature."""
        for file in list(self._modules.values()):
            for name, node in file.hooks.items():
                if name == ZEROS:
                    continue
                declared = read_signature(node, file.lines)
                if name in HOST_FUNCTIONS and name not in self._definers:
                    if declared.parameters or not declared.returns:
                        raise LinkError(f"{declared.location}: the host function is `{name}() -> int`")
                    self._signatures[name] = Signature(name, (), True, declared.location, host=True)
                    continue
                self._require(file, name, f"the function `{declared}`")
                defined = self._signatures.get(name)
                if defined is None:
                    raise LinkError(
                        f"{self._definers[name].place(name)}: `{name}` must be the function `{declared}`, "
                        f"as declared at {declared.location}"
                    )
                if (defined.parameters, defined.returns) != (declared.parameters, declared.returns):
                    raise LinkError(
                        f"{defined.location}: `{defined}` is declared as `{declared}` at {declared.location}"
                    )
            for name, wanted in file.wanted.items():
                self._require(file, name, f"`{name}: {ast.unparse(wanted.annotation)}`")

    def _require(self, file: File, name: str, what: str) -> None:
        if name not in self._definers:
            raise LinkError(f"no file of the program defines {what}, declared at {file.place(name)}")

    # --- running module-level code ---

    def _run(self, file: File) -> None:
        source = file.source
        file.namespace = {"__name__": source.module, "__file__": source.name}
        for node in file.imports:
            self._import(file, node)
        for name in BUILTINS & (file.bindings.keys() | file.origins.keys()):
            raise LinkError(f"{file.place(name)}: `{name}` is a function of Python and cannot be redefined")
        try:
            code = compile(file.tree, source.name, "exec", dont_inherit=True)
        except SyntaxError as error:
            raise not_python(error, file.lines) from None
        try:
            exec(code, file.namespace)
        except (LinkError, DialectError):
            raise
        except (Exception, SystemExit) as error:
            raise LinkError(f"{_line_of(error, source.name)}: {type(error).__name__}: {error}") from error
        for name, function in file.functions.items():
            made = getattr(file.namespace.get(name), "__code__", None)
            if made is None or (made.co_filename, made.co_firstlineno) != (source.name, function.lineno):
                raise LinkError(f"{file.place(name)}: `{name}` gets another value later in the file")
        file.ran = True
        for name in BUILTINS & file.namespace.keys():
            raise LinkError(f"{source.name}: `{name}` is a function of Python and cannot be redefined")

    def _import(self, file: File, node: ast.ImportFrom) -> None:
        module = self._modules[node.module or ""]
        for alias in node.names:
            name = alias.name
            if name == "*":
                raise file.lines.error(node, "import the names that are used, not *")
            if alias.asname not in (None, name):
                raise file.lines.error(alias, f"`{name}` has one name in the whole program; leave out `as`")
            if name == ZEROS and name in module.hooks:
                file.namespace[name] = Zeros
                continue
            if name in module.hooks and self._signatures[name].host:
                file.namespace[name] = _no_host(name)
                continue
            declared = name in module.hooks or name in module.wanted
            definer = self._definers[name] if declared and name in self._definers else module
            if definer.ran and name in definer.namespace and (declared or name not in module.origins):
                file.namespace[name] = definer.namespace[name]
            elif name in definer.functions:
                file.namespace[name] = _not_yet(name, file)
            elif name in definer.bindings:
                raise file.lines.error(
                    node, f"`{name}` is defined in {definer.source.name}, which comes later"
                )
            else:
                raise file.lines.error(node, f"`{module.source.module}` does not define `{name}`")
            file.origins[name] = definer

    # --- the meanings of names in dialect functions ---

    def _check(self) -> Program:
        functions: dict[str, ir.Function] = {}
        for file in self._files:
            self._on_progress()
            for name, node in file.functions.items():
                functions[name] = _checked(node, self._signatures[name], self._resolver(file), file)
        return self._assembled(functions)

    def _assembled(self, functions: Mapping[str, ir.Function]) -> Program:
        """Return the program of these functions, and of everything they use."""
        codes: dict[str, CodeType] = {}
        for file in self._files:
            for name in file.functions:
                value = file.namespace[name]
                assert isinstance(value, FunctionType)
                codes[name] = value.__code__
        constants = {
            name: file.namespace[name]
            for name, file in self._definers.items()
            if type(file.namespace.get(name)) is int
        }
        used = {name: symbol for name, (symbol, _) in self._symbols.items()}
        return Program(
            constants | {name: symbol for name, symbol in used.items() if isinstance(symbol, int)},
            {name: symbol for name, symbol in used.items() if isinstance(symbol, Array)},
            {name: symbol for name, symbol in used.items() if isinstance(symbol, Table)},
            {name: function.signature for name, function in functions.items()},
            codes,
            functions,
            {file.source.name: file.source.text for file in self._files},
            emit_program,
        )

    def _resolver(self, file: File) -> Callable[[str], Symbol | None]:
        known: dict[str, Symbol | None] = {}

        def resolve(name: str) -> Symbol | None:
            if name not in known:
                known[name] = self._symbol(name, file)
            return known[name]

        return resolve

    def _symbol(self, name: str, file: File) -> Symbol | None:
        """Return the meaning of a global name in the dialect functions of a file."""
        signature = self._signatures.get(name)
        origin = file.origins.get(name, file)
        if name in file.hooks or name in file.wanted:
            origin = self._definers.get(name, file)
        if name.startswith("_") or name not in origin.namespace:
            return None
        if signature is not None and (signature.host or name in origin.functions):
            return signature
        if name in self._symbols:
            symbol, definer = self._symbols[name]
            if definer is origin:
                return symbol
            raise _defined_twice(name, definer.place(name), origin.place(name))
        symbol = self._classify(name, origin.namespace[name], origin.place(name))
        if isinstance(symbol, Array) and origin.shares(name):
            if symbol.initial is not None:
                raise LinkError(
                    f"{symbol.location}: `{name}` is shared by threads and has to begin with zeros"
                )
            symbol.shared = True
        if not isinstance(symbol, Unusable):
            self._symbols[name] = symbol, origin
        return symbol

    def _classify(self, name: str, value: object, place: str) -> Symbol:
        if isinstance(value, int):
            return int(value)
        if type(value) is list or type(value) is Zeros or type(value) is IntArray:
            other = self._names_of_lists.setdefault(id(value), name)
            if other != name:
                raise LinkError(f"{place}: `{name}` is the same list as `{other}`; make it a list of its own")
            return _array(name, value, place)
        if type(value) is tuple:
            return _table(name, value, place)
        return Unusable(f"it is a {type(value).__name__}, not a number, array or table", place)


def _checked(
    node: ast.FunctionDef, signature: Signature, resolve: Callable[[str], Symbol | None], file: File
) -> ir.Function:
    try:
        return check_function(node, signature, resolve, file.lines)
    except RecursionError:
        raise file.lines.error(node, f"`{node.name}` is nested too deeply") from None


def _names_read(node: ast.AST) -> set[str]:
    return {
        each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)
    }


def _frame(file: File) -> list[str]:
    """Return the lines of a file outside dialect functions, with each function replaced by its name."""
    lines = re.split(LINE_END, file.source.text)
    for name, node in sorted(file.functions.items(), key=lambda item: -item[1].lineno):
        lines[node.lineno - 1 : node.end_lineno] = [f"def {name}"]
    return lines


def _array(name: str, value: list[Any] | Zeros | IntArray[Any], place: str) -> Symbol:
    if not len(value):
        return Unusable("it is an empty list; an array has at least one entry", place)
    if isinstance(value, Zeros):
        return Array(name, len(value), None, place)
    if isinstance(value, IntArray):
        if value.typecode != TYPECODES[16]:
            return Unusable(f"it is an array of type {value.typecode!r}; only 'h' is in the dialect", place)
        return Array(name, len(value), value.tobytes() if any(value) else None, place, bits=16)
    try:
        numbers = IntArray("i", value)
    except (TypeError, OverflowError):
        index, bad = next((i, x) for i, x in enumerate(value) if not _is_entry(x))
        return Unusable(f"its entry {index} is {numeral(bad)}, not a number of 32 bits", place)
    return Array(name, len(numbers), numbers.tobytes() if any(numbers) else None, place)


def _is_entry(value: object) -> bool:
    return isinstance(value, int) and -(2**31) <= value < 2**31


def _table(name: str, rows: tuple[Any, ...], place: str) -> Symbol:
    width: int | None = None
    for number, row in enumerate(rows):
        if type(row) is not tuple:
            return Unusable(f"a table is a tuple of tuples, but its row {number} is {row!r:.60}", place)
        for item in row:
            size = len(item) if type(item) is tuple else 0
            width = size if width is None else width
            entries = item if type(item) is tuple else (item,)
            if size != width or not entries or not all(_is_entry(entry) for entry in entries):
                return Unusable(
                    f"a row of a table holds numbers, or tuples of numbers of one length, "
                    f"but its row {number} holds {item!r:.60}",
                    place,
                )
    if not rows:
        return Unusable("it is an empty tuple; a table has at least one row", place)
    return Table(name, rows, width or 0, place)


def _is_number(node: ast.expr | None) -> bool:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node = node.operand
    return isinstance(node, ast.Constant) and type(node.value) is int


def _defined_twice(name: str, one: str, other: str) -> LinkError:
    return LinkError(f"`{name}` is defined twice: at {one} and at {other}")


def _line_of(error: BaseException, file: str) -> str:
    """Return the innermost place of an exception's traceback that is in the file."""
    line = 1
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            line = trace.tb_lineno
        trace = trace.tb_next
    return f"{file}:{line}"


def _no_host(name: str) -> Callable[[], int]:
    def missing() -> NoReturn:
        raise LinkError(f"`{name}` belongs to the host and cannot be called while linking")

    return missing


def _not_yet(name: str, file: File) -> Callable[..., int]:
    def missing(*arguments: int) -> NoReturn:
        raise LinkError(
            f"{file.source.name}: `{name}` is defined in a later file and cannot be called while linking"
        )

    return missing
