"""The data of replies about a position: views, judgements, solutions, moves in every notation.

``messages.json`` lists the fields.
"""

from collections import Counter
from collections.abc import Iterable
from enum import IntEnum
from importlib import import_module
from itertools import takewhile
from types import ModuleType
from typing import Final

from cannonfish.analysis.explanation import explain
from cannonfish.errors import AmbiguousMoveError, InvalidFenError, Remark, clip
from cannonfish.games.catalogue import GAMES
from cannonfish.games.game import Board, Game, Move, Reasons, Texts, checked_square
from cannonfish.games.outcome import Outcome, Termination
from cannonfish.protocol.page.messages import (
    DEFAULT_GAME,
    ErrorCode,
    Message,
    Position,
    RequestError,
    fault,
    remark_data,
)


def game_of(name: str) -> Game:
    """The game of that name.  RequestError if there is none."""
    if name not in GAMES:
        text = clip(name)
        raise RequestError(ErrorCode.UNKNOWN_GAME, f"there is no game {text!r}", text=text)
    return GAMES[name]


def board_of(position: Position) -> Board:
    """The board of a position, with its moves played.

    RequestError for an unknown game; InvalidFenError, InvalidMoveError or IllegalMoveError for a wrong FEN or
    move.
    """
    place = position.game, position.fen
    moves, board = _replayed.get(place) or ((), game_of(position.game).new_board(position.fen))
    common = sum(
        1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(moves, position.moves, strict=False))
    )
    board = board.copy()
    for _ in moves[common:]:
        board.pop()
    board.push_line(position.moves[common:], first=common + 1)
    _replayed.clear()
    _replayed[place] = position.moves, board
    return board.copy()


_replayed: Final[dict[tuple[str, str | None], tuple[tuple[str, ...], Board]]] = {}
"""The moves and the board of the last position: most requests are about the same game, a move further or
back, and playing it from its start each time takes seconds in a long game."""


def view_of(board: Board, game: str = DEFAULT_GAME) -> Message:
    """Everything that a page needs to show a position and to let a person move in it.

    ``dests``: the legal destinations by origin, none once the game is over.  ``promotions``: the letters to
    choose from, by move, for the moves that promote.  ``check``: the square of the king in check.
    ``warning``: the result of the next repetition.  ``move``: the last move in every notation.
    ``captured``: the squares of the pieces that it captured.  ``ply``: the moves since the start position of
    the game.  ``opening``: its name in every language, if it has one.
    ``status``: why the position cannot arise in a game; absent if it can.
    ``cannotWin``: the sides that no sequence of moves lets win; absent if both can.
    """
    outcome = board.outcome()
    dests, promotions = _destinations(board) if outcome is None else ({}, {})
    last = texts_of(board, game, board.ply() - 1)[0] if board.ply() else None
    oddities = [str(flag.name).lower() for flag in board.status()]
    hopeless = [_side(side) for side in type(board.turn) if not board.can_win(side)]
    return {
        "game": game,
        "fen": board.fen(),
        "turn": _side(board.turn),
        "dests": dests,
        "promotions": promotions,
        "check": checked_square(board),
        "lastMove": last and [last["uci"][:2], last["uci"][2:4]],
        "outcome": _outcome(outcome, board, game),
        "warning": _warning(board, game) if outcome is None else None,
        "move": last,
        "captured": _captured(board, game),
        "ply": board.ply(),
        "opening": _opening(board, game),
        **({"status": oddities} if oddities else {}),
        **({"cannotWin": hopeless} if hopeless else {}),
    }


