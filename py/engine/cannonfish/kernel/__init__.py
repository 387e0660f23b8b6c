"""The hot code - board, moves, evaluation, search - in the dialect.

The files of this package are not imported to be used: `cannonfish.compiler.link` makes one program of a
game's files and the search, which then runs interpreted or compiled. This file, which is not dialect, says
which shared files a program has, in link order; names are relative to `cannonfish.kernel`. Every game's
package says which files it adds: `RULES` to set up positions and generate moves, `FILES` to play.

    (*RULES, *COMMON)     a program that knows the rules
    (*FILES, *SEARCH)     a program that plays
    (*NETWORK_FILES, *SEARCH)     with NETWORK_SETTINGS: the same, with the network as its evaluation

`game.py` is the contract between a game and the search, `features.py` that between a game and the network,
`host.py` holds the functions that the host supplies. They only declare names and are no part of a program.
Nor are `zobrist.py`, which makes tables, and `network_file.py`, which reads the network.
"""

# What every program has, after the game's files.
COMMON = ("legal", "perft")

# The search, the same for every game, after the game's files.
SEARCH = (*COMMON, "state", "path", "table", "history", "solved", "search")

# What a program with a network is linked with, besides its own settings.
NETWORK_SETTINGS = {"RECORD_CHANGES": 1}

# Plain algorithms to compare with the search. Linked after it, and only on request.
ALGORITHMS = ("algorithms",)

# The arrays that hold what the search has learnt. A new game starts with zeros in all of them; the host
# clears them (`Execution.zero`), because interpreted code is slow at clearing a large table.
PERSISTENT_TABLES = ("table", "history", "capture_history", "continuation_history", "counter_moves")
