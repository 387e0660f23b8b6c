"""An engine that answers each command with the lines of its argument, a JSON object: ``{"go": [...]}``.

The longest beginning of the command counts.  ``!exit N`` ends it, ``!stderr TEXT`` writes to its standard
error, ``!long N`` is a line of that many bytes, ``!echo`` is the command, ``!flood`` is a line
without end.  Lone surrogates become bytes that are not UTF-8.
"""

import json
import sys

answers = {
    "uci": ["id name Fake", "option name Hash type spin default 16 min 1 max 64", "uciok"],
    "ucci": ["id name Fake", "option usemillisec type check default false", "ucciok"],
    "ucinewgame": [],
    "isready": ["readyok"],
    "go": ["info depth 1 score cp 10 nodes 20 pv h2e2", "bestmove h2e2"],
    "quit": ["!exit 0"],
} | json.loads(sys.argv[1])

for command in map(str.strip, sys.stdin):
    known = max((word for word in answers if command.startswith(word)), key=len, default="")
    for answer in answers.get(known, []):
        word, _, text = answer.partition(" ")
        line = answer
        match word:
            case "!exit":
                sys.exit(int(text))
            case "!stderr":
                print(text, file=sys.stderr, flush=True)
                continue
            case "!flood":
                while True:
                    print("info depth 1", flush=True)
            case "!long":
                line = "info string " + "x" * int(text)
            case "!echo":
                line = command
        sys.stdout.buffer.write(line.encode(errors="surrogateescape") + b"\n")
        sys.stdout.flush()
