"""What is written in any notation is read back as the same move, in games and among crowds of soldiers."""

import random
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator

import pytest
from cannonfish.errors import AmbiguousMoveError, InvalidFenError
from cannonfish.games.xiangqi import PAWN, Board, Move, square_file, square_rank
from cannonfish.games.xiangqi.fen import EMPTY, Position, Setup, format_fen
from cannonfish.games.xiangqi.game import XIANGQI
from cannonfish.games.xiangqi.notation import Custom, Notation
from cannonfish.games.xiangqi.pieces import PIECES, Side


def game_positions(rng: random.Random) -> Iterator[Board]:
    """Positions of random games."""
    while True:
        board = Board()
        while board.outcome() is None and board.ply() < 120:
            board.push(rng.choice(list(board.legal_moves)))
            yield board


def crowded_positions(rng: random.Random) -> Iterator[Board]:
    """Two or three files on which everything stands that can stand there."""
    letters = "PPPPPpppppRRrrNNnnCCcc"
    while True:
        files = rng.sample(range(9), rng.choice((1, 2, 2, 3)))
        placement = [EMPTY] * 90
        placement[rng.choice((3, 4, 5))], placement[rng.choice((84, 85, 86))] = "K", "k"
        for letter in letters:
            red = PIECES[letter].side is Side.RED
            ranks = range(10) if letter not in "Pp" else range(3, 10) if red else range(7)
            at = rng.choice(ranks) * 9 + rng.choice(files)
            if placement[at] == EMPTY and rng.random() < (0.9 if letter in "Pp" else 0.4):
                placement[at] = letter
        try:
            yield Board(format_fen(Setup(Position("".join(placement), Side(rng.randrange(2))))))
        except InvalidFenError:
            continue


def random_moves(seed: int, count: int) -> Iterator[tuple[Board, Move]]:
    """Legal moves in positions of both sources."""
    rng = random.Random(seed)
    sources = [game_positions(rng), crowded_positions(rng)]
    while count > 0:
        board = next(rng.choice(sources))
        for move in rng.sample(list(board.legal_moves), min(5, len(board.legal_moves))):
            count -= 1
            yield board, move


def round_trips(seed: int, moves: int, notations: Iterable[Notation] = Notation) -> None:
    for board, move in random_moves(seed, moves):
        for notation in notations:
            text = board.write(move, notation)
            story = f"{board.fen()}: {move} written as {text}"
            assert board.parse(text, custom=CUSTOMS.get(notation)) == move, story
            assert move.uci() in meanings(board, text), story
            if notation in CUSTOMS:
                assert board.parse(text, first_rank=1, custom=CUSTOMS[notation]) == move, story


CUSTOMS = XIANGQI.record.customs


def test_two_thousand_random_moves() -> None:
    round_trips(seed=1, moves=2000)


def test_ten_thousand_random_moves_in_vietnamese() -> None:
    round_trips(seed=9, moves=10_000, notations=[Notation.VIETNAMESE])


@pytest.mark.slow
def test_a_hundred_thousand_random_moves() -> None:
    round_trips(seed=2, moves=100_000)


def test_no_two_moves_of_a_position_are_written_alike() -> None:
    rng = random.Random(3)
    for boards in (game_positions(rng), crowded_positions(rng)):
        for board, _ in zip(boards, range(60), strict=False):
            for notation in Notation:
                texts = [board.write(move, notation) for move in board.legal_moves]
                assert len(set(texts)) == len(texts), board.fen()


def test_a_text_is_a_move_of_one_notation_or_the_customs_tell_them_apart() -> None:
    """Without a custom nothing is guessed: a text that is not ambiguous means what its writer meant."""
    shared = XIANGQI.record.shared_text
    assert shared is not None
    rng = random.Random(5)
    ambiguous = 0
    for boards in (game_positions(rng), crowded_positions(rng)):
        for board, _ in zip(boards, range(150), strict=False):
            for move in board.legal_moves:
                for notation in (Notation.WXF, Notation.VIETNAMESE):
                    text = board.write(move, notation)
                    found = meanings(board, text)
                    if found != (move.uci(),):
                        ambiguous += 1
                        assert shared.fullmatch(text)
                        assert move.uci() in found
    assert ambiguous > 10


def test_vietnamese_notation_is_wxf_in_other_letters() -> None:
    """Where WXF has no numbers for many soldiers."""
    letters = dict(zip("KAEHRCP", ["Tg", "S", "T", "M", "X", "P", "B"], strict=True))
    signs = {"+": ".", "-": "/", "=": "-"}
    for board, move in random_moves(seed=8, count=3000):
        who, which, sign, value = board.wxf(move)
        if who in letters:
            place = {"+": "t", "-": "s"}.get(which, which)
            assert board.vietnamese(move) == letters[who] + place + signs[sign] + value


