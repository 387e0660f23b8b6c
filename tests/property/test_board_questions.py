"""What a board says of attacks and checks, and how it is edited: beside python-chess and Fairy-Stockfish."""

import copy
import random
from collections.abc import Iterator
from typing import Any

import chess
import pyffish
import pytest
from cannonfish import liuzichong, xiangqi
from cannonfish.games.base.fen import EMPTY
from cannonfish.games.catalogue import GAMES
from cannonfish.games.chess import BLACK, WHITE, Board, Move, Piece
from cannonfish.games.chess.squares import GRID, SQUARES
from hypothesis import example, given
from hypothesis import strategies as st

from tests.property.test_games import CHOICES, played
from tests.property.test_odd_positions import odd_board
from tests.unit.games.test_xiangqi_pyffish import to_pyffish

SIDES = {chess.WHITE: WHITE, chess.BLACK: BLACK}


def strange_boards(number: int) -> Iterator[str]:
    """Positions with many queens and strange checks; pawns on their first rank, which python-chess lets make
    two steps, are taken off."""
    for seed in range(number):
        board = odd_board("chess", seed)
        for rank, letter in ((range(8), "P"), (range(56, 64), "p")):
            for square in rank:
                if board.placement[square] == letter:
                    board.set_piece_at(square, None)
        if not board.status():
            yield board.fen()


CHESS_BOARDS = [*strange_boards(20)]
MAPS = {"flip_vertical": chess.flip_vertical, "flip_horizontal": chess.flip_horizontal}

every_game = pytest.mark.parametrize("game", GAMES)
chess_positions = st.one_of(
    CHOICES.map(lambda choices: played(chess, choices).fen()), st.sampled_from(CHESS_BOARDS)
)


@given(chess_positions)
def test_attacks_and_checks_are_those_of_python_chess(fen: str) -> None:
    ours, theirs = Board(fen), chess.Board(fen)
    for color, side in SIDES.items():
        for square in SQUARES[len(fen) % 3 :: 3]:
            assert ours.attackers(side, square) == {*theirs.attackers(color, square)}
        assert ours.king(side) == theirs.king(color)
    for square in SQUARES:
        assert ours.attacks(square) == {*theirs.attacks(square)}
        side = ours.side_at(square)
        if side is not None and ours.king(side) != square:
            assert ours.is_pinned(side, square) == theirs.is_pinned(bool(side), square)
    assert ours.checkers() == {*theirs.checkers()}
    assert ours.was_into_check() == theirs.was_into_check()
    assert {move.uci() for move in ours.pseudo_legal_moves} == {
        move.uci()
        for move in theirs.pseudo_legal_moves
        if not theirs.is_castling(move) or legal_path(theirs, move)
    }


def legal_path(board: chess.Board, move: chess.Move) -> bool:
    """Our castling is tested but for the king's destination."""
    return board.is_legal(move) or board.is_into_check(move)


MOVE_QUESTIONS = (
    *("gives_check", "is_capture", "is_castling", "is_kingside_castling", "is_queenside_castling"),
    *("is_en_passant", "is_zeroing", "is_pseudo_legal", "is_legal", "is_into_check"),
)


@given(chess_positions)
def test_moves_are_what_python_chess_says_of_them(fen: str) -> None:
    ours, theirs = Board(fen), chess.Board(fen)
    for move in ours.legal_moves:
        other = chess.Move.from_uci(move.uci())
        for question in MOVE_QUESTIONS:
            assert getattr(ours, question)(move) == getattr(theirs, question)(other), (fen, move, question)
        assert ours.find_move(move.orig, move.dest, move.promotion) == move
        assert ours.uci(move) == theirs.uci(other)
        assert ours.parse_uci(move.uci()) == move
    for name in ("legal_captures", "legal_ep", "castling_moves", "legal_moves"):
        listed = {move.uci() for move in getattr(ours, f"generate_{name}")()}
        assert listed == {move.uci() for move in getattr(theirs, f"generate_{name}")()}
    for color, side in SIDES.items():
        for question in (
            "has_castling_rights",
            "has_kingside_castling_rights",
            "has_queenside_castling_rights",
        ):
            assert getattr(ours, question)(side) == getattr(theirs, question)(color)
        assert ours.has_insufficient_material(side) == theirs.has_insufficient_material(color)
    assert ours.has_legal_en_passant() == theirs.has_legal_en_passant()
    assert (ours.board_fen(), ours.epd()) == (theirs.board_fen(), theirs.epd())
    assert ours.unicode() == theirs.unicode().replace("⭘", EMPTY)


