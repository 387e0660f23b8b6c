"""The network: its updates are exact, its executions agree, its file says what is wrong with it."""

import json
import random
from array import array
from functools import cache

import pytest
from cannonfish.compiler import Execution, Host, LinkError, Program, instantiate, link, loops, sources
from cannonfish.games.catalogue import GAMES
from cannonfish.kernel import NETWORK_SETTINGS
from cannonfish.kernel.network_file import (
    Network,
    NetworkFileError,
    dumps,
    has_network,
    loads,
    read_network,
    replaced,
)

FEATURES = {"xiangqi": 1260, "chess": 768}
MOST_OF_A_KIND = {"xiangqi": (1, 2, 2, 2, 2, 2, 5), "chess": (8, 10, 10, 10, 9, 1)}
GAMES_WITH_NETWORK = [name for name, game in GAMES.items() if game.network_files]
BUILDS = (("interpreted", False), ("compiled", False), ("compiled", True))


def random_network(game: str, width: int = 16) -> Network:
    """Accumulators whose numbers are often inside (0, 1) and often outside."""
    rng = random.Random(1)

    def numbers(count: int, most: int) -> "array[int]":
        return array("h", [rng.randint(-most, most) for _ in range(count)])

    features = FEATURES[game]
    return Network(
        {"game": game, "features": features, "width": width},
        numbers(features * width, 60),
        numbers(width, 200),
        numbers(2 * width, 3000),
        numbers(features // 2, 8000),
        123,
    )


@cache
def program(game: str) -> Program:
    with replaced(game, dumps(random_network(game))):
        return link(
            sources("cannonfish.kernel", GAMES[game].network_files), {"TT_BITS": 10, **NETWORK_SETTINGS}
        )


def from_scratch(network: Network, game: str, execution: Execution, side: int) -> tuple[list[int], int]:
    """The accumulators of both perspectives and the score before scaling, by their definition."""
    width, half = network.width, len(network.squares)
    units = [list(network.bias), list(network.bias)]
    total = 0
    for owner, kind, rank, file, ranks, files in pieces(game, execution):
        for perspective in (0, 1):
            seen = rank if perspective == 0 else ranks - 1 - rank
            feature = (kind - 1) * ranks * files + seen * files + file
            if perspective == owner:
                total += network.squares[feature] * (1 if owner == side else -1)
            row = (feature + half * (owner != perspective)) * width
            for i in range(width):
                units[perspective][i] += network.rows[row + i]
    total = total + network.output_bias << 8
    for perspective, first in ((side, 0), (1 - side, width)):
        total += sum(
            (min(max(unit, 0), 181) ** 2 >> 7) * network.output[first + i]
            for i, unit in enumerate(units[perspective])
        )
    return units[0] + units[1], max(-14000, min(14000, total >> 12))


def pieces(game: str, execution: Execution) -> list[tuple[int, int, int, int, int, int]]:
    """Side, kind, rank, file of every piece, and the size of the board."""
    squares = execution.array("square_of")
    if game == "xiangqi":
        kinds = 2 * [1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 7, 7, 7]
        return [
            (number >> 4, kinds[number], (square >> 4) - 3, (square & 15) - 3, 10, 9)
            for number, square in enumerate(squares[16:48])
            if square
        ]
    kinds = execution.array("kind_of")[16:48]
    return [
        (number >> 4, kinds[number], square >> 3, square & 7, 8, 8)
        for number, square in enumerate(squares[16:48])
        if square >= 0
    ]


def set_up(game: str, executions: list[Execution], fen: str | None = None) -> int:
    board = GAMES[game].new_board(fen)
    for execution in executions:
        GAMES[game].set_search_root(execution, board)
    return int(board.turn)


@pytest.mark.parametrize("game", GAMES_WITH_NETWORK)
def test_updates_are_exact_in_all_builds(game: str) -> None:
    """Random games with moves taken back, null moves, and evaluations at random levels."""
    network = random_network(game)
    executions = [instantiate(program(game), build, checked=checked) for build, checked in BUILDS]
    rng = random.Random(2)
    evaluated = 0
    for _ in range(6):
        side = set_up(game, executions)
        line: list[tuple[int, list[int]]] = []
        for _ in range(120):
            if line and rng.random() < 0.3:
                move, undo = line.pop()
                side = 1 - side
                for one, back in zip(executions, undo, strict=True):
                    one.call("unmake" if move else "unmake_null", *((move, back) if move else (back,)))
            elif rng.random() < 0.1 and not executions[1].call("in_check", side):
                line.append((0, [one.call("make_null") for one in executions]))
                side = 1 - side
            else:
                end = executions[1].call("legal_moves", side, 0)
                if not end:
                    break
                move = rng.choice(executions[1].slice("moves", 0, end))
                line.append((move, [one.call("make", move) for one in executions]))
                side = 1 - side
            if rng.random() < 0.5:
                scores = [one.call("evaluate", side) for one in executions]
                assert len(set(scores)) == 1
                units, score = from_scratch(network, game, executions[1], side)
                slot = executions[1].read("top_level", 0) & 255
                stored = [
                    one.slice("accumulators", slot * len(units), (slot + 1) * len(units))
                    for one in executions
                ]
                assert stored == [units] * 3
                stronger = side if score > 0 else 1 - side
                assert scores[0] == score * executions[1].call("scale_factor", stronger) // 8
                evaluated += 1
    assert evaluated > 150


@pytest.mark.parametrize(
    "fen",
    [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "8/2p5/3p4/KP5r/1R2Pp1k/8/6P1/8 b - e3 0 1",
    ],
)
def test_castling_promotion_and_en_passant(fen: str) -> None:
    """Every line of two moves, from these positions, forwards and back."""
    execution = instantiate(program("chess"), "compiled", checked=True)
    network = random_network("chess")
    side = set_up("chess", [execution], fen)

    def walk(side: int, depth: int) -> None:
        units, _ = from_scratch(network, "chess", execution, side)
        execution.call("evaluate", side)
        slot = execution.read("top_level", 0) & 255
        assert execution.slice("accumulators", slot * len(units), (slot + 1) * len(units)) == units
        if depth == 0:
            return
        for move in execution.slice("moves", 0, execution.call("legal_moves", side, 0)):
            undo = execution.call("make", move)
            walk(1 - side, depth - 1)
            execution.call("unmake", move, undo)
        assert execution.read("top_level", 0) & 255 == slot

    walk(side, 2)


@pytest.mark.parametrize("game", GAMES_WITH_NETWORK)
def test_a_game_longer_than_the_ring_of_levels(game: str) -> None:
    """Game moves are never unmade: 1,200 of them go round the ring several times."""
    execution = instantiate(program(game), "compiled")
    side = set_up(game, [execution])
    network = random_network(game)
    there, back = {"xiangqi": ("b0c2 b9c7", "c2b0 c7b9"), "chess": ("b1c3 b8c6", "c3b1 c6b8")}[game]
    moves = [GAMES[game].rules.encode(move) for move in moves_of(game, f"{there} {back}".split())]
    for ply in range(1200):
        execution.call("make", moves[ply % 4])
        side = 1 - side
        if ply % 7 == 0:
            score = execution.call("evaluate", side)
            assert score == from_scratch(network, game, execution, side)[1]


def moves_of(game: str, line: list[str]) -> list[object]:
    board = GAMES[game].new_board(None)
    return [board.push_uci(text) for text in line]


@pytest.mark.parametrize("game", GAMES_WITH_NETWORK)
def test_searches_agree_and_trap_nowhere(game: str) -> None:
    board = GAMES[game].new_board(None)
    found = []
    for build, checked in BUILDS:
        one = instantiate(program(game), build, host=Host(now=lambda: 0), checked=checked)
        GAMES[game].set_search_root(one, board)
        one.call("begin", 3000, 0)
        scores = [one.call("iterate", depth) for depth in range(1, 5)]
        found.append((scores, one.array("search_state"), one.array("accumulators")))
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("game", GAMES_WITH_NETWORK)
def test_the_loops_over_accumulators_are_vectorised(game: str) -> None:
    innermost = [str(loop) for loop in loops(program(game)) if "kernel/network.py" in str(loop)]
    assert sum("8 rounds at once" in loop for loop in innermost) == 5


@pytest.mark.parametrize("game", GAMES_WITH_NETWORK)
def test_the_sides_are_equal(game: str) -> None:
    """A position and the same one with the colours exchanged have the same score."""
    execution = instantiate(program(game), "compiled")
    fens = {
        "xiangqi": (
            "3k5/4a4/9/p1P6/9/2n6/9/4B4/1C7/4K1R2 w - - 0 1",
            "4k1r2/1c7/4b4/9/2N6/9/P1p6/9/4A4/3K5 b - - 0 1",
        ),
        "chess": ("4k3/1p6/8/3N4/8/2q5/P7/R3K3 w - - 0 1", "r3k3/p7/2Q5/8/3n4/8/1P6/4K3 b - - 0 1"),
    }[game]
    first, second = (
        (set_up(game, [execution], fen), execution.call("evaluate", at))[1] for at, fen in enumerate(fens)
    )
    assert first == second


@pytest.mark.parametrize("game", [game for game in GAMES_WITH_NETWORK if has_network(game)])
def test_no_position_leaves_the_range_of_an_accumulator_of_the_installed_network(game: str) -> None:
    """Stores of compiled code wrap around."""
    network = read_network(game, FEATURES[game])
    kinds = MOST_OF_A_KIND[game]
    points = FEATURES[game] // 2 // len(kinds)
    for unit, bias in enumerate(network.bias):
        weights = network.rows[unit :: network.width]
        low = high = bias
        for number, most in enumerate([*kinds, *kinds]):
            of_kind = sorted(weights[number * points : (number + 1) * points])
            low += sum(min(weight, 0) for weight in of_kind[:most])
            high += sum(max(weight, 0) for weight in of_kind[-most:])
        assert low >= -32768
        assert high <= 32767


# --- files ---


def test_a_file_is_read_as_it_was_written() -> None:
    network = random_network("xiangqi")
    again = loads(dumps(network))
    assert vars(again) == vars(network)
    assert dumps(again) == dumps(network)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "does not begin with its description"),
        (b"\x00\x01\x02\n123", "does not begin with its description"),
        (b'{"game": "xiangqi", "width": 32}\n', "does not begin with its description"),
        (b'{"game": "xiangqi", "features": 1260, "width": -1}\n', "a width of -1"),
        (b'{"game": "xiangqi", "features": 1260, "width": 8}\n12345', "5 bytes of numbers instead of 21470"),
        (dumps(random_network("xiangqi"))[:-2], "bytes of numbers instead of"),
    ],
)
def test_a_damaged_file_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(NetworkFileError, match=message):
        loads(data)


