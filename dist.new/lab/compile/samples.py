# The samples of the Lab's compiler: before each, its name and the call that is measured.  See samples.js.

# %% fibonacci: fibonacci(16)
def fibonacci(n: int) -> int:
    if n < 2:
        return n
    return fibonacci(n - 1) + fibonacci(n - 2)


# %% sieve: primes_below(2000)
SIZE = 10000
crossed: list[int] = [0] * SIZE


def primes_below(limit: int) -> int:
    """Count the primes below a limit of at most SIZE."""
    for number in range(SIZE):
        crossed[number] = 0
    count = 0
    for number in range(2, limit):
        if crossed[number] == 0:
            count += 1
            for multiple in range(number * number, limit, number):
                crossed[multiple] = 1
    return count


# %% vectors: scaled_sum(3)
from array import array

LENGTH = 256
samples = array("h", range(LENGTH))


def scaled_sum(factor: int) -> int:
    """This loop does four rounds at once."""
    total = 0
    for i in range(LENGTH):
        total += samples[i] * factor
    return total


# %% mandelbrot: escape(-3000, 500)
BITS = 12


def escape(real: int, imaginary: int) -> int:
    """Rounds of z = z * z + c until the point leaves, in units of 1 / 4096."""
    x = 0
    y = 0
    for count in range(1000):
        xx = x * x >> BITS
        yy = y * y >> BITS
        if xx + yy > 4 << BITS:
            return count
        y = (2 * x * y >> BITS) + imaginary
        x = xx - yy + real
    return 1000


# %% refused float: half(7)
def half(x: int) -> int:
    return x / 2


# %% refused comprehension: squares(5)
def squares(n: int) -> int:
    return sum([i * i for i in range(n)])


# %% refused shadow: count(5)
cells: list[int] = [0] * 8


def count(n: int) -> int:
    cells = n + 1
    return cells


# %% refused unassigned: largest(5)
def largest(n: int) -> int:
    if n > 0:
        best = n
    return best


# %% refused no_return: sign(5)
def sign(n: int) -> int:
    if n > 0:
        return 1
    elif n < 0:
        return -1


# %% refused overflow: square(50000)
def square(n: int) -> int:
    return n * n


# %% refused index: last(8)
cells: list[int] = [1] * 8


def last(n: int) -> int:
    return cells[n]


# %% refused endless: forever(1)
def forever(n: int) -> int:
    while n > 0:
        n += 0
    return n
