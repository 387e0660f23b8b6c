"""A separate pass over mined puzzles that measures their difficulty and checks them again."""

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from cannonfish_lab.jobs import Pool
from cannonfish_lab.puzzles import miner
from cannonfish_lab.puzzles.analysis import new_engine
from cannonfish_lab.puzzles.finder import canonical
from cannonfish_lab.puzzles.rating import effort
from cannonfish_lab.records import Log, read

LOG: Final = "efforts.jsonl"
HEAD: Final = {"what": "what the engine needs for the puzzles of this folder", "version": 1}
PER_JOB: Final = 10


def key_of(find: dict[str, Any]) -> str:
    """A key that is equal for a puzzle and its mirror images."""
    return canonical(find["fen"], find["moves"])


def judge(folder: Path, pool: Pool) -> Iterator[int]:
    """Judge the puzzles that are not judged yet; yields the number of newly judged puzzles from time to
    time."""
    finds: dict[str, dict[str, Any]] = {}
    for shard in miner.read(folder):
        for find in shard["finds"]:
            finds.setdefault(key_of(find), {**find, "game": shard["game"]})
    with Log(folder / LOG, HEAD) as log:
        done = {record["key"] for record in log.records}
        waiting = [(key, find) for key, find in finds.items() if key not in done]
        jobs = [waiting[at : at + PER_JOB] for at in range(0, len(waiting), PER_JOB)]
        for results in pool.run(judge_some, jobs):
            for record in results:
                log.append(record)
            yield len(results)


def judge_some(job: list[tuple[str, dict[str, Any]]]) -> list[dict[str, Any]]:
    """The efforts for the puzzles of a job."""
    engine = new_engine(job[0][1]["game"])
    try:
        return [
            {
                "key": key,
                **asdict(
                    effort(
                        engine,
                        find["fen"],
                        find["moves"],
                        find["alternatives"],
                        find["check"]["how"] != "search",
                    )
                ),
            }
            for key, find in job
        ]
    finally:
        engine.close()


def efforts(folder: Path) -> dict[str, dict[str, Any]]:
    """The efforts for the puzzles of a folder, by key."""
    path = folder / LOG
    return {record["key"]: record for record in read(path)[1]} if path.exists() else {}
