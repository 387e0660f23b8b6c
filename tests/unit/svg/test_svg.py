"""Pictures: what is drawn, where, and what is refused."""

import re
from xml.etree import ElementTree

import pytest
from cannonfish import chess, liuzichong, records, svg, xiangqi
from cannonfish.games.catalogue import GAMES

SVG = "{http://www.w3.org/2000/svg}"
MATE = ("f3", "e5", "g4", "Qh4")


def mated() -> chess.Board:
    board = chess.Board()
    for san in MATE:
        board.push_san(san)
    return board


def drawn(picture: str) -> list[tuple[int, int, str]]:
    """Column, row and drawing of everything in a cell."""
    root = ElementTree.fromstring(picture)
    [board] = root.findall(f"{SVG}g[@transform]")
    return [
        (int(use.get("x", "")) // 100, int(use.get("y", "")) // 100, use.get("href", ""))
        for use in board.findall(f"{SVG}use")[1:]
    ]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("orientation", [0, 1])
def test_every_piece_is_where_it_stands(game: str, orientation: int) -> None:
    board = GAMES[game].new_board(None)
    found = {
        (column, row): drawing for column, row, drawing in drawn(svg.board(board, orientation=orientation))
    }
    files, ranks = board.grid.files, board.grid.ranks
    by_letter: dict[str, set[str]] = {}
    for at, letter in enumerate(board.placement):
        if letter != ".":
            column, row = at % files, ranks - 1 - at // files
            place = (files - 1 - column, ranks - 1 - row) if orientation else (column, row)
            by_letter.setdefault(letter, set()).add(found.pop(place))
    assert found == {}
    drawings = [drawing for each in by_letter.values() for drawing in each]
    assert len(drawings) == len(set(drawings)) == len(set(board.placement) - {"."})


def test_arrows_are_given_as_moves_too() -> None:
    board = chess.Board()
    move = chess.Move.from_uci("e2e4")
    [picture] = {svg.board(board, arrows=[each]) for each in (move, (12, 28), svg.Arrow(12, 28))}
    assert picture.count("rotate(") == 1


def test_the_sets_of_xiangqi_differ() -> None:
    pictures = {svg.board(xiangqi.Board(), pieces=name) for name in svg.PIECE_SETS}
    assert len(pictures) == 3


def test_every_name_in_use_is_defined() -> None:
    for picture in (svg.current(mated()), svg.board(liuzichong.Board()), svg.game(records.Game(mated()))):
        assert set(re.findall(r'href="#(\w+)"', picture)) <= set(re.findall(r'<g id="(\w+)"', picture))


def test_marks_lie_below_the_pieces_and_arrows_above() -> None:
    board = mated()
    picture = svg.current(board, arrows=[(3, 31), svg.Arrow(0, 0, "red")], squares=[8], fill={9: "#abc"})
    places = [(column, row) for column, row, _ in drawn(picture)]
    assert places[:4] == [(1, 6), (3, 0), (7, 4), (4, 7)], (
        "the filled square, the last move, the king in check"
    )
    assert places[-2:] == [(0, 6), (0, 7)], "the cross and the ring"
    assert picture.count("<path") > svg.current(board).count("<path")


def test_the_longer_side_has_the_size() -> None:
    root = ElementTree.fromstring(svg.board(xiangqi.Board(), size=500))
    assert root.get("height") == "500"
    assert float(root.get("width", "")) == pytest.approx(500 * 988 / 1088, abs=0.01)
    assert ElementTree.fromstring(svg.board(xiangqi.Board())).get("width") is None


def test_a_piece_is_a_picture() -> None:
    knight = xiangqi.Board().piece_at(1)
    for piece in (knight, chess.Board().piece_at(1), liuzichong.Board().piece_at(0)):
        assert piece is not None
        root = ElementTree.fromstring(svg.piece(piece, 60))
        assert (root.get("width"), root.get("viewBox")) == ("60", "0 0 100 100")


def test_colours_are_replaced_and_cannot_be_markup() -> None:
    picture = svg.board(xiangqi.Board(), colors={"board": '"><script>'}, fill={0: "<b>"})
    ElementTree.fromstring(picture)
    assert "<script" not in picture
    assert "<b>" not in picture
    assert "#123456" in svg.board(xiangqi.Board(), colors={"red": "#123456"})


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"pieces": "wooden"}, "wooden"),
        ({"colors": {"bord": "#fff"}}, "bord"),
        ({"check": 90}, "there is no point 90"),
        ({"arrows": [(0, -1)]}, "there is no point -1"),
    ],
)
def test_nonsense_is_refused(options: dict[str, object], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        svg.board(xiangqi.Board(), **options)  # type: ignore[arg-type]


def test_arrows_of_comments_are_drawn() -> None:
    [game] = records.loads("1. h2e2 {[%cal Ge2e6,Rb9c7,Zz][%csl Ye6] Central.} *")
    assert svg.arrows(game.variations[0]) == [
        svg.Arrow(22, 58, "green"),
        svg.Arrow(82, 65, "red"),
        svg.Arrow(58, 58, "yellow"),
    ]


def test_a_game_is_a_page_that_needs_no_network() -> None:
    [game] = records.loads("1. 炮二平五 {The <Central> Cannon} 马8进7 2. 马二进三 车9平8 *")
    page = game._repr_html_()
    assert "$$" not in page
    for text in (">炮二平五<", "The &lt;Central&gt; Cannon", ">1.<", "2. <a"):
        assert text.replace(">1.<", "1.") in page
    assert set(re.findall(r'https?://[^"]*', page)) == {"http://www.w3.org/2000/svg"}
    assert page.count("<svg") == 6, "five positions, and what they share"
    assert page.count("hidden>") == 4, "the last one is shown where scripts do not run"
    assert ">C2=5<" in svg.game(game, pieces="western")


@pytest.mark.parametrize("game", GAMES)
def test_moves_of_every_game_are_listed(game: str) -> None:
    """A record of Liuzichong was an AttributeError: its boards have no `san`."""
    board = GAMES[game].new_board(None)
    move = next(iter(board.legal_moves))
    record = records.Game(board)
    record.add_variation(move)
    notation = "traditional" if game == "xiangqi" else board.notation
    assert f">{board.text(move, notation)}<" in record._repr_html_()


def test_notebooks_show_boards_moves_and_pieces() -> None:
    board = xiangqi.Board()
    board.push_uci("h2e2")
    [game] = records.loads("1. h2e2 *")
    picture = svg.current(board, size=svg.NOTEBOOK_SIZE)
    assert f'height="{svg.NOTEBOOK_SIZE}"' in picture
    assert board._repr_svg_() == game.variations[0]._repr_svg_() == picture
    assert svg.board(board)._repr_svg_() == svg.board(board)
