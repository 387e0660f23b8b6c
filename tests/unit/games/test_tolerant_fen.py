"""FEN as people paste it: what is understood, what is assumed, and what stays refused."""

import re
from urllib.parse import quote

import pytest
from cannonfish import chess, liuzichong, xiangqi
from cannonfish.errors import GameError, IllegalMoveError, InvalidFenError
from cannonfish.games.catalogue import GAMES
from cannonfish.games.tolerant_fen import board_of, decode, fen_of, game_of, placements, read

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
ENDING = "3k1a3/4a4/9/9/9/2B6/9/4C4/4N4/3AK4"
CHESS = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
ITALIAN = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R"

Read = tuple[str, str]
"""The FEN and the codes of the remarks."""


def whole(text: str) -> Read:
    """The one position of a text."""
    decoded = decode(text)
    (found,) = placements(decoded)
    reading = read(decoded, found)
    reading.board()
    return reading.fen, " ".join(remark.code for remark in reading.remarks)


# --- Xiangqi ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "expected", "codes"),
    [
        ("", "w - - 0 1", "side_missing"),
        (" W", "w - - 0 1", "side_word"),
        (" r", "w - - 0 1", ""),
        (" R - - 0 1", "w - - 0 1", "side_word"),
        (" B", "b - - 0 1", "side_word"),
        (" red", "w - - 0 1", "side_word"),
        (" Black - - 3 17", "b - - 3 17", "side_word"),
        (" white to move", "w - - 0 1", "side_word"),
        (" Red to play", "w - - 0 1", "side_word"),
        (" 红先", "w - - 0 1", "side_word"),
        (" 黑方 - - 4 20", "b - - 4 20", "side_word"),
        (" - - - 0 1", "w - - 0 1", "side_missing"),
        (" w 0 1", "w - - 0 1", "spelling"),
        (" b 12 31", "b - - 12 31", "spelling"),
        (" w - 5 9", "w - - 5 9", "spelling"),
        (" w - - - -", "w - - 0 1", "spelling"),
        (" w - - - 8", "w - - 0 8", "spelling"),
        (" w - -", "w - - 0 1", ""),
        (" w -- 0 1", "w - - 0 1", "spelling"),
        (" w - - 7", "w - - 7 1", ""),
        (" w 7", "w - - 7 1", "counter_alone"),
        (" w 0", "w - - 0 1", "spelling"),
        (" w - - 00 01", "w - - 0 1", ""),
        (" w - - 0 0", "w - - 0 1", ""),
        (" w - - -3 1", "w - - 0 1", "counter"),
        (" w - - 0.5 1", "w - - 0 1", "counter"),
        (" w - - 0 123456", "w - - 0 1", "counter"),
        (" w KQkq - 0 1", "w - - 0 1", "unused"),
        (" w - e3 0 1", "w - - 0 1", "unused"),
        ("_w_-_-_0_1", "w - - 0 1", "spelling"),
        ("+b+-+-+2+8", "b - - 2 8", "spelling"),
        ("w", "w - - 0 1", "spelling"),
        ("b", "b - - 0 1", "spelling"),
        ("r - - 2 8", "w - - 2 8", "spelling"),
        ("b--017", "b - - 0 17", "spelling"),
        (" -b", "b - - 0 1", "spelling"),
        (" -r - - 3 9", "w - - 3 9", "side_word"),
        ("%20b%20-%20-%202%208", "b - - 2 8", ""),
        ("\tb\t-\t-\t2\t8", "b - - 2 8", ""),
        ("\nb\n-\n-\n2\n8", "b - - 2 8", ""),
        (" b – — 2 8", "b - - 2 8", "spelling"),
        ("　ｂ　－　－　２　８", "b - - 2 8", "spelling"),
        (" b;", "b - - 0 1", ""),
        (" b,", "b - - 0 1", ""),
        (" b - - 2 8.", "b - - 2 8", ""),
        (", b", "b - - 0 1", "spelling"),
        ("&nbsp;b&nbsp;-&#32;-&#x20;2 8", "b - - 2 8", ""),
        (" b - - 2 8 bm h2e2; id \"X 1\";", "b - - 2 8", ""),
        (" w - - hmvc 3; fmvn 40;", "w - - 3 40", ""),
        (" w - - 0 1, Red wins", "w - - 0 1", "around"),
    ],
)  # fmt: skip
def test_fields_after_the_ranks(fields: str, expected: str, codes: str) -> None:
    assert whole(START + fields) == (f"{START} {expected}", codes)


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        (f'"{ENDING} b"', ""),
        (f"“{ENDING} b”", ""),
        (f"`{ENDING} b`", ""),
        (f"FEN: {ENDING} b", ""),
        (f"fen = {ENDING} b", ""),
        (f"FEN ：{ENDING} b", ""),
        (f"3. {ENDING} b", ""),
        (f"position fen {ENDING} b", ""),
        (f"局面码：{ENDING} b", ""),
        (f"board.set_fen('{ENDING} b')", ""),
        (f'{{"fen": "{ENDING} b"}}', ""),
        (f"{{\"fen\": \"{ENDING} b\"}}".replace("/", "\\/"), "spelling"),
        (f"{ENDING} b".replace("/", "\\"), "spelling"),
        (f"{ENDING} b".replace("/", "／"), "spelling"),
        (f"{ENDING} b".replace("/", " / "), "spelling"),
        (f"{ENDING} b".replace("/", "/\n"), "spelling"),
        (f"{ENDING} b".replace("/", " "), "spelling"),
        (f"{ENDING} b".replace("/", "\n"), "spelling"),
        (f"{ENDING} b".replace("/", "|"), "spelling"),
        (f"{ENDING} b".replace("/", "-"), "spelling"),
        (f"{ENDING}_b".replace("/", "_"), "spelling"),
        (f"{ENDING} b".replace("/", ""), "spelling"),
        (f"{ENDING} b".replace("/", "&#47;"), ""),
        (f"{ENDING} b".replace("9", "111111111"), "spelling"),
        (f"{ENDING} b".replace("9", "........."), "spelling"),
        (f"{ENDING} b".replace("/9/", "//"), "spelling"),
        (f"/{ENDING}/ b", "spelling"),
        (f"{ENDING} b".replace("B", "E").replace("N", "H"), ""),
        (f"What now? {ENDING} b", "around"),
        (f"Black resigned here:\n{ENDING} b", "around"),
    ],
)  # fmt: skip
def test_signs_around_and_between_the_ranks(text: str, codes: str) -> None:
    assert whole(text) == (f"{ENDING} b - - 0 1", codes)