def inspection_of(game: str, fen: str) -> Message:
    """The data for a page that sets up a position: the FEN with all fields, every reason why the position
    cannot be played, the squares that a pawn may just have passed, and the view if it can be played.
    ``remarks``: what was assumed, if the FEN is not well-formed but can be understood.

    RequestError for an unknown game; InvalidFenError if the FEN cannot be understood.
    """
    new_board = game_of(game).new_board
    remarks: tuple[Remark, ...] = ()
    try:
        inspection = new_board.inspect(fen)
    except InvalidFenError:
        fen, remarks, moves = tolerant_fen().fen_of(fen, game_of(game))
        inspection = new_board.inspect(" ".join((fen, "moves", *moves)) if moves else fen)
    return {
        "fen": inspection.fen,
        **({"remarks": [remark_data(each) for each in remarks]} if remarks else {}),
        "faults": [fault(each) for each in inspection.faults],
        "enPassant": list(inspection.en_passant),
        "view": None if inspection.faults else view_of(new_board(inspection.fen), game),
    }


def tolerant_fen() -> ModuleType:
    """``games.tolerant_fen``, imported when it is first needed: a page starts without it."""
    return import_module("cannonfish.games.tolerant_fen")


def _opening(board: Board, game: str) -> Texts | None:
    openings = game_of(game).openings
    return None if openings is None else openings.name(board)


def _destinations(board: Board) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    dests: dict[str, list[str]] = {}
    promotions: dict[str, list[str]] = {}
    for move in board.legal_moves:
        text = move.uci()
        orig, dest, letter = text[:2], text[2:4], text[4:]
        reachable = dests.setdefault(orig, [])
        if dest not in reachable:
            reachable.append(dest)
        if letter:
            promotions.setdefault(orig + dest, []).append(letter)
    return dests, promotions


def _captured(board: Board, game: str) -> list[str]:
    """The squares of the pieces that the last move captured."""
    if not board.ply():
        return []
    before = board.copy()
    move = before.pop()
    return list(game_of(game).captured(before, move))


def solution_of(board: Board, game: str) -> Message:
    """The value of every legal move for the side to move, best first: ``win``, ``draw`` or ``loss``, and the
    plies to the end.

    RequestError for a game without a solved table; GameError if the table is not there.
    """
    solved = game_of(game).solved
    if solved is None:
        raise RequestError(ErrorCode.NOT_SOLVED, f"{game} is not solved", text=game)
    values = solved.values(board).items() if board.outcome() is None else ()
    return {
        "moves": [
            {**game_of(game).texts(board, move), "result": result, "distance": distance}
            for move, (result, distance) in values
        ]
    }


def exploration_of(board: Board, game: str) -> Message:
    """The moves of the opening book, best first, and the name of the opening that the game has followed.

    Each move in every notation, with its ``share`` of the book's choices in percent, the ``results`` of the
    engine's games with it, seen by the side that moves first in the game, and the name of the ``opening``
    that it leads to, if that is another one.  A move and its mirror image are one.
    """
    openings = game_of(game).openings
    if openings is None:
        return {"opening": None, "moves": []}
    name = openings.name(board)
    known = openings.moves(board)
    total = sum(weight for _, weight in known)
    weights: Counter[tuple[str, str]] = Counter()
    for move, weight in known:
        weights[openings.place(board, move)] += weight
    moves = []
    for move, _ in known:
        weight = weights.pop(openings.place(board, move), 0)
        if not weight:  # the mirror image of an earlier one
            continue
        after = board.copy()
        after.push(move)
        reached = openings.name(after)
        results = openings.results(board, move)
        moves.append(
            {
                **game_of(game).texts(board, move),
                "share": round(100 * weight / total),
                "results": None if results is None else results._asdict(),
                "opening": None if reached == name else reached,
            }
        )
    return {"opening": name, "moves": moves}


