"""``python -m cannonfish``: the engine in a terminal."""

import sys

from cannonfish.protocol import terminal


def main() -> int:
    """Speak UCI or UCCI; obey arguments as one command, for example ``bench`` or ``go perft 3``."""
    return terminal.main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
