"""`quit` and the end of the input: what is running ends, in a process and within one."""

import subprocess
import sys
from pathlib import Path

import cannonfish
import pytest
from cannonfish.engine import Engine
from cannonfish.protocol.terminal import session as sessions
from cannonfish.protocol.terminal.session import Session
from cannonfish.protocol.terminal.ucci import UcciSession
from cannonfish.protocol.terminal.uci import UciSession

from tests.cases import slow
from tests.unit.protocol.terminal.conversation import SMALL, Conversation, answers_to_script

ENGINE = Path(cannonfish.__file__).parents[1]
START = "position startpos"
ENDLESS = 10**9
HOURS = [
    "go depth 90",
    "go nodes 2000000000",
    "go movetime 80000000",
    "go wtime 80000000 btime 80000000",
    "go infinite",
    "go ponder wtime 1000 btime 1000",
    "go perft 9",
    "bench 40",
]
"""Commands that take hours."""


def bestmoves(answers: list[str]) -> int:
    return sum(line.startswith("bestmove ") for line in answers)


@pytest.fixture
def leaving(monkeypatch: pytest.MonkeyPatch) -> Conversation:
    """A conversation in which every end is that of an interface; a script would have hours."""
    monkeypatch.setattr(sessions, "MOMENT", 0)
    monkeypatch.setattr(sessions, "GRACE", ENDLESS)
    return Conversation(*SMALL)


@pytest.mark.parametrize("last", [["quit"], []])
@pytest.mark.parametrize(
    "option", ["UCI_Variant value xiangqi", "UCI_Variant value chess", "Algorithm value mtdf"]
)
@pytest.mark.parametrize("command", HOURS)
def test_an_interface_that_leaves_ends_everything(
    leaving: Conversation, command: str, option: str, last: list[str]
) -> None:
    """`go movetime 12000`, `position startpos`, `quit` searched on for 12 seconds, because `quit` was not the
    first line that waited; `go perft 6` ended between two moves of the root, if at all."""
    leaving.send(f"setoption name {option}", command, "isready")
    leaving.hear("readyok")  # the command is running
    before = leaving.heard()
    leaving.send(START, "go depth 90", "go perft 9", *last)
    leaving.end()
    is_search = command.startswith("go ") and "perft" not in command
    assert bestmoves(before + leaving.heard()) == is_search


PERFT = ["go perft 9"]
HELPED = ["setoption name Threads value 3", "go depth 90", START, "go depth 90"]


@pytest.mark.parametrize(
    ("lines", "last"), [(PERFT, "quit\n"), (HELPED, ""), slow(PERFT, ""), slow(HELPED, "quit\n")]
)
def test_the_process_ends(lines: list[str], last: str) -> None:
    """With its helper threads, and without the clean-up of Python, which took half a second."""
    process = subprocess.Popen(
        [sys.executable, "-m", "cannonfish"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
        cwd=ENGINE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("".join(f"{line}\n" for line in [*lines, "isready"]))
    while process.stdout.readline() != "readyok\n":
        pass
    process.stdin.write(last)
    process.stdin.close()
    assert process.wait(timeout=120) == 0
    process.stdout.close()


@pytest.mark.parametrize("last", [["quit"], []])
def test_a_script_ends_too(monkeypatch: pytest.MonkeyPatch, last: list[str]) -> None:
    """All of its commands are carried out, but none takes hours."""
    monkeypatch.setattr(sessions, "GRACE", 0.1)
    answers = answers_to_script(UciSession, [*SMALL, *HOURS, START, "d", *last])
    assert bestmoves(answers) == 6
    assert answers[-1].startswith("Fen: ")


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, a script is not cut short; `quit` gives no time at all."""
    monkeypatch.setattr(sessions, "GRACE", ENDLESS)
    monkeypatch.setattr(sessions, "MOMENT", 0)


@pytest.mark.usefixtures("patient")
def test_a_script_gets_what_it_asks_for() -> None:
    """`echo go depth 4 | python -m cannonfish` reaches its depth, on any machine.

    Stockfish stops at the end of the input, and plays whatever it has found by then.
    """
    answers = answers_to_script(
        UciSession, [*SMALL, START, "go depth 4", "go nodes 300", "go perft 2", "bench 1"]
    )
    assert any(line.startswith("info depth 4 ") for line in answers)
    assert bestmoves(answers) == 2
    assert any(" nodes 300 " in line for line in answers)
    assert "Nodes searched: 1920" in answers
    assert answers[-1].startswith("Nodes/second: ")


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize(
    ("protocol", "small"), [(UciSession, SMALL), (UcciSession, ("setoption hashsize 1",))]
)
def test_quit_leaves_a_search_of_a_script_no_time(protocol: type[Session], small: tuple[str, ...]) -> None:
    """As in Stockfish; it waited five seconds.  The best move so far is written all the same."""
    answers = answers_to_script(protocol, [*small, START, "go depth 90", "quit"])
    best = answers[-2 if protocol is UcciSession else -1]
    assert best.startswith("bestmove ")


@pytest.mark.usefixtures("patient")
def test_a_batch_of_ucci_gets_what_it_asks_for_before_quit() -> None:
    """UCCI 3.0, 3: in batch mode the engine reads the next line after the search."""
    small = ["setoption hashsize 1", "setoption execution interpreted", "setoption batch true"]
    answers = answers_to_script(UcciSession, [*small, START, "go depth 3", START, "go depth 4", "quit"])
    assert any(line.startswith("info depth 4 ") for line in answers)
    assert bestmoves(answers) == 2
    answers = answers_to_script(UcciSession, [*small, START, "go infinite", "quit"])
    assert answers[-1] == "bye"


def test_the_last_command_of_a_script_has_its_time_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "GRACE", 0)
    answers = answers_to_script(UciSession, [*SMALL, START, "go depth 90"])
    assert answers[-1].startswith("bestmove ")
    assert answers_to_script(UciSession, [*SMALL, "go perft 9"])[-1] == "info string perft was stopped"
    assert answers_to_script(UciSession, [*SMALL, "bench 40"])[-1] == "info string bench was stopped"


def test_stop_ends_a_count_below_the_first_move() -> None:
    """It took effect between two moves of the root, of which each can take an hour."""
    conversation = Conversation(*SMALL, "go perft 9", "isready")
    conversation.hear("readyok")
    conversation.send("stop")
    assert conversation.answers.get(timeout=120) == "info string perft was stopped"
    conversation.end()


def test_the_engine_of_a_terminal_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[str] = []
    monkeypatch.setattr(Engine, "close", lambda engine: closed.append(engine.game.name))
    Conversation(*SMALL, "ucci", "quit").wait()
    assert closed == ["xiangqi", "xiangqi"]
