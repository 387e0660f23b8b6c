"""The lessons of learn.html: every cell runs, each check refuses the unsolved cell and takes a solution."""

import contextlib
import functools
import io
import random
import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from cannonfish.kernel.network_file import read_network
from cannonfish.protocol.page.cells import Notebook
from cannonfish.protocol.page.messages import Message, Position
from cannonfish.protocol.page.views import board_of

from tests.cases import slow
from tools.learn_network import units, worth
from tools.learn_pages import LANGUAGES, REFEREE, Lesson, coloured, course
from tools.static_site import COURSE

LESSONS = {lesson.folder.name: lesson for lesson in course(COURSE)}
each_lesson = pytest.mark.parametrize("name", LESSONS)
LONG = ("08-selective", "09-strength")
"""Lessons whose engines and matches take seconds; in every run, their exercise alone is tried."""
each_short_lesson = pytest.mark.parametrize(
    "name", [slow(name) if name in LONG else name for name in LESSONS]
)
MOST_SILENT_S = 0.5
"""Seconds of work between signs of life: a phone's browser takes ten times as long, and 5 are a hang."""


class Reader:
    """Somebody who runs the cells of a lesson; `solved` has the solution in place of the exercise."""

    def __init__(self, lesson: Lesson, solved: bool = True) -> None:
        self.lesson = lesson
        self.texts: list[str] = []
        self.signs: list[float] = []
        self.notebook = Notebook(self._hear)
        self.cells: list[dict[str, str]] = []
        for path in lesson.cells():
            source = path.with_name("solution.py") if solved and path.name == "exercise.py" else path
            self.cells.append({"name": f"{path.parent.name}/{path.name}", "code": source.read_text()})
        self.exercise = next(i for i, cell in enumerate(self.cells) if cell["name"].endswith("exercise.py"))

    def _hear(self, message: Message) -> None:
        self.texts.append(message["text"])
        self.signs.append(time.process_time())

    def run(self, upto: int, **fields: Any) -> Message:
        """The answer to the question that the page asks."""
        self.signs = [time.process_time()]
        answer = self.notebook.run({"id": 1, "book": "b", "cells": self.cells[: upto + 1], **fields})
        self.signs.append(time.process_time())
        return answer

    def call(self, function: str, *arguments: Any) -> Any:
        """What a function of the cells returns."""
        answer = self.run(len(self.cells), call={"name": function, "arguments": arguments})
        assert answer["fault"] is None, answer["fault"]
        return answer["result"]

    def check(self) -> Message:
        """The answer to the exercise."""
        return self.run(self.exercise, check=(self.lesson.folder / "check.py").read_text())


@functools.cache
def referee() -> Any:
    space: dict[str, Any] = {}
    exec((COURSE / REFEREE).read_text(), space)
    return space["view"]


@each_short_lesson
@pytest.mark.parametrize("solved", [True, False])
def test_every_cell_runs_prints_something_and_shows_life(name: str, solved: bool) -> None:
    """The sixty games of lesson 9, and the exercise of lesson 4 as it was given, were taken for hangs."""
    reader = Reader(LESSONS[name], solved)
    for upto, cell in enumerate(reader.cells[: None if solved else reader.exercise + 1]):
        reader.texts.clear()
        answer = reader.run(upto)
        assert answer["fault"] is None, (cell["name"], answer["fault"])
        silent = max(b - a for a, b in zip(reader.signs, reader.signs[1:], strict=False))
        assert silent < MOST_SILENT_S, (cell["name"], silent)


def test_the_page_hears_which_cell_runs() -> None:
    heard: list[Message] = []
    cells = [{"name": "a.py", "code": "x = 1"}, {"name": "b.py", "code": "def f(): return x"}]
    run = {"id": 1, "book": "b", "cells": cells, "call": {"name": "f", "arguments": []}}
    assert Notebook(heard.append).run(run)["result"] == 1
    assert [message["cell"] for message in heard] == ["a.py", "b.py", "b.py"], "and then the call"


