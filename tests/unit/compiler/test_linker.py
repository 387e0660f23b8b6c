"""Files are linked into one program, or refused with a message."""

from collections.abc import Mapping

import pytest
from cannonfish.compiler import DialectError, LinkError, Program, Source, instantiate, link


def program(*files: str, settings: Mapping[str, int] | None = None) -> Program:
    """Link files; the first line of each names it: `# game`."""
    sources = []
    for text in files:
        name = text.split("\n", 1)[0].removeprefix("# ")
        sources.append(Source(f"kernel/{name}.py", f"kernel.{name}", text))
    return link(sources, settings)


def refuse(error: type[Exception], *files: str, settings: Mapping[str, int] | None = None) -> str:
    with pytest.raises(error) as caught:
        program(*files, settings=settings)
    return str(caught.value)


TABLES = """# tables
SIZE = 4
LEVEL: int = -3
DOUBLE = 2 * SIZE


def _helper(x: int) -> int:
    return x * 2


squares: list[int] = [_helper(i) for i in range(SIZE)]
ROWS = tuple(tuple(range(i)) for i in range(SIZE))
"""
GAME = """# game
from kernel.tables import SIZE, squares, ROWS

board: list[int] = [0] * SIZE


def _helper(x: int) -> int:
    return x + 1


START = _helper(1)


def put(square: int) -> None:
    board[square] = squares[square] + START


def evaluate(side: int) -> int:
    total = 0
    for i in ROWS[SIZE - 1]:
        total += board[i]
    return total - side
"""
HOOKS = """# hooks
# What a game supplies.
SIZE: int
board: list[int]


def evaluate(side: int) -> int:
    '''Score.'''
    ...
"""
SEARCH = """# search
from kernel.hooks import SIZE, board, evaluate


def search(depth: int) -> int:
    return evaluate(depth) * 100 + board[1] + SIZE
"""


def test_files_see_what_they_import_and_keep_their_private_helpers() -> None:
    execution = instantiate(program(TABLES, GAME), "compiled")
    execution.call("put", 2)
    assert execution.array("board") == [0, 0, 6, 0]
    assert execution.call("evaluate", 1) == 5


@pytest.mark.parametrize("execution", ["interpreted", "compiled"])
def test_hooks_are_bound_to_the_definitions_of_the_game(execution: str) -> None:
    instance = instantiate(program(TABLES, GAME, HOOKS, SEARCH), execution)
    instance.call("put", 1)
    assert instance.call("search", 0) == 400 + 4 + 4


def test_hooks_may_be_declared_in_the_file_that_calls_them() -> None:
    search = "# search\nboard: list[int]\n\n\ndef evaluate(side: int) -> int: ...\n\n\n"
    search += "def search() -> int:\n    return evaluate(1) + board[0]\n"
    assert instantiate(program(TABLES, GAME, search)).call("search") == -1


def test_a_module_that_only_declares_is_found_without_being_linked() -> None:
    """Like `kernel/game.py`, the contract of the kernel: a file of the same package, outside the link set."""
    text = "from cannonfish.kernel.host import now\n\n\ndef clock() -> int:\n    return now()\n"
    linked = link([Source("cannonfish/kernel/clock.py", "cannonfish.kernel.clock", text)])
    assert instantiate(linked, "interpreted").call("clock") >= 0


def test_constants_arrays_and_tables() -> None:
    linked = program(TABLES, GAME)
    assert {name: linked.constants[name] for name in ("SIZE", "DOUBLE", "LEVEL", "START")} == {
        "SIZE": 4,
        "DOUBLE": 8,
        "LEVEL": -3,
        "START": 2,
    }
    assert {name: array.mutable for name, array in linked.arrays.items()} == {"board": True, "squares": False}
    assert list(linked.tables) == ["ROWS"]
    assert list(linked.functions) == ["put", "evaluate"]


