"""Puzzles as lines of JSON: what is read, and what is refused and why."""

import json
import re
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
    """U+2028 in a name ended the line."""
    puzzle = parse(changed(name={"en": "one\u2028two\x85three"}))
    assert loads(dumps([puzzle])) == [puzzle]


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
    ("line", "message"),
    [
        ("{", "this is no puzzle"),
        ("[]", "this is no puzzle"),
        (without("moves"), "has no 'moves'"),
        (without("rating"), "missing 1 required"),
        (changed(motto="x"), "unexpected keyword argument 'motto'"),
        (changed(rating="1"), "this is no puzzle"),
        (changed(id="../x"), "an id must have"),
        (changed(id=""), "an id must have"),
        (changed(game="go"), "there is no game 'go'"),
        (changed(fen="9/9 w"), "2 rows instead of 10"),
        (changed(fen="3k5/9/9/9/9/9/9/9/3R5/4K4 w - - 0 1"), "not to move"),
        (changed(moves=[]), "a solution must begin"),
        (changed(moves=["d1e1", "d9e8"]), "a solution must begin"),
        (changed(moves=["d1e1", "d9e7", "e6d6"]), "move 2: d9e7 is not legal"),
        (changed(moves=["d1e1", "nothing", "e6d6"]), "move 2: "),
        (changed(moves=["d1e1", "d9e8", "e6e7"]), "e6e7 does not mate"),
        (changed(alternatives=[[]]), "alternatives for each move"),
        (changed(alternatives=[["d1e1"], []]), "the same alternative twice"),
        (changed(alternatives=[["a0a1"], []]), "move 1: "),
        (changed(alternatives=[[], ["e6e7"]]), "e6e7 does not mate"),
        (changed(themes=["mate", "mateIn2", "beautiful"]), "there is no theme 'beautiful'"),
        (changed(themes=["mate", "mateIn3"]), "contradict"),
        (changed(themes=["mate"]), "contradict"),
        (changed(themes=["mateIn2"]), "contradict"),
        (changed(rating=0), "a rating must be"),
        (changed(check={"how": "guess", "depth": 3}), "the proof must be"),
        (changed(check={"how": "search", "depth": 0}), "one ply deep"),
        (changed(check={"how": "search"}), "one ply deep"),
    ],
)
def test_what_is_broken_is_refused_with_its_reason(line: str, message: str) -> None:
    with pytest.raises(InvalidPuzzleError, match=re.escape(message)):
        parse(line)


def test_the_first_line_that_is_broken_is_named() -> None:
    with pytest.raises(InvalidPuzzleError, match="line 2: this is no puzzle"):
        loads(f"{changed()}\nnonsense\n{changed()}\n")
    with pytest.raises(InvalidPuzzleError, match="line 2: there is another puzzle 'x1'"):
        loads(f"{changed()}\n{changed()}\n")


def test_puzzles_of_other_games() -> None:
    chess = {
        **TWO,
        "game": "chess",
        "fen": "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
        "moves": ["a1a8"],
        "alternatives": [[]],
        "themes": ["mate", "mateIn1"],
        "check": {"how": "exhaustive", "depth": 1},
    }
    assert parse(json.dumps(chess)).is_mate


def shipped() -> list[Path]:
    return sorted(PUZZLES.glob("*.jsonl"))


@pytest.mark.parametrize("file", shipped(), ids=lambda path: path.stem)
def test_every_shipped_puzzle_is_whole(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    puzzles = loads(text)
    assert puzzles
    assert dumps(puzzles) == text
    for puzzle in puzzles:
        assert puzzle.source
        assert puzzle.licence


def test_ids_are_unique_across_the_shipped_files() -> None:
    puzzles: list[Puzzle] = []
    for file in shipped():
        puzzles += loads(file.read_text(encoding="utf-8"))
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles) >= 20


def test_every_theme_has_a_meaning_and_a_camel_case_name() -> None:
    for theme, meaning in THEMES.items():
        assert theme.isidentifier()
        assert theme[0].islower()
        assert "_" not in theme
        assert meaning
