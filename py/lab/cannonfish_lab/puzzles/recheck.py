"""Published puzzles, checked again with the present engine; those that fail have to go.

A puzzle proven by searches other than those of the present ``Demands`` is proven anew.  A line to an
advantage is cut where another move wins, too.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from cannonfish_lab.jobs import Pool
from cannonfish_lab.puzzles.analysis import Verdict, compare, new_engine
from cannonfish_lab.puzzles.files import Puzzle
from cannonfish_lab.puzzles.finder import ADVANTAGE, Demands, check_of
from cannonfish_lab.puzzles.mates import GivenUp, MateProver
from cannonfish_lab.puzzles.rating import positions
from cannonfish_lab.puzzles.tagger import themes_of
from cannonfish_lab.records import Log

HEAD: Final = {"what": "published puzzles looked at again", "version": 3}
NODES: Final = 150_000
DEMANDS: Final = Demands()
GAP: Final = DEMANDS.gap // 2
"""Least lead of the solver's moves: half of what was demanded when the puzzle was chosen."""
PROOF: Final = 50_000_000
PER_JOB: Final = 10


def run(puzzles: Sequence[Puzzle], file: Path, pool: Pool) -> Iterator[int]:
    """Check the puzzles that are not in the log yet; yields how many are done from time to time."""
    with Log(file, HEAD) as log:
        done = {record["id"] for record in log.records}
        waiting = [puzzle for puzzle in puzzles if puzzle.id not in done]
        jobs = [waiting[at : at + PER_JOB] for at in range(0, len(waiting), PER_JOB)]
        for records in pool.run(_check, jobs):
            for record in records:
                log.append(record)
            yield len(records)


def renewed(puzzle: Puzzle, record: Mapping[str, Any]) -> Puzzle:
    """The puzzle with the results of its record: a shorter line, a new proof."""
    if record["steps"] is not None and record["steps"] < len(puzzle.alternatives):
        moves = puzzle.moves[: 2 * record["steps"] - 1]
        puzzle = replace(
            puzzle,
            moves=moves,
            alternatives=puzzle.alternatives[: record["steps"]],
            themes=themes_of(puzzle.fen, moves, ADVANTAGE, puzzle.game),
        )
    return replace(puzzle, check=record["check"]) if record["check"] else puzzle


def failures(records: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Why puzzles fail, by id."""
    return {record["id"]: record["fault"] for record in records if record["fault"]}


def _check(puzzles: Sequence[Puzzle]) -> list[dict[str, Any]]:
    return [{"id": puzzle.id, **look(puzzle)} for puzzle in puzzles]


def look(puzzle: Puzzle) -> dict[str, Any]:
    """Check a puzzle.

    ``fault``: why it fails, or empty; ``check``: a new proof, if it needs one; ``steps``: how many
    moves of the solver are left, if it was proven by searches.
    """
    fault, check, steps = "", None, None
    if puzzle.is_mate:
        fault = _mate_fault(puzzle)
    elif puzzle.check["how"] == "search":
        fault, check, steps = _look_at_lead(puzzle)
    return {"fault": fault, "check": check, "steps": steps}


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


def _look_at_lead(puzzle: Puzzle) -> tuple[str, dict[str, Any] | None, int | None]:
    is_old = puzzle.check["nodes"] != DEMANDS.nodes[-1]
    searches, gap = (DEMANDS.nodes, DEMANDS.gap) if is_old else ((NODES,), GAP)
    deepest: list[Verdict] = []
    engine = new_engine(puzzle.game)
    try:
        for position, right in positions(puzzle.board(), puzzle.moves, puzzle.alternatives):
            for verdict in (compare(engine, position, nodes) for nodes in searches):
                if verdict is None or verdict.best.uci() not in right:
                    return "the engine prefers another move", None, None
                if verdict.gap < gap:
                    return "the lead of the right move is too small", None, None
                found = verdict
            if ADVANTAGE in puzzle.themes and found.second > DEMANDS.unclear:
                break
            deepest.append(found)
    finally:
        engine.close()
    if not deepest:
        return "another move wins, too", None, None
    return "", check_of(deepest, searches[-1]) if is_old else None, len(deepest)
