"""CBR, CBL and CBF, the files of CCBridge: files of our own making, and broken ones."""

import struct
from collections.abc import Callable

import pytest
from cannonfish import records
from cannonfish.errors import InvalidRecordError
from cannonfish.games.xiangqi import Board
from cannonfish.records import Game, cbf, ccbridge
from cannonfish.records.collection import Collection

from tests.unit.records import ccbridge_writer
from tests.unit.records.ccbridge_writer import Cbr, library
from tests.unit.records.shapes import error_places, main_line, shape
from tests.unit.records.xqf_writer import annotated_game

ENDGAME = "3k5/4a4/9/9/9/9/9/4B4/4R4/5K3 w - - 0 1"
BLACK_FIRST = "4k4/9/9/9/2b3r2/9/9/9/9/3KN4 b - - 0 1"
TREE = 2214
FIRST = 66624 + 128 * 276


def titled(*titles: str) -> list[Cbr]:
    return [Cbr(annotated_game(), {180: title}, seed=seed) for seed, title in enumerate(titles)]


def found(data: bytes | str) -> Collection:
    collection = Collection(data)
    list(collection.find())
    return collection


# --- a record -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fen", [Board().fen(), ENDGAME, BLACK_FIRST])
def test_positions_variations_and_comments_are_read(fen: str) -> None:
    game = annotated_game(fen)
    game.headers["Result"] = "1/2-1/2"
    (back,) = records.load(Cbr(game).data())
    assert back.errors == []
    assert shape(back) == shape(game)


def test_headers_end_at_their_first_zero() -> None:
    texts = {
        180: "马炮  第1局 ",
        692: "个人赛",
        884: "1956年12月3日",
        1076: "杨官璘",
        1140: "广东",
        1300: "X (Y)",
    }
    game = Game()
    game.headers["Result"] = "1-0"
    (back,) = records.load(Cbr(game, texts).data())
    assert back.headers == {
        "Result": "1-0",
        "Title": "马炮  第1局",
        "Event": "个人赛",
        "Date": "1956.12.03",
        "Red": "杨官璘",
        "RedTeam": "广东",
        "Black": "X (Y)",
    }


def test_a_chapter_heading_has_an_empty_board_and_keeps_its_text() -> None:
    game = Game()
    game.comment = "第一章"
    data = bytearray(Cbr(game, {180: "目录"}).data())
    data[2120:2210] = bytes(90)
    (back,) = records.load(bytes(data))
    assert (back.comment, back.start.fen(), back.errors) == ("第一章", Board().fen(), [])


def test_a_tree_that_breaks_off_is_read_as_far_as_it_goes() -> None:
    data = Cbr(annotated_game()).data()
    whole = [line for line, *_ in shape(ccbridge.load(data)[0])["moves"]]
    for length in range(TREE, len(data)):
        (game,) = ccbridge.load(data[:length])
        assert [error.reason for error in game.errors] == ["truncated"]
        read = [line for line, *_ in shape(game)["moves"]]
        assert read == whole[: len(read)]


def test_an_illegal_move_ends_its_line_and_is_located() -> None:
    game = Game()
    game.add_line([Board().parse(text) for text in ("h2e2", "b2d2")])
    data = bytearray(Cbr(game).data())
    (back,) = ccbridge.load(bytes(data))
    assert main_line(back) == "h2e2"
    (error,) = back.errors
    assert (error.reason, error.details["offset"], error.details["ply"]) == ("illegal_move", TREE + 8, 1)
    data[TREE + 10] = 90
    assert [error.reason for error in ccbridge.load(bytes(data))[0].errors] == ["off_board"]


@pytest.mark.parametrize(
    ("change", "reason", "offset"),
    [
        (lambda data: data[:1000], "truncated", 1000),
        (lambda data: data[:19] + b"\1" + data[20:], "version", 19),
        (lambda data: data[:19] + b"\3" + data[20:], "version", 19),
        (lambda data: data[:2121] + b"\x18" + data[2122:], "pieces", 2121),
        (lambda data: data[:2121] + b"\x11" + data[2122:], "invalid_fen", 2120),
        (lambda data: b"CCBridge\x15\0\0\0" + data[12:], "version", 8),
        (lambda data: b"XX" + data[2:], "magic", 0),
    ],
)
def test_a_broken_record_is_refused(change: Callable[[bytes], bytes], reason: str, offset: int) -> None:
    with pytest.raises(InvalidRecordError) as caught:
        ccbridge.load(change(Cbr(annotated_game()).data()))
    assert (caught.value.reason, caught.value.details["offset"]) == (reason, offset)


# --- a library ----------------------------------------------------------------------------------------------


def test_a_library_lists_its_games_before_it_reads_them(monkeypatch: pytest.MonkeyPatch) -> None:
    data = library(titled("一", "二", "三"))
    with monkeypatch.context() as patch:
        patch.setattr(ccbridge, "read", None)
        collection = found(data)
        assert collection.format == "cbl"
        assert [headers["Title"] for headers in collection.headers] == ["一", "二", "三"]
    assert shape(collection.read(1))["moves"] == shape(annotated_game())["moves"]
    assert len(records.load(data)) == 3


def test_a_record_alone_is_a_collection_of_one() -> None:
    collection = found(titled("一")[0].data())
    assert (collection.format, len(collection)) == ("cbr", 1)


