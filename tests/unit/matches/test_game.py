"""The referee: who wins, why, and what is written down."""

import time
from collections.abc import Iterable

import pytest
from cannonfish.engine.limits import Limits
from cannonfish.games.xiangqi import STARTING_FEN, Board
from cannonfish.matches.game import Adjudication, Game, Seat, play
from cannonfish.matches.player import Answer, DrawClaimed, PlayerError

MATE_IN_ONE = "3k5/R8/9/9/9/9/9/8R/9/4K4 w - - 0 1"
STALEMATE_IN_ONE = "3k5/9/2P6/9/9/9/9/9/9/4K4 w - - 0 1"
LAST_CAPTURE = "3k5/9/9/9/9/9/9/9/4r4/4K4 w - - 0 1"
ALMOST_MOVE_LIMIT = "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 119 90"
SHUFFLE = "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1"
RED_IDLES, BLACK_IDLES = ("h0g2", "g2h0"), ("h9g7", "g7h9")


class Scripted:
    """Plays a list of moves, or of answers and errors."""

    def __init__(self, script: Iterable[str | Answer | Exception]) -> None:
        self.script = iter(script)

    def new_game(self) -> None:
        pass

    def go(self, board: Board, limits: Limits, deadline: float) -> Answer:
        what = next(self.script)
        if isinstance(what, Exception):
            raise what
        return what if isinstance(what, Answer) else Answer(what)

    def close(self) -> None:
        pass


def referee(
    red: Iterable[str | Answer | Exception],
    black: Iterable[str | Answer | Exception] = (),
    fen: str = STARTING_FEN,
    adjudication: Adjudication | None = None,
) -> Game:
    limits = Limits(nodes=1)
    seats = [Seat(Scripted(script), limits) for script in (red, black)]
    return play(Board(fen), seats[0], seats[1], adjudication or Adjudication())


def test_checkmate() -> None:
    game = referee(["i2i9"], fen=MATE_IN_ONE)
    assert (game.red_score, game.ending, game.moves, game.plies) == (1.0, "checkmate", "i2i9", 1)


def test_stalemate_loses() -> None:
    game = referee(["c7c8"], fen=STALEMATE_IN_ONE)
    assert (game.red_score, game.ending) == (1.0, "stalemate")


def test_bare_generals_draw() -> None:
    game = referee(["e0e1"], fen=LAST_CAPTURE)
    assert (game.red_score, game.ending) == (0.5, "insufficient_material")


def test_the_move_limit_draws() -> None:
    game = referee(["a1a2"], fen=ALMOST_MOVE_LIMIT)
    assert (game.red_score, game.ending) == (0.5, "move_limit")


def test_repetition_draws() -> None:
    game = referee(["a1a2", "a2a1"] * 2, ["d9d8", "d8d9"] * 2, fen=SHUFFLE)
    assert (game.red_score, game.ending, game.plies) == (0.5, "repetition", 8)


def test_perpetual_check_loses() -> None:
    game = referee(["a1a9", "a9a8", "a8a9", "a9a8", "a8a9"], ["d9d8", "d8d9", "d9d8", "d8d9"], fen=SHUFFLE)
    assert (game.red_score, game.ending) == (0.0, "perpetual_check")


@pytest.mark.parametrize(
    ("answer", "ending"),
    [
        ("h2h8", "illegal_move"),
        ("nonsense", "illegal_move"),
        (Answer(None), "no_move"),
        (PlayerError("crash", "it fell over"), "crash"),
        (PlayerError("time", "it fell asleep"), "time"),
        (Answer("h2e2", resigns=True), "resigned"),
    ],
)
def test_whoever_does_not_play_by_the_laws_loses(answer: str | Answer | Exception, ending: str) -> None:
    as_red = referee([answer])
    as_black = referee(["h2e2"], [answer])
    assert (as_red.red_score, as_red.ending) == (0.0, ending)
    assert (as_black.red_score, as_black.ending) == (1.0, ending)
    assert (as_red.fault is None) == (ending == "resigned")


class Ticking(Scripted):
    """Plays RED_IDLES or BLACK_IDLES, each move after some seconds of a clock that stands still otherwise."""

    time = 0.0

    def __init__(self, moves: Iterable[str], seconds: Iterable[float]) -> None:
        super().__init__(moves)
        self.seconds = iter(seconds)
        self.seen: list[tuple[int | None, int | None]] = []

    def go(self, board: Board, limits: Limits, deadline: float) -> Answer:
        self.seen.append((limits.wtime, limits.btime))
        Ticking.time += next(self.seconds)
        return super().go(board, limits, deadline)


