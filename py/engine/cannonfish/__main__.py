"""``python -m cannonfish``: the engine in a terminal."""

import sys

from cannonfish.protocol import endings, terminal


def main() -> int:
    """Speak UCI or UCCI; obey arguments as one command, for example ``bench`` or ``go perft 3``.

    ``endings KR-kaabb`` solves an ending.
    """
    if sys.argv[1:2] == ["endings"]:
        return endings.main(sys.argv[2:])
    return terminal.main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
