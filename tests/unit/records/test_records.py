"""Reading whatever is given: what a text is, how bytes are decoded, what is refused."""

import ast
import json
import random
import re
from pathlib import Path

import pytest
from cannonfish import records
from cannonfish.errors import InvalidRecordError
from cannonfish.games.xiangqi import STARTING_FEN
from cannonfish.records import Format, Game, dhtmlxq, pgn, source

from tests.cases import slow
from tests.unit.records.shapes import error_places, main_line, shape

ROOT = Path(__file__).parents[3]
DATA = ROOT / "tests" / "data" / "records"
VARIATIONS = (DATA / "variations.pgn").read_text(encoding="utf-8")
PAGE = (DATA / "page.dhtmlxq.txt").read_text(encoding="utf-8")

# --- what it is ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (VARIATIONS, Format.PGN),
        ('some prose\n\n[Event "x"]\n\n1. h2e2', Format.PGN),
        (PAGE, Format.DHTMLXQ),
        ("[dhtmlxq_movelist]7747[/dhtmlxq_movelist]", Format.DHTMLXQ),
        (STARTING_FEN, Format.FEN),
        ("  fen " + STARTING_FEN, Format.FEN),
        ("position startpos moves h2e2", Format.FEN),
        ("8/8/8/8 w", Format.FEN),
        ("1. 炮二平五 马8进7", Format.MOVES),
        ("h2e2 h9g7", Format.MOVES),
        ("{a comment} 1. C2=5", Format.MOVES),
        ("炮五平二", Format.MOVES),
        ("hello world", None),
        ("", None),
        ("1. 2. 3.", None),
        ("{only a comment}", None),
    ],
)
def test_text_is_recognised(text: str, expected: Format | None) -> None:
    assert records.detect(text) is expected


def test_every_format_is_read_by_loads() -> None:
    texts = {
        VARIATIONS: "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4",
        PAGE: "h2e2 h9g7 h0g2 i9h9 i0h0",
        "h2e2 h9g7": "h2e2 h9g7",
        STARTING_FEN: "",
        f"fen {STARTING_FEN} moves h2e2 h9g7": "h2e2 h9g7",
        "position startpos moves 炮二平五 H8+7": "h2e2 h9g7",
    }
    for text, line in texts.items():
        (game,) = records.loads(text)
        assert (main_line(game), game.errors) == (line, [])


def test_fen_with_a_thousand_moves() -> None:
    moves = ["h0g2", "h9g7", "g2h0", "g7h9"] * 250
    (game,) = records.loads(f"{STARTING_FEN} moves {' '.join(moves)}")
    assert game.end().ply() == 1000
    (game,) = records.loads(f"{STARTING_FEN} moves {' '.join(moves)} h0h1 h2e2")
    assert game.end().ply() == 1000
    assert error_places(game) == [("illegal_move", 1, len(STARTING_FEN) + 8 + 5000)]


@pytest.mark.parametrize(
    ("text", "reason", "column"),
    [
        ("hello world", "unknown_format", 1),
        ("", "unknown_format", 1),
        ("fen 8/8/8/8 w", "invalid_fen", 5),
        ("9/9/9/9/9/9/9/9/9/9 w junk junk junk junk junk junk junk junk junk", "invalid_fen", 1),
    ],
)
def test_what_is_no_record_is_refused_with_its_place(text: str, reason: str, column: int) -> None:
    with pytest.raises(InvalidRecordError) as caught:
        records.loads(text)
    assert (caught.value.reason, caught.value.line, caught.value.column) == (reason, 1, column)
    assert len(str(caught.value)) < 200


# --- bytes --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gbk", "gb18030"])
def test_encodings_are_recognised(encoding: str) -> None:
    (game,) = records.load(VARIATIONS.encode(encoding))
    (expected,) = records.loads(VARIATIONS)
    assert shape(game) == shape(expected)
    assert game.errors == []


def test_pasted_byte_order_mark_is_passed_over() -> None:
    text = "\ufeff" + VARIATIONS
    assert shape(records.loads(text)[0]) == shape(records.loads(VARIATIONS)[0])
    (entry,) = pgn.entries(source.Source(text))
    assert text[entry.start : entry.end] == VARIATIONS


def test_line_ends_make_no_difference() -> None:
    expected = shape(records.loads(VARIATIONS)[0])
    assert shape(records.load(VARIATIONS.replace("\n", "\r\n").encode())[0]) == expected