@pytest.mark.parametrize(
    "address",
    [
        "https://www.pychess.org/analysis/xiangqi?fen={quoted}",
        "https://www.pychess.org/editor/xiangqi?fen={under}",
        "https://www.chessdb.cn/query/?{under}",
        "http://www.chessdb.cn/chessdb.php?action=queryall&board={plain}",
        "https://www.chessdb.cn/chessdb.php?action=queryall&board={quoted}&egtbmetric=dtc",
        "https://xiangqi.example/board#fen={quoted}",
        "https://xiangqi.example/en/race/{under}?color=black",
        "https://xiangqi.example/#/analysis/{quoted}",
        "xiangqi.example/analysis/{under}",
        "www.xiangqi.example/?p={plus}&x=1",
        "<https://xiangqi.example/?fen={plus}>",
        "https://other.example/?url=https%3A%2F%2Fxiangqi.example%2F%3Ffen%3D{twice}",
        "https://example.org/cannonfish/analysis.html?game=xiangqi&fen={under}&side=red",
        "?fen={under}",
    ],
)
def test_addresses_of_other_sites(address: str) -> None:
    fen = f"{ENDING} b - - 4 31"
    text = address.format(
        plain=fen,
        under=fen.replace(" ", "_"),
        plus=fen.replace(" ", "+"),
        quoted=quote(fen, safe=""),
        twice=quote(quote(fen, safe=""), safe=""),
    )
    assert whole(text) == (fen, "address")


