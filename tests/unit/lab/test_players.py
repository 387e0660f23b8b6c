"""Players in all protocols, and their descriptions."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from cannonfish.engine.limits import Limits
from cannonfish.games.catalogue import GAMES
from cannonfish.games.levels import LEVELS
from cannonfish.games.xiangqi import Board
from cannonfish.matches.player import Answer, DrawClaimed, PlayerError
from cannonfish_lab.errors import LabError
from cannonfish_lab.players.own import OwnPlayer, centipawns
from cannonfish_lab.players.spec import PlayerSpec, Roster
from cannonfish_lab.players.start import start

QUICK = Limits(movetime=50)
SMALL = {"TT_BITS": 10}


@pytest.fixture
def scripted(data: Path) -> str:
    return f"{sys.executable} {data / 'lab' / 'scripted_engine.py'}"


# --- descriptions -------------------------------------------------------------------------------------------


def test_a_player_by_its_name() -> None:
    spec = Roster().player("fairy-stockfish")
    assert (spec.protocol, spec.ranks, spec.options["Threads"]) == ("uci", 1, "1")


def test_a_player_with_changes() -> None:
    spec = Roster().player("cannonfish:nodes=5000,NULL_MIN_DEPTH=4,name=null")
    assert (spec.name, spec.nodes, spec.settings) == ("null", 5000, {"NULL_MIN_DEPTH": 4})
    spec = Roster().player("fairy-stockfish:option.Hash=64")
    assert spec.options == {"UCI_Variant": "xiangqi", "Threads": "1", "Hash": "64"}
    assert spec.name == "fairy-stockfish:option.Hash=64"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("nobody", "no player 'nobody'"),
        ("cannonfish:nodes", "NAME=VALUE"),
        ("cannonfish:nodes=many", "takes a number"),
        ("cannonfish:hair=red", "no field 'hair'"),
        ("cannonfish:protocol=smoke", "no protocol 'smoke'"),
        ("cannonfish:protocol=uci", "needs a command"),
    ],
)
def test_a_description_that_is_wrong_says_how(text: str, reason: str) -> None:
    with pytest.raises(LabError, match=reason):
        Roster().player(text)


def test_players_of_a_file(tmp_path: Path) -> None:
    toml, as_json = tmp_path / "mine.toml", tmp_path / "mine.json"
    toml.write_text('[mine]\nprotocol = "uci"\ncommand = "mine"\ndepth = 3\n')
    as_json.write_text('{"other": {"protocol": "uci", "command": "other"}}')
    roster = Roster((toml, as_json))
    assert roster.player("mine").depth == 3
    assert roster.player("other").command == "other"
    toml.write_text("[mine]\ndepth = 'three'\n")
    with pytest.raises(LabError, match="depth cannot be 'three'"):
        Roster((toml,)).player("mine")
    as_json.write_text("[]")
    with pytest.raises(LabError, match="holds no table"):
        Roster((as_json,))
    toml.write_text("[mine\n")
    with pytest.raises(LabError, match="cannot read"):
        Roster((toml,))


def test_a_description_survives_being_written_down() -> None:
    spec = Roster().player("eleeye:depth=6,factor=0.5")
    assert PlayerSpec.from_table(spec.table()) == spec


def test_limits_of_a_player_come_before_those_of_the_match() -> None:
    match = Limits(movetime=200)
    assert PlayerSpec("a").limits(match).movetime == 200
    assert PlayerSpec("a", factor=0.05).limits(match).movetime == 10
    own = PlayerSpec("a", nodes=1000).limits(match)
    assert (own.nodes, own.movetime) == (1000, None)
    with pytest.raises(LabError, match="no limit"):
        PlayerSpec("a").limits(Limits())
    with pytest.raises(LabError, match="level is a number"):
        PlayerSpec("a", level=99).limits(match)


def test_players_that_differ_in_limits_only_can_stand_in_for_each_other() -> None:
    one = PlayerSpec("one", nodes=10, settings=SMALL)
    assert one.key() == PlayerSpec("two", movetime=5, settings=SMALL).key()
    assert one.key() != PlayerSpec("one", nodes=10).key()


# --- our own ------------------------------------------------------------------------------------------------


def test_our_own_player_moves_and_forgets() -> None:
    player = OwnPlayer(PlayerSpec("own", settings=SMALL))
    board = Board()
    first = player.go(board, Limits(nodes=2000))
    player.go(board, Limits(nodes=2000))
    player.new_game()
    again = player.go(board, Limits(nodes=2000))
    assert again == first
    assert board.is_legal(next(move for move in board.legal_moves if move.uci() == first.move))
    assert first.nodes >= 2000
    assert first.depth > 1
    player.close()


@pytest.mark.parametrize("game", ["xiangqi", "chess"])
def test_a_search_in_one_call_is_that_of_the_engine(game: str) -> None:
    spec = PlayerSpec("own", game=game, settings=SMALL)
    quick, usual = OwnPlayer(spec), OwnPlayer(spec)
    board = GAMES[game].new_board(None)
    for ply in range(80):
        limits = Limits(nodes=30 + 7 * ply) if ply % 8 else Limits(depth=3)
        result = usual.search(board, limits)
        answer = quick.go(board, limits)
        info = result.info
        assert result.bestmove is not None
        assert answer == Answer(result.bestmove.uci(), centipawns(info.score), info.depth, info.nodes)
        board.push(result.bestmove)
        if board.outcome() is not None:
            break
    quick.close()
    usual.close()


def test_a_setting_makes_another_player() -> None:
    usual, other = (OwnPlayer(PlayerSpec("own", settings=SMALL | more)) for more in ({}, {"LMR_BASE": 200}))
    assert usual.go(Board(), Limits(depth=7)).nodes != other.go(Board(), Limits(depth=7)).nodes


def test_another_folder_makes_another_player(tmp_path: Path) -> None:
    from shutil import copytree

    from cannonfish_lab.players.kernels import INSTALLED

    kernel = copytree(INSTALLED, tmp_path / "kernel")
    weights = kernel / "xiangqi" / "weights.py"
    weights.write_text(weights.read_text().replace("TEMPO = ", "TEMPO = 300 + "))
    usual = OwnPlayer(PlayerSpec("own", settings=SMALL))
    other = OwnPlayer(PlayerSpec("own", settings=SMALL, kernel=str(kernel)))
    scores = [player.go(Board(), Limits(depth=1)).score for player in (usual, other)]
    assert scores[0] is not None
    assert scores[1] is not None
    assert abs(scores[1] - scores[0]) > 100


def test_another_folder_brings_its_own_declarations(tmp_path: Path) -> None:
    """A function that was new in its contract was looked for in the installed one."""
    from shutil import copytree

    from cannonfish_lab.players.kernels import INSTALLED

    kernel = copytree(INSTALLED, tmp_path / "kernel")
    for file, text in {
        "game.py": "def bonus() -> int:\n    ...\n",
        "xiangqi/board.py": "def bonus() -> int:\n    return 0\n",
        "search.py": "from cannonfish.kernel.game import bonus\n\n\n"
        "def unused() -> int:\n    return bonus()\n",
    }.items():
        with (kernel / file).open("a") as added:
            added.write(f"\n\n{text}")
    for evaluation in ("classical", "network"):
        spec = PlayerSpec("own", settings=SMALL, kernel=str(kernel), evaluation=evaluation)
        usual = OwnPlayer(replace(spec, kernel=None)).go(Board(), Limits(depth=3))
        assert OwnPlayer(spec).go(Board(), Limits(depth=3)).nodes == usual.nodes


def test_a_version_that_cannot_be_had_is_explained(tmp_path: Path) -> None:
    with pytest.raises(LabError, match="is not a kernel"):
        OwnPlayer(PlayerSpec("own", kernel=str(tmp_path)))
    with pytest.raises(LabError, match="NO_SUCH_SETTING"):
        OwnPlayer(PlayerSpec("own", settings={"NO_SUCH_SETTING": 1}))


def test_a_level_is_a_limit_of_our_own() -> None:
    player = OwnPlayer(PlayerSpec("own", settings=SMALL))
    answer = player.go(Board(), Limits(level=1))
    assert answer.nodes <= LEVELS[0].nodes


# --- processes ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ['foo "bar', "   "])
def test_a_command_that_cannot_be_read_is_named(command: str) -> None:
    with pytest.raises(LabError, match="the command"):
        start(PlayerSpec("p", "uci", command=command)).new_game()


@pytest.mark.parametrize("protocol", ["uci", "ucci"])
def test_a_program_plays(scripted: str, protocol: str) -> None:
    score = "cp:-17" if protocol == "uci" else "-17"
    player = start(PlayerSpec("p", protocol, command=f"{scripted} h2e2/{score} h0g2"))
    player.new_game()
    board = Board()
    answer = player.go(board, QUICK, deadline=60)
    assert (answer.move, answer.score, answer.depth, answer.nodes) == ("h2e2", -17, 3, 1234)
    board.push_line(["h2e2", "h9g7"])
    answer = player.go(board, QUICK, deadline=60)
    assert (answer.move, answer.score) == ("h0g2", None)
    player.close()


@pytest.mark.parametrize(("protocol", "word"), [("uci", "resign"), ("ucci", "resign"), ("uci", "none")])
def test_a_program_that_does_not_move(scripted: str, protocol: str, word: str) -> None:
    player = start(PlayerSpec("p", protocol, command=f"{scripted} {word}"))
    player.new_game()
    answer = player.go(Board(), QUICK, deadline=60)
    player.close()
    assert answer.resigns == (word == "resign")
    assert answer.resigns or answer.move is None


def test_no_move_after_a_hundred_quiet_plies_is_a_claim(scripted: str) -> None:
    """ElephantEye counts fewer plies than the laws do, and says `nobestmove` where it sees the draw."""
    player = start(PlayerSpec("p", "ucci", command=f"{scripted} claim"))
    fen = "3k5/9/9/9/9/9/9/9/R8/4K4 w - - {} 80"
    assert player.go(Board(fen.format(40)), Limits(depth=2), 60).move is None
    with pytest.raises(DrawClaimed):
        player.go(Board(fen.format(100)), Limits(depth=2), 60)
    player.close()


def test_a_program_that_counts_ranks_from_one(scripted: str) -> None:
    player = start(PlayerSpec("p", "uci", command=f"{scripted} h3e3 b10c8", ranks=1))
    player.new_game()
    board = Board()
    assert player.go(board, QUICK, deadline=60).move == "h2e2"
    board.push_uci("h2e2")
    assert player.go(board, QUICK, deadline=60).move == "b9c7"
    player.close()


@pytest.mark.parametrize(("word", "fault", "deadline"), [("crash", "crash", 60), ("hang", "time", 0.3)])
def test_a_program_that_fails_is_ended_and_started_again(
    scripted: str, word: str, fault: str, deadline: float
) -> None:
    player = start(PlayerSpec("p", "uci", command=f"{scripted} {word} h2e2"))
    player.new_game()
    with pytest.raises(PlayerError) as failure:
        player.go(Board(), QUICK, deadline=deadline)
    assert failure.value.fault == fault
    player.new_game()  # a new process begins its words anew
    with pytest.raises(PlayerError):
        player.go(Board(), QUICK, deadline=deadline)
    player.close()


def test_programs_that_cannot_be_started() -> None:
    for command, reason in {
        "no-such-program-anywhere": "cannot start",
        "$NO_SUCH_VARIABLE/engine": "NO_SUCH_VARIABLE",
        "engine $5": r"'\$5' has a \$ without a name",
    }.items():
        with pytest.raises(LabError, match=reason):
            start(PlayerSpec("p", "uci", command=command)).new_game()


def test_what_a_program_says_at_its_end_is_told(tmp_path: Path) -> None:
    """Only "python ended" was told; and a path with a space was two words."""
    script = tmp_path / "my engine.py"
    script.write_text("import no_such_module")
    player = start(PlayerSpec("p", "uci", command=f'$PYTHON "{script}"'))
    with pytest.raises(PlayerError, match="No module named 'no_such_module'"):
        player.new_game()
    player.close()


def test_limits_that_a_program_does_not_understand(scripted: str) -> None:
    player = start(PlayerSpec("p", "ucci", command=f"{scripted} h2e2"))
    player.new_game()
    with pytest.raises(LabError, match="levels are for our own engine"):
        player.go(Board(), Limits(level=3), deadline=60)
    player.close()
