"""The results of book moves: games from the book, counted and stored with it."""

import re
from importlib.resources import files
from pathlib import Path

import pytest
from cannonfish.games import opening_results
from cannonfish.games.catalogue import GAMES
from cannonfish.games.opening_results import Results, load_results
from cannonfish.matches.game import Adjudication
from cannonfish_lab.__main__ import main
from cannonfish_lab.book.results import Recipe, count, openings_of, play_game, run
from cannonfish_lab.errors import LabError
from cannonfish_lab.jobs import Here

QUICK = Recipe(nodes=50, adjudication=Adjudication(max_plies=6))
WITH_BOOK = [name for name, game in GAMES.items() if game.openings is not None]


def test_a_game_follows_the_book_to_its_end_and_is_the_same_again() -> None:
    record = play_game((QUICK, 3))
    board = GAMES["xiangqi"].new_board(None)
    openings = openings_of("xiangqi")
    for text in record["book"].split():
        assert text in [move.uci() for move, _ in openings.moves(board)]
        board.push_uci(text)
    assert openings.moves(board) == []
    assert play_game((QUICK, 3)) == record
    assert play_game((QUICK, 4)) != record


def test_a_log_is_continued(tmp_path: Path) -> None:
    log = tmp_path / "games.jsonl"
    first = list(run(QUICK, 2, log, Here()))
    more = list(run(QUICK, 4, log, Here()))
    assert more[:2] == first
    assert [record["number"] for record in more] == [0, 1, 2, 3]
    with pytest.raises(LabError, match="belongs to something else"):
        list(run(Recipe(nodes=60, adjudication=QUICK.adjudication), 4, log, Here()))


def test_results_count_for_every_book_move_and_its_mirror_image() -> None:
    records = [
        {"book": "h2e2 h9g7", "result": "1-0"},
        {"book": "b2e2 b9c7", "result": "1/2-1/2"},
        {"book": "h2e2 h7e7", "result": "0-1"},
    ]
    counted = count("xiangqi", records)
    start, central, replied = place(""), place("h2e2", "h9g7"), place("h2e2", "h7e7")
    assert counted == {
        start[0]: {start[1]: Results(1, 1, 1)},
        central[0]: {central[1]: Results(1, 1, 0), replied[1]: Results(0, 0, 1)},
    }
    assert place("", "b2e2") == start
    assert place("b2e2", "b9c7") == central


def place(moves: str, move: str = "h2e2") -> tuple[str, str]:
    board = GAMES["xiangqi"].new_board(None)
    board.push_line(moves.split())
    return openings_of("xiangqi").place(board, board.parse(move))


def test_the_command_writes_what_the_engine_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    written = tmp_path / "results.txt"
    arguments = ["--game", "chess", "--games", "2", "--nodes", "20", "--workers", "1", "--file", str(written)]
    assert main(["book-results", str(tmp_path / "log.jsonl"), *arguments]) == 0
    assert "2 games" in capsys.readouterr().out
    monkeypatch.setattr(opening_results.pkgutil, "get_data", lambda *_: written.read_bytes())
    load_results.cache_clear()
    try:
        board = GAMES["chess"].new_board(None)
        openings = openings_of("chess")
        found = [openings.results(board, move) for move, _ in openings.moves(board)]
    finally:
        load_results.cache_clear()
    assert sum(sum(results) for results in found if results is not None) == 2


def test_a_game_without_a_book_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["book-results", str(tmp_path / "log"), "--game", "liuzichong", "--workers", "1"]) == 1
    assert "liuzichong has no opening book" in capsys.readouterr().err


@pytest.mark.parametrize("game", WITH_BOOK)
def test_the_shipped_results_are_those_of_the_games_that_the_file_names(game: str) -> None:
    text = (files(f"cannonfish.games.{game}") / "results.txt").read_text(encoding="utf-8")
    named = re.search(r"--games (\d+)", text)
    assert named is not None
    board = GAMES[game].new_board(None)
    openings = openings_of(game)
    # By place: a move and its mirror image share their results.
    found = {openings.place(board, move): openings.results(board, move) for move, _ in openings.moves(board)}
    assert sum(sum(results) for results in found.values() if results is not None) == int(named[1])
