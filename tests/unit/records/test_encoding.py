"""Which encoding a file is read in: by what its text then looks like."""

import itertools
import json
import random
from pathlib import Path

import pytest
from cannonfish import records
from cannonfish.errors import InvalidRecordError
from cannonfish.records import Game, encoding, xqf

from tests.unit.records.generated_files import KINDS, text_of, words
from tests.unit.records.shapes import main_line
from tests.unit.records.xqf_writer import Xqf, annotated_game


def western(name: str) -> str:
    return f'[White "{name}"]\n\n1. e4 e5 *\n'


def named(data: bytes) -> str:
    """The name of the first player of a file of chess."""
    (game,) = records.load(data, "chess")
    return game.headers["White"]


@pytest.mark.parametrize("name", KINDS)
def test_files_of_twenty_games_come_back_whole(name: str) -> None:
    kind, rng = KINDS[name], random.Random(name)
    for _ in range(3):
        text = text_of(kind, rng, games=20)
        assert records.decode(kind.encode(text)) == (text, kind.encoding, 0)


@pytest.mark.parametrize("name", ["GB18030", "GB18030 with emoji", "Western", "UTF-8", "UTF-16"])
def test_files_of_one_game_come_back_whole(name: str) -> None:
    kind, rng = KINDS[name], random.Random(name)
    for _ in range(20):
        text = text_of(kind, rng, games=1)
        assert records.decode(kind.encode(text)).text == text


@pytest.mark.parametrize("name", KINDS)
def test_right_encoding_is_listed_for_a_single_name_if_it_was_not_taken(name: str) -> None:
    kind = KINDS[name]
    for word in words(kind):
        data = kind.encode(western(word))
        assert western(word) in {
            records.decode(data, reading.encoding).text for reading in records.readings(data)
        }


# --- what went wrong ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["Größe", "Españóla", "Íñigo Núñez", "Süß, Günther", "José", "“Pál”", "Können"]
)
def test_accented_letters_side_by_side_are_western(name: str) -> None:
    """Two bytes beyond ASCII were taken for a Chinese character, or refused as none."""
    assert named(western(name).encode("cp1252")) == name


def test_emoji_between_latin_letters_are_gb18030() -> None:
    """In its characters of four bytes every other byte is an ASCII digit: they passed as Western quotes."""
    assert named(western("Team 🐟").encode("gb18030")) == "Team 🐟"


def test_big5_is_not_read_as_gb18030() -> None:
    text = '[Red "許銀川"]\n[Black "呂欽"]\n\n1. 炮二平五 馬8進7 {紅方先手} *\n'
    (game,) = records.load(text.encode("big5"))
    assert (game.headers["Red"], main_line(game), game.end().comment) == ("許銀川", "h2e2 h9g7", "紅方先手")


@pytest.mark.parametrize("codec", ["cp1251", "koi8_r", "cp866", "iso8859_5"])
def test_cyrillic_is_not_read_as_chinese(codec: str) -> None:
    """The characters of two bytes took the brackets of comments and the first moves after them."""
    text = '[White "Смыслов"]\n[Black "Петросян"]\n\n1. d4 {хорошее начало} d5 2. c4 {ферзевый гамбит} *\n'
    (game,) = records.load(text.encode(codec))
    assert (game.headers["White"], main_line(game)) == ("Смыслов", "d2d4 d7d5 c2c4")
    assert game.end().comment == "ферзевый гамбит"


@pytest.mark.parametrize(("codec", "name"), [("cp932", "シャンチー大会"), ("cp949", "대한장기협회")])
def test_japanese_and_korean_are_not_chinese(codec: str, name: str) -> None:
    assert named(western(name).encode(codec)) == name


@pytest.mark.parametrize("name", ["陆平", "谢一平"])
def test_chinese_names_that_are_utf8_by_chance(name: str) -> None:
    """In GB18030 these are the bytes of ``½ƽ`` and ``лһƽ`` in UTF-8."""
    text = f'[Game "Chinese Chess"]\n[Red "{name}"]\n\n1. C2=5 *\n'
    text.encode("gb18030").decode("utf-8")
    assert records.decode(text.encode("gb18030")) == (text, "gb18030", 0)


