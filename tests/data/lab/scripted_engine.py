"""An engine that plays what its command line says, a word for each move: UCI and UCCI.

Words: a move; ``MOVE/SCORE`` says a score first; ``crash`` ends the program, ``hang`` says nothing,
``slow:MS:MOVE`` plays late, ``none``, ``resign``, ``claim`` (a draw).  After the last word it begins again.
With the word ``seconds`` it offers no milliseconds in UCCI.
"""

import itertools
import sys
import time

OPTIONS = () if "seconds" in sys.argv else ("option usemillisec type check",)
words = itertools.cycle(sys.argv[1:])


def say(*lines: str) -> None:
    print("\n".join(lines), flush=True)


def play() -> None:
    word = next(words)
    if word == "crash":
        sys.exit(1)
    if word == "hang":
        return
    if word.startswith("slow:"):
        _, milliseconds, word = word.split(":")
        time.sleep(int(milliseconds) / 1000)
    move, _, score = word.partition("/")
    if score:
        kind, _, number = score.rpartition(":")
        say(f"info depth 3 score {kind or 'cp'} {number} nodes 1234 pv {move}")
    words_for = {"none": "bestmove (none)", "resign": "bestmove a0a1 resign", "claim": "nobestmove"}
    say(words_for.get(move, f"bestmove {move}"))


for line in sys.stdin:
    match line.split():
        case ["uci"]:
            say("id name scripted", "uciok")
        case ["ucci"]:
            say("id name scripted", *OPTIONS, "ucciok")
        case ["isready"]:
            say("readyok")
        case ["go", *_]:
            play()
        case ["quit"]:
            break
