"""The evaluation explained: chosen positions, both evaluations, and beside a search."""

from typing import Any

import pytest
from cannonfish.analysis import explanation
from cannonfish.analysis.explanation import Explanation, explain
from cannonfish.compiler import Program, link, sources
from cannonfish.engine import Engine, Info, Limits
from cannonfish.games.catalogue import GAMES
from cannonfish.kernel.network_file import dumps, replaced

from tests.unit.kernel.test_network import random_network


def explained(game: str, fen: str | None = None, evaluation: str = "classical") -> Explanation:
    return explain(GAMES[game].new_board(fen), evaluation)


def term(found: Explanation, name: str) -> tuple[int, int]:
    return next((each.first, each.second) for each in found.terms if each.name == name)


@pytest.mark.parametrize("game", GAMES)
def test_at_the_start_only_the_right_to_move_makes_a_difference(game: str) -> None:
    found = explained(game)
    assert all(each.first == each.second for each in found.terms if each.name != "tempo")
    assert found.score == sum(each.first for each in found.terms if each.name == "tempo")


@pytest.mark.parametrize(
    ("game", "fen", "name"),
    [
        ("xiangqi", "3k5/9/9/9/9/9/9/9/9/R3K4 w", "material"),
        ("xiangqi", "3k5/9/9/9/4P4/9/9/9/9/R3K4 w", "pawns"),
        # a cannon that looks at the general with nothing between
        ("xiangqi", "rnbakabnr/9/1c5c1/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b", "attack"),
        ("chess", "4k3/8/8/8/8/8/8/BB2K3 w - - 0 1", "pieces"),
        ("chess", "4k3/8/4P3/8/8/8/8/4K3 w - - 0 1", "pawns"),
        ("chess", "6k1/5ppp/8/6NQ/8/8/8/4K3 w - - 0 1", "attack"),
        ("liuzichong", "B.............WW w", "mobility"),
    ],
)
def test_a_strength_is_found_in_its_term(game: str, fen: str, name: str) -> None:
    first, second = term(explained(game, fen), name)
    assert first > second


def test_an_advantage_that_cannot_win_is_taken_back() -> None:
    found = explained("xiangqi", "3k5/9/9/9/9/9/9/9/4A4/2BAK1B2 w")
    material, _ = term(found, "material")
    assert material > 200
    assert sum(each.balance for each in found.terms if each.name != "tempo") == 0
    assert term(found, "drawish")[0] < -200


def test_the_side_that_cannot_win_may_be_ahead_of_one_that_can() -> None:
    """Red's guards are worth more than three soldiers but cannot win; this was an internal error."""
    for evaluation in ("classical", "network"):
        found = explained("xiangqi", "3k5/9/9/9/9/2p1p1p2/9/9/9/2BAKAB2 w", evaluation)
        assert sum(each.balance for each in found.terms) == found.score
        assert term(found, "drawish")[0] < 0


def test_a_side_without_a_move_has_nothing_else() -> None:
    found = explained("liuzichong", "BB..B........... w")
    assert found.score == -10_000
    assert term(found, "material") == (0, 0)


def test_a_piece_is_worth_what_it_does() -> None:
    """Each of two bishops makes a pair of them."""
    pair = explained("chess", "4k3/pppppppp/8/8/8/8/PPPPPPPP/BB2K3 w - - 0 1").pieces
    single = explained("chess", "4k3/pppppppp/8/8/8/8/PPPPPPPP/1B2K3 w - - 0 1").pieces
    assert pair["b1"].value > single["b1"].value > 200 > pair["a2"].value > 0
    assert single["b1"].average == single["b1"].value
    assert min(pair[at].value for at in ("a1", "b1")) <= pair["a1"].average == pair["b1"].average
    assert "e1" not in pair


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if game.network_files])
def test_a_network_is_explained_by_the_classical_terms_and_where_it_differs(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def linked(package: str, names: list[str], settings: dict[str, int], _: list[str]) -> Program:
        return link(sources(package, names), settings)

    monkeypatch.setattr(explanation, "linked", linked)
    explanation._explainer.cache_clear()
    board: Any = GAMES[game].new_board(None)
    with replaced(game, dumps(random_network(game))):
        found = explain(board, "network")
    explanation._explainer.cache_clear()
    assert found.evaluation == "network"
    classical = explained(game)
    *terms, last = found.terms
    assert tuple(terms) == classical.terms
    assert (last.name, last.balance) == ("network", found.score - classical.score)
    assert min(last.first, last.second) == 0 != last.balance
    assert len(set(found.pieces.values())) > 5
    assert found.pieces.keys() == classical.pieces.keys()


def test_terms_that_do_not_add_up_are_an_error() -> None:
    """An evaluation that somebody edits may get a function that the table of terms does not know."""
    with pytest.raises(ValueError, match=r"add up to 3\.00, not to 9"):
        explanation._with_sum([explanation.PHASES, 2 * explanation.PHASES], 9)


def test_an_explanation_does_not_disturb_a_search() -> None:
    plain, asked = Engine("xiangqi", "interpreted"), Engine("xiangqi", "interpreted")
    found: list[Explanation] = []

    def ask(_: Info) -> None:
        found.append(explain(asked.board, asked.evaluation))

    assert asked.go(Limits(depth=3), ask).info.nodes == plain.go(Limits(depth=3)).info.nodes
    assert len(found) >= 3
    assert len({each.score for each in found}) == 1
