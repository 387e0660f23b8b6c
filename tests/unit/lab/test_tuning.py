"""The tuner: it sees what the evaluation sees, finds weights that were hidden, keeps the file as it is."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cannonfish.games.catalogue import GAMES
from cannonfish.games.xiangqi import RED, Board
from cannonfish_lab.__main__ import main
from cannonfish_lab.errors import LabError
from cannonfish_lab.jobs import Here, Workers
from cannonfish_lab.players.kernels import INSTALLED, VersionKernel, version
from cannonfish_lab.positions.files import Labelled, to_bytes
from cannonfish_lab.tuning import dataset
from cannonfish_lab.tuning.evaluation import TUNABLE, SymbolicEvaluation
from cannonfish_lab.tuning.fit import UNIT, cross_entropy, fit
from cannonfish_lab.tuning.neighbours import neighbours, roughness
from cannonfish_lab.tuning.piece_values import PieceTable, balanced
from cannonfish_lab.tuning.weights_file import WeightsFile
from scipy.special import expit

ENDINGS = {
    "xiangqi": [
        "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1",
        "3k5/9/9/4n4/9/9/9/9/9/4K4 w - - 0 1",
        "3k5/9/9/9/9/4C4/4P4/9/9/4K4 b - - 0 1",
        "2bak4/4a4/4b4/9/9/9/2p6/9/4A4/2B1KAB2 b - - 0 1",
    ],
    "chess": [
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "4k3/8/8/8/3n4/8/8/4K3 w - - 0 1",
        "4k3/2b5/8/2p5/8/3B4/4P3/4K3 b - - 0 1",
        "8/P5k1/8/8/8/5q2/8/1K6 w - - 0 1",
    ],
}


def random_boards(count: int, seed: int, game: str = "xiangqi") -> list[Any]:
    chance = random.Random(seed)
    boards: list[Any] = []
    start: Any = GAMES[game].new_board(None)
    board = start.copy()
    while len(boards) < count:
        if board.ply() >= 100 or not board.legal_moves:
            board = start.copy()
        board.push(chance.choice(list(board.legal_moves)))
        boards.append(board.copy())
    return boards


@pytest.fixture(scope="module")
def evaluation() -> SymbolicEvaluation:
    return SymbolicEvaluation()


# --- features -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", sorted(TUNABLE))
def test_features_and_weights_give_the_score_of_the_kernel(game: str) -> None:
    """To within the rounding of the kernel, which blends and scales with whole numbers."""
    evaluation = SymbolicEvaluation(game=game)
    weights = evaluation.file.weights
    middle_game = np.array([weight.middle_game for weight in weights])
    ending = np.array([weight.ending for weight in weights])
    kernel = VersionKernel(version(None, {"TT_BITS": 10}, game), "interpreted")
    new_board = GAMES[game].new_board
    for board in random_boards(300, seed=5, game=game) + [new_board(fen) for fen in ENDINGS[game]]:
        seen = evaluation.features(board.fen().split()[0])
        counts = seen.counts.astype(float)
        blended = seen.middle_game * (counts @ middle_game[seen.weights])
        blended += (1 - seen.middle_game) * (counts @ ending[seen.weights])
        scaled = blended * (seen.scale_red if blended > 0 else seen.scale_black)
        ours = (-scaled if board.turn else scaled) + evaluation.tempo
        kernel.game.set_position(kernel.execution, board)
        assert abs(ours - kernel.execution.call("evaluate", board.turn)) < 2, board.fen()


def test_a_mirrored_colour_has_the_opposite_features(evaluation: SymbolicEvaluation) -> None:
    placement = "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2"
    turned = "/".join(row.swapcase() for row in reversed(placement.split("/")))
    here, there = evaluation.features(placement), evaluation.features(turned)
    assert list(here.weights) == list(there.weights)
    assert list(here.counts) == [-count for count in there.counts]


def test_material_that_cannot_win_counts_for_nothing(evaluation: SymbolicEvaluation) -> None:
    seen = evaluation.features("3k5/9/9/9/9/9/4r4/9/9/4KA3")
    assert seen.scale_red == 0.0
    seen = evaluation.features(Board().fen().split()[0])
    assert (seen.scale_red, seen.scale_black, seen.middle_game) == (1.0, 1.0, 1.0)


# --- piece values -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "numbers"), [("xiangqi", [5, 7, 90, 90, 90, 55]), ("chess", [48, *[64] * 4])]
)
def test_pieces_stand_where_the_rules_let_them(game: str, numbers: list[int]) -> None:
    """Advisors on 5 points, bishops on 7, pawns nowhere behind their start; the king is left out."""
    evaluation = SymbolicEvaluation(game=game)
    tables = evaluation.piece_tables()
    assert [len(each.squares) for each in tables] == numbers
    names = [weight.name for weight in evaluation.file.weights]
    assert {names[each.value].partition("[")[0] for each in tables} == {"PIECE_VALUES"}
    assert len({each.table for each in tables}) == len(tables)
    assert all({*each.squares} <= {*each.table} for each in tables)


def test_a_piece_value_becomes_the_average_of_its_squares() -> None:
    """The sums, and so the evaluation, stay; those of squares that are never reached do, too."""
    pairs = [(100, 50), (10, -3), (20, -4), (31, 0), (-100, -50), (7, 7)]
    table = PieceTable(0, (1, 1, 2, 3), (1, 2, 3, 4))
    after = balanced(pairs, [table])
    assert after[0] == (100 + 18, 50 - 2)  # 71 / 4 and -10 / 4
    assert after[5] == (7, 7)
    for at in table.table:
        for half in (0, 1):
            assert after[0][half] + after[at][half] == pairs[0][half] + pairs[at][half]
    assert balanced(after, [table]) == after


# --- fitting ------------------------------------------------------------------------------------------------


def positions_with_hidden_weights(
    evaluation: SymbolicEvaluation, hidden: dict[str, int], tempo: int
) -> bytes:
    """Positions labelled with what an evaluation with some other weights says."""
    pairs = [(weight.middle_game, weight.ending) for weight in evaluation.file.weights]
    more = np.array([hidden.get(weight.name, 0) for weight in evaluation.file.weights])
    middle_game, ending = np.array(pairs).T
    chance = random.Random(3)
    labelled = []
    for number, board in enumerate(random_boards(2500, seed=4)):
        seen = evaluation.features(board.fen().split()[0])
        counts = seen.counts.astype(float)
        score = seen.middle_game * (counts @ (middle_game + more)[seen.weights])
        score += (1 - seen.middle_game) * (counts @ (ending + more)[seen.weights])
        score *= seen.scale_red if score > 0 else seen.scale_black
        score += tempo if board.turn is RED else -tempo
        result = float(chance.random() < expit(score / UNIT))
        turn = 1 if board.turn is RED else -1
        placement = board.fen().split()[0]
        labelled.append(Labelled(placement, board.turn is RED, round(turn * score), result, number // 25))
    return to_bytes(labelled)


def test_hidden_weights_are_found(evaluation: SymbolicEvaluation, tmp_path: Path) -> None:
    slope = 8
    hidden = {f"ROOK_MOBILITY[{room}]": slope * room for room in range(18)}
    file = tmp_path / "shard-00000.txt.gz"
    file.write_bytes(positions_with_hidden_weights(evaluation, hidden, tempo=45))
    data = dataset.load([file], INSTALLED, Here())
    weights = evaluation.file.weights
    start = [(weight.middle_game, weight.ending) for weight in weights]
    found = fit(data, start, evaluation.tempo, mix=1.0, pull=1e-11)
    scale = UNIT / found.label_scale
    assert scale == pytest.approx(1.0, abs=0.15)
    assert found.tempo == pytest.approx(45 * scale, abs=4)
    # On games it has not seen, nearly all that can be known is known.
    missed = [found.loss_before[1] - found.loss_least[1], found.loss_after[1] - found.loss_least[1]]
    assert missed[1] < missed[0] / 5
    # What a point more of room is worth in the middle game: only mobility can explain that.
    rooms, gains = zip(
        *[
            (int(weight.name[14:-1]), after[0] - before[0])
            for number, (weight, before, after) in enumerate(zip(weights, start, found.pairs, strict=True))
            if weight.name in hidden and data.counts[:, number].nnz > 100
        ],
        strict=True,
    )
    assert np.polyfit(rooms, gains, 1)[0] == pytest.approx(slope * scale, rel=0.25)


def test_a_pull_holds_the_weights_where_they_are(evaluation: SymbolicEvaluation, tmp_path: Path) -> None:
    file = tmp_path / "shard-00000.txt.gz"
    file.write_bytes(positions_with_hidden_weights(evaluation, {"PAWN_PAIR": 60}, tempo=21))
    data = dataset.load([file], INSTALLED, Here())
    start = [(weight.middle_game, weight.ending) for weight in evaluation.file.weights]
    assert fit(data, start, evaluation.tempo, pull=1e3).pairs == start


def test_only_what_is_free_changes(evaluation: SymbolicEvaluation, tmp_path: Path) -> None:
    file = tmp_path / "shard-00000.txt.gz"
    file.write_bytes(positions_with_hidden_weights(evaluation, {"PAWN_PAIR": 60}, tempo=45))
    data = dataset.load([file], INSTALLED, Here())
    weights = evaluation.file.weights
    start = [(weight.middle_game, weight.ending) for weight in weights]
    free = [weight.name.startswith("ROOK_MOBILITY") for weight in weights]
    found = fit(data, start, evaluation.tempo, free=free)
    changed = [before != after for before, after in zip(start, found.pairs, strict=True)]
    assert any(changed)
    assert not any(change and not may for change, may in zip(changed, free, strict=True))


def test_a_fit_can_keep_what_a_score_means(evaluation: SymbolicEvaluation, tmp_path: Path) -> None:
    """Labels and results that suit the weights as they are change nothing but what is noise."""
    file = tmp_path / "shard-00000.txt.gz"
    file.write_bytes(positions_with_hidden_weights(evaluation, {}, evaluation.tempo))
    data = dataset.load([file], INSTALLED, Here())
    start = [(weight.middle_game, weight.ending) for weight in evaluation.file.weights]
    found = fit(data, start, evaluation.tempo, mix=1.0, unit=None)
    assert found.unit == pytest.approx(found.label_scale, rel=0.02)
    assert max(abs(after[0] - before[0]) for before, after in zip(start, found.pairs, strict=True)) <= 2


def test_other_games_have_no_weights_to_tune() -> None:
    with pytest.raises(LabError, match="no weights of liuzichong"):
        SymbolicEvaluation(game="liuzichong")


def test_neighbours_on_the_board_and_in_a_table() -> None:
    names = [*(f"KING_SQUARES[{at}]" for at in range(6)), "PAIR", "PASSED[0]", "PASSED[1]"]
    pairs = neighbours(names, width=3)
    assert sorted(pairs) == [(0, 1), (0, 3), (1, 2), (1, 4), (2, 5), (3, 4), (4, 5), (7, 8)]
    change = np.array([5.0, 5, 5, 5, 5, 7, 100, 1, 4])
    assert change @ roughness(pairs, len(names)) @ change == 2**2 + 2**2 + 3**2


def test_a_smooth_fit_is_less_jagged(evaluation: SymbolicEvaluation, tmp_path: Path) -> None:
    file = tmp_path / "shard-00000.txt.gz"
    file.write_bytes(positions_with_hidden_weights(evaluation, {"PAWN_PAIR": 60}, tempo=45))
    data = dataset.load([file], INSTALLED, Here())
    weights = evaluation.file.weights
    start = [(weight.middle_game, weight.ending) for weight in weights]
    beside = neighbours([weight.name for weight in weights], evaluation.width)
    jags = []
    for smooth in (0.0, 1e-4):
        found = fit(data, start, evaluation.tempo, smooth=smooth, beside=beside)
        change = np.array(found.pairs) - np.array(start)
        jags.append(np.abs(change[[i for i, _ in beside]] - change[[j for _, j in beside]]).mean())
    assert jags[1] < jags[0] / 4


def test_the_loss_is_least_at_the_target() -> None:
    target = np.array([0.1, 0.5, 0.9])
    values = UNIT * np.log(target / (1 - target))
    least = cross_entropy(values, target)
    assert np.all(least < cross_entropy(values + 20, target))
    assert np.all(least < cross_entropy(values - 20, target))
    assert least[1] == pytest.approx(np.log(2))


def test_a_position_counts_once_and_games_are_not_split(
    evaluation: SymbolicEvaluation, tmp_path: Path
) -> None:
    boards = random_boards(60, seed=8)
    labelled = [
        Labelled(board.fen().split()[0], board.turn is RED, 10, 0.5, number // 3)
        for number, board in enumerate(boards)
    ]
    for name in ("one", "two"):
        (tmp_path / f"{name}.txt.gz").write_bytes(to_bytes(labelled))
    with Workers("processes", 2).open() as pool:
        data = dataset.load(list(dataset.batches(tmp_path)), INSTALLED, pool)
    distinct = {(position.placement, position.red_to_move) for position in labelled}
    assert len(data) == len(distinct)
    assert 0 < data.held_out.sum() < len(data)
    assert data.label[0] == (10 if data.turn[0] > 0 else -10)


# --- the file -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", sorted(TUNABLE))
def test_the_file_is_kept_as_it_is(game: str) -> None:
    source = (INSTALLED / game / "weights.py").read_text()
    file = WeightsFile(source)
    pairs = [(weight.middle_game, weight.ending) for weight in file.weights]
    assert file.rewritten(pairs, file.numbers) == source


def test_only_numbers_and_provenance_change() -> None:
    source = '''"""Numbers.

