"""The engine as an object: positions, limits, stopping, finished games, several at once."""

import asyncio
import itertools
from collections.abc import Callable
from dataclasses import replace
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest
from cannonfish.compiler import Host
from cannonfish.engine import Engine, Info, Limits, Score
from cannonfish.errors import IllegalMoveError, InvalidFenError, InvalidLimitsError, InvalidMoveError
from cannonfish.games.catalogue import GAMES
from cannonfish.games.levels import LEVELS
from cannonfish.games.xiangqi import STARTING_FEN, Board
from cannonfish.kernel.network_file import has_network

MIDDLEGAME = "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1"
MATE_IN_TWO = "3k5/9/9/9/9/9/9/9/R8/1R3K3 w - - 0 1"
IDLE = ("h0g2", "h9g7", "g2h0", "g7h9")


@pytest.fixture(params=["interpreted", "compiled"])
def engine(request: pytest.FixtureRequest) -> Engine:
    return Engine(execution=request.param, hash_mb=1)


@pytest.fixture
def compiled() -> Engine:
    return Engine(execution="compiled", hash_mb=1)


class Clock:
    """A clock that goes on by ten milliseconds whenever somebody looks at it, however busy the machine is."""

    STEP = 10
    milliseconds = 0

    def now(self) -> int:
        self.milliseconds += self.STEP
        return self.milliseconds

    def monotonic(self) -> float:
        return self.now() / 1000


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of the driver; engines get it through Host(now=clock.now)."""
    clock = Clock()
    monkeypatch.setattr("cannonfish.engine.search.time", SimpleNamespace(monotonic=clock.monotonic))
    return clock


def news(into: list[Info]) -> Callable[[Info], None]:
    return into.append


# --- limits -------------------------------------------------------------------------------------------------


def test_depth(engine: Engine) -> None:
    told: list[Info] = []
    result = engine.go(Limits(depth=4), news(told))
    assert [info.depth for info in told] == [1, 2, 3, 4]
    assert replace(result.info, time_ms=0, nps=0) == replace(told[-1], time_ms=0, nps=0)
    assert result.bestmove == result.info.pv[0]
    assert result.ponder == result.info.pv[1]
    assert result.info.seldepth >= 4
    assert result.info.score.mate is None
    assert result.info.nps > 0


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "mtdf"])
def test_the_plain_algorithms_agree(engine: Engine, algorithm: str) -> None:
    engine.position(MATE_IN_TWO)
    result = engine.go(Limits(depth=4, algorithm=algorithm))
    assert result.info.score == Score(mate=2)
    other = Engine(execution="interpreted", hash_mb=1)
    other.position(MIDDLEGAME)
    engine.position(MIDDLEGAME)
    wanted = engine.go(Limits(depth=2, algorithm="minimax")).info.score
    assert other.go(Limits(depth=2, algorithm=algorithm)).info.score == wanted


def test_a_change_of_algorithm_forgets(compiled: Engine) -> None:
    """What one algorithm has learnt would mislead another, for their values mean different things."""
    fresh = compiled.go(Limits(depth=4, algorithm="mtdf")).info
    compiled.go(Limits(depth=8))
    again = compiled.go(Limits(depth=4, algorithm="mtdf")).info
    assert (again.score, again.nodes, again.pv) == (fresh.score, fresh.nodes, fresh.pv)


def test_an_unknown_algorithm_is_refused() -> None:
    with pytest.raises(InvalidLimitsError, match="intuition"):
        Limits(algorithm="intuition")


@pytest.mark.parametrize("nodes", [1, 2, 7, 64, 1000, 1023, 2500])
def test_nodes_are_never_exceeded(engine: Engine, nodes: int) -> None:
    engine.position(MIDDLEGAME)
    result = engine.go(Limits(nodes=nodes))
    assert result.info.nodes <= nodes
    assert result.bestmove in engine.board.legal_moves


def test_nodes_are_used_up(engine: Engine) -> None:
    assert engine.go(Limits(nodes=2000)).info.nodes == 2000


@pytest.mark.parametrize("execution", ["interpreted", "compiled"])
@pytest.mark.parametrize("milliseconds", [1, 60, 250])
def test_movetime(execution: str, milliseconds: int, clock: Clock) -> None:
    """The search ends with the first look at the clock that shows the time to be over."""
    engine = Engine(execution=execution, hash_mb=1, host=Host(now=clock.now))
    assert engine.execution
    started = clock.milliseconds
    result = engine.go(Limits(movetime=milliseconds))
    spent = clock.milliseconds - started
    assert result.bestmove in engine.board.legal_moves
    assert milliseconds <= spent <= milliseconds + 6 * clock.STEP


def test_clock(clock: Clock) -> None:
    engine = Engine(execution="compiled", hash_mb=1, host=Host(now=clock.now))
    assert engine.execution
    started = clock.milliseconds
    engine.go(Limits(wtime=2000, btime=5))
    assert 20 < clock.milliseconds - started < 600


@pytest.mark.parametrize("execution", ["interpreted", "compiled"])
@pytest.mark.parametrize("level", [1, 4, 7, 12])
def test_a_level_moves_in_time(execution: str, level: int, clock: Clock) -> None:
    """A clock ends the search before the nodes of the level where it has to, and the result says so."""
    engine = Engine(execution=execution, hash_mb=1, host=Host(now=clock.now))
    for limits in (Limits(wtime=400, level=level), Limits(wtime=0, byoyomi=400, level=level)):
        started = clock.milliseconds
        result = engine.go(limits)
        assert result.bestmove in engine.board.legal_moves
        assert clock.milliseconds - started < 400 + 6 * clock.STEP
        wanted = LEVELS[level - 1]
        assert result.info.cut_short == (
            result.info.nodes < wanted.nodes and result.info.depth < wanted.depth
        )


def test_a_level_with_time_enough_is_not_cut_short(compiled: Engine) -> None:
    assert not compiled.go(Limits(wtime=3_600_000, level=3)).info.cut_short
    assert not compiled.go(Limits(level=3)).info.cut_short
    assert not compiled.go(Limits(movetime=5)).info.cut_short, "no level, nothing to fall short of"


def test_a_forced_move_takes_no_clock_time(compiled: Engine) -> None:
    compiled.position("3k5/9/9/9/9/9/9/9/3r5/3K5 w - - 0 1")
    assert len(compiled.board.legal_moves) == 1
    assert compiled.go(Limits(wtime=3_600_000)).info.depth == 1


def test_mate(compiled: Engine) -> None:
    compiled.position(MATE_IN_TWO)
    result = compiled.go(Limits(mate=2, nodes=2_000_000))
    assert result.info.score.mate is not None
    assert 1 <= result.info.score.mate <= 2
    assert result.info.nodes < 2_000_000


def test_searchmoves(engine: Engine) -> None:
    for allowed in (("a0a1",), ("a0a1", "i0i2", "z9z9")):
        assert str(engine.go(Limits(depth=3, searchmoves=allowed)).bestmove) in allowed


def test_multipv_ranks_different_moves(engine: Engine) -> None:
    told: list[Info] = []
    result = engine.go(Limits(depth=3, multipv=4), news(told))
    last = told[-5:-1]
    assert [info.multipv for info in last] == [1, 2, 3, 4]
    assert len({info.pv[0] for info in last}) == 4
    scores = [info.score.cp for info in last if info.score.cp is not None]
    assert scores == sorted(scores, reverse=True)
    assert told[-1].multipv == 1
    assert result.bestmove == last[0].pv[0]


def test_lines_that_were_searched_count_when_time_ends_the_first_iteration(engine: Engine) -> None:
    """Short of time, with four lines of five, a level gave a cannon for a horse: the first legal move."""
    best = engine.go(Limits(depth=1, multipv=5)).bestmove
    assert best != next(iter(engine.board.legal_moves))
    found = [engine.go(Limits(nodes=nodes, multipv=5)).bestmove for nodes in range(1, 200, 3)]
    assert set(found[found.index(best) :]) == {best}


def test_more_lines_than_moves(engine: Engine) -> None:
    engine.position("3k5/9/9/9/9/9/9/9/3r5/3K5 w - - 0 1")
    assert engine.go(Limits(depth=2, multipv=8)).bestmove is not None


def test_limits_are_checked_when_they_are_made() -> None:
    with pytest.raises(InvalidLimitsError):
        Limits(depth=-3)


# --- stopping -----------------------------------------------------------------------------------------------


def test_stop_from_another_thread(engine: Engine) -> None:
    """Without it, this search would never end."""

    def stop_elsewhere(info: Info) -> None:
        if info.depth == 2:
            Thread(target=engine.stop).start()

    result = engine.go(Limits(infinite=True), stop_elsewhere)
    assert result.bestmove in engine.board.legal_moves
    assert result.info.depth >= 2


def test_stop_from_a_callback(engine: Engine) -> None:
    result = engine.go(Limits(), lambda info: engine.stop() if info.depth == 3 else None)
    assert result.info.depth == 3


def test_the_host_can_stop() -> None:
    polls = itertools.count(1)
    engine = Engine(execution="compiled", hash_mb=1, host=Host(poll=lambda: int(next(polls) == 4)))
    assert engine.go(Limits()).bestmove is not None
    assert next(polls) == 5


def test_stop_without_a_search_is_nothing(engine: Engine) -> None:
    engine.stop()
    assert engine.go(Limits(depth=2)).info.depth == 2


def test_one_search_at_a_time(engine: Engine) -> None:
    def disturb(_: Info) -> None:
        for disturbance in (engine.go, engine.new_game, lambda: engine.set_execution("interpreted")):
            with pytest.raises(RuntimeError, match="a search is running"):
                disturbance()
        assert engine.searching

    engine.go(Limits(depth=2), disturb)
    assert not engine.searching


def test_an_error_in_a_callback_ends_the_search_and_nothing_else(engine: Engine) -> None:
    def fail(_: Info) -> None:
        raise KeyError("callback")

    with pytest.raises(KeyError, match="callback"):
        engine.go(Limits(depth=3), fail)
    assert not engine.searching
    assert engine.go(Limits(depth=2)).bestmove is not None


def test_go_async_is_the_same_search(engine: Engine) -> None:
    told: list[Info] = []
    there = asyncio.run(engine.go_async(Limits(depth=5), news(told)))
    engine.new_game()
    here = engine.go(Limits(depth=5))
    assert (there.bestmove, there.info.nodes, there.info.pv) == (here.bestmove, here.info.nodes, here.info.pv)
    assert len(told) == 5


def test_the_event_loop_runs_during_a_search(engine: Engine) -> None:
    """It stood still until the search had ended."""

    async def searched() -> None:
        search = asyncio.create_task(engine.go_async(Limits(movetime=60_000)))
        while not engine.searching:
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert not search.done()
        engine.stop()
        assert (await search).bestmove in engine.board.legal_moves

    asyncio.run(searched())


# --- as python-chess does it --------------------------------------------------------------------------------


def test_play_and_analyse_take_a_board(engine: Engine) -> None:
    board = engine.game.new_board(None)
    board.push_uci("h2e2")
    result = engine.play(board, Limits(depth=2))
    assert result.move == result.bestmove
    assert result.move in board.legal_moves
    assert engine.analyse(board, Limits(depth=2)).pv[0] in board.legal_moves
    lines = engine.analyse(board, Limits(depth=2), multipv=3)
    assert [info.multipv for info in lines] == [1, 2, 3]
    assert lines[0].score.centipawns() >= lines[2].score.centipawns()


def test_limits_that_do_not_end_or_are_none_are_refused(engine: Engine) -> None:
    board = engine.game.new_board(None)
    for search in (engine.play, engine.analyse):
        with pytest.raises(InvalidLimitsError, match="needs a limit"):
            search(board, Limits())
        with pytest.raises(TypeError, match=r"such as Limits\(depth=6\), not 6"):
            search(board, 6)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="limits are such as"):
        engine.go({"depth": 3})  # type: ignore[arg-type]


# --- positions ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fen", "moves", "error"),
    [
        ("nonsense", (), InvalidFenError),
        (STARTING_FEN + " moves h2h3 h2h3", (), IllegalMoveError),
        (None, ("h2e2", "h2e2"), IllegalMoveError),
        (None, ("h2e2", "xyz"), InvalidMoveError),
    ],
)
def test_a_bad_position_changes_nothing(
    engine: Engine, fen: str | None, moves: tuple[str, ...], error: type[ValueError]
) -> None:
    engine.position(MIDDLEGAME, ["b6c8"])
    before = engine.board.fen()
    with pytest.raises(error):
        engine.position(fen, moves)
    assert engine.board.fen() == before


def test_a_game_is_followed_move_by_move() -> None:
    engine = Engine(execution="interpreted", hash_mb=1)
    game = ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0"]
    for ply in (1, 2, 3, 4, 5, 3, 0, 5):
        engine.position(None, game[:ply])
        board = Board()
        board.push_line(game[:ply])
        assert engine.board.fen() == board.fen()
        assert engine.board.ply() == ply
    engine.position(None, [*game[:2], "b0c2"])
    assert engine.board.fen().startswith("rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1CN1C4")
    with pytest.raises(IllegalMoveError) as caught:
        engine.position(None, [*game[:4], "a0a9"])
    assert caught.value.number == 5


def test_position_during_a_search_is_for_the_next_one(engine: Engine) -> None:
    def look_elsewhere(_: Info) -> None:
        engine.position(MIDDLEGAME)

    assert engine.go(Limits(depth=2), look_elsewhere).bestmove in Board().legal_moves
    assert engine.go(Limits(depth=2)).bestmove in Board(MIDDLEGAME).legal_moves


@pytest.mark.parametrize(
    ("fen", "score"),
    [
        ("3k5/9/9/9/9/9/9/9/3R5/3RK4 b - - 0 1", Score(mate=0)),  # mated
        ("3k5/4P4/9/9/9/9/9/9/9/4K4 b - - 0 1", Score(mate=0)),  # stalemated, which loses just as well
        ("3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1", Score(cp=0)),  # nobody can win
    ],
)
@pytest.mark.parametrize(
    "limits", [Limits(depth=5), Limits(level=7), Limits(infinite=True), Limits(movetime=10)]
)
def test_a_finished_game_has_no_best_move(engine: Engine, fen: str, score: Score, limits: Limits) -> None:
    engine.position(fen)
    told: list[Info] = []
    result = engine.go(limits, news(told))
    assert result.bestmove is None
    assert result.ponder is None
    assert [info.score for info in told] == [score]


def test_a_repeated_position_is_searched_all_the_same(engine: Engine) -> None:
    engine.position(None, IDLE * 2)
    assert engine.board.outcome() is not None
    assert engine.go(Limits(depth=3)).bestmove in engine.board.legal_moves


def test_the_history_of_the_game_reaches_the_search(compiled: Engine) -> None:
    """A chariot ahead, a move is worth a lot; but nothing if it repeats, or if the count is up after it."""
    fen = "3k1a3/9/9/9/9/9/9/9/9/R4K3 w - - 0 1"
    repeating = Limits(depth=5, searchmoves=("a0a1",))
    compiled.position(fen)
    assert (compiled.go(repeating).info.score.cp or 0) > 50
    compiled.new_game()
    compiled.position(fen, ["a0a1", "d9d8", "a1a0", "d8d9"])
    assert compiled.go(repeating).info.score == Score(cp=0)
    compiled.position(fen.replace("- 0 ", "- 119 "))
    assert compiled.go(repeating).info.score == Score(cp=0)


# --- several engines, settings ------------------------------------------------------------------------------


def test_several_engines_do_not_disturb_each_other() -> None:
    alone = Engine(execution="compiled", hash_mb=1)
    alone.position(MIDDLEGAME)
    expected = [alone.go(Limits(depth=depth)).info.nodes for depth in (4, 5, 6)]
    first, second = Engine(execution="compiled", hash_mb=1), Engine(execution="compiled", hash_mb=1)
    first.position(MIDDLEGAME)

    def disturb(_: Info) -> None:
        second.go(Limits(depth=3))

    assert [first.go(Limits(depth=depth), disturb).info.nodes for depth in (4, 5, 6)] == expected


def test_boards_can_be_asked_while_a_search_runs() -> None:
    seen = []

    def poll() -> int:
        board = Board(MIDDLEGAME)
        seen.append(len(board.legal_moves))
        board.push(next(iter(board.legal_moves)))
        return int(len(seen) == 3)

    engine = Engine(execution="interpreted", hash_mb=1, host=Host(poll=poll))
    assert engine.go(Limits()).bestmove in Board().legal_moves
    assert seen == [38, 38, 38]


def test_new_game_forgets(engine: Engine) -> None:
    first = engine.go(Limits(depth=5)).info
    again = engine.go(Limits(depth=5)).info
    engine.new_game()
    anew = engine.go(Limits(depth=5)).info
    assert anew.nodes == first.nodes
    assert again.nodes < first.nodes


def test_hash_size_is_kept(compiled: Engine) -> None:
    compiled.set_hash(8)
    kernel = compiled._ready()
    assert len(kernel.execution.array("table")) * 4 == 8 << 20
    with pytest.raises(ValueError, match="hash table"):
        compiled.set_hash(0)


def test_unknown_settings() -> None:
    with pytest.raises(ValueError, match="no game 'go'"):
        Engine(game="go")
    with pytest.raises(ValueError, match="no execution 'jit'"):
        Engine(execution="jit")


# --- the opening book ---------------------------------------------------------------------------------------


def test_the_book_answers_without_a_search(engine: Engine) -> None:
    told: list[Info] = []
    result = engine.go(Limits(nodes=500, book=True), news(told))
    assert result.bestmove in engine.board.legal_moves
    assert result.info.book
    assert told == [result.info]


def test_the_seed_chooses_among_the_moves_of_the_book(engine: Engine) -> None:
    moves = [engine.go(Limits(book=True, seed=seed)).bestmove for seed in range(30)]
    assert len(set(moves)) > 1
    assert moves[7] == engine.go(Limits(book=True, seed=7)).bestmove


@pytest.mark.parametrize("limits", [Limits(depth=2), Limits(depth=2, book=True, mate=1)])
def test_nobody_gets_a_book_move_who_asks_for_thought(engine: Engine, limits: Limits) -> None:
    assert engine.go(limits).info.nodes > 1


def test_without_a_book_move_the_engine_thinks(engine: Engine) -> None:
    engine.position(MIDDLEGAME)
    found = engine.go(Limits(nodes=500, book=True)).info
    assert (found.nodes, found.book) == (500, False)
    engine.position()
    chosen = engine.go(Limits(nodes=500, book=True, searchmoves=("i0i2",)))
    assert str(chosen.bestmove) == "i0i2"
    assert chosen.info.nodes == 500


def test_xiangqi_is_played_with_the_network_unless_told_otherwise() -> None:
    engine = Engine("xiangqi", hash_mb=1)
    assert engine.evaluation == "network"
    with_network = engine.evaluate()
    engine.set_evaluation("classical")
    assert engine.evaluation == "classical"
    assert engine.evaluate() != with_network


def test_the_evaluation_can_be_chosen_where_there_is_a_network() -> None:
    engine = Engine("liuzichong", execution="interpreted", hash_mb=1)
    assert engine.evaluation == "classical"
    engine.set_evaluation("network")
    assert engine.evaluation == "classical"
    for game in GAMES.values():
        assert engine.with_same_settings(game.name).evaluation == (
            "network" if game.network_files and has_network(game.name) else "classical"
        )
    with pytest.raises(ValueError, match="there is no evaluation 'best'; known are: network, classical"):
        engine.set_evaluation("best")


@pytest.mark.parametrize(("name", "value"), [("hash_mb", "16"), ("hash_mb", 16.5), ("threads", 1.5)])
def test_sizes_are_whole_numbers(name: str, value: Any) -> None:
    """One and a half threads were accepted, and a table of "16" megabytes raised a TypeError."""
    with pytest.raises(ValueError, match=f"not {value!r}"):
        Engine(**{name: value})


def test_perft_divides_a_depth_that_is_counted_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel's 32 bits hold the leaves of four plies; deeper counts ran over without a word."""
    monkeypatch.setattr("cannonfish.engine.engine.KERNEL_PERFT", 1)
    with Engine("chess", execution="interpreted", hash_mb=1) as engine:
        counts = dict(engine.perft(3))
    assert sum(counts.values()) == 8902
    assert {*counts} == {*engine.board.legal_moves}


