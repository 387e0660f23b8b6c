"""Movetext as programs and people set it: numbers, glyphs, results, and moves without a move."""

import unicodedata

import pytest
from cannonfish import records
from cannonfish.records import Game, Node
from cannonfish.records.movetext import Kind, tokens

from tests.unit.records.shapes import error_places, main_line

CHESS = '[White "A"]\n[Black "B"]\n\n'
XIANGQI = '[Game "Chinese Chess"]\n\n'


def only(text: str) -> Game:
    (game,) = records.loads(text)
    return game


def read(movetext: str) -> list[object]:
    """The tokens but numbers: moves and comments as texts, glyphs as numbers, the others as (kind, value)."""
    plain = (Kind.MOVE, Kind.NAG, Kind.COMMENT)
    return [
        token.value if token.kind in plain else (token.kind, token.value)
        for token in tokens(movetext, 0, len(movetext))
        if token.kind is not Kind.NUMBER
    ]


def test_coordinates_with_nothing_between_them() -> None:
    assert read("h2e2h9g7h0g2 b9c7") == ["h2e2", "h9g7", "h0g2", "b9c7"]
    assert read("e7e8qa2a1b b7b8b2b1") == ["e7e8q", "a2a1b", "b7b8", "b2b1"]
    assert read("a1a10b10b9") == ["a1a10", "b10b9"]
    (last,) = [token for token in tokens("1. a0a1i9i8", 0, 11) if token.value == "i9i8"]
    assert (last.start, last.end) == (7, 11)


# --- numbers ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "movetext",
    [
        "1. 炮二平五 马8进7 2. 马二进三",
        "1、炮二平五 马8进7 2、马二进三",
        "1。炮二平五 马8进7 2。马二进三",
        "1) 炮二平五 马8进7 2) 马二进三",
        "1） 炮二平五 马8进7 2） 马二进三",
        "1.) 炮二平五 马8进7 2.) 马二进三",
        "(1) 炮二平五 马8进7 (2) 马二进三",
        "（1）炮二平五 马8进7（2）马二进三",
        "1: 炮二平五 马8进7 2: 马二进三",
        "1：炮二平五 马8进7 2：马二进三",
        "1, 炮二平五 马8进7 2, 马二进三",
        "1- 炮二平五 马8进7 2- 马二进三",
        "01. 炮二平五 马8进7 02. 马二进三",
        "１．炮二平五 马8进7 ２．马二进三",
        "①炮二平五马8进7②马二进三",
        "⑴ 炮二平五 马8进7 ⑵ 马二进三",
        "⒈炮二平五 马8进7 ⒉马二进三",
        "❶炮二平五 马8进7 ❷马二进三",
        "第1回合 炮二平五 马8进7 第2回合 马二进三",
        "第一回合：炮二平五 马8进7 第二回合：马二进三",
        "1回合 炮二平五 马8进7 2回合 马二进三",
        "一回合：炮二平五 马8进7 二回合：马二进三",
        "1; 炮二平五 马8进7 2; 马二进三",
        "1；C2=5 H8+7 2；H2+3",
        "1> 炮二平五 马8进7 2> 马二进三",
        "Ⅰ.炮二平五 马8进7 Ⅱ.马二进三",
        "Ⅰ 炮二平五 马8进7 Ⅱ 马二进三",
        "（Ⅰ）炮二平五 马8进7 （Ⅱ）马二进三",
        "第 1 着 炮二平五 马8进7 第 2 着 马二进三",
        "一、炮二平五 马8进7 二、马二进三",
        "（一）炮二平五 马8进7 （二）马二进三",
        "No. 1 炮二平五 马8进7 No.2 马二进三",
        "[1] 炮二平五 马8进7 [2] 马二进三",
        "【1】炮二平五 马8进7【2】马二进三",
        "1炮二平五 马8进7 2马二进三",
        "1. 红：炮二平五 黑：马8进7 2. 红：马二进三",
        "1.炮二平五\u00a0马8进7\u200b 2.\u3000马二进三",
    ],
)
def test_moves_are_numbered_in_many_styles(movetext: str) -> None:
    for text in (movetext, XIANGQI + movetext):
        game = only(text)
        assert (main_line(game), game.errors) == ("h2e2 h9g7 h0g2", [])


