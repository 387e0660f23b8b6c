"""The opening library: names deserved by the moves, good moves by position, transpositions, mirror images."""

import json
import re
from importlib.resources import files
from pathlib import Path

import cannonfish.games
import pytest
from cannonfish.games.xiangqi import STARTING_FEN, Board
from cannonfish.games.xiangqi.openings import _entries, book_moves, opening_of, position_key
from cannonfish_lab.__main__ import main
from cannonfish_lab.book.maker import TOLERATED, Library, Recipe, Searched, named_lines, weigh
from cannonfish_lab.commands.book import FILES
from cannonfish_lab.errors import LabError
from cannonfish_lab.jobs import Here

REFUSED = {
    "兵五进一",
    "帅五进一",
    "车一进一",
    "炮二平五 马8进7 马二进三 炮8平9 车一平二 车9平8",
}
"""Moves of named lines that lose half a pawn or more."""


def played(moves: str, fen: str = STARTING_FEN) -> Board:
    board = Board(fen)
    for move in moves.split():
        board.push(board.parse(move))
    return board


def mirrored(uci: str) -> str:
    files = dict(zip("abcdefghi", "ihgfedcba", strict=True))
    return "".join(files.get(letter, letter) for letter in uci)


def name(board: Board) -> str | None:
    opening = opening_of(board)
    return None if opening is None else opening.chinese


def test_there_are_openings_enough() -> None:
    named = {entry.opening for entry in _entries().values() if entry.opening is not None}
    assert len(named) >= 60
    assert (
        len({opening.chinese for opening in named})
        == len({opening.english for opening in named})
        == len(named)
    )
    assert sum(bool(entry.moves) for entry in _entries().values()) >= 3000


@pytest.mark.parametrize("game", FILES)
def test_no_move_of_the_library_loses_half_a_pawn(game: str) -> None:
    for line in shipped(game).splitlines():
        losses = [int(loss) for loss in re.findall(r"=(\d+)", line.partition("|")[0])]
        assert losses == sorted(losses), line
        assert not losses or (losses[0] == 0 and losses[-1] < TOLERATED), line


def shipped(game: str) -> str:
    """The file of a game's library."""
    return (files(cannonfish.games) / game / FILES[game]).read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("game", FILES)
def test_the_shipped_library_is_what_its_log_says(game: str, tmp_path: Path) -> None:
    searches = (files("cannonfish_lab.book") / f"{game}.jsonl").read_bytes()
    file, log = tmp_path / FILES[game], tmp_path / "log.jsonl"
    log.write_bytes(searches)
    assert main(["book", str(file), "--game", game, "--log", str(log), "--workers", "1"]) == 0
    assert file.read_text(encoding="utf-8") == shipped(game)
    assert log.read_bytes() == searches, "no search is missing"


def test_no_main_line_of_a_named_opening_is_missing() -> None:
    """A move may be missing only where the search says that it loses half a pawn."""
    refused = set()
    for each in named_lines():
        board = Board()
        words = []
        for text in each.moves:
            known = book_moves(board)
            assert known, (each.opening.chinese, board.fen())
            move = board.parse(text)
            words.append(board.chinese(move))
            if move not in [one for one, _ in known]:
                refused.add(" ".join(words))
            board.push(move)
    assert refused == REFUSED


def test_a_club_player_finds_his_main_line() -> None:
    """Bug: after 3.车一平二 the library had five moves, but not 马2进3, and 车二进六 was missing, too."""
    board = Board()
    moves = "炮二平五 马8进7 马二进三 车9平8 车一平二 马2进3 兵七进一 卒7进1 车二进六 炮8平9"
    for text in moves.split():
        move = board.parse(text)
        assert move in [known for known, _ in book_moves(board)], text
        board.push(move)
    assert name(board) == "中炮过河车对屏风马"


@pytest.mark.parametrize(
    "moves",
    [
        "炮二平五 马8进7 马二进三 马2进3 车一平二 车9平8",
        "炮二平五 马2进3 马二进三 马8进7 车一平二 车9平8",
        "炮八平五 马2进3 马八进七 车1平2 车九平八 马8进7",
    ],
)
def test_other_orders_of_moves_are_in_the_library_from_where_they_meet_a_line(moves: str) -> None:
    board = played("炮二平五 马8进7 马二进三 车9平8 车一平二 马2进3")
    assert len(book_moves(played(moves))) == len(book_moves(board)) > 1