@given(chess_positions)
def test_mirrors_and_turns_are_those_of_python_chess(fen: str) -> None:
    ours, theirs = Board(fen), chess.Board(fen)
    assert ours.mirror().fen() == theirs.mirror().fen()
    assert ours.mirror().mirror() == ours
    for name, flip in MAPS.items():
        turned, expected = ours.transform(getattr(GRID, name)), theirs.transform(flip)
        assert turned.fen() == expected.fen()
    assert ours.fen() == fen
    board = ours.copy()
    board.apply_mirror()
    assert (board, board.move_stack) == (ours.mirror(), [])


@given(chess_positions, st.lists(st.tuples(st.integers(0, 63), st.sampled_from("KQRBNPkqrbnp.")), max_size=6))
def test_edits_are_those_of_python_chess(fen: str, edits: list[tuple[int, str]]) -> None:
    ours, theirs = Board(fen), chess.Board(fen)
    for square, letter in edits:
        piece = None if letter == EMPTY else Piece.from_symbol(letter)
        ours.set_piece_at(square, piece)
        theirs.set_piece_at(square, None if piece is None else chess.Piece.from_symbol(letter))
        assert ours.piece_at(square) == piece
        assert str(ours) == str(theirs)
    status = theirs.status()
    playable = not status & ~(
        chess.STATUS_PAWNS_ON_BACKRANK | chess.STATUS_TOO_MANY_CHECKERS | chess.STATUS_IMPOSSIBLE_CHECK
    )
    if playable and not ours.status():
        assert {move.uci() for move in ours.legal_moves} == {
            move.uci() for move in theirs.legal_moves if not theirs.is_castling(move)
        } | {move.uci() for move in ours.legal_moves if ours.is_castling(move)}
    if not status:
        assert ours.is_valid()


EPDS = (
    '4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 Kd2; id "a;b \\"c\\" \\\\d"; ce -2; x 1.5; no; pv e4 Kd7 Kd2; pm e3;',
    "4k3/8/8/8/8/8/4P3/4K3 b - - hmvc 7; fmvn 30; am Kd7;",
    '4k3/8/8/8/8/8/4P3/4K3 w - - c0 "";',
    "4k3/8/8/8/8/8/4P3/4K3 w - -",
)


@pytest.mark.parametrize("text", EPDS)
def test_epd_is_read_and_written_as_by_python_chess(text: str) -> None:
    (ours, operations), (theirs, expected) = Board.from_epd(text), chess.Board.from_epd(text)
    assert (ours.fen(), repr(operations)) == (theirs.fen(), repr(expected))
    assert ours.epd(**operations) == theirs.epd(**expected)
    assert Board.from_epd(ours.epd(**operations))[1].keys() == operations.keys()


@pytest.mark.parametrize(
    "text", ["4k3/8/8/8/8/8/8/4K3 w - - ; 5x", "4k3/8/8/8/8/8/8/4K3 w - - bm e9;", "4k3 w - -"]
)
def test_a_wrong_epd_changes_nothing(text: str) -> None:
    board = Board()
    board.push_uci("e2e4")
    with pytest.raises(ValueError, match=r"\w"):
        board.set_epd(text)
    assert board.ply() == 1


@given(CHOICES)
def test_variations_are_written_as_by_python_chess(choices: list[int]) -> None:
    line = played(chess, choices).move_stack
    for start in (0, 1):
        ours = Board()
        for move in line[:start]:
            ours.push(Move.from_uci(move.uci()))
        moves = [Move.from_uci(move.uci()) for move in line[start:]]
        theirs = chess.Board()
        for move in line[:start]:
            theirs.push(move)
        assert ours.variation_san(moves) == theirs.variation_san(line[start:])


# --- Xiangqi ------------------------------------------------------------------------------------------------


@given(CHOICES)
def test_checks_of_xiangqi_are_those_of_fairy_stockfish(choices: list[int]) -> None:
    board = played(xiangqi, choices)
    fen = board.fen()
    assert bool(board.checkers()) == board.is_check() == pyffish.gives_check("xiangqi", fen, [])
    for move in [*board.legal_moves][::3]:
        assert board.gives_check(move) == pyffish.gives_check("xiangqi", fen, [to_pyffish(move)]), (fen, move)
        assert board.find_move(move.orig, move.dest) == move


