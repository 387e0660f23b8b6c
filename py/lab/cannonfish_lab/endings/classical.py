"""Practical endings (实用残局) with the names and verdicts that players learn.

Typed from common knowledge, those alone of which we are sure.  More are welcome with a source.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Classical:
    """An ending and what the books say: whether Red, who attacks, wins as a rule."""

    ending: str
    chinese: str
    english: str
    wins: bool


CLASSICAL: Final = tuple(
    Classical(*row)
    for row in (
        ("KR-ka", "单车胜单士", "chariot beats advisor", True),
        ("KR-kb", "单车胜单象", "chariot beats elephant", True),
        ("KR-kaa", "单车胜双士", "chariot beats two advisors", True),
        ("KR-kbb", "单车胜双象", "chariot beats two elephants", True),
        ("KR-kab", "单车胜单士象", "chariot beats advisor and elephant", True),
        ("KR-kaab", "单车胜单缺象", "chariot beats all guards but one elephant", True),
        ("KR-kabb", "单车胜单缺士", "chariot beats all guards but one advisor", True),
        ("KR-kaabb", "单车难胜士象全", "chariot does not beat all guards", False),
        ("KR-kp", "单车胜单卒", "chariot beats soldier", True),
        ("KR-kn", "单车胜单马", "chariot beats horse", True),
        ("KR-kc", "单车胜单炮", "chariot beats cannon", True),
        ("KR-kcaa", "单车难胜炮双士", "chariot does not beat cannon and two advisors", False),
        ("KN-k", "单马胜孤将", "horse beats the lone general", True),
        ("KN-ka", "单马胜单士", "horse beats advisor", True),
        ("KN-kb", "单马难胜单象", "horse does not beat elephant", False),
        ("KN-kaa", "单马难胜双士", "horse does not beat two advisors", False),
        ("KN-kab", "单马难胜单士象", "horse does not beat advisor and elephant", False),
        ("KNN-kaa", "双马胜双士", "two horses beat two advisors", True),
        ("KNN-kbb", "双马胜双象", "two horses beat two elephants", True),
        ("KC-k", "单炮难胜孤将", "cannon does not beat the lone general", False),
        ("KC-ka", "单炮难胜单士", "cannon does not beat advisor", False),
        ("KCA-k", "炮士胜孤将", "cannon and advisor beat the lone general", True),
        ("KCA-ka", "炮士胜单士", "cannon and advisor beat advisor", True),
        ("KCA-kaa", "炮士胜双士", "cannon and advisor beat two advisors", True),
        ("KCA-kb", "炮士胜单象", "cannon and advisor beat elephant", True),
        ("KCA-kbb", "炮单士难胜双象", "cannon and advisor do not beat two elephants", False),
        ("KP-k", "单兵胜孤将", "soldier beats the lone general", True),
        ("KP-ka", "单兵难胜单士", "soldier does not beat advisor", False),
        ("KP-kb", "单兵难胜单象", "soldier does not beat elephant", False),
        ("KPP-k", "双兵胜孤将", "two soldiers beat the lone general", True),
        ("KPP-ka", "双兵胜单士", "two soldiers beat advisor", True),
        ("KPP-kb", "双兵胜单象", "two soldiers beat elephant", True),
        ("KPP-kaa", "双兵胜双士", "two soldiers beat two advisors", True),
    )
)

_GUARDS: Final = ("", "a", "b", "aa", "ab", "bb", "aab", "abb", "aabb")
SMALL: Final = tuple(f"K{red}-k{black}" for red in ("R", "N", "C", "P", "PP") for black in _GUARDS)
"""One attacking piece or two soldiers against any guards."""

REMARKS: Final = {
    "KR-kaabb": "The guards hold the draw only if they stand together: most positions are won.",
    "KR-kn": "The horse holds most of its draws by perpetual check alone. Forbid it, and they are lost.",
    "KR-knaa": "Two advisors do not save the horse, but no ending here takes longer to win.",
    "KN-ka": "Won in all but a handful of positions, but it takes up to nineteen moves.",
    "KP-k": "With Red to move, won from every rank but the last, where the soldier is old.",
    "KC-kaa": "Every win is mate at once: the defender's own advisors are the screen and stand in the way.",
}
"""What the tables show beyond shares."""
