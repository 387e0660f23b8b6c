"""Whatever it reads, a session answers in lines, never raises, and is ready afterwards."""

from collections.abc import Callable
from queue import SimpleQueue

import pytest
from cannonfish.games.xiangqi import STARTING_FEN
from cannonfish.protocol.terminal.session import Session
from cannonfish.protocol.terminal.ucci import UcciSession
from cannonfish.protocol.terminal.uci import UciSession
from hypothesis import given, settings
from hypothesis import strategies as st

WORDS = st.sampled_from(
    "uci isready ucinewgame setoption name value position startpos fen moves go depth nodes movetime mate "
    "infinite searchmoves perft stop d h2e2 h9g7 a0a9 i9i10 1 2 -1 0 x Hash Execution interpreted MultiPV "
    f"Skill Level UCI_Variant xiangqi {STARTING_FEN} 9/9/9 w b -".split()
)
LINES = st.one_of(st.lists(WORDS, max_size=8).map(" ".join), st.text(max_size=40))

GO = (
    "depth nodes movetime mate wtime btime winc binc movestogo searchmoves infinite ponder time increment "
    "opptime draw h2e2 i9i10 1 2 30 -1 0 +5 99999999999999999999 2.5 x ５"
)
GO_WORDS = st.sampled_from(GO.split())
GO_LINES = st.lists(st.one_of(GO_WORDS, st.text(max_size=9)), max_size=9).map(
    lambda words: " ".join(["go", *words])
)


def small(
    protocol: Callable[..., Session], *options: str
) -> tuple[Session, list[str], SimpleQueue[str | None]]:
    """A session with a small table, interpreted; its answers and its inbox."""
    answers: list[str] = []
    inbox: SimpleQueue[str | None] = SimpleQueue()
    session = protocol(inbox, answers.append)
    for option in options:
        session.execute(f"setoption {option}")
    return session, answers, inbox


def uci() -> tuple[Session, list[str], SimpleQueue[str | None]]:
    return small(UciSession, "name Hash value 1", "name Execution value interpreted")


def ucci() -> tuple[Session, list[str], SimpleQueue[str | None]]:
    return small(UcciSession, "hashsize 1", "execution interpreted")


@settings(max_examples=30)
@given(st.lists(LINES, max_size=6))
def test_any_lines_are_survived(lines: list[str]) -> None:
    session, answers, inbox = uci()
    for line in lines:
        inbox.put("stop")  # so that no search of this line goes on for long
        session.execute(line)
    session.execute("isready")
    assert answers[-1] == "readyok"


@pytest.mark.parametrize("start", [uci, ucci])
@settings(max_examples=60, deadline=None)
@given(line=GO_LINES)
def test_every_go_is_answered_by_one_best_move(
    start: Callable[[], tuple[Session, list[str], SimpleQueue[str | None]]], line: str
) -> None:
    """Whatever the words: an interface that gets no best move waits for ever."""
    session, answers, inbox = start()
    inbox.put("stop")
    session.execute(line)
    assert sum(answer.startswith("bestmove ") for answer in answers) == 1
    assert answers[-1].startswith("bestmove ")
