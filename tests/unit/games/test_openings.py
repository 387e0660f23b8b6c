"""The opening book: names deserved by the moves, good moves by position, mirror images."""

import pytest
from cannonfish.games.xiangqi import STARTING_FEN, Board, Move
from cannonfish.games.xiangqi.openings import _entries, book_moves, opening_of, position_key
from cannonfish_lab.book.maker import Recipe, make, named_lines, weigh
from cannonfish_lab.errors import LabError
from cannonfish_lab.jobs import Here


def played(moves: str, fen: str = STARTING_FEN) -> Board:
    board = Board(fen)
    for move in moves.split():
        board.push(board.parse(move))
    return board


def mirrored(uci: str) -> str:
    files = dict(zip("abcdefghi", "ihgfedcba", strict=True))
    return "".join(files.get(letter, letter) for letter in uci)


def name(board: Board) -> str | None:
    opening = opening_of(board)
    return None if opening is None else opening.chinese


def test_there_are_openings_enough() -> None:
    named = {entry.opening for entry in _entries().values() if entry.opening is not None}
    assert len(named) >= 60
    assert (
        len({opening.chinese for opening in named})
        == len({opening.english for opening in named})
        == len(named)
    )
    assert sum(bool(entry.moves) for entry in _entries().values()) >= 2000


def test_the_shipped_names_are_those_of_the_lines() -> None:
    """Every line that was named by hand can be played, and ends where its name is found."""
    lines = named_lines()
    for each in lines:
        board = Board()
        board.push_line(each.moves)
        assert opening_of(board) == each.opening
    shipped = {entry.opening for entry in _entries().values() if entry.opening is not None}
    assert shipped == {each.opening for each in lines}


@pytest.mark.parametrize(
    ("moves", "opening"),
    [
        ("", None),
        ("h2e2", "中炮"),
        ("b2e2", "中炮"),
        ("h2e2 h9g7 h0g2 b9c7", "中炮对屏风马"),
        ("h2e2 b9c7 h0g2 h9g7", "中炮对屏风马"),
        ("b2e2 b9c7 b0c2 a9b9 a0b0 h9g7", "中炮对屏风马"),
        ("h0g2 a9a8", "起马局"),
        ("h2e2 h7e7", "顺炮"),
        ("h2e2 b7e7", "列炮"),
        ("h2e2 h7e7 i0i1", "顺炮"),
        ("g0e2 g9e7", "顺相局"),
        ("c3c4 g6g5 h2g2", "对兵转兵底炮"),
    ],
)
def test_names(moves: str, opening: str | None) -> None:
    board = Board()
    board.push_line(moves.split())
    assert name(board) == opening


def test_a_mirrored_game_has_the_same_name() -> None:
    for each in named_lines():
        board = Board()
        board.push_line(map(mirrored, each.moves))
        assert opening_of(board) == each.opening


def test_a_game_keeps_the_last_name_that_it_had() -> None:
    board = played("炮二平五 炮8平5")
    board.push_line(["a0a1", "a9a8"] + ["a1a0", "a8a9", "a0a1", "a9a8"] * 8)
    assert name(board) == "顺炮"


def test_a_position_is_no_game() -> None:
    board = played("炮二平五")
    assert opening_of(Board(board.fen())) is None
    assert opening_of(Board(STARTING_FEN.replace(" w ", " b "))) is None


def test_book_moves_are_legal_and_mirror() -> None:
    board, mirror = Board(), Board()
    for _ in range(6):
        moves = book_moves(board)
        assert all(board.is_legal(move) for move, _ in moves)
        assert [weight for _, weight in moves] == sorted((weight for _, weight in moves), reverse=True)
        other = {(mirrored(move.uci()), weight) for move, weight in book_moves(mirror)}
        if board.placement != mirror.placement:
            assert other == {(move.uci(), weight) for move, weight in moves}
        move = moves[0][0].uci()
        board.push_uci(move)
        mirror.push_uci(mirrored(move))


def test_the_key_tells_sides_apart_and_mirror_images_together() -> None:
    board, mirror = Board(), Board()
    board.push_uci("h2e2")
    mirror.push_uci("b2e2")
    key, is_mirrored = position_key(board.placement, board.turn)
    assert position_key(mirror.placement, mirror.turn) == (key, not is_mirrored)
    assert position_key(board.placement, board.turn.other)[0] != key


def test_outside_of_the_book_there_are_no_moves() -> None:
    assert book_moves(Board("3k5/9/9/9/9/9/9/9/R8/4K4 w")) == []


def test_making_a_book() -> None:
    lines = named_lines(
        "中炮 | Central Cannon | Pháo đầu | 炮二平五\n顺炮 | Same | Thuận pháo | 炮二平五 炮8平5\n"
    )
    recipe = Recipe(positions=5, nodes=300)
    books = [list(make(recipe, lines, Here()))[-1] for _ in range(2)]
    assert books[0] == books[1]
    assert sum(bool(entry.moves) for entry in books[0].values()) == 5
    assert {entry.opening.chinese for entry in books[0].values() if entry.opening} == {"中炮", "顺炮"}
    for entry in books[0].values():
        assert all(Move.from_uci(move) for move, _ in entry.moves)
        assert 97 <= sum(weight for _, weight in entry.moves) <= 103 or not entry.moves


def test_shares_fall_by_half_with_every_few_centipawns() -> None:
    shares = dict(weigh([("a", 10), ("b", 2), ("c", -100)]))
    assert list(shares) == ["a", "b"]
    assert shares["a"] == pytest.approx(2 * shares["b"])


def test_a_line_that_cannot_be_played_is_named() -> None:
    with pytest.raises(LabError, match="line 2"):
        named_lines("# comment\n坏 | Bad | Hỏng | 炮二平五 炮2进8\n")
