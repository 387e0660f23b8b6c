"""Solved endings: the interface, the files, and what the books say.

`tests/unit/lab/test_endings.py` compares them with tables that were verified, and with their moves.
"""

import random
import subprocess
import sys
from collections.abc import MutableMapping
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from cannonfish import endings, xiangqi
from cannonfish.compiler import instantiate, link, sources
from cannonfish.games.xiangqi.endings import solver
from cannonfish.games.xiangqi.endings.material import Material, swap_colours
from cannonfish.games.xiangqi.endings.table import IMPOSSIBLE, WON_BY_LAW
from cannonfish.games.xiangqi.fen import Position, Setup, format_fen
from cannonfish.games.xiangqi.pieces import BLACK, PIECES, RED
from cannonfish.kernel.xiangqi import ENDINGS as KERNEL
from cannonfish.protocol.terminal.endings import main

from tests.cases import slow

Store = MutableMapping[str, endings.Table]


@pytest.fixture(scope="module")
def store() -> Store:
    return {}


# --- names and numbers --------------------------------------------------------------------------------------


def test_names_are_put_in_order() -> None:
    assert str(Material.parse("RK-baabk")) == "KR-kaabb"
    assert str(Material.parse(" KHE-k ")) == "KNB-k"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "syntax"),
        ("KR", "syntax"),
        ("kr-K", "syntax"),
        ("KR-k-k", "syntax"),
        ("KQ-k", "letter"),
        ("R-k", "no_king"),
        ("KR-aa", "no_king"),
        ("KRRR-k", "too_many"),
        ("KK-k", "too_many"),
        ("K-kaaa", "too_many"),
    ],
)
def test_other_texts_are_refused_with_a_reason(name: str, reason: str) -> None:
    with pytest.raises(endings.MaterialError) as caught:
        endings.solve(name)
    assert caught.value.reason == reason


def test_a_chariot_against_all_guards_has_a_million_and_a_half_positions() -> None:
    material = Material.parse("KR-kaabb")
    assert material.positions == 2 * 45 * 90 * 10 * 21  # 45 pairs of generals, mirror images folded
    assert len(material.family()) == 2 * 3 * 3
    assert material.family()[0] == Material("k", "k")


@pytest.mark.parametrize("name", ["KR-kaabb", "KNP-kc", "KPPP-kpp", "KRRNNCCPPPPPAABB-k"])
def test_numbers_are_read_back(name: str) -> None:
    material = Material.parse(name)
    rng = random.Random(1)
    for number in (rng.randrange(material.positions) for _ in range(200)):
        position = material.position(number)
        if position is not None:
            assert material.number(*position) == number
            placement, turn = position
            ranks = [placement[at : at + 9][::-1] for at in range(0, 90, 9)]
            mirrored = material.number("".join(ranks), turn)
            assert mirrored == number or placement[4::9].lower().count("k") == 2


def test_too_large_an_ending_is_refused_with_its_size_before_anything_is_solved() -> None:
    store: Store = {}
    with pytest.raises(endings.TooLarge) as caught:
        endings.solve("KRRNNCC-krrnncc", store=store)
    assert caught.value.positions == Material.parse("KRRNNCC-krrnncc").positions
    assert caught.value.limit == endings.LIMIT
    assert f"{endings.LIMIT:,}" in str(caught.value)
    with pytest.raises(endings.TooLarge):
        endings.solve("KR-kaabb", store=store, limit=1_000_000)
    assert not store


# --- values -------------------------------------------------------------------------------------------------


def test_a_probe_gives_result_and_plies_for_the_side_to_move(store: Store) -> None:
    table = endings.solve("KR-k", store=store)
    board = xiangqi.Board("4k4/9/9/9/9/9/9/9/9/R2K5 w")
    value = table.probe(board)
    assert value is not None
    assert (value.result, value.plies) == (1, 3)
    while not board.is_game_over():
        board.push(min(board.legal_moves, key=lambda move: plies_after(table, board, move)))
        value = table.probe(board)
        assert value is not None
        assert value.plies == 3 - board.ply()
    assert value.result == -1
    assert board.outcome() == xiangqi.Outcome(xiangqi.RED, xiangqi.Termination.STALEMATE)


