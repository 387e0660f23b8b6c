"""A board for notebooks: play on it, step through games, show arrows.

    from cannonfish.engine import Engine, Limits
    from cannonfish.notebook import BoardWidget

    BoardWidget(opponent=Engine(), limits=Limits(level=3))

It needs ``anywidget``: ``pip install anywidget``.
"""

from collections.abc import Callable
from importlib.resources import files
from typing import Any, Final

try:
    import anywidget
    import traitlets
except ImportError as error:
    raise ImportError(f"{error}; to install it: pip install anywidget") from error

from cannonfish import svg
from cannonfish.engine import Limits
from cannonfish.errors import InvalidFenError
from cannonfish.games import base
from cannonfish.games.game import Board, Move
from cannonfish.protocol.page.views import view_of
from cannonfish.records import Game
from cannonfish.records.tree import Node

__all__ = ["BoardWidget"]

DEFAULT_LIMITS: Final = Limits(movetime=500)
"""Of an opponent that is an engine."""
OpponentFunction = Callable[[Any], Move | str | None]
"""Chooses a move on a board, as a ``Move`` or in any notation; None resigns."""


class BoardWidget(anywidget.AnyWidget):
    """A board to play on, as the output of a cell.

    ``fen``, ``ply``, ``arrows``, ``orientation``, ``pieces``, ``coordinates`` and ``size`` are traits: they
    can be set here and in the constructor, change when somebody moves, and can be observed and linked.  A
    ``fen`` that cannot be played is refused with a ``TraitError``; the position stays.  Moves played here are
    added to ``game``, as variations where the game went on otherwise.
    """

    _esm = files(__name__).joinpath("board.js").read_text(encoding="utf-8")

    fen = traitlets.Unicode().tag(sync=True)
    """The position; to set it begins a new game there."""
    ply = traitlets.Int().tag(sync=True)
    """The number of moves before the position shown; to set it steps through the game."""
    orientation: Any = traitlets.Any().tag(sync=True)
    """The side at the bottom."""
    pieces = traitlets.Enum(svg.PIECE_SETS, svg.PIECE_SETS[0]).tag(sync=True)
    """How the pieces of Xiangqi are drawn."""
    coordinates = traitlets.Bool(True).tag(sync=True)
    """Whether files and ranks are named."""
    size = traitlets.Int(440, min=1).tag(sync=True)
    """The width, in pixels; less where a cell has less room."""
    arrows: Any = traitlets.List()
    """``svg.Arrow`` objects, moves, or pairs of squares.  Those in comments of the game are shown, too."""
    message = traitlets.Unicode(read_only=True)
    """The sentence below the board."""
    _state = traitlets.Dict().tag(sync=True)
    """What the script shows."""

    def __init__(
        self,
        position: Board | Node | None = None,
        *,
        opponent: Any = None,
        limits: Limits = DEFAULT_LIMITS,
        side: base.Side | int = 0,
        **traits: Any,
    ) -> None:
        """A board with a position.

        - ``position``: a ``Board``, with its moves, a game of ``records`` or its node; None: Xiangqi's start
        - ``opponent``: plays the other side; an engine with a method ``play(board, limits)``, ours or one of
          ``cannonfish.uci``, or a function from a board to a move.  Without one, both sides are played here
        - ``limits``: of the engine's search
        - ``side``: the one that you play against an opponent, at the bottom unless ``orientation`` differs
        """
        self.opponent: Any = opponent
        self.limits = limits
        if not isinstance(position, base.Board | Node | None):
            raise TypeError(f"the position is a board or a place in a game, not {position!r}; a FEN is fen=")
        if isinstance(position, Node):
            node = position
        else:
            root = Game(position and position.root())
            node = root.add_line(position.move_stack if position else [])
        self._enter(node)
        self.side = type(self.game.start.turn).of(side)
        fen = traits.pop("fen", None)
        super().__init__(**{"orientation": self.side, "ply": node.ply(), **traits})
        self.on_msg(self._on_message)
        self._update()
        if fen is not None:
            self.fen = fen
        self._answer()

    @property
    def game(self) -> Game:
        """The game with all moves that were played."""
        return self._line[0].game()

    @property
    def node(self) -> Node:
        """The place in the game that is shown."""
        return self._line[self.ply]

    @property
    def board(self) -> Any:
        """A copy of the position shown, with the moves that led to it."""
        return self.node.board()

    def push(self, move: Move | str) -> None:
        """Play a move, given as such or in any notation; the opponent answers.

        IllegalMoveError if it is not legal.
        """
        board = self.board
        self._play(board, board.parse(move) if isinstance(move, str) else move)
        self._answer()

    # --- the game -------------------------------------------------------------------------------------------

    def _enter(self, node: Node) -> None:
        """Make a node part of the line that is stepped through."""
        line = [node, *node.mainline()]
        while line[0].parent is not None:
            line.insert(0, line[0].parent)
        self._line: list[Node] = line

    def _play(self, board: Any, move: Move) -> None:
        """Add a move to the game and show it.  IllegalMoveError if it is not legal."""
        board.push(move)
        node = self.node.add_variation(move)
        if node not in self._line:
            self._enter(node)
        self.ply += 1

    def _answer(self) -> None:
        """Let the opponent move, if it is its turn."""
        board, shown = self.board, self._state["view"]
        if self.opponent is None or board.turn == self.side or not shown["dests"]:
            return
        self._update("Thinking …")
        try:
            move = self._choice(board)
            if move is None:
                self._update(f"{_named(board.turn)} resigns.")
            else:
                self._play(board, move)
        except (Exception, KeyboardInterrupt) as error:
            self._update(f"The opponent failed: {type(error).__name__}: {error}".removesuffix(": "))

    def _choice(self, board: Any) -> Move | None:
        """The opponent's move."""
        if hasattr(self.opponent, "play"):
            move: Move | None = self.opponent.play(board, self.limits).move
            return move
        chosen = self.opponent(board.copy())
        played: Move | None = board.parse(chosen) if isinstance(chosen, str) else chosen
        return played

    # --- traits ---------------------------------------------------------------------------------------------

    @traitlets.validate("fen")
    def _valid_fen(self, proposal: Any) -> str:
        board = self.board
        try:
            return str(proposal.value if proposal.value == board.fen() else type(board)(proposal.value).fen())
        except InvalidFenError as error:
            raise traitlets.TraitError(f"not a position: {error}") from error

    @traitlets.observe("fen")
    def _on_fen(self, change: Any) -> None:
        if change.new != self.board.fen():
            self._enter(Game(type(self.board)(change.new)))
            self.ply = 0
            self._update()
            self._answer()

    @traitlets.validate("ply")
    def _valid_ply(self, proposal: Any) -> int:
        return max(0, min(int(proposal.value), len(self._line) - 1))

    @traitlets.validate("orientation")
    def _valid_orientation(self, proposal: Any) -> int:
        try:
            return int(type(self.game.start.turn).of(proposal.value))
        except ValueError as error:
            raise traitlets.TraitError(str(error)) from error

    @traitlets.validate("arrows")
    def _valid_arrows(self, proposal: Any) -> list[svg.Arrow]:
        return [*map(svg.Arrow.of, proposal.value)]

    @traitlets.observe("ply", "arrows", "pieces")
    def _on_change(self, _: Any) -> None:
        self._update()

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take values from the page; one that is refused is taken back there, with the reason."""
        try:
            super().set_state(sync_data)
        except traitlets.TraitError as error:
            self._update(str(error))
            self.send_state([*sync_data])

    # --- the page -------------------------------------------------------------------------------------------

    def _update(self, message: str = "") -> None:
        """Show the position and a sentence: by default the last move and whose turn it is, or the result."""
        board = self.board
        view = _view(board)
        names = board.grid.square_name
        arrows = [*self.arrows, *svg.arrows(self.node)]
        yours = self.opponent is None or board.turn == self.side
        with self.hold_sync():
            self.set_trait("message", message or self._sentence(board, view))
            self.fen = board.fen()
            self._state = {
                "view": view,
                "ply": self.ply,
                "length": len(self._line) - 1,
                "movable": view["turn"] if yours else None,
                "message": self.message,
                "comment": self.node.comment,
                "arrows": [[names(each.tail), names(each.head), each.color] for each in arrows],
                "words": _words(board),
            }

    def _sentence(self, board: Any, view: dict[str, Any]) -> str:
        outcome = board.outcome() if view.get("outcome") else None
        if outcome is None:
            status = f"{_named(board.turn)} to move"
        else:
            winner = "Draw" if outcome.winner is None else f"{_named(outcome.winner)} wins"
            status = f"{winner}: {outcome.termination.value.replace('_', ' ')}"
        if not self.ply:
            return status
        before = self._line[self.ply - 1].board()
        number = f"{before.fullmove_number}{'.' if before.turn else '…'}"
        return f"{number} {before.text(self.node.played, svg.notation(board, self.pieces))} · {status}"

    def _on_message(self, _: Any, content: Any, __: Any) -> None:
        """Do what was pressed: a step, or a move on the position that the page showed."""
        try:
            if "ply" in content:
                self.ply = content["ply"]
            elif content["fen"] == self.fen:
                self._play(self.board, self.board.parse_uci(content["move"]))
        finally:
            self.send({"done": True})
        if "move" in content:
            self._answer()


def _named(side: Any) -> str:
    name: str = side.name
    return name.capitalize()


def _view(board: Any) -> dict[str, Any]:
    """The view of a position; without moves if it cannot be played."""
    try:
        return view_of(board, board.game)
    except InvalidFenError:
        return {"game": board.game, "fen": board.fen(), "turn": board.turn.name.lower(), "dests": {}}


def _words(board: Any) -> dict[str, str]:
    """What English calls the pieces, by their letters."""
    kinds = {getattr(piece, "piece_type", None) for piece in board.pieces_by_letter.values()}
    return {kind.letter: kind.word for kind in kinds if kind is not None}
