"""A folder with everything that a bare machine needs to play matches and make positions.

The machine needs only Python: no network, no installation, no compiler.  The folder contains our packages,
the installed third-party packages that work with any Python version, the other engines that were named, and
``lab.py``, which runs any command with all of these on its path.
"""

import re
import shutil
from collections.abc import Iterable
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Final

import cannonfish

import cannonfish_lab
from cannonfish_lab.errors import LabError

OWN: Final = (cannonfish, cannonfish_lab)
FROM_OUTSIDE: Final = ("wasmtime", "tqdm")
"""wasmtime runs compiled code, tqdm draws bars."""
LAUNCHER: Final = "lab.py"
IGNORED: Final = shutil.ignore_patterns("__pycache__", ".git", "*.pyc")

_LAUNCHER_TEXT: Final = '''\
"""python3 lab.py COMMAND ...: the commands of cannonfish_lab, with the packages of this folder.

Made by `python -m cannonfish_lab bundle`. Needs Python 3.11 or newer and nothing else.
"""

import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "packages"))
os.environ.setdefault("PEERS", str(HERE / "peers"))

from cannonfish_lab.__main__ import main  # noqa: E402 - on the path since the line above

if __name__ == "__main__":
    sys.exit(main())
'''


def make(folder: Path, peers: Iterable[Path] = ()) -> None:
    """Make the bundle, replacing an earlier one.

    LabError if the folder contains anything else, or something to pack is missing.
    """
    peers = list(peers)
    for peer in peers:
        if not peer.exists():
            raise LabError(f"{peer} does not exist")
    from_outside = [distribution_named(name) for name in FROM_OUTSIDE]
    found = {path.name for path in folder.iterdir()} if folder.exists() else set()
    if found and LAUNCHER not in found:
        raise LabError(f"{folder} is not empty and is not a bundle")
    if extra := sorted(found - {LAUNCHER, "packages", "peers", "__pycache__"}):
        raise LabError(f"{folder} has {extra[0]}, which is not part of a bundle")
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "packages").mkdir(parents=True)
    (folder / "peers").mkdir()
    # First, so that an interrupted bundle is known as one.
    (folder / LAUNCHER).write_text(_LAUNCHER_TEXT, encoding="utf-8")
    for package in OWN:
        source = Path(package.__file__ or "").parent
        shutil.copytree(source, folder / "packages" / source.name, ignore=IGNORED)
    for each in from_outside:
        _copy_distribution(each, folder / "packages")
    for peer in peers:
        place = folder / "peers" / peer.resolve().name
        if peer.is_dir():
            shutil.copytree(peer, place, ignore=IGNORED)
        else:
            shutil.copy2(peer, place)


def distribution_named(name: str) -> Distribution:
    """An installed package that can be copied.  LabError if it is missing or built for one Python version."""
    try:
        found = distribution(name)
    except PackageNotFoundError:
        raise LabError(f"{name} is not installed here, so it cannot be packed") from None
    tags = re.findall(r"(?m)^Tag: (\S+)", found.read_text("WHEEL") or "")
    if not any(tag.startswith(("py3-", "py2.py3-")) for tag in tags):
        raise LabError(f"{name} is built for one version of Python: {', '.join(tags)}")
    return found


def _copy_distribution(found: Distribution, target: Path) -> None:
    for file in found.files or []:
        if file.suffix == ".pyc" or file.parts[0] == "..":
            continue  # scripts are outside the folder of the packages
        place = target / file
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(str(file.locate()), place)