@pytest.mark.parametrize(
    "movetext",
    [
        "1) e4 e5 2) Nf3",
        "(1) e4 e5 (2) Nf3",
        "1: e4 e5 2: Nf3",
        "1 e4 e5 2 Nf3",
        "1.. e4 e5 2…Nf3",
        "1° e4 e5 2° Nf3",
        "1; e4 e5 2; Nf3",
        "1> e4 e5 2> Nf3",
    ],
)
def test_moves_of_chess_are_numbered_in_many_styles(movetext: str) -> None:
    game = only(CHESS + movetext)
    assert (main_line(game), game.errors) == ("e2e4 e7e5 g1f3", [])


def test_brackets_of_numbers_are_told_from_those_of_variations() -> None:
    """They are numbers only where the first number of the game is set in this way."""
    for movetext in (
        "1) e4 (1) d4 d5 (1) c6)) e5 2) Nf3",
        "(1) e4 ((1) d4 d5 ((1) c6)) e5 (2) Nf3",
        "1. e4 (1. d4 d5 (1... c6)) e5 2. Nf3",
        "1. e4 (1. d4 d5 (1... c6 2) 2.) 1... e5 2) Nf3",
    ):
        game = only(CHESS + movetext)
        assert (main_line(game), game.errors) == ("e2e4 e7e5 g1f3", [])
        (_, variation) = game.variations
        assert [node.move.uci() for node in variation.variations] == ["d7d5", "c7c6"]


# --- glyphs -------------------------------------------------------------------------------------------------

SIGNS = {
    "!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6, "！": 1, "？？": 4, "！？": 5,
    "‼": 3, "⁇": 4, "⁉": 5, "⁈": 6,
    "□": 7, "=": 10, "∞": 13, "⩲": 14, "+=": 14, "+/=": 14, "⩱": 15, "=+": 15, "=/+": 15,
    "±": 16, "+/-": 16, "+/−": 16, "∓": 17, "-/+": 17, "+-": 18, "+−": 18, "+–": 18, "-+": 19, "−+": 19,
    "⨀": 22, "⟳": 32, "↑": 36, "→": 40, "=∞": 44, "⇆": 132, "∆": 140, "⌓": 142,
}  # fmt: skip


@pytest.mark.parametrize("between", ["", " "])
@pytest.mark.parametrize(
    ("head", "first", "second", "line"),
    [
        (CHESS, "Nf3", "Nf6", "g1f3 g8f6"),
        (XIANGQI, "炮二平五", "马8进7", "h2e2 h9g7"),
        (XIANGQI, "C2=5", "H8+7", "h2e2 h9g7"),
        (XIANGQI, "H2-E2", "H9-G7", "h2e2 h9g7"),
    ],
)
def test_signs_outside_comments_are_glyphs(
    head: str, first: str, second: str, line: str, between: str
) -> None:
    """Every sign but `!` and `?` ended the game there."""
    for sign, nag in SIGNS.items():
        for end in (" ", "", "{c} "):
            movetext = f"1. {first}{between}{sign}{end}({first}{between}{sign}) {second}{between}{sign}"
            game = only(head + movetext)
            assert (main_line(game), game.errors) == (line, []), movetext
            assert [node.nags for node in game.mainline()] == [{nag}, {nag}], movetext


@pytest.mark.parametrize(
    ("movetext", "expected"),
    [
        ("Qh7+ +- Kxh7++-", ["Qh7", 18, "Kxh7", 18]),
        ("Nf3!? ±□", ["Nf3", 5, 16, 7]),
        ("Nf3 N Qd7N TN O-O N", ["Nf3", 146, "Qd7", 146, 146, "O-O", 146]),
        (
            "C2=5N Che3N P2-5N h9g7N H2-E2N",
            ["C2=5", 146, "Che3", 146, "P2-5", 146, "h9g7", 146, "H2-E2", 146],
        ),
        ("e7e8N a2-a1N e7e5N", ["e7e8N", "a2-a1N", "e7e5", 146]),
        ("e8N e8=Q+- e8(Q)+", ["e8N", "e8=Q", 18, "e8(Q)"]),
        ("R+-1 +R-1 C2=5=", ["R+-1", "+R-1", "C2=5", 10]),
        ("炮二平五红优 马8进7 黑稍优 均勢", ["炮二平五", 16, "马8进7", 15, 10]),
        ("Nf3 $1 $ 14$16 $300", ["Nf3", 1, 14, 16, 300]),
        ("Nf3!!! ??!", ["Nf3", 3, 4]),
    ],
)
def test_glyphs_are_told_from_parts_of_moves(movetext: str, expected: list[object]) -> None:
    assert read(movetext) == expected


