"""The bundle: one folder that plays on its own."""

import subprocess
import sys
from pathlib import Path

import pytest
from cannonfish_lab import bundle
from cannonfish_lab.__main__ import main
from cannonfish_lab.errors import LabError
from cannonfish_lab.matches import report


def test_a_bundle_plays_with_nothing_else(tmp_path: Path, data: Path) -> None:
    """With a Python that sees no installed packages and no environment, as on a bare machine."""
    folder, log = tmp_path / "bundle", tmp_path / "match.jsonl"
    engine = tmp_path / "scripted.sh"
    engine.write_text(f'#!/bin/sh\nexec {sys.executable} "$PEERS/scripted_engine.py" crash\n')
    engine.chmod(0o755)
    players = tmp_path / "players.toml"
    players.write_text('[scripted]\nprotocol = "uci"\ncommand = "scripted.sh"\n')
    peers = ["--peer", str(engine), "--peer", str(data / "lab" / "scripted_engine.py")]
    assert main(["bundle", str(folder), *peers]) == 0
    command = ["match", "--a", "cannonfish:TT_BITS=10", "--b", "scripted", "--players", str(players)]
    command += ["--nodes", "50", "--games", "2", "--workers", "2", "--log", str(log)]
    isolated = [sys.executable, "-I", "-S", str(folder / "lab.py"), *command]
    done = subprocess.run(
        isolated, env={"PATH": "/usr/bin:/bin"}, cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert [game["ending"] for game in report.load(log)[1]] == ["crash", "crash"]
    assert (folder / "packages" / "wasmtime").is_dir()


def test_a_bundle_is_made_anew_but_nothing_else_is_lost(tmp_path: Path) -> None:
    bundle.make(tmp_path / "bundle")
    stray = tmp_path / "bundle" / "packages" / "stray.py"
    stray.write_text("")
    bundle.make(tmp_path / "bundle")
    assert not stray.exists()
    (tmp_path / "letters" / "packages").mkdir(parents=True)
    with pytest.raises(LabError, match="is not a bundle"):
        bundle.make(tmp_path / "letters")
    assert (tmp_path / "letters" / "packages").exists()
    log = tmp_path / "bundle" / "match.jsonl"
    log.write_text("{}")
    with pytest.raises(LabError, match=r"has match\.jsonl, which is not part of a bundle"):
        bundle.make(tmp_path / "bundle")
    assert log.exists()
    with pytest.raises(LabError, match="does not exist"):
        bundle.make(tmp_path / "other", [tmp_path / "nothing"])
    assert not (tmp_path / "other").exists()


def test_packages_for_one_python_only_are_not_packed() -> None:
    with pytest.raises(LabError, match="one version of Python"):
        bundle.distribution_named("numpy")
    with pytest.raises(LabError, match="not installed"):
        bundle.distribution_named("no-such-package")
