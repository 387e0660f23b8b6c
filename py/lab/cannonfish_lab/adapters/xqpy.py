"""``python -m cannonfish_lab.adapters.xqpy FOLDER``: bupticybee/XQPy, a port of xqwlight, in UCI; no book."""

import sys
from typing import Any

from cannonfish_lab.adapters.front import Program, SearchRun, serve
from cannonfish_lab.adapters.upstream import load

HASH_LEVEL = 16
"""The default of the program: 2 ** 16 entries."""
LONGEST = 64
ENDLESS_MS = 10**9


class Xqpy(Program):
    """The program makes a new search for every move, without memory."""

    name = "XQPy"

    def __init__(self, folder: str) -> None:
        self._notation: Any = load(folder, "XQlightPy.cchess")
        self._search: Any = load(folder, "XQlightPy.search")
        self._position_class: Any = load(folder, "XQlightPy.position").Position
        self._position: Any = None
        self._position_class.bookMove = lambda _: 0

    def new_game(self) -> None:
        """Nothing to forget."""

    def position(self, fen: str, moves: list[str]) -> None:
        """Set up a position and play the moves."""
        self._position = self._position_class()
        self._position.fromFen(fen)
        for move in moves:
            self._position.makeMove(self._notation.Iccs2move(f"{move[:2]}-{move[2:]}".upper()))

    def search(self, run: SearchRun) -> None:
        """Deepen until the program ends the search; the clock starts after its table is allocated."""
        search = self._search.Search(self._position, HASH_LEVEL)
        iterate = search.searchRoot

        def iterate_and_tell(depth: int) -> Any:
            if depth == 1:
                run.start()
            score = iterate(depth)
            run.tell(depth, score, search.allNodes, self._uci(search.mvResult))
            return score

        search.searchRoot = iterate_and_tell
        search.searchMain(LONGEST, ENDLESS_MS)

    def _uci(self, move: int) -> str | None:
        if move <= 0:
            return None
        text: str = self._notation.move2Iccs(move)
        return text.replace("-", "").lower()


if __name__ == "__main__":
    serve(Xqpy(sys.argv[1]))
