"""The named mating patterns as properties of the final position.

``cannonfish_lab.puzzles.themes`` defines them.  The solver is Red here.
"""

from collections.abc import Callable, Iterator
from typing import Final

from cannonfish.games.xiangqi.squares import FILES, Square, parse_square, square_file, squares

from cannonfish_lab.puzzles.view import View

_HOME: Final = parse_square("e9")
_MIDDLE_FILE: Final = square_file(_HOME)
_SIDE_FILES: Final = (_MIDDLE_FILE - 1, _MIDDLE_FILE + 1)
_CORRAL: Final = squares("c8 g8")
_CORNERS: Final = squares("d7 f7")
_ANGLE: Final = squares("c7 g7")
_DEVILS: Final = squares("d8 e8 f8 d9 e9 f9")
_OPPOSITE: Final = {
    parse_square(corner): parse_square(other)
    for corner, other in (("d9", "f7"), ("f9", "d7"), ("d7", "f9"), ("f7", "d9"))
}
_BACK_RANK: Final = range(9 * FILES, 10 * FILES)


def patterns(final: View) -> list[str]:
    """The names of all patterns that a final position shows."""
    return [name for name, shows in _PATTERNS.items() if shows(final)]


def _checking(view: View, letter: str) -> Iterator[Square]:
    return (at for at in view.checkers if view.placement[at] == letter)


def _cannon_screens(view: View) -> Iterator[Square]:
    """The screens of the cannons that give check."""
    for cannon in _checking(view, "C"):
        yield from view.screens(cannon, view.general)


def _horse_cannon(view: View) -> bool:
    return any(
        view.placement[screen] == "N" and len(view.between(screen, view.general) or ()) == 1
        for screen in _cannon_screens(view)
    )


def _double_cannon(view: View) -> bool:
    return any(view.placement[screen] == "C" for screen in _cannon_screens(view))


def _smothered_palace(view: View) -> bool:
    for cannon in _checking(view, "C"):
        if any(view.placement[screen] == "a" for screen in view.screens(cannon, view.general)):
            others = [at for at in view.pieces("RNCP") if at != cannon]
            return view.without(others).is_lost
    return False


def _iron_bolt(view: View) -> bool:
    mates = any(view.placement[at] in "RP" and square_file(at) in _SIDE_FILES for at in view.checkers)
    return mates and any(square_file(at) == _MIDDLE_FILE and view.needs(at) for at in view.pieces("C"))


def _needed_horse(view: View, points: frozenset[Square]) -> bool:
    return any(at in points and view.needs(at) for at in view.pieces("N"))


def _corral_horse(view: View) -> bool:
    return _needed_horse(view, _CORRAL)


def _corner_horse(view: View) -> bool:
    return view.general == _HOME and any(at in _CORNERS for at in _checking(view, "N"))


def _angler_horse(view: View) -> bool:
    return _needed_horse(view, _ANGLE)


def _octagon_horse(view: View) -> bool:
    opposite = _OPPOSITE.get(view.general)
    return opposite is not None and _needed_horse(view, frozenset([opposite]))


def _two_chariots(view: View) -> bool:
    chariots = view.pieces("R")
    return any(view.needs(other) for at in _checking(view, "R") for other in chariots if other != at)


def _face_to_face(view: View) -> bool:
    return view.needs(view.placement.index("K"))


def _two_devils(view: View) -> bool:
    return sum(at in _DEVILS and view.needs(at) for at in view.pieces("P")) >= 2


def _heaven_and_earth(view: View) -> bool:
    needed = [at for at in view.pieces("C") if view.needs(at)]
    return any(square_file(at) == _MIDDLE_FILE and at not in _BACK_RANK for at in needed) and any(
        at in _BACK_RANK for at in needed
    )


def _double_check(view: View) -> bool:
    return len(view.checkers) >= 2


def _stalemate(view: View) -> bool:
    return not view.checkers and not _faces(view)


def _faces(view: View) -> bool:
    """Whether the generals face each other."""
    own = view.placement.index("K")
    return square_file(own) == square_file(view.general) and not view.screens(own, view.general)


_PATTERNS: Final[dict[str, Callable[[View], bool]]] = {
    "horseCannonMate": _horse_cannon,
    "doubleCannonMate": _double_cannon,
    "smotheredPalaceMate": _smothered_palace,
    "ironBoltMate": _iron_bolt,
    "corralHorseMate": _corral_horse,
    "cornerHorseMate": _corner_horse,
    "anglerHorseMate": _angler_horse,
    "octagonHorseMate": _octagon_horse,
    "twoChariotMate": _two_chariots,
    "faceToFaceMate": _face_to_face,
    "twoDevilsMate": _two_devils,
    "heavenEarthCannonMate": _heaven_and_earth,
    "doubleCheckMate": _double_check,
    "stalemate": _stalemate,
}
