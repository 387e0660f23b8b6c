"""The commands of build.py."""

import argparse
import errno
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

from tools.audit import audit
from tools.environment import (
    NODE_MODULES,
    VENV_BIN,
    VENV_PYTHON,
    browser,
    node,
    node_packages,
    python_environment,
)
from tools.server import ISOLATION, SiteServer
from tools.static_site import DIST, build_site
from tools.steps import ROOT, BuildError, explain, only_one, say

PYTHON_TO_CHECK = ["build.py", "tools", "py", "tests"]
PACKAGES = ["py/engine/cannonfish", "py/lab/cannonfish_lab"]
DEFAULT_PORT = 8000


def main(arguments: Sequence[str]) -> int:
    """Run one command, return the exit status. Every expected failure is one sentence, never a traceback."""
    try:
        return dispatch(arguments)
    except BuildError as error:
        print(f"build.py: {error}", file=sys.stderr)
    except OSError as error:
        print(f"build.py: {explain(error)}", file=sys.stderr)
    except KeyboardInterrupt:
        print("\nInterrupted; run the command again to go on.", file=sys.stderr)
        return 130
    return 1


def dispatch(arguments: Sequence[str]) -> int:
    """Read the command line and call the command."""
    parser = argparse.ArgumentParser(
        prog="build.py",
        description="Build, serve, test, measure and check Cannonfish; without a command: build.",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    commands.add_parser("build", help="build the static site into dist/ (the default)")
    serving = commands.add_parser("serve", help="build, then serve the site on this machine")
    serving.add_argument(
        "--port", type=int, default=DEFAULT_PORT, help=f"default {DEFAULT_PORT}; 0: any free one"
    )
    serving.add_argument(
        "--base", default="/", metavar="/PATH/", help="serve under this path, as GitHub Pages does"
    )
    commands.add_parser(
        "test", help="set everything up, build, run all tests; further arguments go to pytest", add_help=False
    )
    benching = commands.add_parser("bench", help="print what can be measured here in one run")
    benching.add_argument("--json", type=Path, metavar="FILE", help="also write the figures for machines")
    benching.add_argument("--record", action="store_true", help="also put them into tests/bench/results.md")
    checking = commands.add_parser("check", help="formatter, linter and types for Python and JavaScript")
    checking.add_argument(
        "--fix", action="store_true", help="format and fix what can be fixed without thinking"
    )
    commands.add_parser("audit", help="ask the open vulnerability database about all pinned packages")
    options, rest = parser.parse_known_args(arguments)
    if rest and options.command != "test":
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    match options.command:
        case "serve":
            return serve(options.port, options.base)
        case "test":
            return test(rest)
        case "bench":
            return bench(options.json, options.record)
        case "check":
            return check(options.fix)
        case "audit":
            return audit()
        case _:
            return build()


def build() -> int:
    """`python build.py`"""
    build_site()
    return 0


def serve(port: int, base: str) -> int:
    """`python build.py serve`: until Ctrl-C."""
    build_site()
    base = f"/{base.strip('/')}/" if base.strip("/") else "/"
    server = SiteServer({base: DIST}, port=port, cache_control="no-cache", headers=ISOLATION)
    try:
        server.start()
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise BuildError(f"Port {port} is taken; choose another with --port {port + 1}.") from error
        if isinstance(error, PermissionError):
            raise BuildError(f"Not allowed to use port {port}; choose one above 1023 with --port.") from error
        raise
    except OverflowError as error:
        raise BuildError(f"{port} is not a port; choose one between 1024 and 65535.") from error
    try:
        say(f"Cannonfish is at {server.url} (Ctrl-C ends)")
        server.warm()
        threading.Event().wait()
    except KeyboardInterrupt:
        say("\nStopped.")
    finally:
        server.stop()
    return 0


def test(arguments: Sequence[str]) -> int:
    """`python build.py test`: everything that pytest collects, with its arguments passed on.

    Files of tests run side by side, one on each core; `-n 0` runs them one after another.
    """
    build_site()
    side_by_side = ["-n", "auto", "--maxprocesses", "4", "--dist", "loadfile", "--no-loadscope-reorder"]
    command = [str(VENV_PYTHON), "-m", "pytest", *side_by_side, *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment()).returncode


def bench(results: Path | None, record: bool) -> int:
    """`python build.py bench`: the measurements themselves are in tests/bench."""
    build_site()
    command = [str(VENV_PYTHON), "-m", "tests.bench"]
    if results:
        command += ["--json", str(results.resolve())]
    if record:
        command.append("--record")
    return subprocess.run(command, cwd=ROOT, env=environment()).returncode


def environment() -> dict[str, str]:
    """The environment of tests and measurements: where Node and the browser are."""
    with only_one():
        path = os.pathsep.join([str(node().parent), str(VENV_BIN), os.environ.get("PATH", os.defpath)])
        return {**os.environ, "PATH": path, "CHROMIUM": str(browser())}


def check(fix: bool) -> int:
    """`python build.py check`: every checker runs, so that one run shows everything."""
    with only_one():
        python = python_environment()
        node_packages()
        path = os.pathsep.join([str(node().parent), os.environ.get("PATH", os.defpath)])
    modules = [str(python), "-m"]
    programs = str(NODE_MODULES / ".bin")
    checks = [
        [*modules, "ruff", "format", *([] if fix else ["--check", "--quiet"]), *PYTHON_TO_CHECK],
        [*modules, "ruff", "check", "--quiet", *(["--fix"] if fix else []), *PYTHON_TO_CHECK],
        [*modules, "mypy", "--no-error-summary", "build.py", "tools/bytecode.py", *PACKAGES],
        [f"{programs}/biome", "check", *(["--write"] if fix else []), "--error-on-warnings"],
        [f"{programs}/tsc", "--noEmit"],
    ]
    failed = []
    for command in checks:
        name = " ".join(word for word in command[:4] if word not in modules).replace(f"{programs}/", "")
        say(f"{name} ...")
        if subprocess.run(command, cwd=ROOT, env={**os.environ, "PATH": path}).returncode:
            failed.append(name)
    if failed:
        raise BuildError(f"These checks found something: {', '.join(failed)}.")
    say("All checks passed.")
    return 0
