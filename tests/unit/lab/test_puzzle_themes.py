"""Themes: what a solution shows, and what it does not."""

import pytest
from cannonfish.games.xiangqi import RED, Board
from cannonfish_lab.puzzles.patterns import patterns
from cannonfish_lab.puzzles.tagger import themes_of
from cannonfish_lab.puzzles.themes import PATTERNS
from cannonfish_lab.puzzles.view import View

# Black to move has lost; every pattern once, as bare as it can be.
FINAL = {
    "4k4/9/4N4/9/9/9/9/4C4/9/3K5": {"horseCannonMate"},
    "3aka3/9/9/9/4C4/9/4C4/9/9/3K5": {"doubleCannonMate"},
    "4ka1C1/4a4/9/9/9/9/9/9/9/3K5": {"smotheredPalaceMate"},
    "3Rk4/4a4/4b4/9/9/9/4C4/9/9/3K5": {"ironBoltMate", "faceToFaceMate"},
    "4ka3/2N1a4/9/9/9/9/9/3R5/9/5K3": {"corralHorseMate"},
    "4ka3/4n4/3N5/9/9/9/9/3C5/9/4K4": {"cornerHorseMate"},
    "3Rk4/9/2N6/9/9/9/9/9/9/5K3": {"anglerHorseMate"},
    "3k5/9/5N3/9/9/9/9/3R5/9/5K3": {"octagonHorseMate"},
    "R3k4/1R7/9/9/9/9/9/9/9/3K5": {"twoChariotMate"},
    "3k5/9/9/9/3R5/9/9/9/9/4K4": {"faceToFaceMate"},
    "4k4/3P1P3/9/9/9/9/4P4/9/9/4K4": {"twoDevilsMate", "stalemate"},
    "C1b1ka3/1P2a4/4b4/9/9/9/4C4/9/9/5K3": {"heavenEarthCannonMate"},
}


@pytest.mark.parametrize(("placement", "expected"), FINAL.items())
def test_patterns(placement: str, expected: set[str]) -> None:
    board = Board(f"{placement} b")
    assert not board.legal_moves
    assert set(patterns(View.of(board, RED))) == expected


def turned(placement: str) -> str:
    return placement[::-1].swapcase()


@pytest.mark.parametrize(("placement", "expected"), FINAL.items())
def test_colours_do_not_matter(placement: str, expected: set[str]) -> None:
    board = Board(f"{turned(placement)} w")
    assert set(patterns(View.of(board, RED.other))) == expected


def test_every_pattern_has_an_example() -> None:
    in_lines = {"doubleCheckMate", "heartThrustMate"}  # below
    assert set().union(*FINAL.values()) | in_lines == set(PATTERNS)


@pytest.mark.parametrize(
    ("fen", "moves", "kind", "expected"),
    [
        (
            "1C2kab2/rN2a2R1/2r1c3b/9/9/5R3/9/7C1/9/3K5 w - - 0 1",
            "b8d9 c7c9 h8e8 e9e8 h2e2 e7d7 f4f8 e8e9 d9e7",
            "mate",
            {"mateIn5", "heartThrustMate", "horseCannonMate", "doubleCheckMate", "sacrifice", "veryLong"},
        ),
        (
            "2bakr3/4a4/2n6/p1p6/4p1R1p/3C5/P1P1P3P/4B1N2/2c1A4/c3KAB2 b - - 0 1",
            "c1c0",
            "mate",
            {"mateIn1", "doubleCannonMate", "discoveredCheck", "cannonScreen", "middlegame", "oneMove"},
        ),
        (
            "3a5/5P3/1N1k4b/4P4/6b2/6B2/9/3A5/3K5/5A3 w - - 0 1",
            "d1e1 d9e8 e6d6",
            "mate",
            {"mateIn2", "quietMove", "faceToFaceMate", "knightEndgame", "short"},
        ),
        (
            "4k4/1r7/9/9/4N4/9/9/9/9/3K5 w - - 0 1",
            "e5d7 e9e8 d7b8",
            "advantage",
            {"fork", "endgame", "short"},
        ),
        (
            "4k4/4a4/4b4/9/3R5/9/4C4/9/9/3K5 w - - 0 1",
            "d5d9",
            "mate",
            {"pin", "ironBoltMate", "oneMove"},
        ),
        (
            "4k4/9/9/r8/9/9/9/9/9/R2K5 w - - 0 1",
            "a0a6",
            "advantage",
            {"hangingPiece", "rookEndgame"},
        ),
        # The chariot has to leave the file, and the horse behind it falls.
        (
            "3k5/9/1n7/9/1r7/9/9/9/9/2R1K4 w - - 0 1",
            "c0b0 b5c5 b0b7",
            "advantage",
            {"skewer", "short"},
        ),
        # The horse leaves the line of the chariot.
        (
            "3k5/9/9/9/1r2N3R/9/9/9/9/4K4 w - - 0 1",
            "e5d7 d9d8 i5b5",
            "advantage",
            {"discoveredAttack", "short"},
        ),
    ],
)
def test_motives(fen: str, moves: str, kind: str, expected: set[str]) -> None:
    themes = themes_of(fen, moves.split(), kind)
    assert expected | {kind} <= set(themes)


def test_what_is_not_there_is_not_said() -> None:
    # A chariot goes where it can be taken: no fork, no pin, nothing given up, nothing taken.
    themes = themes_of("3k5/9/9/9/1r7/9/9/9/9/2R1K4 w - - 0 1", ["c0c5", "b5c5", "e0e1"], "advantage")
    assert set(themes) == {"advantage", "quietMove", "sacrifice", "endgame", "rookEndgame", "short"}
    themes = themes_of("3k5/9/9/9/9/9/9/9/9/2R1K4 w - - 0 1", ["c0c5"], "advantage")
    assert set(themes) == {"advantage", "quietMove", "endgame", "rookEndgame", "oneMove"}
