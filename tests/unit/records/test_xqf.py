"""XQF: the published example, scrambled versions of our own making, and broken files."""

import random
from pathlib import Path

import pytest
from cannonfish import records
from cannonfish.errors import InvalidRecordError
from cannonfish.games.chess import Board as ChessBoard
from cannonfish.games.xiangqi import Board, Move
from cannonfish.records import Game, binary, source, xqf

from tests.unit.records.shapes import main_line, shape
from tests.unit.records.xqf_writer import Xqf, annotated_game

PUBLISHED = Path(__file__).parents[2] / "data" / "records" / "published.xqf"
ENDGAME = "3k5/4a4/9/9/9/9/9/4B4/4R4/5K3 w - - 0 1"
BLACK_FIRST = "4k4/9/9/9/2b3r2/9/9/9/9/3KN4 b - - 0 1"


def random_keys(rng: random.Random) -> dict[str, bytes | int]:
    numbers = [rng.randrange(256) for _ in range(3)]
    total = -sum(numbers) & 0xFF
    return {
        "numbers": bytes([total, *numbers]),
        "mask": rng.randrange(256),
        "last": bytes(rng.randrange(256) for _ in range(4)),
    }


def test_the_authors_published_example() -> None:
    game = xqf.load(PUBLISHED.read_bytes())
    assert game.errors == []
    assert game.headers == {
        "Result": "0-1",
        "Title": "仙人指路对起马局",
        "Event": '"中立杯"象棋电视快棋赛',
        "Date": "1997.11.16",
        "Site": "北京",
        "Red": "柳大华",
        "Black": "吕  钦",
        "Annotator": "刘殿中",
        "Author": "过河象",
    }
    assert main_line(game) == (
        "c3c4 h9g7 g3g4 b7c7 c0e2 b9a7 b0c2 a9b9 a0b0 b9b5 b2a2 b5h5 h2h7 c7h7 h0g2 i9h9"
    )
    assert "1. 兵七进一 马8进7 2. 兵三进一 炮2平3 3. 相七进五 马2进1 4. 马八进七" in records.pgn.dumps(game)


@pytest.mark.parametrize("version", [10, 11, 12, 15, 18])
@pytest.mark.parametrize("seed", range(3))
def test_every_version_is_read_with_any_keys(version: int, seed: int) -> None:
    rng = random.Random(100 * version + seed)
    game = annotated_game()
    game.headers |= {"Title": "测试", "Result": "1/2-1/2"}
    keys = random_keys(rng) if version > 10 else {}
    file = Xqf(game, version, texts={0x50: "测试"}, result=3, **keys)  # type: ignore[arg-type]
    back = xqf.load(file.data())
    assert back.errors == []
    assert shape(back) == shape(game)


@pytest.mark.parametrize("fen", [ENDGAME, BLACK_FIRST])
def test_other_positions_and_black_to_move(fen: str) -> None:
    game = annotated_game(fen)
    assert shape(xqf.load(Xqf(game).data())) == shape(game)


def test_records_load_knows_a_file_by_its_first_bytes() -> None:
    (game,) = records.load(PUBLISHED.read_bytes())
    assert game.headers["Red"] == "柳大华"


# --- writing ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fen", [Board().fen(), ENDGAME, BLACK_FIRST])
def test_a_game_that_was_written_is_read_alike(fen: str) -> None:
    game = annotated_game(fen)
    game.headers |= {"Title": "测试", "Red": "胡荣华", "Date": "1997.11.??", "Result": "0-1"}
    back = xqf.load(xqf.dumps(game))
    assert back.errors == []
    assert shape(back) == shape(game)


def test_the_published_example_is_written_byte_by_byte() -> None:
    data = PUBLISHED.read_bytes()
    differing = [at for at, byte in enumerate(xqf.dumps(xqf.load(data))) if byte != data[at]]
    assert all(0x110 <= at < 0x120 or at in range(0x403, len(data), 8) for at in differing), (
        "date, unused bytes"
    )


def test_a_repeated_last_move_does_not_continue_the_main_line() -> None:
    (game,) = records.loads("h2e2 h9g7 (h9g7 h0g2) *")
    back = xqf.load(xqf.dumps(game))
    assert [move.uci() for move in back.mainline_moves()] == ["h2e2", "h9g7"]
    assert shape(back)["moves"] == shape(game)["moves"]


def test_the_side_to_move_is_kept_without_moves() -> None:
    assert xqf.load(xqf.dumps(Game(Board(BLACK_FIRST)))).start.fen() == BLACK_FIRST


