"""``cannonfish.games.xiangqi.endings``, under the name by which ``import cannonfish.endings`` asks for it."""

import sys

from cannonfish.games.xiangqi import endings
from cannonfish.games.xiangqi.endings import *  # noqa: F403 - for type checkers

sys.modules[__name__] = endings
