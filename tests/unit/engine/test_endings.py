"""The engine plays by tables of endings: the shortest win, the draw that holds, and the laws of the game."""

import random
from collections.abc import Iterator, MutableMapping
from itertools import islice
from pathlib import Path

import pytest
from cannonfish import endings, xiangqi
from cannonfish.engine import Chances, Engine, Limits, Score
from cannonfish.engine.endings import answer_kernel
from cannonfish.games.base.fen import Position
from cannonfish.games.xiangqi.endings.table import IMPOSSIBLE, WON_BY_LAW

Store = MutableMapping[str, endings.Table]

LONG_WIN = "4ka3/9/9/9/9/9/9/9/9/N2K5 w - - {} 1"
"""Mate in 37 plies."""
HELD = "3aka3/9/9/9/9/9/9/9/9/3K1N3 w - - 0 1"


@pytest.fixture(scope="module")
def store() -> Store:
    found: Store = {}
    for name in ("KN-kaa", "KCA-ka", "KR-kaa", "KR-kn"):
        endings.solve(name, store=found)
    return found


@pytest.fixture(scope="module")
def table(store: Store) -> endings.Tablebase:
    return endings.Tablebase(store)


@pytest.fixture
def engine(table: endings.Tablebase) -> Engine:
    engine = Engine(hash_mb=1)
    engine.set_endings(table)
    return engine


def positions(table: endings.Table, seed: int) -> Iterator[xiangqi.Board]:
    """Legal positions by chance."""
    rng = random.Random(seed)
    while True:
        number = rng.randrange(len(table))
        fen = endings.fen_of(table.material, number)
        if fen is not None and table.values[number] != IMPOSSIBLE:
            yield xiangqi.Board(fen)


def probe(table: endings.Tablebase, board: xiangqi.Board) -> endings.Value:
    value = table.probe(board)
    assert value is not None
    return value


def after(board: xiangqi.Board, move: xiangqi.Move) -> xiangqi.Board:
    copy = board.copy()
    copy.push(move)
    return copy


# --- playing ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["KN-ka", "KCA-ka", "KR-kaa", "KR-kn"])
def test_a_won_ending_is_won_in_the_shortest_way_without_a_search(
    store: Store, table: endings.Tablebase, engine: Engine, name: str
) -> None:
    for board in positions(store[name], 1):
        plies = probe(table, board).plies
        if plies is None or plies < 15:
            continue
        start, line = board.fen(), []
        while not board.is_game_over():
            engine.position(start, line)
            result = engine.go(Limits(movetime=10))
            assert result.bestmove is not None
            assert result.info.exact
            assert result.info.nodes == 0
            assert result.info.score.mate == (1 if plies % 2 else -1) * ((plies - len(line) + 1) // 2) * (
                -1 if len(line) % 2 else 1
            )
            line.append(result.bestmove.uci())
            board.push(result.bestmove)
        assert len(line) == plies
        break


def test_a_drawn_ending_is_held_against_a_search(table: endings.Tablebase, engine: Engine) -> None:
    attacker = Engine(hash_mb=1)
    board = xiangqi.Board(HELD)
    while board.ply() < 40 and not board.is_game_over():
        player = engine if board.turn is xiangqi.BLACK else attacker
        player.position(board.root().fen(), [move.uci() for move in board.move_stack])
        result = player.go(Limits(depth=4))
        assert result.bestmove is not None
        if player is engine:
            assert (result.info.score, result.info.exact) == (Score(cp=0), True)
            assert result.info.chances == Chances(0, 1000, 0)
        board.push(result.bestmove)
        assert probe(table, board).result == 0
    outcome = board.outcome()
    assert outcome is None or outcome.winner is not xiangqi.RED


