"""The signature of search and evaluations: the nodes of `python -m cannonfish bench`.

It changes exactly when the search, an evaluation or a weight does; the commit message gives the sum
(`Bench: <nodes>`).
"""

import re
from dataclasses import replace

import pytest
from cannonfish.compiler import link, sources
from cannonfish.engine import Engine, kernel_files
from cannonfish.engine.bench import bench, bench_all
from cannonfish.games.catalogue import GAMES
from cannonfish.kernel import NETWORK_SETTINGS, network_file

SIGNATURES = {
    ("xiangqi", "network"): 178_116,
    ("xiangqi", "classical"): 132_589,
    ("chess", "network"): 111_615,
    ("chess", "classical"): 101_230,
    ("liuzichong", "classical"): 12_820,
}


def test_the_signature() -> None:
    found = {(each.game, each.evaluation): each.nodes for each in bench_all()}
    assert {each: found[each] for each in SIGNATURES} == SIGNATURES


@pytest.mark.parametrize(
    ("path", "before", "after"),
    [
        ("xiangqi/weights.py", "_s( 200,  200),  # knight", "_s( 205,  200),  # knight"),
        ("xiangqi/weights.py", "_s(  10,    9), _s(  24,   21)", "_s(  15,    9), _s(  24,   21)"),
        ("chess/weights.py", "_s( 330,  310),  # knight", "_s( 335,  310),  # knight"),
        ("chess/weights.py", "_s( -22,  -12), _s(  -7,   -2)", "_s( -22,  -12), _s(  -2,   -2)"),
        ("liuzichong/evaluation.py", "STONE_VALUE = 100", "STONE_VALUE = 105"),
        ("liuzichong/evaluation.py", "MOBILITY = 20", "MOBILITY = 21"),
    ],
    ids=lambda text: text.strip("_s(").split(",")[0],
)
def test_a_value_of_a_piece_or_a_square_changes_it(path: str, before: str, after: str) -> None:
    """200 centipawns on two squares of Xiangqi changed nothing: only the network was searched with."""
    game = path.split("/")[0]
    text = kernel_files(game)[path]
    assert before in text
    with Engine(game, sources={path: text.replace(before, after, 1)}) as engine:
        assert bench(engine).nodes != SIGNATURES[game, "classical"]


@pytest.mark.slow
@pytest.mark.parametrize("game", ["xiangqi", "chess"])
def test_every_table_of_the_weights_changes_it(game: str) -> None:
    """Each with eight centipawns more in every third entry."""
    path = f"{game}/weights.py"
    text = kernel_files(game)[path]
    tables = re.split(r"(?m)^(?=[A-Z_]+(?:: list\[int\])? = )", text)
    assert len(tables) > 20
    for at in range(1, len(tables)):
        numbers = re.split(r"(?<=[( ])(-?\d+)(?=,[^#\n]*\)|$)", tables[at], flags=re.MULTILINE)
        for number in range(1, len(numbers), 6):
            numbers[number] = str(int(numbers[number]) + 8)
        changed = "".join([*tables[:at], "".join(numbers), *tables[at + 1 :]])
        with Engine(game, sources={path: changed}) as engine:
            assert bench(engine).nodes != SIGNATURES[game, "classical"], tables[at].partition(" =")[0]


@pytest.mark.parametrize("part", ["rows", "bias", "output", "squares"])
@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if game.network_files])
def test_a_weight_of_a_network_changes_it(game: str, part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    features = {"xiangqi": 1260, "chess": 768}[game]
    network = network_file.read_network(game, features)
    piece = len(network.squares) // 2  # a knight on the edge, in chess a rook in the corner
    weights = getattr(network, part)[:]
    weights[{"rows": piece * network.width, "squares": piece}.get(part, 0)] += 16
    with Engine(game) as engine:
        size = {"TT_BITS": engine.program().constants["TT_BITS"]}
        with network_file.replaced(game, network_file.dumps(replace(network, **{part: weights}))):
            files = sources("cannonfish.kernel", GAMES[game].network_files)
            program = link(files, size | NETWORK_SETTINGS)
        monkeypatch.setattr(engine, "program", lambda: program)
        assert bench(engine).nodes != SIGNATURES[game, "network"]