def plies_after(table: endings.Table, board: xiangqi.Board, move: xiangqi.Move) -> int:
    after = board.copy()
    after.push(move)
    value = table.probe(after)
    return value.plies if value is not None and value.plies is not None and value.result < 0 else 999


def test_colours_may_be_exchanged(store: Store) -> None:
    table = endings.solve("KN-ka", store=store)
    for number in random.Random(2).sample(range(len(table)), 300):
        position = table.material.position(number)
        if position is None or table.values[number] == IMPOSSIBLE:
            continue
        placement, turn = position
        exchanged = Position(swap_colours(placement), turn.other)
        own, other = (
            table.probe(xiangqi.Board(format_fen(Setup(each, 0, 1, ()))))
            for each in (Position(placement, turn), exchanged)
        )
        assert own == other is not None


def test_other_material_and_soldiers_that_cannot_be_there_have_no_value(store: Store) -> None:
    table = endings.solve("KP-k", store=store)
    assert table.probe(xiangqi.Board()) is None
    assert table.probe(xiangqi.Board("4k4/9/9/9/9/9/9/9/9/3K1R3 w")) is None
    assert table.probe(xiangqi.Board("4k4/9/9/9/9/9/9/1P7/9/3K5 w")) is None  # behind its start point
    assert table.probe(xiangqi.Board("4k4/9/9/9/P8/9/9/9/9/3K5 w")) is not None


def test_a_horse_holds_the_draw_against_a_chariot_by_checks_alone(store: Store) -> None:
    """Where the horse neither wins nor falls, it has to check for ever. Where that is forbidden, it loses."""
    table = endings.solve("KR-kn", store=store)
    assert 0 < table.statistics().by_law < table.statistics().positions // 100
    value = endings.Value(0, None, 1)
    number = table.values.index(WON_BY_LAW)
    fen = endings.fen_of(table.material, number)
    assert fen is not None
    board = xiangqi.Board(fen)
    assert table.probe(board) == value
    after = []
    for move in board.legal_moves:
        board.push(move)
        after.append(table.probe(board))
        board.pop()
    assert any(each is not None and each.result_by_repetition_law == -1 for each in after)


