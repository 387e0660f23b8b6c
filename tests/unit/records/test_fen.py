"""Positions in records: in tags, alone, in lists, and with moves after them."""

import pytest
from cannonfish import records
from cannonfish.errors import InvalidRecordError
from cannonfish.records import Format, Game, dhtmlxq, pgn
from cannonfish.records.collection import Collection

from tests.unit.records.shapes import error_places, main_line

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
ENDING = "3k1a3/4a4/9/9/9/2B6/9/4C4/4N4/3AK4"
CHESS = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


def only(text: str, game: str | None = None) -> Game:
    (read,) = records.loads(text, game)
    return read


def codes(game: Game) -> list[str]:
    return [remark.code for remark in game.remarks]


# --- FEN tags -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fen", "start", "remarks"),
    [
        ("1r4k1/b2b2pr/8/1pp5/8/2B5/PP3PPP/2R3K1 w Qq - 0 1",
         "1r4k1/b2b2pr/8/1pp5/8/2B5/PP3PPP/2R3K1 w - - 0 1",
         ["castling_right", "castling_right"]),
        ("4k3/8/8/8/4P3/8/5R2/4K3 w - e6 0 1", "4k3/8/8/8/4P3/8/5R2/4K3 w - - 0 1", ["en_passant"]),
        ("4k3/8/8/8/8/8/5R2/4K3", "4k3/8/8/8/8/8/5R2/4K3 w - - 0 1", ["side_missing"]),
        ("4k3/8/8/8/8/8/5R2/4K3 W - - - -", "4k3/8/8/8/8/8/5R2/4K3 w - - 0 1", ["side_word"]),
        ("", f"{CHESS} w KQkq - 0 1", ["fen_empty"]),
        ("?", f"{CHESS} w KQkq - 0 1", ["fen_empty"]),
        ("startpos", f"{CHESS} w KQkq - 0 1", ["fen_empty"]),
        (f"{CHESS} w KQkq - 0 1", f"{CHESS} w KQkq - 0 1", []),
    ],
)  # fmt: skip
def test_fen_tag_that_is_not_strict_is_repaired_with_a_remark(
    fen: str, start: str, remarks: list[str]
) -> None:
    """The whole game was lost: nothing after the tag was read."""
    move = (
        "Nf3" if fen in ("", "?", "startpos") or fen.startswith(CHESS) else "Kd2" if "4k3" in fen else "Re1"
    )
    game = only(f'[Event "x"]\n[Variant "Standard"]\n[FEN "{fen}"]\n\n1. {move} *\n')
    assert game.start.fen() == start
    assert codes(game) == remarks
    assert (len(list(game.mainline_moves())), game.errors) == (1, [])


def test_fen_of_a_tag_may_be_the_start_of_uci_with_moves() -> None:
    """The record was lost, and one of chess was taken for Xiangqi."""
    chess = only('[FEN "startpos moves e2e4"]\n\n1... e5 2. Nf3 *')
    assert (main_line(chess), codes(chess), chess.errors) == ("e7e5 g1f3", [], [])
    assert chess.start.fen() == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    xiangqi = only('[White "A"]\n[FEN "position startpos moves h2e2 h9g7"]\n\n2. 马二进三 *')
    assert (main_line(xiangqi), xiangqi.errors) == ("h0g2", [])
    refused = only('[Game "Chess"]\n[FEN "startpos moves e2e4 e4e5"]\n\n1... e5 *')
    assert error_places(refused) == [("illegal_move", 2, 1)]


def test_fen_counts_although_set_up_denies_it() -> None:
    game = only(f'[SetUp "0"]\n[FEN "{ENDING} b"]\n\n1... 士5进4 *')
    assert (game.start.fen(), codes(game)) == (f"{ENDING} b - - 0 1", ["set_up"])
    assert codes(only('[Game "Chinese Chess"]\n[SetUp "0"]\n\n1. h2e2 *')) == []
    assert codes(only(f'[SetUp "0"]\n[FEN "{START} w - - 0 1"]\n\n1. h2e2 *')) == []


def test_set_up_without_a_fen_begins_at_the_start() -> None:
    game = only('[Game "Chinese Chess"]\n[SetUp "1"]\n\n1. h2e2 *')
    assert (main_line(game), codes(game)) == ("h2e2", ["fen_missing"])


