"""The site that build.py makes: whole, the same every time, with everything that the engine needs."""

import base64
import hashlib
import json
import re
import subprocess
import zipfile
from pathlib import Path

import pytest

from tools import environment, static_site
from tools.static_site import DIST, build_site, describe
from tools.steps import ROOT, BuildError, hash_of, sources


@pytest.fixture(scope="module")
def site() -> Path:
    """The built site."""
    build_site()
    return DIST


def engine_wheel(site: Path) -> zipfile.ZipFile:
    """The engine's wheel on the site."""
    return zipfile.ZipFile(next(site.glob("wheels/cannonfish-*-py3-none-any.whl")))


def test_the_same_inputs_give_the_same_bytes(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(static_site, "BUILD", tmp_path / "build")
    again = tmp_path / "site"
    again.mkdir()
    static_site.assemble(again)
    version = describe(again)
    assert {str(path.relative_to(again)): hash_of(path) for path in sources(again)} == {
        str(path.relative_to(site)): hash_of(path) for path in sources(site)
    }
    assert version == json.loads((site / "data" / "build.json").read_text())["version"]


def test_building_again_does_nothing(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (site / "data" / "build.json").stat().st_mtime_ns
    build_site()
    assert (site / "data" / "build.json").stat().st_mtime_ns == before
    assert "is up to date" in capsys.readouterr().out


def test_the_engine_finds_everything_it_imports(site: Path) -> None:
    script = Path(__file__).with_name("import_everything.mjs")
    command = [environment.node(), script, site, environment.ENGINE / "cannonfish"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["missing"] == {}
    assert {"cannonfish.protocol.worker", "micropip.package_manager"} <= set(found["imported"])


def test_the_pages_wheel_carries_bytecode_the_kernels_sources_and_a_true_record(site: Path) -> None:
    wheel = engine_wheel(site)
    members = {name: wheel.read(name) for name in wheel.namelist()}
    record = next(name for name in members if name.endswith("RECORD"))
    listed = {}
    for line in members[record].decode().splitlines():
        name, digest, size = line.rsplit(",", 2)
        listed[name] = (digest, size)
    assert listed.pop(record) == ("", "")
    assert listed == {
        name: (
            "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("="),
            str(len(data)),
        )
        for name, data in members.items()
        if name != record
    }
    kernel = environment.ENGINE / "cannonfish" / "kernel"
    for path in sources(environment.ENGINE / "cannonfish"):
        name = path.relative_to(environment.ENGINE).as_posix()
        if kernel in path.parents:
            assert members[name] == path.read_bytes(), "the compiler reads the sources"
        elif path.suffix == ".py":
            assert name not in members
            assert members[f"{name}c"][4:8] == b"\x01\0\0\0", "Python takes it without a look for the source"


def test_a_start_in_the_page_finds_compiled_what_its_modules_compile(site: Path) -> None:
    script = Path(__file__).with_name("compile_at_start.mjs")
    done = subprocess.run([environment.node(), script, site], capture_output=True, text=True, check=True)
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["dataclasses"] > 20, "or nothing asks"
    assert found["patterns"] > 20
    assert found["compiled"] == []
    assert found["same"], "as if it had been compiled there"


@pytest.mark.parametrize(
    "script", ["pages/play.js", "pages/puzzles.js", "engine/client.js", "engine/worker.js"]
)
def test_a_script_that_is_asked_for_by_name_brings_everything_it_needs(site: Path, script: str) -> None:
    text = (site / script).read_text()
    assert len(text) > 5000
    assert not re.search(r"""(?:\bfrom|\bimport)\s*["'][./]""", text)


def test_modules_that_only_pages_use_are_there_once_within_them(site: Path) -> None:
    pages = "".join(path.read_text() for path in site.glob("*.html"))
    loose = {
        path.relative_to(site).as_posix()
        for room in ("ui", "game", "i18n")
        for path in site.glob(f"{room}/*.js")
    }
    assert "ui/early.js" in loose
    assert {path for path in loose if f'<script src="{path}">' not in pages} == set()


def test_the_plain_wheel_is_pure_and_carries_its_licence(site: Path) -> None:
    wheel = zipfile.ZipFile(static_site.engine_wheel())
    assert not [name for name in wheel.namelist() if "__pycache__" in name or name.endswith(".pyc")]
    licence = next(name for name in wheel.namelist() if name.endswith("LICENSE"))
    assert wheel.read(licence) == (ROOT / "LICENSES" / "MIT.txt").read_bytes()


def test_build_json_describes_every_file(site: Path) -> None:
    build = json.loads((site / "data" / "build.json").read_text())
    described = {entry["path"]: entry for entry in build["files"]}
    there = {path.relative_to(site).as_posix() for path in sources(site)}
    assert there - set(described) <= {"data/build.json", "sw.js"}
    for path, entry in described.items():
        assert entry["bytes"] == (site / path).stat().st_size


@pytest.fixture
def small_site(tmp_path: Path) -> Path:
    """A site of two files with a service worker to be filled in."""
    (tmp_path / "licences").mkdir()
    (tmp_path / "licences" / "MIT.txt").write_text("MIT")
    (tmp_path / "index.html").write_text("home")
    (tmp_path / "sw.js").write_text(
        "// worker\nconst BUILD = null; // set by build.py\nconsole.log(BUILD);\n"
    )
    return tmp_path


def test_the_service_worker_learns_version_and_files(small_site: Path) -> None:
    version = describe(small_site)
    worker = (small_site / "sw.js").read_text()
    assert f'version:"{version}"' in worker
    paths = re.findall(r'path:"([^"]+)"', worker)
    assert paths == ["index.html", "data/build.json"], "licences are read with a network"
    for path, digest in zip(paths, re.findall(r'integrity:"sha256-([^"]+)"', worker), strict=True):
        assert base64.b64decode(digest) == hashlib.sha256((small_site / path).read_bytes()).digest()


def test_the_version_follows_every_file_and_the_service_worker(small_site: Path) -> None:
    worker = small_site / "sw.js"
    original = worker.read_text()
    versions = [describe(small_site)]
    worker.write_text(original + "// changed\n")
    versions.append(describe(small_site))
    worker.write_text(original)
    (small_site / "index.html").write_text("new home")
    versions.append(describe(small_site))
    assert len(set(versions)) == 3


def test_the_puzzle_page_costs_a_first_visit_to_the_play_page_nothing(site: Path) -> None:
    worker = (site / "sw.js").read_text()
    kept = dict(re.findall(r'path:"([^"]+)",integrity:"[^"]+",part:"\w+"(,later:!0)?', worker))
    puzzles = {path for path in kept if "puzzle" in path}
    page = {"puzzles.html", "pages/puzzles.js", "ui/puzzles.css", "puzzles/index.json"}
    assert puzzles == page | {"pages/frame-puzzle.js"}
    assert all(kept[path] for path in puzzles), "kept when they have been wanted"
    assert "puzzle" not in re.sub(
        r'puzzles\.html|nav\.puzzles|"puzzles"', "", (site / "index.html").read_text()
    )


def test_a_part_of_the_site_is_kept_as_a_whole_and_has_a_name_for_people(site: Path) -> None:
    worker = (site / "sw.js").read_text()
    kept = re.findall(r'path:"([^"]+)",integrity:"[^"]+",part:"(\w+)"(,later:!0)?', worker)
    parts = {part for _, part, _ in kept}
    assert parts == {"page", *static_site.PARTS}
    assert {(part, bool(later)) for _, part, later in kept} == {
        (part, part in static_site.KEPT_LATER) for part in parts
    }
    assert ("pyodide/pyodide.asm.wasm", "engine", "") in kept
    words = (static_site.WEB / "i18n" / "en.js").read_text()
    unnamed = {part for part in parts if f"'settings.offline.part.{part}'" not in words}
    assert unnamed == {"programs"}, "which nobody sees"


def test_the_puzzles_come_with_the_views_of_their_positions(site: Path) -> None:
    index = json.loads((site / "puzzles" / "index.json").read_text())
    assert index["files"]
    for file in index["files"]:
        lines = (site / "puzzles" / file["name"]).read_text().splitlines()
        puzzles = [json.loads(line) for line in lines]
        assert [puzzle["id"] for puzzle in puzzles] == file["ids"].split()
        assert file["count"] == len(puzzles)
        for puzzle in puzzles:
            assert len(puzzle["views"]) == len(puzzle["moves"]) + 1
            for move, view in zip(puzzle["moves"][::2], puzzle["views"][::2], strict=False):
                dests = {group[:2]: group[2:] for group in view["dests"].split()}
                assert move[2:4] in re.findall("..", dests[move[:2]]), puzzle["id"]


def test_a_service_worker_without_its_line_is_refused(small_site: Path) -> None:
    (small_site / "sw.js").write_text("// nothing to set\n")
    with pytest.raises(BuildError, match=r"web/sw.js must have one line"):
        describe(small_site)


def test_lock_files_name_no_place_to_download_from() -> None:
    for path in [ROOT / "package-lock.json", *(ROOT / "requirements").iterdir()]:
        text = path.read_text()
        assert '"resolved"' not in text, path
        assert "--index-url" not in text, path
        assert "--find-links" not in text, path