def test_long_names_are_cut_between_characters() -> None:
    game = Game(headers={"Red": "阿卜杜热合曼·买买提", "Title": "x" * 100_000, "Site": "a" + "𠀀" * 5})
    back = xqf.load(xqf.dumps(game))
    assert (back.headers["Red"], len(back.headers["Title"])) == ("阿卜杜热合曼·", 63)
    assert back.headers["Site"] == "a𠀀𠀀𠀀", "characters of four bytes"


def test_the_players_may_be_white_and_black() -> None:
    back = xqf.load(xqf.dumps(Game(headers={"White": "甲", "Black": "乙"})))
    assert (back.headers["Red"], back.headers["Black"]) == ("甲", "乙")


def test_what_the_format_lacks_is_left_out_but_for_comments_before_a_move() -> None:
    game = Game(headers={"Round": "3"})
    node = game.add_variation(Move.from_uci("h2e2"), "炮")
    node.starting_comment, node.nags, node.clock = "\ud800", {1}, 5000
    back = xqf.load(xqf.dumps(game))
    assert shape(back)["moves"] == [("h2e2", "", "?\n炮", [])]
    assert back.headers == {"Result": "*"}


def test_other_games_are_refused() -> None:
    with pytest.raises(InvalidRecordError) as caught:
        xqf.dumps(Game(ChessBoard()))
    assert caught.value.reason == "format"


# --- what is wrong ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "magic"),
        (b"PK\x03\x04", "magic"),
        (b"XQ\x0a", "truncated"),
        (PUBLISHED.read_bytes()[:0x3FF], "truncated"),
        (PUBLISHED.read_bytes().replace(b"\x50\x46", b"\x50\x50", 1), "pieces"),
        (b"XQ\x0a" + b"\xff" * 0x500, "invalid_fen"),
    ],
)
def test_broken_header_is_refused(data: bytes, reason: str) -> None:
    with pytest.raises(InvalidRecordError) as caught:
        xqf.load(data)
    assert caught.value.reason == reason
    assert str(caught.value).startswith("byte ")


def test_tree_that_breaks_off_is_read_as_far_as_it_goes() -> None:
    data = PUBLISHED.read_bytes()
    whole = main_line(xqf.load(data)).split()
    for length in range(0x400, len(data)):
        game = xqf.load(data[:length])
        (error,) = game.errors
        assert error.reason == "truncated"
        read = main_line(game).split()
        assert read == whole[: len(read)]
        assert len(read) == max((length - 0x408) // 8, 0)


def test_illegal_move_ends_its_line_and_is_located() -> None:
    data = bytearray(PUBLISHED.read_bytes())
    data[0x411] = 0x63 + 1
    game = xqf.load(bytes(data))
    assert main_line(game) == "c3c4"
    (error,) = game.errors
    assert (error.reason, error.details["offset"], error.details["ply"]) == ("illegal_move", 0x410, 1)
    data[0x411] = 0
    assert [error.reason for error in xqf.load(bytes(data)).errors] == ["off_board"]


def test_keys_that_do_not_add_up_are_reported() -> None:
    game = Game()
    game.add_variation(Move.from_uci("h2e2"))
    back = xqf.load(Xqf(game, 12, numbers=bytes([1, 2, 3, 4])).data())
    assert [error.reason for error in back.errors] == ["checksum"]
    assert shape(back) == shape(game)


def test_too_many_moves_are_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(binary, "MAX_NODES", 5)
    game = xqf.load(PUBLISHED.read_bytes())
    assert len(list(game.descendants())) == 5
    assert [error.reason for error in game.errors] == ["too_large"]


def test_errors_of_a_file_are_as_many_as_those_of_a_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "MAX_ERRORS", 2)
    game = Game()
    for uci in ("a0a9", "b0b9", "c0c9"):
        game.add_variation(Move.from_uci(uci))
    assert [error.reason for error in xqf.load(Xqf(game).data()).errors] == ["illegal_move"] * 2


def test_random_bytes_never_do_worse_than_an_error() -> None:
    rng = random.Random(7)
    data = PUBLISHED.read_bytes()
    for _ in range(300):
        broken = bytearray(data)
        for _ in range(rng.randrange(1, 8)):
            broken[rng.randrange(2, len(broken))] = rng.randrange(256)
        try:
            game = xqf.load(bytes(broken))
        except InvalidRecordError:
            continue
        assert game.board().fen()