def test_fen_of_a_tag_that_cannot_be_played_is_still_an_error() -> None:
    game = only('[Variant "Standard"]\n[FEN "8/8/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. Kd2 *')
    assert (error_places(game), codes(game)) == ([("invalid_fen", 2, 1)], [])


def test_remarks_do_not_come_back() -> None:
    """What is written is strict."""
    game = only(f'[FEN "{ENDING}_b"]\n\n1... 士5进4 *')
    assert codes(game) == ["spelling"]
    assert codes(only(pgn.dumps(game))) == []


def test_fen_of_dhtmlxq() -> None:
    (game,) = dhtmlxq.loads(f"[DhtmlXQ][DhtmlXQ_fen]{ENDING} R[/DhtmlXQ_fen][/DhtmlXQ]")
    assert (game.start.fen(), codes(game), game.errors) == (f"{ENDING} w - - 0 1", ["side_word"], [])


# --- a position and moves -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "moves",
    [
        "h2e2\nh9g7\nh0g2",
        "1. h2e2 h9g7\n2. h0g2",
        "1. h2e2\n1... h9g7\n2. h0g2",
        "1 h2e2 h9g7\n2 h0g2",
        "炮二平五\n马８进７\n马二进三",
        "1. C2=5 H8+7 2. H2+3",
        "moves h2e2 h9g7 h0g2",
        "h2e2, h9g7, h0g2",
        "h3e3 h10g8 h1g3",
        "H2-E2 H9-G7 H0-G2",
        "{a plan} 1. h2e2! h9g7 (1... h7e7 2. h0g2) 2. h0g2 {good} *",
        "红方先行\n1. 炮二平五 马8进7\n2. 马二进三",
    ],
)
@pytest.mark.parametrize("fen", [f"{START} w - - 0 1", START, f"FEN: {START} w", f'"{START} R"'])
def test_moves_after_a_position(fen: str, moves: str) -> None:
    assert records.detect(f"{fen}\n{moves}") is Format.FEN
    for gap in "\n", " ":
        game = only(f"{fen}{gap}{moves}")
        assert (game.start.fen(), game.errors) == (f"{START} w - - 0 1", [])
        assert main_line(game) == "h2e2 h9g7 h0g2"


def test_comments_and_variations_after_a_position_are_kept() -> None:
    game = only(f"{START} w {{a plan}} 1. h2e2 h9g7 (1... h7e7 {{!}}) 2. h0g2 {{good}} 1-0")
    assert (game.comment, game.end().comment, game.result) == ("a plan", "good", "1-0")
    first = game.variations[0]
    assert [node.move.uci() for node in first.variations] == ["h9g7", "h7e7"]


def test_number_of_the_first_move_is_no_counter() -> None:
    assert only(f"{CHESS} w KQkq -\n1 e4 e5").start.fen() == f"{CHESS} w KQkq - 0 1"
    assert only(f"{ENDING} b\n31 士5进4").start.fen() == f"{ENDING} b - - 0 1"
    assert only(f"{ENDING} b - - 3 31 31. 士5进4").start.fen() == f"{ENDING} b - - 3 31"


def test_refused_move_has_its_place_and_the_moves_before_it_are_kept() -> None:
    game = only(f"{START} w\n1. h2e2 h9g7\n2. a0a9")
    assert (main_line(game), error_places(game)) == ("h2e2 h9g7", [("illegal_move", 3, 4)])
    game = only(f"{START} w moves h2e2 nonsense")
    assert (main_line(game), error_places(game)) == ("h2e2", [("invalid_move", 1, 74)])


def test_words_after_a_position_are_left_out_with_a_remark() -> None:
    game = only(f"Problem 12\n{ENDING} b - - 0 1\nBlack to move and draw")
    assert (game.start.fen(), game.errors) == (f"{ENDING} b - - 0 1", [])
    assert [remark.details["text"] for remark in game.remarks] == ["Problem 12", "Black to move and draw"]