Provenance: somebody
said so.

More."""

TABLE: list[int] = [
    _s(   1,   -2), _s(   0,    0),  # a comment, é
]
SHORT = [_s(1, -2), _s(3, 4)]
ALONE = _s(26, -14)
TEMPO = 21
'''
    file = WeightsFile(source)
    assert [weight.name for weight in file.weights] == [
        "TABLE[0]",
        "TABLE[1]",
        "SHORT[0]",
        "SHORT[1]",
        "ALONE",
    ]
    changed = file.rewritten(
        [(-10, 5), (7, 1234), (100, -3), (0, 0), (5, 6)], {"TEMPO": 19}, "a fit\nof two lines"
    )
    assert (
        changed
        == '''"""Numbers.

Provenance: a fit
of two lines

More."""

TABLE: list[int] = [
    _s( -10,    5), _s(   7, 1234),  # a comment, é
]
SHORT = [_s(100, -3), _s(0, 0)]
ALONE = _s(5, 6)
TEMPO = 19
'''
    )


@pytest.mark.parametrize(
    ("source", "reason"),
    [("A = [_s(1, 2), 3]\n", "is not _s"), ("A = 5\n", "holds no weights"), ("A = _s(1, B)\n", "is not _s")],
)
def test_files_of_another_layout_are_refused(source: str, reason: str) -> None:
    with pytest.raises(LabError, match=reason):
        WeightsFile(source)


def test_one_command_writes_weights_that_can_be_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from shutil import copytree

    kernel = copytree(INSTALLED, tmp_path / "kernel")
    shards, out = tmp_path / "positions", kernel / "xiangqi" / "weights.py"
    make = ["positions", str(shards), "--shards", "1", "--games", "2", "--nodes", "50:100", "--pool", "here"]
    assert (
        main([*make, "--labeller", "cannonfish:nodes=300,TT_BITS=10", "--player", "cannonfish:TT_BITS=10"])
        == 0
    )
    tune = ["tune", str(shards), "--kernel", str(kernel), "--out", str(out), "--pool", "here"]
    before = out.read_text()
    assert main(tune) == 0
    assert "kept aside" in capsys.readouterr().out
    after = out.read_text()
    assert after != before
    assert "cannonfish at 300 nodes" in after
    written = SymbolicEvaluation(kernel)
    pairs = [(weight.middle_game, weight.ending) for weight in written.file.weights]
    assert balanced(pairs, written.piece_tables()) == pairs
    version(str(kernel), {"TT_BITS": 10})
    assert main(["tune", str(tmp_path), "--out", str(out), "--pool", "here"]) == 1
    assert "no positions" in capsys.readouterr().err
    assert main([*tune, "--only", "TEMPER"]) == 1
    assert "there is no TEMPER" in capsys.readouterr().err
