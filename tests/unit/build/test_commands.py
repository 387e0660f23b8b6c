"""build.py as a person meets it."""

import ast
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tools import commands
from tools.server import ISOLATION
from tools.steps import ROOT, BuildError

BUILD_PY = ROOT / "build.py"


@pytest.mark.parametrize("version", [(2, 7, 18), (3, 6, 15), (3, 10, 13)])
def test_an_old_python_gets_one_sentence(version: tuple[int, ...]) -> None:
    script = f"import sys; sys.version_info = {version}; exec(open({str(BUILD_PY)!r}).read())"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    expected = "build.py needs Python 3.11 or newer; this is Python {}.{}.\n".format(*version)
    assert (done.stdout, done.stderr) == ("", expected)


def test_build_py_can_be_parsed_by_old_pythons() -> None:
    tree = ast.parse(BUILD_PY.read_text(), feature_version=(3, 0))
    unknown_to_python_2 = (ast.JoinedStr, ast.AnnAssign, ast.arg, ast.Starred, ast.Match, ast.NamedExpr)
    assert not [node for node in ast.walk(tree) if isinstance(node, unknown_to_python_2)]


def test_a_taken_port_is_named_with_a_way_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(commands, "build_site", lambda: "version")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert commands.main(["serve", "--port", str(port)]) == 1
    assert (
        capsys.readouterr().err == f"build.py: Port {port} is taken; choose another with --port {port + 1}.\n"
    )


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Where the tests run in the background, Ctrl-C is ignored, and what they start would inherit that."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_serve_says_where_the_site_is_and_stops_at_ctrl_c() -> None:
    """It once started its server twice, so that the second start found the port taken - by itself."""
    command = [sys.executable, str(BUILD_PY), "serve", "--port", "0", "--base", "/sub/path/"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as serving:
        assert serving.stdout is not None
        try:
            lines = iter(serving.stdout.readline, "")
            address = next(word for line in lines for word in line.split() if word.startswith("http://"))
            with urllib.request.urlopen(address) as page:
                assert "<title>Cannonfish" in page.read().decode()
                assert ISOLATION.items() <= set(page.headers.items())
            serving.send_signal(signal.SIGINT)
            assert serving.wait(timeout=120) == 0
        finally:
            serving.kill()  # which is nothing where it has ended


def test_a_number_that_is_no_port(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(commands, "build_site", lambda: "version")
    assert commands.main(["serve", "--port", "70000"]) == 1
    assert "70000 is not a port" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("failure", "status", "sentence"),
    [
        (BuildError("Could not do it: no network."), 1, "build.py: Could not do it: no network.\n"),
        (OSError(28, "No space left on device"), 1, "The disk is full"),
        (KeyboardInterrupt(), 130, "Interrupted"),
    ],
)
def test_failures_are_sentences(
    failure: BaseException,
    status: int,
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fail() -> str:
        raise failure

    monkeypatch.setattr(commands, "build_site", fail)
    assert commands.main([]) == status
    error = capsys.readouterr().err
    assert sentence in error
    assert "Traceback" not in error


def test_test_hands_its_arguments_to_pytest(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[list[str]] = []
    monkeypatch.setattr(commands, "build_site", lambda: "version")
    monkeypatch.setattr(commands, "VENV_PYTHON", Path("python"))
    monkeypatch.setattr(commands, "environment", dict)

    def note(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        ran.append([str(word) for word in command])
        return subprocess.CompletedProcess(command, 5)

    monkeypatch.setattr(commands.subprocess, "run", note)
    assert commands.main(["test", "-k", "name", "--maxfail=1", "tests/unit", "-h"]) == 5
    assert ran[0][:3] == ["python", "-m", "pytest"]
    assert ran[0][-5:] == ["-k", "name", "--maxfail=1", "tests/unit", "-h"]


@pytest.mark.parametrize("command", ["test", "bench", "check"])
def test_one_command_at_a_time_sets_things_up(monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    """Two commands in a fresh checkout made its .venv at the same time."""
    inside = False
    seen: list[str] = []

    @contextmanager
    def only_one() -> Iterator[None]:
        nonlocal inside
        assert not inside
        inside = True
        yield
        inside = False

    def fake(name: str) -> Callable[[], Path]:
        def make() -> Path:
            assert inside, name
            seen.append(name)
            return Path(name)

        return make

    monkeypatch.setattr(commands, "only_one", only_one)
    monkeypatch.setattr(commands, "build_site", lambda: "version")
    for name in ("python_environment", "node", "node_packages", "browser"):
        monkeypatch.setattr(commands, name, fake(name))
    done = subprocess.CompletedProcess([], 0)
    monkeypatch.setattr(commands.subprocess, "run", lambda *_, **__: done)
    assert commands.main([command]) == 0
    assert "node" in seen
