"""What interfaces send, in the order in which they send it, and the odd things that they send."""

import random
import re

import pytest
from cannonfish import chess, xiangqi
from cannonfish.games.catalogue import GAMES
from cannonfish.protocol.terminal.session import Session
from cannonfish.protocol.terminal.ucci import UcciSession
from cannonfish.protocol.terminal.uci import UciSession

from tests.unit.protocol.terminal.conversation import SMALL, Conversation, answers_to

BLACK_TO_MOVE = "position startpos moves h2e2"


def talk(*lines: str) -> list[str]:
    return answers_to(UciSession, [*SMALL, *lines])


def fen(answers: list[str]) -> str:
    return next(line for line in answers[::-1] if line.startswith("Fen: ")).removeprefix("Fen: ")


# --- whole exchanges ----------------------------------------------------------------------------------------


def exchange(conversation: Conversation, steps: list[tuple[str, str]]) -> list[str]:
    """Send each line, and wait for the answer that begins like the second text, if there is one."""
    heard = []
    for line, answer in steps:
        conversation.send(line)
        if answer:
            heard.append(conversation.hear(answer))
    return heard


def test_cutechess() -> None:
    """Its order of commands: `Ponder` after `ucinewgame`, and `isready` while the engine ponders."""
    conversation = Conversation(*SMALL)
    best = exchange(
        conversation,
        [
            ("uci", "uciok"),
            ("setoption name UCI_Variant value chess", ""),
            ("isready", "readyok"),
            ("ucinewgame", ""),
            ("setoption name Ponder value true", ""),
            ("position startpos", ""),
            ("isready", "readyok"),
            ("go wtime 300000 btime 300000 winc 100 binc 100 depth 3", "bestmove "),
            ("position startpos moves e2e4 e7e5", ""),
            ("isready", "readyok"),
            ("go ponder wtime 300000 btime 300000 winc 100 binc 100 depth 3", "info depth 1 "),
            ("ponderhit", "bestmove "),
            ("position startpos moves e2e4 e7e5 g1f3 b8c6", ""),
            ("isready", "readyok"),
            ("go ponder wtime 300000 btime 300000 winc 100 binc 100", "info depth 1 "),
            ("stop", "bestmove "),
            ("isready", "readyok"),
            ("position startpos moves e2e4 e7e5 g1f3 d7d6", ""),
            ("go movetime 50", "bestmove "),
            ("stop", ""),
            ("isready", "readyok"),
            ("quit", ""),
        ],
    )
    conversation.wait()
    moves = [line.split()[1] for line in best if line.startswith("bestmove")]
    assert len(moves) == 4
    board = chess.Board()
    board.push_line(["e2e4", "e7e5", "g1f3", "d7d6"])
    assert chess.Move.from_uci(moves[-1]) in board.legal_moves


def test_xboard_through_polyglot() -> None:
    """It sends every option that it knows before every search, and `isready` after every `stop`."""
    conversation = Conversation(*SMALL, "setoption name UCI_Variant value chess")
    options = [("setoption name Hash value 1", ""), ("setoption name Ponder value false", "")]
    go = "go wtime 300000 btime 300000 movestogo 40 depth 2"
    exchange(
        conversation,
        [
            ("uci", "uciok"),
            *options,
            ("isready", "readyok"),
            ("ucinewgame", ""),
            ("isready", "readyok"),
            *options,
            ("position startpos moves d2d4", ""),
            (go, "bestmove "),
            *options,
            ("position startpos moves d2d4 d7d5 c2c4", ""),
            ("go infinite", "info depth 1 "),
            ("stop", "bestmove "),
            ("isready", "readyok"),
            *options,
            ("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4 e8e7", ""),
            (f"{go} ponder", "info depth 1 "),
            ("ponderhit", "bestmove "),
            ("quit", ""),
        ],
    )
    conversation.wait()
    assert not any(line.startswith("info string") for line in conversation.heard())


