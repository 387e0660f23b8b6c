"""The session of the Lab: files out, faults out, a variant that plays."""

import asyncio
import json
import re
import tracemalloc
from array import array
from base64 import b64decode
from typing import Any

import pytest
from cannonfish.compiler import LinkError
from cannonfish.engine import Engine, kernel_files
from cannonfish.experiments.race import Race
from cannonfish.protocol.page.lab import LabSession, fault_of

EVALUATION = "liuzichong/evaluation.py"
GAME = "liuzichong"
NAMES = ("parent", "move", "function", "depth", "alpha", "beta", "value", "site")
CODES = "iHBhhhhH"
TEXT = kernel_files(GAME)[EVALUATION]


class Lab:
    """A session with what it has posted."""

    def __init__(self) -> None:
        self.posted: list[dict[str, Any]] = []
        self.session = LabSession(self.posted.append)

    def ask(self, question: str, **fields: Any) -> dict[str, Any]:
        """The reply to one question."""
        message = {"id": len(self.posted) + 1, "lab": question, "game": GAME, **fields}
        asyncio.run(self._say(message))
        [reply] = [each for each in self.posted if each["type"] == "lab" and each["id"] == message["id"]]
        return reply

    async def _say(self, message: dict[str, Any]) -> None:
        self.session.receive_lab(json.dumps(message))
        while len(asyncio.all_tasks()) > 1:
            await asyncio.sleep(0)

    def bestmove(self) -> dict[str, Any]:
        """What the engine answers in the start position."""
        asyncio.run(self._go())
        [reply] = [each for each in self.posted if each.get("id") == "go" and "ok" in each]
        return reply

    async def _go(self) -> None:
        self.session.receive({"id": "go", "type": "go", "game": GAME, "limits": {"nodes": 500}})
        while len(asyncio.all_tasks()) > 1:
            await asyncio.sleep(0)


@pytest.fixture
def lab() -> Lab:
    return Lab()


def test_files_are_those_of_the_kernel(lab: Lab) -> None:
    assert lab.ask("files")["files"] == kernel_files(GAME)


def test_a_fault_has_a_place_and_the_compilers_reason(lab: Lab) -> None:
    sources = {EVALUATION: TEXT + "\n\ndef half(x: int) -> int:\n    return x / 2\n"}
    line = sources[EVALUATION].count("\n")
    fault = {"kind": "dialect", "path": EVALUATION, "line": line, "column": 12, "end": 17}
    reason = "/ gives a float; write // for whole numbers"
    assert lab.ask("check", sources=sources)["faults"] == [{**fault, "reason": reason}]
    assert lab.ask("build", sources=sources)["faults"] == [{**fault, "reason": reason}]
    assert lab.ask("check", sources={})["faults"] == []


def test_a_trap_of_the_checked_search_is_a_fault(lab: Lab) -> None:
    head, _, body = TEXT.partition("def evaluate(side: int) -> int:\n")
    docstring, _, rest = body.partition("\n")
    text = f"{head}def evaluate(side: int) -> int:\n{docstring}\n    side = side // (side - side)\n{rest}"
    [fault] = lab.ask("build", sources={EVALUATION: text})["faults"]
    line = text.splitlines().index("    side = side // (side - side)") + 1
    assert (fault["kind"], fault["path"], fault["line"]) == ("trap", EVALUATION, line)
    assert fault["reason"] == "division by zero (in evaluate)"


def test_calls_without_end_are_a_fault(lab: Lab) -> None:
    head, _, body = TEXT.partition("def evaluate(side: int) -> int:\n")
    text = head + "def evaluate(side: int) -> int:\n    side += evaluate(side)\n" + body.partition("\n")[2]
    [fault] = lab.ask("build", sources={EVALUATION: text})["faults"]
    assert fault["kind"] == "trap"
    assert "stack" in fault["reason"] or "nested too deeply" in fault["reason"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("huge = __import__('array').array('h', bytes(300_000_000))", "at most 256 MB"),
        ("side: list[int] = [0] * 2", "`side` is an array"),
        ("stones: list[int] = [0] * 2", "`stones` is defined twice"),
        ("while True\n    pass", "expected ':'"),
        ("import nowhere", "No module named"),
        ("raise SystemExit", "SystemExit"),
    ],
)
def test_bad_lines_of_a_file_are_faults_with_a_reason(lab: Lab, line: str, reason: str) -> None:
    use = "\n\n\ndef use() -> int:\n    return huge[0]\n" if line.startswith("huge") else ""
    text = f"{TEXT}\n\n{line}{use}\n"
    faults = lab.ask("check", sources={EVALUATION: text})["faults"]
    assert any(re.search(reason, fault["reason"]) for fault in faults), faults


