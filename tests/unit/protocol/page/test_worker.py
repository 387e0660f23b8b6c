"""The worker's session without a worker: what is asked in the middle of a search comes through its poll."""

import asyncio
import base64
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from cannonfish import endings, xiangqi
from cannonfish.compiler import Host
from cannonfish.engine import Engine
from cannonfish.errors import GameError, IllegalMoveError
from cannonfish.games.liuzichong.solution import BESIDE_THE_PACKAGE, Solution
from cannonfish.protocol.page import worker
from cannonfish.protocol.page.messages import Position
from cannonfish.protocol.page.views import board_of, view_of
from cannonfish.protocol.page.worker import WorkerSession

from tests.unit.protocol.page.message_checks import assert_in_table

MATED = "3k5/9/9/9/9/9/9/9/4R4/3RK4 b - - 0 1"
BY_TABLE = "4kab2/4a4/2n1b1n2/p3p1p1p/2pr5/4P1P2/P1P1N3P/N3C4/4A4/R1B1KAB2 w - - 0 1"
"""Level 12 reaches another depth here with a table of 32 MB than with one of 16 MB."""
MATE_IN_ONE = "3k5/9/9/9/9/9/9/R8/1R7/4K4 w - - 0 1"
ROOK_TO_TAKE = "3k5/9/9/p1p1p1p1p/9/9/P1P1P1P1P/9/4r4/4K4 w - - 0 1"
WINNING = {"b1d1", "a2d2", "b1b8", "a2a8"}


class Page:
    """A session with what it has posted; ``during`` is called once, a few polls into the next search."""

    def __init__(self, execution: str = "interpreted") -> None:
        self.posted: list[dict[str, Any]] = []
        self.during: Callable[[], None] | None = None
        self._polls = 0
        self.session = WorkerSession(self.posted.append, execution, Host(poll=self._poll))

    def _poll(self) -> int:
        self._polls += 1
        if self.during is not None and self._polls > 3:
            act, self.during = self.during, None
            act()
        return 0

    def say(self, *messages: object) -> None:
        """Send messages, wait until everything is answered, and check what was posted by the table."""
        asyncio.run(self._say(messages))
        for message in self.posted:
            assert_in_table(message)

    async def _say(self, messages: tuple[object, ...]) -> None:
        for message in messages:
            self.session.receive(message)
        while len(asyncio.all_tasks()) > 1:
            await asyncio.sleep(0)

    def replies(self, *ids: object) -> list[dict[str, Any]]:
        """The replies to these requests, in the order in which they came."""
        return [message for message in self.posted if message.get("id") in ids and "ok" in message]

    def reply(self, request_id: object) -> dict[str, Any]:
        """The one reply to a request."""
        [reply] = self.replies(request_id)
        return reply


@pytest.fixture
def page() -> Page:
    return Page()


def go(request_id: object, **fields: Any) -> dict[str, Any]:
    return {"id": request_id, "type": "go", "limits": {"depth": 2}, **fields}


def test_a_position_that_is_set_up_is_inspected(page: Page) -> None:
    page.say({"id": 1, "type": "inspect", "fen": "9/9/9/9/9/9/9/9/9/3K5 w"})
    reply = page.reply(1)
    assert (reply["type"], reply["fen"]) == ("inspected", "9/9/9/9/9/9/9/9/9/3K5 w - - 0 1")
    assert [(fault["code"], fault["reason"], fault["piece"]) for fault in reply["faults"]] == [
        ("invalid_fen", "king_missing", "k")
    ]
    assert reply["view"] is None
    page.say({"id": 2, "type": "inspect", "game": "chess", "fen": "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"})
    reply = page.reply(2)
    assert (reply["faults"], reply["enPassant"]) == ([], ["e3"])
    assert reply["view"]["fen"] == reply["fen"]
    page.say({"id": 3, "type": "inspect", "fen": "9/9/9 w"})
    assert page.reply(3)["error"]["reason"] == "rows"


def endless(request_id: object, **fields: Any) -> dict[str, Any]:
    return {"id": request_id, "type": "go", "limits": {"infinite": True}, **fields}


# --- other games ------------------------------------------------------------------------------------------