def test_host_of_an_address_is_told() -> None:
    _, remarks, _ = fen_of(f"https://www.chessdb.cn/query/?{START}_w", GAMES["xiangqi"])
    assert [remark.details["host"] for remark in remarks] == ["www.chessdb.cn"]


# --- whose move it is ---------------------------------------------------------------------------------------


def test_side_in_check_is_to_move_if_none_is_given() -> None:
    """One of the readings is impossible: the side that is not to move may not stand in check."""
    assert whole("3k5/9/9/9/9/9/9/9/9/3RK4") == ("3k5/9/9/9/9/9/9/9/9/3RK4 b - - 0 1", "side_in_check")


@pytest.mark.parametrize(
    ("moves", "codes"),
    [("h9g7", "side_by_move"), ("1... H8+7", "side_by_move"), ("h2e2", "side_missing")],
)  # fmt: skip
def test_first_move_tells_the_side_if_none_is_given(moves: str, codes: str) -> None:
    side = "b" if codes == "side_by_move" else "w"
    assert whole(f"{START}\n{moves}") == (f"{START} {side} - - 0 1", codes)


# --- chess --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "fen", "codes"),
    [
        (ITALIAN, f"{ITALIAN} w - - 0 1", "castling_missing side_missing"),
        (f"{ITALIAN} KQkq - 4 4", f"{ITALIAN} w KQkq - 4 4", "side_missing"),
        (f"{ITALIAN} W KQkq - - -", f"{ITALIAN} w KQkq - 0 1", "side_word"),
        (f"{ITALIAN} White KQkq-", f"{ITALIAN} w KQkq - 0 1", "side_word"),
        (f"{ITALIAN} w kqKQ - 4 4", f"{ITALIAN} w KQkq - 4 4", ""),
        (f"{ITALIAN} w KKQ - 4 4", f"{ITALIAN} w KQ - 4 4", "spelling"),
        (f"{ITALIAN} w HAha - 4 4", f"{ITALIAN} w KQkq - 4 4", "spelling"),
        (f"{ITALIAN} w GAga - 4 4", f"{ITALIAN} w Qq - 4 4", "castling"),
        (f"{ITALIAN} b KQkq – 4 4", f"{ITALIAN} b KQkq - 4 4", "spelling"),
        ("8/5pk1/8/4p3/pp2Pn2/5P2/PP2B3/2Q3K1 b – – 0 38", "8/5pk1/8/4p3/pp2Pn2/5P2/PP2B3/2Q3K1 b - - 0 38",
         "spelling"),
        ("1r4k1/b2b1Rpr/8/8/8/8/PP3PPP/2R3K1 w Qq - 0 1", "1r4k1/b2b1Rpr/8/8/8/8/PP3PPP/2R3K1 w - - 0 1",
         "castling_right castling_right"),
        ("4k3/8/8/8/8/8/8/4K2R w Kk - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "castling_right"),
        ("4k3/8/8/8/4P3/8/8/4K3 b - e6 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1", "en_passant"),
        ("4k3/8/8/8/4P3/8/8/4K3 b - e4 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1", "en_passant"),
        ("4k3/8/8/8/4P3/8/8/4K3 b - d3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1", "en_passant"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", ""),
        (f"{ITALIAN}w", f"{ITALIAN} w - - 0 1", "castling_missing"),
        (f"{ITALIAN}bKQkq", f"{ITALIAN} b KQkq - 0 1", "spelling"),
        (f"{ITALIAN}bKQkq - 4 4", f"{ITALIAN} b KQkq - 4 4", "spelling"),
        (f"{ITALIAN}wKq-04", f"{ITALIAN} w Kq - 0 4", "spelling"),
        ("4k3/8/8/8/3pP3/8/8/4K2Rb-e3011", "4k3/8/8/8/3pP3/8/8/4K2R b - e3 0 11", "spelling"),
        (f"{ITALIAN} w KQkq - 300+5 4 4", f"{ITALIAN} w KQkq - 4 4", "around"),
        (f"{ITALIAN} b KQkq - 2+3 4 4", f"{ITALIAN} b KQkq - 4 4", "around"),
        (f"{ITALIAN}_w_KQkq_-_15+0_4_4", f"{ITALIAN} w KQkq - 4 4", "around"),
        (f"{ITALIAN} w KQkq - 4 4 +1+0", f"{ITALIAN} w KQkq - 4 4", "around"),
        (f"{CHESS}[] w KQkq - 0 1", f"{CHESS} w KQkq - 0 1", "spelling"),
        ("Q~3k3/8/8/8/8/8/8/4K3 b", "Q3k3/8/8/8/8/8/8/4K3 b - - 0 1", "spelling"),
        (f"{ITALIAN} w KQkq - bm Nc3; id \"WAC 1\";", f"{ITALIAN} w KQkq - 0 1", ""),
        ("https://lichess.org/analysis/standard/1k6/5nP1/4bN2/8/3R4/2Q5/8/4K3_w_-_-",
         "1k6/5nP1/4bN2/8/3R4/2Q5/8/4K3 w - - 0 1", "address"),
        (f"https://lichess.org/editor/{ITALIAN}_w_KQkq_-_4_4?color=white",
         f"{ITALIAN} w KQkq - 4 4", "address"),
        (f"https://www.chess.com/analysis?fen={ITALIAN}+w+KQkq+-+4+4&flip=false&tab=analysis",
         f"{ITALIAN} w KQkq - 4 4", "address"),
        (f"https://www.chessdb.cn/queryc_en/?{ITALIAN}_w_KQkq_-", f"{ITALIAN} w KQkq - 0 1", "address"),
        ("1b1bk3-8-8-8-8-8-8-4K2R w - - 0 1.png", "1b1bk3/8/8/8/8/8/8/4K2R w - - 0 1", "spelling"),
        ("1b1bk3-8-8-8-8-8-8-4K2R.jpeg", "1b1bk3/8/8/8/8/8/8/4K2R w - - 0 1",
         "castling_missing side_missing"),
    ],
)  # fmt: skip
def test_chess(text: str, fen: str, codes: str) -> None:
    assert whole(text) == (fen, codes)


# --- boards in other signs, and boards that are drawn -------------------------------------------------------
OF_BLACK = "車馬象士將士象馬車/9"
OF_RED = "兵1兵1兵1兵1兵/1炮5炮1/9/俥傌相仕帥仕相傌俥"


def drawn(board: str) -> list[str]:
    """The ranks of a board, from the top, with points for the empty squares and spaces between them."""
    return [" ".join(re.sub(r"\d", lambda run: "." * (int(run[0]) or 1), row)) for row in board.split("/")]


@pytest.mark.parametrize(
    ("board", "codes"),
    [
        (START.replace("5", "00000").replace("1", "0").replace("9", "000000000"), ""),
        (START.replace("P", "S").replace("p", "s"), ""),
        (START.replace("A", "G").replace("a", "g"), ""),
        (START.replace("K", "G").replace("k", "g"), ""),
        (f"{OF_BLACK}/1砲5砲1/卒1卒1卒1卒1卒/9/9/{OF_RED}", ""),
        (f"{OF_BLACK}/1包5包1/卒1卒1卒1卒1卒/9/9/{OF_RED}".replace("俥", "車"), "side_by_half"),
        (f"{OF_BLACK}/1炮5炮1/卒1卒1卒1卒1卒/9/9/{OF_RED}".replace("仕", "士"), "side_by_half"),
        ("RNBAKABNR/9/1C5C1/P1P1P1P1P/9/9/p1p1p1p1p/1c5c1/9/rnbakabnr", "turned"),
        (f"{OF_BLACK}/1砲5砲1/卒1卒1卒1卒1卒/9/9/{OF_RED}"[::-1], "turned"),
        (f"{OF_BLACK}/1炮5炮1/卒1卒1卒1卒1卒/9/9/{OF_RED}"[::-1], "side_by_half turned"),
    ],
)  # fmt: skip
def test_start_position_in_other_signs(board: str, codes: str) -> None:
    for text in (f"{board} w", board.replace("/", "\n") + "\nw", "\n".join([*drawn(board), "w"])):
        assert whole(text) == (f"{START} w - - 0 1", codes or "spelling")


def test_side_of_characters_that_have_crossed_the_river_is_told_by_others() -> None:
    """A red 炮 stands beside a black 砲, a black 車 beside a red 俥."""
    assert whole("4將4/9/9/2炮6/9/9/4砲4/2車6/9/俥3帥4 w")[0] == "4k4/9/9/2C6/9/9/4c4/2r6/9/R3K4 w - - 0 1"
    assert whole("3將5/9/9/2傌6/9/9/9/2馬6/9/4帥4 w")[0] == "3k5/9/9/2N6/9/9/9/2n6/9/4K4 w - - 0 1"


ROWS = drawn(ENDING)
FILES = "  a b c d e f g h i"


@pytest.mark.parametrize(
    ("lines", "codes"),
    [
        (ROWS, ""),
        ([row.replace(".", "-") for row in ROWS], ""),
        ([row.replace(" ", "\t").replace(".", "0") for row in ROWS], ""),
        ([row.replace(" ", "|") for row in ROWS], ""),
        ([f"|{row.replace(' ', '|')}|" for row in ROWS], ""),
        ([f"+---+---+\n| {row.replace(' ', ' | ').replace('.', ' ')} |" for row in ROWS] + ["+---+---+"], ""),
        ([FILES] + [f"{9 - number} {row}" for number, row in enumerate(ROWS)] + [FILES], ""),
        ([f"{number} {row} {number}" for number, row in enumerate(ROWS)], ""),
        ([f"│{row}│ {10 - number}" for number, row in enumerate(ROWS)] + [FILES], ""),
        ([*ROWS[:5], "    楚河      漢界", *ROWS[5:]], ""),
        ([str([row.replace(" ", "") for row in ROWS])], ""),
        ([f"{number} {row[::-1]}" for number, row in enumerate(ROWS[::-1])], "turned"),
        (drawn("3将1士3/4士4/9/9/9/2相6/9/4炮4/4马4/3仕帅4"), "side_by_half"),
        ([row.replace(" ", "").replace(".", "\u3000").rstrip() or "\u3000"
          for row in drawn("3將1士3/4士4/9/9/9/2相6/9/4炮4/4馬4/3仕帥4")], "side_by_half"),
    ],
)  # fmt: skip
def test_drawn_boards(lines: list[str], codes: str) -> None:
    assert whole("\n".join([*lines, "b - - 3 20"])) == (f"{ENDING} b - - 3 20", codes or "spelling")


def test_drawn_boards_of_chess() -> None:
    rows = drawn(ITALIAN)
    figurines = str.maketrans("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟")
    for lines in (rows, [row.translate(figurines) for row in rows]):
        assert whole("\n".join([*lines, "w KQkq - 4 4"])) == (f"{ITALIAN} w KQkq - 4 4", "spelling")
    black_below = [f"{number} {row[::-1]}" for number, row in enumerate(rows[::-1], 1)]
    text = "\n".join([*black_below, "  h g f e d c b a", "w KQkq - 4 4"])
    assert whole(text) == (f"{ITALIAN} w KQkq - 4 4", "turned")


def test_liuzichong() -> None:
    assert whole("BBBBB..BW..WWWWW") == ("BBBBB..BW..WWWWW w", "side_missing")
    assert whole("bbbb/b2b/w2w/wwww Black") == ("BBBBB..BW..WWWWW b", "side_word")


# --- what stays refused -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"{START} x", "side"),
        (f"{START} g - - 0 1", "side"),
        (f"{START} w".replace("P1P", "S1P"), "letter"),
        ("3将5/9/4炮4/4炮4/4炮4/9/9/9/9/4帅4 w", "too_many"),
        (f"{START}x", "letter"),
        (f"{START}w".replace("1C5C1", "1C5C"), "row_width"),
        (f"{START} w".replace("1c5c1", "1c5c"), "row_width"),
        (f"{START} w h2e2 h9g7 h0g2 g6g5 g3g4 c6c5".replace("1c5c1", "1c5c"), "row_width"),
        (f"{START} w".replace("1c5c1", "1c5c2"), "row_width"),
        (f"{START}/9 w", "rows"),
        (f"{START} w".removeprefix("rnbakabnr/"), "rows"),
        (f"{START} w".replace("9", "10"), "letter"),
        ("10/10/10/10/10/10/10/10/10/10 w", "letter"),
        (f"{START} w".replace("c", "x"), "letter"),
        (f"{START} w".replace("K", "1"), "king_missing"),
        ("3k5/9/9/9/9/9/9/9/9/3RK4 w", "opponent_in_check"),
        (f"{CHESS} w KQkq - 0 1", "rows"),
        (f"{START} w\n{ENDING} b", "positions"),
        ("", "empty"),
        ("no position at all", "rows"),
    ],
)
def test_what_cannot_be_understood_is_refused(text: str, reason: str) -> None:
    with pytest.raises(InvalidFenError) as caught:
        board_of(text, GAMES["xiangqi"])
    assert caught.value.reason == reason


