"""The description of chess."""

from typing import Final

from cannonfish.games.base.evaluation import PackedTerms
from cannonfish.games.chess.board import Board
from cannonfish.games.chess.move import Move
from cannonfish.games.chess.openings import book_moves, opening_of, place
from cannonfish.games.chess.rules import Rules
from cannonfish.games.chess.san import languages
from cannonfish.games.chess.squares import square, square_file, square_name, square_rank
from cannonfish.games.game import ChanceModel, Game, Openings, uci
from cannonfish.games.record_style import FenStyle, RecordStyle
from cannonfish.kernel import SEARCH, chess
from cannonfish.kernel.chess.weights import PIECE_VALUES


def captured(board: Board, move: Move) -> tuple[str, ...]:
    """The square of the captured piece; en passant, it is beside the origin."""
    if not board.is_capture(move):
        return ()
    en_passant = board.piece_at(move.dest) is None
    taken = square(square_file(move.dest), square_rank(move.orig)) if en_passant else move.dest
    return (square_name(taken),)


RECORD: Final = RecordStyle(
    notations={"san": ""},
    tags={"Variant": "Standard"},
    tags_only_if_needed=True,
    variants=frozenset({"standard", "normal", "from position"}),
    languages=languages,
    fen=FenStyle(
        form="{slashed} {side} {castling} {en_passant} {halfmove} {fullmove}",
        sides={"w": "w", "white": "w", "b": "b", "black": "b"},
        letters=dict(zip("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBNPkqrbnp", strict=True)),
    ),
)

TERMS: Final = PackedTerms(
    rules=Rules,
    values=PIECE_VALUES,
    weights={
        "mobility": ("KNIGHT_MOBILITY", "BISHOP_MOBILITY", "ROOK_MOBILITY", "QUEEN_MOBILITY"),
        "attack": ("KING_DANGER",),
    },
    functions={"pieces": "pieces", "pawns": "pawns", "shelter": "shelter"},
)

CHESS: Final = Game(
    name="chess",
    new_board=Board,
    rules=Rules,
    files=(*chess.FILES, *SEARCH),
    network_files=(*chess.NETWORK_FILES, *SEARCH),
    worth={"q": 9, "r": 5, "b": 3, "n": 3, "p": 1},
    captured=captured,
    notations={"uci": uci, "san": Board.san},
    terms=TERMS,
    openings=Openings(moves=book_moves, name=opening_of, place=place, package=__package__),
    chances=ChanceModel(midpoint=140.4, spread=138.8),  # 139,198 positions, 1000 nodes a move
    record=RECORD,
)
