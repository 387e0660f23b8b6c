"""``cannonfish.games.xiangqi``, under the name by which ``import cannonfish.xiangqi`` asks for it."""

import sys

from cannonfish.games import xiangqi
from cannonfish.games.xiangqi import *  # noqa: F403 - for type checkers

sys.modules[__name__] = xiangqi
