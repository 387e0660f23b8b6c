"""The opening library: names of openings, and good moves by the engine's own analysis.

``openings.txt`` is written by hand.  A line of the file is

    English name | Chinese name | Vietnamese name | moves in UCI

A name that begins with a colon is a variation of the last opening without a colon.  Names belong to
positions, so transpositions find them too.  A position without its own name takes that of the one before it.

``python -m cannonfish_lab book --game chess`` makes ``moves.txt`` from these lines.  A line of that file is a
key and moves with their losses in centipawns.
"""

import pkgutil
from collections.abc import Iterator
from functools import cache
from typing import Final

from cannonfish.games.chess.board import Board
from cannonfish.games.chess.fen import Position
from cannonfish.games.chess.move import Move
from cannonfish.games.game import Texts
from cannonfish.games.opening_results import parse_moves, position_key

LAST_NAMED_PLY: Final = 24
"""Names are not looked up beyond this ply."""

TRADITIONAL: Final = str.maketrans(
    "万乔亚伦体侧兑兰凯准击别剑劳卢双变圣墙奖奥宁宾对尔岛庞开弃御换标桥汉汤泽温牵猬脱欧现国称稳约纳统维缓罗节"
    "苏莱规许诺贝赛达进闭门韦顿飞马鲁鲍麦齐龙",
    "萬喬亞倫體側兌蘭凱準擊別劍勞盧雙變聖牆獎奧寧賓對爾島龐開棄禦換標橋漢湯澤溫牽蝟脫歐現國稱穩約納統維緩羅節"
    "蘇萊規許諾貝賽達進閉門韋頓飛馬魯鮑麥齊龍",
)
"""The traditional forms of the characters in Chinese names."""

TRADITIONAL_WORDS: Final = {
    "飛象開局": "主教開局",
    "王翼象": "王翼主教",
    "側翼出象": "側翼出主教",
    "王翼馬": "王翼騎士",
    "雙馬": "雙騎士",
    "三馬": "三騎士",
    "四馬": "四騎士",
    "出馬": "出騎士",
    "早出后": "早出皇后",
    "意大利": "義大利",
}
"""Words that differ in traditional Chinese, in which a knight is 騎士, not 馬."""


def book_moves(board: Board) -> list[tuple[Move, int]]:
    """The book's moves in the position with their weights, best first; empty outside the book."""
    moves = [(Move.from_uci(text), weight) for text, weight in _moves().get(key_of(board), ())]
    # Keys have 40 bits and can collide, though hardly ever.
    return [(move, weight) for move, weight in moves if board.is_legal(move)]


def key_of(board: Board) -> str:
    """The key of the position."""
    return position_key(" ".join(map(str, board.position)))


def place(board: Board, move: Move) -> tuple[str, str]:
    """The key of the position and the text of a move, under which results are stored."""
    return key_of(board), move.uci()


def opening_of(board: Board) -> Texts | None:
    """The name of the opening that the game has followed; None if it did not begin at the start."""
    root, *positions = board.positions(LAST_NAMED_PLY)
    if not positions or root != Board().position:
        return None
    names = _names()
    return next((names[position] for position in reversed(positions) if position in names), None)


@cache
def _moves() -> dict[str, tuple[tuple[str, int], ...]]:
    data = pkgutil.get_data(__package__, "moves.txt") or b""
    return dict(parse_moves(line) for line in data.decode("utf-8").splitlines() if not line.startswith("#"))


@cache
def _names() -> dict[Position, Texts]:
    names: dict[Position, Texts] = {}
    walks = []
    board = Board()
    played: list[str] = []
    for name, line in book_lines():
        while played[: board.ply()] != line[: board.ply()]:
            board.pop()
        for text in line[board.ply() :]:
            board.push_uci(text)
        played = line
        _, *positions = walk = board.positions()
        names[walk[-1]] = name
        walks.append(positions)
    for positions in walks:
        name = names[positions[0]]
        for position in positions:
            name = names.setdefault(position, name)
    return names


def book_lines() -> Iterator[tuple[Texts, list[str]]]:
    """The lines of the file: name by language, and moves in UCI."""
    data = pkgutil.get_data(__package__, "openings.txt") or b""
    family: list[str] = []
    for line in data.decode("utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        *names, moves = (part.strip() for part in line.split("|"))
        if names[0].startswith(":"):
            variation = (names[0][1:].strip(), *names[1:])
            names = [
                colon.join(pair) for colon, *pair in zip((": ", "：", ": "), family, variation, strict=True)
            ]
        else:
            family = names
        english, chinese, vietnamese = names
        traditional = chinese.translate(TRADITIONAL)
        for word, other in TRADITIONAL_WORDS.items():
            traditional = traditional.replace(word, other)
        yield {"en": english, "zh-Hans": chinese, "zh-Hant": traditional, "vi": vietnamese}, moves.split()