def test_clocks_run_and_the_flag_falls() -> None:
    """Black has 0.75 s left for its third move and takes a second."""
    limits = Limits(wtime=2000, btime=2000, winc=250, binc=250)
    red = Ticking([*RED_IDLES, "h0g2"], [0.5, 0.125, 0.125])
    black = Ticking([*BLACK_IDLES, "h9g7"], [1.5, 0.25, 1.0])
    game = play(Board(), Seat(red, limits), Seat(black, limits), Adjudication(), now=lambda: Ticking.time)
    assert (game.red_score, game.ending, game.plies) == (1.0, "time", 5)
    assert game.fault == "took 1.00 s for a move, had 0.75 s"
    assert red.seen == [(2000, 2000), (1750, 750), (1875, 750)]
    assert black.seen == [(1750, 2000), (1875, 750), (2000, 750)]


def test_a_fallen_flag_does_not_lose_to_a_side_that_cannot_win() -> None:
    board = Board("4k4/9/9/9/9/9/9/9/4P4/3K5 w - - 0 1")
    limits = Limits(wtime=1000, btime=1000)
    red = Ticking(["d0d1"], [5.0])
    game = play(
        board, Seat(red, limits), Seat(Scripted([]), limits), Adjudication(), now=lambda: Ticking.time
    )
    assert (game.red_score, game.ending) == (0.5, "time_insufficient")


def test_a_player_interrupted_at_its_flag_draws_there_too() -> None:
    """A player that is stopped at its deadline raises the fault itself, and lost."""
    board = Board("4k4/9/9/9/9/9/9/9/4P4/3K5 w - - 0 1")
    seats = [Seat(Scripted([PlayerError("time", "no move in 1 s")]), Limits(wtime=1000, btime=1000))] * 2
    game = play(board, *seats, Adjudication())
    assert (game.red_score, game.ending) == (0.5, "time_insufficient")


def test_who_has_limits_of_his_own_has_no_clock() -> None:
    clock = Limits(wtime=2000, btime=2000)
    red, black = Ticking(RED_IDLES, [0.5, 0.5]), Ticking(BLACK_IDLES, [50, 50])
    seats = Seat(red, clock), Seat(black, Limits(nodes=1))
    game = play(Board(), *seats, Adjudication(max_plies=4), now=lambda: Ticking.time)
    assert game.ending == "max_plies"
    assert red.seen == [(2000, 2000), (1500, 1500)]
    assert black.seen == [(None, None)] * 2


def test_a_claimed_draw_is_believed() -> None:
    game = referee(["h2e2"], [DrawClaimed("1/2-1/2")])
    assert (game.red_score, game.ending) == (0.5, "draw_claimed")


def answers(moves: Iterable[str], score: int | None) -> list[str | Answer | Exception]:
    return [Answer(move, score) for move in moves]


def test_a_game_is_decided_when_both_sides_agree() -> None:
    adjudication = Adjudication(resign=(500, 2))
    game = referee(answers(RED_IDLES, -700), answers(BLACK_IDLES, 900), adjudication=adjudication)
    assert (game.red_score, game.ending, game.plies) == (0.0, "decided", 4)
    game = referee(answers(RED_IDLES, 700), answers(BLACK_IDLES, -900), adjudication=adjudication)
    assert (game.red_score, game.ending, game.plies) == (1.0, "decided", 4)


@pytest.mark.parametrize("black", [100, 499, None, -900])
def test_one_side_alone_decides_nothing(black: int | None) -> None:
    """The players disagree, so the game goes on, here until the position repeats."""
    red, other = answers(RED_IDLES * 2, -700), answers(BLACK_IDLES * 2, black)
    assert referee(red, other, adjudication=Adjudication(resign=(500, 2))).ending == "repetition"


def test_a_level_game_is_drawn_from_the_ply_on() -> None:
    adjudication = Adjudication(draw=(10, 1, 4))
    game = referee(answers(RED_IDLES * 2, 5), answers(BLACK_IDLES * 2, -10), adjudication=adjudication)
    assert (game.red_score, game.ending, game.plies) == (0.5, "level", 6)


def test_a_game_has_an_end_at_last() -> None:
    game = referee(["h0g2"], ["h9g7"], adjudication=Adjudication(max_plies=2))
    assert (game.red_score, game.ending, game.plies) == (0.5, "max_plies", 2)


def test_a_move_after_the_deadline_loses() -> None:
    class Slow(Scripted):
        def go(self, board: Board, limits: Limits, deadline: float) -> Answer:
            time.sleep(0.06)
            return super().go(board, limits, deadline)

    hurried, patient = Seat(Slow(["h2e2"]), Limits(movetime=1)), Seat(Scripted([]), Limits(nodes=1))
    game = play(Board(), hurried, patient, Adjudication(late_ms=10, forfeit_ms=20))
    assert (game.red_score, game.ending) == (0.0, "time")
    assert hurried.stats.late == hurried.stats.moves == 1
    assert hurried.stats.longest >= 0.06