def test_one_session_plays_every_game(page: Page) -> None:
    page.say(
        go("chess", game="chess", moves=["e2e4"]),
        {"id": "view", "type": "view", "game": "liuzichong"},
    )
    page.say(go("stones", game="liuzichong"))
    page.say(go("again"))
    assert page.reply("chess")["view"]["game"] == "chess"
    assert page.reply("view")["view"]["turn"] == "white"
    assert page.reply("stones")["view"]["turn"] == "black"
    assert page.reply("again")["view"]["turn"] == "black"
    assert page.reply("again")["view"]["game"] == "xiangqi"


def test_a_game_has_the_levels_that_it_has(page: Page) -> None:
    for level in (6, 12):
        page.say({"id": level, "type": "go", "game": "liuzichong", "limits": {"level": level}})
        assert page.reply(level)["error"]["code"] == "invalid_limits"
    page.say({"id": 2, "type": "go", "limits": {"level": 1}})
    assert page.reply(2)["bestmove"] is not None


class Table:
    """The solution's table as a page would fetch it."""

    def __init__(self, content: bytes | None) -> None:
        self.content = content
        self.asked: list[str] = []

    async def __call__(self, name: str) -> bytes:
        self.asked.append(name)
        await asyncio.sleep(0)
        if self.content is None:
            raise OSError("the network is gone")
        return self.content


@pytest.fixture
def unloaded(monkeypatch: pytest.MonkeyPatch) -> bytes:
    """No solution is loaded; the content of its file."""
    monkeypatch.setattr(Solution, "_shared", None)
    return BESIDE_THE_PACKAGE.read_bytes()


def test_the_table_is_fetched_once_and_only_when_it_is_wanted(unloaded: bytes) -> None:
    page, table = Page(), Table(unloaded)
    page.session = WorkerSession(page.posted.append, "interpreted", fetch=table)
    page.say(go(1, game="liuzichong"), {"id": 2, "type": "view", "game": "liuzichong"})
    assert table.asked == []
    page.say({"id": 3, "type": "solve", "game": "liuzichong"})
    page.say({"id": 4, "type": "solve", "game": "liuzichong", "moves": ["a2b2"]})
    page.say({"id": 5, "type": "go", "game": "liuzichong", "limits": {"level": 5}})
    assert table.asked == ["liuzichong.bin"]
    assert [move["result"] for move in page.reply(3)["moves"]] == ["draw", "draw", "loss", "loss"]
    assert page.reply(5)["bestmove"] in ("a2b2", "d2c2")


def test_the_evaluation_is_explained_with_what_the_last_move_changed(page: Page) -> None:
    page.say({"id": 1, "type": "explain"})
    page.say({"id": 2, "type": "explain", "moves": ["h2e2", "h9g7", "e2e6"]})
    start, now = page.reply(1), page.reply(2)
    assert start["change"] is None
    assert all(term["change"] is None for term in start["terms"])
    assert now["change"] == sum(term["change"] for term in now["terms"])
    assert next(term for term in now["terms"] if term["name"] == "material")["change"] == 60
    assert now["score"] == sum(term["balance"] for term in now["terms"])
    assert now["pieces"]["a0"]["value"] > 300
    assert "e0" not in now["pieces"]


def test_an_opening_and_its_mirror_image_are_one_row(page: Page) -> None:
    page.say({"id": 1, "type": "explore", "moves": []})
    moves = [move["uci"] for move in page.reply(1)["moves"]]
    assert "h2e2" in moves
    assert "b2e2" not in moves
    assert 98 <= sum(move["share"] for move in page.reply(1)["moves"]) <= 102


def test_the_book_is_explored_and_the_name_of_the_opening_stays(page: Page) -> None:
    page.say({"id": 1, "type": "explore", "moves": ["h2e2"]})
    page.say({"id": 2, "type": "explore", "moves": ["h2e2", "h9g7", "a0a1", "a9a7"]})
    page.say({"id": 3, "type": "explore", "game": "liuzichong"})
    inside, outside, without = page.reply(1), page.reply(2), page.reply(3)
    assert inside["opening"]["en"] == "Central Cannon"
    assert 97 <= sum(move["share"] for move in inside["moves"]) <= 103
    names = [move["opening"]["zh-Hans"] for move in inside["moves"] if move["opening"]]
    assert any(name.startswith("中炮对") or name == "顺炮" for name in names)
    played = [move["results"] for move in inside["moves"] if move["results"]]
    assert all(results.keys() == {"won", "drawn", "lost"} for results in played)
    assert played
    assert outside["moves"] == []
    assert outside["opening"] is not None
    assert (without["opening"], without["moves"]) == (None, [])