@each_lesson
def test_the_check_refuses_the_unsolved_cell_with_a_hint_and_takes_the_solution(name: str) -> None:
    answer = Reader(LESSONS[name], solved=False).check()
    assert answer["hint"] or answer["fault"], "unsolved"
    if answer["hint"]:
        assert answer["hint"][0] in LESSONS[name].hints("en")
    answer = Reader(LESSONS[name]).check()
    assert (answer["hint"], answer["fault"]) == (None, None)


@each_lesson
def test_languages_have_the_same_cells_figures_and_hints(name: str) -> None:
    lesson = LESSONS[name]
    english, *others = (lesson.text(language) for language in LANGUAGES)
    check = (lesson.folder / "check.py").read_text()
    for hint in lesson.hints("en"):
        assert f'"{hint}"' in check, f"{hint} is never given"

    def parts(root: Any) -> list[Any]:
        told = ("title", "lead", "folded", "names", "kinds", "own", "enemy", "stack", "start", "says")
        told += ("play", "result", "difference", "x", "asks", "found", "guesses")
        blocks = ("p", "h2", "cell", "figure", "frame", "caption", "exercise", "hint", "play", "a")
        return [
            (element.tag, sorted((key, "" if key in told else value) for key, value in element.items()))
            for element in root.iter()
            if element.tag in blocks
        ]

    def places(root: Any) -> list[set[str]]:
        texts = ["".join(element.itertext()) for element in root.iter("hint")]
        texts += [value for element in root.iter("figure") for value in element.attrib.values()]
        return [set(re.findall(r"\{\d\}", text)) for text in texts]

    def codes(root: Any) -> list[str]:
        return sorted("".join(element.itertext()) for element in root.iter("code"))

    for other in others:
        assert parts(other) == parts(english)
        assert places(other) == places(english)
        assert codes(other) == codes(english)
    for language in LANGUAGES:
        page = lesson.page(language)
        assert page["title"]
        assert page["lead"]
        assert lesson.hints(language).keys() == lesson.hints("en").keys()


def test_a_lesson_is_written_in_the_script_and_the_words_of_its_readers() -> None:
    """Traditional: the characters of Big5 and the words of Taiwan. Simplified: the characters of GB 2312."""
    mainland = re.compile("程序|(?<!演)算法|變量|函數|數組|循環|默認|搜索|字符|代碼|運行|返回|打印|概率|網絡")
    for lesson in LESSONS.values():
        texts = {name: (lesson.folder / f"{name}.html").read_text().replace("−", "-") for name in LANGUAGES}
        texts["zh-Hans"].encode("gb2312")
        texts["zh-Hant"].encode("big5")
        assert mainland.findall(texts["zh-Hant"]) == [], lesson.folder
        for name in ("en", "vi"):
            assert len(re.findall(r"[\u4e00-\u9fff]", texts[name])) in (0, 3), "六子冲, once"


@each_short_lesson
def test_the_readers_engine_plays_a_legal_game(name: str) -> None:
    reader = Reader(LESSONS[name])
    (play,) = LESSONS[name].text("en").iter("play")
    game = play.get("game")
    view = referee()
    chance = random.Random(1)
    moves: list[Any] = []
    seen = view(game, moves)
    while not seen["over"] and len(moves) < 12:
        if len(moves) % 2:
            with contextlib.redirect_stdout(io.StringIO()):
                move = reader.call("choose", seen["fen"])
        elif game == "tictactoe":
            move = int(chance.choice(sorted(seen["dests"])))
        else:
            move = chance.choice([orig + dest for orig, dests in seen["dests"].items() for dest in dests])
        moves.append(move)
        seen = view(game, moves)
        assert seen is not None, f"{move!r} is not legal"


