"""UCI: one conversation in a process of its own, the rest in this one."""

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

import cannonfish
import pytest
from cannonfish import endings
from cannonfish.compiler import DialectError, ExecutionUnavailable, Program
from cannonfish.engine import Engine, Info, Limits, Result, Score
from cannonfish.engine.kernel import Kernel
from cannonfish.games.catalogue import GAMES
from cannonfish.games.levels import LEVELS
from cannonfish.games.xiangqi import STARTING_FEN, Board
from cannonfish.protocol.terminal.main import main
from cannonfish.protocol.terminal.uci import UciSession

from tests.unit.protocol.terminal.conversation import SMALL, Conversation, answers_to, answers_to_script

ENGINE = Path(cannonfish.__file__).parents[1]
MATED = "3k5/9/9/9/9/9/9/9/3R5/3RK4 b - - 0 1"
STALEMATED = "3k5/4P4/9/9/9/9/9/9/9/4K4 b - - 0 1"


def talk(*lines: str) -> list[str]:
    """What the engine says to these lines; with a small table, and interpreted, to compile nothing."""
    return answers_to(UciSession, [*SMALL, *lines])


def script(*lines: str) -> list[str]:
    """The same for the lines of a script."""
    return answers_to_script(UciSession, [*SMALL, *lines])


def last_info(answers: list[str]) -> str:
    return [line for line in answers if line.startswith("info depth")][-1]


def only(answers: list[str], prefix: str) -> str:
    (line,) = [line for line in answers if line.startswith(prefix)]
    return line


def test_algorithms_agree_on_the_score() -> None:
    found = set()
    for name in ("MiniMax", "alphabeta", "mtdf"):
        answers = talk(f"setoption name Algorithm value {name}", "go depth 2")
        found.add(last_info(answers).split(" nodes ")[0].split(" score ")[1])
    assert len(found) == 1


@pytest.fixture
def conversation() -> Iterator[Conversation]:
    conversation = Conversation(*SMALL)
    yield conversation
    conversation.end()


# --- the protocol -------------------------------------------------------------------------------------------


def test_in_a_process_of_its_own() -> None:
    lines = ["uci", "isready", "position startpos moves h2e2", "go depth 3", "go perft 1", "quit"]
    run = subprocess.run(
        [sys.executable, "-m", "cannonfish"],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        timeout=120,
        cwd=ENGINE,
        check=True,
    )
    assert run.stderr == ""
    answers = run.stdout.splitlines()
    assert answers[0] == f"id name Cannonfish {cannonfish.__version__}"
    assert "uciok" in answers
    assert "readyok" in answers
    board = Board()
    board.push_uci("h2e2")
    assert only(answers, "bestmove ").split()[1] in {move.uci() for move in board.legal_moves}
    assert answers[-2] == f"Nodes searched: {len(board.legal_moves)}"


def test_arguments_form_a_command_of_either_protocol() -> None:
    """`python -m cannonfish ucci` said nothing."""
    command = [sys.executable, "-m", "cannonfish"]
    for word in ("uci", "ucci"):
        run = subprocess.run([*command, word], capture_output=True, text=True, cwd=ENGINE, check=True)
        assert run.stdout.splitlines()[-1] == f"{word}ok"


@pytest.fixture
def no_signals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("signal.signal", lambda *_: None)


@pytest.mark.usefixtures("no_signals")
def test_a_command_in_the_arguments_that_is_none_fails(capsys: pytest.CaptureFixture[str]) -> None:
    """`python -m cannonfish frobnicate` exited with 0."""
    for arguments in (["frobnicate"], ["go", "perft", "x"], ["position", "startpos", "moves", "a0a9"]):
        assert main(arguments) == 2
        assert capsys.readouterr().out.startswith("info string ")
    assert main(["d"]) == 0


def faulty() -> DialectError:
    return DialectError("floats are not in the dialect", "xiangqi/weights.py", 12, 5)


