"""PGN of chess and Liuzichong: read, written, told apart, and understood by python-chess."""

import io
import random

import chess.pgn
import pytest
from cannonfish import records
from cannonfish.games.catalogue import GAMES
from cannonfish.games.chess import Board, Move
from cannonfish.games.liuzichong import Board as Stones
from cannonfish.records import Format, Game, InvalidRecordError, detect, pgn
from cannonfish.records.detection import game_of_record, game_of_tags

from tests.unit.records.shapes import main_line, shape

ITALIAN = """[Event "A game"]
[Site "?"]
[Date "2026.01.02"]
[Round "1"]
[White "One"]
[Black "Two"]
[Result "1-0"]

1. e4 e5 2. Nf3 $1 {the usual} 2... Nc6 ( 2... d6 3. d4 ( 3. Bc4 Be7 ) 3... exd4
) 3. Bc4 Nd4 $2 4. Nxe5 $2 Qg5 5. Bxf7+ Ke7 6. O-O Qxe5 7. Bxg8 Rxg8 8. c3 Nc6
9. d4 Qe6 1-0
"""


def only(text: str, game: str = "xiangqi") -> Game:
    (found,) = records.loads(text, game)
    assert found.errors == []
    return found


@pytest.mark.parametrize("note", ["exd6 e.p.", "exd6 ep.", "exd6e.p.", "exd6"])
def test_en_passant_may_be_written_out(note: str) -> None:
    """After a space it was taken for a move of its own, and the rest of the game was lost."""
    game = only(f"1. e4 a6 2. e5 d5 3. {note} cxd6 *", "chess")
    assert main_line(game) == "e2e4 a7a6 e4e5 d7d5 e5d6 c7d6"


def test_a_game_with_variations_is_read_and_written_as_it_was() -> None:
    game = only(ITALIAN)
    assert game.name == "chess"
    assert game.headers["White"] == "One"
    assert game.result == "1-0"
    assert main_line(game).split()[:5] == ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4"]
    assert "e1g1" in main_line(game).split()
    knight = game.variations[0].variations[0].variations[0]
    assert (knight.comment, knight.nags) == ("the usual", {1})
    assert [node.played.uci() for node in knight.variations] == ["b8c6", "d7d6"]
    assert pgn.dumps(game) == f"{game}\n\n" == f"{ITALIAN}\n"
    assert shape(only(pgn.dumps(game))) == shape(game)
    assert game.end().board().fen() == chess_end(ITALIAN)


LICHESS = """[Event "A study"]
[Result "*"]

{ [%csl Ge4] Watch the centre. } 1. e4 { [%eval 0.17] [%clk 0:03:00] } 1... e5 { [%eval 0.25]
[%cal Gc4f7,Rd1h5][%csl Yf7] The weak point [%emt 0:00:02] of Black. }
2. Bc4 ( { Or } 2. Nf3 { [%mdl 64] [%c_arrow g1f3] [%c_highlight f3] } ) 2... Nf6 { [%eval #-3] }
2. d3 { [%tqu "En","","","","d3"] } *
"""


def test_arrows_scores_and_other_commands_of_comments_are_kept_out_of_the_text() -> None:
    """They were read as words: the page showed them between the moves, and drew no arrow."""
    game = only(LICHESS, "chess")
    nodes = [game, *game.descendants()]
    texts = [text for node in nodes for text in (node.starting_comment, node.comment)]
    assert [*filter(None, texts)] == ["Watch the centre.", "The weak point of Black.", "Or"]
    written = pgn.dumps(game)
    assert shape(only(written)) == shape(game)
    before, after = (chess.pgn.read_game(io.StringIO(text)) for text in (LICHESS, written))
    assert before is not None
    assert after is not None
    for one, two in zip([before, *before.mainline()], [after, *after.mainline()], strict=True):
        assert [arrow.pgn() for arrow in one.arrows()] == [arrow.pgn() for arrow in two.arrows()]
        assert (one.eval(), one.clock(), one.emt()) == (two.eval(), two.clock(), two.emt())
    for command in ("[%mdl 64]", "[%c_arrow g1f3]", "[%c_highlight f3]", '[%tqu "En","","","","d3"]'):
        assert written.count(command) == 1
    before_variation = only("1. e4 ( { [%csl Re4] Or } 1. d4 ) *", "chess")
    assert before_variation.commands == "[%csl Re4]"  # of the position that it stands in


def chess_end(text: str) -> str:
    """The position at the end of the main line, by python-chess."""
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    assert game.errors == []
    return game.end().board().fen()


