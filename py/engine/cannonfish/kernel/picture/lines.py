"""Finding a board that is seen from above: nine lines down and ten across, at equal distances.

1. A pixel that is darker or lighter than those on both sides of it may be part of a line. The sums of such
   pixels along a column or row tell at once how much of a line there is between two places.
2. For every distance and every height, a comb of nine teeth is moved across the picture. Where all its teeth
   meet lines, there may be a board; a line beyond the ninth speaks against it.
3. For the best of these, a comb of ten teeth looks for the lines across.
4. Of the 154 parts of lines between two neighbouring points, those are counted whose middle can be seen.
   Lines that go on outside of the board are held against it.
5. The corners are moved as long as more of the lines is covered; so a board that is slightly turned, or
   photographed not quite from above, is met, too.

Lines down and lines across are the same for the code: a function takes the axis along which a line has its
place, 0 for lines down and 1 for lines across. Lines are looked for at distances of 15 to 31 pixels, in the
picture and in its halves, quarters and eighths.
"""

from array import array

from cannonfish.kernel.picture.pixels import (
    FILES,
    RANKS,
    SIDE_MAX,
    STEP,
    UNIT,
    corners,
    locate,
    pixels,
    size,
    spot,
    weigh_corners,
)

CLIP = 24  # how clear a line can be, at most
FAINTEST = 4  # what is less clear is noise
QUARTERS = 4  # distances between lines are in quarters of a pixel
CLOSEST = 15 * QUARTERS
WIDEST = 31 * QUARTERS
LEVELS = 4
PAD = 40  # on both sides of a profile, for the lines outside
CANDIDATES = 24
SEEN = 6  # the mean of a part of a line that can be seen
PARTS = 154
FOUND = 55  # the least share of the parts that make a board, in percent

AXIS = SIDE_MAX * (SIDE_MAX + 1)  # from the sums of one axis to those of the other
LINES: list[int] = [FILES, RANKS]

# Indices in `corners` that move together: those of the sides, then each alone.
MOVES = ((0, 6), (2, 4), (1, 3), (5, 7), *((k,) for k in range(8)))
SIDES = 4

level_size: list[int] = [0] * 2
grey = array("h", [0]) * (SIDE_MAX * SIDE_MAX)
sums = array("h", [0]) * (2 * AXIS)  # of the lines down, above a pixel; then of those across, left of it
profile = array("h", [0]) * (SIDE_MAX + 2 * PAD)
thick = array("h", [0]) * (SIDE_MAX + 2 * PAD)
comb = array("h", [0]) * SIDE_MAX

candidate_score: list[int] = [0] * CANDIDATES
candidate_x: list[int] = [0] * CANDIDATES
candidate_y: list[int] = [0] * CANDIDATES
candidate_step: list[int] = [0] * CANDIDATES
grid: list[int] = [0] * 4  # x and y of the first lines in pixels, and the distances in quarters
best_grid: list[int] = [0] * 5  # the same, and the level


def shade() -> None:
    """Make the grey picture of the first level."""
    level_size[0] = size[0]
    level_size[1] = size[1]
    for i in range(size[0] * size[1]):
        colour = pixels[i]
        grey[i] = ((colour & 255) + (colour >> 8 & 255) * 2 + (colour >> 16 & 255)) >> 2


def halve() -> None:
    """Make the grey picture half as large."""
    width = level_size[0]
    half_width = width // 2
    half_height = level_size[1] // 2
    for y in range(half_height):
        source = 2 * y * width
        target = y * half_width
        for x in range(half_width):
            grey[target + x] = (
                grey[source] + grey[source + 1] + grey[source + width] + grey[source + width + 1] + 2
            ) >> 2
            source += 2
    level_size[0] = half_width
    level_size[1] = half_height


def clearness(here: int, before: int, after: int) -> int:
    """How much a pixel differs from those on both sides."""
    least = before if before < after else after
    most = before if before > after else after
    value = least - here if here < least else here - most
    if value < FAINTEST:
        return 0
    return value if value < CLIP else CLIP


def sum_lines(axis: int) -> None:
    """Fill the sums of an axis."""
    count = level_size[axis]
    step = level_size[0] if axis else 1
    along = 1 if axis else level_size[0]
    to = axis * AXIS
    for i in range(count):
        sums[to + i] = 0
    for row in range(level_size[1 - axis]):
        at = row * along
        for i in range(count):
            value = 0
            if i >= 2 and i < count - 2:
                value = clearness(grey[at], grey[at - 2 * step], grey[at + 2 * step])
            sums[to + count] = sums[to] + value
            at += step
            to += 1