def test_settings_replace_numbers_before_anything_runs() -> None:
    linked = program(TABLES, GAME, settings={"SIZE": 6, "LEVEL": 9})
    assert linked.constants["DOUBLE"] == 12
    assert linked.constants["LEVEL"] == 9
    assert linked.arrays["board"].length == 6


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"DEPTH": 1}, "there is no setting `DEPTH`; settings of this program: LEVEL, SIZE"),
        ({"DOUBLE": 1}, "there is no setting `DOUBLE`"),
        ({"squares": 1}, "there is no setting `squares`"),
        ({"put": 1}, "there is no setting `put`"),
        ({"SIZE": True}, "the setting `SIZE` needs a whole number, not True"),
    ],
)
def test_unknown_settings_are_refused(settings: Mapping[str, int], message: str) -> None:
    assert message in refuse(LinkError, TABLES, GAME, settings=settings)


def test_a_name_belongs_to_one_file() -> None:
    message = refuse(LinkError, TABLES, "# other\n\nSIZE = 5\n")
    assert message == "`SIZE` is defined twice: at kernel/tables.py:2 and at kernel/other.py:3"


def test_a_function_is_defined_once() -> None:
    twice = "# twice\ndef f() -> int:\n    return 1\n\n\ndef f() -> int:\n    return 2\n"
    assert refuse(LinkError, twice) == "`f` is defined twice: at kernel/twice.py:2 and at kernel/twice.py:6"
    rebound = "# twice\ndef f() -> int:\n    return 1\n\n\nf = 3\n"
    assert refuse(LinkError, rebound) == "`f` is defined twice: at kernel/twice.py:2 and at kernel/twice.py:6"


@pytest.mark.parametrize("line", ["for f in range(3):\n    pass", "from math import isqrt as f"])
def test_a_function_keeps_its_value_to_the_end_of_the_file(line: str) -> None:
    """Linking ended with an AssertionError."""
    message = refuse(LinkError, f"# twice\ndef f() -> int:\n    return 1\n\n\n{line}\n")
    assert message == "kernel/twice.py:2: `f` gets another value later in the file"


@pytest.mark.parametrize("declared_first", [False, True])
def test_a_file_does_not_declare_what_it_defines(declared_first: bool) -> None:
    """A declaration after the function was called instead of it, in the interpreted execution only."""
    parts = ["def f(x: int) -> int:\n    return x\n", "def f(x: int) -> int: ...\n"]
    text = "# twice\n" + "\n\n".join(parts[::-1] if declared_first else parts)
    message = refuse(DialectError, text)
    assert "`f` is declared and defined in the same file" in message


def test_definitions_may_stand_in_any_statement() -> None:
    text = "# a\ntry:\n    import missing_module\nexcept ImportError:\n    A = 1\n"
    text += "match A:\n    case 1:\n        B = 2\n"
    message = refuse(LinkError, text, "# b\nA = 1\n")
    assert message == "`A` is defined twice: at kernel/a.py:5 and at kernel/b.py:2"
    message = refuse(LinkError, text, "# b\nB = 1\n")
    assert message == "`B` is defined twice: at kernel/a.py:8 and at kernel/b.py:2"


def test_names_left_over_by_loops_only_matter_when_used() -> None:
    loop = "# {}\nfor i in range(3):\n    pass\n\n\ndef {}() -> int:\n    return {}\n"
    assert instantiate(program(loop.format("a", "f", 1), loop.format("b", "g", "i"))).call("g") == 2
    message = refuse(LinkError, loop.format("a", "f", "i"), loop.format("b", "g", "i"))
    assert message.startswith("`i` is defined twice: at kernel/a.py")


def test_a_missing_hook_is_named() -> None:
    game = GAME.replace("def evaluate", "def score")
    message = refuse(LinkError, TABLES, game, HOOKS, SEARCH)
    assert message == (
        "no file of the program defines the function `evaluate(side: int) -> int`, "
        "declared at kernel/hooks.py:7"
    )
    message = refuse(LinkError, TABLES, HOOKS.replace("board", "position"), GAME)
    assert message == "no file of the program defines `position: list[int]`, declared at kernel/hooks.py:4"


@pytest.mark.parametrize("parameters", ["turn: int", "side: int, turn: int", ""])
def test_a_hook_with_another_signature_is_refused(parameters: str) -> None:
    game = GAME.replace("evaluate(side: int)", f"evaluate({parameters})").replace("total - side", "total")
    assert refuse(LinkError, TABLES, game, HOOKS, SEARCH) == (
        f"kernel/game.py:18: `evaluate({parameters}) -> int` "
        "is declared as `evaluate(side: int) -> int` at kernel/hooks.py:7"
    )


