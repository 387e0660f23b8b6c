"""``python -m cannonfish_lab.adapters.elephantfish FOLDER``: bupticybee/elephantfish in UCI."""

import sys
from typing import Any

from cannonfish_lab.adapters.front import Program, SearchRun, serve
from cannonfish_lab.adapters.upstream import load

ROW, FIRST = 16, 3
"""Its board is a text of 16 rows of 16; our board begins at row and column FIRST, with Black at the top."""
LAST_SQUARE = ROW * ROW - 2


class Elephantfish(Program):
    """The program only plays Red; for Black, it turns the board around."""

    name = "elephantfish"

    def __init__(self, folder: str) -> None:
        self._code: Any = load(folder, "elephantfish")
        self._history: list[Any] = []
        self._black_moves = False
        self.new_game()

    def new_game(self) -> None:
        """Start with an empty table."""
        self._searcher = self._code.Searcher()

    def position(self, fen: str, moves: list[str]) -> None:
        """Set up a position and play the moves."""
        placement, turn = fen.split()[:2]
        position = self._position(placement)
        self._black_moves = turn == "b"
        self._history = [position.rotate() if self._black_moves else position]
        for move in moves:
            squares = tuple(self._turned(self._code.parse(square)) for square in (move[:2], move[2:]))
            self._history.append(self._history[-1].move(squares))
            self._black_moves = not self._black_moves

    def _position(self, placement: str) -> Any:
        cells = [" "] * (ROW * ROW)
        cells[ROW - 1 :: ROW] = "\n" * ROW
        for number, row in enumerate(placement.split("/"), FIRST):
            letters = "".join("." * int(each) if each.isdigit() else each for each in row)
            at = number * ROW + FIRST
            cells[at : at + len(letters)] = letters
        board = "".join(cells)
        tables = self._code.pst
        score = sum(tables[piece][at] for at, piece in enumerate(board) if piece.isupper())
        score -= sum(
            tables[piece.upper()][LAST_SQUARE - at] for at, piece in enumerate(board) if piece.islower()
        )
        return self._code.Position(board, score)

    def search(self, run: SearchRun) -> None:
        """Deepen until a win is found."""
        run.start()
        for depth, move, score in self._searcher.search(self._history[-1], self._history):
            run.tell(depth, score, self._searcher.nodes, self._uci(move))
            if abs(score) >= self._code.MATE_UPPER:
                break

    def _uci(self, move: tuple[int, int] | None) -> str | None:
        if move is None:
            return None
        return "".join(self._code.render(self._turned(square)) for square in move)

    def _turned(self, square: int) -> int:
        return LAST_SQUARE - square if self._black_moves else square


if __name__ == "__main__":
    serve(Elephantfish(sys.argv[1]))
