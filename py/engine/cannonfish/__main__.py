"""``python -m cannonfish``: the engine in a terminal."""

import os
import sys
from importlib import import_module

from cannonfish.protocol.terminal import main as terminal


def main() -> int:
    """Speak UCI or UCCI; obey arguments as one command, for example ``bench`` or ``go perft 3``.

    ``endings KR-kaabb`` solves an ending.
    """
    if sys.argv[1:2] == ["endings"]:
        # Imported late: the engine starts sooner without it, and the site has it in a file of its own.
        return int(import_module("cannonfish.protocol.terminal.endings").main(sys.argv[2:]))
    return terminal.main(sys.argv[1:])


def run() -> None:
    """Run ``main``, and leave at once: an interface waits for the end of the process.

    Python would first free every object, which takes some tenths of a second.
    """
    code = main()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    run()
