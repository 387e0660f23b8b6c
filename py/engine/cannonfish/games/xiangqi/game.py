"""The description of Xiangqi."""

import re
from collections.abc import Mapping
from functools import partial
from importlib import import_module
from typing import Final

from cannonfish.games.base.evaluation import PackedTerms
from cannonfish.games.game import ChanceModel, Game, Openings, Reasons, Tablebase, Texts
from cannonfish.games.outcome import Termination
from cannonfish.games.record_style import FenStyle, RecordStyle
from cannonfish.games.xiangqi.board import Board
from cannonfish.games.xiangqi.fen import OTHER_LETTERS, OTHER_SIGNS, settle
from cannonfish.games.xiangqi.move import Move
from cannonfish.games.xiangqi.notation import Custom, Notation
from cannonfish.games.xiangqi.openings import book_moves, opening_of, place
from cannonfish.games.xiangqi.pieces import Side
from cannonfish.games.xiangqi.rules import Rules
from cannonfish.kernel import SEARCH, xiangqi
from cannonfish.kernel.xiangqi.weights import PIECE_VALUES


def _text(notation: Notation, board: Board, move: Move) -> str:
    return board.text(move, notation)


def warning(board: Board) -> Reasons | None:
    """The verdict if the position occurs a third time."""
    verdict = board.warning()
    return None if verdict is None else verdict.as_dict()


def explanation(board: Board) -> Reasons | None:
    """The judge's reasons for a repetition; for the move limit, the ply of the last capture, how many plies
    since then did not count, and how many before the first position did."""
    outcome = board.outcome()
    if outcome is not None and outcome.termination is Termination.MOVE_LIMIT:
        since, free, before = board.quiet_plies()
        return {
            "law": outcome.termination.value,
            "loser": None,
            "since": since,
            "uncounted": free,
            "before": before,
            "moves": [],
        }
    judged = board.explanation()
    return None if judged is None else judged.as_dict()


def repetition_outcomes(board: Board) -> Mapping[Move, Side | None]:
    """The moves that bring about the third occurrence of a position, with the winner or None."""
    found = {}
    for move in board.moves_to_repetition():
        board.push(move)
        outcome = board.outcome()
        board.pop()
        if outcome is not None:
            found[move] = None if outcome.winner is None else Side(outcome.winner)
    return found


def open_endings(folder: str) -> Tablebase:
    """The solved endings in a folder."""
    module = import_module("cannonfish.games.xiangqi.endings")  # imported late: few need it
    opened: Tablebase = module.open_tablebase(folder)
    return opened


def opening_name(board: Board) -> Texts | None:
    """The name of the opening that the game has followed."""
    opening = opening_of(board)
    if opening is None:
        return None
    return {
        "en": opening.english,
        "zh-Hans": opening.chinese,
        "zh-Hant": opening.traditional,
        "vi": opening.vietnamese,
    }


RECORD: Final = RecordStyle(
    notations={
        Notation.CHINESE: "Chinese",
        Notation.TRADITIONAL: "Chinese",
        Notation.WXF: "WXF",
        Notation.ICCS: "ICCS",
        Notation.SAN: "SAN",
        Notation.VIETNAMESE: "Vietnamese",
        Notation.VIETNAMESE_WORDS: "Vietnamese",
    },
    tags={"Game": "Chinese Chess"},
    variants=frozenset({"chinese chess", "chinesechess", "cchess", "xiang qi", "xiang-qi"}),
    first_player="Red",
    first_tags=(
        *("Event", "Site", "Date", "Round", "RedTeam", "Red", "BlackTeam", "Black", "Result"),
        *("Opening", "Variation", "ECCO"),
    ),
    set_up=False,
    variant_notations=frozenset({Notation.SAN}),
    variant_ranks_from_one=True,  # PyChess and Fairy-Stockfish
    customs={
        Notation.WXF: Custom.WXF,
        Notation.VIETNAMESE: Custom.VIETNAMESE,
        Notation.VIETNAMESE_WORDS: Custom.VIETNAMESE,
    },
    reading_customs=(Custom.VIETNAMESE_PLUS,),
    shared_text=re.compile(r"(?<![\w+.-])[PBC][1-9][-.][1-9](?!\w)", re.IGNORECASE | re.ASCII),
    fen=FenStyle(
        form="{slashed} {side} - - {halfmove} {fullmove}",
        sides={"w": "w", "r": "w", "red": "w", "white": "w", "b": "b", "black": "b"},
        letters=OTHER_LETTERS,
        doubtful=OTHER_SIGNS,
        settle=settle,
    ),
)

TERMS: Final = PackedTerms(
    rules=Rules,
    values=PIECE_VALUES,
    weights={
        "imbalance": ("CANNON_SCREENS",),
        "mobility": ("KNIGHT_MOBILITY", "ROOK_MOBILITY", "CANNON_MOBILITY"),
    },
    functions={
        "knights": "attack",
        "rooks": "attack",
        "cannons": "attack",
        "pawns": "pawns",
        "material": "imbalance",
    },
)

XIANGQI: Final = Game(
    name="xiangqi",
    new_board=Board,
    rules=Rules,
    files=(*xiangqi.FILES, *SEARCH),
    network_files=(*xiangqi.NETWORK_FILES, *SEARCH),
    worth={"r": 9, "c": 4, "n": 4, "b": 2, "a": 2, "p": 1},
    notations={notation.value: partial(_text, notation) for notation in Notation},
    warning=warning,
    explanation=explanation,
    repetition_outcomes=repetition_outcomes,
    open_endings=open_endings,
    position_on=Rules.position_on,
    terms=TERMS,
    openings=Openings(moves=book_moves, name=opening_name, place=place, package=__package__),
    chances=ChanceModel(midpoint=201.6, spread=145.9),  # 1,491,155 positions, 800 nodes a move
    prelinked=True,
    record=RECORD,
)
