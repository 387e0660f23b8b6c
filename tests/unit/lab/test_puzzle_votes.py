"""Votes: what the page exports is what the miner reads, and what visitors dislike goes."""

import json
import shutil
from pathlib import Path

import pytest
from cannonfish_lab.__main__ import main
from cannonfish_lab.errors import LabError
from cannonfish_lab.puzzles import publishing, votes

SHIPPED = Path(__file__).parents[3] / "web" / "puzzles" / "data"


def exported(folder: Path, **given: int) -> Path:
    """A file with these votes."""
    folder.mkdir(exist_ok=True)
    file = folder / f"votes-{len(list(folder.iterdir()))}.jsonl"
    lines = (json.dumps({"id": id_.replace("_", "-"), "vote": vote}) for id_, vote in given.items())
    file.write_text("".join(f"{line}\n" for line in lines))
    return file


def test_votes_are_added_up(tmp_path: Path) -> None:
    files = [exported(tmp_path, xq_0001=1, xq_0002=-1), exported(tmp_path, xq_0002=-1, xq_0003=-1)]
    balance = votes.count(files)
    assert balance == {"xq-0001": 1, "xq-0002": -2, "xq-0003": -1}
    assert votes.voted_down(balance, ["xq-0001", "xq-0002", "xq-0003"]) == {"xq-0002": votes.REASON}
    assert votes.voted_down(balance, ["xq-0004"]) == {}


@pytest.mark.parametrize(
    "line", ["[]", "{}", "not JSON", '{"id": "xq-0001", "vote": 5}', '{"id": 1, "vote": 1}']
)
def test_a_line_that_is_no_vote_is_named(tmp_path: Path, line: str) -> None:
    file = tmp_path / "other.jsonl"
    file.write_text(f'{{"id": "xq-0001", "vote": 1}}\n{line}\n')
    with pytest.raises(LabError, match=r"other\.jsonl, line 2"):
        votes.count([file])


def test_what_is_voted_down_is_taken_out_and_its_number_not_used_again(tmp_path: Path) -> None:
    served = tmp_path / "served"
    served.mkdir()
    for name in ("001.jsonl", "chess-001.jsonl", "retired.ndjson", "README.md"):
        shutil.copy(SHIPPED / name, served)
    puzzle = next(each for each in publishing.published(served) if each.formerly)
    bad = puzzle.id
    files = [str(exported(tmp_path / "votes", **{bad.replace("-", "_"): -1})) for _ in range(votes.DOWN)]
    assert main(["puzzles", "votes", *files, "--served", str(served)]) == 0
    assert bad in {puzzle.id for puzzle in publishing.published(served)}
    assert main(["puzzles", "votes", *files, "--served", str(served), "--remove"]) == 0
    assert bad not in {puzzle.id for puzzle in publishing.published(served)}
    assert publishing.retired(served)[-1] == {
        "id": bad,
        "formerly": puzzle.formerly,
        "reason": votes.REASON,
    }
