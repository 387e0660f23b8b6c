"""Every shipped puzzle is right: checked again.

Mates: other code, an exhaustive search without tables, must find the same shortest length and the same right
moves; for short mates of chess, python-chess must agree as well.  Endings: the tables are solved anew, and
only one move may keep the result; other code verified the solver (``cannonfish_lab.endings.verifier``).  The
others: a longer search of the same engine, from scratch, must prefer each right move clearly, and in a puzzle
about winning the second best move must not win.  Half of the original demands are enough: a better evaluation
may judge slightly differently.  If it judges very differently, the puzzle has to go
(``python -m cannonfish_lab puzzles recheck`` finds such puzzles and takes them out).

A sample is looked at in every run.  All of them, or those of one file:

    python -m pytest -m slow tests/unit/lab/test_shipped_puzzles.py
    python -m pytest -m slow tests/unit/lab/test_shipped_puzzles.py -k 003
"""

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache, partial
from operator import ne
from pathlib import Path
from typing import Any

import chess
import pytest
from cannonfish import endings, kernel
from cannonfish.compiler import Execution, Source, instantiate, link, sources
from cannonfish.engine import Engine, Info, Limits
from cannonfish.games.catalogue import GAMES
from cannonfish.kernel import COMMON
from cannonfish_lab.puzzles import counting, publishing
from cannonfish_lab.puzzles.files import Puzzle, loads
from cannonfish_lab.puzzles.finder import canonical
from cannonfish_lab.puzzles.rating import GREATEST, LEAST
from cannonfish_lab.puzzles.tries import GOAL

Plain = Mapping[str, Execution]
"""Searches of mates, by game."""

PUZZLES = Path(__file__).parents[3] / "web" / "puzzles" / "data"
MATES_IN_SAMPLE = 40
OTHERS_IN_SAMPLE = 20
QUICK_MATE = 3
"""Longer ones are left to the slow run."""
NODES = 300_000
GAP = 125
UNCLEAR = 375
"""The most that the second best move may be worth where the right one wins: 250 and half as much again."""
SMALL_FEN = 36
"""Endings with so short a FEN are few pieces, whose table is solved in a second."""
HASH_MB = 4


@cache
def files() -> dict[str, tuple[Puzzle, ...]]:
    """The puzzles of every file, by its name."""
    return {file.stem: loads(file.read_text(encoding="utf-8")) for file in sorted(PUZZLES.glob("*.jsonl"))}


@cache
def shipped() -> tuple[Puzzle, ...]:
    return tuple(puzzle for puzzles in files().values() for puzzle in puzzles)


def mates(game: str) -> list[Puzzle]:
    found = (puzzle for puzzle in shipped() if puzzle.is_mate and puzzle.game == game)
    return sorted(found, key=lambda puzzle: puzzle.id)


def others(how: str) -> list[Puzzle]:
    found = (puzzle for puzzle in shipped() if not puzzle.is_mate and puzzle.check["how"] == how)
    return sorted(found, key=lambda puzzle: puzzle.id)


def sample(puzzles: list[Puzzle], count: int, is_quick: Callable[[Puzzle], bool]) -> list[object]:
    """Some of the quick ones, as parameters: chosen by their ids, so that new puzzles change little."""
    quick = [puzzle for puzzle in puzzles if is_quick(puzzle)]
    quick.sort(key=lambda puzzle: hashlib.blake2s(puzzle.id.encode()).digest())
    return [pytest.param(puzzle, id=puzzle.id) for puzzle in quick[:count]]


def positions(puzzle: Puzzle) -> Iterator[tuple[Any, int, set[str]]]:
    """Where the solver is to move: the position, how many of its moves are left, the right ones."""
    board = puzzle.board()
    for ply, move in enumerate(puzzle.moves):
        if ply % 2 == 0:
            number = ply // 2
            yield board, len(puzzle.alternatives) - number, {move, *puzzle.alternatives[number]}
        board.push_uci(move)


@pytest.fixture(scope="module")
def plain() -> Iterator[Plain]:
    text = (Path(__file__).parent / "plain_mates.py").read_text()
    ours = Source("plain_mates.py", "plain_mates", text)
    found = {
        game: instantiate(link([*sources("cannonfish.kernel", (*files, *COMMON)), ours], settings))
        for game, files, settings in (
            ("chess", kernel.chess.RULES, {"STALEMATE_WINS": 0}),
            ("xiangqi", kernel.xiangqi.RULES, {}),
        )
    }
    yield found
    for execution in found.values():
        execution.close()