def test_the_shipped_names_are_those_of_the_lines() -> None:
    """Every line that was named by hand can be played, and ends where its name is found."""
    lines = named_lines()
    for each in lines:
        board = Board()
        board.push_line(each.moves)
        assert opening_of(board) == each.opening
        each.opening.traditional.encode("big5")  # no simplified character is left
    shipped = {entry.opening for entry in _entries().values() if entry.opening is not None}
    assert shipped == {each.opening for each in lines}


@pytest.mark.parametrize(
    ("moves", "opening"),
    [
        ("", None),
        ("h2e2", "中炮"),
        ("b2e2", "中炮"),
        ("h2e2 h9g7 h0g2 b9c7", "中炮对屏风马"),
        ("h2e2 b9c7 h0g2 h9g7", "中炮对屏风马"),
        ("b2e2 b9c7 b0c2 a9b9 a0b0 h9g7", "中炮对屏风马"),
        ("h0g2 a9a8", "起马局"),
        ("h2e2 h7e7", "顺炮"),
        ("h2e2 b7e7", "列炮"),
        ("h2e2 h7e7 i0i1", "顺炮"),
        ("g0e2 g9e7", "顺相局"),
        ("c3c4 g6g5 h2g2", "对兵转兵底炮"),
    ],
)
def test_names(moves: str, opening: str | None) -> None:
    board = Board()
    board.push_line(moves.split())
    assert name(board) == opening


def test_a_mirrored_game_has_the_same_name() -> None:
    for each in named_lines():
        board = Board()
        board.push_line(map(mirrored, each.moves))
        assert opening_of(board) == each.opening


def test_a_game_keeps_the_last_name_that_it_had() -> None:
    board = played("炮二平五 炮8平5")
    board.push_line(["a0a1", "a9a8"] + ["a1a0", "a8a9", "a0a1", "a9a8"] * 8)
    assert name(board) == "顺炮"


def test_a_position_is_no_game() -> None:
    board = played("炮二平五")
    assert opening_of(Board(board.fen())) is None
    assert opening_of(Board(STARTING_FEN.replace(" w ", " b "))) is None


def test_book_moves_are_legal_and_mirror() -> None:
    board, mirror = Board(), Board()
    for text in ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7", "c3c4", "g6g5", "h0h6"]:
        moves = book_moves(board)
        assert all(board.is_legal(move) for move, _ in moves)
        assert [weight for _, weight in moves] == sorted((weight for _, weight in moves), reverse=True)
        other = {(mirrored(move.uci()), weight) for move, weight in book_moves(mirror)}
        if board.placement != mirror.placement:
            assert other == {(move.uci(), weight) for move, weight in moves}
        board.push_uci(text)
        mirror.push_uci(mirrored(text))


def test_the_key_tells_sides_apart_and_mirror_images_together() -> None:
    board, mirror = Board(), Board()
    board.push_uci("h2e2")
    mirror.push_uci("b2e2")
    key, is_mirrored = position_key(board.placement, board.turn)
    assert position_key(mirror.placement, mirror.turn) == (key, not is_mirrored)
    assert position_key(board.placement, board.turn.other)[0] != key


def test_outside_of_the_book_there_are_no_moves() -> None:
    assert book_moves(Board("3k5/9/9/9/9/9/9/9/R8/4K4 w")) == []


LINES = "中炮 | Central Cannon | Pháo đầu | 炮二平五\n顺炮 | Same | Thuận pháo | 炮二平五 炮8平5\n"


def library(positions: int, log: Path, nodes: int = 300) -> Library:
    made = Library(Recipe(nodes=nodes), named_lines(LINES))
    list(made.search(positions, log, Here()))
    return made


