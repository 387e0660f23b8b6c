"""Binary files compared with cchess, an independent library of Xiangqi."""

import random
from collections.abc import Iterator
from pathlib import Path

from cannonfish.records import Game, binary, load, xqf
from cchess.move import Move
from cchess.read_cbr import read_from_cbl
from cchess.read_xqf import read_from_xqf

from tests.property.test_records_round_trip import random_game
from tests.unit.records.ccbridge_writer import Cbr, library


def random_games(count: int, plies: int) -> list[Game]:
    rng = random.Random(43)
    return [random_game(rng, plies, glyphs=False) for _ in range(count)]


def lines(game: Game) -> list[tuple[str, str]]:
    """Each move of a tree: the line to it, and its comment."""
    return sorted((" ".join(move.uci() for move in node.path()), node.comment) for node in game.descendants())


def theirs(first: Move | None) -> Iterator[tuple[str, str]]:
    waiting = [(first, "")] if first else []
    while waiting:
        move, line = waiting.pop()
        for sibling in [move, *(other for other in move.siblings_all_list if other is not move)]:
            to_move = f"{line} {sibling.to_iccs()}".strip()
            yield to_move, binary.plain_text(sibling.annote or "")
            if sibling.next_move:
                waiting.append((sibling.next_move, to_move))


def test_cchess_reads_the_xqf_files_that_are_written(tmp_path: Path) -> None:
    path = tmp_path / "game.xqf"
    count = 0
    for game in random_games(300, plies=10):
        path.write_bytes(xqf.dumps(game))
        read = read_from_xqf(path)
        assert sorted(theirs(read.first_move)) == lines(game)
        assert binary.plain_text(read.annote or "") == game.comment
        assert read.info["result"] == game.result
        assert read.init_board.to_fen().split() == game.start.fen().split()[:2] or not game.variations
        count += sum(not node.is_main() for node in game.descendants())
    assert count > 300, "moves in variations"


def test_cchess_reads_the_same_moves_of_a_library(tmp_path: Path) -> None:
    written = random_games(40, plies=20)
    data = library([Cbr(game, {180: str(at)}, seed=at) for at, game in enumerate(written)])
    path = tmp_path / "games.cbl"
    path.write_bytes(data)
    games = load(data)
    read = read_from_cbl(path)["games"]
    assert len(games) == len(read) == 40
    for ours, other in zip(games, read, strict=True):
        assert ours.errors == []
        assert other.info["title"] == ours.headers["Title"]
        assert sorted(line for line, _ in theirs(other.first_move)) == [line for line, _ in lines(ours)]