@pytest.mark.parametrize("seed", range(8))
def test_python_chess_reads_what_we_write(seed: int) -> None:
    rng = random.Random(seed)
    board = Board()
    while board.outcome() is None and board.ply() < 120:
        board.push(rng.choice([*board.legal_moves]))
    game = Game.from_board(board)
    game.headers |= {"White": "Random", "Black": "Random"}
    text = pgn.dumps(game)
    assert chess_end(text) == board.fen()
    read = only(text)
    assert read.name == "chess"
    assert main_line(read) == main_line(game)
    assert read.result == game.result


def test_a_game_from_a_position() -> None:
    board = Board("4k3/8/8/8/8/8/P7/4K3 b - - 4 20")
    board.push_uci("e8d7")
    board.push_uci("a2a4")
    text = pgn.dumps(Game.from_board(board))
    assert '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/P7/4K3 b - - 4 20"]' in text
    assert text.endswith("20... Kd7 21. a4 *\n\n")
    assert only(text, "chess").end().board() == board
    assert chess_end(text) == board.fen()


@pytest.mark.parametrize("asked", [None, *GAMES])
@pytest.mark.parametrize("headers", [{}, {"Red": "A"}, {"White": "A", "Black": "B"}])
def test_a_game_without_moves_says_that_it_is_chess(asked: str | None, headers: dict[str, str]) -> None:
    """It was read back as Xiangqi."""
    text = pgn.dumps(Game(Board(), headers))
    assert text.startswith('[Variant "Standard"]\n')
    assert records.loads(text, asked)[0].name == "chess"
    assert chess_end(text) == Board().fen()


def test_a_game_of_liuzichong() -> None:
    board = Stones()
    board.push_line(["a2b2", "a3b3", "b2a2"])
    text = pgn.dumps(Game.from_board(board))
    assert text.splitlines()[0] == '[Variant "Liuzichong"]'
    game = only(text)
    assert game.name == "liuzichong"
    assert game.end().board() == board
    capture = Stones("BBB.....W.WB.... w")
    capture.push_uci("a2b2")
    written = pgn.dumps(Game.from_board(capture))
    assert '[FEN "BBB.....W.WB.... w"]' in written
    assert "1. a2b2xd2 *" in written
    assert only(written).end().board() == capture


@pytest.mark.parametrize(
    ("tags", "game"),
    [
        ({"Variant": "Standard"}, "chess"),
        ({"Variant": "Liuzichong"}, "liuzichong"),
        ({"Variant": "Xiangqi", "White": "A"}, "xiangqi"),
        ({"Red": "A", "Black": "B"}, "xiangqi"),
        ({"Game": "Chinese Chess", "White": "A"}, "xiangqi"),
        ({"White": "A", "FEN": "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1"}, "xiangqi"),
        ({"White": "A", "FEN": "4k3/8/8/8/8/8/8/4K3 w - - 0 1"}, "chess"),
        ({"FEN": "BBBBB..BW..WWWWW w"}, "liuzichong"),
        ({"White": "A", "Black": "B"}, None),
        ({"FEN": "8/8 w"}, None),
        ({"Event": "?"}, None),
    ],
)
def test_tags_tell_the_game(tags: dict[str, str], game: str | None) -> None:
    found = game_of_tags(tags)
    assert (found and found.name) == game
    if game is not None:
        assert {game_of_record(tags, ["e4"], asked).name for asked in (None, *GAMES)} == {game}


@pytest.mark.parametrize(
    ("moves", "asked", "game"),
    [
        ("h2e2", "xiangqi", "xiangqi"),
        ("炮二平五", "chess", "xiangqi"),
        ("Che3", "chess", "xiangqi"),
        ("Nf3", "xiangqi", "chess"),
        ("e2e4", "xiangqi", "chess"),  # a move of both games, but legal in one
        ("e4 e5", "xiangqi", "chess"),
        ("a2b2xc2", None, "liuzichong"),
        ("h2h3", "xiangqi", "xiangqi"),  # legal in both
        ("h2h3", "chess", "chess"),
        ("h2h3", None, "chess"),
        ("Nc3 Nc6", "xiangqi", "chess"),  # its first move is legal in both
        ("Nc3 Nc8", "chess", "xiangqi"),
        ("Nc3 Nc8", None, "xiangqi"),
        ("Nc3 e6 d4 d5 Nf3", "xiangqi", "chess"),
        ("e9e5", "xiangqi", "xiangqi"),  # legal in neither
        ("", "xiangqi", "xiangqi"),
        ("", "liuzichong", "liuzichong"),
        ("", None, "chess"),
    ],
)
def test_first_moves_tell_the_game_where_white_and_black_play(
    moves: str, asked: str | None, game: str
) -> None:
    assert game_of_record({"White": "A", "Black": "B"}, moves.split(), asked).name == game


