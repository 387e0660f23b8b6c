"""Random games with variations, comments and headers go through every format and come back as they were."""

import random

import pytest
from cannonfish.games.xiangqi import Board, Move
from cannonfish.games.xiangqi.notation import Notation
from cannonfish.records import Game, Node, dhtmlxq, load, loads, pgn, xqf

from tests.property.test_notation_round_trip import (
    Write,
    elephantchess,
    game_positions,
    long,
    without_letters,
    xboard,
)
from tests.unit.records.shapes import shape
from tests.unit.records.xqf_writer import Xqf

WORDS = [
    "好棋", "红优", "見註", "a\nb", "x || y", "|", "(1. h2e2)", "; rest", "1-0", "$3", "[a]", "\\", '"',
    "\\u4e00", "<br>", "🐟", "{", "[/DhtmlXQ]", "[DhtmlXQ_title]", "%", "'", "、",
]  # fmt: skip
HEADERS = [
    "Event",
    "Site",
    "Date",
    "Round",
    "RedTeam",
    "Red",
    "BlackTeam",
    "Black",
    "Opening",
    "ECCO",
    "Title",
    "Own-1",
]
STARTS = [
    Board().fen(),
    "4k4/9/9/9/2b3r2/9/9/9/9/3KN4 b - - 7 30",
    "r1bakab1r/9/1cn4c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKABR1 w - - 0 1",
]


def random_text(rng: random.Random) -> str:
    return " ".join(rng.choice(WORDS) for _ in range(rng.randrange(1, 5))).strip()


def random_game(rng: random.Random, plies: int, glyphs: bool) -> Game:
    """A main line with variations within variations, and comments in odd places."""
    game = Game(Board(rng.choice(STARTS)))
    game.headers["Result"] = rng.choice(["1-0", "0-1", "1/2-1/2", "*"])
    for header in rng.sample(HEADERS, rng.randrange(len(HEADERS))):
        game.headers[header] = " ".join(random_text(rng).split()) if header != "Date" else "2024.05.??"
    if rng.random() < 0.5:
        game.comment = random_text(rng)
    grow(game, game.start.copy(), rng, plies, glyphs)
    end = game.end().board()
    if not list(end.legal_moves):  # the reader believes the board
        game.headers["Result"] = end.outcome().result()
    return game


def grow(node: Node, board: Board, rng: random.Random, plies: int, glyphs: bool) -> None:
    """Add a line of moves below the node, and variations to some of them."""
    first = board.ply()
    for left in range(plies, 0, -1):
        moves = list(board.legal_moves)
        if not moves:
            break
        new = node.add_variation(rng.choice(moves))
        if rng.random() < 0.2:
            new.comment = random_text(rng)
        if glyphs and rng.random() < 0.1:
            new.nags.add(rng.choice([1, 2, 5, 14]))
        if glyphs and rng.random() < 0.2:
            new.clock = rng.choice([0, 50, 59_900, 3_600_000, rng.randrange(10**7)])
        if glyphs and not new.is_main() and rng.random() < 0.3:
            new.starting_comment = random_text(rng)
        board.push(new.played)
        if rng.random() < 0.15:
            below = node
            board.pop()
            grow(below, board, rng, rng.randrange(1, max(left // 2, 2)), glyphs)
            board.push(new.played)
        node = new
    while board.ply() > first:
        board.pop()


def through_pgn(rng: random.Random, game: Game) -> Game:
    notation = rng.choice([each for each in Notation if each is not Notation.UCI])
    text = pgn.dumps(game, notation)
    (back,) = load(text.encode(rng.choice(["utf-8", "utf-8-sig", "gb18030", "utf-16"])))
    back.headers.pop("Format", None)
    return back


def through_dhtmlxq(rng: random.Random, game: Game) -> Game:
    (back,) = loads(f"<p>{dhtmlxq.dumps(game)}</p>" if rng.random() < 0.5 else dhtmlxq.dumps(game))
    return back


def through_xqf(rng: random.Random, game: Game) -> Game:
    numbers = [rng.randrange(256) for _ in range(3)]
    keys = bytes([-sum(numbers) & 0xFF, *numbers])
    data = Xqf(game, rng.choice([10, 11, 12, 18]), keys, rng.randrange(256), rng.randbytes(4)).data()
    (back,) = load(data)
    (again,) = load(xqf.dumps(back))
    assert shape(again) == shape(back)
    return back


def round_trips(seed: int, games: int, plies: int) -> None:
    rng = random.Random(seed)
    for number in range(games):
        game = random_game(rng, plies, glyphs=number % 2 == 0)
        back = through_pgn(rng, game)
        assert back.errors == []
        assert shape(back) == shape(game)
        if number % 2:
            back = through_dhtmlxq(rng, back)
            assert back.errors == []
            assert shape(back) == shape(game)
            back = through_xqf(rng, back)
            assert back.errors == []
            assert [line for line, *_ in shape(back)["moves"]] == [line for line, *_ in shape(game)["moves"]]
            assert [text for *_, text, _ in shape(back)["moves"]] == [
                text for *_, text, _ in shape(game)["moves"]
            ]


def test_thirty_random_games_through_every_format() -> None:
    round_trips(seed=1, games=30, plies=25)


@pytest.mark.slow
def test_a_thousand_random_games_through_every_format() -> None:
    round_trips(seed=2, games=2000, plies=60)


@pytest.mark.parametrize("write", [Board.san, xboard, elephantchess, without_letters, long])
def test_games_in_the_algebraic_notation_of_other_programs_are_read(write: Write) -> None:
    """The numbers of ranks are found out; only elephantchess leaves moves ambiguous."""
    rng = random.Random(8)
    for _ in range(12):
        board = next(board for board in game_positions(rng) if board.outcome() or board.ply() == 100)
        head = rng.choice(['[Variant "xiangqi"]', '[White "a"]', ""])
        (game,) = loads(f"{head}\n\n{' '.join(texts(board, write))} *", rng.choice([None, "xiangqi"]))
        read = list(game.mainline_moves())
        assert read == board.move_stack[: len(read)]
        if read != board.move_stack:
            assert write is elephantchess
            assert "can mean" in str(game.errors[0])


def texts(board: Board, write: Write) -> list[str]:
    """The moves of a game."""
    before, found = board.root(), []
    for move in board.move_stack:
        found.append(write(before, move))
        before.push(move)
    return found


def of_the_south(board: Board, move: Move) -> str:
    """C for soldiers (chốt), as for the cannons of WXF."""
    return board.vietnamese(move).replace("B", "C")


def with_plus_signs(board: Board, move: Move) -> str:
    return board.vietnamese(move).translate(str.maketrans("./-", "+-="))


def in_words(board: Board, move: Move) -> str:
    return board.vietnamese(move, in_words=True)


@pytest.mark.parametrize("write", [Board.wxf, Board.vietnamese, of_the_south, with_plus_signs, in_words])
def test_nothing_but_moves_tells_wxf_and_vietnamese_apart(write: Write) -> None:
    """Also where cannons and soldiers move most, whose letters both have."""
    rng = random.Random(9)
    for plies in (6, 10, 20, 40, 80) * 4:
        board = Board()
        while board.outcome() is None and board.ply() < plies:
            moves = list(board.legal_moves)
            shared = [move for move in moves if board.placement[move.orig] in "CPcp"]
            board.push(rng.choice(shared if shared and rng.random() < 0.7 else moves))
        (game,) = loads(" ".join(texts(board, write)))
        assert (list(game.mainline_moves()), game.errors) == (board.move_stack, [])
