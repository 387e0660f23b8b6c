"""What is asked about the pinned packages, and what is made of the answer."""

from typing import Any

import pytest

from tools.audit import audit


def test_every_pinned_package_is_asked_about(capsys: pytest.CaptureFixture[str]) -> None:
    asked: list[dict[str, Any]] = []

    def answer(_: str, body: Any) -> Any:
        asked.extend(body["queries"])
        return {"results": [{} for _ in body["queries"]]}

    assert audit(answer) == 0
    names = {(query["package"]["ecosystem"], query["package"]["name"]) for query in asked}
    assert {("PyPI", "pytest"), ("PyPI", "micropip"), ("npm", "pyodide"), ("npm", "chessgroundx")} <= names
    assert all(query["version"][0].isdigit() for query in asked)
    assert "nothing found" in capsys.readouterr().out


def test_what_is_found_is_named_and_fails(capsys: pytest.CaptureFixture[str]) -> None:
    def answer(_: str, body: Any) -> Any:
        known = {"vulns": [{"id": "OSV-1"}]}
        return {"results": [known if q["package"]["name"] == "pyodide" else {} for q in body["queries"]]}

    assert audit(answer) == 1
    assert "npm pyodide" in capsys.readouterr().out