def test_a_file_that_is_half_typed_has_faults_with_a_place_or_none(lab: Lab) -> None:
    for length in range(0, len(TEXT), 97):
        reply = lab.ask("check", sources={EVALUATION: TEXT[:length]})
        assert reply["ok"], reply
        for fault in reply["faults"]:
            assert 1 <= fault["line"] <= TEXT[:length].count("\n") + 1 or fault["path"] != EVALUATION
            assert fault["reason"]


def test_what_was_built_plays(lab: Lab) -> None:
    assert lab.ask("build", sources={EVALUATION: TEXT + "\n# mine\n"})["faults"] == []
    assert lab.bestmove()["bestmove"]
    speeds = lab.ask("speed", ms=5)["speeds"]
    assert speeds.keys() == {"variant", "original"}
    assert all(nps > 0 for speed in speeds.values() for nps in speed.values())


HUGE = """from cannonfish.kernel.host import zeros

huge: list[int] = zeros(%s)


def use() -> int:
    return huge[0]
"""


def compile_request(**fields: Any) -> dict[str, Any]:
    """What the page asks, with these fields."""
    return {"sources": {}, "text": None, "function": "", "fen": None, "moves": [], **fields}


def test_a_function_of_the_kernel_is_shown_and_measured(lab: Lab) -> None:
    reply = lab.ask("compile", **compile_request(function="evaluate"))
    assert (reply["faults"], reply["function"], reply["path"]) == ([], "evaluate", EVALUATION)
    lines = TEXT.split("\n")
    assert lines[reply["first"] - 1] == "def evaluate(side: int) -> int:"
    assert lines[reply["last"] - 1] == "    ) * MOBILITY"
    assert {"name": "evaluate", "path": EVALUATION, "parameters": ["side"]} in reply["functions"]
    [head, *_] = reply["listing"]
    assert head == [reply["first"], "(func $evaluate (param $side i32) (result i32)"]
    times = [
        lab.ask("time", arguments=reply["arguments"], execution=each) for each in ("compiled", "interpreted")
    ]
    assert times[0]["result"] == times[1]["result"]
    assert times[0]["seconds"] < times[1]["seconds"]


def test_arguments_are_those_of_a_call_in_the_search(lab: Lab) -> None:
    reply = lab.ask("compile", **compile_request(function="search"))
    names = next(each["parameters"] for each in reply["functions"] if each["name"] == "search")
    called = dict(zip(names, reply["arguments"], strict=True))
    assert called["alpha"] < called["beta"]


def test_a_program_of_ones_own_is_compiled(lab: Lab) -> None:
    text = (
        "def double(n: int) -> int:\n    return n + n\n\n\ndef twice(n: int) -> int:\n    return double(n)\n"
    )
    reply = lab.ask("compile", **compile_request(text=text, function="twice"))
    assert (reply["function"], reply["first"], reply["last"]) == ("twice", 5, 6)
    assert lab.ask("time", arguments=[21], execution="compiled")["result"] == 42
    assert lab.ask("compile", **compile_request(text="X = 1\n"))["functions"] == []


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("def f(", 1, "'(' was never closed"),
        ("def f(x: int) -> int:\n    retu", 2, "a value on its own does nothing"),
        ("a: list[int] = [0]\n\n\ndef f(a: int) -> int:\n    return a\n", 4, "`a` is an array"),
        ("raise ValueError('no')\n", 1, "ValueError: no"),
        (HUGE % "1 << 27", 3, "at most 256 MB are allowed"),
    ],
)
def test_what_is_wrong_with_ones_own_program_is_named(lab: Lab, text: str, line: int, reason: str) -> None:
    [fault] = lab.ask("compile", **compile_request(text=text))["faults"]
    assert (fault["path"], fault["line"]) == ("program.py", line)
    assert reason in fault["reason"]


def test_a_large_array_of_ones_own_program_is_not_built_while_linking(lab: Lab) -> None:
    """`zeros` made a list of a gigabyte before the size was refused."""
    text = HUGE % "1 << 25"
    tracemalloc.start()
    reply = lab.ask("compile", **compile_request(text=text))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert reply["faults"] == []
    assert most < 64 << 20