@pytest.mark.parametrize("depth", [0, -1, 1000, 1.5, "2"])
def test_perft_has_a_depth(depth: Any) -> None:
    """A depth of 0 gave 44 leaves below 44 moves."""
    with pytest.raises(ValueError, match=f"perft counts to a depth from 1 to 96, not {depth!r}"):
        Engine(execution="interpreted", hash_mb=1).perft(depth)


@pytest.mark.parametrize("kernel_perft", [2, 4])
def test_the_host_can_end_perft(monkeypatch: pytest.MonkeyPatch, kernel_perft: int) -> None:
    monkeypatch.setattr("cannonfish.engine.engine.KERNEL_PERFT", kernel_perft)
    polls = itertools.count()
    host = Host(poll=lambda: int(next(polls) > 3))
    with Engine(execution="interpreted", hash_mb=1, host=host) as engine:
        assert list(engine.perft(9)) == []
    assert 3 < next(polls) < 50


def test_a_board_of_another_game_is_refused() -> None:
    """It was accepted, and the next search failed with an AttributeError."""
    engine = Engine("xiangqi", execution="interpreted", hash_mb=1)
    with pytest.raises(ValueError, match="the engine plays xiangqi, not 'chess'"):
        engine.set_board(GAMES["chess"].new_board(None))
    assert engine.board == GAMES["xiangqi"].new_board(None)
