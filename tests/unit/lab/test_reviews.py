"""Reviews checked by a stronger judge: the log of the command."""

from pathlib import Path

import pytest
from cannonfish_lab import reviews
from cannonfish_lab.__main__ import main
from cannonfish_lab.reviews import Job, Sample


def sample(job: Job) -> Sample:
    """In place of a game and its reviews."""
    return vars(job) | {"moves": [], "first": 0, "evaluations": [[{}], [{}]]}


def test_a_log_belongs_to_one_comparison_and_may_be_cut_short(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The log had no head: with another game or seed the old table was printed without a word."""
    monkeypatch.setattr(reviews, "make_sample", sample)
    log = tmp_path / "reviews.jsonl"
    command = ["review-check", str(log), "--games", "2", "--pool", "here"]
    assert main(command) == 0
    for other in (["--game", "chess"], ["--seed", "2"], ["--nodes", "7"]):
        assert main([*command, *other]) == 1
        assert f"{log} belongs to something else: its {other[0][2:]} is" in capsys.readouterr().err
    text = log.read_text()
    log.write_text(text[:-9])
    assert main(command) == 0
    assert log.read_text().count('"number":1') == 2