@pytest.mark.parametrize(
    ("content", "code"), [(None, "no_data"), (b"<html>not found</html>", "solution_missing")]
)
def test_without_the_table_perfect_play_is_refused_and_the_rest_goes_on(
    unloaded: bytes, content: bytes | None, code: str
) -> None:
    page = Page()
    page.session = WorkerSession(page.posted.append, "interpreted", fetch=Table(content))
    page.say({"id": 1, "type": "solve", "game": "liuzichong"})
    page.say({"id": 2, "type": "go", "game": "liuzichong", "limits": {"level": 5}})
    page.say({"id": 3, "type": "go", "game": "liuzichong", "limits": {"level": 4}})
    assert [page.reply(at)["error"]["code"] for at in (1, 2)] == [code, code]
    assert page.reply(3)["bestmove"] is not None


# --- questions --------------------------------------------------------------------------------------------


def test_a_view_is_answered_with_its_id(page: Page) -> None:
    page.say({"id": "x", "type": "view", "moves": ["h2e2"]})
    assert page.reply("x")["view"]["lastMove"] == ["h2", "e2"]


def test_a_move_is_played(page: Page) -> None:
    page.say({"id": 1, "type": "play", "moves": ["h2e2"], "move": "h9g7"})
    view = page.reply(1)["view"]
    assert (view["turn"], view["ply"], view["move"]["uci"]) == ("red", 2, "h9g7")


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"type": "play", "move": "h2h8"}, "illegal_move"),
        ({"type": "play", "move": "up"}, "invalid_move"),
        ({"type": "play", "moves": ["h2e2", "h2e2"], "move": "a0a1"}, "illegal_move"),
        ({"type": "view", "fen": "k"}, "invalid_fen"),
        ({"type": "view", "game": "go"}, "unknown_game"),
        ({"type": "go", "fen": "k"}, "invalid_fen"),
        ({"type": "go", "game": "go"}, "unknown_game"),
        ({"type": "dance"}, "unknown_type"),
        ({"type": "go", "limits": {"level": 0}}, "bad_message"),
    ],
)
def test_what_is_wrong_is_named_and_the_session_goes_on(
    page: Page, message: dict[str, Any], code: str
) -> None:
    page.say({"id": 1, **message}, {"id": 2, "type": "view"})
    assert page.reply(1)["error"]["code"] == code
    assert page.reply(2)["ok"]


@pytest.mark.parametrize("message", [None, 7, "view", [], {}, {"ok": True}])
def test_what_is_no_message_is_answered_without_an_id(page: Page, message: object) -> None:
    page.say(message)
    assert page.posted == [{"id": None, "ok": False, "error": page.posted[0]["error"]}]
    assert page.posted[0]["error"]["code"] == "bad_message"


