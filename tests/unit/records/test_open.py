"""Files of any length are read game by game."""

import io
from itertools import islice
from pathlib import Path
from typing import Any, cast

import chess.pgn as other_pgn
import pytest
from cannonfish import chess, records
from cannonfish.errors import InvalidRecordError
from cannonfish.records.blocks import BLOCK, read_blocks

GAME = '[Event "{}"]\n[White "Größe"]\n[Result "1-0"]\n\n1. e4 {{a comment}} e5 2. Nf3 1-0\n\n'


class Endless(io.RawIOBase):
    """A file of as many games as anybody reads."""

    def __init__(self) -> None:
        self.games = 0
        self.kept = b""

    def read(self, size: int = -1) -> bytes:
        while len(self.kept) < size:
            self.games += 1
            self.kept += GAME.format(self.games).encode()
        given, self.kept = self.kept[:size], self.kept[size:]
        return given


def test_games_of_an_endless_file_come_one_by_one() -> None:
    file = Endless()
    games = records.open(cast(Any, file))
    assert [game.headers["Event"] for game in islice(games, 3)] == ["1", "2", "3"]
    assert file.games * len(GAME) < 4 * BLOCK


@pytest.mark.parametrize("size", [1, 7, 64, 300, 5000])
def test_pieces_end_before_games_and_lose_nothing(size: int) -> None:
    text = "".join(map(GAME.format, range(40)))
    pieces = [*read_blocks(io.StringIO(text), size)]
    assert "".join(pieces) == text
    assert all(piece.startswith("[Event") for piece in pieces)
    assert len(pieces) == 40 or size > len(GAME)
    as_bytes = [*read_blocks(io.BytesIO(text.encode()), size)]
    assert b"".join(as_bytes) == text.encode()
    assert all(piece.startswith(b"[Event") for piece in as_bytes)


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "utf-16"])
def test_a_path_is_read_like_its_bytes(encoding: str, tmp_path: Path) -> None:
    data = "".join(map(GAME.format, range(3))).encode(encoding)
    path = tmp_path / "games.pgn"
    path.write_bytes(data)
    games = [*records.open(path)]
    assert [game.headers for game in games] == [game.headers for game in records.load(data)]
    assert {game.headers["White"] for game in games} == {"Größe"}


def test_other_formats_are_read_too(data: Path) -> None:
    for name in ("published.xqf", "page.dhtmlxq.txt", "variations.pgn"):
        path = data / "records" / name
        assert [[*game.mainline_moves()] for game in records.open(path)] == [
            [*game.mainline_moves()] for game in records.load(path.read_bytes())
        ]


def test_an_error_has_its_line_in_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read_blocks, "__defaults__", (100,))
    text = "".join(map(GAME.format, range(20))) + '[Event "bad"]\n\n1. e4 e5 2. Ke3 *\n'
    [*_, last] = records.open(io.StringIO(text))
    [error] = last.errors
    assert error.line == text[: text.index("Ke3")].count("\n") + 1
    assert str(error.line) in error.message


def test_what_has_no_game_is_refused() -> None:
    with pytest.raises(InvalidRecordError):
        next(records.open(io.BytesIO(b"nothing of that kind")))


def test_a_file_that_is_not_there_is_missed_at_once(tmp_path: Path) -> None:
    """It was missed when the first game was wanted."""
    with pytest.raises(FileNotFoundError):
        records.open(tmp_path / "games.pgn")


def test_readers_say_which_other_one_takes_what_they_are_given() -> None:
    """`load` of a path raised `startswith first arg must be str or a tuple of str, not bytes`."""
    for read, wrong, said in (
        (records.load, "games.pgn", r"not 'games\.pgn'; open\(\) takes a path"),
        (records.loads, b"1. e4", r"not b'1\. e4'; load\(\) takes bytes"),
        (records.open, b"1. e4", "a path or an open file is expected"),
        (records.open, None, "a path or an open file is expected"),
        (records.Game, chess.STARTING_FEN, "a game starts with a board, not 'rnbq"),
        (records.Game, {"Event": "x"}, "a game starts with a board"),
    ):
        with pytest.raises(TypeError, match=said):
            cast(Any, read)(wrong)


def test_games_are_written_one_by_one() -> None:
    games = records.loads("".join(map(GAME.format, range(3))))
    file = io.StringIO()
    records.pgn.dump(iter(games), file)
    assert file.getvalue() == records.pgn.dumps(games)
    one_by_one = io.StringIO()
    for game in games:
        records.pgn.dump(game, one_by_one)
    assert one_by_one.getvalue() == file.getvalue()


def test_games_that_were_appended_are_those_of_other_readers() -> None:
    """Nothing separated them: python-chess took the headers of the second for a part of the first."""
    file = io.StringIO()
    for number in range(3):
        game = records.Game(chess.Board(), {"Event": f"no. {number}"})
        game.add_variation(chess.Move.from_uci("e2e4"))
        records.pgn.dump(game, file)
    file.seek(0)
    read = [*iter(lambda: other_pgn.read_game(file), None)]
    assert [game.headers["Event"] for game in read] == ["no. 0", "no. 1", "no. 2"]
    assert [len([*game.mainline_moves()]) for game in read] == [1, 1, 1]
