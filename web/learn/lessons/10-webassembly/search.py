import inspect

from cannonfish.compiler import Source, instantiate, link

LINES = ROWS + FILES
# For each point, the captures of a move to it: the mover's stones, the opponent's, and what must be empty.
CAPTURES = tuple(
    tuple(
        tuple(sum(1 << line[k] for k in range(4) if pattern[k] == letter) for letter in "ox.")
        for line in LINES
        if point in line
        for pattern in TAKES
    )
    for point in range(16)
)
STEPS = tuple(map(tuple, NEIGHBOURS))


def stones(side: int) -> int:
    count = 0
    while side:
        side &= side - 1  # takes the lowest bit away
        count += 1
    return count


def mobility(own: int, other: int) -> int:
    count = 0
    for orig in range(16):
        if own >> orig & 1:
            for dest in STEPS[orig]:
                count += (own | other) >> dest & 1 ^ 1
    return count


def taken(own: int, other: int, dest: int) -> int:
    found = 0
    for mine, theirs, empty in CAPTURES[dest]:
        if own & mine == mine and other & theirs and (own | other) & empty == 0:
            found |= theirs
    return found


def look(own: int, other: int, depth: int, alpha: int, beta: int) -> int:
    """Alpha-beta on two numbers, whose bits are the stones of the mover and of the opponent."""
    free = mobility(own, other)
    if free == 0:
        return -10000
    if depth == 0:
        return 100 * (stones(own) - stones(other)) + 20 * (free - mobility(other, own))
    for orig in range(16):
        if own >> orig & 1:
            for dest in STEPS[orig]:
                if (own | other) >> dest & 1 == 0:
                    moved = own ^ 1 << orig ^ 1 << dest
                    rest = other & ~taken(moved, other, dest)
                    alpha = max(alpha, -look(rest, moved, depth - 1, -beta, -alpha))
                    if alpha >= beta:
                        return alpha
    return alpha


functions = [inspect.getsource(function) for function in (stones, mobility, taken, look)]
text = f"CAPTURES = {CAPTURES}\nSTEPS = {STEPS}\n" + "\n".join(functions)
started = time.perf_counter()
fast = instantiate(link([Source("cell.py", "cell", text)]))
print(f"compiled in {(time.perf_counter() - started) * 1000:.0f} ms")


def masks(position):
    """The stones of the mover and of the opponent, as bits."""
    white, black = (sum(1 << i for i in range(16) if position[i] == side) for side in "WB")
    return (white, black) if position[17] == "w" else (black, white)


def look_fast(*numbers):
    return fast.call("look", *numbers)


for where, search, depths in (("Python", look, (5, 6)), ("WebAssembly", look_fast, (5, 6, 10))):
    for depth in depths:
        started = time.perf_counter()
        value = search(*masks(START), depth, -100_000, 100_000)
        print(f"{where:12} depth {depth} value {value:4} {(time.perf_counter() - started) * 1000:6.1f} ms")
