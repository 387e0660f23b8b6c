"""Games compared by what is in them."""

from typing import Any

from cannonfish.records import Game, Node


def shape(game: Game) -> dict[str, Any]:
    """Everything that a game holds, but for the errors it was read with."""
    return {
        "start": game.start.fen(),
        "headers": game.headers,
        "comment": (game.comment, game.commands) if game.commands else game.comment,
        "moves": [move_shape(node) for node in game.descendants()],
    }


def move_shape(node: Node) -> tuple[Any, ...]:
    """The line to a move, the comments, the glyphs, and the clock and the commands if there are any."""
    line = " ".join(move.uci() for move in node.path())
    clock = () if node.clock is None else (node.clock,)
    commands = (node.commands,) if node.commands else ()
    return line, node.starting_comment, node.comment, sorted(node.nags), *clock, *commands


def main_line(game: Game) -> str:
    return " ".join(move.uci() for move in game.mainline_moves())


def error_places(game: Game) -> list[tuple[str, int | None, int | None]]:
    """Reason, line and column of each error."""
    return [(error.reason, error.line, error.column) for error in game.errors]
