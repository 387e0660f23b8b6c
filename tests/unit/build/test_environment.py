"""Setting up: what is there is used, what was interrupted is repaired, what cannot be had is said."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tools import environment
from tools.steps import BuildError

LOCKS = 3
"""requirements/build.txt, dev.txt and lab.txt: each is installed by a command of its own."""


class Machine:
    """Stands in for this machine: commands are noted and not run, programs are as a test says."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.commands: list[str] = []
        self.programs: dict[str, str] = {}
        self.broken: set[str] = set()
        self.venv = root / ".venv"
        self.python = self.venv / "bin" / "python"
        for name, value in {
            "VENV": self.venv,
            "VENV_BIN": self.venv / "bin",
            "VENV_PYTHON": self.python,
            "NODE_MODULES": root / "node_modules",
            "BUILD": root / "build",
            "run": self.run,
            "version_of": self.version_of,
            "BROWSERS_OFF_PATH": (),
        }.items():
            monkeypatch.setattr(environment, name, value)
        monkeypatch.setattr(
            environment.shutil, "which", lambda name: f"/bin/{name}" if name in self.programs else None
        )
        monkeypatch.setattr(environment.os, "access", lambda path, _: Path(path).name in self.programs)
        monkeypatch.delenv("CHROMIUM", raising=False)

    def run(self, command: list[object], purpose: str, **options: object) -> str:
        """Note a command and do what it would leave behind."""
        words = " ".join(str(word) for word in command)
        self.commands.append(words)
        if any(part in words for part in self.broken):
            raise BuildError(f"Could not {purpose}: no network connection.")
        if "-m venv" in words:
            (self.venv / "lib" / "python3.99" / "site-packages").mkdir(parents=True)
            self.python.parent.mkdir()
            self.python.touch()
        if " ci " in words:
            (Path(str(options["cwd"])) / "node_modules").mkdir()
        if "apt-get install" in words:
            self.programs["chromium"] = "156.0"
        return "/nowhere/chromium"

    def version_of(self, program: object) -> tuple[int, ...]:
        """The version that the test gave to a program."""
        version = self.programs.get(Path(str(program)).name, "")
        return tuple(int(part) for part in version.split(".")) if version else ()

    def did(self, part: str) -> int:
        """How many commands contained these words."""
        return sum(part in command for command in self.commands)


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """An empty checkout on a machine that has nothing."""
    return Machine(tmp_path, monkeypatch)


# Python


def test_a_finished_environment_is_used_as_it_is(machine: Machine) -> None:
    assert environment.python_environment() == machine.python
    assert (machine.did("-m venv"), machine.did("pip install")) == (1, LOCKS)
    environment.python_environment()
    assert (machine.did("-m venv"), machine.did("pip install")) == (1, LOCKS)


def test_every_package_is_checked_against_its_hash(machine: Machine) -> None:
    environment.python_environment()
    assert machine.did("pip install") == machine.did("--require-hashes")


def break_off(machine: Machine) -> None:
    (machine.venv / "cannonfish.stamp").unlink()


def lose_the_interpreter(machine: Machine) -> None:
    machine.python.unlink()


def upgrade_the_system(machine: Machine) -> None:
    newer = machine.venv.parent / "python3.100"
    newer.touch()
    machine.python.unlink()
    machine.python.symlink_to(newer)


@pytest.mark.parametrize("damage", [break_off, lose_the_interpreter, upgrade_the_system])
def test_a_broken_environment_is_made_again_and_said(
    machine: Machine, damage: Callable[[Machine], None], capsys: pytest.CaptureFixture[str]
) -> None:
    environment.python_environment()
    damage(machine)
    (machine.venv / "half-installed").touch()
    capsys.readouterr()
    environment.python_environment()
    assert "did not finish, or broke since" in capsys.readouterr().out
    assert not (machine.venv / "half-installed").exists()
    assert machine.did("-m venv") == 2


def test_a_failed_installation_leaves_no_stamp(machine: Machine) -> None:
    machine.broken.add("dev.txt")
    with pytest.raises(BuildError, match="no network connection"):
        environment.python_environment()
    machine.broken.clear()
    environment.python_environment()
    assert machine.did("-m venv") == 2


def test_a_changed_lock_file_installs_into_the_same_environment(machine: Machine) -> None:
    environment.python_environment()
    (machine.venv / "cannonfish.stamp").write_text("the hash of an older lock file")
    environment.python_environment()
    assert (machine.did("-m venv"), machine.did("pip install")) == (1, 2 * LOCKS)


def test_a_python_without_venv_names_the_package(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ensurepip", None)
    with pytest.raises(BuildError, match="python3-venv"):
        environment.python_environment()


# Node


def test_npm_on_path_is_used(machine: Machine) -> None:
    machine.programs = {"node": "20.1", "npm": "10.2"}
    environment.node_packages()
    assert machine.did("/bin/npm ci") == 1
    environment.node_packages()
    assert machine.did("/bin/npm ci") == 1


def test_an_interrupted_npm_is_repeated_and_said(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.programs = {"node": "20.1", "npm": "10.2"}
    environment.NODE_MODULES.mkdir()
    environment.node_packages()
    assert "node_modules did not finish" in capsys.readouterr().out
    assert (environment.NODE_MODULES / ".cannonfish.stamp").exists()


@pytest.mark.parametrize("programs", [{}, {"node": "12.22", "npm": "7.5"}])
def test_without_a_new_enough_node_pip_brings_one_or_says_why_not(
    machine: Machine, programs: dict[str, str]
) -> None:
    machine.programs = programs
    machine.broken.add("node.txt")
    with pytest.raises(BuildError, match="No Node 20 or newer with npm on PATH, and fetching one failed"):
        environment.node_packages()
    assert machine.did("node.txt") == 1


# Browser


def test_a_browser_on_path_is_used_and_remembered(
    machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.programs = {"google-chrome": "150.0"}
    assert environment.browser() == Path("/bin/google-chrome")
    assert machine.did("playwright install") == 0
    # $CHROMIUM names another one, also when one is remembered.
    other = tmp_path / "chrome"
    other.touch()
    machine.programs["chrome"] = "151.0"
    monkeypatch.setenv("CHROMIUM", str(other))
    assert environment.browser() == other


def test_a_browser_that_does_not_run_is_no_browser(machine: Machine) -> None:
    machine.programs = {"chromium-browser": "", "google-chrome": "150.0"}
    assert environment.find_browser() == Path("/bin/google-chrome")


def test_a_browser_is_fetched_with_apt_where_playwright_cannot(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.programs = {"apt-get": "2.6"}
    machine.broken.add("playwright install")
    monkeypatch.setattr(environment.os, "geteuid", lambda: 0, raising=False)
    assert environment.browser() == Path("/bin/chromium")
    assert machine.did("apt-get update") == 1


def test_no_browser_to_be_had_is_one_sentence_with_reasons(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.programs = {"apt-get": "2.6"}
    machine.broken.update(["playwright install", "apt-get update"])
    monkeypatch.setattr(environment.os, "geteuid", lambda: 0, raising=False)
    with pytest.raises(BuildError, match="install the package chromium") as caught:
        environment.browser()
    assert str(caught.value).count("no network connection") == 2
    monkeypatch.setattr(environment.os, "geteuid", lambda: 1000, raising=False)
    machine.commands.clear()
    with pytest.raises(BuildError, match="install the package chromium"):
        environment.browser()
    assert machine.did("apt-get") == 0, "apt-get is for root alone"