def test_a_hook_with_another_result_is_refused() -> None:
    game = GAME.replace("(side: int) -> int", "(side: int) -> None").replace("return total - side", "pass")
    assert "-> None` is declared as" in refuse(LinkError, TABLES, game, HOOKS, SEARCH)


def test_a_hook_must_be_a_function() -> None:
    game = "# game\nSIZE = 3\nboard = [0]\nevaluate = 3\n"
    assert "must be the function `evaluate(side: int) -> int`" in refuse(LinkError, game, HOOKS, SEARCH)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("from kernel.tables import MISSING", "`kernel.tables` does not define `MISSING`"),
        ("from kernel.game import SIZE", "`kernel.game` does not define `SIZE`"),
        ("from kernel.tables import *", "import the names that are used"),
        ("from kernel.tables import SIZE as S", "leave out `as`"),
        ("import kernel.tables", "write `from kernel.tables import ...`"),
        ("from .tables import SIZE", "full name of the module"),
        ("if True:\n    from kernel.tables import SIZE", "at the top level"),
        ("def _f():\n    from kernel.tables import SIZE", "at the top level"),
        ("from kernel.later import LATE", "`LATE` is defined in kernel/later.py, which comes later"),
    ],
)
def test_imports_are_explicit(line: str, message: str) -> None:
    later = "# later\nLATE = 1\n"
    error = refuse(DialectError, TABLES, GAME, f"# importer\n\n{line}\n", later)
    assert error.startswith("kernel/importer.py:")
    assert message in error


def test_what_is_not_imported_is_not_seen() -> None:
    other = "# other\ndef f() -> int:\n    return SIZE\n"
    assert "`SIZE` is not defined or imported in this file" in refuse(DialectError, TABLES, other)


def test_a_function_of_a_later_file_can_be_imported_but_not_called_while_linking() -> None:
    later = "# later\ndef late(n: int) -> int:\n    return n + 1\n"
    early = "# early\nfrom kernel.later import late\n\n\ndef f() -> int:\n    return late(1)\n"
    assert instantiate(program(early, later)).call("f") == 2
    assert "`late` is defined in a later file" in refuse(LinkError, early + "\n\nX = late(1)\n", later)


def test_functions_can_be_used_to_build_tables() -> None:
    text = (
        "# a\ndef square(n: int) -> int:\n    return n * n\n\n\nSQUARES = [square(i) for i in range(4)]\n\n\n"
    )
    text += "def f(n: int) -> int:\n    return SQUARES[n]\n"
    assert instantiate(program(text)).call("f", 3) == 9


def test_the_host_cannot_be_asked_while_linking() -> None:
    text = "# a\nfrom cannonfish.kernel.host import now\n\nX = now()\n"
    source = Source("cannonfish/kernel/a.py", "cannonfish.kernel.a", text)
    with pytest.raises(LinkError, match="belongs to the host"):
        link([source])


def test_errors_of_module_level_code_name_the_line() -> None:
    text = "# a\ndef _table(n):\n    return [1 // n]\n\n\nT = _table(0)\n"
    message = refuse(LinkError, text)
    assert message == "kernel/a.py:3: ZeroDivisionError: integer division or modulo by zero"


@pytest.mark.parametrize(
    "line", ["min = 3", "def max(a: int) -> int:\n    return a", "from math import floor as abs"]
)
def test_functions_of_python_keep_their_meaning(line: str) -> None:
    assert "is a function of Python and cannot be redefined" in refuse(LinkError, f"# a\n{line}\n")


def test_one_list_is_one_array() -> None:
    text = "# a\none = [1, 2]\ntwo = one\n\n\ndef f() -> int:\n    return one[0] + two[0]\n"
    assert (
        refuse(LinkError, text) == "kernel/a.py:3: `two` is the same list as `one`; make it a list of its own"
    )


def test_wrong_use_of_now_and_poll() -> None:
    text = "# a\ndef now(x: int) -> int: ...\n"
    assert refuse(LinkError, text) == "kernel/a.py:2: the host function is `now() -> int`"