MARKS = (
    """☆ 👍 ⟶ # ++ † ch mate e.p. (=) (!) (D) (0:05) +0.35/12 (-1.20) ， 。 ； “ " | - — / , [pgn] ^ & ★★"""
)


@pytest.mark.parametrize("mark", MARKS.split())
def test_marks_without_a_glyph_are_skipped(mark: str) -> None:
    game = only(f"{CHESS}1. e4 {mark} e5 {mark} 2. Nf3 {mark} 1-0")
    assert (main_line(game), game.result, game.errors) == ("e2e4 e7e5 g1f3", "1-0", [])


def test_figurines_and_typographic_dashes_are_read() -> None:
    game = only(f"{CHESS}1.e4 e5 2.♘f3 ♞c6 3.♗b5 ♞f6 4.O–O ♞×e4 5.d4 ♗e7 6.dxe5 0‑0 1–0")
    assert (game.errors, game.result) == ([], "1-0")
    assert main_line(game).endswith("e1g1 f6e4 d2d4 f8e7 d4e5 e8g8")


# --- results ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("movetext", "line", "result"),
    [
        ("1. e4 e5 2. Nf3*", "e2e4 e7e5 g1f3", "*"),
        ("1. e4 e5*2. Nf3", "e2e4 e7e5", "*"),
        ("1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O O-O*", "g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1g1 e8g8", "*"),
        ("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7#1-0", "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7", "1-0"),
        ("1. f3 e5 2. g4 Qh4#0-1", "f2f3 e7e5 g2g4 d8h4", "0-1"),
        ("1. e4 e51/2-1/2", "e2e4 e7e5", "1/2-1/2"),
        ("1. e4 e5½-½", "e2e4 e7e5", "1/2-1/2"),
        ("1. e4 (1. d4 d5*) 1... e5 (1... c5 1-0) 2. Nf3 0-1", "e2e4 e7e5 g1f3", "0-1"),
        ("1. e4 {c}1-0", "e2e4", "1-0"),
    ],
)
def test_results_may_touch_the_move_before_them(movetext: str, line: str, result: str) -> None:
    """The last move was lost: `*` ends a token by itself (PGN standard, section 7)."""
    game = only(CHESS + movetext)
    assert (main_line(game), game.result, game.errors) == (line, result, [])


@pytest.mark.parametrize("variation", ["1... Zz9 1-0", "1... -- 2. d4 1-0", "1-0", "{c} ½-½"])
def test_a_result_in_a_variation_without_moves_does_not_end_the_game(variation: str) -> None:
    """A variation whose first move was refused had none: its result ended the game, silently."""
    game = only(f"{CHESS}1. e4 e5 ({variation}) 2. Nf3 Nc6 0-1")
    assert (main_line(game), game.result) == ("e2e4 e7e5 g1f3 b8c6", "0-1")
    assert only(f"{CHESS}1. e4 e5 ({variation}) 2. Nf3 Nc6").result == "*"


@pytest.mark.parametrize("move", ["炮二平五", "C2=5", "C2.5", "H2-E2", "h2e2", "P2-5", "Pháo 2 bình 5"])
@pytest.mark.parametrize("end", ["*", "1-0", "0-1", "1/2-1/2", "½-½"])
def test_results_may_touch_moves_of_xiangqi(move: str, end: str) -> None:
    game = only(f"{XIANGQI}1. {move} ({move}*) ({move} 红胜){end}")
    assert (main_line(game), game.errors) == ("h2e2", [])
    assert game.result == end.replace("½", "1/2")


@pytest.mark.parametrize("move", ["M1/2", "X1/2", "Tg1/2", "Xt/2"])
def test_a_move_back_is_no_result(move: str) -> None:
    """In Vietnamese ``M1/2`` is a horse that goes back: its end was taken for a draw after a move ``M``."""
    assert read(f"1. {move} ½") == [move, (Kind.RESULT, "1/2-1/2")]


