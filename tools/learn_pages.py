"""The lessons of learn.html, from web/learn/lessons: a folder each, with a text per language and its cells.

A text is XML with the tags of HTML and four of its own:

    <cell src="moves.py"/>       a file beside it, or `../02-liuzichong/board.py`; `folded="..."` hides it
    <figure kind="tree" ...>     a figure of web/learn/figures/index.js, with its attributes and texts
    <exercise>                   exercise.py to be completed, with its task; each <hint id="..."> answers an
                                 assertion of check.py; solution.py is one solution
    <play game="..."/>           a board to play on against the function `choose` of the cells

Figures of the network (`units`, and `worth` of a FEN) get their numbers from learn_network.py.

The page gets a text as nodes, `[tag, attributes, *children]`, and parses no markup.
"""

import io
import json
import keyword
import re
import tokenize
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias
from xml.etree import ElementTree

from tools.steps import BuildError

Node: TypeAlias = list[Any]
Element: TypeAlias = ElementTree.Element

LANGUAGES: Final = ("en", "zh-Hans", "zh-Hant", "vi")
PLAIN: Final = frozenset(
    ["p", "h2", "ul", "ol", "li", "code", "em", "strong", "pre", "table", "tr", "th", "td", "a", "b", "sub"]
)
OWN: Final = frozenset(["cell", "figure", "exercise", "play", "hint", "caption", "frame"])
REFEREE: Final = "referee.py"


@dataclass(frozen=True)
class Lesson:
    """A folder of web/learn/lessons."""

    folder: Path

    @property
    def number(self) -> int:
        """Where it stands in the course."""
        return int(self.folder.name.split("-")[0])

    @property
    def id(self) -> str:
        """The key of its saved progress."""
        return self.folder.name.partition("-")[2]

    def text(self, language: str) -> Element:
        """The root of a text."""
        path = self.folder / f"{language}.html"
        try:
            return ElementTree.fromstring(path.read_text(encoding="utf-8"))
        except (OSError, ElementTree.ParseError) as error:
            raise BuildError(f"{path}: {error}") from error

    def cells(self, language: str = LANGUAGES[0]) -> list[Path]:
        """The files that run, in their order; the exercise is one of them."""
        root = self.text(language)
        names = [
            element.get("src", "exercise.py")
            for element in root.iter()
            if element.tag in ("cell", "exercise")
        ]
        return [(self.folder / name).resolve() for name in names]

    def hints(self, language: str) -> dict[str, str]:
        """The hints that the check may give, by id."""
        return {
            hint.get("id", ""): " ".join("".join(hint.itertext()).split())
            for hint in self.text(language).iter("hint")
        }

    def positions(self) -> list[str]:
        """The FENs whose pieces the network is to judge."""
        figures = self.text(LANGUAGES[0]).iter("figure")
        return [figure.attrib["fen"] for figure in figures if figure.get("kind") == "worth"]

    def page(self, language: str, network: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """The lesson as the page reads it; `network` has the data of its figures, from learn_network.py."""
        root = self.text(language)
        return {
            "number": self.number,
            "id": self.id,
            "title": root.attrib["title"],
            "lead": root.attrib["lead"],
            "nodes": [self._node(child, network or {}) for child in root],
        }

    def _node(self, element: Element, network: Mapping[str, Any]) -> Node:
        tag = element.tag
        attributes: dict[str, Any] = dict(element.attrib)
        if tag not in PLAIN | OWN:
            raise BuildError(f"{self.folder}: <{tag}> is not known")
        if tag == "hint":
            return [tag, attributes, " ".join("".join(element.itertext()).split())]
        if tag == "cell":
            attributes |= self._code(attributes.pop("src"))
        if tag == "exercise":
            attributes |= self._code("exercise.py")
            attributes["check"] = self._read("check.py")
            attributes["solution"] = coloured(self._read("solution.py"))
        if network and attributes.get("kind") == "units":
            attributes["units"] = network["units"]
        if network and attributes.get("kind") == "worth":
            attributes |= network["worth"][attributes["fen"]]
        if tag == "play":
            attributes["referee"] = (self.folder.parent / REFEREE).read_text(encoding="utf-8")
        children: Node = []
        for text, child in [(element.text, None), *((child.tail, child) for child in element)]:
            if child is not None:
                children.append(self._node(child, network))
            if text and (
                tag == "pre" or text.strip() or (tag in PLAIN and " " in text and child is not None)
            ):
                children.append(text if tag == "pre" else re.sub(r"\s+", " ", text))
        return [tag, attributes, *children]

    def _code(self, name: str) -> dict[str, Any]:
        path = (self.folder / name).resolve()
        return {"name": f"{path.parent.name}/{path.name}", "code": coloured(self._read(name))}

    def _read(self, name: str) -> str:
        return (self.folder / name).read_text(encoding="utf-8").rstrip("\n") + "\n"


def course(folder: Path) -> list[Lesson]:
    """The lessons in their order."""
    lessons = [Lesson(path) for path in sorted(folder.glob("[0-9][0-9]-*")) if path.is_dir()]
    if [lesson.number for lesson in lessons] != list(range(1, len(lessons) + 1)):
        raise BuildError(f"{folder}: the lessons are not numbered from 1")
    return lessons


def coloured(text: str) -> list[list[str]]:
    """The text of a cell in pieces, `[class, text]`, with the classes of the editor."""
    pieces: list[list[str]] = []
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    end = 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        kind = {tokenize.COMMENT: "tok-comment", tokenize.NUMBER: "tok-number"}.get(token.type, "")
        if token.type == tokenize.STRING or tokenize.tok_name[token.type].startswith("FSTRING"):
            kind = "tok-string"
        elif token.type == tokenize.NAME and keyword.iskeyword(token.string):
            kind = "tok-keyword"
        if not kind:
            continue
        first = starts[token.start[0] - 1] + token.start[1]
        last = starts[token.end[0] - 1] + token.end[1]
        if first > end:
            pieces.append(["", text[end:first]])
        if last > end:
            pieces.append([kind, text[max(first, end) : last]])
            end = last
    if end < len(text):
        pieces.append(["", text[end:]])
    return pieces


def write(source: Path, target: Path, network: Mapping[str, Any]) -> None:
    """Write the lessons and their list, each in every language: `en/1.json`, `index.json`."""
    lessons = course(source)
    for language in LANGUAGES:
        (target / language).mkdir()
        for lesson in lessons:
            text = json.dumps(lesson.page(language, network), ensure_ascii=False, separators=(",", ":"))
            (target / language / f"{lesson.number}.json").write_text(text, encoding="utf-8")
    index = {
        language: [
            {
                "number": lesson.number,
                "id": lesson.id,
                "title": lesson.text(language).attrib["title"],
                "lead": lesson.text(language).attrib["lead"],
            }
            for lesson in lessons
        ]
        for language in LANGUAGES
    }
    (target / "index.json").write_text(json.dumps(index, ensure_ascii=False), encoding="utf-8")