@pytest.mark.parametrize(
    ("moves", "asked", "game"),
    [
        ("Che3 Hc8", "chess", "xiangqi"),  # Che3 is no move of chess
        ("Che3 Hc8", None, "xiangqi"),
        ("Nc3 Nc8", "chess", "chess"),  # Nc3 is
        ("Nc3 Nc6", "xiangqi", "xiangqi"),
        ("Nc3 Nc6", None, "chess"),
        ("e4 c5", "liuzichong", "chess"),
        ("hello", "chess", "chess"),
        ("", None, "xiangqi"),
    ],
)
def test_the_game_asked_for_decides_if_it_has_such_a_first_move(
    moves: str, asked: str | None, game: str
) -> None:
    assert game_of_record({}, moves.split(), asked).name == game


@pytest.mark.parametrize("game", ["xiangqi", None])
@pytest.mark.parametrize("movetext", ["1. 炮二平五 马8进7", "1. C2=5 H8+7", "1. H2-E2 H9-G7", "1. Che3 Hg8"])
def test_xiangqi_between_white_and_black_is_not_read_as_chess(movetext: str, game: str | None) -> None:
    """A record of Xiangqi with the tags White and Black and no FEN was read as chess, and had no moves.

    Cause: the tag White alone made it chess, even when the caller asked for Xiangqi.
    """
    (found,) = records.loads(f'[White "A"]\n[Black "B"]\n\n{movetext} *', game)
    assert (found.name, main_line(found), found.errors) == ("xiangqi", "h2e2 h9g7", [])


def test_without_tags_it_is_what_it_is_taken_for() -> None:
    assert detect("1. e4 e5", "chess") is Format.MOVES
    assert detect("a2b2 a3b3", "liuzichong") is Format.MOVES
    assert detect("1. e4 e5") is Format.MOVES
    assert main_line(only("1. e4 e5 2. Nf3", "chess")) == "e2e4 e7e5 g1f3"
    assert main_line(only("a2b2 a3b3", "liuzichong")) == "a2b2 a3b3"
    assert main_line(records.loads("1. e4 e5")[0]) == "e2e4 e7e5"
    with pytest.raises(InvalidRecordError):
        records.loads("1. what now")


def test_positions_tell_their_game() -> None:
    game = only("position fen 4k3/8/8/8/8/8/P7/4K3 w - - 0 1 moves a2a4")
    assert game.name == "chess"
    assert game.variations[0].played == Move.from_uci("a2a4")
    assert only("BBBBB..BW..WWWWW w moves a2b2").name == "liuzichong"
    assert only("position startpos moves e2e4", "chess").name == "chess"
    assert only("3k5/9/9/9/9/9/9/9/9/4K4 w", "chess").name == "xiangqi"


def test_moves_tell_the_game_of_the_start_position() -> None:
    """It was Xiangqi always, and ``d2d4`` "cannot be played here"."""
    for text, name in (
        ("position startpos moves d2d4 g8f6", "chess"),
        ("startpos moves b2e2 b9c7", "xiangqi"),
        ("position startpos moves a2b2 a3b3", "liuzichong"),
        ("position startpos", "xiangqi"),
    ):
        (game,) = records.loads(text)
        assert (game.name, game.errors) == (name, [])


QUEENS_GAMBIT = (
    "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 6. Rc1 Nbd7 7. Qc2 (7. Nf3 h6) 7... Re8 8. Kd2 1-0"
)
QUEENS_GAMBIT_LINE = "d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c1g5 f8e7 e2e3 e8g8 a1c1 b8d7 d1c2 f8e8 e1d2"


@pytest.mark.parametrize(
    ("language", "letters"),
    [
        ("de", "K D T L S"),
        ("fr", "R D T F C"),
        ("es", "R D T A C"),
        ("nl", "K D T L P"),
        ("ru", "Кр Ф Л С К"),
        ("pt", "R D T B C"),
        ("pl", "K H W G S"),
        ("cs", "K D V S J"),
        ("hu", "K V B F H"),
        ("fi", "K D T L R"),
        ("ro", "R D T N C"),
    ],
)
@pytest.mark.parametrize("tags", ["", '[White "A"]\n[Black "B"]\n\n'])
def test_letters_of_other_languages(language: str, letters: str, tags: str) -> None:
    table = dict(zip("KQRBN", letters.split(), strict=True))
    movetext = QUEENS_GAMBIT.translate(str.maketrans(table))
    (game,) = records.loads(tags + movetext)
    assert (game.name, main_line(game), game.errors) == ("chess", QUEENS_GAMBIT_LINE, [])
    assert [(remark.code, remark.details["language"]) for remark in game.remarks] == [("language", language)]