def test_winboard_through_its_adapter() -> None:
    """UCI2WB speaks the Cyclone dialect: no word `position`, an `r` for Red, and `moves` without any."""
    start = f"fen {xiangqi.STARTING_FEN.split()[0]} r moves"
    conversation = Conversation(*SMALL)
    best = exchange(
        conversation,
        [
            ("uci", "uciok"),
            ("setoption name UCI_Variant value xiangqi", ""),
            ("ucinewgame", ""),
            ("isready", "readyok"),
            (start, ""),
            ("go btime 300000 wtime 300000 depth 2", "bestmove "),
            (f"{start} h2e2", ""),
            ("go btime 300000 wtime 300000 movestogo 40 depth 2", "bestmove "),
            ("quit", ""),
        ],
    )
    conversation.wait()
    for line, played in zip([line for line in best if line.startswith("best")], ([], ["h2e2"]), strict=True):
        board = xiangqi.Board()
        board.push_line(played)
        assert xiangqi.Move.from_uci(line.split()[1]) in board.legal_moves


def test_a_ucci_interface_plays_a_whole_game() -> None:
    """As XQWizard and the simulator of the UCCI league do: milliseconds, the FEN of the last capture and the
    moves from there, banned moves, `bye`."""
    conversation = Conversation("ucci")
    conversation.hear("option usemillisec")
    conversation.hear("ucciok")
    for option in (
        "usemillisec true",
        "promotion false",
        "ponder false",
        "newgame",
        "style risky",
        "hashsize 1",
    ):
        conversation.send(f"setoption {option}")
    conversation.send("setoption execution interpreted", "isready")
    conversation.hear("readyok")

    board, chance = xiangqi.Board(), random.Random(1)
    root, since = board.fen(), 0  # the position after the last capture, and its ply
    while board.outcome() is None:
        assert board.ply() < 200
        if board.turn is xiangqi.BLACK:
            move = chance.choice([*board.legal_moves])
        else:
            moves = " ".join(each.uci() for each in board.move_stack[since:])
            conversation.send(f"position fen {root}" + (f" moves {moves}" if moves else ""))
            banned = chance.choice([*board.legal_moves]).uci()
            conversation.send(
                f"banmoves {banned}", "go time 60000 increment 0 opptime 60000 oppincrement 0 depth 3"
            )
            text = conversation.hear("bestmove ").split()[1]
            assert text != banned
            move = xiangqi.Move.from_uci(text)
        captures = board.piece_at(move.dest) is not None
        board.push(move)
        if captures:
            root, since = board.fen(), board.ply()
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.winner is xiangqi.RED

    conversation.send(f"position fen {board.fen()}", "go depth 3")
    conversation.hear("nobestmove")
    conversation.send(f"probe fen {root}")
    conversation.hear("pophash")
    conversation.send("setoption newgame", "position startpos", "go time 600000 increment 0")
    conversation.hear("info depth 1 ")
    conversation.send("stop")
    conversation.hear("bestmove ")
    conversation.send("quit")
    conversation.hear("bye")
    conversation.wait()


# --- odd things ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line", ["isready", "isready ", "\tisready\r\n", "\ufeffisready", "joho isready", "isready now"]
)
@pytest.mark.parametrize("protocol", [UciSession, UcciSession])
def test_readiness_is_told_also_before_the_greeting(protocol: type[Session], line: str) -> None:
    assert answers_to(protocol, [line]) == ["readyok"]


@pytest.mark.parametrize(
    "line",
    [
        "setoption name MultiPV value 2 ",
        "setoption  name  MULTIPV  value  2",
        "setoption name multipv value 2\r\n",
        "setoption Name MultiPV Value 2",
        "please setoption name MultiPV value 2",
    ],
)
def test_options_are_set_however_they_are_written(line: str) -> None:
    answers = talk(line, "go depth 1")
    assert " multipv 2 " in answers[1]
    assert not any(answer.startswith("info string") for answer in answers)


def test_words_before_a_command_are_skipped() -> None:
    """UCI: "joho debug on" should turn the debug mode on; the whole line was an unknown command."""
    assert talk("joho debug on", "debug joho on", "register later", "stop", "ponderhit", "isready") == [
        "readyok"
    ]
    assert talk("debug on", "hello there isready") == ["info string ignored: 'hello there'", "readyok"]
    assert fen(talk(f"will you {BLACK_TO_MOVE}", "d")).split()[1] == "b"
    assert answers_to(UcciSession, ["setoption debug true", "x isready"]) == [
        "info message ignored: 'x'",
        "readyok",
    ]
    assert talk("nothing of the kind")[0] == "info string unknown command: 'nothing of the kind'"