@pytest.mark.parametrize(
    ("address", "line"),
    [
        ("https://example.org/analysis.html?game=xiangqi&fen={}_w&moves=h2e2,h9g7&ply=1", "h2e2 h9g7"),
        ("https://example.org/?fen={}%20w&moves=h2e2%20h9g7", "h2e2 h9g7"),
        ("https://example.org/{}_w?pgn=1._h2e2_h9g7_2._h0g2", "h2e2 h9g7 h0g2"),
        ("https://example.org/?fen={}+w&level=7", ""),
        ("https://example.org/query/?{}_w_moves_h2e2_h9g7", "h2e2 h9g7"),
        ("https://example.org/query/?{}_w_-_-_0_1_moves_h2e2_h9g7&lang=en", "h2e2 h9g7"),
        ("https://example.org/?board={}+w+moves+h2e2+h9g7#top", "h2e2 h9g7"),
        ("https://example.org/api?board={}_w&movelist=h2e2|h9g7", "h2e2 h9g7"),
        ("https://example.org/#/{}%20w%20moves%20h2e2%20h9g7", "h2e2 h9g7"),
        ("https://example.org/#/{}%20w%20-%20-%200%201%20moves%20h2e2h9g7h0g2", "h2e2 h9g7 h0g2"),
    ],
)
def test_moves_of_an_address(address: str, line: str) -> None:
    game = only(address.format(START))
    assert (main_line(game), game.errors, codes(game)) == (line, [], ["address"])


def test_moves_with_underscores_for_spaces() -> None:
    game = only(f"{START}_w_-_-_0_1_moves_h2e2_h9g7")
    assert (main_line(game), game.errors, codes(game)) == ("h2e2 h9g7", [], ["spelling"])


def test_pgn_in_an_address() -> None:
    game = only(
        "https://lichess.org/analysis/pgn/%5BFEN+%22rnbqkb1r%2Fpp2pppp%2F2p2n2%2F3P4%2F8%2F2N5%2FPPPP1PPP"
        "%2FR1BQKBNR+w+KQkq+-+0+4%22%5D4.dxc6+e5+5.cxb7?color=black#6"
    )
    assert (main_line(game), game.errors) == ("d5c6 e7e5 c6b7", [])


@pytest.mark.parametrize(
    ("address", "line"),
    [
        ("https://lichess.org/analysis/pgn/e4_e5_Nf3", "e2e4 e7e5 g1f3"),
        ("lichess.org/analysis/pgn/e4+e5+Nf3#3", "e2e4 e7e5 g1f3"),
        ("https://lichess.org/analysis/pgn/1._e4_e5_2._Nf3?color=black", "e2e4 e7e5 g1f3"),
        ("https://lichess.org/analysis/pgn/f3%20e5%20g4%20Qh4%23?color=black#4", "f2f3 e7e5 g2g4 d8h4"),
        ("https://lichess.org/analysis/pgn/%5BWhite+%22A%22%5D1.e4+e5+2.Bb5", "e2e4 e7e5 f1b5"),
        ("https://example.org/analysis?pgn=1.+e4+e5&tab=report", "e2e4 e7e5"),
        ("https://example.org/xiangqi?moves=h2e2,h9g7", "h2e2 h9g7"),
    ],
)
def test_address_with_moves_from_the_start(address: str, line: str) -> None:
    game = only(address)
    assert (main_line(game), game.errors) == (line, [])


@pytest.mark.parametrize("address", ["https://lichess.org/analysis/pgn/", "https://example.org/pgn/12345"])
def test_address_without_moves_is_no_game(address: str) -> None:
    with pytest.raises(InvalidRecordError, match="no game"):
        records.loads(address)


# --- lists --------------------------------------------------------------------------------------------------

EPD = (
    f"{CHESS} w KQkq - bm e4 d4; id \"first\";\n"
    "4k3/8/8/8/8/8/5R2/4K3 w - - am Kd1;\n"
    "\n"
    "4k3/8/8/8/8/8/5R2/4K3 b - - 0 1\n"
)  # fmt: skip


def test_several_positions_are_several_games() -> None:
    games = records.loads(EPD)
    assert [game.start.fen().split()[1] for game in games] == ["w", "w", "b"]
    assert [game.comment for game in games] == ['bm e4 d4; id "first";', "am Kd1;", ""]
    assert games[0].headers["Event"] == "first"
    assert [codes(game) for game in games] == [[], [], []]


def test_positions_of_a_list_have_their_own_moves() -> None:
    first, second = records.loads(f"1. {START} w\n1. h2e2 h9g7\n\n2. FEN: {ENDING}\n1... 士5进4\n")
    assert (main_line(first), main_line(second)) == ("h2e2 h9g7", "e8d7")
    assert second.start.fen() == f"{ENDING} b - - 0 1"