def test_a_call_that_fails_is_a_fault(lab: Lab) -> None:
    deep = "def deep(n: int) -> int:\n    return deep(n + 1) + 1\n"
    assert lab.ask("compile", **compile_request(text=deep))["faults"] == []
    [fault] = lab.ask("time", arguments=[1], execution="compiled")["faults"]
    assert fault["kind"] == "trap"
    assert "stack" in fault["reason"] or "nested too deeply" in fault["reason"]


def test_what_cannot_be_answered_is_said(lab: Lab) -> None:
    for question, fields in {"speed": {"ms": 5}, "check": {"sources": {"other.py": ""}}, "dance": {}}.items():
        reply = lab.ask(question, **fields)
        assert not reply["ok"]
        assert reply["error"]


def test_the_place_of_an_error_is_found_in_its_message() -> None:
    twice = LinkError("`a` is defined twice: at cannonfish/kernel/x.py:3 and at cannonfish/kernel/y.py:5")
    fault = fault_of(twice)
    assert (fault["path"], fault["line"], fault["reason"]) == ("x.py", 3, str(twice))
    missing = fault_of(LinkError("no file of the program defines `x: int`"))
    assert (missing["path"], missing["line"]) == (None, 1)


XIANGQI = {"game": "xiangqi", "sources": {}, "fen": None, "moves": ["h2e2"]}


def column(trace: dict[str, Any], name: str, typecode: str) -> list[int]:
    return array(typecode, b64decode(trace["columns"][name])).tolist()


def test_a_trace_comes_in_columns(lab: Lab) -> None:
    trace = lab.ask("trace", **XIANGQI, algorithm="engine", depth=3, nodes=5000)["trace"]
    lengths = {len(column(trace, name, code)) for name, code in zip(NAMES, CODES, strict=True)}
    assert len(lengths) == 1
    parents, moves = column(trace, "parent", "i"), column(trace, "move", "H")
    assert parents.count(-1) == trace["depth"] == 3
    assert trace["pv"][0] in trace["moves"]
    assert {trace["moves"][at] for at in moves} == set(trace["moves"])
    assert max(column(trace, "site", "H")) <= len(trace["sites"])
    assert trace["scale"]["MATE"] > trace["scale"]["MATE_BOUND"] > trace["score"]
    kinds = {site[0] for site in trace["sites"]}
    assert kinds == {"return", "last", "skip"}
    assert any(message["type"] == "alive" for message in lab.posted)


def test_a_race_tells_its_laps_as_they_come(lab: Lab) -> None:
    fields = {"execution": "auto", "options": {"null_move": True}, "depth": 2, "nodes": 10_000}
    reply = lab.ask("race", **XIANGQI, **fields)
    told = [message["lap"] for message in lab.posted if message["type"] == "lap"]
    assert [lap for lap in told if lap["done"]] == reply["laps"]
    assert [lap["algorithm"] for lap in reply["laps"]] == ["minimax", "alphabeta", "pvs", "mtdf"] * 2
    assert all(lap["score"] and lap["move"] for lap in reply["laps"])


def test_what_a_question_started_is_closed_when_it_fails(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each failure left its engines behind, with their tables."""
    closed: list[object] = []
    for kind in (Engine, Race):
        monkeypatch.setattr(kind, "close", lambda each: closed.append(each))
    lab.ask("build", sources={})
    closed.clear()
    fields = {"execution": "interpreted", "options": {}, "depth": 0, "nodes": 0}
    assert "depth is a number from" in lab.ask("race", **XIANGQI, **fields)["error"]
    assert "movetime is a number from" in lab.ask("speed", ms=-1)["error"]
    assert "'e5' is not" in lab.ask("speed", ms=1, moves=["e5"])["error"]
    assert [type(each) for each in closed] == [Race, Engine, Engine]


def test_a_side_that_passes_leaves_the_position_to_the_other(lab: Lab) -> None:
    assert lab.ask("passed", **XIANGQI)["fen"].split()[1] == "w"
    mated = {**XIANGQI, "fen": "R3k4/1R7/9/9/9/9/9/9/9/3K5 b - - 0 1", "moves": []}
    assert "in check cannot pass" in lab.ask("passed", **mated)["error"]
