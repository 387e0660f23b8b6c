"""Variants: an engine whose kernel files have been edited."""

import json
from pathlib import Path

import pytest
from cannonfish.compiler import DialectError, ExecutionFailed, LinkError
from cannonfish.engine import Engine, Limits, kernel_files
from cannonfish.engine.bench import bench
from cannonfish.games.catalogue import GAMES

EVALUATION = "xiangqi/evaluation.py"


def evaluation_with(line: str) -> dict[str, str]:
    """Xiangqi's evaluation, which begins with another line."""
    text = kernel_files("xiangqi")[EVALUATION]
    start, head, rest = text.partition("def evaluate(side: int) -> int:\n")
    docstring, _, body = rest.partition("\n")
    return {EVALUATION: f"{start}{head}{docstring}\n    {line}\n{body}"}


def line_of(sources: dict[str, str], line: str) -> int:
    """The number of a line of the evaluation."""
    return sources[EVALUATION].splitlines().index(f"    {line}") + 1


@pytest.fixture
def broken_index() -> dict[str, str]:
    """An evaluation that reads outside of an array."""
    return evaluation_with("side = board[side + 999]")


def test_an_unchanged_variant_is_the_engine_itself() -> None:
    original, variant = Engine(hash_mb=4, sources={}), Engine(hash_mb=4, sources=kernel_files("xiangqi"))
    assert bench(variant, depth=6).nodes == bench(original, depth=6).nodes
    assert variant.execution == original.execution


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_edited(game: str) -> None:
    files = kernel_files(game)
    own = [f"{name.replace('.', '/')}.py" for name in GAMES[game].files if name.startswith(f"{game}.")]
    assert {"search.py", *own} <= files.keys()
    path = own[-1]
    engine = Engine(game, hash_mb=1, sources={path: files[path] + "\n# a remark\n"})
    assert (
        engine.go(Limits(depth=3)).bestmove
        == Engine(game, hash_mb=1, sources={}).go(Limits(depth=3)).bestmove
    )


@pytest.mark.parametrize("execution", ["compiled", "interpreted"])
def test_an_edit_changes_what_the_engine_thinks(execution: str) -> None:
    fen = "3ak4/4a4/9/9/9/9/3C5/9/4A4/4KA3 w - - 0 1"
    plain = Engine(execution=execution, hash_mb=1, sources={})
    edit = evaluation_with("return 1234")
    variant = Engine(execution=execution, hash_mb=1, sources=edit)
    for engine in (plain, variant):
        engine.position(fen)
    assert variant.evaluate().cp == 1234 != plain.evaluate().cp
    assert variant.with_same_settings().evaluate().cp == 1234, "of the start position"


def test_faults_name_file_line_column_and_reason() -> None:
    edit = evaluation_with("side = side / 2")
    with pytest.raises(DialectError) as caught:
        Engine(hash_mb=1, sources=edit).go(Limits(depth=1))
    error = caught.value
    line = line_of(edit, "side = side / 2")
    assert (error.file, error.line, error.column) == (f"cannonfish/kernel/{EVALUATION}", line, 12)
    assert error.reason == "/ gives a float; write // for whole numbers"
    assert [str(fault) for fault in Engine(hash_mb=1, sources=edit).source_faults()] == [str(error)]
    assert Engine(sources={}).source_faults() == []


def test_every_file_has_a_title_in_the_lab() -> None:
    """“tables, changes, chase” stood beside “Weights, Evaluation”."""
    texts = json.loads((Path(__file__).parents[3] / "web" / "texts" / "en.json").read_text("utf-8"))
    titles = set(texts["lab"]["file"]) - {"changed", "faulty", "broken"}
    files = {Path(path).stem for game in ("xiangqi", "chess", "liuzichong") for path in kernel_files(game)}
    assert titles == files


def test_a_path_that_is_no_file_of_the_game_is_refused() -> None:
    with pytest.raises(ValueError, match=r"'chess/board.py' is none of the files"):
        Engine(sources={"chess/board.py": ""}).warm_up()


def test_the_checked_build_stops_where_the_other_goes_on(broken_index: dict[str, str]) -> None:
    with pytest.raises(ExecutionFailed) as caught:
        Engine(hash_mb=1, sources=broken_index, checked=True).go(Limits(depth=2))
    line = line_of(broken_index, "side = board[side + 999]")
    assert f"{EVALUATION}:{line}:12: index 999 outside board[256] (in evaluate)" in str(caught.value)


def test_arrays_of_a_gigabyte_are_refused() -> None:
    text = kernel_files("xiangqi")["table.py"]
    use = "huge: list[int] = zeros(1 << 28)\n\n\ndef use() -> int:\n    return huge[0]\n"
    large = {"table.py": f"{text}\n\n{use}"}
    with pytest.raises(
        LinkError, match=r"table.py:\d+: the arrays take \d+ MB, most of them `huge`; at most"
    ):
        Engine(sources=large).warm_up()
    assert "huge" in str(Engine(sources=large).source_faults()[0])
