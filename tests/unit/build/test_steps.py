"""The vocabulary of the build: reasons in one sentence, stamps, folders that are whole or not there."""

import contextlib
import errno
import sys
import threading
from pathlib import Path

import pytest

from tools import steps
from tools.steps import BuildError, diagnose, explain, fingerprint, fresh_folder, run, write_atomically


@pytest.mark.parametrize(
    "output",
    [
        "WARNING: Retrying after connection broken by 'NewConnectionError: Name or service not known'",
        "npm error code ENOTFOUND\nnpm error network request failed",
        "npm error code ECONNREFUSED",
        "Temporary failure resolving 'deb.debian.org'",
        "Err:1 http://deb.debian.org bookworm InRelease\n  Could not resolve 'deb.debian.org'",
    ],
)
def test_a_missing_network_is_named(output: str) -> None:
    assert "no network connection" in diagnose(output)


def test_a_full_disk_is_named() -> None:
    assert "disk is full" in diagnose("ERROR: [Errno 28] No space left on device: '/x'")
    assert "disk is full" in diagnose("npm error code ENOSPC")
    # A failure inside Pyodide shows a line of its own source, which knows every error code by name.
    assert "disk is full" not in diagnose("var ERRNO_CODES={ENOSPC:51}\nImportError: No module named 'x'")
    assert "disk is full" in explain(OSError(errno.ENOSPC, "No space left on device"))


def test_other_failures_show_what_the_program_said_first_and_last() -> None:
    shown = diagnose("\n".join(f"line {i}" for i in range(100))).split("\n  ")
    assert shown[1:3] == ["line 0", "line 1"]
    assert shown[-2:] == ["line 98", "line 99"]
    assert len(shown) < 25


def test_a_failing_program_becomes_one_error_with_its_purpose() -> None:
    script = "import sys; sys.exit('getaddrinfo failed')"
    with pytest.raises(BuildError, match=r"^Could not fetch things: no network connection") as caught:
        run([sys.executable, "-c", script], "fetch things")
    assert "\n" not in str(caught.value)
    with pytest.raises(BuildError, match="Could not fetch things: no-such-program is not there"):
        run(["no-such-program"], "fetch things")


def test_a_folder_that_may_not_be_written_is_named() -> None:
    assert explain(PermissionError(errno.EACCES, "Permission denied", "dist")).startswith(
        "Not allowed to write dist"
    )


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small source tree that the fingerprints are about."""
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.py").write_text("a")
    (tmp_path / "src" / "b.py").write_text("b")
    return tmp_path / "src"


def test_a_fingerprint_sees_contents_names_and_texts(tree: Path) -> None:
    seen = {fingerprint(tree), fingerprint(tree, "3.14")}
    (tree / "a.py").write_text("A")
    seen.add(fingerprint(tree))
    (tree / "a.py").rename(tree / "c.py")
    seen.add(fingerprint(tree))
    assert len(seen) == 4


def test_a_fingerprint_does_not_see_caches(tree: Path) -> None:
    before = fingerprint(tree)
    (tree / "__pycache__").mkdir()
    (tree / "__pycache__" / "a.cpython-311.pyc").write_text("cache")
    (tree / "a.py~").write_text("an editor's copy")
    assert fingerprint(tree) == before


def test_a_folder_appears_only_when_it_is_whole(tmp_path: Path) -> None:
    target = tmp_path / "dist"
    with fresh_folder(target) as fresh:
        (fresh / "old").touch()
        assert not target.exists()
    with contextlib.suppress(KeyboardInterrupt), fresh_folder(target) as fresh:
        (fresh / "half").touch()
        raise KeyboardInterrupt
    assert [path.name for path in target.iterdir()] == ["old"]
    with fresh_folder(target) as fresh:
        assert list(fresh.iterdir()) == [], "what the interrupted run left behind is gone"
        (fresh / "new").touch()
    assert [path.name for path in target.iterdir()] == ["new"]
    assert [path.name for path in tmp_path.iterdir()] == ["dist"]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no lock there")
def test_a_second_build_waits_for_the_first_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(steps, "BUILD", tmp_path / "build")
    events: list[str] = []
    waiting = threading.Event()

    def say(text: str) -> None:
        events.append(text)
        waiting.set()

    def second() -> None:
        with steps.only_one():
            events.append("second")

    monkeypatch.setattr(steps, "say", say)
    other = threading.Thread(target=second)
    with steps.only_one():
        other.start()
        assert waiting.wait(30)
        events.append("first")
    other.join(30)
    assert events == ["Waiting for another build in this folder to finish ...", "first", "second"]


def test_a_file_is_replaced_in_one_go(tmp_path: Path) -> None:
    write_atomically(tmp_path / "deep" / "stamp", "one")
    write_atomically(tmp_path / "deep" / "stamp", b"two")
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["stamp"]
    assert (tmp_path / "deep" / "stamp").read_text() == "two"
