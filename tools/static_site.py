"""Put the static site together in dist/.

    index.html, board/ engine/ ui/ ...     web/ file by file, scripts and styles without comments and blanks
    pages/*, engine/{client,worker}.js     each with everything that it imports, so that one request brings it
    embed.html, embed/                     a frame for pages of others, and the scripts that they load (MIT)
    board/chessgroundx.js                  the board library, one minified module
    pyodide/                               the browser's Python, its standard library as bytecode
    wheels/                                the engine with bytecode beside its sources, and micropip
    python/                                the engine's plain wheel, for pip and for other pages' Pyodide
    data/views.json                        views of the start positions, for a board before Python is there
    data/lessons.json                      the lessons with the moves of their positions
    data/liuzichong.bin                    the solution of Liuzichong, loaded by who wants it
    puzzles/                               puzzles with the views of their positions, and the list of files
    data/build.json                        version and files of this build
    sw.js                                  web/sw.js with version and files written into it
    licences/                              who wrote what, under which terms

The same inputs give the same bytes; the version is a hash of all files and changes only with them.
"""

import base64
import hashlib
import html
import json
import re
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

from tools.environment import (
    ENGINE,
    NODE_MODULES,
    REQUIREMENTS,
    VENV_PYTHON,
    micropip_wheel,
    node,
    node_packages,
    path_with_node,
    python_environment,
)
from tools.steps import (
    BUILD,
    ROOT,
    BuildError,
    copy_files,
    fingerprint,
    fresh_folder,
    only_one,
    read_stamp,
    run,
    say,
    sources,
    write_atomically,
)

DIST = ROOT / "dist"
WEB = ROOT / "web"
PUZZLES = WEB / "puzzles"
LESSONS = WEB / "lessons" / "topics.json"
TABLES = sorted((ENGINE / "cannonfish").rglob("*.json"))
"""What Python and JavaScript both read: the table of messages and the ladders of levels."""
TABLE_IMPORTERS = [WEB / "engine" / "messages.js", WEB / "game" / "ladders.js"]
"""The scripts that import them from the wheel's sources."""
TOOLS = ROOT / "tools"
COMPILING = [TOOLS / name for name in ("bytecode.py", "kept.py", "in_pyodide.mjs")]
LICENCES = ROOT / "LICENSES"
PYODIDE = NODE_MODULES / "pyodide"

SELF_CONTAINED = ("pages/*.js", "pages/*.css", "engine/client.js", "engine/worker.js")
"""Scripts and styles that pages and programs name. Over a network each import of one costs a round trip."""
CONTAINED = ("engine", "frame", "game", "i18n", "lessons", "puzzle", "storage", "ui")
"""Rooms whose other modules nobody asks for any more."""
NOT_KEPT = re.compile(
    r"licences/|python/|icons/|manifest|package\.json|404\.|board/.*\.js$|puzzles/.*\.jsonl$|embed/|frame/frame\.css$|([a-z]+/)?embedding\."
)
"""What the service worker does not keep: texts to be read, the board's modules, which our pages contain, the
puzzles, which their page keeps by itself, and what is there for other people's pages and programs."""
PARTS = {
    "engine": ("data/build.json", "engine/worker.js", "pyodide/", "wheels/"),
    "liuzichong": ("data/liuzichong.bin",),
    "frame": ("embed.html", "pages/embed.", "pages/frame", "frame/theme-before-paint.js"),
    "puzzles": ("puzzles.html", "pages/puzzles.js", "ui/puzzles.css", "puzzles/index.json"),
    "programs": ("engine/client.js",),
}
"""How the names of files begin that are kept, or not, as a part of the site; all others are its "page"."""
KEPT_LATER = ("liuzichong", "frame", "puzzles", "programs")
"""Parts that are kept for offline use once somebody has wanted them."""

PUZZLE_TOOLS = ("static_site.py", "puzzle_views.py")
NOT_FOR_VISITORS = (".md", ".d.ts", ".test.js", ".py")
SMALL = ("--minify", "--charset=utf8", "--log-level=error", "--allow-overwrite", "--tsconfig-raw={}")
"""How esbuild writes. A tsconfig.json above the files would decide whether they begin with "use strict"."""
SCRIPT = re.compile(r'<script[^>]* src="([^"]+)"')
MARKED_LINE = re.compile(r"^const BUILD = .*// set by build\.py$", re.MULTILINE)
"""The line of web/sw.js that carries the version and the files to keep for use without a network."""