def right_moves(plain: Plain, game: str, board: Any, length: int) -> set[str]:
    """The moves that mate in so many moves or fewer."""
    rules = GAMES[game].rules
    rules.set_position(plain[game], board.position)
    return {
        move.uci()
        for move in board.legal_moves
        if plain[game].call("mates_by", board.turn, rules.encode(move), length, 0)
    }


@pytest.mark.parametrize(
    "puzzle",
    sample(mates("xiangqi"), MATES_IN_SAMPLE, lambda puzzle: len(puzzle.alternatives) <= QUICK_MATE),
)
def test_a_mate_is_forced_shortest_and_its_right_moves_are_all(puzzle: Puzzle, plain: Plain) -> None:
    check_mate(puzzle, plain)


def check_mate(puzzle: Puzzle, plain: Plain) -> None:
    assert puzzle.check["how"] == "exhaustive"
    assert puzzle.check["depth"] == len(puzzle.moves)
    for board, left, right in positions(puzzle):
        assert right_moves(plain, puzzle.game, board, left) == right
        if left > 1:
            assert right.isdisjoint(right_moves(plain, puzzle.game, board, left - 1))


@pytest.mark.parametrize("puzzle", sample(mates("chess"), 10, lambda puzzle: len(puzzle.alternatives) <= 2))
def test_a_mate_of_chess_is_forced_shortest_by_other_rules_too(puzzle: Puzzle, plain: Plain) -> None:
    check_mate(puzzle, plain)
    for position, left, right in positions(puzzle):
        board = chess.Board(position.fen())
        assert {move.uci() for move in board.legal_moves if mates_by(board, move, left)} == right
        if left > 1:
            assert not any(mates_by(board, move, left - 1) for move in board.legal_moves)


def mates_by(board: chess.Board, move: chess.Move, count: int) -> bool:
    """Whether the move mates within so many moves, itself among them."""
    board.push(move)
    try:
        if board.is_checkmate():
            return True
        if count == 1 or not any(board.legal_moves):
            return False
        return all(any_mates(board, reply, count - 1) for reply in list(board.legal_moves))
    finally:
        board.pop()


def any_mates(board: chess.Board, reply: chess.Move, count: int) -> bool:
    board.push(reply)
    try:
        return any(mates_by(board, move, count) for move in list(board.legal_moves))
    finally:
        board.pop()


@pytest.mark.parametrize("puzzle", sample(others("table"), 12, lambda puzzle: len(puzzle.fen) < SMALL_FEN))
def test_one_move_alone_keeps_the_result_of_an_ending(puzzle: Puzzle) -> None:
    check_ending(puzzle)


def check_ending(puzzle: Puzzle) -> None:
    base = solved(puzzle.source.split()[-1])
    for board, _, right in positions(puzzle):
        values = base.values(board)
        assert values is not None
        best = max(value.result for value in values.values())
        assert best == puzzle.check["result"]
        assert {move.uci() for move, value in values.items() if value.result == best} == right


@lru_cache(maxsize=1)
def solved(name: str) -> endings.Tablebase:
    tables: dict[str, endings.Table] = {}
    endings.solve(name, store=tables)
    return endings.Tablebase(tables)


@pytest.fixture(scope="module")
def engines() -> Iterator[dict[str, Engine]]:
    engines = {game: Engine(game, hash_mb=HASH_MB) for game in ("xiangqi", "chess")}
    yield engines
    for engine in engines.values():
        engine.close()


@pytest.mark.parametrize("puzzle", sample(others("search"), OTHERS_IN_SAMPLE, lambda _: True))
def test_the_right_move_is_better_by_far(puzzle: Puzzle, engines: dict[str, Engine]) -> None:
    check_lead(puzzle, engines)


def check_lead(puzzle: Puzzle, engines: dict[str, Engine]) -> None:
    engine = engines[puzzle.game]
    assert puzzle.check["how"] == "search"
    for board, _, right in positions(puzzle):
        lines: dict[int, Info] = {}
        engine.new_game()
        engine.position(" ".join([*board.fen().split()[:4], "0 1"]))
        engine.go(Limits(nodes=NODES, multipv=2), partial(note, lines))
        assert {lines[1].pv[0].uci()} == right
        assert worth(lines[1]) - worth(lines[2]) >= GAP
        if "advantage" in puzzle.themes:
            assert worth(lines[2]) <= UNCLEAR


def note(lines: dict[int, Info], info: Info) -> None:
    lines[info.multipv] = info


def worth(info: Info) -> int:
    """The score as one number."""
    if info.score.mate is None:
        return info.score.centipawns()
    return (30_000 if info.score.mate > 0 else -30_000) - info.score.mate


