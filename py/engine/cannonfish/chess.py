"""``cannonfish.games.chess``, under the name by which ``import cannonfish.chess`` asks for it."""

import sys

from cannonfish.games import chess
from cannonfish.games.chess import *  # noqa: F403 - for type checkers

sys.modules[__name__] = chess