def test_quotes_alone_are_western() -> None:
    text = western("D’Artagnan") + "{You don’t say: “Here” – it’s mine.}"
    assert records.decode(text.encode("cp1252")) == (text, "cp1252", 0)


# --- mixtures and damage ------------------------------------------------------------------------------------


def test_collection_of_utf8_and_latin1_files() -> None:
    names = ["Müller", "Größe", "Peña", "Sébastien Mazé"]
    codecs = itertools.cycle(["utf-8", "cp1252"])
    data = b"\n".join(western(name).encode(codec) for name, codec in zip(names, codecs, strict=False))
    assert [game.headers["White"] for game in records.load(data, "chess")] == names
    assert records.readings(data)[0] == records.Reading("utf-8+cp1252", "Größe Sébastien Mazé Müller Peña")


def test_one_old_name_in_a_long_file() -> None:
    """The samples of a long file may miss it, so the places that are not UTF-8 are looked for."""
    data = western("Peña").encode() * 20_000 + western("Müller").encode("cp1252")
    text, encoding, damaged = records.decode(data)
    assert text.endswith(western("Müller"))
    assert (encoding, damaged) == ("utf-8+cp1252", 0)


@pytest.mark.parametrize("codec", ["utf-8", "gb18030", "utf-16"])
def test_damaged_byte_costs_one_character(codec: str) -> None:
    """The whole file was refused."""
    text = '[Red "王天一"]\n[Black "郑惟桐"]\n\n1. 炮二平五 {中炮好棋} 马8进7 *\n'
    data = text.encode(codec)
    at = data.index("好".encode(codec)[-2:]) + 1
    (game,) = records.load(data[:at] + b"\xff" + data[at + 1 :])
    assert (game.headers["Red"], game.headers["Black"]) == ("王天一", "郑惟桐")
    assert (main_line(game), game.errors) == ("h2e2 h9g7", [])


def test_damage_is_remarked_on_in_the_game_that_has_it() -> None:
    whole, damaged = ('[Game "Chinese Chess"]\n[Red "吕钦"]\n\n1. C2=5 {好棋} *\n'.encode() for _ in range(2))
    games = records.load(whole + damaged.replace("钦".encode(), "钦".encode()[:2]))
    assert [[(remark.code, remark.details) for remark in game.remarks] for game in games] == [
        [],
        [("damaged_text", {"count": 1})],
    ]
    assert games[1].headers["Red"] == "吕\ufffd"


def test_replacements_that_were_there_before_are_no_damage() -> None:
    assert records.decode("吕\ufffd".encode()) == ("吕\ufffd", "utf-8", 0)


@pytest.mark.parametrize("codec", ["utf-8", "gb18030", "utf-16"])
def test_character_cut_in_two_at_the_end_is_dropped(codec: str) -> None:
    text = "1. 炮二平五 {中炮好"
    assert records.decode(text.encode(codec)[:-1]).text == text[:-1]


@pytest.mark.parametrize(
    "data",
    [
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\0\0\0\1\0\x08\x06",
        random.Random(5).randbytes(5000),
        b"MZ\x90\0\3\0\0\0\4\0\0\0\xff\xff\0\0\xb8" + bytes(100),
    ],
)
def test_binary_files_are_refused(data: bytes) -> None:
    with pytest.raises(InvalidRecordError) as caught:
        records.load(data)
    assert caught.value.reason == "encoding"
    assert caught.value.line


def test_control_characters_are_refused_with_line_and_byte() -> None:
    with pytest.raises(InvalidRecordError) as caught:
        records.load("1. 炮二平五\n马".encode("gb18030") + b"\1\2\3\4\5 more")
    assert (caught.value.reason, caught.value.line, caught.value.column) == ("encoding", 2, 3)


# --- the caller's choice ------------------------------------------------------------------------------------


