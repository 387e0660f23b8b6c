"""The rules of the games: boards, FEN, legal moves, outcomes, notation.

Each game is a package that subclasses ``base`` and never imports another game.  The kernel
(``cannonfish.kernel``) alone knows how pieces move; the boards decide how a game ends.
"""
