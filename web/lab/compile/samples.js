// Programs to try in the Lab's compiler: some that compile, and some that are refused or stopped, each for one reason.

/** @typedef {{ name: string, text: string, function: string, arguments: readonly number[] }} Sample */

/** @type {readonly Sample[]} */
export const SAMPLES = [
  {
    name: 'fibonacci',
    function: 'fibonacci',
    arguments: [16],
    text: `def fibonacci(n: int) -> int:
    if n < 2:
        return n
    return fibonacci(n - 1) + fibonacci(n - 2)
`,
  },
  {
    name: 'sieve',
    function: 'primes_below',
    arguments: [2000],
    text: `SIZE = 10000
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
`,
  },
  {
    name: 'vectors',
    function: 'scaled_sum',
    arguments: [3],
    text: `from array import array

LENGTH = 256
samples = array("h", range(LENGTH))


def scaled_sum(factor: int) -> int:
    """This loop does four rounds at once."""
    total = 0
    for i in range(LENGTH):
        total += samples[i] * factor
    return total
`,
  },
  {
    name: 'mandelbrot',
    function: 'escape',
    arguments: [-3000, 500],
    text: `BITS = 12


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
`,
  },
];

/** What the dialect refuses, or what is stopped while it runs. @type {readonly Sample[]} */
export const REFUSED = [
  {
    name: 'float',
    function: 'half',
    arguments: [7],
    text: `def half(x: int) -> int:
    return x / 2
`,
  },
  {
    name: 'comprehension',
    function: 'squares',
    arguments: [5],
    text: `def squares(n: int) -> int:
    return sum([i * i for i in range(n)])
`,
  },
  {
    name: 'shadow',
    function: 'count',
    arguments: [5],
    text: `cells: list[int] = [0] * 8


def count(n: int) -> int:
    cells = n + 1
    return cells
`,
  },
  {
    name: 'unassigned',
    function: 'largest',
    arguments: [5],
    text: `def largest(n: int) -> int:
    if n > 0:
        best = n
    return best
`,
  },
  {
    name: 'no_return',
    function: 'sign',
    arguments: [5],
    text: `def sign(n: int) -> int:
    if n > 0:
        return 1
    elif n < 0:
        return -1
`,
  },
  {
    name: 'overflow',
    function: 'square',
    arguments: [50000],
    text: `def square(n: int) -> int:
    return n * n
`,
  },
  {
    name: 'index',
    function: 'last',
    arguments: [8],
    text: `cells: list[int] = [1] * 8


def last(n: int) -> int:
    return cells[n]
`,
  },
  {
    name: 'endless',
    function: 'forever',
    arguments: [1],
    text: `def forever(n: int) -> int:
    while n > 0:
        n += 0
    return n
`,
  },
];