@each_short_lesson
def test_with_the_exercise_unsolved_the_engine_plays_or_the_page_asks_for_the_solution(name: str) -> None:
    """The engines of lessons 7 and 10 fail without it: lesson.js asks for it if the check refuses."""
    reader = Reader(LESSONS[name], solved=False)
    (play,) = LESSONS[name].text("en").iter("play")
    view = referee()
    game = play.get("game")
    dests = view(game, [])["dests"]
    first = min(dests) if game == "tictactoe" else min(orig + dest for orig in dests for dest in dests[orig])
    moves = [int(first)] if game == "tictactoe" else [first]
    fen = view(game, moves)["fen"]
    faults = [reader.run(upto)["fault"] for upto in range(reader.exercise + 1, len(reader.cells))]
    answer = reader.run(len(reader.cells), call={"name": "choose", "arguments": [fen]})
    if any([*faults, answer["fault"]]):
        refused = reader.check()
        assert refused["hint"] or refused["fault"]["cell"] == reader.cells[reader.exercise]["name"]
    else:
        assert view(game, [*moves, answer["result"]]) is not None


def frames() -> Iterator[tuple[str, str, str, str]]:
    """Two positions of a figure and the move between them, with the game."""
    for lesson in LESSONS.values():
        for figure in lesson.text("en").iter("figure"):
            before = None
            for frame in figure.iter("frame"):
                if before and frame.get("move"):
                    yield figure.attrib["game"], before, frame.attrib["move"], frame.attrib["fen"]
                before = frame.get("fen")


def test_a_move_in_a_figure_is_what_the_rules_make_of_it() -> None:
    for game, before, move, after in frames():
        turn = "w" if " " not in before else before.split()[1]
        rest = " - - 0 1" if game == "xiangqi" else ""
        board = board_of(Position(game, f"{before.split()[0]} {turn}{rest}"))
        board.push_uci(move)
        assert board.fen().split()[0] == after.split()[0], (before, move)


def test_the_compiled_search_of_a_lesson_has_the_values_of_an_earlier_one() -> None:
    slow, fast = Reader(LESSONS["04-alpha-beta"]), Reader(LESSONS["10-webassembly"])
    for position in ("BBBBB..BW..WWWWW w", "B..BB...WW..WWWW b", ".B.BW..BB.WW.W.. b"):
        masks = fast.call("masks", position)
        for depth in range(4):
            expected = slow.call("alphabeta", position, depth)
            for look in ("look", "look_fast"):
                assert fast.call(look, *masks, depth, -100_000, 100_000) == expected, (position, depth, look)


def test_the_network_of_a_lesson_judges_as_that_of_the_engine() -> None:
    lesson = LESSONS["11-network"]
    reader = Reader(lesson)
    for fen in [*lesson.positions(), "3akab2/9/4b1n2/p1p1p3p/5r3/2P3c2/P3P3P/2C1B1N2/3R5/3AKAB2 w - - 0 1"]:
        judged = worth(fen)
        assert reader.call("evaluate", *reader.call("read", fen)) == judged["score"]
        assert len(judged["pieces"]) == sum(letter in "abnrcpABNRCP" for letter in fen.split()[0])


def test_figures_of_the_network_have_its_numbers() -> None:
    lesson = LESSONS["11-network"]
    (fen,) = lesson.positions()
    network = {"units": units(read_network("xiangqi", 1260)), "worth": {fen: {"score": 1, "pieces": {}}}}
    figures = [node[1] for node in lesson.page("en", network)["nodes"] if node[0] == "figure"]
    shown = {figure["kind"]: figure for figure in figures}
    assert [len(unit["maps"]) for unit in shown["units"]["units"]] == [14] * 6
    assert {len(points) for unit in shown["units"]["units"] for points in unit["maps"]} == {90}
    assert shown["worth"]["score"] == 1


# The notebook


