"""The lessons of "How the pieces move": what they say of a position is what the rules say."""

import itertools
import json
from typing import Any

import pytest

from tools.lesson_views import BOARDS, Step, history, moves_by, played, read
from tools.static_site import GUIDE, WEB

TOPICS: list[dict[str, Any]] = json.loads(GUIDE.read_text())
STEPS = [(topic["game"], step) for topic in TOPICS for step in topic["steps"]]
BUILT = {step["id"]: step for topic in read(GUIDE) for step in topic["steps"]}
NOTES = [(game, step, note) for game, step in STEPS for note in step.get("notes", [])]


def legal(game: str, fen: str) -> set[str]:
    """The legal moves of a position, from square to square."""
    return {move.uci()[:4] for move in moves_by(BOARDS[game](fen), None)}


def without(game: str, fen: str, square: str) -> str:
    """The position without the piece on a square."""
    placement, *rest = fen.split()
    grid = BOARDS[game].grid
    rows = [list(expanded(row)) for row in placement.split("/")]
    at = grid.parse_square(square)
    row = rows[grid.ranks - 1 - grid.square_rank(at)]
    assert row[grid.square_file(at)] != "1", f"nobody stands on {square}"
    row[grid.square_file(at)] = "1"
    return " ".join(["/".join(merged(row) for row in rows), *rest])


def expanded(row: str) -> str:
    return "".join("1" * int(letter) if letter.isdigit() else letter for letter in row)


def merged(row: list[str]) -> str:
    text = "".join(row)
    for run in range(9, 1, -1):
        text = text.replace("1" * run, str(run))
    return text


def test_every_step_has_a_name_of_its_own() -> None:
    names = [step["id"] for _, step in STEPS]
    assert len(set(names)) == len(names)
    for topic in TOPICS:
        assert topic["steps"][0]["id"].removesuffix("-try") == topic["id"]


def test_every_topic_has_a_task() -> None:
    assert [topic["id"] for topic in TOPICS if not any("goal" in step for step in topic["steps"])] == []


@pytest.mark.parametrize(("game", "step", "note"), NOTES, ids=[f"{s['id']}-{n['why']}" for _, s, n in NOTES])
def test_a_piece_that_a_note_blames_makes_the_difference(game: str, step: Step, note: dict[str, Any]) -> None:
    """A closed point is open, and what can be taken is safe, once the ringed piece is gone."""
    fen = step["fen"]
    closed = {note["of"] + dest for dest in note.get("closed", [])}
    takes = {note["of"] + dest for dest in note.get("takes", [])}
    moves = legal(game, fen)
    assert closed or takes
    assert closed.isdisjoint(moves)
    assert takes <= moves
    if "by" in note:
        otherwise = legal(game, without(game, fen, note["by"]))
        assert takes.isdisjoint(otherwise)
        assert closed <= otherwise


@pytest.mark.parametrize(("game", "step"), STEPS, ids=[step["id"] for _, step in STEPS])
def test_positions_and_their_moves_agree_with_the_rules(game: str, step: Step) -> None:
    positions = BUILT[step["id"]]["positions"]
    *_, start = history(step, game)
    assert positions[0]["fen"] == start.fen().split()[0]
    side = BUILT[step["id"]]["fen"].split()[1]
    for position in positions:
        listed = {group[:2] + dest for group in position["moves"].split() for dest in pairs(group[2:])}
        if position is positions[0]:
            rights = step["fen"].split()[2:]
            allowed = {move.uci()[:4] for move in moves_by(start, None)}
            assert rights or allowed == legal(game, f"{position['fen']} {side}")
        elif position["moves"]:
            allowed = legal(game, f"{position['fen']} {side}")
        else:
            continue
        if "piece" in step:
            assert listed <= allowed
        else:
            assert listed == allowed
        if "next" in position:
            assert len(position["next"]) == len(listed)


