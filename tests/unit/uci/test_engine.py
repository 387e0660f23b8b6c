"""Other engines: Fairy-Stockfish, our own, and one that misbehaves."""

import asyncio
import itertools
import json
import shutil
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import pytest
from cannonfish import chess, liuzichong, uci, xiangqi
from cannonfish.engine import Limits, Score
from cannonfish.errors import InvalidLimitsError
from cannonfish.games.game import Board
from cannonfish.uci import conversation
from cannonfish.uci.messages import read_info
from cannonfish.uci.process import GAMES_FOLDER, LAST_LINES, Process

from tools.steps import ROOT

OWN: Final = [sys.executable, "-m", "cannonfish"]
FAIRY: Final = shutil.which("fairy-stockfish") or shutil.which("fairy-stockfish", path=GAMES_FOLDER)
PATIENCE: Final = 120.0
SHORT: Final = 0.2
QUICK: Final = Limits(depth=1)
ENDLESS: Final = ["info depth 1 score cp 1 pv h2e2"]

needs_fairy = pytest.mark.skipif(FAIRY is None, reason="Debian's fairy-stockfish is not installed")


@pytest.fixture
def command(data: Path) -> Callable[[Mapping[str, list[str]]], list[str | Path]]:
    """The command of the fake engine with these answers."""
    return lambda answers: [sys.executable, data / "uci" / "fake_engine.py", json.dumps(answers)]


@pytest.fixture
def fake(command: Callable[[Mapping[str, list[str]]], list[str | Path]]) -> Callable[..., uci.Engine]:
    """Start the fake engine with these answers."""

    def start(answers: Mapping[str, list[str]], **settings: Any) -> uci.Engine:
        return uci.Engine.open(command(answers), **{"ranks": 0, "timeout": PATIENCE} | settings)

    return start


