"""Whatever is said to it, a UCI session answers in lines, never raises, and is ready afterwards."""

from queue import SimpleQueue

from cannonfish.games.xiangqi import STARTING_FEN
from cannonfish.protocol.uci import UciSession
from hypothesis import given, settings
from hypothesis import strategies as st

WORDS = st.sampled_from(
    "uci isready ucinewgame setoption name value position startpos fen moves go depth nodes movetime mate "
    "infinite searchmoves perft stop d h2e2 h9g7 a0a9 i9i10 1 2 -1 0 x Hash Execution interpreted MultiPV "
    f"Skill Level UCI_Variant xiangqi {STARTING_FEN} 9/9/9 w b -".split()
)
LINES = st.one_of(st.lists(WORDS, max_size=8).map(" ".join), st.text(max_size=40))


@settings(max_examples=30)
@given(st.lists(LINES, max_size=6))
def test_any_lines_are_survived(lines: list[str]) -> None:
    answers: list[str] = []
    inbox: SimpleQueue[str | None] = SimpleQueue()
    session = UciSession(inbox, answers.append)
    session.execute("setoption name Hash value 1")
    session.execute("setoption name Execution value interpreted")
    for line in lines:
        inbox.put("stop")  # so that no search of this line goes on for long
        session.execute(line)
    session.execute("isready")
    assert answers[-1] == "readyok"
