"""Tables of endings, compared with verified ones, with the engine, and with pyffish."""

import json
import random
import re
from collections.abc import Iterator, MutableMapping
from pathlib import Path

import pyffish
import pytest
from cannonfish import endings, xiangqi
from cannonfish.engine import Engine, Limits
from cannonfish.games.xiangqi.endings.table import DRAW, IMPOSSIBLE, LOST_BY_LAW, WON_BY_LAW
from cannonfish_lab.__main__ import main
from cannonfish_lab.endings import site
from cannonfish_lab.endings.classical import CLASSICAL, SMALL, SOURCES
from cannonfish_lab.endings.examples import examples

from tests.cases import slow
from tools.steps import ROOT

Store = MutableMapping[str, endings.Table]

NAMES = [
    *("KN-kr", "KC-kaab", "K-kpa"),
    *map(slow, ("KR-kp", "KPP-ka", "KNN-k", "KP-kpb", "KCA-ka", "KRA-kc", "KCB-kn")),
]
"""Together, every kind of piece attacks and defends, alone and, in the slow run, in pairs."""


@pytest.fixture(scope="module")
def store() -> Store:
    return {}


SHIPPED = {file.stem: file for file in (ROOT / "web/endings/data/tables").glob("*.xqe")}
"""Every position of these was verified by code that shared nothing with the solver."""


@pytest.mark.parametrize("name", ["KR-kp", "KR-kn", "KC-kaab", "KPP-ka", "KNN-k", "KCA-ka", "KNP-k"])
def test_the_solver_finds_the_tables_that_were_verified(store: Store, name: str) -> None:
    assert endings.solve(name, store=store).values == endings.load(SHIPPED[name]).values


@pytest.mark.slow
def test_the_solver_finds_all_tables_that_were_verified(store: Store) -> None:
    for name, file in SHIPPED.items():
        assert endings.solve(name, store=store).values == endings.load(file).values, name


def positions(table: endings.Table, count: int) -> Iterator[tuple[str, endings.Value]]:
    """FENs and values of legal positions by chance."""
    rng = random.Random(7)
    while count:
        number = rng.randrange(len(table))
        fen = endings.fen_of(table.material, number)
        if fen is not None and table.values[number] != IMPOSSIBLE:
            value = table.probe(xiangqi.Board(fen))
            assert value is not None
            yield fen, value
            count -= 1


@pytest.mark.parametrize("name", ["KN-ka", "KCA-kaa", "KPP-ka", "KR-kp"])
def test_the_engine_finds_the_same_short_wins(store: Store, name: str) -> None:
    """The search prunes, so it may miss the shortest win, but it claims none for the wrong side or sooner."""
    engine = Engine()
    found = 0
    for fen, value in positions(endings.solve(name, store=store), 300):
        if not value.plies or value.plies > 7:
            continue
        engine.new_game()
        engine.position(fen)
        score = engine.go(Limits(depth=value.plies + 4)).info.score
        if score.mate is not None:
            assert score.mate * value.result >= (value.plies + 1) // 2, fen
            found += 1
    assert found > 3


SHARE = 20_000 // len(SMALL) + 1
"""Positions of each small ending in the long proofs, 20,000 together."""


def best(values: list[int]) -> int:
    """The value of a position from those after its moves, seen by the side that is then to move."""
    draws = {DRAW, WON_BY_LAW, LOST_BY_LAW}.intersection(values)
    if wins := [value + 1 for value in values if value % 2 and value not in draws]:
        return min(wins)
    if not draws:
        return max(values, default=0) + 1
    if LOST_BY_LAW in draws:
        return WON_BY_LAW
    return DRAW if DRAW in draws else LOST_BY_LAW


def compare_with_pyffish(store: Store, name: str, count: int) -> None:
    """Moves and positions after them by pyffish, values by the tables, the best by the rules of the text."""
    table = endings.solve(name, store=store)
    for fen, _ in positions(table, count):
        values = []
        for move in pyffish.legal_moves("xiangqi", fen, []):
            after = xiangqi.Board(pyffish.get_fen("xiangqi", fen, [move]))
            left = store[str(endings.Material.of(after.placement))]
            number = left.material.number(*after.position)
            assert number is not None
            values.append(left.values[number])
        number = table.material.number(*xiangqi.Board(fen).position)
        assert number is not None
        assert table.values[number] == best(values), fen


@pytest.mark.parametrize("name", NAMES)
def test_positions_are_worth_what_their_best_move_is_by_pyffishs_rules(store: Store, name: str) -> None:
    compare_with_pyffish(store, name, 100)


@pytest.mark.slow
def test_20000_positions_are_worth_what_their_best_move_is_by_pyffishs_rules(store: Store) -> None:
    for name in SMALL:
        compare_with_pyffish(store, name, SHARE)


NODES = 50_000
"""Of each long search; ten minutes for all."""