def told(engine: uci.Engine, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What an engine is told from now on."""
    lines: list[str] = []
    send = Process.send

    def note(self: Process, line: str) -> None:
        lines.append(line)
        send(self, line)

    monkeypatch.setattr(Process, "send", note)
    return lines


# --- engines that misbehave ---------------------------------------------------------------------------------

PLAYED: Final = "h2e2, 10"
WAYS: Final[dict[str, tuple[dict[str, list[str]], str]]] = {
    "garbage before uciok": ({"uci": ["Fish 1.0 by me", "", "option", "id", "uciok"]}, PLAYED),
    "no uciok": (
        {"uci": ["hello"]},
        "EngineTimeoutError: fake did not say uciok within 0.2 s, and was ended",
    ),
    "ends at once": (
        {"uci": ["!stderr no network", "!exit 3"]},
        "EngineTerminatedError: fake has ended with exit status 3; its last lines: no network",
    ),
    "is never ready": (
        {"isready": []},
        "EngineTimeoutError: Fake did not say readyok within 0.2 s, and was ended; its last lines: "
        "id name Fake | option name Hash type spin default 16 min 1 max 64 | uciok",
    ),
    "ends in a search": (
        {"go": ["info string hash", "info depth 1", "!exit 139"]},
        "EngineTerminatedError: Fake has ended with exit status 139; its last lines: "
        "readyok | info string hash | info depth 1",
    ),
    "ends in a search and says why": (
        {"go": ["info depth 1", "!stderr out of memory", "!exit 1"]},
        "EngineTerminatedError: Fake has ended with exit status 1; its last lines: out of memory",
    ),
    "no bestmove": ({"go": ENDLESS}, "EngineTimeoutError: Fake did not answer within 0.2 s, and was ended"),
    "two bestmoves": ({"go": ["bestmove a0a1", "bestmove h2e2"]}, "a0a1, None"),
    "bestmove without a move": ({"go": ["bestmove"]}, "None, None"),
    "bestmove 0000": ({"go": ["bestmove 0000"]}, "None, None"),
    "bestmove (none)": ({"go": ["info depth 0 score mate 0", "bestmove (none)"]}, "None, mate 0"),
    "bestmove NULL": ({"go": ["bestmove NULL ponder NULL"]}, "None, None"),
    "an illegal move": (
        {"go": ["bestmove h2h8"]},
        "EngineMoveError: Fake answered 'h2h8', which is not legal in "
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    ),
    "words for a move": ({"go": ["bestmove castle"]}, "EngineMoveError: Fake answered 'castle'"),
    "resigns with a move": ({"go": ["bestmove a0a9 resign"]}, "None, None, resigned"),
    "offers a draw": ({"go": ["bestmove h2e2 draw"]}, "h2e2, None, draw offered"),
    "info without moves": ({"go": ["info depth 3 score cp 7", "bestmove h2e2"]}, "h2e2, 7"),
    "info without numbers": (
        {"go": ["info", "info depth score cp nodes x pv", "info depth 2 multipv score", "bestmove h2e2"]},
        "h2e2, None",
    ),
    "info with moves that are none": ({"go": ["info score cp 5 pv xx yy", "bestmove h2e2"]}, "h2e2, 5"),
    "info with a number too long to read": (
        {"go": ["info nodes " + "9" * 5000 + " score cp 5", "bestmove h2e2"]},
        "h2e2, 5",
    ),
    "a line of three megabytes": ({"go": ["!long 3000000", "bestmove h2e2"]}, "h2e2, None"),
    "bytes that are not UTF-8": (
        {"go": ["info string \udcc5\udcda", "info score cp 3", "bestmove h2e2"]},
        "h2e2, 3",
    ),
    "lines that end like those of Windows": (
        {"uci": ["id name Fake\r", "uciok\r"], "go": ["info score cp 4\r", "bestmove h2e2\r"]},
        "h2e2, 4",
    ),
    "a type of option that nobody knows": (
        {"uci": ["option name Style type colour default red", "option name", "uciok"]},
        PLAYED,
    ),
    "an echo": ({"position": ["!echo"], "go": ["!echo", "info score cp 2", "bestmove h2e2"]}, "h2e2, 2"),
    "answers before it is asked": ({"ucinewgame": ["bestmove a0a9"]}, PLAYED),
    "words after the move": ({"go": ["bestmove h2e2 ponder", "info depth 9"]}, "h2e2, None"),
}


@pytest.mark.parametrize("way", WAYS)
def test_what_the_user_sees_of_an_engine_that_misbehaves(way: str, fake: Callable[..., uci.Engine]) -> None:
    answers, expected = WAYS[way]
    hangs = {word for word in ("uciok", "readyok", "answer") if f"{word} within" in expected}
    try:
        with fake(answers, timeout=SHORT if "uciok" in hangs else PATIENCE) as engine:
            engine._conversation.timeout = SHORT if "readyok" in hangs else PATIENCE
            result = engine.play(xiangqi.Board(), QUICK, timeout=SHORT if "answer" in hangs else PATIENCE)
            score = result.info.score
            words = [str(result.move), str(score.cp) if score.mate is None else f"mate {score.mate}"]
            words += ["resigned"] * result.resigned + ["draw offered"] * result.draw_offered
            engine.analyse(xiangqi.Board(), QUICK)  # it can be used further
            seen = ", ".join(words)
    except uci.EngineError as error:
        seen = f"{type(error).__name__}: {error}".replace(Path(sys.executable).name, "fake")
    assert seen.startswith(expected)


@pytest.mark.parametrize(("word", "failure"), [("go", "answer"), ("isready", "say readyok")])
def test_an_engine_that_talks_without_end_is_ended(
    word: str, failure: str, fake: Callable[..., uci.Engine], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A busy machine ran out of time before the engine had talked: here time passes with every line."""
    seconds = itertools.count(time.monotonic() + PATIENCE, SHORT / 10)
    monkeypatch.setattr(conversation, "time", SimpleNamespace(monotonic=lambda: next(seconds)))
    with fake({word: ["!flood"]}) as engine:
        engine._conversation.timeout = SHORT
        with pytest.raises(uci.EngineTimeoutError) as caught:
            engine.play(xiangqi.Board(), QUICK, timeout=SHORT)
    lines = " | ".join(["info depth 1"] * LAST_LINES)
    assert str(caught.value) == f"Fake did not {failure} within 0.2 s, and was ended; its last lines: {lines}"


def test_a_program_that_cannot_be_started() -> None:
    for command, reason in {
        "no-such-program-anywhere --fast": "cannot start 'no-such-program-anywhere --fast': No such file",
        'fish "fast': "cannot be read: No closing quotation",
        "  ": "the command is empty",
    }.items():
        with pytest.raises(uci.EngineError, match=reason):
            uci.Engine.open(command)
    with pytest.raises(ValueError, match="no protocol 'cecp'; known are: uci, ucci"):
        uci.Engine.open("engine", protocol="cecp")


def test_an_engine_that_does_not_stop_is_ended(fake: Callable[..., uci.Engine]) -> None:
    """Also one that is waited for by another thread, and when the stop is only the beginning of a move."""
    with fake({"go": ENDLESS}) as engine:
        analysis = engine.analysis(xiangqi.Board())
        assert next(analysis).pv == (xiangqi.Move.from_uci("h2e2"),)
        engine._conversation.timeout = SHORT
        threading.Timer(0, analysis.stop).start()
        with pytest.raises(uci.EngineTimeoutError, match=r"Fake did not stop within 0\.2 s, and was ended"):
            next(analysis)
        assert engine.returncode is not None
        with pytest.raises(uci.EngineTerminatedError):
            engine.ping()


def test_answers_after_a_stop_are_not_those_of_the_next_search(fake: Callable[..., uci.Engine]) -> None:
    late = ["info depth 40 score cp 40", "bestmove a0a9", "bestmove a0a1"]
    with fake({"go infinite": ENDLESS, "stop": late}) as engine:
        with engine.analysis(xiangqi.Board()) as analysis:
            next(analysis)
        result = engine.play(xiangqi.Board(), QUICK)
        assert (str(result.move), result.info.depth) == ("h2e2", 1)
        with pytest.raises(StopIteration):
            next(analysis)
        assert analysis.info.depth == 40


def test_a_line_break_does_not_become_a_command(fake: Callable[..., uci.Engine]) -> None:
    with fake({"uci": ["option name Book type string", "uciok"]}) as engine:
        with pytest.raises(ValueError, match="one line"):
            engine.configure({"Book": "x\nquit"})
        engine.ping()


def test_the_program_ends_with_the_object(fake: Callable[..., uci.Engine]) -> None:
    engine = fake({})
    process = engine._process._process
    del engine
    assert process.returncode is not None


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        ("depth 5 seldepth 9 score cp -3 upperbound time 8", (5, 9, Score(cp=-3), "upper", 8, 0)),
        ("depth 5 multipv 1 score mate -2 nodes 7 nps 70", (5, 0, Score(mate=-2), None, 0, 7)),
        ("depth 5 score 33 pv h2e2 h9g7", (5, 0, Score(cp=33), None, 0, 0)),
        ("string score cp 99 nodes 99", (0, 0, Score(), None, 0, 0)),
        ("depth 6 currmove h2e2 currmovenumber 1", (0, 0, Score(), None, 0, 0)),
    ],
)
def test_info_of_a_search(line: str, fields: tuple[object, ...]) -> None:
    info = uci.Info(**read_info(line.split(), xiangqi.Move.from_uci))
    assert (info.depth, info.seldepth, info.score, info.bound, info.time_ms, info.nodes) == fields
    assert len(info.pv) == 2 * ("pv h2e2" in line)


