"""The hot code - board, moves, evaluation, search - in the dialect.

The files of this package are not imported to be used: `cannonfish.compiler.link` puts a game's files
and the search together into one program, which then runs interpreted or compiled. This file, which is
no dialect, says which files those are, in link order; names are relative to `cannonfish.kernel`.

`game.py` is the contract between a game and the search, `host.py` the functions that the host
supplies. Both hold declarations only and are no part of a link set.
"""

# The search, the same for every game. It is linked after the game.
SEARCH = ("state", "path", "table", "history", "search")

# Plain algorithms to compare with the search. Linked after it, and only on request.
ALGORITHMS = ("algorithms",)

# Enough to set up positions, list legal moves and count them.
XIANGQI_RULES = ("xiangqi.weights", "xiangqi.tables", "xiangqi.board", "xiangqi.moves")

# The rules, and the threats that the law of repetition asks about.
XIANGQI_LAW = (*XIANGQI_RULES, "xiangqi.chase")

# The rules, and everything needed to play.
XIANGQI = (*XIANGQI_RULES, "xiangqi.ordering", "xiangqi.evaluation", *SEARCH)

CHESS_RULES = (
    "chess.weights",
    "chess.tables",
    "chess.board",
    "chess.attacks",
    "chess.play",
    "chess.moves",
)
CHESS = (*CHESS_RULES, "chess.ordering", "chess.evaluation", *SEARCH)

LIUZICHONG_RULES = ("liuzichong.tables", "liuzichong.board", "liuzichong.moves")
LIUZICHONG_SUCCESSORS = (*LIUZICHONG_RULES, "liuzichong.successors")
LIUZICHONG = (*LIUZICHONG_RULES, "liuzichong.evaluation", *SEARCH)

# What the search has learnt. A new game starts with all of these arrays filled with zeros; the host
# does that (`zero` of an execution), because clearing a large table is what interpreted code is slow at.
PERSISTENT_TABLES = ("table", "history", "capture_history", "continuation_history", "counter_moves")
