"""Mistakes in an edited kernel: Python, a terminal and a page name them with file and line."""

import asyncio
import re
from functools import partial
from typing import Any

import pytest
from cannonfish.compiler import SOURCE_ERRORS, DialectError, ExecutionFailed, LinkError, edited
from cannonfish.engine import Engine, Limits, kernel_files
from cannonfish.games.base import rules
from cannonfish.games.xiangqi.board import Board
from cannonfish.protocol.page import worker
from cannonfish.protocol.page.worker import WorkerSession
from cannonfish.protocol.terminal import session
from cannonfish.protocol.terminal.uci import UciSession

from tests.unit.protocol.terminal.conversation import SMALL, answers_to

FILE = "xiangqi/evaluation.py"
TEXT = kernel_files("xiangqi")[FILE]
HEAD = "def evaluate(side: int) -> int:\n"
AT = TEXT[: TEXT.index(HEAD)].count("\n") + 1
NOT_DEFINED = "no file of the program defines the function `evaluate(side: int) -> int`, declared at "

MISTAKES: dict[str, tuple[str, type[Exception], str]] = {
    "syntax": (f"{HEAD}    return (1\n", DialectError, f"{FILE}:{AT + 1}:12: not Python: '(' was never"),
    "dialect": (f"{HEAD}    return 1 / 2\n", DialectError, f"{FILE}:{AT + 1}:12: / gives a float"),
    "run time": (
        f"{HEAD}    return 1 // (side - side)\n",
        ExecutionFailed,
        f"{FILE}:{AT + 1}: integer division or modulo by zero (in evaluate)",
    ),
    "calls without end": (
        f"{HEAD}    return evaluate(side) + 1\n",
        ExecutionFailed,
        f"{FILE}:{AT + 1}: the calls are nested too deeply (in evaluate)",
    ),
    "type": (
        "def evaluate(side: int) -> None:\n    pass\n",
        LinkError,
        f"{FILE}:{AT}: `evaluate(side: int) -> None` is declared as `evaluate(side: int) -> int`",
    ),
    "no result": (f"{HEAD}    pass\n", DialectError, f"{FILE}:{AT + 1}:5: `evaluate` may end here without"),
    "missing": ("", LinkError, f"{NOT_DEFINED}cannonfish/kernel/game.py:"),
}
EACH = pytest.mark.parametrize("mistake", MISTAKES)


def replaced(path: str, head: str, function: str) -> str:
    """The text of a file with another function in the place of the one that begins like this."""
    before, _, rest = kernel_files("xiangqi")[path].partition(head)
    _, gap, after = rest.partition("\n\n\n")
    return before + function + gap + after


def with_mistake(mistake: str) -> dict[str, str]:
    """The evaluation with another function."""
    return {FILE: replaced(FILE, HEAD, MISTAKES[mistake][0])}


@EACH
@pytest.mark.parametrize("execution", ["interpreted", "compiled"])
def test_python_raises_it(mistake: str, execution: str) -> None:
    _, error, message = MISTAKES[mistake]
    with pytest.raises(error, match=re.escape(message)) as caught:
        Engine(execution=execution, hash_mb=1, sources=with_mistake(mistake)).go(Limits(depth=2))
    assert isinstance(caught.value, SOURCE_ERRORS)


@EACH
def test_a_terminal_says_it(mistake: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault at run time was an "internal error: ExecutionFailed"."""
    monkeypatch.setattr(session, "Engine", partial(Engine, sources=with_mistake(mistake)))
    answers = answers_to(UciSession, [*SMALL, "go depth 2", "d"])
    told = [line for line in answers if line.startswith("info string go: ")]
    assert [MISTAKES[mistake][2] in line for line in told] == [True]
    assert not any("internal error" in line for line in answers)
    assert answers[-1].startswith("Fen: ")


@EACH
def test_a_page_is_told(mistake: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "Engine", partial(Engine, sources=with_mistake(mistake)))
    posted: list[dict[str, Any]] = []

    async def ask() -> None:
        WorkerSession(posted.append, "interpreted").receive({"id": 1, "type": "go", "limits": {"depth": 2}})
        while len(asyncio.all_tasks()) > 1:
            await asyncio.sleep(0)

    asyncio.run(ask())
    [error] = [message["error"] for message in posted if message.get("ok") is False]
    assert (error["code"], error["reason"]) == ("engine_failed", "source")
    assert error["message"].removeprefix("cannonfish/kernel/").startswith(MISTAKES[mistake][2])


@pytest.mark.parametrize(
    ("path", "head", "line"),
    [
        ("xiangqi/moves.py", "def pseudo_legal(side: int, move: int) -> int:\n", "return 1 // (side - side)"),
        ("xiangqi/board.py", "def make(move: int) -> int:\n", "return make(move)"),
    ],
)
def test_rules_name_a_fault_at_run_time(
    path: str, head: str, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They call functions of the kernel directly: it came as a ZeroDivisionError from nowhere."""
    text = replaced(path, head, f"{head}    {line}\n")
    monkeypatch.setattr(rules, "linked", lambda package, names: edited(package, names, {path: text}))
    board = Board()
    faulty = type(Board._rules())()
    place = f"{path}:{text.splitlines().index(f'    {line}') + 1}: "
    with pytest.raises(ExecutionFailed, match=re.escape(place)):
        faulty.is_legal(board.position, next(iter(board.legal_moves)))