def profile_lines(axis: int, first: int, last: int, most: int) -> None:
    """Put into `thick` how much of a line there is in every place, one pixel to the side included."""
    count = level_size[axis]
    start = axis * AXIS + first * count
    end = axis * AXIS + last * count
    for i in range(count):
        profile[PAD + i] = min(most, sums[end + i] - sums[start + i])
    spread(count)


def spread(length: int) -> None:
    """Make `thick` of `profile`."""
    for i in range(PAD):
        profile[i] = 0
        profile[PAD + length + i] = 0
        thick[i] = 0
        thick[PAD + length + i] = 0
    for i in range(PAD, PAD + length):
        thick[i] = max(profile[i], max(profile[i - 1], profile[i + 1]))


def comb_lines(step: int, first: int, count: int, teeth: int) -> None:
    """Put into `comb`, for `count` places from `first`, the sums of so many teeth from there."""
    before = PAD + first - (step + 2) // QUARTERS
    after = PAD + first + (teeth * step + 2) // QUARTERS
    for i in range(count):
        comb[i] = 0 - thick[before + i] - thick[after + i]
    for k in range(teeth):
        tooth = PAD + first + (k * step + 2) // QUARTERS
        for i in range(count):
            comb[i] += thick[tooth + i]


def best_of_comb(count: int) -> int:
    """Where the comb fits best."""
    best = 0
    for i in range(count):
        if comb[i] > comb[best]:
            best = i
    return best


def enter(score: int, x: int, y: int, step: int) -> None:
    """Enter a candidate, in place of the worst one or of one that is nearly the same."""
    place = 0
    for i in range(CANDIDATES):
        if (
            candidate_score[i]
            and abs(candidate_x[i] - x) < 5
            and abs(candidate_step[i] - step) < 6
            and abs(candidate_y[i] - y) * QUARTERS <= 2 * step
        ):
            place = i
            break
        if candidate_score[i] < candidate_score[place]:
            place = i
    if score > candidate_score[place]:
        candidate_score[place] = score
        candidate_x[place] = x
        candidate_y[place] = y
        candidate_step[place] = step