def test_chances_in_permille() -> None:
    words = "score cp 9 wdl 300 600 100"
    assert read_info(words.split(), xiangqi.Move.from_uci)["chances"].expected == 0.6


# --- what an engine is told ---------------------------------------------------------------------------------


def test_options(fake: Callable[..., uci.Engine], monkeypatch: pytest.MonkeyPatch) -> None:
    offers = [
        "option name Clear Hash type button",
        "option name Hash type spin default 16 min 1 max 64",
        "option name Ponder type check default false",
        "option name Play Style type combo default Calm var Calm var Very Wild",
        "option name Book type string default <empty>",
    ]
    with fake({"uci": [*offers, "uciok"]}) as engine:
        assert engine.options["Play Style"].var == ("Calm", "Very Wild")
        assert engine.options["Hash"] == uci.Option("Hash", "spin", "16", 1, 64)
        assert engine.options["Book"].default == ""
        lines = told(engine, monkeypatch)
        engine.configure({"hash": 32, "Ponder": True, "Play Style": "very wild", "Clear Hash": None})
        assert lines == [
            "setoption name Hash value 32",
            "setoption name Ponder value true",
            "setoption name Play Style value very wild",
            "setoption name Clear Hash",
            "isready",
        ]
        for name, value, reason in (
            ("Hash", 65, "Hash is a number from 1 to 64, not 65"),
            ("Hash", "big", "Hash is a whole number, not 'big'"),
            ("Ponder", "yes", "Ponder is true or false, not 'yes'"),
            ("Play Style", "wild", "Play Style is one of Calm, Very Wild, not 'wild'"),
            ("Contempt", 0, "no option 'Contempt'; it has: Clear Hash, Hash, Ponder, Play Style, Book"),
        ):
            with pytest.raises(uci.EngineError, match=reason):
                engine.configure({name: value})
        with pytest.raises(uci.EngineError, match="no option 'MultiPV'"):
            engine.analyse(xiangqi.Board(), QUICK, multipv=2)


