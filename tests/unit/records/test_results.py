"""Results in whatever words people use for them."""

import pytest
from cannonfish import records
from cannonfish.records.results import parse_result

from tests.unit.records.shapes import main_line

WORDS = {
    "1-0": """1-0 1–0 1—0 1‑0 1−0 1:0 １－０ 2-0 红胜 紅勝 红方胜 红先胜 先胜 黑负 黑方认负
        （红胜） (红胜) 【红胜】 红胜。 1_-_0 1_:_0 White_wins Red_won Black_resigns 结果：红胜 Đỏ_thắng""",
    "0-1": """0-1 0–1 0:1 0_-_1 黑胜 黑勝 黑方胜 黑先胜 红负 先负 红方认输 红方超时判负 （黑胜）
        黑方胜！ White_resigns Black_wins""",
    "1/2-1/2": """1/2-1/2 1/2–1/2 1⁄2-1⁄2 ½-½ ½–½ ½ 1/2 1/2_-_1/2 0.5-0.5 1/2:1/2 1-1 和 和棋 和局 双方议和
        （和棋） (½-½) Draw draw_agreed remis Hòa""",
    "*": "* ＊",
}
READ = [(word.replace("_", " "), result) for result, words in WORDS.items() for word in words.split()]


@pytest.mark.parametrize(("word", "result"), READ)
def test_results_end_a_game_whatever_words_say_it(word: str, result: str) -> None:
    for movetext, line in (
        ("1. h2e2 h9g7", "h2e2 h9g7"),
        ("炮二平五 马8进7", "h2e2 h9g7"),
        ("C2=5", "h2e2"),
    ):
        (game,) = records.loads(f'[Game "Chinese Chess"]\n\n{movetext} {word}\n\n后记')
        assert (main_line(game), game.result, game.errors) == (line, result, [])


@pytest.mark.parametrize(
    ("text", "result"),
    [
        *((word, result) for word, result in READ if "！" not in word and "：红" not in word),
        *(("紅 勝", "1-0"), ("", "*"), ("?", "*"), ("adjourned", None), ("红", None), ("1", None)),
        *(("1-0 ff", "1-0"), ("0F-1F", "0-1"), ("+:-", "1-0")),  # by forfeit
    ],
)
def test_results_are_read_in_tags_however_they_are_worded(text: str, result: str | None) -> None:
    assert parse_result(text) == result
    (game,) = records.loads(f'[Game "Chinese Chess"]\n[RESULT "{text}"]\n\n1. h2e2')
    assert (game.result, [error.reason for error in game.errors]) == (
        (result, []) if result else ("*", ["result"])
    )