def build_site() -> str:
    """Bring dist/ up to date and return its version; quick when nothing changed."""
    with only_one():
        python_environment()
        node_packages()
        wanted = fingerprint(
            ROOT / "package-lock.json", ROOT / "LICENSE", REQUIREMENTS, TOOLS, WEB, ENGINE, LICENCES
        )
        stamp = BUILD / "site.stamp"
        version = intact_version()
        if version and read_stamp(stamp) == f"{wanted} {version}":
            say(f"dist/ is up to date (version {version}).")
            return version
        with fresh_folder(DIST) as fresh:
            assemble(fresh)
            version = describe(fresh)
        write_atomically(stamp, f"{wanted} {version}")
    say(f"Built dist/ (version {version}).")
    return version


def intact_version() -> str | None:
    """The version of the site in dist/, or None when it is missing or not whole."""
    try:
        build = json.loads((DIST / "data" / "build.json").read_text())
        whole = all((DIST / file["path"]).stat().st_size == file["bytes"] for file in build["files"])
        return str(build["version"]) if whole and (DIST / "sw.js").exists() else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def assemble(site: Path) -> None:
    """Fill an empty folder with all files of the site but those that describe the build."""
    for made in (own_files(), runtime(), wheels(), views(), lessons(), puzzles()):
        copy_files((path for path in sources(made) if path.name != ".stamp"), made, site)
    write_licences(site / "licences")
    copy_files([engine_wheel()], engine_wheel().parent, site / "python")


def cached(name: str, inputs: Sequence[Path | str], make: Callable[[Path], None]) -> Path:
    """The folder build/NAME, made anew by `make` when the inputs have changed."""
    folder = BUILD / name
    wanted = fingerprint(*inputs)
    if read_stamp(folder / ".stamp") != wanted:
        say(f"Making {name} ...")
        with fresh_folder(folder) as fresh:
            make(fresh)
            write_atomically(fresh / ".stamp", wanted)
    return folder


# The parts


def own_files() -> Path:
    """web/ made small, with the board library, and with the scripts of SELF_CONTAINED in one piece each."""

    def make(folder: Path) -> None:
        files = [
            path
            for path in sources(WEB)
            if (path.parent == WEB / "embed" or not path.name.endswith(NOT_FOR_VISITORS))
            and path.parent != PUZZLES
            and path != LESSONS
        ]
        copy_files(files, WEB, folder)
        minify(
            [path for path in files if path.suffix in (".js", ".css") and path != WEB / "sw.js"],
            WEB,
            folder,
        )
        minify(TABLE_IMPORTERS, WEB, folder, "--bundle", "--format=esm")
        copy_files([library / "board" / "chessgroundx.js"], library, folder)
        entries = [path for pattern in SELF_CONTAINED for path in sorted(folder.glob(pattern))]
        esbuild(
            *entries,
            "--bundle",
            f"--define:globalThis.CANNONFISH_BUILT={json.dumps(fingerprint(*inputs)[:12])}",
            "--external:*.svg",
            "--format=esm",
            *SMALL,
            f"--outbase={folder}",
            f"--outdir={folder}",
        )
        linked = {
            folder / name for page in folder.glob("*.html") for name in SCRIPT.findall(page.read_text())
        }
        for path in {path for room in CONTAINED for path in folder.glob(f"{room}/*.js")} - {
            *entries,
            *linked,
        }:
            path.unlink()

    library = board_library()
    inputs = [ROOT / "package-lock.json", TOOLS / "static_site.py", *TABLES, WEB]
    return cached("web", inputs, make)


def minify(files: Sequence[Path], source: Path, target: Path, *options: str) -> None:
    """Write scripts and styles lying under `source` to the same places under `target`, made small."""
    esbuild(*files, *SMALL, *options, f"--outbase={source}", f"--outdir={target}")


def esbuild(*arguments: str | Path) -> None:
    """Run esbuild, which bundles and minifies."""
    command = [NODE_MODULES / ".bin" / "esbuild", *arguments]
    run(command, "make the scripts small", env={"PATH": path_with_node()})