def test_several_lines_for_one_search_only(
    fake: Callable[..., uci.Engine], monkeypatch: pytest.MonkeyPatch
) -> None:
    offer = ["option name MultiPV type spin default 1 min 1 max 9", "uciok"]
    infos = ["info multipv 2 score cp 1 pv b2e2", "info multipv 1 score cp 2 pv h2e2", "bestmove h2e2"]
    with fake({"uci": offer, "go": infos}) as engine:
        lines = told(engine, monkeypatch)
        two = engine.analyse(xiangqi.Board(), QUICK, multipv=2)
        assert [info.score.cp for info in two] == [2, 1]
        assert engine.analyse(xiangqi.Board(), QUICK).score == Score(cp=2)
        engine.analyse(xiangqi.Board(), QUICK)
        sent = [line for line in lines if "setoption" in line]
        assert sent == ["setoption name MultiPV value 2", "setoption name MultiPV value 1"]


@pytest.mark.parametrize(
    ("protocol", "limits", "words"),
    [
        ("uci", Limits(depth=3, nodes=9), "go depth 3 nodes 9"),
        ("uci", Limits(mate=2, searchmoves=("h2e2", "b2e2")), "go mate 2 searchmoves h3e3 b3e3"),
        ("uci", Limits(wtime=9000, btime=8000, winc=100), "go wtime 9000 btime 8000 winc 100"),
        ("uci", Limits(wtime=900, movestogo=4), "go wtime 900 movestogo 4"),
        ("ucci", Limits(depth=3), "go depth 3"),
        ("ucci", Limits(movetime=2600), "go time 2600 movestogo 1"),
        (
            "ucci",
            Limits(wtime=900, btime=800, movestogo=4),
            "go time 900 movestogo 4 opptime 800 oppincrement 0",
        ),
        (
            "ucci",
            Limits(wtime=900, btime=800, winc=5, binc=6),
            "go time 900 increment 5 opptime 800 oppincrement 6",
        ),
    ],
)
def test_limits(
    fake: Callable[..., uci.Engine],
    monkeypatch: pytest.MonkeyPatch,
    protocol: str,
    limits: Limits,
    words: str,
) -> None:
    go = ["bestmove h3e3" if protocol == "uci" else "bestmove h2e2"]
    with fake({"go": go}, protocol=protocol, ranks=1) as engine:
        lines = told(engine, monkeypatch)
        assert str(engine.play(xiangqi.Board(), limits).move) == "h2e2"
        assert lines[-1] == words


