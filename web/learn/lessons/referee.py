"""What the board of a lesson knows of the rules: positions with their legal moves."""

from cannonfish.protocol.page.messages import Position, fault
from cannonfish.protocol.page.views import board_of, view_of

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def view(game, moves):
    """The position after the moves, as the page shows it; None if the last move is not legal."""
    if game == "tictactoe":
        return tictactoe(moves)
    if moves:
        *before, last = moves
        board = board_of(Position(game, None, tuple(before)))
        if last not in [move.uci() for move in board.legal_moves]:
            return None
    board = board_of(Position(game, None, tuple(moves)))
    seen = view_of(board, game)
    outcome = seen["outcome"]
    return {
        "fen": seen["fen"],
        "turn": seen["turn"],
        "dests": seen["dests"],
        "check": seen["check"],
        "lastMove": seen["lastMove"],
        "over": outcome is not None,
        "winner": outcome and outcome.get("winner"),
    }


def why(game, moves, move):
    """Why the next move is not legal, as the page tells it; None if it is legal."""
    board = board_of(Position(game, None, tuple(moves)))
    error = board.why_illegal(board.move_type.from_uci(move))
    return error and fault(error)


def tictactoe(moves):
    """Moves are numbers of cells, 0 to 8; X begins."""
    cells = ["."] * 9
    for ply, move in enumerate(moves):
        if move not in range(9) or cells[move] != "." or won(cells):
            return None
        cells[move] = "XO"[ply % 2]
    winner = won(cells)
    return {
        "fen": "".join(cells),
        "turn": "XO"[len(moves) % 2],
        "dests": {} if winner else {str(i): [] for i in range(9) if cells[i] == "."},
        "over": bool(winner) or "." not in cells,
        "winner": winner,
    }


def won(cells):
    for a, b, c in LINES:
        if cells[a] != "." and cells[a] == cells[b] == cells[c]:
            return cells[a]
    return None
