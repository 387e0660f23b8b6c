"""Puzzles as lines of JSON: what is read, and what is refused and why."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from cannonfish_lab.puzzles.files import InvalidPuzzleError, Puzzle, dumps, loads, parse
from cannonfish_lab.puzzles.themes import THEMES

PUZZLES = Path(__file__).parents[3] / "web" / "puzzles" / "data"
TWO = {
    "id": "x1",
    "game": "xiangqi",
    "fen": "3a5/5P3/1N1k4b/4P4/6b2/6B2/9/3A5/3K5/5A3 w - - 0 1",
    "moves": ["d1e1", "d9e8", "e6d6"],
    "alternatives": [[], []],
    "themes": ["mate", "mateIn2", "quietMove"],
    "rating": 1200,
    "name": {"en": "The general helps", "zh-Hans": "御驾亲征"},
    "source": "a game of engines",
    "licence": "CC0-1.0",
    "check": {"how": "exhaustive", "depth": 3},
}


def changed(**values: Any) -> str:
    return json.dumps({**TWO, **values})


def without(key: str) -> str:
    return json.dumps({name: value for name, value in TWO.items() if name != key})


def test_a_name_may_hold_any_separator_of_lines() -> None:
    """U+2028 in a name ended the line; a byte order mark, as some editors write, hid the first puzzle."""
    puzzle = parse(changed(name={"en": "one\u2028two\x85three"}))
    assert loads("\ufeff" + dumps([puzzle])).puzzles == (puzzle,)
    assert loads(dumps([puzzle]).replace("\n", "\r\n")).puzzles == (puzzle,)


def test_a_puzzle_is_read_and_written() -> None:
    puzzle = parse(json.dumps(TWO))
    assert puzzle.is_mate
    assert puzzle.board().fen() == TWO["fen"]
    assert json.loads(puzzle.line()) == TWO
    nameless = replace(puzzle, name={})
    assert parse(nameless.line()) == nameless
    assert "name" not in json.loads(nameless.line())
    assert parse(without("name")) == nameless


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "syntax"),
        ("[]", "syntax"),
        ("[" * 100_000, "syntax"),
        (without("moves"), "missing"),
        (changed(fen=3), "type"),
        (changed(rating=True), "type"),
        (changed(moves=["d1e1", 7, "e6d6"]), "type"),
        (changed(id="../x"), "id"),
        (changed(id=""), "id"),
        (changed(game="go"), "game"),
        (changed(fen="9/9 w"), "position"),
        # The side that is not to move stands in check.
        (changed(fen="3k5/9/9/9/9/9/9/9/3R5/4K4 w - - 0 1"), "position"),
        (changed(moves=[]), "moves"),
        (changed(moves=["d1e1", "d9e8"]), "moves"),
        (changed(moves=["d1e1", "d9e7", "e6d6"]), "solution"),
        (changed(moves=["d1e1", "nothing", "e6d6"]), "solution"),
        (changed(moves=["d1e1", "d9e8", "e6e7"]), "no_mate"),
        (changed(alternatives=[[]]), "alternatives"),
        (changed(alternatives=[["d1e1"], []]), "alternatives"),
        (changed(alternatives=[["a0a1"], []]), "solution"),
        (changed(alternatives=[[], ["e6e7"]]), "no_mate"),
        (changed(themes=["mate", "mateIn2", "beautiful"]), "themes"),
        (changed(themes=["mate", "mateIn3"]), "themes"),
        (changed(themes=["mate"]), "themes"),
        (changed(themes=["mateIn2"]), "themes"),
        (changed(rating=0), "rating"),
        (changed(check={"how": "guess", "depth": 3}), "check"),
        (changed(check={"how": "search", "depth": 0}), "check"),
        (changed(check={"how": "search"}), "missing"),
        (changed(name={"en": 1}), "name"),
    ],
)
def test_what_is_broken_is_refused_with_its_reason(line: str, reason: str) -> None:
    with pytest.raises(InvalidPuzzleError) as caught:
        parse(line)
    assert caught.value.reason == reason
    assert caught.value.code == "invalid_puzzle"
    assert len(str(caught.value)) < 300


def test_an_error_in_a_solution_gives_the_number_of_the_move() -> None:
    with pytest.raises(InvalidPuzzleError, match="move 2: d9e7 is not legal") as caught:
        parse(changed(moves=["d1e1", "d9e7", "e6d6"]))
    assert caught.value.number == 2


def test_what_is_broken_is_skipped_said_and_counted() -> None:
    good = [json.dumps(TWO), changed(id="x2")]
    text = "\n".join([good[0], "", "nonsense", good[1], changed(id="x1", rating=5000), changed()])
    result = loads(text)
    assert [puzzle.id for puzzle in result.puzzles] == ["x1", "x2"]
    assert [(fault.line, fault.reason) for fault in result.errors] == [
        (3, "syntax"),
        (5, "rating"),
        (6, "id_taken"),
    ]
    assert str(result.errors[0]).startswith("line 3: ")


def test_puzzles_of_other_games() -> None:
    chess = {
        **TWO,
        "game": "chess",
        "fen": "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
        "moves": ["a1a8"],
        "alternatives": [[]],
        "themes": ["mate", "mateIn1"],
        "check": {"how": "imported", "depth": 0},
    }
    assert parse(json.dumps(chess)).is_mate


def shipped() -> list[Path]:
    return sorted(PUZZLES.glob("*.jsonl"))


@pytest.mark.parametrize("file", shipped(), ids=lambda path: path.stem)
def test_every_shipped_puzzle_is_whole(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    result = loads(text)
    assert result.errors == ()
    assert result.puzzles
    assert dumps(result.puzzles) == text
    for puzzle in result.puzzles:
        assert puzzle.source
        assert puzzle.licence
        assert puzzle.check["how"] != "imported"


def test_ids_are_unique_across_the_shipped_files() -> None:
    puzzles: list[Puzzle] = []
    for file in shipped():
        puzzles += loads(file.read_text(encoding="utf-8")).puzzles
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles) >= 20


def test_every_theme_has_a_meaning_and_a_camel_case_name() -> None:
    for theme, meaning in THEMES.items():
        assert theme.isidentifier()
        assert theme[0].islower()
        assert "_" not in theme
        assert meaning