@pytest.mark.usefixtures("no_signals")
def test_a_fault_in_an_edited_rule_is_named_with_its_place(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It was called an "internal error: DialectError", or it ended in a traceback."""

    def refuse(*_: object, **__: object) -> None:
        raise faulty()

    monkeypatch.setattr(Engine, "program", refuse)
    assert talk("go depth 1")[-1] == f"info string go: {faulty()}"
    monkeypatch.setattr(Engine, "__init__", refuse)
    assert main(["d"]) == 1
    assert capsys.readouterr().err == f"{faulty()}\n"


def test_options_are_offered() -> None:
    answers = talk("uci")
    offered = [line for line in answers if line.startswith("option ")]
    variants = " ".join(f"var {game}" for game in GAMES)
    assert f"option name UCI_Variant type combo default xiangqi {variants}" in offered
    assert "option name Execution type combo default auto var auto var interpreted var compiled" in offered
    assert "option name Evaluation type combo default network var network var classical" in offered
    assert "option name Hash type spin default 16 min 1 max 256" in offered
    assert "option name Threads type spin default 1 min 1 max 64" in offered
    assert "option name MultiPV type spin default 1 min 1 max 64" in offered
    assert "option name OwnBook type check default false" in offered
    assert "option name Ponder type check default false" in offered
    assert "option name UCI_ShowWDL type check default false" in offered
    assert (
        "option name Algorithm type combo default pvs var pvs var mtdf var alphabeta var minimax" in offered
    )
    assert "option name Skill Level type spin default 12 min 1 max 12" in offered
    assert answers[-1] == "uciok"


def test_winning_chances_are_shown_if_wanted() -> None:
    assert not any(" wdl " in line for line in talk("go depth 3"))
    line = last_info(talk("setoption name UCI_ShowWDL value true", "go depth 3"))
    found = re.search(r" score cp -?\d+ wdl (\d+) (\d+) (\d+) nodes ", line)
    assert found is not None
    assert sum(map(int, found.groups())) == 1000


def test_where_winning_chances_are_unknown_none_are_shown() -> None:
    variant = "setoption name UCI_Variant value liuzichong"
    assert " wdl " not in last_info(talk(variant, "setoption name UCI_ShowWDL value true", "go depth 2"))


def test_go_depth() -> None:
    answers = talk("position startpos", "go depth 4")
    assert re.fullmatch(
        r"info depth 4 seldepth \d+ multipv 1 score cp -?\d+ nodes \d+ nps \d+ time \d+ pv( [a-i]\d[a-i]\d)+",
        last_info(answers),
    )
    best, ponder = last_info(answers).split(" pv ")[1].split()[:2]
    assert answers[-1] == f"bestmove {best} ponder {ponder}"


def test_position_with_fen_and_moves() -> None:
    answers = talk(f"position fen {STARTING_FEN} moves h2e2 h9g7", "d")
    assert answers[-1] == "Fen: rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2"


@pytest.mark.parametrize(("fen", "score"), [(MATED, "mate 0"), (STALEMATED, "mate 0")])
@pytest.mark.parametrize("go", ["go depth 3", "go movetime 50", "go nodes 100", "go wtime 1000 btime 1000"])
def test_finished_positions(fen: str, score: str, go: str) -> None:
    answers = talk(f"position fen {fen}", go)
    assert f" score {score} " in last_info(answers)
    assert answers[-1] == "bestmove (none)"


def test_a_draw_by_material_has_a_move() -> None:
    """Whether it ends the game is for the interface to say, and some play on."""
    answers = talk("position fen 3k5/9/9/9/9/9/9/9/9/4K4 w", "go depth 3")
    assert " score cp 0 " in last_info(answers)
    assert re.fullmatch(r"bestmove e0[df]0|bestmove e0e1", answers[-1])


def test_a_stalemate_at_the_move_limit_wins() -> None:
    """It was taken for a draw, because only a mate was looked for there."""
    answers = talk("position fen 3k5/9/2P6/9/9/9/9/9/9/4K4 w - - 119 90", "go depth 3")
    assert " score mate 1 " in last_info(answers)
    assert answers[-1].startswith("bestmove c7c8")


def test_mate_scores_count_moves() -> None:
    answers = talk("position fen 3k5/R8/9/9/9/9/9/9/9/1R2K4 w", "go depth 4")
    assert " score mate 1 " in last_info(answers)
    answers = talk("position fen 4k4/R8/9/9/9/9/8p/9/9/1R3K3 b", "go depth 9")
    assert " score mate -1 " in last_info(answers)


def test_a_search_for_a_mate_ends_with_it() -> None:
    answers = talk("position fen 3k5/9/9/9/9/9/9/9/R8/1R3K3 w", "go mate 2")
    assert " score mate 2 " in last_info(answers)
    assert answers[-1].startswith("bestmove ")


def test_a_search_for_a_mate_that_is_none_gives_up() -> None:
    answers = talk("position fen 3k5/9/9/9/9/9/p8/9/9/5K3 w", "go mate 1")
    assert " depth 12 " in last_info(answers)
    assert answers[-1].startswith("bestmove ")


def test_searchmoves() -> None:
    assert talk("go depth 3 searchmoves a0a1")[-1].startswith("bestmove a0a1")
    assert talk("go searchmoves a0a1 i0i1 depth 3")[-1].split()[1] in ("a0a1", "i0i1")


def test_multipv() -> None:
    answers = talk("setoption name MultiPV value 3", "go depth 3")
    lines = [line for line in answers if line.startswith("info depth 3 ")]
    assert [line.split(" multipv ")[1][0] for line in lines] == ["1", "2", "3", "1"]
    assert answers[-1].split()[1] == last_info(answers).split(" pv ")[1].split()[0]


def test_skill_level_ends_a_search_without_limits() -> None:
    answers = talk("setoption name Skill Level value 3", "go")
    assert answers[-1].startswith("bestmove ")
    nodes = int(last_info(answers).split(" nodes ")[1].split()[0])
    assert nodes <= LEVELS[2].nodes


def test_the_default_skill_level_shortens_no_search_that_has_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some interfaces set every option to its default: level 12 would end searches at its million nodes."""
    searched: list[Limits] = []

    def go(engine: Engine, limits: Limits, on_info: object) -> Result:
        searched.append(limits)
        return search(engine, Limits(depth=1))

    search = Engine.go
    monkeypatch.setattr(Engine, "go", go)
    for level in (12, 11):
        talk(f"setoption name Skill Level value {level}", "go nodes 1200000", "go movetime 100", "go")
    assert [limits.level for limits in searched] == [None, None, 12, 11, 11, 11]


def test_the_default_skill_level_is_also_that_of_a_game_with_fewer_levels(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Level 12 became level 5 of Liuzichong, which plays from a table whatever the limits are."""
    searched: list[Limits] = []
    search = Engine.go

    def go(engine: Engine, limits: Limits, on_info: object) -> Result:
        searched.append(limits)
        return search(engine, Limits(depth=1))

    monkeypatch.setattr(Engine, "go", go)
    talk("setoption name UCI_Variant value liuzichong", "setoption name Skill Level value 12", "go nodes 100")
    assert [limits.level for limits in searched] == [None]


@pytest.mark.parametrize("depth", [1, 2])
def test_perft_divides(depth: int) -> None:
    answers = talk("position startpos", f"go perft {depth}")
    leaves = [line for line in answers if re.fullmatch(r"[a-i]\d[a-i]\d: \d+", line)]
    assert leaves == sorted(leaves)
    assert answers[-2] == f"Nodes searched: {[44, 1920][depth - 1]}"
    assert ("a0a1: 44" in leaves) == (depth == 2)
    assert len(leaves) == 44


def test_bench_prints_signature_time_and_speed() -> None:
    answers = talk("go depth 3", "bench 2")
    assert "Execution: interpreted" in answers
    benches = [line.split() for line in answers if line.endswith((", network", ", classical"))]
    assert {words[1] for words in benches} == {f"{game}," for game in GAMES}
    signature = only(answers, "Nodes searched: ")
    assert signature.endswith(f" {sum(int(words[0]) for words in benches)}")
    assert only(answers, "Time (ms): ")
    assert only(answers, "Nodes/second: ")
    assert only(talk("bench 2"), "Nodes searched: ") == signature


def test_own_book() -> None:
    answers = talk(
        "setoption name OwnBook value true", *["ucinewgame", "position startpos", "go nodes 900"] * 20
    )
    assert {line.split(" nodes ")[1].split()[0] for line in answers if line.startswith("info depth")} == {"1"}
    assert len({line for line in answers if line.startswith("bestmove ")}) > 1


def test_new_game_forgets() -> None:
    answers = talk("go depth 4", "ucinewgame", "position startpos", "go depth 4")
    nodes = [line.split(" nodes ")[1].split()[0] for line in answers if line.startswith("info depth 4 ")]
    assert len(nodes) == 2
    assert nodes[0] == nodes[1]


# --- while a search runs ------------------------------------------------------------------------------------


def test_stop(conversation: Conversation) -> None:
    conversation.send("position startpos", "go infinite")
    conversation.hear("info depth 2 ")
    conversation.send("isready")
    conversation.hear("readyok")
    conversation.send("stop")
    conversation.hear("bestmove ")
    conversation.send("go depth 1")
    conversation.hear("info depth 1 ")
    conversation.hear("bestmove ")


def test_an_infinite_search_says_nothing_final_before_stop(conversation: Conversation) -> None:
    conversation.send(f"position fen {MATED}", "go infinite")
    conversation.hear("info depth 0 ")
    conversation.send("isready")
    conversation.hear("readyok")
    assert conversation.answers.empty()
    conversation.send("stop")
    assert conversation.hear("bestmove ") == "bestmove (none)"


def test_counting_can_be_stopped(conversation: Conversation) -> None:
    conversation.send("go perft 4")
    conversation.hear("a0a1: ")
    conversation.send("stop")
    conversation.hear("info string perft was stopped")
    conversation.send("isready")
    conversation.hear("readyok")


def test_pondering_answers_only_after_the_hit(conversation: Conversation) -> None:
    """However little time there is: it is the other side's that is used so far."""
    conversation.send("position startpos moves h2e2 h9g7", "go ponder wtime 100 btime 100 movestogo 1")
    conversation.hear("info depth 1 ")
    time.sleep(0.3)
    conversation.send("isready")
    conversation.hear("readyok")
    assert not any(line.startswith("bestmove") for line in conversation.heard())
    conversation.send("ponderhit")
    conversation.hear("bestmove ")


def test_pondering_ends_with_stop(conversation: Conversation) -> None:
    conversation.send("go ponder movetime 50")
    conversation.hear("info depth 2 ")
    conversation.send("stop")
    conversation.hear("bestmove ")


def test_pondering_that_is_finished_waits_for_the_hit(conversation: Conversation) -> None:
    conversation.send(f"position fen {MATED}", "go ponder movetime 50", "isready")
    conversation.hear("readyok")
    assert not any(line.startswith("bestmove") for line in conversation.heard())
    conversation.send("ponderhit")
    assert conversation.hear("bestmove ") == "bestmove (none)"


def test_after_the_hit_depth_and_nodes_still_count(conversation: Conversation) -> None:
    conversation.send("go ponder depth 2", "isready")
    conversation.hear("info depth 2 ")
    conversation.send("ponderhit")
    conversation.hear("bestmove ")


def test_a_hit_without_pondering_is_nothing() -> None:
    assert talk("ponderhit", "isready") == ["readyok"]


def test_stop_without_a_search() -> None:
    assert talk("stop", "stop", "isready", "go depth 1")[0] == "readyok"


def test_commands_that_cannot_be_obeyed_now_wait(conversation: Conversation) -> None:
    conversation.send("go infinite")
    conversation.hear("info depth 1 ")
    conversation.send("position startpos moves h2e2", "d", "stop")
    conversation.hear("bestmove ")
    assert conversation.hear("Fen: ").split()[2] == "b"


def test_nothing_after_quit_is_obeyed() -> None:
    assert "readyok" not in script("quit", "isready")


# --- bad input ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("hello world", "unknown command: 'hello world'"),
        ("UCI", "unknown command"),
        ("position", "position: expected 'startpos' or 'fen'"),
        ("position fen", "position: the FEN is empty"),
        ("position fen rubbish", "position: the board has 1 row instead of 10"),
        ("position fen 9/9/9/9/9/9/9/9/9/9 w", "position: Red has no general"),
        ("position startpos moves h2e2 h2e2", "position: move 2: h2e2 is not legal: there is no piece on h2"),
        ("position startpos moves h3e3 e4", "position: move 2: 'e4' is not a move such as 'h2e2'"),
        ("position startpos moves h10e3", "h10e3 is not legal"),
        ("position middle", "position: expected"),
        ("position fen " + "9/" * 20_000, "position: the FEN has 40000 characters"),
        ("bench x", "bench: the depth needs a number, not 'x'"),
        ("bench 0", "bench: depth is a number from 1"),
        ("go perft 0", "go: perft needs a depth of at least 1"),
        ("go perft", "go: perft needs a number"),
        ("setoption", "setoption: expected 'name'"),
        ("setoption name Contempt value 5", "there is no option 'Contempt'"),
        ("setoption name Hash value huge", "Hash is a number from 1 to 256"),
        ("setoption name Hash value 0", "Hash is a number from 1 to 256"),
        ("setoption name Threads value 0", "Threads is a number from 1 to 64, not '0'"),
        ("setoption name Threads value 65", "Threads is a number from 1 to 64, not '65'"),
        ("setoption name Threads value two", "Threads is a number from 1 to 64, not 'two'"),
        ("setoption name Ponder value perhaps", "Ponder is true or false"),
        ("setoption name Skill Level value 13", "Skill Level is a number from 1 to 12, not '13'"),
        ("setoption name Skill Level value 0", "Skill Level is a number from 1 to 12, not '0'"),
        ("setoption name Skill Level value --1", "Skill Level is a number from 1 to 12, not '--1'"),
        ("setoption name UCI_Variant value go", "UCI_Variant is one of xiangqi"),
        ("setoption name Execution value jit", "Execution is one of auto, interpreted, compiled"),
        ("\x00\ufffd", "unknown command"),
        ("x" * 100_000, "unknown command"),
    ],
)
def test_bad_input_is_answered_and_survived(line: str, complaint: str) -> None:
    answers = talk("position startpos moves h2e2", line, "isready", "d")
    assert answers[0].startswith("info string ")
    assert complaint in answers[0]
    assert len(answers[0]) < 400
    assert answers[1] == "readyok"
    assert answers[-1].startswith("Fen: rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4")


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("go depth", "go: depth needs a number; using 1"),
        ("go depth five", "go: depth needs a number, not 'five'; using 1"),
        ("go depth ５", "go: depth needs a number"),
        ("go depth 0", "go: depth is at least 1, not 0"),
        ("go nodes 0", "go: nodes is at least 1, not 0"),
        ("go nodes -5", "go: nodes is at least 1, not -5"),
        ("go mate 0 nodes 500", "go: mate is at least 1, not 0"),
        ("go movetime -1", "go: movetime is at least 0, not -1"),
        ("go movetime depth 2", "go: movetime needs a number"),
        ("go wtime 100 btime 100 winc -1 binc 0", "go: winc is at least 0, not -1"),
        ("go wtime 100 btime 100 movestogo -3", "go: movestogo is at least 0, not -3"),
        ("go wtime soon btime later", "go: wtime needs a number, not 'soon'; using 0"),
        ("go movestogo 1001", "go: movestogo is at most 1000, not 1001"),
        ("go depth 2 nodes 3000000000", "go: nodes is at most 2000000000, not 3000000000"),
        ("go sideways", "go: ignored: 'sideways'"),
        ("go move time 100", "go: ignored: 'move time 100'"),
        ("go searchtime 5 depth 2", "go: ignored: 'searchtime 5'"),
        ("go depth 2 searchmoves h9g7 h2h9x", "go: ignored: 'h2h9x'"),
        ("go searchmoves h2h9x", "go: ignored: 'h2h9x'"),
        ("go depth 2 " + "x" * 100_000, "go: ignored: 'xxx"),
    ],
)
def test_a_faulty_go_is_answered_by_a_best_move_all_the_same(
    line: str, complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`go depth 0` and `go ... winc -1` wrote a complaint and no `bestmove`: the interface waited for ever.

    UCI wants a best move for every `go`, and unknown words to be ignored; Stockfish does so, too.
    """
    monkeypatch.setattr("cannonfish.protocol.terminal.session.FALLBACK_MOVETIME", 50)
    answers = talk("position startpos moves h2e2", line, "d")
    assert answers[0].startswith("info string go: ")
    assert complaint in answers[0]
    assert len(answers[0]) < 400
    assert [answer.split()[0] for answer in answers].count("bestmove") == 1
    assert answers[-1].startswith("Fen: ")


@pytest.mark.parametrize(
    "line",
    [
        "go wtime 100 btime 100 movestogo 0",
        "go wtime -30 btime -30",
        "go wtime 100",
        "go btime 100",
        "go movetime 0",
    ],
)
def test_what_interfaces_send_at_the_edge_is_no_fault(line: str) -> None:
    """`movestogo 0` for no time control, clocks that have run out, and a clock of one side alone."""
    for position in ("position startpos", "position startpos moves h2e2"):
        answers = talk(position, line)
        assert not any(answer.startswith("info string") for answer in answers)
        assert answers[-1].startswith("bestmove ")


def test_another_game_closes_the_engine_of_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every change of `UCI_Variant` and every `bench` left an engine with its table behind, and then still
    every `bench` that failed."""
    closed: list[str] = []
    monkeypatch.setattr(Engine, "close", lambda engine: closed.append(engine.game.name))
    talk(
        "setoption name UCI_Variant value chess",
        "setoption name UCI_Variant value chess",
        "bench 1",
        "bench 0",
    )
    assert closed == ["xiangqi", *GAMES, "xiangqi", "chess"]


def test_empty_lines_are_nothing() -> None:
    assert talk("", "   ", "\t\n", "isready") == ["readyok"]


def test_a_game_without_a_network_keeps_the_classical_evaluation() -> None:
    answers = talk(
        "setoption name UCI_Variant value liuzichong",
        "eval",
        "setoption name Evaluation value Network",
        "eval",
    )
    assert (
        only(answers, "info string there is no network")
        == "info string there is no network for liuzichong; using the classical evaluation"
    )
    first, second = (line for line in answers if line.startswith("Static evaluation"))
    assert first == second


def test_options_are_found_in_any_case() -> None:
    assert talk("setoption name skill level value 3", "setoption name EXECUTION value Interpreted") == []


def test_numbers_beyond_the_limits_mean_the_limit() -> None:
    answers = talk("position fen 3k5/9/9/9/9/9/9/9/3r5/3K5 w", "go depth 245 nodes 99999999999 movetime 200")
    assert answers[-1].startswith("bestmove d0e0")


def test_a_fault_of_the_engine_is_told_and_survived(monkeypatch: pytest.MonkeyPatch) -> None:
    def explode(*_: object) -> None:
        raise ZeroDivisionError("deep inside")

    monkeypatch.setattr("cannonfish.engine.Engine.go", explode)
    answers = talk("go depth 3", "isready")
    assert re.fullmatch(r"bestmove [a-i]\d[a-i]\d", answers[0])
    assert answers[1:] == ["info string go: internal error: ZeroDivisionError: deep inside", "readyok"]


def readiness(monkeypatch: pytest.MonkeyPatch, *lines: str) -> tuple[list[bool], int]:
    """Whether the engine was ready at each `go` of a warm session, and how many programs it took."""
    ready: list[bool] = []
    made: list[str] = []
    instance = Engine._instance

    def go(self: Engine, *_: object) -> Result:
        ready.append(self.is_ready)
        return Result(None, None, Info(0, 0, Score(cp=0), 0, 0, 0, ()))

    def counted(self: Engine, program: Program, execution: str) -> Kernel:
        made.append(execution)
        return instance(self, program, "interpreted")

    monkeypatch.setattr("cannonfish.engine.Engine.go", go)
    monkeypatch.setattr("cannonfish.engine.Engine._instance", counted)
    inbox: SimpleQueue[str | None] = SimpleQueue()
    for line in (*lines, "quit"):
        inbox.put(line)
    session = UciSession(inbox, lambda _: None)
    session.prepare()
    session.run()
    return ready, len(made)


def test_options_are_paid_for_before_the_clock_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """`setoption name Hash` and `go movetime 20` right after it: linking made the move late."""
    assert readiness(monkeypatch, "setoption name Hash value 2", "go movetime 20") == ([True], 2)


def test_options_that_come_together_are_paid_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    options = [
        "setoption name Hash value 2",
        "setoption name UCI_Variant value chess",
        "setoption name MultiPV value 2",
    ]
    assert readiness(monkeypatch, *options, "position startpos", "go movetime 20") == ([True], 2)


def test_an_option_that_changes_no_program_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert readiness(monkeypatch, "setoption name MultiPV value 2", "go movetime 20") == ([True], 1)


def test_fallback_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from cannonfish.compiler import instantiate

    def refuse(program: object, execution: str, host: object, checked: bool) -> object:
        if execution == "compiled":
            raise ExecutionUnavailable("wasm is switched off")
        return instantiate(program, execution, host, checked)  # type: ignore[arg-type]

    monkeypatch.setattr("cannonfish.engine.engine.instantiate", refuse)
    answers = answers_to(UciSession, ["setoption name Hash value 1", "isready", "go depth 2"])
    assert answers[0] == "info string compiled execution unavailable: wasm is switched off; using interpreted"
    assert answers[1] == "readyok"
    assert sum("unavailable" in line for line in answers) == 1
    assert answers[-1].startswith("bestmove ")


def test_two_threads_search_together() -> None:
    answers: list[str] = []
    session = UciSession(SimpleQueue(), answers.append)
    session.execute("setoption name Threads value 2")
    assert session._engine.threads == 2
    for _ in range(10):  # a helper may get no core at all on a busy machine
        session.execute("go movetime 200")
        nodes = int(last_info(answers).split(" nodes ")[1].split()[0])
        if nodes > session._engine._ready()._state("NODES"):
            break
    else:
        pytest.fail("the helper never searched")
    assert not any(line.startswith("info string") for line in answers)
    assert answers[-1].startswith("bestmove ")
    session._engine.close()


def test_fewer_threads_and_a_smaller_table_are_told_also_in_another_game() -> None:
    answers: list[str] = []
    session = UciSession(SimpleQueue(), answers.append)
    session.execute("setoption name Execution value interpreted")
    session.execute("setoption name Hash value 1")
    session.execute("setoption name UCI_Variant value chess")
    session.execute("setoption name Threads value 3")
    session.execute("isready")
    told = "info string interpreted execution has one thread; searching with 1 thread"
    assert answers == [told, "readyok"]
    engine = session._engine
    assert engine.on_fewer_threads is not None
    assert engine.on_smaller_table is not None
    engine.on_fewer_threads("a helper has died", 2)
    engine.on_smaller_table("no memory")
    assert answers[2:] == [
        "info string a helper has died; searching with 2 threads",
        "info string no memory; the hash table has 16 MB",
    ]


def test_one_command_as_arguments() -> None:
    answers: list[str] = []
    UciSession(SimpleQueue(), answers.append).execute("go perft 1")
    assert "Nodes searched: 44" in answers


def test_eval_prints_the_terms_in_pawns_and_the_worth_of_the_pieces() -> None:
    answers = talk("position fen 3k5/9/9/9/9/9/9/9/9/R3K4 b", "eval")
    rows = [[part.strip() for part in line.split("|")] for line in answers if line.count("|") == 3]
    assert rows[0] == ["Term", "Red", "Black", "Total"]
    assert ["material", "4.40", "0.00", "4.40"] in rows
    parts = sum(float(total) for name, *_, total in rows[1:] if name != "total")
    assert rows[-1] == ["total", "", "", f"{parts:.2f}"]
    board = answers[answers.index("Worth of the pieces where they stand:") + 1 :][:10]
    assert board[0].split() == [".", ".", ".", "k", ".", ".", ".", ".", "."]
    chariot, *others = board[9].split()
    assert float(chariot.removeprefix("R")) > 1
    assert others == [".", ".", ".", "K", ".", ".", ".", "."]


def test_eval_and_help_answer() -> None:
    """The score is for the side to move."""
    answers = talk(
        "position fen 3k5/9/9/9/9/9/9/9/9/R3K3R w",
        "eval",
        "position fen 3k5/9/9/9/9/9/9/9/9/R3K3R b",
        "eval",
        "help",
    )
    ahead, behind = (int(line.split()[2]) for line in answers if line.startswith("Static evaluation"))
    assert ahead > 150 > -150 > behind
    assert "Commands: uci, isready" in answers[-1]


WON = "4k4/9/9/9/9/9/9/9/9/R2K5 w - - 0 1"
"""A chariot against the lone general: stalemate in 3 plies."""


def test_endings_in_a_folder_are_played_without_a_search(tmp_path: Path) -> None:
    folder = tmp_path / "my endings"
    store = endings.Folder(folder)
    endings.solve("KR-k", store=store)
    answers = talk(f"setoption name EndingsPath value {folder}", f"position fen {WON}", "go depth 3")
    assert re.search(r" score mate 2 nodes 0 nps 0 tbhits \d+ time \d+ pv ", last_info(answers))
    store.file("KR-k").write_bytes(b"nothing")
    answers = talk(
        f"setoption name EndingsPath value {folder}", f"position fen {WON}", "go depth 1", "go depth 1"
    )
    assert "not the table of an ending" in only(answers, "info string")
    assert "tbhits" not in last_info(answers)


def test_endings_stay_set_through_a_change_of_the_game_and_end_when_told_so(tmp_path: Path) -> None:
    endings.solve("KR-k", store=endings.Folder(tmp_path))
    there_and_back = [f"setoption name UCI_Variant value {name}" for name in ("chess", "xiangqi")]
    setting = "setoption name EndingsPath value"
    go = [f"position fen {WON}", "go depth 1"]
    assert "tbhits" in last_info(talk(f"{setting} {tmp_path}", *there_and_back, *go))
    assert "tbhits" not in last_info(talk(f"{setting} {tmp_path}", f"{setting} <empty>", *go))


def test_a_folder_of_endings_that_is_not_there_is_named(tmp_path: Path) -> None:
    answers = talk(f"setoption name EndingsPath value {tmp_path}/nowhere", "go depth 1")
    assert "nowhere" in only(answers, "info string")
    assert only(answers, "bestmove")
