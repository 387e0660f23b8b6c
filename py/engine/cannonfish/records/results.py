"""The result of a game in the words that people use for it."""

import re
from collections.abc import Iterator
from typing import Final

_RED: Final = "红 红方 红棋 红先 先 先手 先方 白 白方"
_BLACK: Final = "黑 黑方 黑棋 黑先 后 后手 后方"
_WINS: Final = "胜 赢 得胜 获胜 取胜 胜利 胜出"
_LOSES: Final = "负 输 败 认负 认输 落败 判负 投子 投子认负 投子认输 超时 超时负 超时判负 弃权"
_WORDS: Final = {
    "1-0": "1-0 1:0 2-0 2:0 1-0ff 1f-0f +:- 红先胜黑 whitewins whitewon redwins redwon blackresigns "
    "blackresigned đỏthắng trắngthắng",
    "0-1": "0-1 0:1 0-2 0:2 0-1ff 0f-1f -:+ 红先负黑 blackwins blackwon whiteresigns whiteresigned "
    "redresigns redresigned đenthắng",
    "1/2-1/2": "1/2-1/2 1/2:1/2 1/2 1-1 1:1 和 和棋 和局 平 平局 平手 作和 成和 弈和 议和 双方和 双方和棋 "
    "双方议和 红先和黑 draw drawn drawagreed drawnagreed remis hòa hoà",
    "*": "* ? 未知 未分胜负",
}
"""Usual words, simplified, in lower case and without spaces; those made of a side and a verb come apart."""


def _results() -> Iterator[tuple[str, str]]:
    yield "", "*"
    for result, words in _WORDS.items():
        for word in words.split():
            yield word, result
    for winners, losers, result in ((_RED, _BLACK, "1-0"), (_BLACK, _RED, "0-1")):
        for sides, verbs in ((winners, _WINS), (losers, _LOSES)):
            for side in sides.split():
                for verb in verbs.split():
                    yield side + verb, result
    for side in f"{_RED} {_BLACK}".split():
        yield f"{side}和", "1/2-1/2"


_RESULTS: Final = dict(_results())
_TRADITIONAL: Final = "紅勝負雙優勢贏輸認獲敗議後纏時棄著"
_SIMPLIFIED: Final = "红胜负双优势赢输认获败议后缠时弃着"
_USUAL: Final = str.maketrans(
    {
        **dict(zip(_TRADITIONAL, _SIMPLIFIED, strict=True)),
        **dict.fromkeys("‐‑‒–—―−﹣－", "-"),
        "：": ":", "½": "1/2", "⁄": "/", "０": "0", "１": "1", "２": "2", "＊": "*",
    }
)  # fmt: skip


def simplified(text: str) -> str:
    """The words of records in simplified Chinese, with the usual dashes and digits."""
    return text.translate(_USUAL)


def parse_result(text: str) -> str | None:
    """``1-0``, ``0-1``, ``1/2-1/2`` or ``*`` for any usual wording of it; None for other text."""
    plain = "".join(simplified(text).lower().split()).strip("()（）【】[]。")
    return _RESULTS.get(re.sub(r"\b0[.,]5\b", "1/2", plain))