# --- Vietnamese notation as other programs write it --------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.lower(),
        lambda text: text.upper(),
        lambda text: text.replace("-", "–"),
        lambda text: text.replace("B", "C"),
        lambda text: re.sub("^T(?!g)", "V", text),
    ],
)
def test_small_letters_dashes_and_letters_of_the_south(change: Callable[[str], str]) -> None:
    for board, move in random_moves(seed=6, count=1000):
        text = change(board.vietnamese(move))
        assert board.parse(text, custom=Custom.VIETNAMESE) == move, f"{board.fen()}: {text}"


def test_words_without_marks_mean_the_same() -> None:
    for board, move in random_moves(seed=7, count=2000):
        text = board.vietnamese(move, in_words=True)
        decomposed = unicodedata.normalize("NFD", text)
        plain = "".join(each for each in decomposed if not unicodedata.combining(each))
        for written in (decomposed, plain, plain.upper()):
            assert board.parse(written) == move, f"{board.fen()}: {written}"


# --- algebraic notation as other programs write it ----------------------------------------------------------


def xboard(board: Board, move: Move) -> str:
    """Ranks from 0; soldiers by the file that they leave, or only by the point straight ahead."""
    target = move.uci()[2:]
    takes = "x" if board.is_capture(move) else ""
    if is_soldier(board, move):
        straight = square_file(move.orig) == square_file(move.dest)
        return target if straight and not takes else move.uci()[0] + takes + target
    letter, origin = written(board, move)
    if origin[-1:].isdigit():
        origin = origin.rstrip("0123456789") + move.uci()[1]
    return letter + origin + takes + target


def elephantchess(board: Board, move: Move) -> str:
    """The letters of FEN; the file that a piece leaves, except the general's."""
    letter = board.placement[move.orig].upper()
    leaves = square_file(move.orig) != square_file(move.dest) and letter != "K"
    takes = "x" if board.is_capture(move) else ""
    return letter + (move.uci()[0] if leaves else "") + takes + target_from_one(move)


def without_letters(board: Board, move: Move) -> str:
    """Ranks from 1, no letter for soldiers."""
    text = board.san(move)
    return text[1:] if is_soldier(board, move) else text


def long(board: Board, move: Move) -> str:
    """The whole origin."""
    letter, _ = written(board, move)
    sign = "x" if board.is_capture(move) else "-"
    return f"{letter}{move.uci()[0]}{square_rank(move.orig) + 1}{sign}{target_from_one(move)}"


def small(board: Board, move: Move) -> str:
    return board.san(move).lower()


def written(board: Board, move: Move) -> tuple[str, str]:
    """The letter and the origin that our notation needs."""
    text = board.san(move).rstrip("+#").removesuffix(target_from_one(move)).rstrip("x")
    return text[0], text[1:]


def target_from_one(move: Move) -> str:
    return f"{move.uci()[2]}{square_rank(move.dest) + 1}"


def is_soldier(board: Board, move: Move) -> bool:
    return PIECES[board.placement[move.orig]].piece_type is PAWN


Write = Callable[[Board, Move], str]


@pytest.mark.parametrize(
    ("write", "first_rank"), [(xboard, 0), (elephantchess, 1), (without_letters, 1), (long, 1)]
)
def test_records_of_other_programs_mean_the_move(write: Write, first_rank: int) -> None:
    """Elephantchess does not tell two equal pieces on a file apart: then it is ambiguous."""
    for board, move in random_moves(seed=4, count=1000):
        text = write(board, move)
        found = meanings(board, text, first_rank)
        assert move.uci() in found, f"{board.fen()}: {move} written as {text}"
        assert len(found) == 1 or (write is elephantchess and equal_pieces_on_file(board, move))


def meanings(board: Board, text: str, first_rank: int | None = None) -> tuple[str, ...]:
    """The move that a text means, or the candidates."""
    try:
        return (board.parse(text, first_rank).uci(),)
    except AmbiguousMoveError as error:
        return error.candidates


def equal_pieces_on_file(board: Board, move: Move) -> bool:
    file = board.placement[square_file(move.orig) :: 9]
    return file.count(board.placement[move.orig]) > 1


@pytest.mark.parametrize("write", [elephantchess, without_letters, long, small])
def test_a_person_who_writes_so_is_asked_where_it_is_ambiguous(write: Write) -> None:
    """Small letters are coordinates where they look like them."""
    for board, move in random_moves(seed=5, count=1000):
        text = write(board, move)
        if write is not small or text[1].isalpha():
            assert move.uci() in meanings(board, text), f"{board.fen()}: {move} written as {text}"


def test_capitals_and_all_other_letters_of_pieces_are_read() -> None:
    others = str.maketrans("EH", "BN")
    for board, move in random_moves(seed=6, count=1000):
        text = board.san(move)
        letter, rest = text[0].translate(others), text[1:]
        assert board.parse(letter + rest) == move
        assert board.parse(text.rstrip("+#") + "!") == move
        assert board.parse(f" {' '.join(text)}?! ") == move