def board_library() -> Path:
    """chessgroundx as one module, which web/board/ alone imports."""
    version = json.loads((NODE_MODULES / "chessgroundx" / "package.json").read_text())["version"]
    banner = f"/*! chessgroundx {version}, GPL-3.0-or-later, https://github.com/gbtami/chessgroundx */"

    def make(folder: Path) -> None:
        entry = NODE_MODULES / "chessgroundx" / "chessground.js"
        options = ["--bundle", "--minify", "--format=esm", "--legal-comments=inline", f"--banner:js={banner}"]
        target = f"--outfile={folder / 'board' / 'chessgroundx.js'}"
        esbuild(entry, *options, target)

    return cached("board-library", [ROOT / "package-lock.json", banner], make)


def runtime() -> Path:
    """Pyodide with its standard library as bytecode and without the list of packages that we do not serve."""

    def make(folder: Path) -> None:
        target = folder / "pyodide"
        target.mkdir()
        names = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
        copy_files((PYODIDE / name for name in names), PYODIDE, target)
        lock = json.loads((PYODIDE / "pyodide-lock.json").read_text())
        write_atomically(target / "pyodide-lock.json", json.dumps({"info": lock["info"], "packages": {}}))
        compiled, library = folder / "compiled.zip", target / "python_stdlib.zip"
        bytecode(PYODIDE / "python_stdlib.zip", "stdlib", PYODIDE / "python_stdlib.zip", compiled)
        bytecode(compiled, "keep", compiled, library)
        compiled.unlink()

    return cached("runtime", [ROOT / "package-lock.json", *COMPILING], make)


def engine_wheel() -> Path:
    """The plain wheel of the engine, as it would be published."""

    def make(folder: Path) -> None:
        call = "import sys; from flit_core import buildapi; buildapi.build_wheel(sys.argv[1])"
        fixed_time = {"SOURCE_DATE_EPOCH": "315532800"}  # 1980-01-01, the first day a zip file can name
        run([VENV_PYTHON, "-c", call, folder], "build the engine wheel", cwd=ENGINE, env=fixed_time)

    return next(cached("wheel", [ENGINE, REQUIREMENTS / "build.txt"], make).glob("*.whl"))


def wheels() -> Path:
    """What the worker installs: the engine, whose sources stay readable for the compiler, and micropip."""
    engine, micropip = engine_wheel(), micropip_wheel()
    library = runtime() / "pyodide" / "python_stdlib.zip"

    def make(folder: Path) -> None:
        target = folder / "wheels"
        target.mkdir()
        bytecode(library, "engine", engine, target / engine.name)
        bytecode(library, "wheel", micropip, target / micropip.name)

    return cached("wheels", [engine, micropip, ROOT / "package-lock.json", *COMPILING], make)


def bytecode(library: Path, kind: str, source: Path, target: Path) -> None:
    """Compile a zip file of Python modules with the Python that will run them, in one of its libraries."""
    script = [node(), TOOLS / "in_pyodide.mjs", PYODIDE, library, TOOLS / "bytecode.py"]
    run([*script, kind, source, target], f"compile {source.name} for the browser's Python")


def views() -> Path:
    """The views of the start positions, asked from the Python rules, and the tables of solved games."""

    def make(folder: Path) -> None:
        (folder / "data").mkdir()
        call = "import json; from cannonfish.protocol import views; print(json.dumps(views.start_views()))"
        text = run([VENV_PYTHON, "-c", call], "ask the rules for the start positions", cwd=ENGINE)
        write_atomically(folder / "data" / "views.json", text)
        copy_files((ENGINE / "data").glob("*.bin"), ENGINE, folder)

    return cached("views", [ENGINE, TOOLS / "static_site.py"], make)


def lessons() -> Path:
    """The lessons with the moves of their positions, asked from the Python rules."""

    def make(folder: Path) -> None:
        (folder / "data").mkdir()
        call = [VENV_PYTHON, script, LESSONS]
        text = run(call, "ask the rules for the lessons", env={"PYTHONPATH": str(ENGINE)})
        write_atomically(folder / "data" / "lessons.json", text)

    script = TOOLS / "lesson_views.py"
    return cached("lessons", [ENGINE, LESSONS, script, TOOLS / "static_site.py"], make)