@pytest.mark.parametrize(
    ("fen", "uci", "is_chase"),
    [
        ("3ak4/9/3R5/9/9/9/9/9/9/5K3 b", "d9e8", True),
        ("4k4/4a4/3R5/9/9/9/9/9/9/3K5 b", "e9f9", False),  # it attacked the chariot before
        ("4k4/9/9/9/9/9/9/2N6/r8/3K5 b", "a1a2", True),
        ("4k4/9/9/9/9/9/9/r8/3N5/3K5 b", "a2a1", False),  # the horse is protected
    ],
)
def test_a_new_attack_by_the_rules_of_chasing_is_a_chase(fen: str, uci: str, is_chase: bool) -> None:
    board = xiangqi.Board(fen)
    with closing(instantiate(link(sources("cannonfish.kernel", KERNEL)), execution="interpreted")) as kernel:

        def square(file: int, rank: int) -> int:
            return (rank + 3) * 16 + file + 3

        for at, letter in enumerate(board.placement):
            if letter != ".":
                side = BLACK if letter.islower() else RED
                kernel.call("put", side, PIECES[letter].piece_type, square(at % 9, at // 9))
        kernel.call("begin_law", BLACK, 2)
        orig, dest = (square("abcdefghi".index(text[0]), int(text[1])) for text in (uci[:2], uci[2:]))
        assert kernel.call("is_forbidden", BLACK, orig | dest << 8, 0) == is_chase


@pytest.mark.slow
def test_a_horse_holds_two_soldiers_by_chases_alone(store: Store) -> None:
    """The table said draw under both readings; by the laws of the game, Red loses in the end."""
    table = endings.solve("KN-kpp", store=store)
    board = xiangqi.Board("4k4/9/9/9/6p2/9/6N2/3K2p2/9/9 w")
    assert table.probe(board) == endings.Value(0, None, -1)
    while not board.is_game_over():
        board.push(max(board.legal_moves, key=partial(merit, store, board)))
    outcome = board.outcome()
    assert outcome is not None
    assert (outcome.termination, outcome.winner) == (xiangqi.Termination.PERPETUAL_CHASE, BLACK)


def merit(store: Store, board: xiangqi.Board, move: xiangqi.Move) -> int:
    """How good a move is: Red's best draw, Black's best win by law, if they can without a check."""
    mover = board.turn
    board.push(move)
    value = store[str(Material.of(board.placement))].probe(board)
    check = board.is_check()
    board.pop()
    assert value is not None
    if mover is RED:
        return value.result == 0
    return (value.result_by_repetition_law == -1) * (1 if check else 2)


def test_the_same_ending_with_the_colours_exchanged_has_the_same_results(store: Store) -> None:
    one, other = (endings.solve(name, store=store).statistics() for name in ("KR-kn", "KN-kr"))
    assert (one.red, one.black) == (other.black, other.red)
    assert (one.longest, one.by_law) == (other.longest, other.by_law)


def test_without_attackers_only_a_side_without_moves_loses(store: Store) -> None:
    endings.solve("KA-kaab", store=store)
    for table in store.values():
        if not table.material.winnable:
            assert {*table.values} <= {0, 1, IMPOSSIBLE}


# --- what the books say -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "KN-ka",  # 单马胜单士
        "KR-kaa",  # 单车胜双士
        "KR-kbb",  # 单车胜双象
        "KCA-k",  # 炮士胜孤将
        "KCA-kaa",  # 炮士胜双士
    ],
)
def test_what_wins_in_the_books_wins_here(store: Store, name: str) -> None:
    """Black to move may capture at once, Red to move wins but for a handful of positions."""
    red = endings.solve(name, store=store).statistics().red
    assert red.wins > 0.997 * red.positions
    assert red.losses == 0


@pytest.mark.parametrize(
    "name",
    [
        "KN-kb",  # 单马难胜单象
        "KN-kaa",  # 单马难胜双士
        "KC-k",  # 单炮难胜孤将
        "KC-ka",
    ],
)
def test_what_draws_in_the_books_draws_here(store: Store, name: str) -> None:
    """Most positions, with Black to move even more."""
    found = endings.solve(name, store=store).statistics()
    assert found.red.draws > 0.75 * found.red.positions
    assert found.black.draws > 0.93 * found.black.positions


