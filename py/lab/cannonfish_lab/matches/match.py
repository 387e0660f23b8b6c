"""A match between two players, each opening with both colours, in a log that can be continued."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from cannonfish.engine.levels import level_of
from cannonfish.engine.limits import Limits
from cannonfish.errors import InvalidLimitsError
from cannonfish.games.catalogue import GAMES
from cannonfish.games.levels import Level
from cannonfish.matches.game import Adjudication, Seat, play
from cannonfish.matches.statistics import Scoreboard, Sprt, Tally

from cannonfish_lab.errors import LabError
from cannonfish_lab.jobs import Pool
from cannonfish_lab.matches import openings
from cannonfish_lab.players.kernels import version
from cannonfish_lab.players.spec import CLOCKS, LIMITS, PlayerSpec
from cannonfish_lab.players.start import at_the_board
from cannonfish_lab.progress import Progress
from cannonfish_lab.records import Log, Record

KIND: Final = "match"
POINTS: Final = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}


@dataclass(frozen=True)
class Match:
    """The settings of a match; games with equal settings may be counted together."""

    a: PlayerSpec
    b: PlayerSpec
    limits: Limits
    openings: tuple[str, ...]
    adjudication: Adjudication = field(default_factory=Adjudication)

    def head(self) -> Record:
        """The first line of the log."""
        adjudication = {key: value for key, value in asdict(self.adjudication).items() if value is not None}
        limits = {
            name: getattr(self.limits, name) for name in LIMITS if getattr(self.limits, name) is not None
        }
        if self.limits.wtime is not None:
            limits |= {name: getattr(self.limits, name) for name in CLOCKS}
        return {
            "kind": KIND,
            "a": self._description(self.a),
            "b": self._description(self.b),
            "limits": limits,
            "adjudication": adjudication,
            "openings": list(self.openings),
        }

    def job(self, number: int) -> "GameJob":
        """The game with that number.  Each opening is played twice, first with A as Red.  After the last
        opening comes the first again."""
        pair, swapped = divmod(number, 2)
        opening = self.openings[pair % len(self.openings)]
        return GameJob(self.a, self.b, self.limits, opening, self.adjudication, pair, bool(swapped))

    def different_games(self) -> int | None:
        """The number of games after which they repeat themselves; None if chance or the time plays a part."""
        for player in (self.a, self.b):
            limits = player.limits(self.limits)
            if limits.movetime is not None or limits.wtime is not None:
                return None
            if limits.level is not None:
                level = _level(player, limits.level)
                if level.score_noise or level.blunder_permille or level.perfect:
                    return None
        return 2 * len({*self.openings})

    def _description(self, spec: PlayerSpec) -> Record:
        """A player in the head of a log.

        Our own has a checksum of its kernel and the settings of its level, so that another version of them
        needs a log of its own.
        """
        if spec.protocol != "own":
            return spec.table()
        digest = version(spec.kernel, spec.settings, spec.game, spec.evaluation).digest
        level = spec.limits(self.limits).level
        settings = {} if level is None else {"level_settings": asdict(_level(spec, level))}
        return spec.table() | {"digest": digest} | settings


def _level(spec: PlayerSpec, number: int) -> Level:
    try:
        return level_of(GAMES[spec.game], number)
    except InvalidLimitsError as error:
        raise LabError(f"{spec.name}: {error}") from None


@dataclass(frozen=True)
class GameJob:
    """Everything that a worker needs to play one game."""

    a: PlayerSpec
    b: PlayerSpec
    limits: Limits
    opening: str
    adjudication: Adjudication
    pair: int
    a_is_black: bool


def play_job(job: GameJob) -> Record:
    """Play a game; return its record."""
    # The random choices of a level depend on the seed, so every game has its own.
    seed = 2 * job.pair + job.a_is_black
    with at_the_board(job.a, "a") as player_a, at_the_board(job.b, "b") as player_b:
        a = Seat(player_a, job.a.limits(job.limits, seed))
        b = Seat(player_b, job.b.limits(job.limits, seed))
        red, black = (b, a) if job.a_is_black else (a, b)
        game = play(openings.board(job.opening, job.a.game), red, black, job.adjudication)
    return {
        "pair": job.pair,
        "red": "b" if job.a_is_black else "a",
        **game.record(),
        "a": _work(a),
        "b": _work(b),
    }


def _work(seat: Seat) -> Record:
    work = asdict(seat.stats)
    return {key: round(value, 3) if isinstance(value, float) else value for key, value in work.items()}


def points_of_a(record: Record) -> float:
    """The points of player A in a game of a log."""
    points = POINTS[record["result"]]
    return points if record["red"] == "a" else 1.0 - points


def tally(records: list[Record]) -> Tally:
    """The results in a log, from A's view."""
    return Tally.of((record["pair"], points_of_a(record)) for record in records)


def run(match: Match, games: int, log_file: Path, pool: Pool, sprt: Sprt | None = None) -> list[Record]:
    """Play until the log has so many games, or the test has a verdict; return all games of the log.

    Games that the log has already are not played again.  LabError if there are too few openings for so many
    different games.
    """
    different = match.different_games()
    if different is not None and games > different:
        raise LabError(
            f"{len({*match.openings})} openings give {different} games at these limits, which have no chance "
            f"in them; {games} would repeat some"
        )
    with Log(log_file, match.head()) as log:
        played = {(record["pair"], record["red"]) for record in log.records}

        def jobs() -> Iterator[GameJob]:
            for number in range(games):
                job = match.job(number)
                if (job.pair, "b" if job.a_is_black else "a") in played:
                    continue
                yield job

        board = Scoreboard()
        for record in log.records:
            board.add(record["pair"], points_of_a(record))
        if sprt is not None and sprt.verdict(board.tally.pairs):
            return log.records
        with Progress(games, len(log.records)) as progress:
            results = pool.run(play_job, jobs())
            for record in results:
                log.append(record)
                board.add(record["pair"], points_of_a(record))
                progress.step(_standing(board.tally, sprt))
                if sprt is not None and sprt.verdict(board.tally.pairs):
                    break
        return log.records


def _standing(so_far: Tally, sprt: Sprt | None) -> str:
    low, high = so_far.elo_interval()
    text = (
        f"+{so_far.wins} ={so_far.draws} -{so_far.losses}  Elo {so_far.elo:+z.0f} [{low:+z.0f}, {high:+z.0f}]"
    )
    return text if sprt is None else f"{text}  LLR {sprt.llr(so_far.pairs):+.2f}"


def describe_limits(spec: dict[str, Any], match_limits: dict[str, Any]) -> str:
    """The limits of a player in words such as ``250 ms`` or ``20 k nodes``."""
    limits: dict[str, Any] = {name: spec[name] for name in LIMITS if name in spec} or match_limits
    if "wtime" in limits:
        return f"{limits['wtime'] / 1000:g}+{limits['winc'] / 1000:g} s"
    words = []
    for name, value in limits.items():
        if name == "movetime":
            words.append(f"{value * spec.get('factor', 1.0):g} ms")
        elif name == "nodes":
            words.append(f"{value / 1000:g} k nodes" if value >= 1000 else f"{value} nodes")
        else:
            words.append(f"{name} {value}")
    return ", ".join(words)