@given(CHOICES)
@example([17, 231, 1])  # with the turn changed, the side that has just moved stood in check
def test_who_attacks_a_point_could_take_there(choices: list[int]) -> None:
    """Another statement: put an enemy soldier there, and see which pieces have a pseudo-legal move to it."""
    board = played(xiangqi, choices)
    for square in random.Random(len(choices)).sample(xiangqi.SQUARES, 12):
        for side in xiangqi.Side:
            bait = board.copy()
            bait.turn = side
            if board.king(side) == square or not make_room(bait, side.other, square):
                continue
            expected = {move.orig for move in bait.generate_pseudo_legal_moves(to_squares=[square])}
            found = board.attackers(side, square)
            if board.king(side.other) != square:
                assert found == expected, (board.fen(), square, side)
            for orig in found:
                assert square in board.attacks(orig) or board.king(side.other) == square


def make_room(board: Any, side: Any, square: int) -> bool:
    """Put a piece of the side on a square if it has none there.

    Returns whether there is one and the position can be played.
    """
    if board.side_at(square) is not side:
        for kind in (xiangqi.PAWN, xiangqi.ROOK, xiangqi.CANNON, xiangqi.KNIGHT):
            if len(board.pieces(kind, side)) < {xiangqi.PAWN: 5}.get(kind, 2):
                board.set_piece_at(square, xiangqi.Piece(kind, side))
                break
        else:
            return False
    return not any(fault.reason != "unreachable" for fault in type(board).inspect(board.fen()).faults)


def test_generals_attack_each_other_on_an_open_file() -> None:
    """No position that can be played has them so: the board said that nothing gives the check."""
    board = xiangqi.Board("4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1", strict=False)
    assert board.status() is xiangqi.Status.KINGS_FACING
    assert board.is_check()
    assert board.checkers() == {board.king(xiangqi.BLACK)}


def test_a_cannon_attacks_over_one_piece() -> None:
    board = xiangqi.Board()
    b2, b9 = map(xiangqi.parse_square, ("b2", "b9"))
    assert board.attackers(xiangqi.RED, b9) == {b2}
    assert b9 in board.attacks(b2)
    assert board.is_attacked_by(xiangqi.RED, b9)
    assert not board.is_attacked_by(xiangqi.RED, xiangqi.parse_square("b5"))


def test_epd_of_xiangqi_reads_moves_in_any_notation() -> None:
    text = f'{xiangqi.STARTING_FEN}; bm 炮二平五 b0c2; id "Central Cannon";'
    board, operations = xiangqi.Board.from_epd(text)
    assert [move.uci() for move in operations["bm"]] == ["h2e2", "b0c2"]
    fields = xiangqi.STARTING_FEN.rsplit(" ", 2)[0]
    assert board.epd(**operations) == f'{fields} bm b0c2 h2e2; id "Central Cannon";'


def test_epd_of_xiangqi_is_read_as_programs_write_it() -> None:
    """The puzzles of Fairy-Stockfish: ranks from 1, commas between moves, texts without quotes."""
    puzzle = ";variant xiangqi;bm h3e3;eval 35;difficulty 2.5;type mate;pv h3e3,h10g8"
    board, operations = xiangqi.Board.from_epd(xiangqi.STARTING_FEN + puzzle)
    cannon, horse = map(xiangqi.Move.from_uci, ("h2e2", "h9g7"))
    texts = {"variant": "xiangqi", "type": "mate"}
    assert operations == texts | {"bm": [cannon], "eval": 35, "difficulty": 2.5, "pv": [cannon, horse]}
    assert xiangqi.Board.from_epd(board.epd(**operations))[1] == operations
    assert xiangqi.Board.from_epd(f"{xiangqi.STARTING_FEN};bm h3h10;result 1-0")[1] == {
        "bm": [xiangqi.Move.from_uci("h2h9")],
        "result": "1-0",
    }
    with pytest.raises(ValueError, match="h3h11"):
        board.set_epd(f"{xiangqi.STARTING_FEN}; sm h3h11")


