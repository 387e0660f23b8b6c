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

from cannonfish_lab.endings.verifier import VerificationError, verify

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
    """Solve an ending, verify every position, write its table and its record, and return the record.

    Smaller tables that no record has verified are verified, too.  VerificationError if a position is wrong:
    there is no record then, and the tables that were not verified are gone.
    """
    store = endings.Folder(job.folder)
    known = {*store}
    verified_before = {name for file in job.folder.glob("*.json") for name in _verified(file)} & known
    started, worked = time.perf_counter(), time.process_time()
    table = endings.solve(job.name, "compiled", store=store, limit=job.limit)
    seconds, cpu = time.perf_counter() - started, time.process_time() - worked
    name = str(table.material)
    family = [str(material) for material in table.material.family()]
    new = [each for each in family if each not in verified_before] or [name]
    verified = {}
    try:
        for each in new:
            checked = store[each]
            smaller = {str(material): store[str(material)] for material in checked.material.family()}
            verified[each] = verify(checked, smaller)
    except VerificationError:
        for each in new:
            store.file(each).unlink(missing_ok=True)  # another worker may have removed it
        raise
    content = store.file(name).read_bytes()
    record = {
        "ending": name,
        "table_positions": len(table),
        "solved_positions": sum(Material.parse(each).positions for each in family if each not in known),
        "seconds": round(seconds, 2),
        "cpu_seconds": round(cpu, 2),
        "verified": verified,
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


def _verified(file: Path) -> Iterable[str]:
    """The tables that a record has verified."""
    verified: dict[str, int] = json.loads(file.read_text())["verified"]
    return verified


def kernel() -> str:
    """The version of the solver: a checksum of its sources."""
    texts = "".join(source.text for source in sources("cannonfish.kernel", xiangqi.ENDINGS))
    return hashlib.sha256(texts.encode()).hexdigest()[:16]