def test_a_library_is_the_same_again_and_goes_on_from_its_log(tmp_path: Path) -> None:
    entries = library(9, tmp_path / "whole.jsonl").entries()
    assert {entry.opening.chinese for entry in entries.values() if entry.opening} == {"中炮", "顺炮"}
    assert sum(bool(entry.losses) for entry in entries.values()) == 9
    library(4, tmp_path / "parts.jsonl")
    assert library(9, tmp_path / "parts.jsonl").entries() == entries
    assert sorted((tmp_path / "parts.jsonl").read_text().splitlines()) == sorted(
        (tmp_path / "whole.jsonl").read_text().splitlines()
    )


def test_a_larger_number_of_nodes_repeats_the_searches(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    library(3, log)
    deeper = library(2, log, nodes=400)
    assert [search.nodes for search in deeper.searched.values()] == [400, 400]
    assert sorted(search.nodes for search in library(3, log).searched.values()) == [300, 400, 400]


def test_a_move_is_worth_what_the_position_after_it_is_worth() -> None:
    """A named move that the search did not even list belongs to the library, unless it loses too much."""
    made = Library(Recipe(), named_lines(LINES))
    start, central, same = (key(moves) for moves in ("", "炮二平五", "炮二平五 炮8平5"))
    made.searched = {
        start: Searched(500, {"c3c4": 10}),
        central: Searched(500, {"h9g7": -5}),
        same: Searched(500, {"h0g2": 30}),
    }
    entries = made.entries()
    assert entries[start].losses == {"c3c4": 0, "b2e2": 5}
    assert entries[central].losses == {"h9g7": 0, "b7e7": 25}  # of the mirror image
    made.searched[same] = Searched(500, {"h0g2": 60})
    assert made.entries()[central].refused == {"b7e7": 55}
    assert [text.split(": ")[1] for text in made.refusals(made.entries())] == ["b7e7 loses 55 centipawns"]


def test_a_move_of_a_named_line_is_refused_after_deeper_searches_only(tmp_path: Path) -> None:
    """A tenth of the nodes refused the Marshall Attack and the Breyer Defence."""
    searches = {"": {"c3c4": 10}, "炮二平五": {"h9g7": -5}, "炮二平五 炮8平5": {"h0g2": 260}}
    head, log = Recipe(nodes=1000).head(), tmp_path / "log.jsonl"
    records = [{"key": key(moves), "nodes": 1000, "moves": scores} for moves, scores in searches.items()]
    log.write_text("".join(json.dumps(each) + "\n" for each in [head, *records]))
    made = library(3, log, nodes=1000)
    assert made.entries()[key("炮二平五")].losses.keys() >= {"b7e7"}
    deeper = [json.loads(line) for line in log.read_text().splitlines()[4:]]
    assert {(each["key"], each["nodes"]) for each in deeper} == {
        (key(moves), 10_000) for moves in ("炮二平五", "炮二平五 炮8平5")
    }


def test_a_search_of_fewer_nodes_does_not_overrule_one_of_more() -> None:
    made = Library(Recipe(), named_lines(LINES))
    start, central = key(""), key("炮二平五")
    made.searched = {
        start: Searched(500, {"c3c4": 10, "b2e2": 8}),
        central: Searched(100, {"h9g7": 90}),
    }
    assert made.entries()[start].losses == {"c3c4": 0, "b2e2": 2}


def key(moves: str) -> str:
    board = played(moves)
    return position_key(board.placement, board.turn)[0]


def test_the_command_writes_the_library(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, log = tmp_path / "openings.txt", tmp_path / "log.jsonl"
    arguments = ["--positions", "3", "--nodes", "200", "--log", str(log), "--workers", "1"]
    assert main(["book", str(file), *arguments]) == 0
    lines = file.read_text(encoding="utf-8").splitlines()
    assert sum("=0" in line for line in lines) == 3
    assert "3 positions with moves" in capsys.readouterr().out


def test_shares_fall_by_half_with_every_few_centipawns() -> None:
    shares = dict(weigh({"a": 10, "b": 2, "c": -100}))
    assert list(shares) == ["a", "b"]
    assert shares["a"] == pytest.approx(2 * shares["b"])


def test_a_line_that_cannot_be_played_is_named() -> None:
    with pytest.raises(LabError, match="line 2"):
        named_lines("# comment\n坏 | Bad | Hỏng | 炮二平五 炮2进8\n")