@pytest.mark.parametrize(
    "movetext",
    [
        "1. Pháo 2 bình 5 Mã 8 tấn 7 2. Xe trước tấn 1",
        "1. Pháo 2 bình 5 | Mã 8 tấn 7\n2. Xe trước tấn 1",
        "Pháo 2 bình 5, Mã 8 tấn 7, Xe trước tấn 1",
        "Đỏ: Pháo 2 bình 5 Đen: Mã 8 tấn 7 Đỏ: Xe trước tấn 1",
    ],
)
def test_moves_in_vietnamese_words_have_spaces(movetext: str) -> None:
    assert read(movetext) == ["Pháo 2 bình 5", "Mã 8 tấn 7", "Xe trước tấn 1"]
    decomposed = unicodedata.normalize("NFD", movetext)
    tones_apart = movetext.replace("ấ", "â\u0301").replace("ớ", "ơ\u0301")  # as Windows-1258 has them
    for text in (decomposed, tones_apart):
        assert [unicodedata.normalize("NFC", str(each)) for each in read(text)] == read(movetext)


@pytest.mark.parametrize(
    "move",
    [
        "phao 2 binh 5",
        "TƯỚNG 5 BÌNH 4",
        "Hậu X.2",
        "Tiền pháo bình 5",
        "Tg. 1",
        "Tg- 4",
        "Tốt trước lộ 7 bình 6",
    ],
)
def test_a_vietnamese_move_with_spaces_is_one_token(move: str) -> None:
    assert read(f"1. {move}! {{xong}} 1... {move}") == [move, 1, "xong", move]


# --- null moves ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("null_move", ["--", "–-", "Z0", "@@@@", "0000", "null", "pass", "Pass", "<>"])
def test_null_moves_end_a_line_with_a_remark(null_move: str) -> None:
    game = only(
        f"{CHESS}1. e4 e5 (1... {null_move} 2. d4 d5 (2... c6)) (1... c5 2. {null_move}) 2. Nf3 Nc6 *"
    )
    assert main_line(game) == "e2e4 e7e5 g1f3 b8c6"
    assert [node.move.uci() for node in game.variations[0].variations] == ["e7e5", "c7c5"]
    assert [error.reason for error in game.errors] == ["null_move", "null_move"]
    assert game.errors[0].text == null_move.replace("–", "-")
    ended = only(f"{CHESS}1. e4 {null_move} 2. Nf3 1-0")
    assert (main_line(ended), error_places(ended)) == ("e2e4", [("null_move", 4, 7)])


def test_a_null_move_is_no_reason_to_count_ranks_in_another_way() -> None:
    game = only("1. h2e2 (1. -- h9g7) h9g7")
    assert (main_line(game), [error.reason for error in game.errors]) == ("h2e2 h9g7", ["null_move"])


# --- comments -----------------------------------------------------------------------------------------------


def test_full_width_braces_hold_comments() -> None:
    game = only("1. 炮二平五 ｛好棋｝ 马8进7 {a ｝ b}")
    assert [node.comment for node in game.mainline()] == ["好棋", "a ｝ b"]


@pytest.mark.parametrize(
    "movetext", ["1.炮二平五,马8进7;2.马二进三", "炮二平五;马8进7;马二进三", "1.C2=5 H8+7; 2.H2+3"]
)
def test_a_semicolon_between_moves_begins_no_comment(movetext: str) -> None:
    """The moves behind it were a comment, without a word."""
    assert main_line(only(movetext)) == "h2e2 h9g7 h0g2"
    assert only("1. h2e2 ; 2. b2e2 h9g7\nh9g7;正着\n").variations[0].comment == "2. b2e2 h9g7"


def test_a_clock_outside_comments_is_one() -> None:
    game = only(f"{CHESS}1. e4 [%clk 0:01:00] e5 [%emt 3] 2. Nf3")
    assert [(node.clock, node.commands) for node in game.mainline()] == [
        (60_000, ""),
        (None, "[%emt 3]"),
        (None, ""),
    ]


def comments(node: Node) -> list[str]:
    return [each.comment for each in node.mainline()]


def test_a_comment_in_an_empty_variation_is_about_the_move_before_it() -> None:
    """It was dropped; python-chess gives it to the next move."""
    game = only(f"{CHESS}1. e4 () ( {{a}} ) 1... e5 {{b}} ({{c}}) *")
    assert (comments(game), game.errors) == (["a", "b\nc"], [])