@pytest.mark.slow
@pytest.mark.parametrize("name", files())
def test_every_puzzle_of_a_file_is_right(name: str, plain: Plain, engines: dict[str, Engine]) -> None:
    wrong = {}
    # Those of one ending together: it is solved once.
    for puzzle in sorted(files()[name], key=lambda each: each.source):
        try:
            if puzzle.is_mate:
                check_mate(puzzle, plain)
            elif puzzle.check["how"] == "table":
                check_ending(puzzle)
            else:
                check_lead(puzzle, engines)
        except AssertionError as error:
            wrong[puzzle.id] = str(error)
    assert not wrong


def test_there_are_enough_of_all_kinds() -> None:
    for game, count in (("xiangqi", 5000), ("chess", 1300)):
        ours = [puzzle for puzzle in shipped() if puzzle.game == game]
        assert len(ours) >= count
        assert sum(not puzzle.is_mate for puzzle in ours) >= len(ours) / 3
    turns = [puzzle.fen.split()[1] for puzzle in shipped()]
    assert min(turns.count("w"), turns.count("b")) >= 300
    assert min(puzzle.rating for puzzle in shipped()) < 600
    assert max(puzzle.rating for puzzle in shipped()) > 2200


def test_every_rating_is_measured() -> None:
    """With an error below 75, unless the puzzle stands at an end of the scale."""
    ends = (LEAST, GREATEST)
    unsure = {
        puzzle.id
        for puzzle in shipped()
        if not puzzle.measured or (puzzle.measured["error"] > GOAL and puzzle.rating not in ends)
    }
    assert unsure == set()


def themes(game: str) -> Counter[str]:
    """How many puzzles of the game have each theme."""
    return Counter(theme for puzzle in shipped() if puzzle.game == game for theme in puzzle.themes)


def test_thirty_themes_of_xiangqi_have_forty_puzzles() -> None:
    assert sum(count >= 40 for count in themes("xiangqi").values()) >= 30


def test_every_course_has_twenty_puzzles() -> None:
    text = (PUZZLES.parent / "courses.js").read_text(encoding="utf-8")
    courses = re.findall(r"'(\w+)',", text.partition("COURSES = ")[2].partition("]")[0])
    assert len(courses) == 12
    counts = themes("xiangqi")
    assert {name: counts[name] for name in courses if counts[name] < 20} == {}


def test_the_readme_gives_the_counts() -> None:
    """``python -m cannonfish_lab puzzles publish`` writes them."""
    assert counting.is_fresh(PUZZLES, "counts", counting.counts(PUZZLES))


def test_ids_are_given_once() -> None:
    ids = [puzzle.id for puzzle in shipped()]
    ids += [puzzle.formerly for puzzle in shipped() if puzzle.formerly]
    ids += [each[key] for each in publishing.retired(PUZZLES) for key in ("id", "formerly") if key in each]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"(xq|ch)-\d{4}|c\d{5}", puzzle.id) for puzzle in shipped())


def test_every_puzzle_of_version_0_1_is_found_or_retired(data: Path) -> None:
    old = set((data / "puzzles" / "version-0.1-ids.txt").read_text(encoding="utf-8").split())
    assert len(old) == 1039
    found = {id_ for puzzle in shipped() for id_ in (puzzle.id, puzzle.formerly)}
    gone = {id_ for each in publishing.retired(PUZZLES) for id_ in (each["id"], each.get("formerly"))}
    assert old - found == old & gone


def test_no_two_puzzles_are_images_of_each_other() -> None:
    seen: dict[str, str] = {}
    for puzzle in (each for each in shipped() if each.game == "xiangqi"):
        rows, turn = puzzle.fen.split()[:2]
        if turn == "b":
            rows = "/".join(row[::-1] for row in reversed(rows.split("/"))).swapcase()
        mirror = "/".join(row[::-1] for row in rows.split("/"))
        key = min(rows, mirror)
        assert seen.setdefault(key, puzzle.id) == puzzle.id


def test_no_two_puzzles_differ_by_one_piece() -> None:
    """With the same first move, and up to mirror images and exchanged colours.

    Twelve pairs of mirror images were overlooked: of each position only one of its images was compared.
    """
    alike: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for puzzle in shipped():
        both = publishing.images(canonical(puzzle.fen, puzzle.moves))
        for points, move in both:
            for id_, other in alike.get((puzzle.game, move), ()):
                assert sum(map(ne, points, other)) >= 4, f"{puzzle.id} and {id_}"
        for points, move in both:
            alike.setdefault((puzzle.game, move), []).append((puzzle.id, points))