def find_columns() -> None:
    """Step 2: fill the candidates of this level."""
    for i in range(CANDIDATES):
        candidate_score[i] = 0
    width = level_size[0]
    height = level_size[1]
    for step in range(CLOSEST, WIDEST):
        tall = 9 * step // QUARTERS
        count = width - 8 * step // QUARTERS - 1
        if tall <= height and count > 0:
            most = tall * CLIP // 2
            if most > 3300:
                most = 3300  # nine of them fit in 16 bits
            stride = max(1, step // (2 * QUARTERS))
            y = 0
            while y <= height - tall:
                profile_lines(0, y, y + tall, most)
                comb_lines(step, 0, count, FILES)
                best = best_of_comb(count)
                score = comb[best] * 64 // step
                if score > 0:
                    enter(score, best, y, step)
                y += stride


def find_rows(x: int, y: int, step: int) -> int:
    """Step 3: ten lines across for nine lines down; sets `grid`. 0 if they do not fit into the picture."""
    width = level_size[0]
    height = level_size[1]
    wide = 8 * step // QUARTERS
    most = wide * CLIP // 2
    if most > 2900:
        most = 2900
    profile_lines(1, x, min(width, x + wide + 1), most)
    best = 0
    for row_step in range(step * 17 // 20, step * 6 // 5 + 1):
        tall = 9 * row_step // QUARTERS
        first = max(0, y - step // 2)
        count = min(y + step // 2, height - tall - 1) + 1 - first
        if count > 0:
            comb_lines(row_step, first, count, RANKS)
            top = best_of_comb(count)
            if comb[top] > best:
                best = comb[top]
                grid[1] = first + top
                grid[3] = row_step
    grid[0] = x
    grid[2] = step
    return best


def part(axis: int, line: int, first: int, last: int, aside: int) -> int:
    """How clear a line is between two places along it, in 4ths; `aside`: pixels beside it."""
    count = level_size[axis]
    place = grid[axis] + (line * grid[2 + axis] + 2) // QUARTERS + aside
    if place < 1 or place >= count - 1 or first < 0 or last > level_size[1 - axis] or last <= first:
        return 0
    most = 0
    for at in range(axis * AXIS + place - 1, axis * AXIS + place + 2):
        most = max(most, sums[last * count + at] - sums[first * count + at])
    return most * 4 // (last - first)


def is_seen(axis: int, line: int, cell: int) -> int:
    """Whether the middle of a part of a line can be seen; not if its surroundings look the same."""
    start = grid[1 - axis]
    step = grid[3 - axis]
    first = start + (cell * step + step * 7 // 20) // QUARTERS
    last = start + (cell * step + step * 13 // 20 + 3) // QUARTERS
    clear = part(axis, line, first, last, 0)
    if clear < SEEN:
        return 0
    aside = max(3, grid[2 + axis] // (4 * QUARTERS))
    return clear > 2 * min(part(axis, line, first, last, aside), part(axis, line, first, last, -aside))


def rate() -> int:
    """Step 4: the share of the parts of the lines of `grid` that can be seen, in percent."""
    good = 0
    for axis in range(2):
        cells = LINES[1 - axis] - 1
        for line in range(LINES[axis]):
            for cell in range(cells):
                # most lines end at the river
                if axis == 1 or cell != 4 or line == 0 or line == FILES - 1:
                    good += is_seen(axis, line, cell)
            good -= is_seen(axis, line, -1) + is_seen(axis, line, cells)
    return max(0, good * 100 // PARTS)


def set_corners(level: int) -> None:
    """Set the corners from `grid`."""
    scale = UNIT << level
    half = scale // 2
    left = grid[0] * scale + half
    top = grid[1] * scale + half
    right = left + 8 * grid[2] * scale // QUARTERS
    bottom = top + 9 * grid[3] * scale // QUARTERS
    corners[0] = left
    corners[1] = top
    corners[2] = right
    corners[3] = top
    corners[4] = right
    corners[5] = bottom
    corners[6] = left
    corners[7] = bottom


def clear_at(axis: int, place: int, along: int) -> int:
    """How clear the line is at a pixel."""
    count = level_size[axis]
    if place < 1 or place >= count - 1 or along < 0 or along >= level_size[1 - axis]:
        return 0
    at = axis * AXIS + along * count + place
    here = sums[at + count] - sums[at]
    beside = max(sums[at + count - 1] - sums[at - 1], sums[at + count + 1] - sums[at + 1])
    return 2 * here + beside


def covered(level: int) -> int:
    """How much of the lines between the corners is covered by those of the picture."""
    if weigh_corners() == 0:
        return 0
    shift = 4 + level
    total = 0
    for rank in range(RANKS):
        for across in range(STEP // 4, (FILES - 1) * STEP, STEP // 4):
            if across % STEP:
                locate(across, rank * STEP)
                total += clear_at(1, spot[1] >> shift, spot[0] >> shift)
    for file in range(FILES):
        for down in range(STEP // 4, (RANKS - 1) * STEP, STEP // 4):
            if down % STEP:
                locate(file * STEP, down)
                total += clear_at(0, spot[0] >> shift, spot[1] >> shift)
    return total


def nudge(move: int, by: int) -> None:
    """Move a side or a corner."""
    for k in MOVES[move]:
        corners[k] += by


def fit(level: int) -> None:
    """Step 5: move sides and corners by smaller and smaller steps. A corner has to gain more."""
    best = covered(level)
    change = UNIT * 4 << level
    while change >= UNIT << level >> 1:
        better = 1
        rounds = 0
        while better and rounds < 12:
            better = 0
            rounds += 1
            for move in range(SIDES + 8):
                least = best if move < SIDES else best + best // 128
                for sign in range(-1, 2, 2):
                    nudge(move, sign * change)
                    value = covered(level)
                    if value > max(best, least):
                        best = value
                        better = 1
                    else:
                        nudge(move, -sign * change)
        change //= 2


def find() -> int:
    """Look for the board, set its corners; the share of its lines that can be seen, in percent, or 0."""
    shade()
    most = 0
    for level in range(LEVELS):
        if level:
            halve()
        if min(level_size[0], level_size[1]) > 8 * CLOSEST // QUARTERS:
            sum_lines(0)
            sum_lines(1)
            find_columns()
            found = 0
            for i in range(CANDIDATES):
                if (
                    candidate_score[i]
                    and find_rows(candidate_x[i], candidate_y[i], candidate_step[i])
                    and rate() > most
                ):
                    most = rate()
                    set_corners(level)
                    found = 1
            if found:
                fit(level)
    return most if most >= FOUND else 0
