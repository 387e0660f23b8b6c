"""The result of a match as text for the terminal."""

from collections import Counter
from collections.abc import Sequence

from cannonfish.matches.statistics import Sprt, Tally

from cannonfish_lab.matches.match import describe_limits, points_of_a, tally
from cannonfish_lab.records import Record

FAULTS = ("illegal_move", "no_move", "crash", "time")


def elo_in_words(result: Tally) -> str:
    """``+12 [-30, +55]``, with ±∞ for an infinite difference."""
    low, high = result.elo_interval()
    return f"{elo_text(result.elo)} [{elo_text(low)}, {elo_text(high)}]"


def elo_text(elo: float) -> str:
    """``+12``, or ±∞ for an infinite difference."""
    return f"{elo:+z.0f}" if abs(elo) < 1e6 else "+∞" if elo > 0 else "-∞"


def describe(head: Record, games: Sequence[Record], sprt: Sprt | None = None) -> str:
    """The match in a few lines."""
    result = tally(list(games))
    names = {seat: head[seat]["name"] for seat in "ab"}
    lines = [
        " - ".join(f"{names[seat]} ({describe_limits(head[seat], head['limits'])})" for seat in "ab"),
        f"{result.games} games: +{result.wins} ={result.draws} -{result.losses}, "
        f"score {100 * result.score:.1f} %, Elo {elo_in_words(result)}, "
        f"stronger with {100 * result.superiority():.1f} %",
        f"pairs from 0 to 2 points: {' '.join(map(str, result.pairs))}",
        "ends: " + ", ".join(f"{count} {ending}" for ending, count in _endings(games).most_common()),
    ]
    if sprt is not None:
        lower, upper = sprt.bounds
        verdict = sprt.verdict(result.pairs) or "no verdict yet"
        lines.append(
            f"Elo {sprt.elo1:g} against {sprt.elo0:g}: {verdict}, "
            f"LLR {sprt.llr(result.pairs):.2f} in [{lower:.2f}, {upper:.2f}]"
        )
    lines += [f"{names[seat]}: {_work(seat, games)}" for seat in "ab"]
    return "\n".join(lines)


def _endings(games: Sequence[Record]) -> Counter[str]:
    return Counter(game["ending"] for game in games)


def _faults(seat: str, games: Sequence[Record]) -> Counter[str]:
    """The faults by which the player lost games."""
    lost = 0.0 if seat == "a" else 1.0
    return Counter(game["ending"] for game in games if game["ending"] in FAULTS and points_of_a(game) == lost)


def _work(seat: str, games: Sequence[Record]) -> str:
    moves = sum(game[seat]["moves"] for game in games)
    seconds = sum(game[seat]["seconds"] for game in games)
    nodes = sum(game[seat]["nodes"] for game in games)
    if not moves:
        return "no moves"
    longest = max(game[seat]["longest"] for game in games)
    depth = sum(game[seat]["depth"] for game in games) / moves
    late = sum(game[seat]["late"] for game in games)
    faults = ", ".join(f"{count} {fault}" for fault, count in _faults(seat, games).items()) or "none"
    return (
        f"{1000 * seconds / moves:.0f} ms and {nodes / moves / 1000:.1f} k nodes a move, depth {depth:.1f}, "
        f"{nodes / max(seconds, 1e-9) / 1000:.0f} k nodes/s, longest {1000 * longest:.0f} ms, "
        f"late {late}, faults {faults}"
    )