@pytest.mark.parametrize(("game", "step"), STEPS, ids=[step["id"] for _, step in STEPS])
def test_every_move_of_the_side_is_offered_or_refused_for_a_reason(game: str, step: Step) -> None:
    """The page of the lessons has no rules to ask when a move is tried that it does not offer."""
    *_, board = history(step, game)
    position = BUILT[step["id"]]["positions"][0]
    offered = {group[:2] + dest for group in position["moves"].split() for dest in pairs(group[2:])}
    refused = {
        text[:4]: (reason, text[4:])
        for reason, texts in position["refused"].items()
        for text in texts.split()
    }
    assert offered.isdisjoint(refused)
    for orig, dest in itertools.product(board.piece_map(), board.grid.squares):
        move = board.move_type(orig, dest)
        error = board.why_illegal(move)
        if orig == dest or move.uci() in offered or (error and error.reason == "opponents_piece"):
            continue
        reason, squares = refused.get(move.uci(), ("shape", ""))
        assert reason == (error.reason if error else "unasked"), move
        assert pairs(squares) == (str(error.details["squares"]).split() if error else [])


def test_what_does_not_end_the_game_is_answered() -> None:
    """ "Not quite" was all that a check was told from which the general escapes."""
    step = BUILT["mate-try"]
    answers = {position["lastMove"]: position.get("answer") for position in step["positions"][1:]}
    assert answers["h1h9"] is None, "mate"
    assert answers["a8a9"] == "e9e8"
    tasks = [step["id"] for _, step in STEPS if "end" in step.get("goal", {})]
    tried = [(name, after) for name in tasks for after in BUILT[name]["positions"][1:]]
    assert [after for _, after in tried if "solved" in after and "answer" in after] == []
    over = [(name, after["lastMove"]) for name, after in tried if not {"solved", "answer"} & after.keys()]
    assert over == [("facing-try", "a4a8"), ("mate-try", "a8f8"), ("mate-try", "h1f1")], "stalemate"


def test_the_hobbled_horse_knows_what_hobbles_it() -> None:
    assert BUILT["horse-leg"]["positions"][0]["refused"]["leg"] == "e4c3d4 e4c5d4 e4d6e5 e4f6e5"


def pairs(text: str) -> list[str]:
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def test_tasks_can_be_done_in_the_number_of_moves_that_the_text_names() -> None:
    texts = json.loads((WEB / "texts" / "en.json").read_text())["guide"]
    numbers = {"one": 1, "two": 2, "three": 3, "four": 4}
    for _, step in STEPS:
        if "capture" not in step.get("goal", {}):
            continue
        text = " ".join(texts[step["id"]].values())
        said = [number for word, number in numbers.items() if f"{word} move" in text]
        assert said == [shortest(BUILT[step["id"]]["positions"])] or (
            not said and shortest(BUILT[step["id"]]["positions"]) == 1
        ), step["id"]


def shortest(positions: list[dict[str, Any]]) -> int:
    """The moves from the first position to one that is solved."""
    at, moves = {0}, 0
    while not any(positions[index].get("solved") for index in at):
        at = {after for index in at for after in positions[index].get("next", []) if after is not None}
        moves += 1
    return moves


def test_what_the_steps_show_is_what_their_texts_say() -> None:
    """Single facts of the texts, each asked from the rules."""
    assert len(BUILT["advisor"]["positions"]) == 5, "five points are an advisor's world"
    assert len(BUILT["general"]["positions"]) == 9
    assert len(BUILT["horse"]["positions"]) == 90, "the horse gets everywhere"
    answers = BUILT["check"]["positions"][0]["moves"].split()
    assert len("".join(group[2:] for group in answers)) // 2 == 3, "away, between, capture"
    game, step = next((game, step) for game, step in STEPS if step["id"] == "repetition-try")
    *_, start = history(step, game)
    again = played(start, start.parse("e1d1")).outcome()
    assert again is not None
    assert again.termination.value == "perpetual_check"
    special = {group[:2]: group[2:] for group in BUILT["chess-special"]["positions"][0]["moves"].split()}
    assert {"g1", "c1"} <= set(pairs(special["e1"])), "castling"
    assert special["a7"] == "a8", "promotion"
    assert "d6" in pairs(special["e5"]), "en passant"


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant", "vi"])
def test_every_step_has_its_texts(language: str) -> None:
    texts = json.loads((WEB / "texts" / f"{language}.json").read_text())["guide"]
    for _, step in STEPS:
        assert {"text"} | ({"solved"} if "goal" in step else set()) <= texts[step["id"]].keys(), step["id"]
    assert {note["why"] for _, _, note in NOTES} <= texts["why"].keys()
    assert {topic["id"] for topic in TOPICS} <= texts["topic"].keys()