def test_letters_xq_alone_make_no_binary_file() -> None:
    with pytest.raises(InvalidRecordError) as caught:
        records.load(b"XQ is short for Xiangqi")
    assert caught.value.reason == "unknown_format"


# --- size ---------------------------------------------------------------------------------------------------


def test_too_much_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "MAX_CHARACTERS", 1000)
    for read in (records.loads, pgn.loads, dhtmlxq.loads):
        with pytest.raises(InvalidRecordError) as caught:
            read("h2e2 " * 1000)
        assert caught.value.reason == "too_large"
    with pytest.raises(InvalidRecordError) as caught:
        records.load(b"h2e2 " * 1000)
    assert caught.value.reason == "too_large"


@pytest.mark.parametrize("megabytes", [1, slow(20)])
def test_megabytes_of_games_are_listed(megabytes: int) -> None:
    text = VARIATIONS * (megabytes * 1_000_000 // len(VARIATIONS))
    entries = list(pgn.entries(source.Source(text)))
    assert len(entries) == text.count("[Game")
    assert {entry.headers["Red"] for entry in entries} == {"甲"}


def test_comments_that_are_never_closed_are_found_in_one_pass() -> None:
    """Each was searched to the end of the text before it was cut at the next game: quadratic time."""
    text = '[Event "a"]\n{x\n' * 100_000
    assert sum(1 for _ in pgn.entries(source.Source(text))) == 100_000


@pytest.mark.parametrize("junk", ["x", "( ", "[DhtmlXQ_", "{", "1. ", "[a", "9/9/9/", '[A "\n'])
@pytest.mark.parametrize("megabytes", [1, slow(20)])
def test_megabytes_of_junk_are_refused(junk: str, megabytes: int) -> None:
    with pytest.raises(InvalidRecordError):
        records.loads(junk * (megabytes * 1_000_000 // len(junk)))


# --- anything at all ----------------------------------------------------------------------------------------

SCRAPS = [*'[]{}()"\\;%$!?*|/ \n0123456789炮平进五abcdefghi', "[DhtmlXQ_", "1-0", "moves", '[FEN "', "\\u00"]


def scribble(text: str, rng: random.Random) -> str:
    """The text with a few scraps put in and a few pieces cut out."""
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(text) + 1)
        cut = rng.randrange(40) if rng.random() < 0.5 else 0
        text = text[:at] + ("" if cut else rng.choice(SCRAPS)) + text[at + cut :]
    return text


def read(text: str) -> list[Game]:
    """The games; none if the text is refused as a record.  Any other exception passes."""
    try:
        return records.loads(text)
    except InvalidRecordError:
        return []


@pytest.mark.parametrize("original", [VARIATIONS, PAGE, f"{STARTING_FEN} moves h2e2"])
def test_broken_texts_never_do_worse_than_a_named_error(original: str) -> None:
    rng = random.Random(11)
    games = [game for _ in range(150) for game in read(scribble(original, rng))]
    assert len(games) > 5
    for game in games:
        assert game.end().board().ply() == game.end().ply() + game.start.ply()
        assert all(error.line and error.column for error in game.errors)
        (back,) = pgn.loads(pgn.dumps(game))
        assert repr(shape(back)["moves"]) == repr(shape(game)["moves"]).replace("}", "｝")


# --- words of the page --------------------------------------------------------------------------------------

MAKERS = {"InvalidRecordError", "error", "_error", "byte_error"}
NOT_ON_THE_PAGE = {"no_such_encoding"}
"""What only a caller of the worker can ask for."""


def reasons(path: Path) -> set[str]:
    """The reasons of the errors that a module makes."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    made = [call for call in calls if getattr(call.func, "attr", getattr(call.func, "id", "")) in MAKERS]
    words = [each.value for call in made for each in call.args[:2] if isinstance(each, ast.Constant)]
    return {word for word in words if isinstance(word, str) and re.fullmatch("[a-z_]+", word)}


def test_every_reason_of_an_error_has_words_on_the_page() -> None:
    engine = Path(records.__file__).parents[1]
    modules = [*engine.glob("records/*.py"), engine / "protocol" / "page" / "records.py"]
    found = set().union(*map(reasons, modules))
    assert len(found) > 20
    texts = json.loads((ROOT / "web" / "texts" / "en.json").read_text(encoding="utf-8"))
    assert found - NOT_ON_THE_PAGE - set(texts["game-view"]["error"]["record"]) == set()
