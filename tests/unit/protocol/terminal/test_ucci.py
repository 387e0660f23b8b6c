"""UCCI: conversations as Chinese interfaces lead them."""

import re
from pathlib import Path
from queue import SimpleQueue

import pytest
from cannonfish import endings
from cannonfish.games.xiangqi import STARTING_FEN
from cannonfish.protocol.terminal.ucci import UcciSession

from tests.unit.protocol.terminal.conversation import Conversation, answers_to, answers_to_script

MATED = "3k5/9/9/9/9/9/9/9/3R5/3RK4 b - - 0 1"
ONE_MOVE = "3k5/9/9/9/9/9/9/9/3r5/3K5 w - - 0 1"


SMALL = ("setoption hashsize 1", "setoption execution interpreted", "setoption usemillisec true")


def talk(*lines: str) -> list[str]:
    """What the engine says to these lines; with a small table, and interpreted."""
    return answers_to(UcciSession, [*SMALL, *lines])


def script(*lines: str) -> list[str]:
    """The same for the lines of a script."""
    return answers_to_script(UcciSession, [*SMALL, *lines])


def test_the_greeting() -> None:
    answers = answers_to_script(UcciSession, ["ucci", "isready", "quit"])
    assert answers[0].startswith("id name Cannonfish ")
    assert "option usemillisec type check default false" in answers
    assert "option hashsize type spin default 16 min 1 max 256" in answers
    assert "option threads type spin default 1 min 1 max 64" in answers
    assert "option skilllevel type spin default 12 min 1 max 12" in answers
    assert "option newgame type button" in answers
    assert answers[-3:] == ["ucciok", "readyok", "bye"]


def test_a_game_as_interfaces_play_it() -> None:
    answers = talk(
        "setoption newgame",
        f"position fen {STARTING_FEN} moves h2e2 h9g7",
        "go time 5000 increment 100 opptime 6000 oppincrement 100 depth 3",
        f"position fen {STARTING_FEN}",
        "go nodes 500",
    )
    best = [line for line in answers if line.startswith("bestmove ")]
    assert len(best) == 2
    assert all(re.fullmatch(r"bestmove [a-i]\d[a-i]\d( ponder [a-i]\d[a-i]\d)?", line) for line in best)
    assert any(re.fullmatch(r"info depth 3 score -?\d+ pv( [a-i]\d[a-i]\d)+", line) for line in answers)
    assert any(re.fullmatch(r"info time \d+ nodes 500", line) for line in answers)


def test_lines_wait_for_a_change_of_protocol() -> None:
    """Lines that followed ``ucci`` during a search of UCI were dropped."""
    conversation = Conversation("setoption name Hash value 1", "setoption name Execution value interpreted")
    conversation.send("go infinite")
    conversation.hear("info depth 1 ")
    conversation.send("ucci", "banmoves a0a1", "go depth 1", "stop")
    conversation.hear("bestmove ")
    conversation.hear("ucciok")
    conversation.hear("bestmove ")
    conversation.send("quit")
    conversation.hear("bye")
    conversation.wait()


@pytest.mark.parametrize(("unit", "least", "most"), [("true", 0, 400), ("false", 400, 3000)])
def test_clocks_count_seconds_unless_told_otherwise(unit: str, least: int, most: int) -> None:
    """One second for one move is a lot; one millisecond is hardly anything."""
    answers = talk(f"setoption usemillisec {unit}", "position startpos", "go time 1 movestogo 1")
    spent = [int(line.split()[2]) for line in answers if line.startswith("info time ")]
    assert least <= spent[-1] <= most


def test_two_threads_search_together() -> None:
    answers: list[str] = []
    session = UcciSession(SimpleQueue(), answers.append)
    for line in ("setoption threads 2", f"position fen {STARTING_FEN}", "go depth 6"):
        session.execute(line)
    assert session._engine.threads == 2
    assert not any(line.startswith("info message") for line in answers)
    assert answers[-1].startswith("bestmove ")
    session._engine.close()


def test_fewer_threads_are_told() -> None:
    told = "info message interpreted execution has one thread; searching with 1 thread"
    assert talk("setoption threads 2", "isready") == [told, "readyok"]


def test_banned_moves_are_not_played() -> None:
    free = talk("position startpos", "go depth 3")[-1].split()[1]
    answers = talk("position startpos", f"banmoves {free}", "go depth 3")
    assert answers[-1].split()[1] != free
    again = talk("position startpos", f"banmoves {free}", "position startpos", "go depth 3")
    assert again[-1].split()[1] == free


def test_nobestmove() -> None:
    assert talk(f"position fen {MATED}", "go depth 3")[-1] == "nobestmove"
    assert talk(f"position fen {ONE_MOVE}", "banmoves d0e0", "go depth 3")[-1] == "nobestmove"
    assert (
        talk(f"position fen {ONE_MOVE}", "banmoves d0e0", "position startpos", "go depth 1")[-1]
        != "nobestmove"
    )


def test_a_draw_offer_and_pondering_come_before_the_rest() -> None:
    assert talk("position startpos", "go draw depth 2")[-1].startswith("bestmove ")
    assert "bestmove" in script("position startpos", "go ponder depth 2", "quit")[-2]


@pytest.mark.parametrize("go", ["go depth infinite", "go infinite"])
def test_an_endless_search_ends_when_the_conversation_does(go: str) -> None:
    best, bye = script("position startpos", go, "quit")[-2:]
    assert (best.split()[0], bye) == ("bestmove", "bye")


