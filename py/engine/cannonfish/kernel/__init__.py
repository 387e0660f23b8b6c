"""The hot code - board, moves, evaluation, search - in the dialect.

These files are not imported and run directly: `cannonfish.compiler.link` links a game's files and the search
into one program, which then runs interpreted or compiled. This file, which is not dialect, lists the shared
files in link order; names are relative to `cannonfish.kernel`. Every game's package lists the files it adds:
`RULES` to set up positions and generate moves, `FILES` to play.

    (*RULES, *COMMON)     a program that knows the rules
    (*FILES, *SEARCH)     a program that plays
    (*NETWORK_FILES, *SEARCH)     with NETWORK_SETTINGS: the same, with the network as its evaluation

`game.py` is the contract between a game and the search, `features.py` the one between a game and the network.
`host.py` declares the functions that the host supplies. These three only declare names and are not part of a
program. Nor are `zobrist.py`, which makes tables, and `network_file.py`, which reads the network.
"""

# The files of every program, after the game's files.
COMMON = ("legal", "perft")

# The search, the same for every game, after the game's files.
SEARCH = (*COMMON, "state", "path", "table", "history", "correction", "solved", "search")

# The extra settings of a program with a network.
NETWORK_SETTINGS = {"RECORD_CHANGES": 1}

# Plain algorithms to compare with the search. Linked after it, and only on request.
ALGORITHMS = ("algorithms",)

# The arrays that keep what the search has learnt. A new game starts with all of them zero. The host clears
# them (`Execution.zero`), because interpreted code is slow at clearing a large table.
PERSISTENT_TABLES = (
    "table",
    "history",
    "capture_history",
    "continuation_history",
    "counter_moves",
    "corrections",
)
