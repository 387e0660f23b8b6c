"""The vocabulary of every build step: saying what happens, running programs, stamps, replacing folders.

A step is a function that looks at its stamp first. The stamp is a hash of everything that the step reads; it
is written last, inside or beside the result, so an interrupted step has no valid stamp and is done again.
"""

import contextlib
import errno
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
"""Everything between the sources and dist/: caches and stamps. May be deleted at any time."""

IGNORED = {"__pycache__", ".DS_Store", ".mypy_cache", ".ruff_cache", ".pytest_cache"}

NO_NETWORK = (
    "Temporary failure in name resolution",
    "Name or service not known",
    "nodename nor servname",
    "NewConnectionError",
    "ConnectTimeoutError",
    "Max retries exceeded",
    "Network is unreachable",
    "Connection refused",
    "ENOTFOUND",
    "EAI_AGAIN",
    "ECONNREFUSED",
    "ECONNRESET",
    "ETIMEDOUT",
    "ENETUNREACH",
    "Could not resolve",
    "Temporary failure resolving",
    "getaddrinfo",
)
NO_SPACE = ("no space left on device", "npm error code enospc", "disk quota exceeded")


class BuildError(Exception):
    """A step failed; the message is one sentence for the person at the terminal."""


def say(text: str) -> None:
    """Tell what is being done, at once even when the output is a pipe."""
    print(text, flush=True)


def explain(error: OSError) -> str:
    """One sentence for an operating system error that no step expected."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"The disk is full: {free_space()} free where {ROOT} lies."
    if error.errno in (errno.EACCES, errno.EROFS, errno.EPERM):
        return f"Not allowed to write {error.filename or ROOT}; check who owns the folder."
    return f"{error.strerror or error}: {error.filename or 'while building'}."


def free_space() -> str:
    """Free space on the disk of the working tree, in words."""
    return f"{shutil.disk_usage(ROOT).free / 2**20:.0f} MB"


def run(
    command: Sequence[str | Path],
    purpose: str,
    *,
    cwd: Path = ROOT,
    env: Mapping[str, str] | None = None,
) -> str:
    """Run a program to its end and return what it printed.

    Raises BuildError with one sentence: what could not be done (`purpose`, as in "bundle the board library"),
    and why, as far as that can be told from what the program printed.
    """
    try:
        done = subprocess.run(
            [str(part) for part in command],
            cwd=cwd,
            env={**os.environ, **(env or {})},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
        )
    except FileNotFoundError as error:
        raise BuildError(f"Could not {purpose}: {command[0]} is not there.") from error
    if done.returncode == 0:
        return done.stdout
    raise BuildError(f"Could not {purpose}: {diagnose(done.stderr + done.stdout)}")


def diagnose(output: str) -> str:
    """The reason for a failure, read from a program's output: no disk, no network, else what it said."""
    if any(sign in output.lower() for sign in NO_SPACE):
        return f"the disk is full ({free_space()} free)."
    if any(sign in output for sign in NO_NETWORK):
        return "no network connection; connect and run the command again."
    lines = [line.rstrip() for line in output.splitlines() if line.strip()]
    if len(lines) > 20:  # npm tells its reason first, Python last
        lines = [*lines[:8], "...", *lines[-12:]]
    return "\n  ".join(["it ended with an error:", *lines])


# Stamps


def sources(*roots: Path) -> Iterator[Path]:
    """The files below the roots in a fixed order, without caches and editors' left-overs."""
    for root in roots:
        if root.is_file():
            yield root
            continue
        for folder, folders, files in os.walk(root):
            folders[:] = sorted(f for f in folders if f not in IGNORED and not f.endswith(".egg-info"))
            for name in sorted(files):
                if name not in IGNORED and not name.endswith((".pyc", "~", ".swp")):
                    yield Path(folder, name)


def fingerprint(*parts: Path | str) -> str:
    """A hash of texts and of the names and contents of files and folders."""
    digest = hashlib.sha256()
    for part in parts:
        if isinstance(part, str):
            digest.update(f"text {part}\n".encode())
            continue
        for path in sources(part):
            digest.update(f"file {path.relative_to(part.parent)} {hash_of(path)}\n".encode())
    return digest.hexdigest()


def hash_of(path: Path) -> str:
    """SHA-256 of a file, in hexadecimal."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def read_stamp(path: Path) -> str | None:
    """The stamp left by a finished step, or None."""
    try:
        return path.read_text().strip()
    except (OSError, UnicodeDecodeError):
        return None


def write_atomically(path: Path, data: str | bytes) -> None:
    """Write a file so that no reader ever sees half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.new")
    fresh.write_bytes(data.encode() if isinstance(data, str) else data)
    fresh.replace(path)


# Folders


@contextlib.contextmanager
def fresh_folder(target: Path) -> Iterator[Path]:
    """Yield an empty folder beside `target`; when the block ends well, it takes the target's place.

    What an interrupted earlier run left behind is removed. The old target is moved away and the new one moved
    in, two renames: a half-written target is never seen.
    """
    fresh = target.with_name(f"{target.name}.new")
    old = target.with_name(f"{target.name}.old")
    for left_over in (fresh, old):
        remove(left_over)
    fresh.mkdir(parents=True)
    yield fresh
    if target.exists() or target.is_symlink():
        target.rename(old)
    fresh.rename(target)
    remove(old)


def remove(path: Path) -> None:
    """Remove a file, a link or a whole folder if it is there."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def copy_files(files: Iterable[Path], source: Path, target: Path) -> None:
    """Copy files lying under `source` to the same relative places under `target`."""
    for path in files:
        place = target / path.relative_to(source)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, place)


@contextlib.contextmanager
def only_one() -> Iterator[None]:
    """Let one build at a time work in this tree; a second one waits, and says so."""
    BUILD.mkdir(exist_ok=True)
    with open(BUILD / "lock", "w") as lock:
        if sys.platform == "win32":
            yield
            return
        import fcntl

        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Waiting for another build in this folder to finish ...")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