@pytest.mark.slow
def test_a_search_of_20000_positions_contradicts_none(store: Store) -> None:
    """The engine alone claims no mate for the wrong side, in a draw, or sooner than the table, and it finds
    the short ones."""
    engine = Engine(hash_mb=1)
    short = found = 0
    for name in SMALL:
        endings.solve(name, store=store)
        for fen, value in positions(store[name], SHARE):
            if value.plies == 0:
                continue
            engine.new_game()
            engine.position(fen)
            mate = engine.go(Limits(nodes=NODES)).info.score.mate
            if mate is not None:
                assert value.plies is not None, fen
                assert mate * value.result >= (value.plies + 1) // 2, fen
            if value.plies is not None and value.plies <= 5:
                short += 1
                found += mate is not None
    assert short > 1_000
    assert found > 0.95 * short


def test_the_site_ships_complete_families_of_small_tables() -> None:
    assert sorted(SHIPPED) == re.findall(r"\bK\w*-k\w*", (ROOT / "web/tablebase/shipped.js").read_text())
    assert sum(file.stat().st_size for file in SHIPPED.values()) <= 1_500_000
    for name, file in SHIPPED.items():
        material = endings.load(file).material
        assert str(material) == name
        assert {str(each) for each in material.family()} <= {*SHIPPED}


# --- the generator ------------------------------------------------------------------------------------------


def test_the_generator_keeps_what_is_done_and_describes_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, told = tmp_path / "endings", tmp_path / "endings.md"
    options = ["--workers", "1", "--report", str(told)]
    command = ["endings", str(folder), "KN-ka", "KP-k", *options]
    assert main(command) == 0
    assert "2 endings to solve; up to" in capsys.readouterr().out
    before = {file: file.stat().st_mtime_ns for file in folder.iterdir()}
    assert {file.name for file in before} >= {"KN-ka.xqe", "KN-k.xqe", "KN-ka.json", "KP-k.json"}

    (folder / "KP-k.json").unlink()  # as if interrupted after the table was written
    assert main(command) == 0
    assert "1 endings to solve" in capsys.readouterr().out
    assert {file: file.stat().st_mtime_ns for file in folder.glob("*.xqe")} == {
        file: time for file, time in before.items() if file.suffix == ".xqe"
    }
    text = told.read_text()
    assert "| KN-ka | 单马胜单士 | horse beats advisor | won | 99.72% | 0.28% | won | `" in text
    assert "| won | 84.71% | 15.29% | **depends** | `" in text
    assert "- KN-ka: 37 plies" in text
    assert endings.load(folder / "KN-ka.xqe").statistics().longest == 37


def test_the_generator_writes_what_the_site_serves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site, "CLASSICAL", [each for each in CLASSICAL if each.ending in ("KN-ka", "KP-k")])
    monkeypatch.setattr(site, "WINS", {"KP-k": 2})
    monkeypatch.setattr(site, "DRAWS", {"KN-ka": 1})
    web = tmp_path / "web"
    (web / "tablebase").mkdir(parents=True)
    command = ["endings", str(tmp_path / "endings"), "KN-ka", "KP-k", "--workers", "1"]
    assert main([*command, "--site", str(web)]) == 0
    data = web / "endings" / "data"
    shipped = {"K-k", "K-ka", "KN-k", "KN-ka", "KP-k"}
    assert {file.stem for file in (data / "tables").iterdir()} == shipped
    assert {*re.findall(r"\bK\w*-k\w*", (web / "tablebase" / "shipped.js").read_text())} == shipped
    served = json.loads((ROOT / "web/endings/data/classical.json").read_text())["endings"]
    made = json.loads((data / "classical.json").read_text())["endings"]
    assert made == [row for row in served if row["ending"] in ("KN-ka", "KP-k")]
    drills = json.loads((data / "drills.json").read_text())["drills"]
    assert [(name, plies > 0) for name, _, plies, _ in drills] == [("KN-ka", False), *[("KP-k", True)] * 2]


@pytest.mark.parametrize(("name", "reason"), [("KX-k", "'x'"), ("KRRNN-krrnn", "at most")])
def test_the_generator_refuses_before_it_starts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, reason: str
) -> None:
    assert main(["endings", str(tmp_path / "endings"), "KP-k", name]) == 1
    assert reason in capsys.readouterr().err
    assert not [*(tmp_path / "endings").glob("*")]


@pytest.mark.parametrize("name", ["KN-ka", "KR-kn", "KPP-ka", "KC-kb"])
def test_the_typical_positions_are_what_they_are_said_to_be(store: Store, name: str) -> None:
    table = endings.solve(name, store=store)
    won, drawn = examples(table)
    for example, result in ((won, 1), (drawn, 0)):
        if example is not None:
            value = table.probe(xiangqi.Board(example.fen))
            assert value is not None
            assert (value.result, value.result_by_repetition_law, value.plies) == (
                result,
                result,
                example.plies,
            )
    assert (won is None) == (name == "KC-kb")
    assert drawn is not None
    assert examples(table) == (won, drawn)


def test_the_classical_endings_are_named_once_and_can_be_solved() -> None:
    names = [each.ending for each in CLASSICAL]
    assert len({*names}) == len(names) >= 60
    assert {each.source for each in CLASSICAL} == {*SOURCES}
    for name in (*names, *SMALL):
        material = endings.Material.parse(name)
        assert str(material) == name
        assert material.positions <= endings.LIMIT
