import time

LOCAL_SET, LOOP, BR_IF, LESS, VOID = 0x21, 0x03, 0x0D, 0x48, 0x40


def compiled_sum(text):
    """A function of n: the sum of an expression for x = 0, 1, ... n - 1."""
    names = ["n", "x", "total"]
    body = instructions(f"total + ({text})", names) + bytes([LOCAL_SET, 2])
    step = instructions("x + 1", names) + bytes([LOCAL_SET, 1])
    again = bytes([LOCAL_GET, 1, LOCAL_GET, 0, LESS, BR_IF, 0, END])
    code = bytes([LOOP, VOID]) + body + step + again + bytes([LOCAL_GET, 2])
    return load(module(1, code, locals=2)).f


def timed(function, n):
    started = time.perf_counter()
    result = function(n)
    return result, (time.perf_counter() - started) * 1000


TEXT = "(x * x + 5 * x) & 255"
in_python = eval(f"lambda n: sum({TEXT} for x in range(n))")
in_webassembly = compiled_sum(TEXT)
N = 500_000
for where, function, n in (("Python", in_python, N), ("WebAssembly", in_webassembly, 100 * N)):
    result, ms = timed(function, n)
    print(f"{where:12} {n:9} rounds {ms:6.1f} ms, {1e6 * ms / n:6.2f} ns a round")
assert in_python(1000) == in_webassembly(1000)
