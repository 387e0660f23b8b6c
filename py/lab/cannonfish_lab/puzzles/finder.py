"""Proof of puzzles: from a suspicious position to a puzzle, or the reason why it is not one."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from cannonfish.engine import Engine
from cannonfish.games.game import Board, Move
from cannonfish.matches.player import MATE_SCORE

from cannonfish_lab.puzzles.analysis import Verdict, compare
from cannonfish_lab.puzzles.mates import GivenUp, MateProver

MATE, ADVANTAGE, DEFENCE = KINDS = ("mate", "advantage", "defence")
CLEARLY: Final = MATE_SCORE - 1000
"""Higher scores are mates."""
PERPETUAL: Final = (15_000, 25_000)
"""The range of absolute scores for perpetual check: no puzzle may depend on the repetition rules."""


class NoPuzzle(Exception):
    """A suspect is not a puzzle; the message is the reason."""


@dataclass(frozen=True)
class Demands:
    """The conditions for a puzzle.  Scores are in centipawns for the solver."""

    gap: int = 250
    """Least lead of the right move over every other move."""
    won: int = 200
    """Least score of a winning advantage."""
    unclear: int = 250
    """Above this score, another move probably wins, too: in our own games it does in six of ten."""
    held: int = -120
    """Least score of a saved game."""
    lost: int = -250
    """Highest score of the other moves where one move saves the game."""
    longest_mate: int = 5
    proof: int = 4_000_000
    """Moves made for one question of a proof before GivenUp."""
    nodes: tuple[int, ...] = (10_000, 50_000, 250_000)
    """Node limits of the independent searches that must agree on the solver's moves."""
    steps: int = 5
    """Most moves of the solver in a puzzle without mate."""


@dataclass(frozen=True)
class Find:
    """A proven puzzle."""

    kind: str
    fen: str
    moves: tuple[str, ...]
    alternatives: tuple[tuple[str, ...], ...]
    check: dict[str, Any]
    scores: tuple[tuple[int, int], ...] = ()
    """The scores of the best and second-best move for each move of the solver; empty for mates."""


@dataclass
class Finder:
    """Proves puzzles; ``refused`` counts the refused suspects by reason."""

    demands: Demands
    engine: Engine
    prover: MateProver
    refused: Counter[str] = field(default_factory=Counter)

    def suspects(self, verdict: Verdict) -> str | None:
        """The kind of puzzle that a quick search suggests."""
        demands = self.demands
        if verdict.score > CLEARLY:
            # With a second mate of the same length, the first move is not unique.
            if verdict.second_mate == verdict.mate or (verdict.mate or 0) > demands.longest_mate:
                return None
            return MATE
        return self._goal(verdict, demands.gap)

    def _goal(self, verdict: Verdict, gap: int) -> str | None:
        demands = self.demands
        if verdict.gap < gap or _hangs_on_law(verdict):
            return None
        if verdict.score >= demands.won and verdict.second <= demands.unclear:
            return ADVANTAGE
        if demands.held <= verdict.score < demands.won and verdict.second <= demands.lost:
            return DEFENCE
        return None

    def find(self, board: Board, kind: str) -> Find | None:
        """Prove the suspected puzzle; None if it is not one."""
        try:
            if len(board.legal_moves) < 3:
                raise NoPuzzle("fewer than three moves to choose from")
            return self._mate(board) if kind == MATE else self._line(board)
        except NoPuzzle as error:
            self.refused[str(error)] += 1
            return None

    def _mate(self, board: Board) -> Find:
        self.prover.forget()
        try:
            length = self.prover.shortest(board, self.demands.longest_mate)
            if length is None:
                raise NoPuzzle("mate: too long")
            if len(self.prover.winning_moves(board, length)) > 1:
                raise NoPuzzle("mate: several first moves")
            proven = self.prover.prove(board, length)
        except GivenUp:
            raise NoPuzzle("mate: the proof takes too long") from None
        if proven is None:
            raise NoPuzzle("mate: there is none")
        # Between the first and the last move, a choice of two is still a puzzle.
        if any(len(others) > 1 for others in proven.alternatives[1:-1]):
            raise NoPuzzle("mate: many ways")
        check = {"how": "exhaustive", "depth": 2 * proven.length - 1, "nodes": proven.made}
        return Find(MATE, board.fen(), proven.moves, proven.alternatives, check)

    def _line(self, board: Board) -> Find:
        """The line of good moves, as long as each is the only one."""
        start = board.fen()
        board = board.copy()
        first = self._only_move(board)
        if first is None:
            raise NoPuzzle("line: deeper, there is no single best move")
        if first.mate is not None and 0 < first.mate <= self.demands.longest_mate:
            return self._mate(board)
        kind = self._goal(first, self.demands.gap)
        if kind is None:
            raise NoPuzzle("line: deeper, it is worth something else")
        steps = [first]
        moves = [first.best]
        while len(steps) < self.demands.steps:
            board.push(moves[-1])
            reply = compare(self.engine, without_history(board), self.demands.nodes[1])
            if reply is None:
                break
            board.push(reply.best)
            if board.outcome() is not None or len(board.legal_moves) < 2:
                break
            following = self._only_move(board)
            if following is None or following.score > CLEARLY or following.score < first.score - 200:
                break
            if kind == ADVANTAGE and following.second > self.demands.unclear:
                break
            moves += [reply.best, following.best]
            steps.append(following)
        check = check_of(steps, self.demands.nodes[-1])
        return Find(
            kind,
            start,
            tuple(move.uci() for move in moves),
            tuple(() for _ in steps),
            check,
            tuple((step.score, step.second) for step in steps),
        )

    def _only_move(self, board: Board) -> Verdict | None:
        """The verdict of the deepest search, if all searches agree on one clearly best move."""
        best: Move | None = None
        verdict: Verdict | None = None
        for nodes in self.demands.nodes:
            verdict = compare(self.engine, without_history(board), nodes)
            if verdict is None or verdict.gap < self.demands.gap or _hangs_on_law(verdict):
                return None
            if best not in (None, verdict.best):
                return None
            best = verdict.best
        return verdict


