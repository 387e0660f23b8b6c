"""Published puzzles looked at again with the engine as it is: those that fail have to go.

A puzzle that was proven by other searches than those that are demanded now is proven anew.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from cannonfish.puzzles.files import Puzzle

from cannonfish_lab.jobs import Pool
from cannonfish_lab.puzzles.analysis import Verdict, compare, new_engine
from cannonfish_lab.puzzles.finder import Demands, check_of
from cannonfish_lab.puzzles.mates import GivenUp, MateProver
from cannonfish_lab.puzzles.rating import positions
from cannonfish_lab.records import Log

HEAD: Final = {"what": "published puzzles looked at again", "version": 2}
NODES: Final = 150_000
DEMANDS: Final = Demands()
GAP: Final = DEMANDS.gap // 2
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


def proofs(records: Sequence[Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    """The new proofs, by id."""
    return {record["id"]: record["check"] for record in records if record["check"]}


def failures(records: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Why puzzles fail, by id."""
    return {record["id"]: record["fault"] for record in records if record["fault"]}


def _check(puzzles: Sequence[Puzzle]) -> list[dict[str, Any]]:
    return [{"id": puzzle.id, **look(puzzle)} for puzzle in puzzles]


def look(puzzle: Puzzle) -> dict[str, Any]:
    """``fault``: why a puzzle is none any more, or empty; ``check``: a new proof, if it needs one."""
    if puzzle.check["how"] == "table":
        return {"fault": "", "check": None}
    if puzzle.is_mate:
        return {"fault": _mate_fault(puzzle), "check": None}
    return _look_at_lead(puzzle)


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


def _look_at_lead(puzzle: Puzzle) -> dict[str, Any]:
    old = puzzle.check["nodes"] != DEMANDS.nodes[-1]
    searches, gap = (DEMANDS.nodes, DEMANDS.gap) if old else ((NODES,), GAP)
    deepest: list[Verdict] = []
    engine = new_engine(puzzle.game)
    try:
        for position, right in positions(puzzle.board(), puzzle.moves, puzzle.alternatives):
            for verdict in (compare(engine, position, nodes) for nodes in searches):
                if verdict is None or verdict.best.uci() not in right:
                    return {"fault": "the engine prefers another move", "check": None}
                if verdict.gap < gap:
                    return {"fault": "the lead of the right move is too small", "check": None}
                found = verdict
            deepest.append(found)
    finally:
        engine.close()
    return {"fault": "", "check": check_of(deepest, searches[-1]) if old else None}