def test_refused_position_of_a_list_leaves_the_others() -> None:
    text = f"{ENDING} b\n{ENDING} x\n{ENDING} w\n"
    games = records.loads(text)
    assert [error_places(game) for game in games] == [[], [("invalid_fen", 2, 1)], []]
    collection = Collection(text)
    assert [done for done, _ in collection.find()][-1] > 0
    assert len(collection) == 3
    assert collection.read(2).start.fen() == f"{ENDING} w - - 0 1"
    with pytest.raises(InvalidRecordError) as caught:
        collection.read(1)
    assert (caught.value.line, caught.value.details["cause"]) == (2, "side")


@pytest.mark.parametrize(
    ("text", "cause", "place"),
    [
        (f"{START} x", "side", (1, 1)),
        (f"FEN: {START[:-10]} w", "rows", (1, 6)),
        (f"\n\n{START} w".replace("1c5c1", "1c5c"), "row_width", (3, 1)),
        (f"see {START} w".replace("K", "1"), "king_missing", (1, 5)),
    ],
)
def test_what_cannot_be_understood_is_refused_with_its_place(
    text: str, cause: str, place: tuple[int, int]
) -> None:
    with pytest.raises(InvalidRecordError) as caught:
        records.loads(text)
    assert caught.value.details["cause"] == cause
    assert (caught.value.line, caught.value.column) == place


@pytest.mark.parametrize("moves", ["e9e8d0d1", "e9e8 d0d1", "e9e8"])
def test_line_of_coordinates_before_the_position_that_it_begins_with(moves: str) -> None:
    """Some collections keep the moves first, and the start position after them where it is not the usual
    one."""
    game = only(f"{moves}\n4ka3/9/9/9/9/9/9/9/9/3K3R1b\n")
    assert (main_line(game), game.errors) == (moves.replace("e8d0", "e8 d0"), [])
    assert (game.start.fen(), codes(game)) == ("4ka3/9/9/9/9/9/9/9/9/3K3R1 b - - 0 1", ["spelling"])
    assert only("e3e4e6e5").errors == []


def test_moves_before_a_position_are_not_forgotten_for_it() -> None:
    assert records.detect(f"1. h2e2 h9g7 {{{START} w}}") is Format.MOVES


# --- logs and tables ----------------------------------------------------------------------------------------

HORSES = "3k5/9/9/9/9/9/9/9/N7N/4K4"


@pytest.mark.parametrize(
    ("log", "lines"),
    [
        ("uci\nucinewgame\nposition startpos moves h0g2 h9g7\ngo depth 3", ["h0g2 h9g7"]),
        ("10:00:01 >> position startpos moves h0g2\nbestmove h9g7 ponder a0a1", ["h0g2"]),
        (
            "position startpos\nposition startpos moves h0g2\ninfo\nposition startpos moves h0g2 h9g7",
            ["h0g2 h9g7"],
        ),
        (
            "position startpos moves h0g2 h9g7\nucinewgame\nposition startpos moves b0c2\n",
            ["h0g2 h9g7", "b0c2"],
        ),
        (
            f"go\nposition fen {HORSES} w\nposition fen {HORSES} w moves a1b3\nposition startpos moves h0g2",
            ["a1b3", "h0g2"],
        ),
        (f"go\nposition fen {HORSES} w - - 0 1\nmoves a1b3 d9d8\n  i1h3\ngo", ["a1b3 d9d8 i1h3"]),
    ],
)
def test_logs_of_engines_have_their_games(log: str, lines: list[str]) -> None:
    """They were refused for their first line, or ended at the second command."""
    games = records.loads(log)
    assert [(main_line(game), game.errors, game.remarks) for game in games] == [
        (line, [], []) for line in lines
    ]


def test_other_columns_of_a_table_are_no_moves() -> None:
    """The ratings after the moves were errors."""
    rook = "6k1/5ppp/8/8/8/8/8/R5K1"
    rows = f"x1,{rook} w - - 0 1,a1a8,1500,mate short\nx2,{rook} b - - 0 1,g8f8 a1a7,1600,e\n"
    games = records.loads(f"Id,FEN,Moves,Rating\n{rows}")
    assert [(main_line(game), game.errors) for game in games] == [("a1a8", []), ("g8f8 a1a7", [])]
    (listed,) = records.loads(f"x,{rook} b,g8f8,a1a7,f8g8")
    assert main_line(listed) == "g8f8 a1a7 f8g8"