def test_an_engine_of_ucci_that_counts_seconds_is_told_seconds(
    fake: Callable[..., uci.Engine], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was told milliseconds, and thought 250 seconds instead of a quarter of one."""
    with fake({"ucci": ["ucciok"]}, protocol="ucci") as engine:
        lines = told(engine, monkeypatch)
        engine.play(xiangqi.Board(), Limits(movetime=2600))
        assert lines[-1] == "go time 3 movestogo 1"


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        (Limits(), "needs a limit"),
        (Limits(depth=3, infinite=True), "needs a limit"),
        (Limits(level=3), "levels are for our own engine"),
        (Limits(depth=3, algorithm="mtdf"), "algorithms are for our own engine"),
    ],
)
def test_limits_that_no_other_engine_understands(
    fake: Callable[..., uci.Engine], limits: Limits, reason: str
) -> None:
    with fake({}) as engine:
        with pytest.raises(InvalidLimitsError, match=reason):
            engine.play(xiangqi.Board(), limits)
        engine.play(xiangqi.Board(), QUICK)


def test_what_is_no_limits_is_refused(fake: Callable[..., uci.Engine]) -> None:
    """As by our own engine; it was an AttributeError."""
    with fake({}) as engine:
        for search in (engine.play, engine.analyse, engine.analysis):
            with pytest.raises(TypeError, match=r"such as Limits\(depth=6\), not 6"):
                search(xiangqi.Board(), 6)  # type: ignore[operator]


def test_an_engine_ponders_and_is_told_whether_it_guessed_right(
    fake: Callable[..., uci.Engine], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = {
        "uci": ["option name Ponder type check default false", "uciok"],
        "go depth": ["bestmove h2e2 ponder h9g7"],
        "go ponder": ["info depth 5"],
        "ponderhit": ["info score cp 9", "bestmove h0g2 ponder b9c7"],
        "stop": ["bestmove a0a1"],
        "go nodes": ["bestmove i0h0 ponder a9a8"],
    }
    with fake(answers) as engine:
        lines = told(engine, monkeypatch)
        board = xiangqi.Board()
        engine.play(board, QUICK, ponder=True)
        board.push_line(["h2e2", "h9g7"])
        hit = engine.play(board, QUICK, ponder=True)
        assert (str(hit.move), hit.info.score.cp) == ("h0g2", 9)
        board.push_line(["h0g2", "b7e7"])
        assert str(engine.play(board, Limits(nodes=9)).move) == "i0h0"
        spoken = [line.partition(" ")[0] for line in lines if line.startswith(("go", "ponderhit", "stop"))]
        assert spoken == ["go", "go", "ponderhit", "go", "stop", "go"]


@pytest.mark.parametrize(
    ("first", "ranks"), [("h2e2", 0), ("a0a1", 0), ("h3e3", 1), ("b1c3", 1), ("a4a5", 1)]
)
def test_how_an_engine_numbers_the_ranks_is_found_out(
    fake: Callable[..., uci.Engine], monkeypatch: pytest.MonkeyPatch, first: str, ranks: int
) -> None:
    with fake({"go depth": [f"bestmove {first}"], "go": [f"bestmove {first}"]}, ranks=None) as engine:
        lines = told(engine, monkeypatch)
        board = xiangqi.Board()
        board.push_line(["c3c4", "c6c5"])
        engine.play(board, Limits(nodes=1))
        assert lines[-2].endswith(("moves c3c4 c6c5", "moves c4c5 c7c6")[ranks])


def test_an_engine_that_does_not_play_the_game_is_named(fake: Callable[..., uci.Engine]) -> None:
    with (
        fake({"go": ["bestmove e2e4"]}, ranks=None) as engine,
        pytest.raises(uci.EngineMoveError, match="does it play xiangqi"),
    ):
        engine.play(xiangqi.Board(), QUICK)
    variants = ["option name UCI_Variant type combo default chess var chess var xiangqi", "uciok"]
    with fake({"uci": variants}) as engine:
        with pytest.raises(uci.EngineError, match="does not play liuzichong; it plays: chess, xiangqi"):
            engine.play(liuzichong.Board(), QUICK)
        engine.play(xiangqi.Board(), QUICK)


# --- engines that behave ------------------------------------------------------------------------------------


def own(**settings: Any) -> uci.Engine:
    return uci.Engine.open(OWN, timeout=PATIENCE, cwd=ROOT / "py" / "engine", **settings)


@pytest.mark.parametrize("protocol", ["uci", "ucci"])
def test_our_own_engine(protocol: str) -> None:
    with own(protocol=protocol) as engine:
        assert engine.name.startswith("Cannonfish")
        engine.configure({"execution": "compiled"})
        board: Board = xiangqi.Board()
        for _ in range(4):
            board.push(engine.play(board, Limits(nodes=3000)).move)
        info = engine.analyse(board, Limits(depth=4))
        assert info.pv[0] in board.legal_moves
        assert (info.depth, info.score.mate) == (4, None)
        with engine.analysis(board) as analysis:
            depths = [info.depth for info, _ in zip(analysis, range(5), strict=False)]
        assert depths == sorted(depths)
        assert analysis.wait().move in board.legal_moves
        if protocol == "uci":
            for other in (chess.Board(), liuzichong.Board()):
                lines = engine.analyse(other, QUICK, multipv=3)
                assert len({info.pv[0] for info in lines}) == 3


@pytest.mark.parametrize("way", ["play", "analyse"])
def test_in_an_event_loop(command: Callable[..., list[str | Path]], way: str) -> None:
    """Two engines at a time; a search that is cancelled stops, and its engine plays on."""
    answers = {"go infinite": ENDLESS, "go mate": ["info depth 7"], "stop": ["bestmove a0a1 ponder a9a8"]}
    board = xiangqi.Board()

    async def talk() -> None:
        settings: Any = {"ranks": 0, "timeout": PATIENCE}
        async with (
            await uci.AsyncEngine.open(command(answers), **settings) as one,
            await uci.AsyncEngine.open(command(answers), **settings) as two,
        ):
            async with await one.analysis(board) as analysis:
                assert str((await anext(analysis)).pv[0]) == "h2e2"
                search = asyncio.create_task(getattr(two, way)(board, Limits(mate=9)))
                waits = asyncio.create_task(anext(analysis))
                while "info depth 7" not in two._process._said:
                    await asyncio.sleep(0)
                search.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await search
                assert str((await two.play(board, QUICK)).move) == "h2e2"
                analysis.stop()
                with pytest.raises(StopAsyncIteration):
                    await waits
                assert str((await analysis.wait()).move) == "a0a1"
            assert len(await one.analyse(board, QUICK, multipv=1)) == 1
        with pytest.raises(uci.EngineTerminatedError):
            await one.ping()

    asyncio.run(talk())


@needs_fairy
def test_fairy_stockfish() -> None:
    with uci.Engine.open("fairy-stockfish", timeout=PATIENCE) as engine:
        engine.configure({"Hash": 16, "Threads": 1})
        board: Board = xiangqi.Board()
        game = object()
        while board.ply() < 12:
            result = engine.play(board, Limits(nodes=2000), game=game)
            assert result.info.pv[0] == result.move
            board.push(result.move)
        lines = engine.analyse(board, Limits(depth=6), multipv=3)
        assert [info.multipv for info in lines] == [1, 2, 3]
        for info in lines:
            board.copy().push_line(move.uci() for move in info.pv)
        mated = xiangqi.Board("3k5/4R4/9/9/9/9/9/9/4A4/3RK4 b - - 0 1")
        result = engine.play(mated, QUICK)
        assert (result.move, result.info.score) == (None, Score(mate=0))
        assert engine.play(chess.Board(), QUICK).move in chess.Board().legal_moves