def test_words_before_a_command_are_skipped_also_during_a_search() -> None:
    conversation = Conversation(*SMALL, "hm go infinite", "hm isready")
    conversation.hear("readyok")
    conversation.send("hm stop")
    conversation.hear("bestmove ")
    conversation.send("hm quit")
    conversation.wait()


@pytest.mark.parametrize(
    "refused",
    [
        "position startpos moves a0a9",
        "position startpos moves h2e2 h9g7 h2e2",
        "position fen rubbish",
        "position fen 9/9/9/9/9/9/9/9/9/9 w",
        "position",
        "position startpos moves xyz",
    ],
)
def test_no_move_is_played_after_a_position_that_was_refused(refused: str) -> None:
    """`go` answered for the position before, and the interface played that move in the wrong game."""
    answers = talk(BLACK_TO_MOVE, refused, "go depth 2")
    assert answers[-1] == "bestmove (none)"
    assert answers[-2].startswith("info string go: the position was refused: ")
    reason = answers[0].removeprefix("info string position: ")
    assert answers[-2].endswith(reason)
    for question in ("go perft 2", "eval"):
        assert talk(BLACK_TO_MOVE, refused, question)[1:] == [
            f"info string {question.split()[0]}: the position was refused: {reason}"
        ]
    for good in (BLACK_TO_MOVE, "ucinewgame", "setoption name UCI_Variant value chess"):
        assert re.match(r"bestmove [a-i]\d", talk(refused, good, "go depth 1")[-1])
    ucci = [line.replace("startpos", f"fen {xiangqi.STARTING_FEN}") for line in (BLACK_TO_MOVE, refused)]
    answers = answers_to(UcciSession, [*ucci, "banmoves h9g7", "go depth 2"])
    assert answers[-1] == "nobestmove"
    assert [line.split(":")[0] for line in answers[:-1]] == [
        "info message position",
        "info message banmoves",
        "info message go",
    ]


@pytest.mark.parametrize(
    ("lines", "said", "position"),
    [
        (
            [f"position fen {xiangqi.STARTING_FEN.replace(' w ', ' W ')} moves h2e2"],
            ["'W' was read as Red to move"],
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1",
        ),
        (
            [
                "setoption name UCI_Variant value chess",
                "position fen 4k2r/8/8/8/8/8/8/4K3 w Kk e3 0 1 moves e1e2",
            ],
            [
                "the castling right K was left out: its king or rook is not at home",
                "the en passant square e3 was left out: no pawn can just have passed it",
            ],
            "4k2r/8/8/8/8/8/4K3/8 b k - 1 1",
        ),
    ],
)
def test_a_position_of_another_program_is_read_and_said_how(
    lines: list[str], said: list[str], position: str
) -> None:
    answers = talk(*lines, "d")
    assert answers[: len(said)] == [f"info string position: {each}" for each in said]
    assert fen(answers) == position


def test_a_search_without_end_waits_for_stop_also_after_a_refused_position() -> None:
    conversation = Conversation(*SMALL, "position startpos moves a0a9", "go infinite", "isready")
    conversation.hear("readyok")
    assert not any(line.startswith("bestmove") for line in conversation.heard())
    conversation.send("stop")
    assert conversation.hear("bestmove ") == "bestmove (none)"
    conversation.end()


def test_a_question_about_a_bad_position_refuses_nothing() -> None:
    """`probe` is about a position of its own."""
    answers = answers_to(UcciSession, ["setoption hashsize 1", "probe fen rubbish", "go depth 1"])
    assert answers[-1].startswith("bestmove ")


def test_stop_without_a_search_is_answered_in_ucci() -> None:
    """UCCI 3.0, 3: lest the interface wait for ever.  ElephantEye does so, too."""
    assert answers_to(UcciSession, ["stop"]) == ["nobestmove"]


def test_what_is_sent_during_a_search_waits() -> None:
    conversation = Conversation(*SMALL, BLACK_TO_MOVE, "go infinite")
    conversation.hear("info depth 1 ")
    conversation.send(
        "ucinewgame", "setoption name MultiPV value 2", "position startpos", "go depth 1", "stop"
    )
    conversation.hear("bestmove ")
    conversation.hear("info depth 1 seldepth 2 multipv 2 ")
    conversation.hear("bestmove ")
    conversation.end()


def test_a_fen_with_spaces_too_many() -> None:
    text = xiangqi.STARTING_FEN.replace(" ", "   ")
    assert fen(talk(f"position  fen  {text}   moves  h2e2 ", "d")).split()[1] == "b"


