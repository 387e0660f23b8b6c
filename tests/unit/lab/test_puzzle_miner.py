"""Mining: the same puzzles for the same recipe, made once, whoever makes them and whoever dies meanwhile."""

import json
import os
import signal
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from cannonfish.games.xiangqi import Board
from cannonfish_lab.__main__ import main
from cannonfish_lab.errors import LabError
from cannonfish_lab.jobs import Dask, Here, Workers
from cannonfish_lab.puzzles import judging, miner, publishing, tries
from cannonfish_lab.puzzles.files import Puzzle, loads, validate
from cannonfish_lab.puzzles.finder import Demands, canonical
from cannonfish_lab.puzzles.rating import LEAST, Effort, rating
from cannonfish_lab.selfplay import generator
from distributed import Client, LocalCluster

DEMANDS = Demands(longest_mate=2, proof=50_000, nodes=(300, 1_000), steps=2)
SELFPLAY = generator.Recipe(games=6, settings={"MOVE_NODES": 40, "TT_BITS": 10})


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two files of self-play, of six games each."""
    folder = tmp_path_factory.mktemp("played")
    list(generator.make(SELFPLAY, 2, folder, Here()))
    return folder


def recipe(played: Path, **changes: Any) -> miner.Recipe:
    """Two games a shard, hasty."""
    usual = {"games": 2, "nodes": 300, "slips": 6, "mates_in_one": 1.0, "ends": 3, "demands": DEMANDS}
    return miner.Recipe(miner.recipe_of(played), **{**usual, **changes})


def mine(played: Path, folder: Path, count: int = 6, **changes: Any) -> list[dict[str, Any]]:
    chosen = recipe(played, **changes)
    return list(miner.make(chosen, played, range(count), folder, Here()))


@pytest.fixture(scope="module")
def mined(played: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with six shards, judged."""
    folder = tmp_path_factory.mktemp("mined")
    mine(played, folder)
    list(judging.judge(folder, Here()))
    return folder


def finds(folder: Path) -> list[dict[str, Any]]:
    return [find for shard in miner.read(folder) for find in shard["finds"]]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.glob("shard-*.json"))}


def test_there_is_something_and_it_is_proven(mined: Path) -> None:
    found = finds(mined)
    assert len(found) >= 3
    assert {find["kind"] for find in found} <= {"mate", "advantage", "defence"}
    for find in found:
        board = Board(find["fen"])
        board.push_line(find["moves"])
        assert find["check"]["how"] == ("exhaustive" if find["kind"] == "mate" else "search")
        assert len(find["alternatives"]) == (len(find["moves"]) + 1) // 2
        assert find["alternatives"][0] == []
        if find["kind"] == "mate":
            assert not board.legal_moves
        else:
            assert find["check"]["gap"] >= DEMANDS.gap


def test_it_writes_down_its_yield(mined: Path) -> None:
    """Every candidate is counted, and every suspect is a find or was refused for a reason."""
    for shard in miner.read(mined):
        steps = [sum(shard[f"{step} by origin"].values()) for step in miner.STEPS]
        assert steps == sorted(steps, reverse=True)
        assert steps[2] == len(shard["finds"])
        assert steps[1] == len(shard["finds"]) + sum(shard["refused"].values())


@pytest.mark.slow
def test_shards_are_the_same_whoever_makes_them(played: Path, mined: Path, tmp_path: Path) -> None:
    with Workers(2).open() as pool:
        list(miner.make(recipe(played), played, range(6), tmp_path, pool))
    assert contents(tmp_path) == contents(mined)


def test_a_folder_holds_one_recipe(played: Path, mined: Path) -> None:
    with pytest.raises(LabError, match="another recipe"):
        mine(played, mined, 1, seed=2)


def test_positions_are_needed(tmp_path: Path) -> None:
    with pytest.raises(LabError, match="has no positions of self-play"):
        miner.recipe_of(tmp_path)


