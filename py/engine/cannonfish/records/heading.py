"""What stands before the moves of a game without being a tag: names and dates with labels, and prose."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from cannonfish.records.detection import game_of_record, is_first_move, is_move
from cannonfish.records.movetext import MARKUP, first_moves
from cannonfish.records.results import parse_result, simplified
from cannonfish.records.tree import pgn_date

_LABELS: Final = {
    "Title": "标题 標題 棋局 局名 title",
    "Event": "赛事 賽事 比赛 比賽 赛事名称 賽事名稱 比赛名称 比賽名稱 giải event tournament",
    "Section": "分类 分類 类别 類別 组别 組別 赛事组别 section",
    "Site": "地点 地點 比赛地点 比賽地點 site place",
    "Date": "日期 比赛日期 比賽日期 时间 時間 ngày date",
    "Round": "轮次 輪次 比赛轮次 vòng round",
    "Board": "台次 比赛台次 board table",
    "Red": "红方 紅方 红 紅 红方棋手 紅方棋手 先手 đỏ red",
    "White": "白方 白 trắng white",
    "Black": "黑方 黑 黑方棋手 后手 後手 đen black",
    "Result": "结果 結果 对局结果 對局結果 比赛结果 主变 主變 kết_quả result",
    "Opening": "布局 佈局 开局 開局 布局类型 opening",
    "TimeControl": "用时 用時 时限 時限 timecontrol",
    "Annotator": "评注 評註 评论 評論 评注人员 annotator",
    "Author": "作者 棋谱作者 棋譜作者 author",
}
"""The words before the value of a tag, in lower case."""
_TAGS: Final = {word.replace("_", " "): tag for tag, words in _LABELS.items() for word in words.split()}
_WORDS: Final = "|".join(sorted(map(re.escape, _TAGS), key=len, reverse=True))
_LABEL: Final = re.compile(
    rf"(?<! \w ) (?P<label> {_WORDS} ) [ \t]* [:：] [ \t]*", re.VERBOSE | re.IGNORECASE
)
_WXF_LABEL: Final = re.compile(
    r"""(?P<label> FORMAT | GAME | EVENT | SITE | PLACE | DATE | ROUND | RED | BLACK | RESULT )
        (?: [ \t]+ | \Z )""",
    re.VERBOSE,
)
_NAME: Final = r"(?! [红紅黑白][方棋先] ) [^\W\d_]{2,12} (?: [ \t\u3000]+ (?! 第 ) [^\W\d_]{2,12} )?"
"""A player, or a team and a player."""
_PLAYERS: Final = re.compile(
    rf"""(?P<one> {_NAME} )
         (?: [ \t\u3000]+ (?P<seat> [先后後] ) 手? (?P<verb> [胜勝负負和] ) [ \t\u3000]+
           | [ \t\u3000]* [(（\[【] [ ]? (?P<seat_> [先后後] ) 手? (?P<verb_> [胜勝负負和] ) [ ]?
             [)）\]】] [ \t\u3000]* )
         (?P<two> {_NAME} )
       | [红紅][方棋] [ \t\u3000]+ (?P<red> {_NAME} ) [ \t\u3000,，;；]+
         黑[方棋] [ \t\u3000]+ (?P<black> {_NAME} )""",
    re.VERBOSE,
)
"""A line with both players: ``许银川 先胜 吕钦``, ``许银川 (后和) 吕钦``, ``红方 许银川 黑方 吕钦``."""
_AROUND: Final = ' \t\r\u3000,，;；、|【】"*'
FIRST_LABEL: Final = (
    r"(?: 标题 | 標題 | 赛事 | 賽事 | 比赛名称 | 比賽名稱 | 红方 | 紅方 | Event | White | Red ) [ \t]* [:：]"
    r"| FORMAT [ \t]+ WXF \b"
)
"""What may begin the heading of a game that follows another."""

_CLEAR: Final = re.compile(
    r"""(?: [\s\ufeff] | [*]{2,} )*+
        (?: \d{1,4} [ \t]* [.．、)）/:-] | [A-Za-z+-]{1,3} \d | \w{1,3} [进退平進] | [({;*%$½] | \Z )""",
    re.VERBOSE,
)
"""What moves begin with, as a rule."""
_LONGEST: Final = 20_000
_MAX_LINES: Final = 200
_LINE: Final = re.compile(
    r"""(?: ^ | > ) [ \t\u3000|]* (?: (?P<number> \d{1,4} [ \t]* [.．、:：)）|] ) [ \t\u3000]* )?
        (?= [\w♔-♟+\-.…] )
      | (?<! [\w.．] ) (?P<first> 1 [ \t]* [.．、] ) (?! [ \t]* [.．…\d] )""",
    re.MULTILINE | re.VERBOSE,
)


def begins_with_move(text: str, game: str | None = None, start: int = 0, end: int | None = None) -> bool:
    """True if the first token of ``text[start:end]`` that is neither a number nor a comment is a move of the
    game (None: of any), legal or not, or a legal first move of another game."""
    moves = first_moves(text, start, len(text) if end is None else end, 1)
    return bool(moves) and _are_moves(moves, game)


def _are_moves(texts: list[str], game: str | None) -> bool:
    rules = game_of_record({}, texts, game)
    return is_first_move(rules, texts[0]) and all(is_move(rules, text) for text in texts[1:])


def moves_start(text: str, game: str | None = None, start: int = 0, end: int | None = None) -> int | None:
    """Where the moves in ``text[start:end]`` begin: at its start, or behind a heading at the first line that
    begins with the number of a move and a move, or with two moves; None if there is no such line."""
    end = len(text) if end is None else end
    if begins_with_move(text, game, start, end):
        return start
    candidates = _LINE.finditer(text, start, min(end, start + _LONGEST))
    for count, line in enumerate(candidates):
        if count == _MAX_LINES:
            break
        number = line.lastgroup
        at = line.end() if number is None else line.start(number)
        needed = 2 if number is None else 1
        moves = first_moves(text, at, end, needed)
        if len(moves) == needed and _are_moves(moves, game):
            return at
    return None


class Heading(NamedTuple):
    """What stands before the moves; ``players`` is the line that both players were taken from."""

    tags: dict[str, str]
    prose: str
    moves: int
    """Where the moves begin."""
    players: str = ""


def read_heading(text: str, start: int, end: int, game: str | None) -> Heading:
    """The heading of ``text[start:end]``."""
    if _CLEAR.match(text, start, end):
        return Heading({}, "", start)
    at = moves_start(text, game, start, end)
    if at is None or at == start:
        return Heading({}, "", start)
    tags: dict[str, str] = {}
    prose = []
    players = ""
    for line in MARKUP.sub(" ", text[start:at]).splitlines():
        found = dict(_values(line.strip(_AROUND)))
        named = None if found or players else _PLAYERS.fullmatch(line.strip(_AROUND))
        if named is not None:
            rules = game_of_record({}, first_moves(text, at, end), game)
            found, players = _players(named, rules.record.first_player), line.strip()
        tags = found | tags
        if not found and line.strip(_AROUND):
            prose.append(line.strip())
    tags.pop("", None)
    return Heading(tags, "\n".join(prose), at, players)


def _players(line: re.Match[str], first_player: str) -> dict[str, str]:
    """The players of a line with both, and its result."""
    found = {name.rstrip("_"): value for name, value in line.groupdict().items() if value}
    if "red" in found:
        return {first_player: found["red"], "Black": found["black"]}
    first, second = found["one"], found["two"]
    result = {"胜": "1-0", "负": "0-1", "和": "1/2-1/2"}[simplified(found["verb"])]
    if found["seat"] != "先":
        first, second, result = second, first, {"1-0": "0-1", "0-1": "1-0"}.get(result, result)
    return {first_player: first, "Black": second, "Result": result}


def _values(line: str) -> Iterator[tuple[str, str]]:
    """The tags of a line that begins with a label; those of WXF that say nothing of the game have no name."""
    wxf = _WXF_LABEL.match(line)
    labels = [wxf] if wxf is not None else list(_LABEL.finditer(line))
    if not labels or labels[0].start() > 0:
        return
    for label, after in zip(labels, [*labels[1:], None], strict=True):
        tag = _TAGS.get(label["label"].lower(), "")
        value = line[label.end() : None if after is None else after.start()].strip(_AROUND)
        if tag == "Date":
            value = pgn_date(value.split()[0] if value else "")
        elif tag == "Result":
            value = parse_result(value) or ""
        elif wxf is not None and tag in ("Red", "Black"):
            value, *others = (part.strip() for part in value.split(";"))  # name; rating and other things
            yield from ((f"{tag}Elo", other) for other in others if other.isdecimal())
        yield (tag if value else ""), value
