"""Solves endings in bulk into a folder: a table for each, and a record of how it was made."""

import hashlib
import json
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from cannonfish.compiler import sources
from cannonfish.games.xiangqi import endings
from cannonfish.games.xiangqi.endings.material import Material
from cannonfish.kernel import xiangqi

BYTES_A_POSITION: Final = 14
"""Memory for each position of the largest ending: cells, two lists, the table and its copy."""


@dataclass(frozen=True)
class Job:
    """An ending to be solved, with all smaller ones that are not in the folder yet."""

    folder: Path
    name: str
    limit: int


def memory(name: str) -> int:
    """Bytes that solving an ending takes."""
    family = Material.parse(name).family()
    positions = [material.positions for material in family]
    return BYTES_A_POSITION * max(positions) + sum(positions)


def missing(folder: Path, names: Iterable[str]) -> list[str]:
    """The endings without a record, smaller ones first."""
    materials = {Material.parse(name) for name in names}
    wanted = sorted(materials, key=lambda material: (material.positions, str(material)))
    return [str(material) for material in wanted if not record_file(folder, str(material)).exists()]


def record_file(folder: Path, name: str) -> Path:
    """Where the record of an ending is."""
    return folder / f"{name}.json"


def make(job: Job) -> dict[str, Any]:
    """Solve an ending, write its table and its record, and return the record."""
    store = endings.Folder(job.folder)
    known = {*store}
    started, worked = time.perf_counter(), time.process_time()
    table = endings.solve(job.name, "compiled", store=store, limit=job.limit)
    seconds, cpu = time.perf_counter() - started, time.process_time() - worked
    name = str(table.material)
    family = [str(material) for material in table.material.family()]
    content = store.file(name).read_bytes()
    record = {
        "ending": name,
        "table_positions": len(table),
        "solved_positions": sum(Material.parse(each).positions for each in family if each not in known),
        "seconds": round(seconds, 2),
        "cpu_seconds": round(cpu, 2),
        "bytes": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
        "kernel": kernel(),
        "statistics": asdict(table.statistics()),
    }
    file = record_file(job.folder, name)
    part = file.with_suffix(".part")
    part.write_text(json.dumps(record, indent=1) + "\n")
    part.replace(file)
    return record


def kernel() -> str:
    """The version of the solver: a checksum of its sources."""
    texts = "".join(source.text for source in sources("cannonfish.kernel", xiangqi.ENDINGS))
    return hashlib.sha256(texts.encode()).hexdigest()[:16]