def test_a_lone_soldier_wins_unless_it_is_on_the_last_rank(store: Store) -> None:
    """高兵 and 低兵 win against a lone general with Red to move, in every position, 老兵 in none."""
    table = endings.solve("KP-k", store=store)
    for number, value in enumerate(table.values[: len(table) // 2]):
        position = table.material.position(number)
        if position is not None and value != IMPOSSIBLE:
            rank = position[0].index("P") // 9
            assert (value == 0) == (rank == 9), endings.fen_of(table.material, number)


def test_a_chariot_does_not_beat_all_guards_at_home(store: Store) -> None:
    """单车难胜士象全, but it beats all guards less one advisor or one elephant."""
    table = endings.solve("KR-kaabb", store=store)
    value = table.probe(xiangqi.Board("2bakab2/9/9/9/9/9/9/9/9/3K1R3 w"))
    assert value is not None
    assert (value.result, value.plies) == (0, None)
    for name in ("KR-kabb", "KR-kaab"):
        results = store[name].statistics().red
        assert results.wins == results.positions


# --- executions, progress, stores, files --------------------------------------------------------------------


@pytest.mark.slow
def test_interpreted_and_compiled_agree() -> None:
    for name in ("KP-ka", "KC-kb", "KP-kp"):
        interpreted: Store = {}
        compiled: Store = {}
        endings.solve(name, "interpreted", store=interpreted)
        endings.solve(name, "compiled", store=compiled)
        assert interpreted.keys() == compiled.keys()
        for each, table in interpreted.items():
            assert table.values == compiled[each].values
            assert table.statistics() == compiled[each].statistics()


@pytest.mark.parametrize("name", ["KN-kc", slow("KPP-kab")])
def test_the_checked_build_finds_no_fault_in_the_solver(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No index is out of range and no number too large; one ending has pairs, soldiers and all guards."""
    values = endings.solve(name, limit=5_000_000).values
    monkeypatch.setattr(solver, "instantiate", partial(instantiate, checked=True))
    assert endings.solve(name, limit=5_000_000).values == values


def test_progress_is_reported_to_the_end_and_finished_endings_are_kept() -> None:
    seen: list[endings.Progress] = []
    store: Store = {}

    def stop(progress: endings.Progress) -> None:
        seen.append(progress)
        if progress.ending == "KR-kaa":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        endings.solve("KR-kaa", on_progress=stop, store=store)
    assert {"KR-k", "KR-ka"} <= store.keys()
    assert "KR-kaa" not in store

    again: list[endings.Progress] = []
    table = endings.solve("KR-kaa", on_progress=again.append, store=store)
    assert {progress.ending for progress in again} == {"KR-kaa"}
    assert again[-1].done == again[-1].positions == len(table)
    assert endings.solve("KR-kaa").values == table.values  # as if solved at once
    assert [progress.done for progress in again] == sorted(progress.done for progress in again)


def test_what_the_command_saves_is_enough_to_play(tmp_path: Path) -> None:
    """It saved the ending alone once; a capture led out of the tables, and the engine did not use them."""
    assert main(["KR-ka", "--save", str(tmp_path)]) == 0
    values = endings.open_tablebase(tmp_path).values(xiangqi.Board("3k5/4a4/9/9/9/9/9/4R4/9/4K4 w"))
    assert values is not None
    assert values[xiangqi.Move.from_uci("e2e8")].result == 1


def test_a_file_is_read_back_and_a_damaged_one_is_refused(store: Store, tmp_path: Path) -> None:
    table = endings.solve("KN-ka", store=store)
    path = tmp_path / "KN-ka.xqe"
    table.save(path)
    loaded = endings.load(path)
    assert loaded.values == table.values
    assert loaded.statistics() == table.statistics()
    assert path.stat().st_size < 0.35 * len(table)
    content = path.read_bytes()
    for damaged in (
        b"",
        content[:100],
        b"x" + content,
        content[:-9],
        content[:-1],
        content.replace(b"KN-ka", b"KN-kb"),
        content.replace(b'"KN-ka"', b"5"),
        content.replace(b"KN-ka", b"KRRNNCCBBAAPPPPP-krrnnccbbaappppp"),
    ):
        path.write_bytes(damaged)
        with pytest.raises(endings.TableError):
            endings.load(path)


def test_a_header_nested_too_deep_is_refused() -> None:
    """The reader of JSON raised RecursionError."""
    with pytest.raises(endings.TableError):
        endings.Table.loads(b"XQE1" + b"[" * 100_000 + b"\n")


def test_the_command_describes_an_ending_and_names_what_is_wrong() -> None:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "cannonfish", "endings", *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    told = run("KN-ka")
    assert told.returncode == 0
    assert "longest win: 37 plies" in told.stdout
    refused = run("KQ-k")
    assert refused.returncode == 1
    assert "'q'" in refused.stderr
    assert "Traceback" not in refused.stderr