# --- ranks from 1 to 10 -------------------------------------------------------------------------------------


def from_one(text: str) -> str:
    """A move as Fairy-Stockfish writes it."""
    return re.sub(r"\d", lambda rank: str(int(rank[0]) + 1), text)


def test_moves_may_count_ranks_from_one() -> None:
    """Fairy-Stockfish, Sjaak II and cutechess do; `h3e3` was refused."""
    answers = talk("position startpos moves h3e3 h10g8", "d", "go depth 2", "go perft 1")
    assert answers[0] == "info string the moves count ranks from 1 to 10"
    assert fen(answers).startswith("rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/")
    board = xiangqi.Board()
    board.push_line(["h2e2", "h9g7"])
    legal = {from_one(move.uci()) for move in board.legal_moves}
    (best,) = (line for line in answers if line.startswith("bestmove "))
    assert best.split()[1] in legal
    assert {line.split(":")[0] for line in answers if re.match(r"[a-i]\d", line)} == legal
    *_, pv = (line.partition(" pv ")[2].split() for line in answers if " pv " in line)
    assert best.split()[1] == pv[0]
    assert talk("position startpos moves h3e3 h10g8", "go depth 1 searchmoves b1c3")[-1].startswith(
        "bestmove b1c3"
    )


def test_every_game_is_read_with_either_ranks() -> None:
    chance = random.Random(3)
    for _ in range(20):
        board = xiangqi.Board()
        for _ in range(chance.randint(1, 30)):
            board.push(chance.choice([*board.legal_moves]))
        moves = [move.uci() for move in board.move_stack]
        for written in (moves, list(map(from_one, moves))):
            assert fen(talk(f"position startpos moves {' '.join(written)}", "d")) == board.fen()


TWO_CHARIOTS = "position fen 3k5/9/9/9/9/9/R8/R8/9/4K4 w moves a3b3"
"""The upper chariot moves if ranks count from 0, the lower one if they count from 1."""
UPPER, LOWER = "3k5/9/9/9/9/9/1R7/R8/9/4K4", "3k5/9/9/9/9/9/R8/1R7/9/4K4"


@pytest.mark.parametrize(
    ("before", "moved"),
    [
        ([], UPPER),
        (["position startpos moves h3e3"], LOWER),
        (["position startpos moves h3e3", "position startpos moves h2e2"], UPPER),
        (["position startpos moves h3e3", "setoption name Ranks value 0-9"], UPPER),
        (["setoption name Ranks value 1-10"], LOWER),
        (["setoption name Ranks value 1-10", "setoption name Ranks value auto"], UPPER),
    ],
)
def test_moves_that_fit_both_ways_are_read_as_those_before(before: list[str], moved: str) -> None:
    assert fen(talk(*before, TWO_CHARIOTS, "d")).startswith(moved)


def test_ranks_that_are_set_are_not_guessed() -> None:
    """An engine that has the first move has nothing to tell them by."""
    answers = talk("setoption name Ranks value 1-10", "position startpos", "go depth 1 searchmoves h3e3")
    assert answers[-1].startswith("bestmove h3e3")
    refused = "position: move 1: h3e3 is not legal"
    assert refused in talk("setoption name Ranks value 0-9", "position startpos moves h3e3")[0]


def test_ranks_from_zero_and_from_one_do_not_mix() -> None:
    answers = talk("position startpos moves h3e3 h10g8", "position startpos moves h3e3 h10g8 i1i2 a10a9 a0a1")
    assert answers[-1] == (
        "info string position: move 5: 'a0a1' is not a move such as 'h2e2' (ranks from 1 to 10)"
    )
    (answer,) = talk("position startpos moves h3e3 h10g8 a4a6")
    assert answer.startswith("info string position: move 3: a4a6 is not legal: ")
    assert answer.endswith("(ranks from 1 to 10)")


@pytest.mark.parametrize("game", ["chess", "liuzichong"])
def test_ranks_of_other_games_stay(game: str) -> None:
    board = GAMES[game].new_board(None)
    move = sorted(each.uci() for each in board.legal_moves)[0]
    answers = talk(
        "setoption name Ranks value 1-10",
        f"setoption name UCI_Variant value {game}",
        f"go depth 1 searchmoves {move}",
    )
    assert answers[-1].startswith(f"bestmove {move}")