def test_a_breakdown_over_a_question_is_an_answer_too(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("on purpose")

    monkeypatch.setattr(worker, "view_of", broken)
    page.say({"id": 1, "type": "view"})
    assert page.reply(1)["error"]["code"] == "engine_failed"
    assert "on purpose" in page.reply(1)["error"]["message"]


# --- searches ---------------------------------------------------------------------------------------------


def infos(page: Page, request_id: object) -> list[dict[str, Any]]:
    """What was told of a search, and its last word."""
    told = [
        message for message in page.posted if message.get("id") == request_id and message["type"] == "info"
    ]
    return [*told, page.reply(request_id)["info"]]


@pytest.fixture
def compiled() -> Iterator[Page]:
    page = Page("compiled")
    yield page
    assert page.session._engine is not None
    page.session._engine.close()


def test_a_search_with_threads_and_a_larger_table(compiled: Page) -> None:
    compiled.say(go(1, threads=2, hash=32, limits={"movetime": 100}))
    assert all(info["threads"] == 2 and "lostThreads" not in info for info in infos(compiled, 1))
    engine = compiled.session._engine
    assert engine is not None
    assert engine.threads == 2
    assert 64 << engine.program().constants["TT_BITS"] == 32 << 20
    compiled.say(go(2))
    assert not any("threads" in info for info in infos(compiled, 2)), "nobody asked"
    compiled.say(go(3, threads=1))
    assert all(info["threads"] == 1 for info in infos(compiled, 3))


def test_threads_that_cannot_be_had_are_told(page: Page) -> None:
    page.say(go(1, threads=2, hash=1))
    for info in infos(page, 1):
        assert (info["threads"], info["lostThreads"]) == (1, "interpreted execution has one thread")


@pytest.mark.parametrize("field", ["threads", "hash"])
@pytest.mark.parametrize("value", [0, 65, "2", 1.5])
def test_a_wrong_number_of_threads_or_megabytes_is_refused(page: Page, field: str, value: object) -> None:
    page.say(go(1, **{field: value}))
    assert page.reply(1)["error"]["code"] == "bad_message"
    assert field in page.reply(1)["error"]["message"]


def test_a_level_plays_the_same_after_a_hint_with_a_larger_table(compiled: Page) -> None:
    """A hint enlarged the table for good, and the same level found another line in it."""
    level = {"fen": BY_TABLE, "limits": {"level": 12}}
    compiled.say(go("before", **level))
    compiled.say(go("hint", fen=BY_TABLE, limits={"movetime": 100}, threads=2, hash=32))
    compiled.say(go("after", **level))
    before, after = (
        [{**info, "id": None, "time": None, "nps": None} for info in infos(compiled, name)]
        for name in ("before", "after")
    )
    assert after == before


def test_a_search_tells_and_answers_with_the_view_after_the_move(page: Page) -> None:
    page.say(go(1))
    reply = page.reply(1)
    infos = [message for message in page.posted if message["type"] == "info"]
    assert infos
    assert all(info["id"] == 1 and info["pv"] and "cp" in info["score"] for info in infos)
    assert reply["view"]["move"]["uci"] == reply["bestmove"]
    assert reply["info"]["depth"] == 2
    assert reply["ponder"] == reply["info"]["pv"][1]


def test_every_line_is_told_best_first_with_its_moves_in_the_chosen_notation(page: Page) -> None:
    page.say(go(1, moves=["h2e2"], limits={"depth": 3, "multipv": 3}, notation="chinese"))
    infos = [info for info in page.posted if info["type"] == "info" and info["depth"] == 3]
    assert [info["multipv"] for info in infos[:3]] == [1, 2, 3]
    assert len({info["pv"][0] for info in infos[:3]}) == 3
    scores = [info["score"]["cp"] for info in infos[:3]]
    assert scores == sorted(scores, reverse=True)
    for info in [*infos, page.reply(1)["info"]]:
        page.posted.clear()
        page.say({"id": "n", "type": "notate", "moves": ["h2e2", *info["pv"]], "first": 1})
        assert info["pvText"] == [move["chinese"] for move in page.reply("n")["moves"]]


def test_a_hint_says_why_if_it_is_asked(page: Page) -> None:
    taking = {"fen": "4k4/9/9/9/4c4/9/9/9/4R4/3K5 w", "limits": {"depth": 2, "searchmoves": ["e1e5"]}}
    page.say(go(1, **taking, reasons=True))
    assert page.reply(1)["reasons"] == [
        {"kind": "takes", "piece": "c", "square": "e5"},
        {"kind": "check"},
    ]
    page.say(go(2, **taking))
    assert "reasons" not in page.reply(2)


def test_without_a_notation_and_a_number_of_lines_there_is_one_line_in_uci(page: Page) -> None:
    page.say(go(1))
    infos = [message for message in page.posted if message["type"] == "info"]
    assert {info["multipv"] for info in infos} == {1}
    assert all("pvText" not in info for info in infos)


@pytest.mark.parametrize(
    ("game", "notation", "known"),
    [
        ("xiangqi", "captures", "uci, iccs, wxf, san, chinese, traditional, vietnamese, vietnamese_words"),
        ("chess", "wxf", "uci, san"),
        ("liuzichong", "braille", "uci, captures"),
    ],
)
def test_a_notation_that_the_game_does_not_have_is_refused(
    page: Page, game: str, notation: str, known: str
) -> None:
    page.say(go(1, game=game, notation=notation), go(2, game=game, notation=known.split(", ")[-1]))
    error = page.reply(1)["error"]
    assert (error["code"], error["field"], error["reason"]) == ("bad_message", "notation", "not_a_choice")
    assert known in error["message"]
    assert len(page.reply(2)["info"]["pvText"]) == len(page.reply(2)["info"]["pv"])


def test_only_the_moves_to_search_are_considered(page: Page) -> None:
    page.say(go(1, limits={"depth": 3, "searchmoves": ["a0a1", "i0i1"], "multipv": 5}))
    first_moves = {info["pv"][0] for info in page.posted if info["type"] == "info"}
    assert first_moves == {"a0a1", "i0i1"}
    assert page.reply(1)["bestmove"] in first_moves


def test_a_proven_score_is_called_exact(page: Page) -> None:
    won = "4k4/9/9/9/9/9/9/9/9/R2K5 w"
    page.say(go(1, fen=won))
    store: dict[str, endings.Table] = {}
    endings.solve("KR-k", store=store)
    page.say(go(2, fen=won))
    for name, table in store.items():
        data = base64.b64encode(table.dumps()).decode()
        page.say({"id": name, "type": "addEnding", "data": data})
    for request in (go(3, fen=won), go(4), go(5, game="chess")):
        page.say(request)
    infos = {message["id"]: message for message in page.posted if message.get("type") == "info"}
    assert [infos[number].get("exact") for number in range(1, 6)] == [None, None, True, None, None]
    assert infos[3]["score"] == {"mate": 2}
    assert page.reply(3)["info"]["exact"] is True


def test_a_mate_in_so_many_moves_ends_the_search(page: Page) -> None:
    page.say(go(1, fen=MATE_IN_ONE, limits={"mate": 1}))
    assert page.reply(1)["info"]["score"] == {"mate": 1}


@pytest.mark.parametrize("clock", [{"wtime": 200, "winc": 10}, {"wtime": -5}, {"btime": 200, "movestogo": 1}])
def test_a_clock_ends_the_search(page: Page, clock: dict[str, int]) -> None:
    """Also one that has run out, and that of the other side alone, with which the search once had no end."""
    page.say({"id": 1, "type": "go", "limits": clock})
    assert page.reply(1)["bestmove"]
    assert page.reply(1)["info"]["time"] < 2000


def test_states_frame_a_search(page: Page) -> None:
    page.say(go(1))
    states = [message for message in page.posted if message["type"] == "state"]
    assert states == [
        {"type": "state", "state": "thinking", "work": 1},
        {"type": "state", "state": "idle", "execution": "interpreted", "fallback": None},
    ]


def test_the_smallest_case(page: Page) -> None:
    page.say({"fen": MATE_IN_ONE})
    answer = page.posted[1]
    assert answer["bestmove"] in WINNING
    assert [message for message in page.posted if message.get("type") != "state"] == [
        {"bestmove": answer["bestmove"]}
    ]


def test_the_smallest_case_in_a_finished_game_and_with_a_bad_fen(page: Page) -> None:
    page.say({"fen": MATED})
    page.say({"fen": "nonsense"})
    answers = [message for message in page.posted if message.get("type") != "state"]
    assert answers[0] == {"bestmove": None}
    assert answers[1].keys() == {"error"}
    assert answers[1]["error"]["code"] == "invalid_fen"


def test_mate_is_announced(page: Page) -> None:
    page.say(go(1, fen=MATE_IN_ONE))
    reply = page.reply(1)
    assert reply["info"]["score"] == {"mate": 1}
    mate = {"winner": "red", "termination": "checkmate", "explanation": None}
    assert reply["view"]["outcome"] == mate


def test_a_win_by_the_repetition_rules_is_told_as_such() -> None:
    """Red is mated unless it gives perpetual check; this was told as 19,998 centipawns and nothing else."""
    page = Page("compiled")
    page.say(go(1, fen="5k3/1R7/9/9/9/9/9/3r1r3/9/4K4 w - - 0 1", limits={"depth": 16}))
    assert page.reply(1)["info"]["score"] == {"cp": -19998, "rule": -2}


def test_a_finished_game_has_no_best_move(page: Page) -> None:
    page.say(go(1, fen=MATED))
    assert page.reply(1)["bestmove"] is None
    assert page.reply(1)["view"]["outcome"]["termination"] == "checkmate"
    assert page.reply(1)["info"] is None


def test_a_game_drawn_by_repetition_has_no_best_move(page: Page) -> None:
    page.say(go(1, moves=["h2e2", "h7e7", "e2h2", "e7h7"] * 2))
    assert page.reply(1)["bestmove"] is None


def test_stop_without_a_search_stops_nothing(page: Page) -> None:
    page.say({"id": 1, "type": "stop"}, {"id": 2, "type": "stop", "work": 7})
    assert [reply["work"] for reply in page.replies(1, 2)] == [None, None]


@pytest.mark.parametrize("stop", [{}, {"work": 1}])
def test_a_stopped_search_answers_with_what_it_has(page: Page, stop: dict[str, Any]) -> None:
    page.during = lambda: page.session.receive({"id": 2, "type": "stop", **stop})
    page.say(endless(1))
    assert page.replies(1, 2)[0] == {"id": 2, "ok": True, "type": "stopped", "work": 1}
    assert page.reply(1)["bestmove"]


def test_a_stopped_review_begins_no_second_search(page: Page) -> None:
    """The search for the best other move began with the same limits, so that it had to be stopped, too."""

    def act() -> None:
        page.session.receive({"id": 2, "type": "stop"})
        page.during = lambda: page.session.receive({"id": 3, "type": "stop"})

    page.during = act
    page.say(endless(1, fen=ROOK_TO_TAKE, played="e0e1"))
    assert page.reply(1)["bestmove"] == "e0e1"
    assert "second" not in page.reply(1)
    assert page.replies(3) == []


def test_stopping_another_search_stops_nothing(page: Page) -> None:
    def act() -> None:
        page.session.receive({"id": 2, "type": "stop", "work": 99})
        page.session.receive({"id": 3, "type": "stop"})

    page.during = act
    page.say(endless(1))
    assert [reply.get("work") for reply in page.replies(2, 3)] == [None, 1]


def test_views_are_answered_before_the_search_ends(page: Page) -> None:
    def act() -> None:
        page.session.receive({"id": 2, "type": "play", "moves": ["h2e2"], "move": "h9g7"})
        page.session.receive({"id": 3, "type": "view", "fen": "nonsense"})
        page.session.receive({"id": 4, "type": "stop"})

    page.during = act
    page.say(endless(1))
    assert [(reply["id"], reply["ok"]) for reply in page.replies(1, 2, 3, 4)] == [
        (2, True),
        (3, False),
        (4, True),
        (1, True),
    ]


def test_the_newest_search_wins(page: Page) -> None:
    page.during = lambda: page.session.receive(go(2, fen=MATE_IN_ONE))
    page.say(endless(1))
    assert page.reply(1)["error"]["code"] == "cancelled"
    assert page.reply(2)["bestmove"] in WINNING


def test_of_many_searches_at_once_only_the_last_is_answered(page: Page) -> None:
    page.say(endless(1), endless(2), endless(3), go(4, fen=MATE_IN_ONE))
    assert [page.reply(n)["error"]["code"] for n in (1, 2, 3)] == ["cancelled"] * 3
    assert page.reply(4)["bestmove"] in WINNING


def test_a_cancelled_search_tells_nothing_more(page: Page) -> None:
    cut = 0

    def act() -> None:
        nonlocal cut
        page.session.receive(go(2))
        cut = len(page.posted)

    page.during = act
    page.say(endless(1))
    assert not [
        message for message in page.posted[cut:] if message.get("type") == "info" and message["id"] == 1
    ]


def test_a_wrong_search_disturbs_no_other(page: Page) -> None:
    def act() -> None:
        page.session.receive(go(2, fen="nonsense"))
        page.session.receive({"id": 3, "type": "stop"})

    page.during = act
    page.say(endless(1))
    assert page.reply(2)["error"]["code"] == "invalid_fen"
    assert page.reply(1)["bestmove"]


def test_a_search_stopped_before_it_begins_still_finds_a_move(page: Page) -> None:
    def act() -> None:
        page.session.receive(endless(2))
        page.session.receive({"id": 3, "type": "stop"})

    page.during = act
    page.say(endless(1))
    assert page.reply(3)["work"] == 2
    assert page.reply(2)["bestmove"]


def test_a_search_stopped_before_it_begins_keeps_its_choice_of_moves(page: Page) -> None:
    def act() -> None:
        page.session.receive(endless(2, limits={"infinite": True, "searchmoves": ["a0a1"]}))
        page.session.receive({"id": 3, "type": "stop"})

    page.during = act
    page.say(endless(1))
    assert page.reply(2)["bestmove"] == "a0a1"


def test_a_breakdown_ends_one_search_only(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("on purpose")

    with monkeypatch.context() as patch:
        patch.setattr(worker.Engine, "position", broken)
        page.say(go(1))
    page.say(go(2))
    assert page.reply(1)["error"]["code"] == "engine_failed"
    assert page.reply(2)["bestmove"]


# --- executions -------------------------------------------------------------------------------------------


def test_being_prepared_it_says_what_it_runs_on(page: Page) -> None:
    page.session.prepare()
    assert page.posted == [{"type": "state", "state": "idle", "execution": "interpreted", "fallback": None}]


def test_the_execution_can_be_chosen() -> None:
    page = Page("interpreted")
    page.say({"id": 1, "type": "configure", "execution": "compiled"}, go(2, limits={"depth": 4}))
    page.say({"id": 3, "type": "configure", "execution": "interpreted"}, go(4, limits={"depth": 4}))
    assert [page.reply(n)["execution"] for n in (1, 3)] == ["compiled", "interpreted"]
    without_time = [{**page.reply(n)["info"], "time": 0, "nps": 0} for n in (2, 4)]
    assert without_time[0] == without_time[1]


def test_choosing_an_execution_does_not_disturb_a_search(page: Page) -> None:
    def act() -> None:
        page.session.receive({"id": 2, "type": "configure", "execution": "compiled"})
        page.session.receive({"id": 3, "type": "stop"})

    page.during = act
    page.say(endless(1))
    page.say(go(4))
    assert page.reply(2)["execution"] == "compiled"
    assert page.reply(1)["bestmove"]
    assert page.reply(4)["bestmove"]


class Engines:
    """All engines that a session makes: which hold a kernel, and so a table, and which were closed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.made: list[Engine] = []
        self.closed: list[Engine] = []

        def make(*arguments: Any, **options: Any) -> Engine:
            self.made.append(Engine(*arguments, **options))
            return self.made[-1]

        def close(engine: Engine) -> None:
            self.closed.append(engine)
            close_engine(engine)

        close_engine = Engine.close
        monkeypatch.setattr(worker, "Engine", make)
        monkeypatch.setattr(Engine, "close", close)

    def ready(self) -> list[Engine]:
        return [engine for engine in self.made if engine.is_ready]


def test_the_engine_that_configure_replaces_during_a_search_is_closed_after_it(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`configure` forgot the engine that was searching, so its table and its WebAssembly memory stayed."""
    engines = Engines(monkeypatch)

    def act() -> None:
        page.session.receive({"id": 2, "type": "configure", "execution": "compiled"})
        assert engines.closed == [], "it still searches"
        page.session.receive({"id": 3, "type": "configure", "execution": "interpreted"})
        page.session.receive({"id": 4, "type": "stop"})

    page.during = act
    page.say(endless(1))
    assert page.reply(1)["bestmove"]
    assert len(engines.made) == 2
    assert engines.closed == engines.made[:1]
    assert engines.ready() == engines.made[1:]
    page.say(go(5))
    assert page.reply(5)["bestmove"]
    assert len(engines.made) == 2


def test_an_engine_that_breaks_down_is_closed(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """After an unexpected error the engine was forgotten like that, too."""
    engines = Engines(monkeypatch)

    async def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("on purpose")

    with monkeypatch.context() as patch:
        patch.setattr(Engine, "go_async", broken)
        page.say(go(1))
    assert page.reply(1)["error"]["code"] == "engine_failed"
    assert engines.closed == engines.made
    assert engines.ready() == []
    page.say(go(2))
    assert page.reply(2)["bestmove"]
    assert engines.ready() == engines.made[1:]


def test_a_breakdown_of_a_replaced_engine_leaves_the_new_one(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    engines = Engines(monkeypatch)

    async def broken(*_: object, **__: object) -> None:
        page.session.receive({"id": 2, "type": "configure", "execution": "compiled"})
        raise ZeroDivisionError("on purpose")

    with monkeypatch.context() as patch:
        patch.setattr(Engine, "go_async", broken)
        page.say(go(1))
    assert page.reply(2)["ok"]
    assert engines.closed == engines.made[:1]
    assert engines.ready() == engines.made[1:]


def test_an_engine_that_cannot_be_started_is_tried_again(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    engines = Engines(monkeypatch)

    def broken(*_: object, **__: object) -> None:
        raise MemoryError("no room for the table")

    with monkeypatch.context() as patch:
        patch.setattr("cannonfish.engine.engine.instantiate", broken)
        page.say(go(1))
    assert page.reply(1)["error"]["code"] == "engine_failed"
    page.say(go(2))
    assert page.reply(2)["bestmove"]
    assert engines.closed == engines.made[:1]


def test_a_fallback_is_told_and_the_search_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise RuntimeError("compiling is not allowed here")

    monkeypatch.setattr("cannonfish.compiler.native.NativeExecution.__init__", refuse)
    page = Page("auto")
    page.say(go(1))
    assert page.reply(1)["bestmove"]
    assert {
        "type": "state",
        "state": "idle",
        "execution": "interpreted",
        "fallback": "compiling failed: RuntimeError: compiling is not allowed here",
    } in page.posted


def test_everything_posted_is_plain_data(page: Page) -> None:
    page.say({"id": 1, "type": "view"}, go(2), {"id": 3, "type": "stop"}, None, {"fen": MATED})
    assert json.loads(json.dumps(page.posted)) == page.posted


def test_game_errors_all_have_codes() -> None:
    codes = [error.code for error in GameError.__subclasses__()]
    assert len(set(codes)) == len(codes)


def test_a_game_is_reviewed_position_by_position(page: Page) -> None:
    """What the page keeps of each search is all that a review needs, in any order, also half of it."""
    moves = ["a0a1", "a9a8", "a1d1", "a8d8"]
    for ply in range(len(moves), -1, -1):
        played = {"played": moves[ply]} if ply < len(moves) else {}
        page.say(go(ply, moves=moves[:ply], limits={"nodes": 2000}, **played))
    evaluations = []
    for ply in range(len(moves) + 1):
        reply = page.reply(ply)
        second = {"second": reply["second"]} if "second" in reply else {}
        evaluations.append({"score": reply["info"]["score"], "pv": reply["info"]["pv"], **second})
        assert ("second" in reply) == (moves[ply : ply + 1] == [reply["bestmove"]])
    page.say(
        {"id": "r", "type": "review", "moves": moves, "evaluations": evaluations, "notation": "wxf"},
        {"id": "half", "type": "review", "moves": moves, "evaluations": [{}, {}, {}, *evaluations[3:]]},
    )
    reviewed = page.reply("r")
    assert reviewed["moves"][3]["class"] == "blunder"
    assert reviewed["moves"][3]["nag"] == 4
    assert reviewed["worst"][0]["replyText"][0] == "R6+7"  # d1d8
    assert reviewed["positions"][4]["expected"] > 0.8
    assert float(reviewed["positions"][4]["eval"]) > 3
    assert reviewed["sides"]["black"]["accuracy"] < reviewed["sides"]["red"]["accuracy"]
    half = page.reply("half")
    assert [move.get("class") for move in half["moves"]] == [None, None, None, "blunder"]
    assert half["sides"]["red"] == {"accuracy": None, "counts": {}}


def test_a_review_that_does_not_fit_is_refused(page: Page) -> None:
    page.say(
        {"id": 1, "type": "review", "moves": ["a0a1"], "evaluations": [{}]},
        {"id": 2, "type": "review", "game": "liuzichong", "evaluations": [{}]},
        {"id": 3, "type": "review", "moves": ["a0a9"], "evaluations": [{}, {}]},
        {"id": 4, "type": "review", "evaluations": [{"score": {"cp": 3}, "pv": ["a0a9"]}], "notation": "wxf"},
    )
    codes = [page.reply(number)["error"]["code"] for number in (1, 2, 3)]
    assert codes == ["bad_message", "bad_message", "illegal_move"]
    assert page.reply(4)["ok"]


def test_positions_of_one_game_are_told_alike_in_any_order() -> None:
    """The board of the last position is kept: it must not leak into another line or another game."""
    lines = ["h2e2 h9g7 h0g2", "h2e2", "h2e2 h9g7 h0g2 i9h9", "b2e2 h9g7", "", "h2e2 h9g7"]
    for line in lines:
        moves = line.split()
        assert view_of(board_of(Position(moves=tuple(moves)))) == view_of(fresh_board(moves))
    with pytest.raises(IllegalMoveError) as caught:
        board_of(Position(moves=("h2e2", "h9g7", "a0a9")))
    assert caught.value.number == 3
    board = board_of(Position(moves=("h2e2", "h9g7")))
    board.pop()
    assert view_of(board_of(Position(moves=("h2e2", "h9g7")))) == view_of(fresh_board(["h2e2", "h9g7"]))
    assert board_of(Position("chess", moves=("e2e4",))).game == "chess"


def fresh_board(moves: list[str]) -> xiangqi.Board:
    board = xiangqi.Board()
    board.push_line(moves)
    return board
