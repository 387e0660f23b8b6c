"""Matches in the Lab: a game to its end, the faults that lose one, and the table."""

import asyncio
import json
import math
from typing import Any

import pytest
from cannonfish.engine import kernel_files
from cannonfish.games.catalogue import GAMES
from cannonfish.matches.statistics import Sprt, Tally
from cannonfish.protocol.page import lab_match
from cannonfish.protocol.page.lab import LabSession

GAME = "liuzichong"
FILES = kernel_files(GAME)
OPENING = [next(iter(GAMES[GAME].new_board(None).legal_moves)).uci()]
EVALUATION = "liuzichong/evaluation.py"


class Room:
    """A session that answers, and what it has posted."""

    def __init__(self, execution: str = "auto") -> None:
        self.posted: list[dict[str, Any]] = []
        self.session = LabSession(self.posted.append, execution)

    def ask(self, question: str, **fields: Any) -> dict[str, Any]:
        """The reply to one question."""
        asyncio.run(self._say({"id": len(self.posted), "lab": question, "game": GAME, **fields}))
        return self.posted[-1]

    async def _say(self, message: dict[str, Any]) -> None:
        self.session.receive_lab(json.dumps(message))
        while len(asyncio.all_tasks()) > 1:
            await asyncio.sleep(0)

    def game(self, a: dict[str, str] | None = None, **fields: Any) -> dict[str, Any]:
        """A game of ``a`` against the original."""
        assert self.ask("match", a=a or {}, b={})["faults"] == {"a": [], "b": []}
        usual = {"opening": OPENING, "limits": {"nodes": 300}, "a_is_black": False, "report_thinking": False}
        return self.ask("match_game", **(usual | fields))


def edited(old: str, new: str, path: str = EVALUATION) -> dict[str, str]:
    """A file of the kernel with one change."""
    assert old in FILES[path]
    return {path: FILES[path].replace(old, new, 1)}


def test_a_game_ends_by_the_rules_and_can_be_played_through() -> None:
    record = Room().game()
    assert record["ok"]
    board = GAMES[GAME].new_board(None)
    board.push_line([*OPENING, *record["moves"].split()])
    assert record["plies"] == len(record["moves"].split())
    assert record["ending"] in ("decided", "level") or board.outcome() is not None


def test_the_same_game_comes_again_with_the_same_nodes() -> None:
    assert Room().game()["moves"] == Room("interpreted").game()["moves"]


def test_a_game_can_report_who_thinks_before_every_search() -> None:
    room = Room()
    record = room.game(report_thinking=True, a_is_black=True)
    told = [each for each in room.posted if each["type"] == "alive" and "thinking" in each][2:]
    assert [each["thinking"] for each in told[:3]] == ["a", "b", "a"], "after one move"
    assert record["moves"].startswith(told[-1]["moves"])


FAULTS = {
    "crash": (EVALUATION, "return -BLOCKED", "return -BLOCKED\n    return 1 // (own - own)"),
    "illegal_move": ("search.py", "search_state[BEST_MOVE] = move", "search_state[BEST_MOVE] = move ^ 1"),
}


@pytest.mark.parametrize("execution", ["auto", "interpreted"])
@pytest.mark.parametrize("ending", FAULTS)
def test_a_variant_that_fails_loses_the_game_with_the_reason(ending: str, execution: str) -> None:
    path, old, new = FAULTS[ending]
    room = Room(execution)
    for a_is_black in (False, True):
        record = room.game(edited(old, new, path), a_is_black=a_is_black)
        assert record["ending"] == ending
        assert record["result"] == ("1-0" if a_is_black else "0-1")
        assert record["fault"]


def test_a_search_that_ignores_its_limit_loses_on_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab_match, "PATIENCE_MS", 0)
    monkeypatch.setattr(lab_match, "NODES_PER_MS", 10**9)
    record = Room().game(limits={"nodes": 10**6}, a_is_black=True)
    assert (record["result"], record["ending"]) == ("1-0", "time")


def test_what_does_not_compile_is_told_before_the_match() -> None:
    text = FILES[EVALUATION] + "\n\ndef half(x: int) -> int:\n    return x / 2\n"
    room = Room()
    faults = room.ask("match", a={EVALUATION: text}, b={})["faults"]
    assert faults["b"] == []
    assert "float" in faults["a"][0]["reason"]
    game = {"opening": [], "limits": {}, "a_is_black": False, "report_thinking": False}
    assert not room.ask("match_game", **game)["ok"]


def test_openings_come_from_python() -> None:
    openings = Room().ask("openings", count=4, seed=1)["openings"]
    assert len(openings) == 4


def test_the_table_is_that_of_other_matches() -> None:
    games = [(0, 1.0), (0, 0.5), (1, 0.0), (1, 1.0), (2, 1.0)]
    table = Room().ask("standing", games=games, elo0=0, elo1=20)
    tally = Tally.of(games)
    assert (table["wins"], table["draws"], table["losses"]) == (3, 1, 1)
    assert table["elo"] == tally.elo
    assert table["superiority"] == tally.superiority()
    assert table["sprt"]["llr"] == Sprt(0, 20).llr(tally.pairs)
    assert table["sprt"]["verdict"] is None


def test_an_infinite_difference_is_none() -> None:
    table = Room().ask("standing", games=[(0, 1.0)], elo0=0, elo1=20)
    assert table["elo"] is None
    assert math.isfinite(table["superiority"])
