"""The compiler of the kernel: one source, two executions.

The hot code of the engine is written in a *dialect* of Python, plain enough that CPython and Pyodide run it
as it stands and that this package turns the very same functions into WebAssembly, in about a tenth of a
second, wherever the engine happens to be.

    program = link([Source("kernel/a.py", "kernel.a", text), ...], settings={"SIZE": 9})
    execution = instantiate(program)           # compiled if it can be had, else interpreted
    execution.call("search", 5)
    execution.read("board", 40)

A value has the same meaning in both executions, or the checker refuses the program: with file, line, column
and a reason (`DialectError`). What no checker can know beforehand - an index outside its array, a result
beyond 32 bits - the *checked* build traps with the place and the value (`ExecutionFailed`).


The dialect
===========

**Files.** Module-level code is ordinary Python: it runs once, when the program is linked, and may use any
module and any helper (helpers' names begin with `_`). What it leaves in public names is what dialect
functions see:

  - an `int` is a constant;
  - a `list` of `int` is an array. Its length is fixed. If no function of the program stores into it, all
    interpreted instances share it; else every instance begins with a copy;
  - a `tuple` of `tuple`s is a table, whose rows hold numbers, or tuples of numbers of one length.

`bool` counts as `int`. A public name belongs to one file. Files import names from each other explicitly,
in link order, without `as`. `def hook(side: int) -> int: ...` and `name: int`, without a body or value,
*declare* what another file must define, with the same signature. `now() -> int` (milliseconds since the
instance was made) and `poll() -> int` (let the host breathe; non-zero means stop), once declared, are
supplied by the host. A number assigned at module level can be replaced when linking (`settings`).

**Functions.** Every public module-level function is a dialect function: parameters annotated `int`, no
defaults, result `int` or `None`. It may call itself and other dialect functions, not helpers.

**Statements.** Assignment to locals (annotated `int` or not) and to `ARRAY[index]`; `a = b = value`;
`a, b = b, a` with as many values as targets; augmented assignment; `if`/`elif`/`else`; `while`;
`for i in range(...)` with a constant step; `for x in TABLE[row]` and `for x, y in TABLE[row]`; `break`,
`continue`, `pass`; `return`; calls. A local must have a value on every path that leads to where it is
read, and a function that returns `int` must end with `return` on every path. Locals do not take the
names of constants, arrays, tables, functions, or of `abs`, `len`, `max`, `min`, `range`.

**Expressions.** Numbers, `True`, `False`, names, `ARRAY[index]`, calls, `len(ARRAY)`,
`+ - * // % & | ^ ~ << >>`, comparisons (also chained), `and`, `or`, `not`, `x if test else y`, `abs`,
and `min` and `max` of two or more numbers.

All of it means what it means in Python: operands are evaluated from left to right, the value of an
assignment before the index of its target; `//` rounds down and `%` has the sign of the divisor; `a or b` is
`a` unless that is 0; a chained comparison evaluates no operand twice; the variable of a loop changes only
when a round begins and keeps its last value. There are four limits:

  - every number, intermediate results included, is in -2**31 .. 2**31 - 1;
  - an index is in 0 .. length - 1; negative indices do not count from the end;
  - a shift is by 0 .. 31;
  - nothing is divided by 0.

Where constants are concerned the checker refuses what is outside the limits. Else the checked build traps,
in both executions, with the same message. The unchecked ones do not look: interpreted code goes on as Python
does (large numbers, but not in large arrays; indices from the end), compiled code wraps around, takes the
shift modulo 32, and reads or writes another array, or stops with a fault. A kernel is right when its tests
pass in the checked build.

**Not in the dialect** is everything else: floats, text, lists made in functions, attributes, classes,
nested functions, `lambda`, comprehensions, exceptions, `assert`, `global`, `else` after loops,
`is`, `in`, `:=`, keyword and default arguments, decorators, generators, `async`.


How it is built
===============

    errors.py        what can go wrong
    ir.py            the checked form of a program
    dialect.py       the dialect in tables;  checker.py: a function's syntax tree -> the checked form
    files.py         what the top level of a file says
    linker.py        files -> Program;  zeros.py: without making the lists that begin with zeros
    program.py       Program: what both executions are made from
    interpreted.py   the interpreted execution;  checked.py writes guards into its functions
    wasm.py          the binary format;  instructions.py, expressions.py, emitter.py: code of functions
    image.py         the module around them
    execution.py     the face of both executions, and what they ask of the host
    native.py        compiled, run by the package wasmtime;  browser.py: compiled, run by the browser
    instantiate.py   the choice between them
"""

from collections.abc import Iterable, Mapping

from .errors import DialectError, ExecutionFailed, ExecutionUnavailable, LinkError
from .execution import Execution, Host
from .instantiate import instantiate
from .loader import linked, prelink, sources
from .program import Program, Source

__all__ = [
    "DialectError",
    "Execution",
    "ExecutionFailed",
    "ExecutionUnavailable",
    "Host",
    "LinkError",
    "Program",
    "Source",
    "instantiate",
    "link",
    "linked",
    "prelink",
    "sources",
]


def link(sources: Iterable[Source], settings: Mapping[str, int] | None = None) -> Program:
    """Make one program of kernel files, given in the order in which they import each other.

    `settings` gives other values to module-level constants that are defined as a plain number.
    Raises DialectError for what a file says and LinkError for what does not fit together.
    """
    from .linker import link  # only now: whoever runs a program that was linked beforehand does without

    return link(sources, settings)
