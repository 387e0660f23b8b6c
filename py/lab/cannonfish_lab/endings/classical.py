"""Practical endings (实用残局) with the names and verdicts that players learn.

Typed from common knowledge, and only those of which we are sure.  More are welcome with a source.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Classical:
    """An ending and the verdict of the books: whether Red, the attacker, wins as a rule."""

    ending: str
    chinese: str
    english: str
    vietnamese: str
    wins: bool
    source: str
    """``chariot`` and ``horse`` are the lectures in ``SOURCES``; ``common`` is taught in every manual."""

    @property
    def traditional(self) -> str:
        """The Chinese name in traditional characters."""
        return self.chinese.translate(TRADITIONAL)


TRADITIONAL: Final = str.maketrans("车马单双胜难将", "車馬單雙勝難將")

CLASSICAL: Final = tuple(
    Classical(*row)
    for row in (
        ("KR-k", "单车胜孤将", "chariot beats the lone general", "Xe thắng tướng trơ", True, "chariot"),
        ("KR-ka", "单车胜单士", "chariot beats advisor", "Xe thắng đơn sĩ", True, "chariot"),
        ("KR-kb", "单车胜单象", "chariot beats elephant", "Xe thắng đơn tượng", True, "chariot"),
        ("KR-kaa", "单车胜双士", "chariot beats two advisors", "Xe thắng song sĩ", True, "chariot"),
        ("KR-kbb", "单车胜双象", "chariot beats two elephants", "Xe thắng song tượng", True, "chariot"),
        (
            "KR-kab",
            "单车胜单士象",
            "chariot beats advisor and elephant",
            "Xe thắng đơn sĩ tượng",
            True,
            "chariot",
        ),
        (
            "KR-kaab",
            "单车胜单缺象",
            "chariot beats all guards but one elephant",
            "Xe thắng khuyết tượng",
            True,
            "chariot",
        ),
        (
            "KR-kabb",
            "单车胜单缺士",
            "chariot beats all guards but one advisor",
            "Xe thắng khuyết sĩ",
            True,
            "chariot",
        ),
        (
            "KR-kaabb",
            "单车难胜士象全",
            "chariot does not beat all guards",
            "Xe khó thắng sĩ tượng toàn",
            False,
            "chariot",
        ),
        ("KR-kp", "单车胜单卒", "chariot beats soldier", "Xe thắng đơn tốt", True, "common"),
        ("KR-kn", "单车胜单马", "chariot beats horse", "Xe thắng đơn mã", True, "common"),
        ("KR-kna", "单车胜马单士", "chariot beats horse and advisor", "Xe thắng mã đơn sĩ", True, "common"),
        (
            "KR-knb",
            "单车胜马单象",
            "chariot beats horse and elephant",
            "Xe thắng mã đơn tượng",
            True,
            "common",
        ),
        ("KR-kc", "单车胜单炮", "chariot beats cannon", "Xe thắng đơn pháo", True, "common"),
        (
            "KR-kca",
            "单车胜炮单士",
            "chariot beats cannon and advisor",
            "Xe thắng pháo đơn sĩ",
            True,
            "common",
        ),
        (
            "KR-kcb",
            "单车胜炮单象",
            "chariot beats cannon and elephant",
            "Xe thắng pháo đơn tượng",
            True,
            "common",
        ),
        (
            "KR-kcaa",
            "单车难胜炮双士",
            "chariot does not beat cannon and two advisors",
            "Xe khó thắng pháo song sĩ",
            False,
            "common",
        ),
        ("KR-kr", "单车难胜单车", "chariot does not beat chariot", "Xe khó thắng đơn xe", False, "common"),
        ("KN-k", "单马胜孤将", "horse beats the lone general", "Mã thắng tướng trơ", True, "horse"),
        ("KN-ka", "单马胜单士", "horse beats advisor", "Mã thắng đơn sĩ", True, "horse"),
        ("KN-kb", "单马难胜单象", "horse does not beat elephant", "Mã khó thắng đơn tượng", False, "horse"),
        (
            "KN-kaa",
            "单马难胜双士",
            "horse does not beat two advisors",
            "Mã khó thắng song sĩ",
            False,
            "common",
        ),
        (
            "KN-kbb",
            "单马难胜双象",
            "horse does not beat two elephants",
            "Mã khó thắng song tượng",
            False,
            "horse",
        ),
        (
            "KN-kab",
            "单马难胜单士象",
            "horse does not beat advisor and elephant",
            "Mã khó thắng đơn sĩ tượng",
            False,
            "common",
        ),
        (
            "KN-kaab",
            "单马难胜单缺象",
            "horse does not beat all guards but one elephant",
            "Mã khó thắng khuyết tượng",
            False,
            "common",
        ),
        (
            "KN-kabb",
            "单马难胜单缺士",
            "horse does not beat all guards but one advisor",
            "Mã khó thắng khuyết sĩ",
            False,
            "common",
        ),
        (
            "KN-kaabb",
            "单马难胜士象全",
            "horse does not beat all guards",
            "Mã khó thắng sĩ tượng toàn",
            False,
            "common",
        ),
        ("KN-kn", "单马难胜单马", "horse does not beat horse", "Mã khó thắng đơn mã", False, "common"),
        (
            "KNN-k",
            "双马胜孤将",
            "two horses beat the lone general",
            "Song mã thắng tướng trơ",
            True,
            "common",
        ),
        ("KNN-ka", "双马胜单士", "two horses beat advisor", "Song mã thắng đơn sĩ", True, "common"),
        ("KNN-kb", "双马胜单象", "two horses beat elephant", "Song mã thắng đơn tượng", True, "common"),
        ("KNN-kaa", "双马胜双士", "two horses beat two advisors", "Song mã thắng song sĩ", True, "common"),
        (
            "KNN-kbb",
            "双马胜双象",
            "two horses beat two elephants",
            "Song mã thắng song tượng",
            True,
            "common",
        ),
        (
            "KNP-k",
            "马兵胜孤将",
            "horse and soldier beat the lone general",
            "Mã tốt thắng tướng trơ",
            True,
            "common",
        ),
        ("KNP-ka", "马兵胜单士", "horse and soldier beat advisor", "Mã tốt thắng đơn sĩ", True, "common"),
        ("KNP-kb", "马兵胜单象", "horse and soldier beat elephant", "Mã tốt thắng đơn tượng", True, "common"),
        (
            "KNP-kaa",
            "马兵胜双士",
            "horse and soldier beat two advisors",
            "Mã tốt thắng song sĩ",
            True,
            "common",
        ),
        (
            "KC-k",
            "单炮难胜孤将",
            "cannon does not beat the lone general",
            "Pháo khó thắng tướng trơ",
            False,
            "common",
        ),
        ("KC-ka", "单炮难胜单士", "cannon does not beat advisor", "Pháo khó thắng đơn sĩ", False, "common"),
        (
            "KC-kb",
            "单炮难胜单象",
            "cannon does not beat elephant",
            "Pháo khó thắng đơn tượng",
            False,
            "common",
        ),
        (
            "KC-kaa",
            "单炮难胜双士",
            "cannon does not beat two advisors",
            "Pháo khó thắng song sĩ",
            False,
            "common",
        ),
        (
            "KC-kbb",
            "单炮难胜双象",
            "cannon does not beat two elephants",
            "Pháo khó thắng song tượng",
            False,
            "common",
        ),
        (
            "KC-kab",
            "单炮难胜单士象",
            "cannon does not beat advisor and elephant",
            "Pháo khó thắng đơn sĩ tượng",
            False,
            "common",
        ),
        (
            "KC-kaabb",
            "单炮难胜士象全",
            "cannon does not beat all guards",
            "Pháo khó thắng sĩ tượng toàn",
            False,
            "common",
        ),
        ("KC-kp", "单炮难胜单卒", "cannon does not beat soldier", "Pháo khó thắng đơn tốt", False, "common"),
        ("KC-kn", "单炮难胜单马", "cannon does not beat horse", "Pháo khó thắng đơn mã", False, "common"),
        ("KC-kc", "单炮难胜单炮", "cannon does not beat cannon", "Pháo khó thắng đơn pháo", False, "common"),
        (
            "KCA-k",
            "炮士胜孤将",
            "cannon and advisor beat the lone general",
            "Pháo sĩ thắng tướng trơ",
            True,
            "common",
        ),
        ("KCA-ka", "炮士胜单士", "cannon and advisor beat advisor", "Pháo sĩ thắng đơn sĩ", True, "common"),
        (
            "KCA-kaa",
            "炮士胜双士",
            "cannon and advisor beat two advisors",
            "Pháo sĩ thắng song sĩ",
            True,
            "common",
        ),
        (
            "KCA-kb",
            "炮士胜单象",
            "cannon and advisor beat elephant",
            "Pháo sĩ thắng đơn tượng",
            True,
            "common",
        ),
        (
            "KCA-kbb",
            "炮单士难胜双象",
            "cannon and advisor do not beat two elephants",
            "Pháo đơn sĩ khó thắng song tượng",
            False,
            "common",
        ),
        (
            "KCAA-k",
            "炮双士胜孤将",
            "cannon and two advisors beat the lone general",
            "Pháo song sĩ thắng tướng trơ",
            True,
            "common",
        ),
        (
            "KCAA-ka",
            "炮双士胜单士",
            "cannon and two advisors beat advisor",
            "Pháo song sĩ thắng đơn sĩ",
            True,
            "common",
        ),
        (
            "KCAA-kaa",
            "炮双士胜双士",
            "cannon and two advisors beat two advisors",
            "Pháo song sĩ thắng song sĩ",
            True,
            "common",
        ),
        (
            "KCAA-kb",
            "炮双士胜单象",
            "cannon and two advisors beat elephant",
            "Pháo song sĩ thắng đơn tượng",
            True,
            "common",
        ),
        (
            "KCC-k",
            "双炮胜孤将",
            "two cannons beat the lone general",
            "Song pháo thắng tướng trơ",
            True,
            "common",
        ),
        ("KCC-ka", "双炮胜单士", "two cannons beat advisor", "Song pháo thắng đơn sĩ", True, "common"),
        ("KCC-kb", "双炮胜单象", "two cannons beat elephant", "Song pháo thắng đơn tượng", True, "common"),
        ("KCC-kaa", "双炮胜双士", "two cannons beat two advisors", "Song pháo thắng song sĩ", True, "common"),
        ("KP-k", "单兵胜孤将", "soldier beats the lone general", "Đơn tốt thắng tướng trơ", True, "common"),
        (
            "KP-ka",
            "单兵难胜单士",
            "soldier does not beat advisor",
            "Đơn tốt khó thắng đơn sĩ",
            False,
            "common",
        ),
        (
            "KP-kb",
            "单兵难胜单象",
            "soldier does not beat elephant",
            "Đơn tốt khó thắng đơn tượng",
            False,
            "common",
        ),
        (
            "KP-kaa",
            "单兵难胜双士",
            "soldier does not beat two advisors",
            "Đơn tốt khó thắng song sĩ",
            False,
            "common",
        ),
        (
            "KP-kbb",
            "单兵难胜双象",
            "soldier does not beat two elephants",
            "Đơn tốt khó thắng song tượng",
            False,
            "common",
        ),
        (
            "KP-kab",
            "单兵难胜单士象",
            "soldier does not beat advisor and elephant",
            "Đơn tốt khó thắng đơn sĩ tượng",
            False,
            "common",
        ),
        (
            "KP-kaabb",
            "单兵难胜士象全",
            "soldier does not beat all guards",
            "Đơn tốt khó thắng sĩ tượng toàn",
            False,
            "common",
        ),
        (
            "KPP-k",
            "双兵胜孤将",
            "two soldiers beat the lone general",
            "Song tốt thắng tướng trơ",
            True,
            "common",
        ),
        ("KPP-ka", "双兵胜单士", "two soldiers beat advisor", "Song tốt thắng đơn sĩ", True, "common"),
        ("KPP-kb", "双兵胜单象", "two soldiers beat elephant", "Song tốt thắng đơn tượng", True, "common"),
        ("KPP-kaa", "双兵胜双士", "two soldiers beat two advisors", "Song tốt thắng song sĩ", True, "common"),
        (
            "KPP-kbb",
            "双兵胜双象",
            "two soldiers beat two elephants",
            "Song tốt thắng song tượng",
            True,
            "common",
        ),
        (
            "KPP-kab",
            "双兵难胜单士象",
            "two soldiers do not beat advisor and elephant",
            "Song tốt khó thắng đơn sĩ tượng",
            False,
            "common",
        ),
        (
            "KPP-kaab",
            "双兵难胜单缺象",
            "two soldiers do not beat all guards but one elephant",
            "Song tốt khó thắng khuyết tượng",
            False,
            "common",
        ),
    )
)

SOURCES: Final = {
    "chariot": "xqinenglish.com, One Chariot Endgames 01 and 02",
    "horse": "xqinenglish.com, The Anatomy of Xiangqi, part 4: the end game",
    "common": "common teaching; a standard work is 屠景明 (Tu Jingming), 《象棋实用残局》",
}

_GUARDS: Final = ("", "a", "b", "aa", "ab", "bb", "aab", "abb", "aabb")
SMALL: Final = tuple(f"K{red}-k{black}" for red in ("R", "N", "C", "P", "PP") for black in _GUARDS)
"""One attacking piece or two soldiers against any guards."""

REMARKS: Final = {
    "KR-kaabb": "The guards hold the draw only if they stand together: most positions are won.",
    "KR-kn": "The horse holds most of its draws by perpetual check alone. Forbid it, and they are lost.",
    "KR-knaa": "Two advisors do not save the horse, though it takes up to 37 moves.",
    "KR-knbb": "All but 8% of the draws need perpetual check: where it is forbidden, the chariot wins.",
    "KR-kcaa": "Two advisors hold a draw with the cannon in one position of five, one hardly ever.",
    "KN-ka": "Won in all but a handful of positions, but it takes up to nineteen moves.",
    "KP-k": "With Red to move, won from every rank but the last, where the soldier is old.",
    "KC-kaa": "Every win is mate at once: the defender's own advisors are the screen and stand in the way.",
    "KC-kp": "If anybody wins, it is the soldier, not the cannon.",
    "KCA-kab": "Cannon and advisor beat two advisors, and one elephant, but not one of each: 86% are drawn.",
    "KCAA-kbb": "A second advisor hardly helps the cannon: 7.6% won instead of 6%.",
    "KCAABB-kbb": "Nor do all guards: 7.1%.",
    "KPP-kab": "Two guards of one kind fall to two soldiers in most positions, one of each holds 77%.",
    "KNP-kbb": "Two elephants hold the horse and soldier in 12% of positions, elephant and advisor in 0.5%.",
    "KNP-kaab": "Won in 88% of positions, but only just within the limit of moves, or beyond it.",
    "KN-kpp": "One draw in twelve rests on the horse's perpetual check or chase alone.",
    "KCC-kaabb": "Two cannons without guards of their own win one position in three.",
    "KNN-kaabb": "Two horses do beat all guards: 99.3% are won, in up to 31 moves.",
    "KCP-kaab": "The longest win here: without a capture in time, the move limit makes it a draw.",
}
"""Remarks that go beyond the shares in the tables."""
