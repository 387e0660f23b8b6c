#!/usr/bin/env python3
"""The one command of this project: build, serve, test, bench, check (see --help).

Needs nothing but Python 3.11 or newer; it fetches everything else into the working tree, in pinned versions.
The steps live in tools/. This file keeps to syntax that every Python can parse, so that an old one prints a
sentence and not a syntax error.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - the sentence for those who run it with an old Python
    sys.exit("build.py needs Python 3.11 or newer; this is Python %d.%d." % sys.version_info[:2])  # noqa: UP031

from tools.commands import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
