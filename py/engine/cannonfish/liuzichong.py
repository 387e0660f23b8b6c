"""``cannonfish.games.liuzichong``, under the name by which ``import cannonfish.liuzichong`` asks for it."""

import sys

from cannonfish.games import liuzichong
from cannonfish.games.liuzichong import *  # noqa: F403 - for type checkers

sys.modules[__name__] = liuzichong
