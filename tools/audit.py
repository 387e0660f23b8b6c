"""Ask the open vulnerability database about every package that is pinned here: python build.py audit."""

import json
import re
import urllib.request
from collections.abc import Callable
from http.client import HTTPException
from pathlib import Path
from typing import Any

from tools.environment import REQUIREMENTS
from tools.steps import ROOT, BuildError, say

DATABASE = "https://api.osv.dev/v1/querybatch"
PINNED = re.compile(r"^([A-Za-z0-9][\w.-]*)==([^\s;\\]+)", re.MULTILINE)

Package = tuple[str, str, str]
"""Ecosystem, name, version."""


def audit(ask: Callable[[str, Any], Any] | None = None) -> int:
    """`python build.py audit`: the exit status is 1 when something is known of one of the packages.

    Raises BuildError when the database cannot be asked: then nothing is known of any of them.
    """
    packages = sorted({*python_packages(REQUIREMENTS), *npm_packages(ROOT / "package-lock.json")})
    queries = [
        {"package": {"ecosystem": kind, "name": name}, "version": version} for kind, name, version in packages
    ]
    found = 0
    for (kind, name, version), result in zip(packages, answers(ask or post, queries), strict=True):
        for fault in result.get("vulns", []):
            found += 1
            say(f"{kind} {name} {version}: {fault['id']}")
    say(f"{len(packages)} packages asked about, {found or 'nothing'} found.")
    return 1 if found else 0


def answers(ask: Callable[[str, Any], Any], queries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the database knows, in the order of the queries. Raises BuildError when it cannot be asked."""
    asked = f"none of the {len(queries)} pinned packages has been asked about"
    try:
        results = ask(DATABASE, {"queries": queries})["results"]
    except (OSError, HTTPException) as error:
        raise BuildError(f"The database at {DATABASE} is out of reach ({error}); {asked}.") from error
    except (ValueError, KeyError, TypeError) as error:
        raise BuildError(f"{DATABASE} answers something else than a list of results; {asked}.") from error
    if len(results) != len(queries):
        raise BuildError(f"{DATABASE} answers {len(results)} of {len(queries)} questions.")
    return [result or {} for result in results]


def python_packages(folder: Path) -> set[Package]:
    """The packages that the lists of requirements pin."""
    return {
        ("PyPI", name.lower(), version)
        for path in folder.glob("*.txt")
        for name, version in PINNED.findall(path.read_text())
    }


def npm_packages(lock: Path) -> set[Package]:
    """The packages that the lock file pins, including indirect ones."""
    packages = json.loads(lock.read_text())["packages"]
    return {
        ("npm", path.rpartition("node_modules/")[2], entry["version"])
        for path, entry in packages.items()
        if path and "version" in entry
    }


def post(url: str, body: object) -> Any:
    """Send JSON and read JSON. Raises OSError, HTTPException or ValueError when that does not work."""
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as reply:
        return json.load(reply)