def puzzles() -> Path:
    """The puzzles with the views of their positions, asked from the Python rules, and the list of files."""

    def make(folder: Path) -> None:
        target = folder / "puzzles"
        target.mkdir()
        call = [VENV_PYTHON, TOOLS / "puzzle_views.py", *files]
        made = json.loads(run(call, "ask the rules for the puzzles", env={"PYTHONPATH": str(ENGINE)}))
        index = []
        for name, file in made.items():
            for fault in file["faults"]:
                say(f"web/puzzles/{name}: {fault}; left out.")
            if not file["ids"]:
                continue
            write_atomically(target / name, "".join(f"{line}\n" for line in file["lines"]))
            about = {"name": name, "ids": " ".join(file["ids"]), "count": len(file["ids"])}
            index.append({**about, **hashed((target / name).read_bytes())})
        write_atomically(target / "index.json", json.dumps({"format": 1, "files": index}))

    files = sorted(PUZZLES.glob("*.jsonl"))
    return cached("puzzles", [ENGINE, *files, *(TOOLS / name for name in PUZZLE_TOOLS)], make)


# Licences

LICENCE_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cannonfish: licences</title>
<link rel="stylesheet" href="../pages/embedding.css">
<main class="embedding"><h1 class="ink">Licences</h1>
<section><ul>{links}</ul><pre>{told}</pre></section></main>
"""


def write_licences(folder: Path) -> None:
    """Who wrote what, and the full texts: ours from LICENSES/, micropip's from its own wheel."""
    folder.mkdir()
    copy_files(sources(LICENCES), LICENCES, folder)
    with zipfile.ZipFile(micropip_wheel()) as wheel:
        name = next(name for name in wheel.namelist() if name.endswith("licenses/LICENSE"))
        (folder / "micropip.txt").write_bytes(wheel.read(name))
    for name in ("chessgroundx", "@preact/signals-core", "lit-html", "idb"):
        (folder / f"{name.split('/')[-1]}.txt").write_bytes((NODE_MODULES / name / "LICENSE").read_bytes())
    links = "".join(f'<li><a href="{path.name}">{path.name}</a>' for path in sources(folder))
    told = html.escape((ROOT / "LICENSE").read_text())
    (folder / "index.html").write_text(LICENCE_PAGE.format(told=told, links=links))


# What describes the build


def describe(site: Path) -> str:
    """Write data/build.json and the service worker's line; return the version, a hash of all files.

    The former lists the files with their sizes, the service worker with their hashes, for fetch() to check.
    """
    files = [entry(site, path) for path in sources(site) if path != site / "sw.js"]
    worker = site / "sw.js"
    source = worker.read_text() if worker.exists() else ""
    digest = hashlib.sha256(json.dumps([files, source]).encode())
    version = digest.hexdigest()[:12]
    sizes = [{name: file[name] for name in ("path", "bytes")} for file in files]
    pyodide = json.loads((PYODIDE / "package.json").read_text())["version"]
    build = {"version": version, "pyodide": pyodide, "files": sizes}
    write_atomically(site / "data" / "build.json", json.dumps(build))
    if worker.exists():
        if len(MARKED_LINE.findall(source)) != 1:
            raise BuildError("web/sw.js must have one line `const BUILD = ...; // set by build.py`.")
        offline = [file for file in files if not NOT_KEPT.match(str(file["path"]))]
        for file in [*offline, described := entry(site, site / "data" / "build.json")]:
            del file["bytes"]
            file["part"] = part_of(str(file["path"]))
            if file["part"] in KEPT_LATER:
                file["later"] = True
        kept = {"version": version, "files": [*offline, described]}
        line = f"const BUILD = {json.dumps(kept, separators=(',', ':'))}; // set by build.py"
        write_atomically(worker, MARKED_LINE.sub(lambda _: line, source))
        minify([worker], site, site)
    return version


def part_of(path: str) -> str:
    """The part of the site that a file belongs to."""
    return next((part for part, names in PARTS.items() if path.startswith(names)), "page")


def entry(site: Path, path: Path) -> dict[str, str | int]:
    """One file of the build: where it is, how long it is, and its hash as fetch() takes it."""
    return {"path": path.relative_to(site).as_posix(), **hashed(path.read_bytes())}


def hashed(data: bytes) -> dict[str, str | int]:
    """How long a file is, and its hash as fetch() takes it."""
    integrity = "sha256-" + base64.b64encode(hashlib.sha256(data).digest()).decode()
    return {"bytes": len(data), "integrity": integrity}