def test_every_line_has_its_own_exact_score(table: endings.Tablebase, engine: Engine) -> None:
    board = xiangqi.Board(LONG_WIN.format(0))
    engine.position(board.fen())
    infos = []
    engine.go(Limits(multipv=3), infos.append)
    assert [info.multipv for info in infos] == [1, 2, 3]
    for info in infos:
        plies = probe(table, after(board, info.pv[0])).plies
        assert plies is not None
        assert info.score == Score(mate=(plies + 2) // 2)
        assert info.tbhits == len(list(board.legal_moves))


def test_only_the_moves_to_search_are_ranked(engine: Engine) -> None:
    engine.position(LONG_WIN.format(0))
    result = engine.go(Limits(searchmoves=("a0c1",)))
    assert result.bestmove == xiangqi.Move.from_uci("a0c1")
    assert result.info.exact


def test_without_a_table_of_the_position_nothing_changes(engine: Engine) -> None:
    plain = Engine(hash_mb=1)
    for fen in (None, "4k4/9/9/9/9/9/9/9/9/R2K1R3 w", "4k4/9/9/9/9/9/9/1P7/9/3K5 w"):
        found = []
        for each in (plain, engine):
            each.new_game()
            each.position(fen)
            result = each.go(Limits(depth=4))
            found.append((result.bestmove, result.info.score, result.info.nodes, result.info.exact))
        assert found[0] == found[1]
        assert found[0][3] is False


@pytest.mark.parametrize(("level", "exact"), [(1, False), (11, False), (12, True)])
def test_the_levels_below_full_strength_find_their_own_moves(engine: Engine, level: int, exact: bool) -> None:
    engine.position(LONG_WIN.format(0))
    assert engine.go(Limits(level=level, depth=2)).info.exact is exact


def test_other_games_have_no_use_for_them(engine: Engine) -> None:
    assert engine.with_same_settings("chess").go(Limits(depth=1)).bestmove is not None


# --- in the search -----------------------------------------------------------------------------------------

INTO_A_TABLE = "3k5/9/3a5/6cR1/9/9/9/3K5/9/7n1 w - - 0 1"
"""The chariot can take the horse, or the cannon: then it wins against horse and advisor, mate in 33 plies."""


@pytest.fixture(scope="module")
def smaller() -> endings.Tablebase:
    """The tables of what a capture leaves of INTO_A_TABLE, but not of the position itself."""
    found: Store = {}
    endings.solve("KR-kna", store=found)
    return endings.Tablebase(found)


@pytest.mark.parametrize("execution", ["compiled", "interpreted"])
def test_the_search_finds_a_win_in_the_tables(smaller: endings.Tablebase, execution: str) -> None:
    board = xiangqi.Board(INTO_A_TABLE)
    assert smaller.probe(board) is None
    engine = Engine(hash_mb=1, execution=execution)
    engine.set_board(board)
    assert engine.go(Limits(depth=5)).bestmove == xiangqi.Move.from_uci("h6h0")
    engine.new_game()
    engine.set_endings(smaller)
    engine.set_board(board)
    result = engine.go(Limits(depth=5))
    assert result.bestmove == xiangqi.Move.from_uci("h6g6")
    best = after(board, result.bestmove)
    plies = probe(smaller, best).plies
    assert plies is not None
    assert plies > 20  # far beyond the depth of the search
    assert result.info.score == Score(mate=(plies + 2) // 2)
    assert not result.info.exact  # other moves are not in the tables: a shorter win is possible
    assert result.info.tbhits > 0
    # The line goes on as the table plays.
    assert len(result.info.pv) > 5
    for move in result.info.pv[1:]:
        plies -= 1
        best.push(move)
        assert probe(smaller, best).plies == plies


def test_helper_threads_do_not_decide_what_the_tables_know(smaller: endings.Tablebase) -> None:
    """Helpers do not ask the tables: one that finished the last iteration first made its result that of
    the search, and the win was not found."""
    engine = Engine(hash_mb=1, execution="compiled", threads=2)
    engine.set_endings(smaller)
    for _ in range(20):
        engine.new_game()
        engine.position(INTO_A_TABLE)
        result = engine.go(Limits(depth=9))
        assert result.bestmove == xiangqi.Move.from_uci("h6g6")
        assert result.info.score == Score(mate=17)
    engine.close()


def test_both_executions_ask_the_tables_for_the_same_positions(smaller: endings.Tablebase) -> None:
    found = []
    for execution in ("compiled", "interpreted"):
        engine = Engine(hash_mb=1, execution=execution)
        engine.set_endings(smaller)
        engine.position(INTO_A_TABLE)
        info = engine.go(Limits(depth=6)).info
        found.append((info.score, info.nodes, info.tbhits, info.pv))
    assert found[0] == found[1]
    assert found[0][2] > 0


def test_levels_below_full_strength_do_not_ask_the_tables(smaller: endings.Tablebase) -> None:
    engine = Engine(hash_mb=1)
    engine.set_endings(smaller)
    engine.position(INTO_A_TABLE)
    assert engine.go(Limits(level=11, depth=5)).info.tbhits == 0
    assert engine.go(Limits(level=12, depth=5)).info.tbhits > 0


def test_the_kernel_is_told_what_a_table_says(store: Store, table: endings.Tablebase) -> None:
    """Values of positions right after a capture: draws, wins, losses, and what the laws or the move limit
    may change."""
    horse = store["KR-kn"]
    by_law = xiangqi.Board(endings.fen_of(horse.material, horse.values.index(WON_BY_LAW)))
    seen = set()
    for board in (by_law, *islice(positions(horse, 2), 400), *islice(positions(store["KN-kaa"], 2), 400)):
        value = probe(table, board)
        code = answer_kernel(table.value(board.position), board.move_limit)
        seen.add(min(code, 3))
        if code >= 3:
            assert value.plies == code - 3
            assert value.result == (1 if code % 2 == 0 else -1)
        else:
            assert code == (1 if value.result_by_repetition_law else 2)
            assert value.plies is None
    assert seen == {1, 2, 3}
    assert answer_kernel(None, 120) == 0
    assert answer_kernel(endings.Value(1, 121, 1), 120) == 1
    assert answer_kernel(endings.Value(1, 119, 1), 120) == 122


def test_the_tables_are_not_asked_after_a_null_move(engine: Engine) -> None:
    """A null move resets the clock as a capture does, so positions with all pieces were asked for."""
    pieces: list[int] = []

    class Counting:
        def value(self, position: Position) -> None:
            pieces.append(sum(map(str.isalpha, position.placement)))

        def values(self, board: xiangqi.Board) -> None:
            pass

    engine.set_endings(Counting())
    engine.position("3k5/4a4/3r5/6n2/9/9/9/4R4/4N4/4K4 w - - 0 1")
    engine.go(Limits(depth=12))
    assert max(pieces) == 6, "one of the seven has been captured"


def test_a_damaged_table_does_not_end_the_search(smaller: endings.Tablebase, tmp_path: Path) -> None:
    folder = endings.Folder(tmp_path)
    folder.file("KR-kna").write_bytes(b"nothing")
    told: list[str] = []
    engine = Engine(hash_mb=1)
    engine.on_damage = told.append
    engine.set_endings(endings.open_tablebase(tmp_path))
    engine.position(INTO_A_TABLE)
    assert engine.go(Limits(depth=5)).info.tbhits == 0
    assert len(told) == 1


# --- the laws of the game -----------------------------------------------------------------------------------


@pytest.mark.parametrize("first", [0, 1])
def test_a_win_is_not_thrown_away_by_a_repetition(
    table: endings.Tablebase, store: Store, engine: Engine, first: int
) -> None:
    """The best move would repeat the position for the third time, or let the other side do that: a draw."""
    avoided = 0
    for board in positions(store["KR-kaa"], 4):
        value = probe(table, board)
        if board.turn is not xiangqi.RED or value.plies is None or value.plies < 9:
            continue
        engine.position(board.fen())
        best = engine.go(Limits()).bestmove
        assert best is not None
        cycle = quiet_cycle(board, best)
        if cycle is None:
            continue
        start = board.copy()
        for move in cycle[: 1 + first]:
            start.push(move)
        line = (cycle[1 + first :] + cycle[: 1 + first]) * 2
        line = line[: len(line) - 1 - first]
        engine.position(start.fen(), [move.uci() for move in line])
        assert engine.board.position == board.position
        result = engine.go(Limits())
        winning = [move for move in board.legal_moves if probe(table, after(board, move)).result < 0]
        if len(winning) > 1:
            assert result.bestmove in winning
            assert result.bestmove != best
            avoided += 1
        else:
            assert result.info.score.mate is None
        if avoided == 5:
            return


def quiet_cycle(board: xiangqi.Board, best: xiangqi.Move) -> list[xiangqi.Move] | None:
    """The move, a reply, and both taken back, none of them a check; None if there is no such cycle."""
    if board.is_capture(best) or board.is_check():
        return None
    there = after(board, best)
    for reply in there.legal_moves:
        cycle = [best, reply, xiangqi.Move(best.dest, best.orig), xiangqi.Move(reply.dest, reply.orig)]
        copy = board.copy()
        for move in cycle:
            if copy.is_check() or not copy.is_legal(move) or copy.is_capture(move):
                break
            copy.push(move)
        if copy.ply() == 4 and copy.position == board.position and not copy.is_check():
            return cycle
    return None


@pytest.mark.parametrize(("clock", "exact"), [(0, True), (83, True), (84, False), (110, False)])
def test_a_win_that_may_come_after_the_move_limit_is_not_called_exact(
    table: endings.Tablebase, engine: Engine, clock: int, exact: bool
) -> None:
    """Mate in 37 plies: the limit of 120 is reached before it if 84 were played without a capture."""
    engine.position(LONG_WIN.format(clock))
    result = engine.go(Limits(depth=4))
    assert result.bestmove is not None
    assert result.info.exact is exact
    assert (result.info.nodes == 0) is exact
    value = probe(table, after(engine.board, result.bestmove))
    assert (value.result, value.plies) == (-1, 36)


def test_a_capture_starts_the_move_limit_anew(engine: Engine) -> None:
    engine.position("3k5/4a4/9/3N5/9/9/9/9/9/4K4 w - - 119 1")  # the advisor can be taken
    board = engine.board
    taking = [move for move in board.legal_moves if board.is_capture(move)]
    assert taking
    result = engine.go(Limits(depth=4))
    assert result.bestmove in taking
    assert result.info.exact


def test_a_draw_that_needs_forbidden_checks_is_played_for_a_win(
    table: endings.Tablebase, store: Store, engine: Engine
) -> None:
    """The horse holds the chariot by perpetual check alone, which loses: nothing is proven, but the chariot
    keeps to the moves after which nothing else can hold."""
    kept = 0
    values = store["KR-kn"].values
    for number in [at for at, value in enumerate(values) if value == WON_BY_LAW][::60]:
        fen = endings.fen_of(store["KR-kn"].material, number)
        assert fen is not None
        engine.position(fen)
        result = engine.go(Limits(depth=2))
        assert result.bestmove is not None
        assert not result.info.exact
        assert probe(table, after(xiangqi.Board(fen), result.bestmove)).result_by_repetition_law == -1
        kept += 1
    assert kept > 3


# --- folders ------------------------------------------------------------------------------------------------


def test_a_folder_is_read_as_it_is_needed_and_a_damaged_table_is_passed_over(
    store: Store, tmp_path: Path
) -> None:
    folder = endings.Folder(tmp_path)
    for name in ("K-k", "K-ka", "KN-k", "KN-ka"):
        folder[name] = store[name]
    assert [*folder] == ["K-k", "K-ka", "KN-k", "KN-ka"]
    engine = Engine(hash_mb=1)
    engine.set_endings(endings.open_tablebase(tmp_path))
    engine.position(LONG_WIN.format(0))
    assert engine.go(Limits(depth=2)).info.exact

    folder.file("KN-ka").write_bytes(b"nothing")
    told: list[str] = []
    engine.on_damage = told.append
    engine.set_endings(endings.open_tablebase(tmp_path))
    for _ in range(2):
        result = engine.go(Limits(depth=2))
        assert result.bestmove is not None
        assert not result.info.exact
    (reason,) = told
    assert "not the table of an ending" in reason

    with pytest.raises(NotADirectoryError):
        endings.open_tablebase(tmp_path / "elsewhere")


@pytest.mark.parametrize(
    ("room", "reads"), [(1 << 20, ["KN-ka", "KN-k"]), (9000, ["KN-ka", "KN-k", "KN-ka"])]
)
def test_tables_of_a_folder_stay_in_memory_as_long_as_there_is_room(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int, reads: list[str]
) -> None:
    folder = endings.Folder(tmp_path)
    for name in ("KN-k", "KN-ka"):
        folder[name] = store[name]
    monkeypatch.setattr("cannonfish.games.xiangqi.endings.tablebase.MAX_READ_BYTES", room)
    load, found = endings.Table.load, []
    monkeypatch.setattr(endings.Table, "load", lambda file: found.append(file.stem) or load(file))
    tables = endings.open_tablebase(tmp_path)
    for fen in ("3k5/4a4/9/3N5/9/9/9/9/9/4K4 w", "3k5/9/9/3N5/9/9/9/9/9/4K4 w") * 2:
        assert tables.probe(xiangqi.Board(fen)) is not None
    assert found[: len(reads)] == reads
    assert len(found) == (2 if len(reads) == 2 else 4)


def test_an_ending_whose_captures_are_not_known_is_searched(store: Store) -> None:
    engine = Engine(hash_mb=1)
    engine.set_endings(endings.Tablebase({"KN-ka": store["KN-ka"]}))
    engine.position("3k5/4a4/9/3N5/9/9/9/9/9/4K4 w")  # the advisor can be taken
    assert not engine.go(Limits(depth=2)).info.exact
