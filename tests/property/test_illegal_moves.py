"""Why a move is not legal: the reason is true by a statement of each rule that shares no code with ours."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import chess
import pytest
from cannonfish.errors import IllegalMoveError
from cannonfish.games.base.illegal import Illegal
from cannonfish.games.catalogue import GAMES

from tests.cases import slow

MOVES = pytest.mark.parametrize("count", [4_000, slow(20_000)])
"""Illegal moves looked at in each game."""
SHARE = {"xiangqi": 1 / 8, "chess": 1 / 6, "liuzichong": 1 / 3}
"""The most that one reason may have of them: without it, nearly all were of the wrong shape."""
CHECKS = {Illegal.KINGS_FACING, Illegal.IN_CHECK, Illegal.KING_INTO_CHECK, Illegal.EXPOSES_KING}


def illegal_moves(game: str, count: int) -> Iterator[tuple[Any, Any, IllegalMoveError]]:
    """Random illegal moves of random games with many checks, no reason with more than its share.

    Every move asked about has a reason, unless it is legal.
    """
    chooser = random.Random(20_000)
    rules = GAMES[game]
    found: Counter[str] = Counter()
    while found.total() < count:
        board = rules.new_board(None)
        for _ in range(150):
            legal = [*board.legal_moves]
            if not legal:
                break
            for orig, dest in pairs(board, chooser):
                move = board.move_type(orig, dest)
                refusal = board.why_illegal(move)
                assert (refusal is None) == (move in legal), (board.fen(), move)
                if refusal is not None and found[refusal.reason] < count * SHARE[game]:
                    found[refusal.reason] += 1
                    yield board, move, refusal
            board.push(with_check(board, legal, chooser))


def pairs(board: Any, chooser: random.Random) -> Iterator[tuple[int, int]]:
    """An own piece with any other point, nearly always a near one; and two points of the whole board."""
    grid, squares = board.grid, board.grid.squares
    own = [at for at in board.piece_map() if board.side_of(board.placement[at]) is board.turn]
    for _ in range(60):
        orig = chooser.choice(own)
        others = [at for at in squares if at != orig]
        near = [
            at
            for at in others
            if abs(grid.square_file(at) - grid.square_file(orig)) <= 2
            and abs(grid.square_rank(at) - grid.square_rank(orig)) <= 2
        ]
        yield orig, chooser.choice(near if chooser.random() < 0.8 else others)
    yield tuple(chooser.sample(squares, 2))


def with_check(board: Any, legal: list[Any], chooser: random.Random) -> Any:
    """A legal move, one of two a check if a few tries find one."""
    for move in chooser.choices(legal, k=4 if chooser.random() < 0.5 else 0):
        board.push(move)
        gives_check = board.is_check()
        board.pop()
        if gives_check:
            return move
    return chooser.choice(legal)


def squares_of(refusal: IllegalMoveError) -> set[str]:
    return set(str(refusal.details["squares"]).split())


# --- Xiangqi, in coordinates --------------------------------------------------------------------------------

Point = tuple[int, int]
STEPS = {
    "k": {(0, 1), (0, -1), (1, 0), (-1, 0)},
    "a": {(x, y) for x in (-1, 1) for y in (-1, 1)},
    "b": {(x, y) for x in (-2, 2) for y in (-2, 2)},
    "n": {(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)},
    "p": {(0, 1), (0, -1), (1, 0), (-1, 0)},
}


class Points(dict[Point, str]):
    """The pieces of a placement by file and rank."""

    def __init__(self, placement: str) -> None:
        super().__init__(((at % 9, at // 9), letter) for at, letter in enumerate(placement) if letter != ".")

    def within(self, one: Point, other: Point) -> list[Point]:
        """The occupied points between two points of a line."""
        low, high = min(one, other), max(one, other)
        return [
            at
            for at in self
            if low < at < high and (at[0] == low[0] == high[0] or at[1] == low[1] == high[1])
        ]

    def takes(self, at: Point, target: Point) -> bool:
        """Whether the piece on a point attacks another point, which has an enemy."""
        letter, (x, y), (to_x, to_y) = self[at], at, target
        step, kind = (to_x - x, to_y - y), self[at].lower()
        on_line = x == to_x or y == to_y
        match kind:
            case "r":
                return on_line and not self.within(at, target)
            case "c":
                return on_line and len(self.within(at, target)) == 1
            case "n":
                leg = (x + (step[0] > 1) - (step[0] < -1), y + (step[1] > 1) - (step[1] < -1))
                return step in STEPS["n"] and leg not in self
            case "p":
                forward = 1 if letter == "P" else -1
                crossed = y >= 5 if letter == "P" else y <= 4
                return step == (0, forward) or (crossed and step in {(1, 0), (-1, 0)})
        return False  # the others never reach the enemy's palace

    def checks(self, red: bool) -> set[Point]:
        """The points of the pieces that give check to a side."""
        king = next(at for at, letter in self.items() if letter == ("K" if red else "k"))
        return {at for at, letter in self.items() if letter.islower() == red and self.takes(at, king)}

    def facing(self) -> bool:
        red, black = (next(at for at, letter in self.items() if letter == king) for king in "Kk")
        return red[0] == black[0] and not self.within(red, black)


def point(name: str) -> Point:
    return "abcdefghi".index(name[0]), int(name[1])


def is_true_in_xiangqi(placement: str, uci: str, reason: str, squares: set[Point]) -> bool:
    points = Points(placement)
    orig, dest = point(uci[:2]), point(uci[2:])
    red = points.get(orig, "K").isupper()
    if reason == Illegal.NO_PIECE:
        return orig not in points
    letter = points[orig]
    kind, step = letter.lower(), (dest[0] - orig[0], dest[1] - orig[1])
    forward = step[1] if red else -step[1]
    home = (dest[1] <= 4) == red
    straight = orig[0] == dest[0] or orig[1] == dest[1]
    between = set(points.within(orig, dest)) if straight else set()
    after = Points(placement)
    after[dest] = after.pop(orig)
    match reason:
        case Illegal.OWN_PIECE:
            return points[dest].isupper() == red and squares == {dest}
        case Illegal.SHAPE:
            return step not in STEPS[kind] if kind in STEPS else not straight
        case Illegal.PALACE:
            return kind in "ka" and not (3 <= dest[0] <= 5 and (dest[1] <= 2 if red else dest[1] >= 7))
        case Illegal.RIVER:
            return kind == "b" and not home
        case Illegal.EYE:
            middle = ((orig[0] + dest[0]) // 2, (orig[1] + dest[1]) // 2)
            return kind == "b" and squares == {middle} and middle in points
        case Illegal.LEG:
            x, y = step
            leg = (orig[0] + (x // 2 if abs(x) == 2 else 0), orig[1] + (y // 2 if abs(y) == 2 else 0))
            return kind == "n" and squares == {leg} and leg in points
        case Illegal.BLOCKED:
            return kind == "r" and bool(between) and squares == between
        case Illegal.CANNON_JUMP:
            return kind == "c" and dest not in points and bool(between) and squares == between
        case Illegal.NO_SCREEN:
            return kind == "c" and dest in points and not between
        case Illegal.SCREENS:
            return kind == "c" and dest in points and len(between) > 1 and squares == between
        case Illegal.BACKWARD:
            return kind == "p" and forward < 0
        case Illegal.SIDEWAYS:
            return kind == "p" and step[1] == 0 and (orig[1] <= 4) == red
        case Illegal.KINGS_FACING:
            return after.facing() and not after.checks(red)
        case Illegal.KING_INTO_CHECK:
            return kind == "k" and squares == after.checks(red) != set()
        case Illegal.IN_CHECK:
            return squares == after.checks(red) and bool(squares & points.checks(red))
        case Illegal.EXPOSES_KING:
            return squares == after.checks(red) != set() and not squares & points.checks(red)
    return False


@MOVES
def test_the_reason_is_true_in_xiangqi(count: int) -> None:
    seen: Counter[str] = Counter()
    for board, move, refusal in illegal_moves("xiangqi", count):
        reason = refusal.reason
        seen[reason] += 1
        if reason == Illegal.OPPONENTS_PIECE:
            assert board.placement[move.orig].isupper() != (board.turn == 0)
        else:
            squares = {point(name) for name in squares_of(refusal)}
            assert is_true_in_xiangqi(board.placement, move.uci(), reason, squares), (board.fen(), refusal)
    assert seen.keys() >= {
        *(Illegal.NO_PIECE, Illegal.OPPONENTS_PIECE, Illegal.OWN_PIECE, Illegal.SHAPE, Illegal.BLOCKED),
        *(Illegal.PALACE, Illegal.RIVER, Illegal.EYE, Illegal.LEG, Illegal.BACKWARD, Illegal.SIDEWAYS),
        *(Illegal.CANNON_JUMP, Illegal.NO_SCREEN, Illegal.SCREENS),
        *(Illegal.IN_CHECK, Illegal.EXPOSES_KING, Illegal.KING_INTO_CHECK, Illegal.KINGS_FACING),
    }


# --- chess, by python-chess ---------------------------------------------------------------------------------


def is_true_in_chess(board: chess.Board, move: chess.Move, reason: str, squares: set[int]) -> bool:
    piece = board.piece_at(move.from_square)
    if reason == Illegal.NO_PIECE:
        return piece is None
    assert piece is not None
    if reason == Illegal.OPPONENTS_PIECE:
        return piece.color != board.turn
    if reason == Illegal.OWN_PIECE:
        return board.color_at(move.to_square) == board.turn and squares == {move.to_square}
    files = chess.square_file(move.to_square) - chess.square_file(move.from_square)
    ranks = chess.square_rank(move.to_square) - chess.square_rank(move.from_square)
    forward = ranks if board.turn else -ranks
    pawn, king = piece.piece_type == chess.PAWN, board.king(board.turn)
    between = chess.SquareSet.between(move.from_square, move.to_square)
    alone = chess.Board(None)
    alone.turn = board.turn
    alone.set_piece_at(move.from_square, piece)
    after = board.copy()
    after.push(move)
    enemy = not board.turn
    checkers = set(after.attackers(enemy, after.king(board.turn)))  # type: ignore[arg-type]
    before = set(board.attackers(enemy, king))  # type: ignore[arg-type]
    home = move.from_square == (chess.E1 if board.turn else chess.E8)
    castling = piece.piece_type == chess.KING and home and abs(files) == 2 and ranks == 0
    middle = (move.from_square + move.to_square) // 2
    match reason:
        case Illegal.SHAPE:
            return not castling and move not in alone.pseudo_legal_moves and not (pawn and forward < 0)
        case Illegal.BLOCKED:
            return len(squares) == 1 and all(at in between and board.piece_at(at) for at in squares)
        case Illegal.BACKWARD:
            return pawn and forward < 0
        case Illegal.PAWN_CAPTURE:
            return pawn and abs(files) == 1 and forward == 1 and not board.piece_at(move.to_square)
        case Illegal.PAWN_DOUBLE:
            return pawn and files == 0 and forward == 2 and move not in alone.pseudo_legal_moves
        case Illegal.PAWN_BLOCKED:
            ahead = {*between, move.to_square}
            return (
                pawn
                and files == 0
                and len(squares) == 1
                and all(board.piece_at(at) and at in ahead for at in squares)
            )
        case Illegal.PROMOTION:
            return chess.Move(move.from_square, move.to_square, chess.QUEEN) in board.legal_moves
        case Illegal.CASTLING_RIGHT:
            has = board.has_kingside_castling_rights if files > 0 else board.has_queenside_castling_rights
            return castling and not has(board.turn)
        case Illegal.CASTLING_BLOCKED:
            rook = move.from_square + (3 if files > 0 else -4)
            way = chess.SquareSet.between(move.from_square, rook)
            return castling and len(squares) == 1 and all(at in way and board.piece_at(at) for at in squares)
        case Illegal.CASTLING_IN_CHECK:
            return castling and squares == before != set()
        case Illegal.CASTLING_THROUGH_CHECK:
            return castling and not before and squares == set(board.attackers(enemy, middle)) != set()
        case Illegal.KING_INTO_CHECK:
            return piece.piece_type == chess.KING and squares == checkers != set()
        case Illegal.IN_CHECK:
            return piece.piece_type != chess.KING and squares == checkers and bool(squares & before)
        case Illegal.EXPOSES_KING:
            return piece.piece_type != chess.KING and squares == checkers != set() and not squares & before
    return False


@MOVES
def test_the_reason_is_true_in_chess(count: int) -> None:
    seen: Counter[str] = Counter()
    for board, move, refusal in illegal_moves("chess", count):
        theirs = chess.Board(board.fen())
        seen[refusal.reason] += 1
        squares = {chess.parse_square(name) for name in squares_of(refusal)}
        given = chess.Move.from_uci(move.uci())
        assert is_true_in_chess(theirs, given, refusal.reason, squares), (board.fen(), refusal)
        to_queen = chess.Move(given.from_square, given.to_square, chess.QUEEN)
        pseudo_legal = not {given, to_queen}.isdisjoint(theirs.pseudo_legal_moves)
        answered = {*CHECKS, Illegal.PROMOTION}
        assert (refusal.reason in answered) == pseudo_legal, (board.fen(), refusal)
    assert seen.keys() >= {
        *(Illegal.SHAPE, Illegal.BLOCKED, Illegal.BACKWARD, Illegal.PAWN_BLOCKED, Illegal.PAWN_CAPTURE),
        *(Illegal.PAWN_DOUBLE, Illegal.CASTLING_RIGHT, Illegal.CASTLING_BLOCKED),
        *(Illegal.IN_CHECK, Illegal.EXPOSES_KING, Illegal.KING_INTO_CHECK),
    }


# --- Liuzichong ---------------------------------------------------------------------------------------------


@MOVES
def test_the_reason_is_true_in_liuzichong(count: int) -> None:
    for board, move, refusal in illegal_moves("liuzichong", count):
        orig, dest = board.placement[move.orig], board.placement[move.dest]
        one_step = (abs(move.orig % 4 - move.dest % 4), abs(move.orig // 4 - move.dest // 4)) in (
            (0, 1),
            (1, 0),
        )
        own = "WB"[board.turn]
        is_true = {
            Illegal.NO_PIECE: orig == ".",
            Illegal.OPPONENTS_PIECE: orig not in (".", own),
            Illegal.OWN_PIECE: dest == own,
            Illegal.OCCUPIED: dest not in (".", own),
            Illegal.SHAPE: dest == "." and not one_step,
        }
        assert is_true[Illegal(refusal.reason)], (board.fen(), refusal)


# --- rare ones, and what an error says ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "fen", "move", "reason", "squares"),
    [
        ("xiangqi", "4k4/9/9/9/4C4/9/9/9/9/4K4 w", "e5d5", Illegal.KINGS_FACING, "e0 e9"),
        ("xiangqi", "4k4/4r4/9/9/9/9/9/9/4A4/4K4 w", "e1d2", Illegal.EXPOSES_KING, "e8"),
        ("xiangqi", "3k5/9/9/9/9/9/4c4/9/4P4/4K3R w", "i0i1", Illegal.IN_CHECK, "e3"),
        ("chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", Illegal.PROMOTION, ""),
        ("chess", "4k3/P7/8/8/8/4r3/8/4K3 w - - 0 1", "a7a8", Illegal.IN_CHECK, "e3"),
        ("chess", "4k3/8/P7/8/8/8/8/4K3 w - - 0 1", "a6a7q", Illegal.NO_PROMOTION, ""),
        ("chess", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1g1", Illegal.CASTLING_RIGHT, ""),
        ("chess", "4k3/8/8/8/4r3/8/8/4K2R w K - 0 1", "e1g1", Illegal.CASTLING_IN_CHECK, "e4"),
        ("chess", "4k3/8/8/8/5r2/8/8/4K2R w K - 0 1", "e1g1", Illegal.CASTLING_THROUGH_CHECK, "f4"),
        ("chess", "4k3/8/8/8/6r1/8/8/4K2R w K - 0 1", "e1g1", Illegal.KING_INTO_CHECK, "g4"),
        ("chess", "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "e1c1", Illegal.CASTLING_BLOCKED, "b1"),
    ],
)
def test_rare_reasons(game: str, fen: str, move: str, reason: str, squares: str) -> None:
    board = GAMES[game].new_board(fen)
    refusal = board.why_illegal(board.move_type.from_uci(move))
    assert refusal is not None
    assert (refusal.reason, refusal.details["squares"]) == (reason, squares)


def test_a_refused_push_says_why() -> None:
    """A beginner who moves a blocked horse learns what blocks it."""
    board = GAMES["xiangqi"].new_board(None)
    with pytest.raises(IllegalMoveError, match="the elephant on g0 blocks the horse's leg") as refused:
        board.push_uci("h0f1")
    details = refused.value.details
    assert (details["piece"], details["squares"], details["pieces"]) == ("N", "g0", "B")
    assert board.why_illegal(board.move_type.from_uci("h2e2")) is None


@pytest.mark.parametrize(
    ("game", "text", "reason", "move"),
    [
        ("xiangqi", "马二进四", Illegal.LEG, "h0f1"),
        ("xiangqi", "H2+4", Illegal.LEG, "h0f1"),
        ("xiangqi", "兵五平四", Illegal.SIDEWAYS, "e3f3"),
        ("xiangqi", "h0f1", Illegal.LEG, "h0f1"),
        ("xiangqi", "马五进四", Illegal.NOT_LEGAL, None),
        ("chess", "Bc4", Illegal.BLOCKED, "f1c4"),
        ("chess", "exd3", Illegal.PAWN_CAPTURE, "e2d3"),
        ("chess", "O-O", Illegal.OWN_PIECE, "e1g1"),
        ("chess", "Nf6", Illegal.SHAPE, "b1f6"),
    ],
)
def test_a_written_move_is_explained_like_one_on_the_board(
    game: str, text: str, reason: str, move: str | None
) -> None:
    """Only coordinates were; "马二进四" could not be played, and nothing said why."""
    with pytest.raises(IllegalMoveError) as refused:
        GAMES[game].new_board(None).parse(text)
    error = refused.value
    assert (error.reason, error.details.get("move"), error.text) == (reason, move, text)
