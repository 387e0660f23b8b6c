"""The site that build.py makes: whole, the same every time, with everything that the engine needs."""

import base64
import gzip
import hashlib
import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tools import environment, static_site
from tools.bytecode import ELSEWHERE
from tools.pages import pages
from tools.static_site import DIST, build_site, describe
from tools.steps import ROOT, BuildError, hash_of, sources


@pytest.fixture(scope="module")
def site() -> Path:
    """The built site."""
    build_site()
    return DIST


def called(site: Path, name: str) -> Path:
    """The file of the site that scripts load by this name."""
    names = json.loads((site / "data" / "build.json").read_text())["names"]
    return site / str(names[name])


def python_in(site: Path) -> str:
    """The path of Python itself on the site."""
    return called(site, "pyodide/pyodide.asm.wasm").relative_to(site).as_posix()


def engine_wheel(site: Path) -> zipfile.ZipFile:
    """The engine's wheel on the site."""
    return zipfile.ZipFile(next(site.glob("wheels/*/cannonfish-*-py3-none-any.whl")))


@pytest.mark.slow
def test_the_same_inputs_give_the_same_bytes(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = static_site.board_library()  # from another place, chunks would have other names
    monkeypatch.setattr(static_site, "board_library", lambda: library)
    monkeypatch.setattr(static_site, "BUILD", tmp_path / "build")
    again = tmp_path / "site"
    again.mkdir()
    static_site.assemble(again)
    version = describe(again)
    assert {str(path.relative_to(again)): hash_of(path) for path in sources(again)} == {
        str(path.relative_to(site)): hash_of(path) for path in sources(site)
    }
    assert version == json.loads((site / "data" / "build.json").read_text())["version"]


def test_the_version_does_not_depend_on_the_order_of_sets(site: Path) -> None:
    """Each build of the same files had another version, which visitors were offered as an update."""
    script = "import json, tools.static_site as s; print(json.dumps(s.parts_of(s.DIST)))"
    first, second = (
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in "12"
    )
    assert json.loads(first)
    assert first == second


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
    assert {"cannonfish.protocol.page.worker", "micropip.package_manager"} <= set(found["imported"])


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
    with zipfile.ZipFile(called(site, "data/endings.zip")) as later:
        assert members.keys().isdisjoint(later.namelist()), "a page that solves no endings does not load it"
        members |= {name: later.read(name) for name in later.namelist()}
    kernel = environment.ENGINE / "cannonfish" / "kernel"
    for path in sources(environment.ENGINE / "cannonfish"):
        name = path.relative_to(environment.ENGINE).as_posix()
        if name.startswith(ELSEWHERE):
            assert not {name, f"{name}c"} & members.keys()
        elif kernel in path.parents:
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


def test_everything_that_a_page_or_a_script_names_is_there(site: Path) -> None:
    for path in [*site.glob("*.html"), *site.rglob("*.js")]:
        if path.parent.name in ("pyodide", "embed") or path.name == "sw.js":
            continue
        name = path.relative_to(site).as_posix()
        text = path.read_text()
        wanted = (static_site.LINKED if path.suffix == ".html" else static_site.NAMED).findall(text)
        missing = [each for each in wanted if not (path.parent / each).exists()]
        # Texts are chosen by the names of their sources.
        assert [each for each in missing if not re.fullmatch(r"\./[a-z-]+\.[A-Za-z-]+\.js", each)] == [], name


def test_a_page_names_its_scripts_and_styles_by_their_contents(site: Path) -> None:
    for page in site.glob("*.html"):
        for name in static_site.LINKED.findall(page.read_text()):
            if name.endswith((".js", ".css")) and not name.startswith("embed/"):
                assert re.search(r"-[0-9a-z]{8}\.(js|css)$", name), f"{page.name}: {name}"
                if found := re.search(r"-([0-9a-f]{8})\.", name):
                    assert hash_of(site / name).startswith(found[1])


def test_a_page_asks_for_all_that_it_needs_at_once(site: Path) -> None:
    for page in site.glob("*.html"):
        linked = set(static_site.LINKED.findall(page.read_text()))
        needed = static_site.needs(site, page.name, static_site.IMPORTED) - {page.name}
        assert {name for name in needed if not name.startswith("embed/")} <= linked, page.name


def test_modules_are_there_within_bundles_only(site: Path) -> None:
    pages = "".join(path.read_text() for path in site.glob("*.html"))
    loose = {path.relative_to(site).as_posix() for path in site.rglob("*.js")}
    bundles = {name for name in loose if name.startswith("chunks/")} | {
        *static_site.PROGRAMS,
        "sw.js",
    }
    bundles |= {path.relative_to(site).as_posix() for path in site.glob("engine/*-????????.js")}
    alone = {name for name in loose if name.startswith(("docs/", "embed/"))}
    assert {name for name in loose - bundles - alone if f'src="{name}"' not in pages} == set()


SHELLS = {"index.html": 153, "lab.html": 400}
"""The KB that a page may load before its first press; other pages 180. Of the 153, 3 are for friends."""


@pytest.mark.parametrize("page", sorted(pages()))
def test_a_page_loads_what_it_uses_in_one_language(site: Path, page: str) -> None:
    needed = static_site.needs(site, page, static_site.IMPORTED)
    needed -= set(re.findall(r'href="([^"]+)" data-draws="(?!trad)', (site / page).read_text()))
    if page == "index.html":  # the others load the engine when it is needed
        needed |= static_site.needs(site, "engine/worker.js", static_site.IMPORTED)
    needed.add(called(site, "texts/en.json").relative_to(site).as_posix())
    counted = [name for name in needed if not name.startswith(("icons/", "manifest", "puzzles/", "embed/"))]
    size = sum(len(gzip.compress((site / name).read_bytes(), 6)) for name in counted)
    assert size <= SHELLS.get(page, 180) * 1000
    dialogs = [name for name in needed if re.search(r"dialog|new-game|-own|-filter|-progress", name)]
    assert dialogs == [], "they come when they are opened"


def test_a_first_visit_costs_no_more_than_it_may(site: Path) -> None:
    """With gzip, in one language: the play page, the engine, and what is kept for use without a network."""
    parts = {name: set(part.split()) for name, part in static_site.parts_of(site).items()}
    wanted = {"page", "texts.en", "engine", "guide", "about"}
    names = [name for name, of in parts.items() if of & wanted]
    assert {"index.html", python_in(site), "how-to-play.html"} <= set(names)
    assert sum(len(gzip.compress((site / name).read_bytes(), 6)) for name in names) <= 6_700_000


def test_all_puzzles_together_cost_no_more_than_they_may(site: Path) -> None:
    """With gzip: the index and every file, which all come to be kept for use without a network.

    A twentieth of it are the Vietnamese texts of the moves.
    """
    files = list((site / "puzzles").glob("*.json*"))  # beside them are the page's script and style
    assert called(site, "puzzles/index.json") in files
    assert sum(len(gzip.compress(file.read_bytes(), 6)) for file in files) <= 1_600_000


def test_the_plain_wheel_is_pure_and_carries_its_licence(site: Path) -> None:
    wheel = zipfile.ZipFile(static_site.engine_wheel())
    assert not [name for name in wheel.namelist() if "__pycache__" in name or name.endswith(".pyc")]
    licence = next(name for name in wheel.namelist() if name.endswith("LICENSE"))
    assert wheel.read(licence) == (ROOT / "LICENSES" / "MIT.txt").read_bytes()


def test_the_reference_has_the_public_modules_and_is_read_with_a_network(site: Path) -> None:
    pages = [path.relative_to(site / "docs").with_suffix("") for path in site.glob("docs/**/*.html")]
    modules = {".".join(path.parts) for path in pages}
    listed = {"cannonfish.records", "cannonfish.svg", "cannonfish.uci"}
    assert {*static_site.REFERENCE, *listed} <= modules
    assert {name for name in modules if re.search(r"\._|kernel|protocol", name)} == set()
    assert {name for name in static_site.parts_of(site) if name.startswith("docs/")} == set()


def test_build_json_describes_every_file(site: Path) -> None:
    build = json.loads((site / "data" / "build.json").read_text())
    described = {entry["path"]: entry for entry in build["files"]}
    there = {path.relative_to(site).as_posix() for path in sources(site)}
    themselves = {path.relative_to(site).as_posix() for path in site.glob("data/build*.json")}
    assert there - set(described) == {*themselves, "sw.js"}
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
    found = re.findall(r'\["([^"]+)","sha256-([^"]+)","(\w+)"\]', worker)
    [build] = small_site.glob("data/build-*.json")
    assert [(path, part) for path, _, part in found] == [
        ("index.html", "page"),
        (f"data/{build.name}", "engine"),
        ("data/build.json", "programs"),
    ], "licences are read with a network"
    for path, digest, _ in found:
        assert base64.b64decode(digest) == hashlib.sha256((small_site / path).read_bytes()).digest()


def test_every_page_calls_what_its_scripts_load_by_its_contents(site: Path) -> None:
    """A page of a new version had the engine and the data of the old one, as their names were the same."""
    listed = {page.name: static_site.LISTED.findall(page.read_text()) for page in site.glob("*.html")}
    assert {name for name, told in listed.items() if not told} == {"404.html"}
    names = json.loads(listed["learn.html"][0])
    assert all(json.loads(texts[0]).items() <= names.items() for texts in listed.values() if texts)
    assert {"engine/worker.js", "engine/lab-worker.js", "data/views.json", "data/build.json"} <= set(names)
    for name, named in names.items():
        path = site / named
        if Path(name).parts[0] not in static_site.LOADED_FOLDERS:
            assert hash_of(path)[:8] in path.name, name
    plain = {name for name in names if (site / name).exists()}
    assert plain == {"engine/worker.js", "data/build.json"}, "which programs load"


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


def kept_files(site: Path) -> dict[str, list[str]]:
    """The parts of every file that the service worker keeps."""
    worker = (site / "sw.js").read_text()
    return {
        path: parts.split() for path, parts in re.findall(r'\["([^"]+)","sha256-[^"]+","([^"]+)"\]', worker)
    }


def test_other_pages_cost_a_first_visit_to_the_play_page_nothing(site: Path) -> None:
    kept = kept_files(site)
    first = {path for path, parts in kept.items() if parts in (["page"], ["engine"])}
    worker = called(site, "engine/worker.js").relative_to(site).as_posix()
    assert {"index.html", worker, python_in(site)} <= first
    assert not [path for path in first if re.search("puzzle|analysis|embed|frame|liuzichong\\.bin", path)]
    page = static_site.LISTED.sub("", (site / "index.html").read_text())
    assert "puzzle" not in re.sub(r'puzzles\.html|nav\.puzzles|"puzzles"', "", page)


def test_a_part_of_the_site_is_kept_with_all_that_it_needs_in_each_language(site: Path) -> None:
    kept = kept_files(site)
    for part, starts in static_site.PARTS.items():
        found = [path.relative_to(site).as_posix() for start in starts for path in site.glob(start)]
        assert found, part
        for name in set[str]().union(*(static_site.needs(site, start) for start in found)):
            if not name.startswith(static_site.NOT_KEPT):
                assert {part, "page", "engine"} & set(kept[name]), f"{part} without {name}"
    languages = static_site.translations()
    assert {part for parts in kept.values() for part in parts if part.startswith("texts.")} == {
        f"texts.{language}" for language in languages
    }


def test_the_parts_that_are_kept_have_names_for_people(site: Path) -> None:
    parts = {part for parts in kept_files(site).values() for part in parts if "." not in part}
    texts = json.loads((static_site.TEXTS / "en.json").read_text())
    unnamed = parts - set(texts["shell"]["settings"]["offline"]["part"])
    assert unnamed == {"programs", "about", "embedding"}, (
        "the others need a name in shell.settings.offline.part"
    )


def test_what_is_not_translated_is_in_english(tmp_path: Path) -> None:
    english = {"ui": {"close": "Close", "@close": "on a button", "open": "Open"}, "lab": {"run": "Run"}}
    texts = {"ui": {"close": "Fermi", "gone": "For"}}
    assert static_site.translated(english, texts) == {
        "ui": {"close": "Fermi", "open": "Open"},
        "lab": {"run": "Run"},
    }


def test_the_puzzles_come_with_the_views_of_their_positions(site: Path) -> None:
    index = json.loads(called(site, "puzzles/index.json").read_text())
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