def check_of(verdicts: Sequence[Verdict], nodes: int) -> dict[str, Any]:
    """How a line was proven: the ``check`` of a puzzle.  A verdict for each move of the solver."""
    return {
        "how": "search",
        "depth": min(verdict.depth for verdict in verdicts),
        "nodes": nodes,
        "gap": min(min(verdict.gap, MATE_SCORE) for verdict in verdicts),
    }


def _hangs_on_law(verdict: Verdict) -> bool:
    return any(PERPETUAL[0] < abs(score) < PERPETUAL[1] for score in verdict.scores)


def without_history(board: Board) -> str:
    """The FEN of the position with its counters reset."""
    return " ".join([*board.fen().split()[:4], "0", "1"])


def canonical(fen: str, moves: Sequence[str]) -> str:
    """A text that is the same for a puzzle, its mirror image, and both with colours exchanged.

    A position in which somebody can castle has no mirror image.
    """
    placement, turn, castling, en_passant, *_ = [*fen.split(), "-", "-"]
    rows = placement.split("/")
    line = ",".join([*moves[:1], *([] if en_passant == "-" else [en_passant])])
    if turn == "b":
        rows = [row.swapcase() for row in reversed(rows)]
        # Chess counts its eight ranks from 1, Xiangqi its ten from 0.
        line = _each_square(line, lambda square: square[0] + str(9 - int(square[1])))
        castling = castling.swapcase()
    text = f"{'/'.join(rows)} {line}"
    rights = "".join(sorted(castling.strip("-")))
    return f"{text} {rights}" if rights else min(text, mirrored(text))


def mirrored(text: str) -> str:
    """The mirror image of a canonical text in which nobody can castle."""
    placement, line = text.split(" ")
    rows = placement.split("/")
    width = sum(int(each) if each.isdigit() else 1 for each in rows[0])
    files = "abcdefghi"[:width]
    image = _each_square(line, lambda square: files[width - 1 - files.index(square[0])] + square[1])
    return f"{'/'.join(row[::-1] for row in rows)} {image}"


def _each_square(line: str, change: Callable[[str], str]) -> str:
    return re.sub("[a-i][0-9]", lambda found: change(found[0]), line)