def test_variations_are_written_in_every_notation() -> None:
    board = xiangqi.Board()
    moves = [xiangqi.Move.from_uci(text) for text in ("h2e2", "h9g7", "h0g2")]
    assert board.variation_text(moves, "chinese") == "1. 炮二平五 马8进7 2. 马二进三"
    assert board.variation_text(moves, xiangqi.Notation.WXF) == "1. C2=5 H8+7 2. H2+3"
    assert board.variation_san(moves) == "1. Che3 Hg8 2. Hg3"
    board.push(moves[0])
    assert board.variation_text(moves[1:]) == "1...h9g7 2. h0g2"
    with pytest.raises(ValueError, match="move 2: h9g7 is not legal"):
        board.variation_text([moves[1], moves[1]])
    with pytest.raises(ValueError, match="klingon"):
        board.variation_text(moves[1:], "klingon")
    stones = liuzichong.Board()
    first = next(iter(stones.legal_moves))
    assert stones.variation_text([first]) == f"1. {stones.write(first)}"


# --- every game ---------------------------------------------------------------------------------------------


def boards(name: str) -> Iterator[Any]:
    for seed in range(6):
        rng, board = random.Random(seed), GAMES[name].new_board(None)
        for _ in range(20):
            board.push(rng.choice([*board.legal_moves]))
        yield board


@every_game
def test_the_other_side_has_the_same_moves_in_a_mirror(game: str) -> None:
    for board in boards(game):
        for other in (board.mirror(), board.flip() if game != "chess" else board.mirror()):
            assert (other.turn, len(other.legal_moves)) == (board.turn.other, len(board.legal_moves))
            assert other.perft(2) == board.perft(2)
            assert other.is_check() == board.is_check()
        assert board.flip().flip().placement == board.placement


@every_game
def test_a_board_is_built_piece_by_piece(game: str) -> None:
    for board in boards(game):
        built = type(board).empty()
        assert (built.piece_map(), built.ply()) == ({}, 0)
        for square, piece in board.piece_map().items():
            built.set_piece_at(square, piece)
        built.turn = board.turn
        assert built.piece_map() == board.piece_map()
        assert built.turn is board.turn
        square = next(iter(board.piece_map()))
        assert built.remove_piece_at(square) == board.piece_at(square)
        assert built.remove_piece_at(square) is None
        built.set_board_fen(board.board_fen())
        assert built.placement == board.placement
        built.clear_board()
        built.set_piece_map(board.piece_map())
        built.reset_board()
        assert built.placement == type(board)().placement
        built.set_fen(board.fen())
        assert (built, built.move_stack) == (board, [])


@every_game
def test_edits_refuse_what_is_not_of_the_game(game: str) -> None:
    board = GAMES[game].new_board(None)
    for square, piece in ((0, "x"), (len(board.grid.squares), None), (-1, None)):
        with pytest.raises(ValueError, match=r"no piece|no \w+ "):
            board.set_piece_at(square, piece)
    with pytest.raises(ValueError, match="moves"):
        board.set_fen(f"{board.fen()} moves a0a1")
    assert board == GAMES[game].new_board(None)


@every_game
def test_lists_of_moves_can_be_limited_to_squares(game: str) -> None:
    for board in boards(game):
        for move in board.legal_moves:
            assert move in {*board.generate_legal_moves([move.orig], {move.dest})}
            assert {each.orig for each in board.generate_legal_moves([move.orig])} == {move.orig}
        captures = {move for move in board.legal_moves if board.is_capture(move)}
        assert {*board.generate_legal_captures()} == captures
        assert {*board.legal_moves} <= {*board.pseudo_legal_moves}


@every_game
def test_copies_without_their_game_keep_the_position(game: str) -> None:
    for board in boards(game):
        bare = board.copy(stack=False)
        assert (bare, bare.ply()) == (board, 0)
        assert bare.outcome() == type(board)(board.fen()).outcome()
        deep = copy.deepcopy(board)
        deep.pop()
        assert board.ply() == 20


def test_attacks_are_refused_where_pieces_do_not_attack_squares() -> None:
    board = liuzichong.Board()
    with pytest.raises(NotImplementedError):
        board.attackers(liuzichong.WHITE, 0)
    assert not board.checkers()


def test_a_board_with_too_many_pieces_says_so() -> None:
    board = xiangqi.Board("4k4/9/9/9/9/9/RRR6/9/9/4K4 w - - 0 1", strict=False)
    assert board.status() & xiangqi.Status.TOO_MANY_RED_PIECES
    with pytest.raises(ValueError, match="3 chariots"):
        board.attackers(xiangqi.RED, 0)
