"""``puzzles``: mine puzzles, rate them, and write the files that the page serves."""

import argparse
import hashlib
import itertools
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from cannonfish_lab.commands import common
from cannonfish_lab.errors import LabError
from cannonfish_lab.progress import Progress
from cannonfish_lab.puzzles import (
    counting,
    ending_finder,
    judging,
    known,
    miner,
    publishing,
    rating_fit,
    recheck,
    tries,
    votes,
)
from cannonfish_lab.puzzles.files import dumps
from cannonfish_lab.puzzles.finder import KINDS
from cannonfish_lab.puzzles.levels import ELO
from cannonfish_lab.records import read

SERVED: Final = Path(__file__).parents[4] / "web" / "puzzles" / "data"
SUMMARY = "mine puzzles from self-play, rate and publish them"
DETAILS = """
Every action can be interrupted and given again: it does only what is missing.

Examples:

    selfplay build/positions --shards 20
    puzzles mine build/puzzles --positions build/positions --shards 500 --workers 8
    puzzles mine build/puzzles --positions build/positions --minutes 5 --workers 1
    puzzles endings build/ending-puzzles --tables build/endings
    puzzles judge build/puzzles
    puzzles publish build/puzzles build/ending-puzzles
    puzzles recheck build/recheck.jsonl --remove
    puzzles try build/tries.jsonl --minutes 60
    puzzles fit build/tries.jsonl
    puzzles votes ~/Downloads/cannonfish-puzzle-votes-*.jsonl --remove
    puzzles known tests/data/mates/xiangqi.json
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Options."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    mine = actions.add_parser("mine", help="look for puzzles in games of the engine against itself")
    mine.add_argument("folder", type=Path, metavar="FOLDER", help="where shards are kept")
    mine.add_argument(
        "--positions", type=Path, required=True, metavar="FOLDER", help="what selfplay made, of any game"
    )
    mine.add_argument("--shards", type=int, metavar="N", help="files to have in the end (default: all)")
    mine.add_argument("--minutes", type=float, metavar="M", help="begin no shard after M minutes")
    mine.add_argument("--games", type=int, default=miner.Recipe.games, metavar="N", help="per shard")
    mine.add_argument("--seed", type=int, default=miner.Recipe.seed, metavar="N", help="random seed")
    mine.add_argument(
        "--kinds", nargs="+", choices=KINDS, default=KINDS, metavar="KIND", help="to look for (%(default)s)"
    )
    mine.add_argument(
        "--placed",
        type=int,
        default=miner.Recipe.placed,
        metavar="N",
        help="positions of a game whose cannons are moved to where a rare mate has them (%(default)s)",
    )
    common.add_workers(mine)
    mine.set_defaults(act=_mine)
    judge = actions.add_parser("judge", help="measure how hard the mined puzzles are for the engine")
    judge.add_argument("folder", type=Path, metavar="FOLDER", help="with shards")
    common.add_workers(judge)
    judge.set_defaults(act=_judge)
    publish = actions.add_parser("publish", help="select puzzles and write the files that the page serves")
    publish.add_argument("folders", type=Path, nargs="+", metavar="FOLDER", help="with judged shards")
    publish.add_argument(
        "--out", type=Path, default=SERVED, metavar="FOLDER", help="target (default: web/puzzles/data)"
    )
    publish.set_defaults(act=_publish)
    solved = actions.add_parser("endings", help="look for puzzles in solved endings")
    solved.add_argument("folder", type=Path, metavar="FOLDER", help="where shards are kept")
    solved.add_argument("--seed", type=int, default=1, metavar="N", help="random seed")
    solved.add_argument(
        "--tables", type=Path, metavar="FOLDER", help="with solved endings; those that it lacks are added"
    )
    solved.set_defaults(act=_endings)
    again = actions.add_parser("recheck", help="look at the published puzzles with the engine as it is now")
    again.add_argument("log", type=Path, metavar="FILE", help="where the results are kept")
    again.add_argument("--remove", action="store_true", help="take out those that fail, and note new proofs")
    again.set_defaults(act=_recheck)
    attempts = actions.add_parser("try", help="let levels of known strength try the published puzzles")
    attempts.add_argument("log", type=Path, metavar="FILE", help="where the tries are kept")
    attempts.add_argument("--minutes", type=float, metavar="M", help="begin no puzzle after M minutes")
    attempts.set_defaults(act=_try)
    fit = actions.add_parser("fit", help="rate the published puzzles by the tries")
    fit.add_argument("log", type=Path, metavar="FILE", help="with the tries")
    fit.set_defaults(act=_fit)
    ballots = actions.add_parser(
        "votes", help="count the votes of visitors, from files that the page exported"
    )
    ballots.add_argument("files", type=Path, nargs="+", metavar="FILE", help="exported votes")
    ballots.add_argument("--remove", action="store_true", help="take out those that were voted down")
    ballots.set_defaults(act=_votes)
    for each in (again, attempts, fit, ballots):
        each.add_argument(
            "--served", type=Path, default=SERVED, metavar="FOLDER", help="with the published puzzles"
        )
        if each in (again, attempts):
            common.add_workers(each)
    proven = actions.add_parser("known", help="prove known mates and publish them")
    proven.add_argument("positions", type=Path, metavar="FILE", help="such as tests/data/mates/xiangqi.json")
    proven.add_argument("--out", type=Path, default=SERVED / publishing.KNOWN, metavar="FILE")
    proven.set_defaults(act=_known)


def run(options: argparse.Namespace) -> int:
    """Run the action."""
    status: int = options.act(options)
    return status


def _mine(options: argparse.Namespace) -> int:
    recipe = miner.Recipe(
        miner.recipe_of(options.positions),
        seed=options.seed,
        games=options.games,
        kinds=tuple(options.kinds),
        placed=options.placed,
    )
    if recipe.placed and recipe.game != "xiangqi":
        raise LabError(f"--placed moves the cannons of Xiangqi; these positions are of {recipe.game}")
    there = len(list(options.folder.glob("shard-*.json")))
    found = games = 0
    with (
        common.workers(options).open() as pool,
        Progress(options.shards, there if options.shards else 0, unit="shard") as progress,
    ):
        for shard in miner.make(recipe, options.positions, _numbers(recipe, options), options.folder, pool):
            found += len(shard["finds"])
            games += shard["games"]
            progress.step(f"{found} puzzles from {games} games")
    print(f"{found} puzzles from {games} games; {there} shards were there before")
    return 0


def _judge(options: argparse.Namespace) -> int:
    found = sum(len(shard["finds"]) for shard in miner.read(options.folder))
    known = len(judging.efforts(options.folder))
    with (
        common.workers(options).open() as pool,
        Progress(found, min(known, found), unit="puzzle") as progress,
    ):
        for count in judging.judge(options.folder, pool):
            progress.step(by=count)
    return 0


def _endings(options: argparse.Namespace) -> int:
    with Progress(len(ending_finder.ENDINGS), unit="ending") as progress:
        for shard in ending_finder.make(options.folder, options.seed, options.tables):
            progress.step(f"{len(shard['finds'])} puzzles")
    return 0


def _recheck(options: argparse.Namespace) -> int:
    folder: Path = options.served
    puzzles = publishing.published(folder)
    with common.workers(options).open() as pool, Progress(len(puzzles), unit="puzzle") as progress:
        for count in recheck.run(puzzles, options.log, pool):
            progress.step(by=count)
    known = {puzzle.id for puzzle in puzzles}
    records = read(options.log)[1]
    gone = {id_: why for id_, why in recheck.failures(records).items() if id_ in known}
    if options.remove:
        found = {record["id"]: record for record in records}
        publishing.publish([recheck.renewed(each, found[each.id]) for each in puzzles], folder)
        publishing.retire(folder, gone)
        _count(folder)
    print(counting.taken_out({"reason": reason} for reason in gone.values()))
    return 0


def _votes(options: argparse.Namespace) -> int:
    folder: Path = options.served
    balance = votes.count(options.files)
    gone = votes.voted_down(balance, (puzzle.id for puzzle in publishing.published(folder)))
    for id_, value in sorted(balance.items(), key=lambda each: (each[1], each[0])):
        print(f"{id_}: {value:+}")
    if gone and options.remove:
        publishing.retire(folder, gone)
        _count(folder)
    print(
        f"{len(gone)} puzzles of {len(balance)} are voted down{' and taken out' if options.remove else ''}."
    )
    return 0


def _publish(options: argparse.Namespace) -> int:
    gone = publishing.retired(options.out)
    result = publishing.harvest(
        options.folders, publishing.published(options.out), used=[each["id"] for each in gone]
    )
    if not result.puzzles:
        raise LabError("there is nothing to publish; mine and judge first")
    for name, size in publishing.publish(result.puzzles, options.out).items():
        print(f"{name}: {size} bytes")
    harvested = counting.harvested(result)
    counting.write(options.out, "harvest", harvested)
    _count(options.out)
    print(harvested)
    return 0


def _try(options: argparse.Namespace) -> int:
    puzzles = publishing.published(options.served) + publishing.known(options.served)
    # Spread over all ratings, so that an early end leaves no gap.
    puzzles = sorted(puzzles, key=lambda each: hashlib.blake2s(each.id.encode()).digest())
    end = None if options.minutes is None else time.monotonic() + 60 * options.minutes
    made = 0
    with common.workers(options).open() as pool, Progress(None, unit="puzzle") as progress:
        for count in tries.run(puzzles, options.log, pool):
            made += count
            progress.step(f"{made} tries")
            if end is not None and time.monotonic() > end:
                break
    return 0


def _fit(options: argparse.Namespace) -> int:
    folder: Path = options.served
    puzzles, known = publishing.published(folder), publishing.known(folder)
    made = tries.load(options.log)
    priors = {game: {each.id: each.prior for each in puzzles + known if each.game == game} for game in ELO}
    fits = {game: rating_fit.fit(priors[game], made, ELO[game]) for game in priors}
    ratings = {name: found for fit in fits.values() for name, found in fit.ratings.items()}
    puzzles, known = (
        [publishing.with_rating(each, ratings.get(each.id)) for each in part] for part in (puzzles, known)
    )
    publishing.publish(puzzles, folder)
    if known:
        (folder / publishing.KNOWN).write_text(dumps(known), encoding="utf-8")
    counting.write(folder, "fit", counting.fitted(fits))
    _count(folder)
    print(counting.fitted(fits))
    return 0


def _count(folder: Path) -> None:
    counting.write(folder, "counts", counting.counts(folder))
    counting.write(folder, "retired", counting.taken_out(publishing.retired(folder)))


def _known(options: argparse.Namespace) -> int:
    with Progress(None, unit="puzzle") as progress:
        found = []
        for puzzle in known.prove(options.positions):
            found.append(puzzle)
            progress.step(puzzle.id)
    options.out.write_text(dumps(found), encoding="utf-8")
    _count(options.out.parent)
    print(f"{len(found)} puzzles, each proven")
    return 0


def _numbers(recipe: miner.Recipe, options: argparse.Namespace) -> Iterator[int]:
    """The numbers of the shards to make, until the time is up."""
    end = None if options.minutes is None else time.monotonic() + 60 * options.minutes
    for number in itertools.islice(miner.available(recipe, options.positions), options.shards):
        if end is not None and time.monotonic() > end:
            return
        if not miner.shards(options.folder).file(number).exists():
            yield number