def test_pieces_in_hand_are_those_of_another_game() -> None:
    with pytest.raises(InvalidFenError) as caught:
        board_of(f"{CHESS}[Qn] w KQkq - 0 1", GAMES["chess"])
    assert (caught.value.reason, caught.value.details["variant"]) == ("variant", "Crazyhouse")
    assert caught.value.details["letter"] == "["


def test_strict_reader_stays_strict() -> None:
    for board, text in (
        (xiangqi.Board, START),
        (chess.Board, ITALIAN),
        (liuzichong.Board, "BBBBB..BW..WWWWW"),
    ):
        for spelling in (text, f"{text} W", f"{text}_w", f'"{text} w"', f"{text} w;"):
            with pytest.raises(InvalidFenError):
                board(spelling)


def test_what_the_strict_reader_takes_has_no_remark() -> None:
    for text, game in ((f"{START} r - - 3 9 moves h2e2", "xiangqi"), (f"{ITALIAN} w KQkq", "chess")):
        board, remarks = board_of(text, GAMES[game])
        assert board == GAMES[game].new_board(text)
        assert remarks == ()


# --- moves after it -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "moves",
    [
        "h2e2 h9g7",
        "moves h2e2 h9g7",
        "h2e2, h9g7",
        "h2e2h9g7",
        "moves h2e2h9g7",
        "1. h2e2 h9g7",
        "1.h2e2 1...h9g7",
        "C2=5\nH8+7",
        "炮二平五 马8进7",
    ],
)
def test_moves_are_played(moves: str) -> None:
    board, _ = board_of(f"{START} W {moves}", GAMES["xiangqi"])
    assert [move.uci() for move in board.move_stack] == ["h2e2", "h9g7"]


@pytest.mark.parametrize(
    ("moves", "error", "number"),
    [
        ("h2e2 h2e2", IllegalMoveError, 2),
        ("moves h2e2 h9g7 a0a9", IllegalMoveError, 3),
        ("h2e2 nonsense", GameError, 2),
    ],
)
def test_refused_move_has_its_number(moves: str, error: type[GameError], number: int) -> None:
    with pytest.raises(error) as caught:
        board_of(f"{START} W {moves}", GAMES["xiangqi"])
    assert caught.value.number == number


def test_game_is_told_by_the_ranks() -> None:
    assert game_of(f"x {ENDING}") is GAMES["xiangqi"]
    assert game_of(f'"{CHESS}"') is GAMES["chess"]
    assert game_of("bbbbb..bw..wwwww") is GAMES["liuzichong"]
    assert game_of("8/8/8/8/8/8/8/ppp w") is GAMES["chess"]
    assert game_of("hello") is None