def test_a_network_of_another_game_is_refused() -> None:
    data = dumps(random_network("chess"))
    with replaced("xiangqi", data), pytest.raises(NetworkFileError, match="for chess with 768 features"):
        read_network("xiangqi", 1260)


def test_a_game_without_a_network_says_so() -> None:
    with pytest.raises(NetworkFileError, match="no network for liuzichong"):
        read_network("liuzichong", 2)


def test_the_setting_is_not_forgotten() -> None:
    with (
        replaced("xiangqi", dumps(random_network("xiangqi"))),
        pytest.raises(LinkError, match="needs the setting RECORD_CHANGES"),
    ):
        link(sources("cannonfish.kernel", GAMES["xiangqi"].network_files))


def test_the_first_line_is_json() -> None:
    line, _, _ = dumps(random_network("xiangqi")).partition(b"\n")
    assert json.loads(line) == {"game": "xiangqi", "features": 1260, "width": 16}


def test_an_engine_that_was_restored_knows_its_network_before_its_files_are_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A page restores the memory of a warm engine first, its files later: the network seemed to be gone."""

    def missing(*_: str) -> bytes:
        raise FileNotFoundError

    assert has_network("xiangqi")
    monkeypatch.setattr("cannonfish.kernel.network_file.pkgutil.get_data", missing)
    assert has_network("xiangqi")
    with pytest.raises(NetworkFileError, match="there is no network"):
        read_network("xiangqi", FEATURES["xiangqi"])