def test_scores_of_mates_are_numbers() -> None:
    answers = talk("position fen 3k5/R8/9/9/9/9/9/9/9/1R2K4 w", "go depth 4")
    assert any(line.startswith("info depth 4 score 9999 ") or " score 9999 " in line for line in answers)


def test_probe_tells_what_the_table_knows() -> None:
    answers = talk(
        "position startpos", "probe startpos", "go depth 4", "probe startpos", "probe startpos moves a0a1"
    )
    told = [line for line in answers if line.startswith("pophash")]
    assert told[0] == "pophash"
    best = next(line for line in answers if line.startswith("bestmove ")).split()[1]
    assert re.fullmatch(rf"pophash bestmove {best} lowerbound (-?\d+) depth 4 upperbound \1 depth 4", told[1])
    assert told[2].startswith("pophash")


def test_probing_leaves_the_position_alone() -> None:
    answers = talk("position startpos moves h2e2", "probe startpos", "banmoves h9g7")
    assert answers == ["pophash"]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("hello", "unknown command: 'hello'"),
        ("banmoves a0a9", "banmoves: 'a0a9' is not legal here"),
        ("position fen rubbish", "position: the board has 1 row instead of 10"),
        ("setoption", "setoption: expected the option"),
        ("setoption hashsize 0", "hashsize is a number from 1 to 256"),
        ("setoption threads 0", "threads is a number from 1 to 64, not '0'"),
        ("setoption threads 65", "threads is a number from 1 to 64, not '65'"),
        ("setoption threads two", "threads is a number from 1 to 64, not 'two'"),
        ("setoption usemillisec maybe", "usemillisec is true or false"),
        ("setoption skilllevel 0", "skilllevel is a number from 1 to 12, not '0'"),
    ],
)
def test_bad_input_is_answered_and_survived(line: str, complaint: str) -> None:
    answers = talk("position startpos", line, "isready")
    assert answers[0].startswith("info message ")
    assert complaint in answers[0]
    assert answers[1:] == ["readyok"]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("go depth 0", "go: depth is at least 1, not 0"),
        ("go nodes", "go: nodes needs a number; using 1"),
        ("go time soon", "go: time needs a number, not 'soon'"),
        ("go time 100 increment -1", "go: increment is at least 0, not -1"),
        ("go time 100 movestogo -1 opptime 200", "go: movestogo is at least 0, not -1"),
        ("go sideways 3", "go: ignored: 'sideways 3'"),
        ("go draw sideways depth 2", "go: ignored: 'sideways'"),
    ],
)
def test_a_faulty_go_is_answered_by_a_best_move_all_the_same(
    line: str, complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`go depth 0` wrote a complaint and no `bestmove`: the interface waited for ever."""
    monkeypatch.setattr("cannonfish.protocol.terminal.session.FALLBACK_MOVETIME", 50)
    answers = talk("position startpos", line, "probe startpos")
    assert answers[0].startswith("info message ")
    assert complaint in answers[0]
    assert [answer.split()[0] for answer in answers].count("bestmove") == 1
    assert answers[-1].startswith("pophash")


@pytest.mark.parametrize("line", ["go time 100 movestogo 0", "go time 100 opptime x", "go depth 1 draw"])
def test_what_interfaces_send_at_the_edge_is_no_fault(line: str) -> None:
    answers = talk("position startpos", line)
    assert not any(answer.startswith("info message") for answer in answers)
    assert answers[-1].startswith("bestmove ")


def test_a_time_in_seconds_is_complained_about_in_seconds() -> None:
    answers = talk("setoption usemillisec false", "position startpos", "go time 1 increment -2 depth 2")
    assert answers[0] == "info message go: increment is at least 0, not -2"


def test_a_number_that_is_too_great_is_complained_about() -> None:
    """It was replaced by the greatest without a word."""
    answers = talk("setoption usemillisec false", "position startpos", "go time 86401 depth 91 depth 2")
    assert answers[0] == "info message go: time is at most 86400, not 86401"
    assert answers[1] == "info message go: depth is at most 90, not 91"


def test_options_that_we_do_not_have_are_passed_over() -> None:
    assert talk("setoption style risky", "setoption usebook true", "isready") == ["readyok"]


def test_uci_can_be_spoken_again() -> None:
    conversation = Conversation("ucci", "uci", "isready", "setoption name Execution value interpreted")
    conversation.hear("uciok")
    conversation.hear("readyok")
    conversation.send("go depth 1")
    conversation.hear("bestmove ")
    conversation.end()


def test_the_lowest_level_and_full_strength_again() -> None:
    lowest = talk("position startpos", "setoption skilllevel 1", "go depth 3")
    assert any(line.startswith("info depth 1 ") for line in lowest)
    assert not any(line.startswith("info depth 2 ") for line in lowest)
    again = talk("position startpos", "setoption skilllevel 1", "setoption skilllevel 12", "go depth 3")
    assert any(line.startswith("info depth 3 ") for line in again)


def test_endings_in_a_folder_are_played(tmp_path: Path) -> None:
    endings.solve("KR-k", store=endings.Folder(tmp_path))
    won = "position fen 4k4/9/9/9/9/9/9/9/9/R2K5 w - - 0 1"
    answers = talk(f"setoption EndingsPath {tmp_path}", won, "go depth 1")
    assert any(line.startswith("info depth 3 score 9998 pv ") for line in answers)