# --- prose --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("movetext", "comment"),
    [
        ("1. d4 d5 Black wins a tempo with 2. e4?", "Black wins a tempo with 2. e4?"),
        ("1. d4 d5\n\nWhite resigns to nobody, here in round 3", "White resigns to nobody, here in round 3"),
        ("1. d4 d5\nDrawn games of 1950\n2. c4", "Drawn games of 1950"),
        (
            "1. d4 d5 The Queen's Pawn\nis what the text\nis about.\n2. c4",
            "The Queen's Pawn\nis what the text\nis about.",
        ),
        ("1. d4 d5 Black goes on {c} 2. c4", "Black goes on\nc"),
        ("1. d4 (1. c4 c5 looks as good) 1... d5 and so on\n2. c4", "and so on"),
    ],
)
def test_sentences_outside_braces_are_comments(movetext: str, comment: str) -> None:
    """They were results of the game, or ended it with an error."""
    game = only(CHESS + movetext)
    assert (main_line(game).removesuffix(" c2c4"), game.result, game.errors) == ("d2d4 d7d5", "*", [])
    assert list(game.mainline())[1].comment == comment
    assert [remark.code for remark in game.remarks] == ["prose"]


@pytest.mark.parametrize(
    ("movetext", "line", "comments"),
    [
        (
            "1. e4 e5 Black takes his share. 2. Nf3 Nc6 So far so good. 3. Bb5 a6 4. Ba4 Nf6 5. O-O The end",
            "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1",
            {1: "Black takes his share.", 3: "So far so good.", 8: "The end"},
        ),
        (
            "1. d4 Instead of 1...d5 2.c4 came 1...Nf6 2. c4 e6 3. Nc3 Bb4 4. e3 which is solid 4...O-O",
            "d2d4 g8f6 c2c4 e7e6 b1c3 f8b4 e2e3 e8g8",
            {0: "Instead of 1...d5 2.c4 came", 6: "which is solid"},
        ),
    ],
)
def test_the_game_goes_on_behind_a_sentence_on_the_same_line(
    movetext: str, line: str, comments: dict[int, str]
) -> None:
    """All the rest of the line was taken for a comment."""
    game = only(f"{CHESS}{movetext} 1-0")
    assert (main_line(game), game.result, game.errors) == (line, "1-0", [])
    assert {at: node.comment for at, node in enumerate(game.mainline()) if node.comment} == comments


def test_sentences_end_at_the_result_of_the_game() -> None:
    game = only(f"{CHESS}1. d4 d5 Black resigns with a piece ahead! 1-0\n")
    assert (game.result, game.end().comment) == ("1-0", "Black resigns with a piece ahead!")
    assert only('[Result "0-1"]\n\n1. d4 d5\nBlack wins a pawn, but no more\n').errors == []


def test_chinese_sentences_are_comments() -> None:
    game = only(
        "1.炮二平五 马８进７\n如车一进一，炮２平３，红方前景不明。\n2.马二进三\n好棋！\n2. …… 车９平８"
    )
    assert (main_line(game), game.errors) == ("h2e2 h9g7 h0g2 i9h9", [])
    assert [node.comment for node in game.mainline()] == [
        "",
        "如车一进一，炮２平３，红方前景不明。",
        "好棋！",
        "",
    ]


def test_words_before_the_first_move_of_a_variation_are_its_comment() -> None:
    """``(better 2. c4)`` was an error, and ``(better is 2. c4)`` a comment without moves."""
    for words in ("better", "better is", "Somewhat better was,"):
        game = only(f"{CHESS}1. d4 d5 2. Nf3?! ({words} 2.c4 e6 3.Nc3) 2... Nf6")
        assert (main_line(game), game.errors) == ("d2d4 d7d5 g1f3 g8f6", [])
        variation = list(game.mainline())[1].variations[1]
        assert variation.starting_comment == words
        assert [node.move.uci() for node in (variation, *variation.mainline())] == ["c2c4", "e7e6", "b1c3"]
        assert [remark.code for remark in game.remarks] == ["prose"]


@pytest.mark.parametrize("words", ["with the threat 3. Bxd8", "as in 7. c4 of the last game"])
def test_moves_in_a_sentence_that_cannot_be_played_there_stay_in_it(words: str) -> None:
    game = only(f"{CHESS}1. d4 d5 2. Bg5 ({words}) 2... h6")
    assert (main_line(game), game.errors) == ("d2d4 d7d5 c1g5 h7h6", [])
    assert list(game.mainline())[2].comment == words


@pytest.mark.parametrize(
    "movetext", ["1. d4 d5 2. Xc4 e6", "1. d4 d5\nXc4 e6", "1. d4 d5 2. cd ed", "1. d4 d5\nKt-KB3"]
)
def test_misspelt_moves_are_errors_and_no_sentences(movetext: str) -> None:
    game = only(CHESS + movetext)
    assert (main_line(game), [error.reason for error in game.errors]) == ("d2d4 d7d5", ["invalid_move"])
    assert game.remarks == []
