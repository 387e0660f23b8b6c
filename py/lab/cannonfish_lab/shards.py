"""Shards: files of a folder that are made independently of each other.

A shard depends only on the recipe and its number, so shards can be made on any machine, in any order, and
again.  An existing shard is complete.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cannonfish_lab.errors import LabError

RECIPE_FILE: Final = "recipe.json"


@dataclass(frozen=True)
class Shards:
    """The shards of a folder, files with this ending."""

    folder: Path
    ending: str

    def begin(self, recipe: str) -> None:
        """Create the folder with the recipe.  LabError if it has shards of another recipe."""
        self.folder.mkdir(parents=True, exist_ok=True)
        file = self.folder / RECIPE_FILE
        if not file.exists():
            file.write_text(recipe + "\n", encoding="utf-8")
        elif file.read_text(encoding="utf-8") != recipe + "\n":
            raise LabError(f"{self.folder} has shards of another recipe: see {file}")

    def file(self, number: int) -> Path:
        """The file of a shard."""
        return self.folder / f"shard-{number:05}{self.ending}"

    def missing(self, count: int) -> list[int]:
        """The numbers below ``count`` of the shards that do not exist."""
        return [number for number in range(count) if not self.file(number).exists()]

    def write(self, number: int, contents: bytes) -> None:
        """Write a shard."""
        replace(self.file(number), contents)


def replace(file: Path, contents: bytes) -> None:
    """Write a file atomically: at any time it has the old contents or the new ones."""
    replace_all({file: contents})


def replace_all(files: Mapping[Path, bytes]) -> None:
    """Write files, each atomically.  All are written before the first takes the place of an old one."""
    fresh = {file: file.with_name(f"{file.name}.{os.getpid()}.new") for file in files}
    try:
        for file, contents in files.items():
            fresh[file].write_bytes(contents)
        for file in files:
            fresh[file].replace(file)
    finally:
        for path in fresh.values():
            path.unlink(missing_ok=True)
