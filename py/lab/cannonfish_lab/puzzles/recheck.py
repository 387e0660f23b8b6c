"""Published puzzles looked at again with the engine as it is: those that fail have to go."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from cannonfish.puzzles.files import Puzzle

from cannonfish_lab.jobs import Pool
from cannonfish_lab.puzzles.analysis import compare, new_engine
from cannonfish_lab.puzzles.mates import GivenUp, MateProver
from cannonfish_lab.puzzles.rating import positions
from cannonfish_lab.records import Log

HEAD: Final = {"what": "published puzzles looked at again", "version": 1}
NODES: Final = 150_000
GAP: Final = 125
"""Least lead of the solver's moves: half of what was demanded when the puzzle was chosen."""
PROOF: Final = 50_000_000
PER_JOB: Final = 10


def run(puzzles: Sequence[Puzzle], file: Path, pool: Pool) -> Iterator[int]:
    """Look at the puzzles that the log does not have yet; yields how many are done from time to time."""
    with Log(file, HEAD) as log:
        done = {record["id"] for record in log.records}
        waiting = [puzzle for puzzle in puzzles if puzzle.id not in done]
        jobs = [waiting[at : at + PER_JOB] for at in range(0, len(waiting), PER_JOB)]
        for records in pool.run(_check, jobs):
            for record in records:
                log.append(record)
            yield len(records)


def failures(records: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Why puzzles fail, by id."""
    return {record["id"]: record["fault"] for record in records if record["fault"]}


def _check(puzzles: Sequence[Puzzle]) -> list[dict[str, str]]:
    return [{"id": puzzle.id, "fault": fault_of(puzzle)} for puzzle in puzzles]


def fault_of(puzzle: Puzzle) -> str:
    """Why a puzzle is none any more; empty if it is right."""
    if puzzle.check["how"] == "table":
        return ""
    return _mate_fault(puzzle) if puzzle.is_mate else _lead_fault(puzzle)


def _mate_fault(puzzle: Puzzle) -> str:
    prover = MateProver(PROOF, game=puzzle.game)
    try:
        board = puzzle.board()
        for ply, move in enumerate(puzzle.moves):
            if ply % 2 == 0:
                left = (len(puzzle.moves) - ply + 1) // 2
                if prover.shortest(board, left) != left:
                    return "the mate has another length"
                right = {each.uci() for each in prover.winning_moves(board, left)}
                if right != {move, *puzzle.alternatives[ply // 2]}:
                    return "the mating moves are others"
            board.push_uci(move)
    except GivenUp:
        return "the proof takes too long"
    finally:
        prover.close()
    return ""


def _lead_fault(puzzle: Puzzle) -> str:
    engine = new_engine(puzzle.game)
    try:
        for position, right in positions(puzzle.board(), puzzle.moves, puzzle.alternatives):
            verdict = compare(engine, position, NODES)
            if verdict is None or verdict.best.uci() not in right:
                return "the engine prefers another move"
            if verdict.gap < GAP:
                return "the lead of the right move is too small"
    finally:
        engine.close()
    return ""
