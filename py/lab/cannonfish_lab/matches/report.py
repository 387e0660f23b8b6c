"""The result of a match as text for the terminal or as a row of a table."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from cannonfish.matches.statistics import Sprt, Tally

from cannonfish_lab.errors import LabError
from cannonfish_lab.matches.match import KIND, describe_limits, points_of_a, tally
from cannonfish_lab.records import Record, read

FAULTS = ("illegal_move", "no_move", "crash", "time")


def load(path: Path) -> tuple[Record, list[Record]]:
    """Head and games of a match log.  LabError if the file is not one."""
    head, games = read(path)
    if head.get("kind") != KIND:
        raise LabError(f"{path} is not the log of a match")
    return head, games


def elo_in_words(result: Tally) -> str:
    """``+12 [-30, +55]``, with ±∞ for an infinite difference."""
    low, high = result.elo_interval()
    return f"{_elo(result.elo)} [{_elo(low)}, {_elo(high)}]"


def _elo(elo: float) -> str:
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


def markdown(paths: Sequence[Path]) -> str:
    """A table with a row per match."""
    rows = [
        "| player | opponent | games | + = - | score | Elo (95 %) | late | faults |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for path in paths:
        head, games = load(path)
        result = tally(games)
        players = [f"{head[seat]['name']}, {describe_limits(head[seat], head['limits'])}" for seat in "ab"]
        late = " / ".join(str(sum(game[seat]["late"] for game in games)) for seat in "ab")
        faults = " / ".join(str(_faults(seat, games).total()) for seat in "ab")
        points = f"+{result.wins} ={result.draws} -{result.losses}"
        rows.append(
            f"| {players[0]} | {players[1]} | {result.games} | {points} | {100 * result.score:.1f} % "
            f"| {elo_in_words(result)} | {late} | {faults} |"
        )
    return "\n".join(rows)


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