def run(notebook: Notebook, *codes: str, **fields: Any) -> Message:
    cells = [{"name": f"{i}.py", "code": code} for i, code in enumerate(codes)]
    return notebook.run({"id": 1, "book": "b", "cells": cells, **fields})


def test_cells_share_a_namespace_and_run_again_only_when_they_have_changed() -> None:
    told: list[Message] = []
    notebook = Notebook(told.append)
    assert run(notebook, "count = 0", "count += 1\nprint(count)")["fault"] is None
    assert run(notebook, "count = 0", "count += 1\nprint(count)")["fault"] is None
    assert "".join(message["text"] for message in told) == "1\n2\n"
    told.clear()
    run(notebook, "count = 5", "count += 1\nprint(count)")
    assert "".join(message["text"] for message in told) == "6\n"
    fault = run(notebook, "count = 5", call={"name": "choose", "arguments": []})["fault"]
    assert fault["reason"] == "KeyError: 'choose'"


@pytest.mark.parametrize("value", ["{1}", "float('nan')", "object"])
def test_a_result_that_is_no_json_is_told_by_its_text(value: str) -> None:
    """No answer could be sent, so the page spoke of an endless loop."""
    code = f"def choose():\n    return {value}"
    answer = run(Notebook(lambda _: None), code, call={"name": "choose", "arguments": []})
    assert answer["fault"] is None
    assert answer["result"] == repr(eval(value))


def test_a_function_that_was_renamed_in_its_cell_is_gone() -> None:
    """A check praised, or blamed, the function that had been in the cell before."""
    notebook = Notebook(lambda _: None)
    check = 'assert f(2) == 4, ("value", f(2))'
    assert run(notebook, "a = 1", "def f(x):\n    return 2 * x", check=check)["hint"] is None
    fault = run(notebook, "a = 1", "def g(x):\n    return 2 * x", check=check)["fault"]
    assert fault["reason"] == "NameError: name 'f' is not defined"
    assert run(notebook, "a = 1", "a += 1")["fault"] is None
    assert run(notebook, "a = 1", "a += 1\nassert a == 3")["fault"] is None, "not what another cell has made"


@pytest.mark.parametrize(
    ("code", "cell", "line", "reason"),
    [
        ("x = 1\ny = = 2", "1.py", 2, "SyntaxError: invalid syntax"),
        ("a = 1\n\nb = a / 0", "1.py", 3, "ZeroDivisionError: division by zero"),
        ("pass\nf(0)", "0.py", 2, "ZeroDivisionError"),
        ("import json\njson.loads('?')", "1.py", 2, "JSONDecodeError"),
        ("def g():\n    g()\ng()", "1.py", 2, "RecursionError"),
        ("raise SystemExit", "1.py", 1, "SystemExit"),
        ("while True:\n    print('again')", "1.py", 2, "TooMuchOutputError"),
    ],
)
def test_a_fault_names_its_cell_and_line(code: str, cell: str, line: int, reason: str) -> None:
    fault = run(Notebook(lambda _: None), "def f(x):\n    return 1 / x", code)["fault"]
    assert (fault["cell"], fault["line"]) == (cell, line)
    assert fault["reason"].startswith(reason)


def test_a_check_gives_its_hint_with_values_and_blames_the_cell_for_its_errors() -> None:
    notebook = Notebook(lambda _: None)
    check = 'assert f(2) == 4, ("value", f(2))'
    assert run(notebook, "def f(x):\n    return x", check=check)["hint"] == ["value", "2"]
    assert run(notebook, "def f(x):\n    return 2 * x", check=check)["hint"] is None
    fault = run(notebook, "def f(x):\n    assert False", check=check)["fault"]
    assert (fault["cell"], fault["line"]) == ("0.py", 2)


def test_colours_lose_no_text() -> None:
    for path in COURSE.rglob("*.py"):
        text = path.read_text()
        assert "".join(piece for _, piece in coloured(text)) == text, path