def test_caller_chooses_the_encoding() -> None:
    data = western("Erdős").encode("cp1250")
    assert records.load(data, "chess", "cp1250")[0].headers["White"] == "Erdős"
    assert records.load(data, "chess", "cp1252")[0].headers["White"] == "Erdõs"
    mixed = data + western("Erdős").encode()
    assert [game.headers["White"] for game in records.load(mixed, "chess", "utf-8+cp1250")] == ["Erdős"] * 2


@pytest.mark.parametrize("name", ["nonsense", "utf-8+nonsense"])
def test_unknown_encodings_are_a_lookup_error(name: str) -> None:
    with pytest.raises(LookupError):
        records.load("Größe".encode("cp1252"), encoding=name)


@pytest.mark.parametrize("text", ["1. e4 *", western("Größe"), western("王天一"), western("Ян")])
@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16"])
def test_nothing_else_is_listed_for_unicode(text: str, codec: str) -> None:
    assert len(records.readings(text.encode(codec))) == 1


def test_readings_show_the_same_words_in_each_encoding() -> None:
    readings = records.readings(western("Größe").encode("cp1252"))
    assert readings[0] == records.Reading("cp1252", "Größe")
    assert records.Reading("gb18030", "Gr鲞e") in readings
    assert len({reading.sample for reading in readings}) == len(readings)


# --- XQF ----------------------------------------------------------------------------------------------------


class Big5Xqf(Xqf):
    """A file from Taiwan."""

    def encode(self, text: str) -> bytes:
        return text.encode("big5")


def test_big5_files_of_xqstudio() -> None:
    comments = ["紅方先手", "黑方應法", "紅優"]
    game = annotated_game()
    for node in (game, *game.descendants()):
        node.comment = ""
    for node, comment in zip(game.mainline(), comments, strict=False):
        node.comment = comment
    data = Big5Xqf(game, texts={0x130: "許銀川"}).data()
    back = xqf.load(data)
    assert back.headers["Red"] == "許銀川"
    assert [node.comment for node in back.mainline()][: len(comments)] == comments
    assert xqf.encodings(data)[0].encoding == "big5hkscs"
    assert xqf.load(data, "gb18030").headers["Red"] != "許銀川"


def test_single_names_in_files_of_xqstudio_are_gb18030() -> None:
    for word in words(KINDS["GB18030"]):
        data = Xqf(Game(), texts={0x130: word[:7]}).data()
        assert xqf.load(data).headers["Red"] == word[:7]


def test_every_encoding_is_a_codec() -> None:
    for name in encoding.ENCODINGS:
        assert records.decode(b"1. e4", name).text == "1. e4"


def test_every_encoding_has_a_name_on_the_page() -> None:
    texts = json.loads((Path(__file__).parents[3] / "web" / "texts" / "en.json").read_text("utf-8"))
    assert set(texts["records"]["encoding"]) == {*encoding.ENCODINGS, "utf-8"}


@pytest.mark.parametrize(
    ("name", "encoding"), [("Ян", "cp1251"), ("Ли", "cp1251"), ("Żółw", "cp1250"), ("Æðey", "cp1252")]
)
def test_a_name_that_may_be_chinese_is_not_read_as_it_without_a_word(name: str, encoding: str) -> None:
    """Two letters became a Chinese character, and nobody was told."""
    data = f'[White "{name}"]\n[Black "Smith"]\n\n1. e4 e5 2. Nf3 *\n'.encode(encoding)
    [game] = records.load(data)
    if game.headers["White"] != name:
        [remark] = game.remarks
        assert remark.code == "encoding"
        assert encoding in remark.details["others"].split()
    assert records.load(data, encoding=encoding)[0].headers["White"] == name


def test_of_a_text_that_leaves_no_doubt_nothing_is_said() -> None:
    for text, codec in (("1. 炮二平五 马8进7", "gb18030"), ('[White "Müller"]\n\n1. e4 *', "cp1252")):
        assert [game.remarks for game in records.load(text.encode(codec))] == [[]]