def explanation_of(board: Board, evaluation: str) -> Message:
    """The static evaluation in centipawns, seen by the side that moves first in the game.

    ``terms``: the score of each for either side, its ``balance``, and the ``change`` of it by the last move.
    ``pieces``: by square, the worth of each to its own side, and the average of its kind on the board.
    """
    now = explain(board, evaluation)
    earlier = None
    if board.ply():
        before = board.copy()
        before.pop()
        earlier = explain(before, evaluation)
    balances = {} if earlier is None else {term.name: term.balance for term in earlier.terms}
    return {
        "evaluation": now.evaluation,
        "score": now.score,
        "change": None if earlier is None else now.score - earlier.score,
        "terms": [
            {
                "name": term.name,
                "first": term.first,
                "second": term.second,
                "balance": term.balance,
                "change": term.balance - balances[term.name] if balances else None,
            }
            for term in now.terms
        ],
        "pieces": {
            square: {"value": worth.value, "average": worth.average} for square, worth in now.pieces.items()
        },
    }


def judgement_of(board: Board, game: str = DEFAULT_GAME) -> Message:
    """The outcome or a warning, and the explanation of either, move by move."""
    outcome = board.outcome()
    explain = GAMES[game].explanation
    return {
        "outcome": _outcome(outcome, board, game),
        "warning": _warning(board, game) if outcome is None else None,
        "explanation": None if explain is None else explain(board),
    }


def _outcome(outcome: Outcome | None, board: Board, game: str) -> Message | None:
    if outcome is None:
        return None
    explain = GAMES[game].explanation if outcome.termination in _EXPLAINED else None
    return {
        "winner": None if outcome.winner is None else _side(outcome.winner),
        "termination": outcome.termination.value,
        "explanation": None if explain is None else explain(board),
    }


_EXPLAINED: Final = frozenset(
    {
        Termination.PERPETUAL_CHECK,
        Termination.PERPETUAL_CHASE,
        Termination.REPETITION,
        Termination.MOVE_LIMIT,
    }
)


def _warning(board: Board, game: str) -> Reasons | None:
    warn = GAMES[game].warning
    return None if warn is None else warn(board)


def texts_of(board: Board, game: str = DEFAULT_GAME, first: int = 0) -> list[Texts]:
    """The moves played on the board, from number ``first`` (0) on, in every notation of the game."""
    before = board.copy()
    moves = [before.pop() for _ in range(first, board.ply())][::-1]
    texts = []
    for move in moves:
        texts.append(GAMES[game].texts(before, move))
        before.push(move)
    return texts


def line_texts(board: Board, line: Iterable[Move], game: str, notation: str) -> list[str]:
    """The moves of a line from the board, in one notation, up to the first that is not legal."""
    write = GAMES[game].notations[notation]
    after = board.copy()
    texts = []
    for move in line:
        if not after.is_legal(move):
            break
        texts.append(write(after, move))
        after.push(move)
    return texts


def require_notation(game: str, notation: str) -> None:
    """RequestError unless the game has that notation."""
    known = game_of(game).notations
    if notation not in known:
        text = f"the field 'notation' is one of {', '.join(known)}, not {clip(notation)!r}"
        raise RequestError(ErrorCode.BAD_MESSAGE, text, field="notation", reason="not_a_choice")


def meanings_of(
    board: Board, text: str, game: str = DEFAULT_GAME, notation: str | None = None
) -> list[Texts]:
    """The legal moves that a text can mean to a person who usually writes in that notation.

    InvalidMoveError or IllegalMoveError if there is none, RequestError if the game has no such notation.
    """
    if notation is not None:
        require_notation(game, notation)
    customs = GAMES[game].record.customs
    try:
        moves = [board.parse(text, **({"custom": customs.get(notation or "")} if customs else {}))]
    except AmbiguousMoveError as error:
        moves = [board.parse(candidate) for candidate in error.candidates]
    return [GAMES[game].texts(board, move) for move in moves]


def start_views() -> dict[str, Message]:
    """The view of every game's start position, for a page to show before Python has loaded."""
    return {name: view_of(game.new_board(None), name) for name, game in GAMES.items()}


def _side(side: IntEnum) -> str:
    """``red``, ``white`` or ``black``."""
    return side.name.lower()