def test_a_game_longer_than_a_block_is_followed_by_the_next() -> None:
    long, short = titled("长", "短")
    long.game.comment = "注" * 5000
    first, second = records.load(library([long, short]))
    assert (first.comment, second.headers["Title"]) == ("注" * 5000, "短")


def test_the_order_of_the_list_counts_and_deleted_games_are_left_out() -> None:
    games = records.load(library(titled("一", "二", "三"), deleted=(1,), reverse=True))
    assert [game.headers["Title"] for game in games] == ["三", "一"]


def test_a_library_whose_games_were_all_deleted_has_no_game() -> None:
    with pytest.raises(InvalidRecordError) as caught:
        records.load(library(titled("一"), deleted=(0,)))
    assert caught.value.reason == "empty"


def test_records_are_found_where_the_header_is_wrong_about_the_index() -> None:
    data = bytearray(library(titled("一", "二"), places=140))
    for places in (0, 128, 2**32 - 1):
        struct.pack_into("<I", data, 60, places)
        assert [game.headers["Title"] for game in records.load(bytes(data))] == ["一", "二"]


def test_a_broken_game_of_a_library_leaves_the_others_readable() -> None:
    data = bytearray(library(titled("一", "二")))
    data[FIRST + 2121] = 0x99
    broken, whole = records.load(bytes(data))
    assert [error.reason for error in broken.errors] == ["pieces"]
    assert (broken.headers["Title"], broken.variations, whole.errors) == ("一", [], [])


@pytest.mark.parametrize(("length", "reason"), [(20, "truncated"), (66623, "truncated"), (FIRST, "empty")])
def test_a_library_without_games_is_refused(length: int, reason: str) -> None:
    with pytest.raises(InvalidRecordError) as caught:
        records.load(library(titled("一"))[:length])
    assert caught.value.reason == reason


# --- CBF ----------------------------------------------------------------------------------------------------


def only_main_line(fen: str = Board().fen()) -> Game:
    game = annotated_game(fen)
    for node in [game, *game.mainline()]:
        del node.variations[1:]
    return game


@pytest.mark.parametrize("fen", [Board().fen(), ENDGAME, BLACK_FIRST])
def test_a_cbf_is_read(fen: str) -> None:
    game = only_main_line(fen)
    game.comment = "a < b & c > d\n]]> &lt;"
    game.headers |= {"Title": "A & B", "Red": "胡荣华", "Date": "1983.??.??", "Result": "0-1"}
    text = ccbridge_writer.cbf(game, Name="A & B", Contest="", Red="胡荣华", Date="1983年")
    assert records.detect(text) is records.Format.CBF
    (back,) = records.load(text.encode())
    assert back.errors == []
    assert shape(back) == shape(game)
    assert found(text.encode()).read().headers["Red"] == "胡荣华"


def test_moves_of_a_cbf_may_be_coordinates() -> None:
    moves = "".join(f'<Move value="{value}"/>' for value in ("00-00", "h0g2", "H9-G7", "17-27"))
    (game,) = cbf.loads(f"{cbf.ROOT}><MoveList>{moves}</MoveList></ChineseChessRecord>")
    assert ([move.uci() for move in game.mainline_moves()], game.errors) == (["h0g2", "h9g7", "b2c2"], [])


@pytest.mark.parametrize(
    ("old", "new", "reason", "moves"),
    [
        ('<Move value="77-47"', '<Move value="77-4"', "invalid_move", ""),
        ('<Move value="77-47"', '<Move value="77-48"', "illegal_move", ""),
        ('70-62">', '70-62" end="1">', "variation", "h2e2 h9g7"),
        ("好</Move>", "好", "tag", "h2e2"),
        ("好</Move>", "好<![CDATA[", "tag", "h2e2"),
        ("</MoveList>", '<Move value="00-00"/>', "variation", "h2e2 h9g7 h0g2"),
    ],
)
def test_a_broken_cbf_is_read_up_to_the_place(old: str, new: str, reason: str, moves: str) -> None:
    game = Game()
    board = Board()
    node = game
    for uci in ("h2e2", "h9g7", "h0g2"):
        node = node.add_variation(board.parse(uci))
        board.push_uci(uci)
    game.variations[0].comment = "好"
    text = ccbridge_writer.cbf(game).replace("<![CDATA[好]]>", "好")
    assert old in text
    (back,) = cbf.loads(text.replace(old, new, 1))
    ((found_reason, line, _),) = error_places(back)
    assert (found_reason, main_line(back)) == (reason, moves)
    assert line is not None


def test_the_position_of_a_cbf_is_read_as_tolerantly_as_any() -> None:
    text = ccbridge_writer.cbf(Game(Board(ENDGAME))).replace(ENDGAME, ENDGAME.split()[0])
    (back,) = records.loads(text)
    assert back.start.fen() == ENDGAME
    assert back.remarks


@pytest.mark.parametrize(
    ("fen", "reason"), [("4k4/9 w", "invalid_fen"), ("9/9/9/9/9/9/9/9/9/9 w", "invalid_fen")]
)
def test_a_cbf_with_a_wrong_position_is_refused(fen: str, reason: str) -> None:
    text = ccbridge_writer.cbf(Game()).replace(Board().fen(), fen)
    with pytest.raises(InvalidRecordError) as caught:
        records.loads(text)
    assert (caught.value.reason, caught.value.line) == (reason, 5)
