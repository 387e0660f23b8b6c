"""The games' laws for people and programs: boards, positions as text, legal moves, outcomes, notation.

Each game is a package of its own that never imports another game.  How pieces move is asked of the kernel
(``cannonfish.kernel``), which is the one place that knows; what a game's end means is decided here.
"""
