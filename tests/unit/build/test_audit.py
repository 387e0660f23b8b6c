"""What is asked about the pinned packages, and what is made of the answer."""

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from tools import audit as audits
from tools.audit import audit
from tools.steps import BuildError


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


Serve = Callable[[int, bytes], None]


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Iterator[Serve]:
    """A database on this machine that answers so; what it was asked is checked to be JSON."""
    answer = (200, b"")

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            assert json.loads(self.rfile.read(int(self.headers["Content-Length"])))["queries"]
            self.send_response(answer[0])
            self.end_headers()
            self.wfile.write(answer[1])

        def log_message(self, *_: object) -> None:
            pass

    def say(status: int, body: bytes) -> None:
        nonlocal answer
        answer = status, body

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        monkeypatch.setattr(audits, "DATABASE", f"http://127.0.0.1:{server.server_port}/v1/querybatch")
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield say
        server.shutdown()
        thread.join()


@pytest.mark.parametrize(
    ("status", "body", "said"),
    [
        (503, b"", "out of reach .*503.* none of the"),
        (200, b"<html>", "something else than a list of results"),
        (200, b"[]", "something else than a list of results"),
        (200, b'{"results": [{}]}', "answers 1 of"),
    ],
)
def test_a_database_that_does_not_answer_is_one_sentence(
    serve: Serve, status: int, body: bytes, said: str
) -> None:
    serve(status, body)
    with pytest.raises(BuildError, match=said):
        audit()


def test_a_database_that_is_not_there_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    with HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as server:
        free = server.server_port
    monkeypatch.setattr(audits, "DATABASE", f"http://127.0.0.1:{free}/")
    with pytest.raises(BuildError, match=r"out of reach .* none of the"):
        audit()
