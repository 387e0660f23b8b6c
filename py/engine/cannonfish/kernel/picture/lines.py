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

Lines are looked for at distances of 15 to 31 pixels, in the picture and in its halves, quarters and eighths.
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

# Indices in `corners` that move together: those of the sides, then each alone.
MOVES = ((0, 6), (2, 4), (1, 3), (5, 7), *((k,) for k in range(8)))
SIDES = 4

level_size: list[int] = [0] * 2
grey = array("h", [0]) * (SIDE_MAX * SIDE_MAX)
down_sum = array("h", [0]) * (SIDE_MAX * (SIDE_MAX + 1))  # of lines down, above a pixel
across_sum = array("h", [0]) * (SIDE_MAX * (SIDE_MAX + 1))  # of lines across, left of a pixel
profile = array("h", [0]) * (SIDE_MAX + 2 * PAD)
thick = array("h", [0]) * (SIDE_MAX + 2 * PAD)
comb = array("h", [0]) * SIDE_MAX

candidate_score: list[int] = [0] * CANDIDATES
candidate_x: list[int] = [0] * CANDIDATES
candidate_y: list[int] = [0] * CANDIDATES
candidate_step: list[int] = [0] * CANDIDATES
grid: list[int] = [0] * 4  # x and y of the first lines in pixels, and the distances in quarters
best_grid: list[int] = [0] * 5  # the same, and the level
row_score: list[int] = [0] * 1


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


def sum_lines() -> None:
    """Fill down_sum and across_sum."""
    width = level_size[0]
    height = level_size[1]
    for x in range(width):
        down_sum[x] = 0
    for y in range(height):
        row = y * width
        total = 0
        across_sum[y * (width + 1)] = 0
        inside = 2 if y >= 2 and y < height - 2 else 0
        for x in range(width):
            at = row + x
            here = grey[at]
            value = 0
            if x >= 2 and x < width - 2:
                value = clearness(here, grey[at - 2], grey[at + 2])
            down_sum[at + width] = down_sum[at] + value
            if inside:
                total += clearness(here, grey[at - 2 * width], grey[at + 2 * width])
            across_sum[at + y + 1] = total


def profile_down(top: int, bottom: int, most: int) -> None:
    """Put into `thick` how much of a line down there is in every column, one pixel to the side included."""
    width = level_size[0]
    first = top * width
    last = bottom * width
    for x in range(width):
        profile[PAD + x] = min(most, down_sum[last + x] - down_sum[first + x])
    spread(width)


def profile_across(left: int, right: int, most: int) -> None:
    """The same for the lines across in every row."""
    width = level_size[0]
    height = level_size[1]
    for y in range(height):
        row = y * (width + 1)
        profile[PAD + y] = min(most, across_sum[row + right] - across_sum[row + left])
    spread(height)


def spread(length: int) -> None:
    """Make `thick` of `profile`."""
    for i in range(PAD):
        profile[i] = 0
        profile[PAD + length + i] = 0
        thick[i] = 0
        thick[PAD + length + i] = 0
    for i in range(PAD, PAD + length):
        thick[i] = max(profile[i], max(profile[i - 1], profile[i + 1]))


