"""The session of the Lab: files out, faults out, a variant that plays."""

import asyncio
import json
from typing import Any

import pytest
from cannonfish.compiler import LinkError
from cannonfish.engine import kernel_files
from cannonfish.protocol.lab import LabSession, fault_of

EVALUATION = "liuzichong/evaluation.py"
GAME = "liuzichong"
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


def test_what_was_built_plays(lab: Lab) -> None:
    assert lab.ask("build", sources={EVALUATION: TEXT + "\n# mine\n"})["faults"] == []
    assert lab.bestmove()["bestmove"]
    speeds = lab.ask("speed", ms=5)["speeds"]
    assert speeds.keys() == {"variant", "original"}
    assert all(nps > 0 for speed in speeds.values() for nps in speed.values())


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
