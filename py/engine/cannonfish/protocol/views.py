"""What a page is told about a position and a game: views, judgements, solutions, moves in every notation.

The shapes are those of ``web/engine/messages.js``; the samples in ``tests/data/messages`` hold both to them.
"""

from enum import IntEnum
from typing import Final

from cannonfish.errors import AmbiguousMoveError, clip
from cannonfish.games.catalogue import GAMES
from cannonfish.games.game import Board, Game, Reasons, Texts
from cannonfish.games.outcome import Outcome, Termination
from cannonfish.protocol.messages import DEFAULT_GAME, ErrorCode, Message, Position, RequestError


def unknown_game(name: str) -> RequestError:
    """The error for a game that nobody knows; not raised."""
    return RequestError(ErrorCode.UNKNOWN_GAME, f"there is no game {clip(name)!r}", text=clip(name))


def game_of(name: str) -> Game:
    """The game of that name.  RequestError if there is none."""
    if name not in GAMES:
        raise unknown_game(name)
    return GAMES[name]


def board_of(position: Position) -> Board:
    """The board that a position stands for.

    RequestError for an unknown game, InvalidFenError, InvalidMoveError and IllegalMoveError for the rest.
    """
    board = game_of(position.game).new_board(position.fen)
    board.push_line(position.moves)
    return board


def view_of(board: Board, game: str = DEFAULT_GAME) -> Message:
    """Everything that a page needs to show a position and to let a person move in it.

    ``dests`` maps every origin to its legal destinations and is empty when the game is over; ``promotions``
    maps a move of ``dests`` to the letters that it needs one of; ``ply`` counts the moves since the position
    that the game started from; ``warning`` says what the next repetition will mean; ``move`` holds the last
    move in every notation, ``captured`` the squares whose men it took, and ``opening`` the opening's name in
    every language, if it has one.
    """
    outcome = board.outcome()
    dests, promotions = _destinations(board) if outcome is None else ({}, {})
    last = texts_of(board, game, board.ply() - 1)[0] if board.ply() else None
    return {
        "game": game,
        "fen": board.fen(),
        "turn": _side(board.turn),
        "dests": dests,
        "promotions": promotions,
        "check": game_of(game).in_check(board),
        "lastMove": last and [last["uci"][:2], last["uci"][2:4]],
        "outcome": _outcome(outcome, board, game),
        "warning": _warning(board, game) if outcome is None else None,
        "move": last,
        "captured": _captured(board, game),
        "ply": board.ply(),
        "opening": _opening(board, game),
    }


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
    """What the last move took."""
    if not board.ply():
        return []
    before = board.copy()
    move = before.pop()
    return list(game_of(game).captured(before, move))


def solution_of(board: Board, game: str) -> Message:
    """What every legal move is worth to the side to move, best first: ``win``, ``draw`` or ``loss``, and the
    plies to the end.

    RequestError for a game that nobody has solved; a GameError if the table of its solution is not there.
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


def judgement_of(board: Board, game: str = DEFAULT_GAME) -> Message:
    """What the laws say: the outcome, a warning, and the reasons for either, move by move."""
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
    """The moves of the board, from the ``first`` on, in every notation of the game."""
    before = board.copy()
    moves = [before.pop() for _ in range(first, board.ply())][::-1]
    texts = []
    for move in moves:
        texts.append(GAMES[game].texts(before, move))
        before.push(move)
    return texts


def meanings_of(board: Board, text: str, game: str = DEFAULT_GAME) -> list[Texts]:
    """The legal moves that a text can mean; InvalidMoveError or IllegalMoveError if it means none."""
    try:
        moves = [board.parse(text)]
    except AmbiguousMoveError as error:
        moves = [board.parse(candidate) for candidate in error.candidates]
    return [GAMES[game].texts(board, move) for move in moves]


def start_views() -> dict[str, Message]:
    """The view of every game's start position: a page shows it before Python has loaded."""
    return {name: view_of(game.new_board(None), name) for name, game in GAMES.items()}


def _side(side: IntEnum) -> str:
    """``red``, ``white`` or ``black``."""
    return side.name.lower()