def comb_down(step: int, count: int) -> None:
    """Put into `comb`, for the first `count` columns, the sums of nine teeth from there."""
    t1 = PAD + (step + 2) // QUARTERS
    t2 = PAD + (2 * step + 2) // QUARTERS
    t3 = PAD + (3 * step + 2) // QUARTERS
    t4 = PAD + (4 * step + 2) // QUARTERS
    t5 = PAD + (5 * step + 2) // QUARTERS
    t6 = PAD + (6 * step + 2) // QUARTERS
    t7 = PAD + (7 * step + 2) // QUARTERS
    t8 = PAD + (8 * step + 2) // QUARTERS
    t9 = PAD + (9 * step + 2) // QUARTERS
    before = PAD - (step + 2) // QUARTERS
    for i in range(count):
        comb[i] = (
            thick[PAD + i]
            + thick[t1 + i]
            + thick[t2 + i]
            + thick[t3 + i]
            + thick[t4 + i]
            + thick[t5 + i]
            + thick[t6 + i]
            + thick[t7 + i]
            + thick[t8 + i]
            - thick[before + i]
            - thick[t9 + i]
        )


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
                profile_down(y, y + tall, most)
                comb_down(step, count)
                best = 0
                for i in range(count):
                    if comb[i] > comb[best]:
                        best = i
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
    profile_across(x, min(width, x + wide + 1), most)
    best = 0
    for row_step in range(step * 17 // 20, step * 6 // 5 + 1):
        tall = 9 * row_step // QUARTERS
        for top in range(max(0, y - step // 2), min(y + step // 2, height - tall - 1) + 1):
            score = 0
            for k in range(RANKS):
                score += thick[PAD + top + (k * row_step + 2) // QUARTERS]
            score -= thick[PAD + top - row_step // QUARTERS]
            score -= thick[PAD + top + (10 * row_step + 2) // QUARTERS]
            if score > best:
                best = score
                grid[1] = top
                grid[3] = row_step
    grid[0] = x
    grid[2] = step
    return best


def part_down(file: int, top: int, bottom: int, aside: int) -> int:
    """How clear the line down is between two rows, in 4ths; `aside`: pixels to the right of it."""
    width = level_size[0]
    x = grid[0] + (file * grid[2] + 2) // QUARTERS + aside
    if x < 1 or x >= width - 1 or top < 0 or bottom > level_size[1] or bottom <= top:
        return 0
    most = 0
    for column in range(x - 1, x + 2):
        most = max(most, down_sum[bottom * width + column] - down_sum[top * width + column])
    return most * 4 // (bottom - top)


def part_across(rank: int, left: int, right: int, aside: int) -> int:
    """How clear the line across is between two columns, in 4ths; `aside`: pixels below it."""
    width = level_size[0]
    y = grid[1] + (rank * grid[3] + 2) // QUARTERS + aside
    if y < 1 or y >= level_size[1] - 1 or left < 0 or right > width or right <= left:
        return 0
    most = 0
    for row in range(y - 1, y + 2):
        first = row * (width + 1)
        most = max(most, across_sum[first + right] - across_sum[first + left])
    return most * 4 // (right - left)


def is_down(file: int, rank: int) -> int:
    """Whether the middle of the line down from a point can be seen; not if its surroundings look the same."""
    top = grid[1] + (rank * grid[3] + grid[3] * 7 // 20) // QUARTERS
    bottom = grid[1] + (rank * grid[3] + grid[3] * 13 // 20 + 3) // QUARTERS
    clear = part_down(file, top, bottom, 0)
    if clear < SEEN:
        return 0
    aside = max(3, grid[2] // (4 * QUARTERS))
    return clear > 2 * min(part_down(file, top, bottom, aside), part_down(file, top, bottom, -aside))


def is_across(file: int, rank: int) -> int:
    """Whether the middle of the line to the right of a point can be seen."""
    left = grid[0] + (file * grid[2] + grid[2] * 7 // 20) // QUARTERS
    right = grid[0] + (file * grid[2] + grid[2] * 13 // 20 + 3) // QUARTERS
    clear = part_across(rank, left, right, 0)
    if clear < SEEN:
        return 0
    aside = max(3, grid[3] // (4 * QUARTERS))
    return clear > 2 * min(part_across(rank, left, right, aside), part_across(rank, left, right, -aside))


def rate() -> int:
    """Step 4: the share of the parts of the lines of `grid` that can be seen, in percent."""
    good = 0
    for rank in range(RANKS):
        for file in range(FILES - 1):
            good += is_across(file, rank)
        good -= is_across(-1, rank) + is_across(FILES - 1, rank)
    for file in range(FILES):
        for rank in range(RANKS - 1):
            if rank != 4 or file == 0 or file == FILES - 1:
                good += is_down(file, rank)
        good -= is_down(file, -1) + is_down(file, RANKS - 1)
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


def clear_down(x: int, y: int) -> int:
    """How clear the line down is at a pixel."""
    width = level_size[0]
    if x < 1 or x >= width - 1 or y < 0 or y >= level_size[1]:
        return 0
    at = y * width + x
    here = down_sum[at + width] - down_sum[at]
    beside = max(down_sum[at + width - 1] - down_sum[at - 1], down_sum[at + width + 1] - down_sum[at + 1])
    return 2 * here + beside


def clear_across(x: int, y: int) -> int:
    """How clear the line across is at a pixel."""
    width = level_size[0]
    if y < 1 or y >= level_size[1] - 1 or x < 0 or x >= width:
        return 0
    at = y * (width + 1) + x
    here = across_sum[at + 1] - across_sum[at]
    above = across_sum[at - width] - across_sum[at - width - 1]
    below = across_sum[at + width + 2] - across_sum[at + width + 1]
    return 2 * here + max(above, below)


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
                total += clear_across(spot[0] >> shift, spot[1] >> shift)
    for file in range(FILES):
        for down in range(STEP // 4, (RANKS - 1) * STEP, STEP // 4):
            if down % STEP:
                locate(file * STEP, down)
                total += clear_down(spot[0] >> shift, spot[1] >> shift)
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
            sum_lines()
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