def test_only_missing_shards_are_made(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "puzzles"
    command = ["puzzles", "mine", str(folder), "--positions", str(played), "--games", "1"]
    command += ["--shards", "1", "--workers", "1"]
    assert main(command) == 0
    assert "0 shards were there before" in capsys.readouterr().out
    before = miner.shards(folder).file(0).stat()
    assert main(command) == 0
    assert "0 puzzles from 0 games; 1 shards were there before" in capsys.readouterr().out
    assert miner.shards(folder).file(0).stat() == before


@pytest.mark.slow
def test_a_worker_that_dies_in_the_middle_costs_nothing(played: Path, mined: Path, tmp_path: Path) -> None:
    """The worker is killed once the first shard is written, when the others are under way or waiting."""
    numbers = range(6)
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        results = miner.make(recipe(played), played, numbers, tmp_path, Dask(client))
        made = [next(results)]
        workers = client.run(os.getpid)
        os.kill(next(iter(workers.values())), signal.SIGKILL)
        made += results
    assert len(made) == len(numbers)
    assert miner.shards(tmp_path).missing(len(numbers)) == []
    there = contents(tmp_path)
    assert {name: there[name] for name in contents(mined)} == contents(mined)
    every = [json.dumps(shard) for shard in made]
    assert len(set(every)) == len(every)


# --- What becomes of it -------------------------------------------------------------------------------------


def test_judging_goes_on_where_it_ended(mined: Path, tmp_path: Path) -> None:
    for path in mined.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    log = tmp_path / judging.LOG
    lines = log.read_text().splitlines(keepends=True)
    log.write_text("".join(lines[:2]) + lines[2][:10])  # interrupted while the second was written
    assert sum(judging.judge(tmp_path, Here())) == len(lines) - 2
    assert judging.efforts(tmp_path) == judging.efforts(mined)
    assert list(judging.judge(tmp_path, Here())) == []


ALL = publishing.Taste(mates=1000.0)
ANY = Demands(gap=0)


def test_published_puzzles_are_whole_and_keep_their_ids(mined: Path, tmp_path: Path) -> None:
    harvest = publishing.harvest([mined], taste=ALL, demands=ANY)
    assert harvest.puzzles
    found = harvest.yields["xiangqi"]
    assert found.mined["finds"].total() == found.finds.total() == len(finds(mined))
    assert found.finds[publishing.PUBLISHED] == len(harvest.puzzles)
    for puzzle in harvest.puzzles:
        validate(puzzle)
        assert puzzle.rating % 10 == 0
    publishing.publish(harvest.puzzles, tmp_path)
    assert sorted(publishing.published(tmp_path), key=by_id) == sorted(harvest.puzzles, key=by_id)
    # Mined twice, there is nothing new, and nothing changes its id.
    there = publishing.published(tmp_path)
    again = publishing.harvest([mined, mined], there, taste=ALL, demands=ANY)
    assert again.puzzles == there
    assert again.yields["xiangqi"].finds[publishing.PUBLISHED] >= 2 * len(there)


def test_the_commands_lead_from_finds_to_rated_puzzles(
    mined: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publishing, "harvest", partial(publishing.harvest, taste=ALL, demands=ANY))
    monkeypatch.setattr(tries, "MOST", 4)
    served, log = tmp_path / "served", tmp_path / "tries.jsonl"
    for action, *given in (
        ["judge", mined, "--workers", "1"],
        ["publish", mined, "--out", served],
        ["try", log, "--minutes", "0", "--served", served, "--workers", "1"],
        ["fit", log, "--served", served],
    ):
        assert main(["puzzles", action, *map(str, given)]) == 0
    (tried,) = tries.load(log)
    (puzzle,) = (each for each in publishing.published(served) if each.id == tried)
    assert puzzle.measured["tries"] == 4


def by_id(puzzle: Puzzle) -> str:
    return puzzle.id


def test_what_was_not_judged_is_not_published(played: Path, tmp_path: Path) -> None:
    mine(played, tmp_path)
    harvest = publishing.harvest([tmp_path])
    assert harvest.puzzles == []
    assert +harvest.yields["xiangqi"].finds == {"not judged yet": len(finds(tmp_path))}


def numbered(count: int) -> list[Puzzle]:
    line = (
        (Path(__file__).parents[3] / "web" / "puzzles" / "data" / "classical.jsonl")
        .read_text()
        .splitlines()[0]
    )
    (puzzle,) = loads(line)
    return [replace(puzzle, id=f"xq-{number:04}", rating=400 + number) for number in range(1, count + 1)]


def test_puzzles_that_cannot_be_read_are_not_lost(tmp_path: Path) -> None:
    """The file was written again without them, and their numbers could be given to others."""
    publishing.publish(numbered(4), tmp_path)
    file = tmp_path / "001.jsonl"
    file.write_text(file.read_text().replace("xq-0002", "no id", 1))
    with pytest.raises(LabError, match=r"001\.jsonl"):
        publishing.retire(tmp_path, {"xq-0004": "reason"})
    assert "xq-0004" in file.read_text()


def test_a_full_disk_costs_no_puzzle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files were replaced one by one: a puzzle on its way from one to another was in neither."""
    puzzles = numbered(publishing.FIRST_FILE + 2)
    publishing.publish(puzzles, tmp_path)
    write = Path.write_bytes

    def fail(path: Path, contents: bytes) -> int:
        if path.name.startswith("002"):
            raise OSError("no space left on device")
        return write(path, contents)

    before = {path.name: path.read_bytes() for path in tmp_path.glob("*.jsonl")}
    assert len(before) == 2
    monkeypatch.setattr(Path, "write_bytes", fail)
    with pytest.raises(OSError, match="no space"):
        publishing.publish([replace(each, rating=3000 - each.rating) for each in puzzles], tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.glob("*.jsonl")} == before


def test_a_puzzle_is_retired_once(tmp_path: Path) -> None:
    """Interrupted between the two files, it was noted again."""
    publishing.publish(numbered(2), tmp_path)
    before = (tmp_path / "001.jsonl").read_bytes()
    publishing.retire(tmp_path, {"xq-0002": "reason"})
    (tmp_path / "001.jsonl").write_bytes(before)
    publishing.retire(tmp_path, {"xq-0002": "reason"})
    assert [each["id"] for each in publishing.retired(tmp_path)] == ["xq-0002"]
    assert [each.id for each in publishing.published(tmp_path)] == ["xq-0001"]


def test_numbers_are_not_used_again(mined: Path, tmp_path: Path) -> None:
    publishing.publish(numbered(4), tmp_path)
    publishing.retire(tmp_path, {"xq-0004": "the engine prefers another move"})
    assert [each["id"] for each in publishing.retired(tmp_path)] == ["xq-0004"]
    there = publishing.published(tmp_path)
    assert len(there) == 3
    used = [each["id"] for each in publishing.retired(tmp_path)]
    found = publishing.harvest([mined], there, taste=ALL, demands=ANY, used=used).puzzles
    assert {puzzle.id for puzzle in found[:3]} == {puzzle.id for puzzle in there}
    assert found[3].id == "xq-0005"


def test_a_puzzle_that_is_there_is_not_added(mined: Path) -> None:
    puzzle = publishing.harvest([mined], taste=ALL, demands=ANY).puzzles[0]
    harvest = publishing.harvest([mined], [replace(puzzle, id="xq-0001")], taste=ALL, demands=ANY)
    assert sum(each.fen == puzzle.fen for each in harvest.puzzles) == 1


def test_mates_are_not_too_many(mined: Path) -> None:
    found = publishing.harvest([mined], taste=publishing.Taste(mates=0), demands=ANY)
    assert not any(puzzle.is_mate for puzzle in found.puzzles)
    mates = sum(find["kind"] == "mate" for find in finds(mined))
    assert found.yields["xiangqi"].finds["a mate, of which there are enough"] <= mates
    assert (
        found.yields["xiangqi"].finds[publishing.PUBLISHED] == len(found.puzzles) <= len(finds(mined)) - mates
    )


def test_the_first_file_is_small_and_has_all_ratings(tmp_path: Path) -> None:
    puzzles = numbered(500)
    files = publishing.files(puzzles)
    assert [len(part) for part in files.values()] == [60, 200, 200, 40]
    ratings = [puzzle.rating for puzzle in files["001"]]
    assert min(ratings) < 410
    assert max(ratings) > 880
    everything = [puzzle.id for part in files.values() for puzzle in part]
    assert sorted(everything) == [puzzle.id for puzzle in puzzles]


def test_a_file_holds_neighbours_by_rating() -> None:
    """So that a visitor needs few of them."""
    files = publishing.files(numbered(500))
    ends = [(part[0].rating, part[-1].rating) for name, part in files.items() if name != "001"]
    assert all(low <= high for low, high in ends)
    assert all(one[1] <= other[0] for one, other in pairwise(ends))


def test_files_of_a_larger_harvest_go(tmp_path: Path) -> None:
    (tmp_path / "classical.jsonl").write_text("kept")
    publishing.publish(numbered(300), tmp_path)
    assert (tmp_path / "003.jsonl").exists()
    publishing.publish(numbered(70), tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["001.jsonl", "002.jsonl", "classical.jsonl"]


# --- Images -------------------------------------------------------------------------------------------------

FEN = "2bakr3/4a4/2n6/p1p6/4p1R1p/3C5/P1P1P3P/4B1N2/2c1A4/c3KAB2 b - - 0 1"
MIRRORED = "3rkab2/4a4/6n2/6p1p/p1R1p4/5C3/P3P1P1P/2N1B4/4A1c2/2BAK3c b - - 0 1"
TURNED = "2bak3C/4a1C2/2n1b4/p3p1p1p/5c3/P1r1P4/6P1P/6N2/4A4/3RKAB2 w - - 0 1"


def test_images_have_one_name() -> None:
    name = canonical(FEN, ["c1c0"])
    assert canonical(MIRRORED, ["g1g0"]) == name
    assert canonical(TURNED, ["g8g9"]) == name
    assert canonical(FEN, ["c1d1"]) != name
    assert canonical(FEN.replace("P3P", "4P", 1), ["c1c0"]) != name


def test_images_with_an_en_passant_square_have_one_name() -> None:
    """The square stayed as it was when colours were exchanged, and nothing was mirrored."""
    name = canonical("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", ["e5d6"])
    assert canonical("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", ["e4d3"]) == name
    assert canonical("3k4/8/8/3Pp3/8/8/8/3K4 w - e6 0 1", ["d5e6"]) == name
    assert canonical("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", ["e5d6"]) != name


def test_images_with_castling_rights_have_one_name() -> None:
    """With colours exchanged, Black's rights came first."""
    name = canonical("4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1", ["a1a8"])
    assert canonical("r3k3/8/8/8/8/8/8/4K2R b Kq - 0 1", ["a8a1"]) == name
    assert canonical("3k3r/8/8/8/8/8/8/R2K4 w - - 0 1", ["a1a8"]) != name


# --- Ratings ------------------------------------------------------------------------------------------------


def test_harder_puzzles_are_rated_higher() -> None:
    easy = Effort(nodes=100, gap=400)
    hard = Effort(nodes=30_000, gap=400)
    assert rating(easy, ["mate", "mateIn1"], 1) < rating(hard, ["mate", "mateIn3"], 3)
    assert rating(easy, ["advantage"], 1) < rating(easy, ["advantage"], 2)
    assert rating(easy, ["advantage"], 2) < rating(easy, ["advantage", "sacrifice"], 2)
    assert rating(easy, ["hangingPiece"], 1) < rating(easy, ["mate", "mateIn1"], 1)
    assert rating(Effort(nodes=1, gap=400), ["hangingPiece"], 1) == LEAST
    assert rating(Effort(300_000, 400), ["quietMove", "sacrifice", "defence"], 9) <= 3000


# --- Positions known from elsewhere -------------------------------------------------------------------------


def test_known_mates_become_puzzles(tmp_path: Path) -> None:
    known = json.loads((Path(__file__).parents[2] / "data" / "mates" / "xiangqi.json").read_text())
    few = [each for each in known["positions"] if each["mate_in"] <= 2 or each["id"] == "mate_18"]
    file, out = tmp_path / "known.json", tmp_path / "out.jsonl"
    file.write_text(json.dumps({"positions": few}))
    assert main(["puzzles", "known", str(file), "--out", str(out)]) == 0
    puzzles = loads(out.read_text())
    assert [len(puzzle.alternatives) for puzzle in puzzles] == [each["mate_in"] for each in few]
    composed = puzzles[-1]
    assert composed.themes[-1] == "composition"
    assert composed.licence == "CC-PDM-1.0"


def test_a_wrong_distance_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "known.json"
    file.write_text(json.dumps({"positions": [{"fen": FEN, "mate_in": 2, "source": ""}]}))
    assert main(["puzzles", "known", str(file), "--out", str(tmp_path / "out.jsonl")]) == 1
    assert "this is not a mate in 2" in capsys.readouterr().err


def test_cannons_are_placed_where_a_rare_mate_has_them(played: Path, tmp_path: Path) -> None:
    """Five of 2,900 puzzles showed 天地炮, since such mates hardly come up in games."""
    mine(played, tmp_path, placed=6, demands=replace(DEMANDS, longest_mate=3))
    placed = [find for find in finds(tmp_path) if find["origin"] == "placed"]
    assert placed
    for find in placed:
        board = Board(find["fen"])
        cannon, far = ("C", 9) if board.turn == 0 else ("c", 0)
        squares = [at for at, piece in enumerate(board.placement) if piece == cannon]
        assert sorted(at // 9 == far for at in squares) == [False, True]
        assert any(at % 9 == 4 for at in squares)


def test_cannons_are_placed_in_xiangqi_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    list(generator.make(replace(SELFPLAY, game="chess"), 1, tmp_path / "played", Here()))
    command = ["puzzles", "mine", str(tmp_path / "mined"), "--positions", str(tmp_path / "played")]
    assert main([*command, "--placed", "2", "--workers", "1"]) == 1
    assert "these positions are of chess" in capsys.readouterr().err