@pytest.mark.parametrize(
    "movetext",
    [
        *("1. d4 Nf6 2. c4 e6 3. Bb5", "1. d4 d5 2. Rf3", "1. d4 Sf6 2. c4 e6 3. Sd4", "1. d4 Sf6 2. Nc3"),
        "1. d4 {Sf6}",
    ],
)
def test_other_languages_are_read_only_as_a_whole(movetext: str) -> None:
    """English counts wherever it is legal, and an illegal move is none in another language."""
    (game,) = records.loads(f'[White "A"]\n\n{movetext} *')
    assert [remark.code for remark in game.remarks] == []
    assert main_line(game).startswith("d2d4")
    assert len(game.errors) == ("{" not in movetext)


@pytest.mark.parametrize(
    ("tags", "variant"),
    [
        ('[Variant "Chess960"]', "Chess960"),
        ('[Variant "fischerandom"]', "Chess960"),
        ('[Variant "wild/fr"]', "Chess960"),
        ('[FEN "bbnnrkrq/pppppppp/8/8/8/8/PPPPPPPP/BBNNRKRQ w GEge - 0 1"]', "Chess960"),
        ('[Variant "Crazyhouse"]', "Crazyhouse"),
        ('[Variant "Three-check"]', "Three-check"),
        ('[Variant "3check"]', "Three-check"),
        ('[Variant "King of the Hill"]', "King of the Hill"),
        ('[Variant "Racing Kings"]', "Racing Kings"),
        ('[Variant "giveaway"]', "Antichess"),
    ],
)
def test_variants_that_are_not_supported_are_named(tags: str, variant: str) -> None:
    """The error was that ``O-O`` "cannot be played here"."""
    (game,) = records.loads(f"{tags}\n\n1. e4 e5 2. O-O Nc6 1-0")
    assert (game.name, main_line(game)) == ("chess", "e2e4 e7e5")
    assert [(error.reason, error.details["variant"]) for error in game.errors] == [("variant", variant)]
    assert "O-O" in str(game.errors[0])
    remark = game.remarks[-1]
    assert (remark.code, remark.details["text"]) == ("variant", variant)


def test_a_position_of_a_variant_is_refused_by_the_name_of_the_variant() -> None:
    """The error named the variant already, and naming it again failed."""
    fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1"
    (game,) = records.loads(f'[Variant "Seirawan"]\n[FEN "{fen}"]\n\n1. d4 d5 2. Nc3/H 1-0')
    assert game.variations == []
    assert [(error.reason, error.details["variant"]) for error in game.errors] == [("variant", "Seirawan")]


def test_errors_that_have_nothing_to_do_with_the_variant_stay() -> None:
    (game,) = records.loads('[Variant "Atomic"]\n[Result "who knows"]\n\n1. e4 (1. d4 e5 2. Nf3')
    assert [error.reason for error in game.errors] == ["bracket", "result"]
    for name in ("Standard", "From Position", "chess", ""):
        (game,) = records.loads(f'[Variant "{name}"]\n[White "A"]\n\n1. e4 e5 2. O-O')
        assert ([error.reason for error in game.errors], game.remarks) == (["illegal_move"], [])


def test_coordinates_of_chess_with_signs() -> None:
    """Squares alone were read for pawns only, and promotions only in small letters."""
    for movetext in (
        "1. d2-d4 d7-d5 2. b1-c3 b8-c6 3. c1-f4 c8-f5 4. d1-d2 d8-d7 5. e1-c1",
        "1. d2d4 d7-d5 2. b1c3 b8c6 3. c1-f4 c8-f5 4. d1-d2 d8d7 5. e1c1",
    ):
        (game,) = records.loads(movetext)
        assert (game.errors, game.end().move.uci()) == ([], "e1c1")
    game = only("8/P6k/8/8/8/8/p6K/8 w - - 0 1 moves a7a8R a2-a1Q")
    assert (main_line(game), game.errors) == ("a7a8r a2a1q", [])


def test_errors_have_their_place() -> None:
    (game,) = records.loads('[White "A"]\n\n1. e4 e5 2. Ke3 Nc6', "chess")
    assert main_line(game) == "e2e4 e7e5"
    (error,) = game.errors
    assert (error.reason, error.line, error.column) == ("illegal_move", 3, 13)


def test_a_record_without_names_is_read_as_the_game_of_its_moves() -> None:
    """The first game of the catalogue was assumed, and its first move was an error."""
    board = Board()
    board.push_line(["e2e4", "e7e5", "g1f3"])
    written = pgn.dumps(Game.from_board(board))
    (game,) = records.loads(written)
    assert (game.name, shape(game)) == ("chess", shape(Game.from_board(board)))
    (bare,) = records.loads("1. e4 e5 2. Nf3 Nc6")
    assert (bare.name, main_line(bare)) == ("chess", "e2e4 e7e5 g1f3 b8c6")
    (unreadable,) = records.loads('[Result "*"]\n\n1. what *')
    assert unreadable.name == "xiangqi"
