"""Matches: who plays which colour, what is written down, and that nothing is played twice."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from cannonfish.engine.limits import Limits
from cannonfish.matches.game import Adjudication
from cannonfish.matches.statistics import Sprt
from cannonfish_lab.__main__ import main
from cannonfish_lab.errors import LabError
from cannonfish_lab.jobs import Here, Workers
from cannonfish_lab.matches import match, openings, report
from cannonfish_lab.players import kernels
from cannonfish_lab.players.kernels import INSTALLED
from cannonfish_lab.players.spec import PlayerSpec
from cannonfish_lab.records import Log, read

ROOT = Path(__file__).resolve().parents[3]
SMALL = {"TT_BITS": 10}
OPENINGS = ("h2e2 h9g7", "c3c4", "b0c2 g6g5")


def small_match(games_end_at: int = 20, **changes: int) -> match.Match:
    a = PlayerSpec("a", settings=SMALL)
    b = PlayerSpec("b", settings=SMALL | changes)
    return match.Match(a, b, Limits(nodes=100), OPENINGS, Adjudication(max_plies=games_end_at))


def test_every_opening_is_played_with_both_colours() -> None:
    planned = small_match()
    jobs = [planned.job(number) for number in range(8)]
    assert [(job.opening, job.a_is_black, job.pair) for job in jobs[:4]] == [
        (OPENINGS[0], False, 0),
        (OPENINGS[0], True, 0),
        (OPENINGS[1], False, 1),
        (OPENINGS[1], True, 1),
    ]
    assert jobs[6].opening == OPENINGS[0]
    assert jobs[6].pair == 3


def test_a_match_is_the_same_every_time(tmp_path: Path) -> None:
    def moves(file: str) -> list[str]:
        games = match.run(small_match(LMR_BASE=150), 4, tmp_path / file, Here())
        return [game["moves"] for game in games]

    assert moves("one") == moves("two")


def test_a_match_at_clocks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = str(tmp_path / "log")
    arguments = ["--clock", "6+0.05", "--max-plies", "2", "--games", "2", "--workers", "1", "--log", log]
    assert main(["match", "--a", "cannonfish:TT_BITS=10", "--b", "cannonfish", *arguments]) == 0
    assert "cannonfish (6+0.05 s)" in capsys.readouterr().out
    head, *games = map(json.loads, Path(log).read_text().splitlines())
    assert head["limits"] == {"wtime": 6_000, "btime": 6_000, "winc": 50, "binc": 50}
    assert [game["ending"] for game in games] == ["max_plies"] * 2


def test_equal_players_share_each_pair(tmp_path: Path) -> None:
    """The two games of a pair are the same moves; so is the result, once for either player."""
    games = match.run(small_match(games_end_at=200), 4, tmp_path / "log", Here())
    assert games[0]["moves"] == games[1]["moves"]
    assert match.points_of_a(games[0]) == 1 - match.points_of_a(games[1])
    assert match.tally(games).pairs == (0, 0, 2, 0, 0)


def test_a_match_goes_on_where_it_was(tmp_path: Path) -> None:
    log = tmp_path / "log"
    match.run(small_match(), 2, log, Here())
    with log.open("a") as file:
        file.write('{"pair": 1, "red": "a", "resu')  # what an interruption leaves
    games = match.run(small_match(), 6, log, Here())
    assert Counter((game["pair"], game["red"]) for game in games) == Counter(
        (pair, red) for pair in range(3) for red in "ab"
    )
    assert read(log)[1] == games
    before = log.read_text()
    match.run(small_match(), 6, log, Here())
    assert log.read_text() == before


def test_a_log_belongs_to_one_match(tmp_path: Path) -> None:
    log = tmp_path / "log"
    match.run(small_match(), 1, log, Here())
    with pytest.raises(LabError, match="belongs to something else: its b is"):
        match.run(small_match(LMR_BASE=10), 1, log, Here())
    with pytest.raises(LabError, match="belongs to something else: its adjudication is"):
        match.run(small_match(games_end_at=30), 1, log, Here())


def test_a_log_belongs_to_one_version_of_the_engine(tmp_path: Path) -> None:
    """After an edit of the kernel, the games of the version before were shown as the new result."""
    kernel = tmp_path / "kernel"
    shutil.copytree(INSTALLED, kernel)
    planned = small_match()
    planned = replace(planned, a=replace(planned.a, kernel=str(kernel)))
    log = tmp_path / "log"
    match.run(planned, 1, log, Here())
    search = kernel / "search.py"
    search.write_text(search.read_text() + "\n# edited\n")
    kernels._version.cache_clear()
    with pytest.raises(LabError, match="belongs to something else: its a is"):
        match.run(planned, 1, log, Here())


def test_a_file_that_is_no_log_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear reader,")
    with pytest.raises(LabError, match="is not a log"):
        match.run(small_match(), 1, file, Here())
    assert file.read_text() == "Dear reader,"


def test_a_log_is_written_by_one_run_at_a_time(tmp_path: Path) -> None:
    with Log(tmp_path / "log", {"kind": "test"}), pytest.raises(LabError, match="another run"):
        Log(tmp_path / "log", {"kind": "test"})


def test_a_log_whose_head_was_cut_short_begins_again(tmp_path: Path) -> None:
    (tmp_path / "log").write_text('{"kind": "te')
    with Log(tmp_path / "log", {"kind": "test"}) as log:
        log.append({"n": 1})
    assert read(tmp_path / "log") == ({"kind": "test"}, [{"n": 1}])


def test_a_test_with_a_verdict_ends_the_match(tmp_path: Path) -> None:
    weak = PlayerSpec("weak", settings=SMALL, depth=1)
    strong = PlayerSpec("strong", settings=SMALL, depth=6)
    planned = match.Match(strong, weak, Limits(), tuple(openings.load()[:50]), Adjudication(resign=(800, 2)))
    games = match.run(planned, 100, tmp_path / "log", Here(), Sprt(0, 200))
    assert len(games) < 60
    assert Sprt(0, 200).verdict(match.tally(games).pairs) == "accepted"
    assert len(match.run(planned, 100, tmp_path / "log", Here(), Sprt(0, 200))) == len(games)


def test_more_nodes_are_found_to_be_stronger(tmp_path: Path) -> None:
    strong, weak = (PlayerSpec(f"{nodes}", settings=SMALL, nodes=nodes) for nodes in (800, 100))
    conduct = Adjudication(resign=(600, 2), max_plies=200)
    planned = match.Match(strong, weak, Limits(), tuple(openings.load()[:50]), conduct)
    games = match.run(planned, 100, tmp_path / "log", Here(), Sprt(0, 150))
    assert Sprt(0, 150).verdict(match.tally(games).pairs) == "accepted"
    same = replace(planned, a=weak)
    assert match.tally(match.run(same, 20, tmp_path / "same", Here())).pairs == (0, 0, 10, 0, 0)


def test_the_seed_of_a_level_is_another_in_every_game(tmp_path: Path) -> None:
    level = PlayerSpec("level", settings=SMALL, level=1)
    planned = match.Match(level, level, Limits(), OPENINGS[:1], Adjudication(max_plies=8))
    games = match.run(planned, 4, tmp_path / "log", Here())
    assert len({game["moves"] for game in games}) > 1


@pytest.mark.slow
def test_workers_play_the_same_games(tmp_path: Path) -> None:
    planned = small_match(LMR_BASE=150)
    with Workers(2).open() as workers:
        spread = match.run(planned, 4, tmp_path / "spread", workers)
    here = match.run(planned, 4, tmp_path / "here", Here())
    assert sorted(game["moves"] for game in spread) == sorted(game["moves"] for game in here)


def test_a_program_plays_a_match_and_pays_for_its_faults(tmp_path: Path, data: Path) -> None:
    command = f"{sys.executable} {data / 'lab' / 'scripted_engine.py'} crash"
    a = PlayerSpec("a", settings=SMALL)
    b = PlayerSpec("b", "uci", command=command)
    planned = match.Match(a, b, Limits(nodes=100), OPENINGS, Adjudication())
    games = match.run(planned, 2, tmp_path / "log", Here())
    assert [(game["ending"], match.points_of_a(game)) for game in games] == [("crash", 1.0)] * 2
    text = report.describe(planned.head(), games)
    assert "b: no moves" in text
    assert "ends: 2 crash" in text


def test_a_killed_match_goes_on(tmp_path: Path) -> None:
    """The whole command, killed without warning while it plays, and given again."""
    log = tmp_path / "log"
    lines = tmp_path / "openings"
    lines.write_text("\n".join(OPENINGS))
    arguments = ["match", "--a", "cannonfish:TT_BITS=10", "--b", "cannonfish:TT_BITS=10,name=b"]
    arguments += ["--nodes", "300", "--games", "6", "--max-plies", "60", "--workers", "1"]
    arguments += ["--openings", str(lines), "--log", str(log)]
    path = os.pathsep.join(str(ROOT / "py" / package) for package in ("engine", "lab"))
    command = [sys.executable, "-m", "cannonfish_lab", *arguments]
    process = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": path}, stderr=subprocess.DEVNULL)
    until = time.monotonic() + 120
    while (not log.exists() or log.read_text().count("\n") < 3) and process.poll() is None:
        assert time.monotonic() < until
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    survivors = log.read_text().splitlines()[:3]
    assert main(arguments) == 0
    assert log.read_text().splitlines()[:3] == survivors
    games = read(log)[1]
    assert len({(game["pair"], game["red"]) for game in games}) == len(games) == 6


# --- the command line ---------------------------------------------------------------------------------------


def test_the_commands_explain_themselves(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["match", "--help"])
    text = capsys.readouterr().out
    for word in ("--movetime", "--sprt", "--scheduler", "centipawns", "continued"):
        assert word in text


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--b", "cannonfish:game=chess"], "plays chess"),
        (["--b", "nobody", "--nodes", "10"], "no player 'nobody'"),
        (["--b", "cannonfish"], "has no limit"),
        (["--b", "cannonfish", "--nodes", "0"], "nodes is a number"),
        (["--b", "cannonfish", "--nodes", "10", "--sprt", "5"], "--sprt takes two numbers"),
        (["--b", "cannonfish", "--nodes", "10", "--sprt", "5:0"], "smaller"),
        (["--b", "cannonfish", "--nodes", "10", "--resign", "5"], "--resign takes 2 numbers"),
        (["--b", "cannonfish", "--nodes", "10", "--openings", "/no/such/file"], "cannot read the openings"),
        (["--b", "cannonfish", "--clock", "10"], "--clock takes two numbers of seconds"),
        (["--b", "cannonfish", "--clock", "90000+1"], "--clock: wtime is a number"),
        (["--b", "cannonfish", "--clock", "10+0.1", "--nodes", "10"], "--clock cannot be combined"),
        (["--b", "cannonfish", "--nodes", "10", "--workers", "-1"], "--workers"),
        (["--b", "cannonfish:execution=magic", "--nodes", "10"], "execution 'magic'"),
    ],
)
def test_mistakes_are_told_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], reason: str
) -> None:
    log = tmp_path / "log"
    assert main(["match", "--a", "cannonfish", "--log", str(log), "--workers", "1", *arguments]) == 1
    error = capsys.readouterr().err
    assert reason in error
    assert error.count("\n") == 1
    assert not log.exists()


def test_openings_say_which_line_is_wrong(tmp_path: Path) -> None:
    file = tmp_path / "openings"
    file.write_text("# comment\nh2e2 h9g7\t+12\nh2h9 a0a1\n")
    with pytest.raises(LabError, match="line 3: move 2"):
        openings.load(file)
    file.write_text("# nothing\n\n")
    with pytest.raises(LabError, match="no openings"):
        openings.load(file)
    file.write_text("3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1 moves a1a2\n")
    assert openings.board(openings.load(file)[0]).ply() == 1


def test_a_match_without_chance_does_not_repeat_its_games(tmp_path: Path) -> None:
    """Four hundred games of chess from fifty openings were a hundred games, each four times."""
    one, other = PlayerSpec("one", settings=SMALL), PlayerSpec("other", settings=SMALL)
    planned = match.Match(one, other, Limits(nodes=100), OPENINGS, Adjudication(max_plies=2))
    with pytest.raises(LabError, match="give 6 games at these limits"):
        match.run(planned, 7, tmp_path / "log", Here())
    assert replace(planned, openings=OPENINGS * 2).different_games() == 6
    assert replace(planned, a=replace(one, level=12)).different_games() == 6, (
        "the top level has no chance in it"
    )
    with pytest.raises(LabError, match="one: the levels of liuzichong are 1 to 5, not 6"):
        replace(planned, a=replace(one, level=6, game="liuzichong")).different_games()
    chance = replace(planned, a=replace(one, level=1))
    assert len(match.run(chance, 7, tmp_path / "log", Here())) == 7


@pytest.mark.parametrize("game", openings.OWN)
def test_there_are_openings_for_five_thousand_games(game: str) -> None:
    lines = openings.load(game=game)
    assert len(lines) == len({openings.board(line, game).fen() for line in lines}) == 2500


def test_chess_has_openings_of_its_own_and_is_played_by_its_own_laws(tmp_path: Path) -> None:
    lines = openings.load(game="chess")
    player = PlayerSpec("chess", settings=SMALL, game="chess")
    planned = match.Match(player, player, Limits(nodes=100), tuple(lines[:2]), Adjudication(max_plies=12))
    games = match.run(planned, 2, tmp_path / "log", Here())
    assert [game["ending"] for game in games] == ["max_plies", "max_plies"]


def test_liuzichong_has_none_until_a_file_is_given(tmp_path: Path) -> None:
    with pytest.raises(LabError, match="no openings of liuzichong"):
        openings.load(game="liuzichong")
    file = tmp_path / "openings"
    file.write_text("a2b2 b4b3\nBBB.B..B..WWWW.W b\n")
    boards = [openings.board(line, "liuzichong") for line in openings.load(file, "liuzichong")]
    assert [(board.ply(), int(board.turn)) for board in boards] == [(2, 0), (0, 1)]


def test_the_speed_of_two_versions_is_told_with_their_nodes(capsys: pytest.CaptureFixture[str]) -> None:
    small = "cannonfish:TT_BITS=10"
    other = "cannonfish:TT_BITS=10,LMR_BASE=150,name=other"
    assert main(["speed", "--a", small, "--b", other, "--depth", "2", "--rounds", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines] == [small.split(":")[0], "other", "ratio"]
    assert float(lines[-1].split()[-1]) > 0
    assert main(["speed", "--a", "cannonfish", "--b", "sunfish"]) == 1
    assert "not a version of our kernel" in capsys.readouterr().err
    assert main(["speed", "--a", small, "--b", small, "--rounds", "0"]) == 1
    assert "--rounds takes a number of at least 1" in capsys.readouterr().err
