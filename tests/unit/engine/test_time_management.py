"""How long the search thinks at a clock: with a scripted kernel, whose iterations take a known time."""

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from cannonfish.engine import Score
from cannonfish.engine.limits import Limits, time_budget
from cannonfish.engine.search import Search
from cannonfish.games.catalogue import GAMES
from cannonfish.games.xiangqi import STARTING_FEN, Board, Move

XIANGQI = GAMES["xiangqi"]
CLOCK = Limits(wtime=60_000, btime=60_000, winc=600, binc=600)
ONE_REPLY = "5k3/9/9/9/9/9/9/9/8r/3K5 w - - 0 1"
ITERATION_MS = 100


class ScriptedKernel:
    """A kernel whose iterations find the moves of a script, the last one for ever, with a score of 0."""

    seldepth = nodes = 1
    ending_hits = 0

    def __init__(self, script: Sequence[str]) -> None:
        self.script = script
        self.depth = 0

    def best_line(self, board: Board) -> tuple[int, tuple[Move, ...]]:
        return 0, (Move.from_uci(self.script[min(self.depth, len(self.script)) - 1]),)

    def score(self, value: int) -> Score:
        return Score(cp=value)

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *arguments, **options: None


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The time in seconds that the search sees."""
    fake = SimpleNamespace(seconds=1000.0)
    monkeypatch.setattr("cannonfish.engine.search.time", SimpleNamespace(monotonic=lambda: fake.seconds))
    return fake


def milliseconds(clock: SimpleNamespace, script: Sequence[str], fen: str = STARTING_FEN) -> float:
    """The time of a search at CLOCK; the search is stopped when it has no time left."""
    search = Search(XIANGQI, Board(fen), CLOCK, None)
    kernel: Any = ScriptedKernel(script)
    hard = time_budget(CLOCK, 0).hard
    assert hard is not None
    started = clock.seconds
    steps = search.steps(kernel)
    kernel.depth = next(steps)
    while True:
        clock.seconds += ITERATION_MS / 1000
        spent = round((clock.seconds - started) * 1000)
        try:
            kernel.depth = steps.send(None if spent >= hard else 0)
        except StopIteration:
            return spent


def test_a_move_that_keeps_changing_takes_longer(clock: SimpleNamespace) -> None:
    steady = milliseconds(clock, ["h2e2"])
    changed_early = milliseconds(clock, ["c3c4", "h2e2"])
    changed_late = milliseconds(clock, ["c3c4"] * (int(steady) // ITERATION_MS - 1) + ["h2e2"])
    never_settled = milliseconds(clock, ["c3c4", "h2e2"] * 50)
    soft = time_budget(CLOCK, 0).soft
    assert soft is not None
    assert steady == changed_early < changed_late < never_settled
    assert steady < soft < never_settled


def test_a_single_reply_is_played_after_one_iteration(clock: SimpleNamespace) -> None:
    [reply] = Board(ONE_REPLY).legal_moves
    assert milliseconds(clock, [reply.uci()], ONE_REPLY) == ITERATION_MS
