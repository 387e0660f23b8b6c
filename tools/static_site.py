"""Put the static site together in dist/.

    *.html                                 the pages (pages.py), with the names of what their scripts load
                                           embed.html is the frame in other people's pages
    FEATURE/*-HASH.* ...                   the scripts and styles that they name, by their contents
    chunks/                                the modules that scripts share or load late, by their contents
    engine/{client,worker}.js              the engine for programs, under fixed names
    engine/*-HASH.js                       the workers that pages start; the Lab's is handed to its sandbox
    embed/                                 the scripts that other people's pages load (MIT)
    pyodide/HASH/                          the browser's Python, its standard library as bytecode
    wheels/HASH/                           the engine with bytecode beside its sources, and micropip
    docs/                                  the reference of the Python package, made from its docstrings
    python/                                the engine's plain wheel, for pip and for other pages' Pyodide
    data/views-HASH.json                   views of the start positions, for a board before Python has loaded
    data/lessons-HASH.json                 the lessons of how-to-play.html with the moves of their positions
    data/learn/                            the lessons of learn.html
    texts/                                 the texts of each language
    endings/                               the classical endings, drills, and the tables of solved endings
    data/liuzichong-HASH.bin               the solution of Liuzichong, loaded on demand
    data/picture-HASH.wasm                 the reader of pictures, compiled, loaded on demand
    data/endings-HASH.zip                  the solver of endings, left out of wheels/, loaded on demand
    puzzles/                               puzzles with the views of their positions, and the list of files
    data/build.json                        version and files of this build; build-HASH.json is the same
    sw.js                                  web/sw.js with version and files written into it
    licences/                              who wrote what, under which terms

The same inputs give the same bytes; the version is a hash of all files and changes only with them.
"""

import base64
import hashlib
import html
import json
import os
import posixpath
import re
import shutil
import zipfile
from collections.abc import Callable, Sequence
from functools import reduce
from operator import getitem
from pathlib import Path, PurePosixPath
from typing import Any

from tools.environment import (
    ENGINE,
    LAB,
    NODE_MODULES,
    REQUIREMENTS,
    VENV_PYTHON,
    micropip_wheel,
    node,
    node_packages,
    path_with_node,
    python_environment,
)
from tools.learn_pages import LANGUAGES
from tools.learn_pages import course as read_course
from tools.learn_pages import write as write_course
from tools.pages import WEB, features, page_name, pages
from tools.steps import (
    BUILD,
    ROOT,
    BuildError,
    copy_files,
    fingerprint,
    fresh_folder,
    hash_of,
    only_one,
    read_stamp,
    run,
    say,
    sources,
    write_atomically,
)

DIST = ROOT / "dist"
PUZZLES = WEB / "puzzles" / "data"
PUZZLE_FILES = LAB / "cannonfish_lab" / "puzzles"
GUIDE = WEB / "guide" / "topics.json"
COURSE = WEB / "learn" / "lessons"
ENDINGS = WEB / "endings" / "data"
TEXTS = WEB / "texts"
TABLES = sorted((ENGINE / "cannonfish").rglob("*.json"))
"""Read by both Python and JavaScript: the table of messages and the ladders of levels."""
REFERENCE = (
    "cannonfish",
    *(f"cannonfish.games.{name}" for name in ("xiangqi", "chess", "liuzichong", "base", "xiangqi.endings")),
    *(f"cannonfish.{name}" for name in ("engine", "notebook", "compiler", "errors")),
)
"""The public modules; those in the `__all__` of a package come with it."""
TOOLS = ROOT / "tools"
COMPILING = [TOOLS / name for name in ("bytecode.py", "kept.py", "in_pyodide.mjs")]
LICENCES = ROOT / "LICENSES"
PYODIDE = NODE_MODULES / "pyodide"

PROGRAMS = ("engine/client.js", "engine/worker.js")
"""Modules that other people's programs import, so their names are fixed."""
THREAD = "engine/thread.js"
READER = "engine/reader-worker.js"
SANDBOXED = "engine/lab-worker.js"
"""A module that is passed to its sandbox as text, and therefore is one file."""
LOADED = (
    *("engine/worker.js", THREAD, READER, SANDBOXED),
    *("data/*.*", "data/learn/**/*.json", "endings/*.json", "puzzles/index.json", "texts/*.json"),
    "lab/compile/samples.py",
)
"""Files that scripts load by names of their own; each is called by its contents, too."""
LOADED_FOLDERS = ("pyodide", "wheels")
"""The same, where the names must stay, and a folder is called by its contents."""
BUILD_FILE = "data/build-00000000.json"
"""What pages call the description of the build until it is written."""
BUILD_NAME = re.compile(r"data/build-[0-9a-f]{8}\.json")
BESIDE = dict.fromkeys(("lab", "learn"), ("engine/lab-worker-*.js",))
"""What pages need besides the files that they name."""
PARTS = {
    "page": ("index.html",),
    "engine": ("engine/worker-*.js", "engine/thread-*.js"),
    **{
        feature: (page_name(feature), *BESIDE.get(feature, ())) for feature in features() if feature != "play"
    },
    "programs": (*PROGRAMS, "data/build.json"),
}
"""The parts of the site that are kept for use without a network: these files and all that they need."""
FETCHED = {
    "engine": ("data/build-", "pyodide/", "wheels/"),
    "liuzichong": ("data/liuzichong-",),
    "picture": ("data/picture-", "engine/reader-worker-"),
    "puzzles": ("puzzles/index-",),
    "lab": ("lab/compile/samples-",),
    "learn": ("data/learn/index-",),
    **{f"learn.{language}": (f"data/learn/{language}/",) for language in LANGUAGES},
    **{f"texts.{path.stem}": (f"texts/{path.stem}-",) for path in sorted(TEXTS.glob("*.json"))},
    "endings": ("data/endings-", "endings/"),
}
"""Prefixes of the files that a part fetches by itself."""
NOT_KEPT = ("icons/", "manifest", "endings/tables/")
"""Prefixes of files that belong to no part: for the operating system, and tables, which pages keep."""

INLINE = "shell/load-watch.js"
"""A script that is written into the pages, to be there whatever else is missing."""
INLINE_TEXTS = ("ui.unloaded.page", "ui.retry")
"""The texts that it shows."""
LATE_TEXTS = ("friend", "live")
"""Texts that only live games show, and come with their scripts (web/friend/live/table.js)."""

COPIED = (
    "404.html",
    "manifest.webmanifest",
    "package.json",
    "sw.js",
    "icons/*",
    "pieces/*.svg",
    "embed/*.ts",
    "lab/compile/*.py",
)
"""Files of web/ that are part of the site as they are."""
SMALL = ("--minify", "--charset=utf8", "--log-level=error", "--allow-overwrite", "--tsconfig-raw={}")
"""Options of esbuild. The last one keeps a tsconfig.json above the files from adding "use strict"."""
MODULE = re.compile(r'<script type="module" src="([^"]+)"')
LINKED = re.compile(r'<(?:script|link)\b[^>]*?\b(?:src|href)="([^"]+)"')
"""The files that a page needs."""
LISTED = re.compile(r'<script type="application/json" id="files">(.*?)</script>')
"""The names of the files that the scripts of a page load."""
INDENTATION = re.compile(r"\n\s+(?=<(?!/script))")
"""The indentation of a tag. Inline scripts stay as they are: the policy allows them by their hash."""
NAMED = re.compile(r"""["'`](\.{1,2}/[\w./-]+\.(?:js|css))["'`]""")
"""The files that a built script needs: what it imports, now or later, and styles."""
IMPORTED = re.compile(r"""(?:\bfrom|\bimport)\s*["'](\.{1,2}/[\w./-]+\.js)["']""")
"""The scripts that a built script needs before it runs."""
BOARD_LIBRARY = TOOLS / "chessgroundx"
"""Modules that replace those of chessgroundx: without rules, and without the tasks of board.js."""
MARKED_LINE = re.compile(r"^const BUILD = .*// set by build\.py$", re.MULTILINE)
"""The line of web/sw.js that carries the version and the files to keep for use without a network."""


def build_site() -> str:
    """Bring dist/ up to date and return its version; quick when nothing changed."""
    with only_one():
        python_environment()
        node_packages()
        sources = (TOOLS, WEB, ENGINE, PUZZLE_FILES)
        wanted = fingerprint(ROOT / "package-lock.json", ROOT / "LICENSE", REQUIREMENTS, *sources, LICENCES)
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
    """The version of the site in dist/, or None when it is missing or incomplete."""
    try:
        build = json.loads((DIST / "data" / "build.json").read_text())
        whole = all((DIST / file["path"]).stat().st_size == file["bytes"] for file in build["files"])
        return str(build["version"]) if whole and (DIST / "sw.js").exists() else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def assemble(site: Path) -> None:
    """Fill an empty folder with all files of the site but those that describe the build."""
    for made in (
        own_files(),
        runtime(),
        wheels(),
        views(),
        picture_reader(),
        lessons(),
        course(),
        texts(),
        puzzles(),
    ):
        copy_files((path for path in sources(made) if not path.name.startswith(".")), made, site)
    write_licences(site / "licences")
    copy_files([engine_wheel()], engine_wheel().parent, site / "python")
    copy_files(sources(reference()), reference(), site)
    name_files(site)


def name_files(site: Path) -> None:
    """Call the files that scripts load by their contents, and list their names in the pages.

    So a page gets the files of its own version or none, whatever a service worker, a cache or a host that is
    just changing has under the plain names.
    """
    names = {"data/build.json": BUILD_FILE}
    for folder in LOADED_FOLDERS:
        files = list(sources(site / folder))
        digest = hashlib.sha256("".join(map(hash_of, files)).encode()).hexdigest()[:8]
        names |= {f"{folder}/{path.name}": f"{folder}/{digest}/{path.name}" for path in files}
        (site / folder / digest).mkdir()
    for path in [found for pattern in LOADED for found in sorted(site.glob(pattern))]:
        named = path.with_stem(f"{path.stem}-{hash_of(path)[:8]}")
        names[path.relative_to(site).as_posix()] = named.relative_to(site).as_posix()
    for name, called in names.items():
        if name in PROGRAMS:
            shutil.copyfile(site / name, site / called)
        elif called != BUILD_FILE:
            (site / name).rename(site / called)
    for page in site.glob("*.html"):
        text = page.read_text()
        for name, called in names.items():
            text = text.replace(f'href="{name}"', f'href="{called}"')
        lessons = page.name == "learn.html"
        loaded = {name: names[name] for name in names if lessons or not name.startswith("data/learn/")}
        told = json.dumps(loaded, separators=(",", ":"))
        told = f'<script type="application/json" id="files">{told}</script>'
        page.write_text(
            text.replace("<script src=", f"{told}<script src=", 1) if MODULE.search(text) else text
        )


def cached(name: str, inputs: Sequence[Path | str], make: Callable[[Path], None]) -> Path:
    """The folder build/NAME, made anew by `make` when the inputs or this file have changed."""
    folder = BUILD / name
    wanted = fingerprint(Path(__file__), *inputs)
    if read_stamp(folder / ".stamp") != wanted:
        say(f"Making {name} ...")
        with fresh_folder(folder) as fresh:
            make(fresh)
            write_atomically(fresh / ".stamp", wanted)
    return folder


# The parts


def own_files() -> Path:
    """web/ minified and bundled. File names contain a hash of the contents, so two versions never mix."""

    def make(folder: Path) -> None:
        for pattern in COPIED:
            copy_files(WEB.glob(pattern), WEB, folder)
        copy_files(sources(ENDINGS), ENDINGS, folder / "endings")
        for name, text in pages().items():
            (folder / name).write_text(text)
        for path in folder.glob("pieces/*.svg"):
            write_atomically(path, re.sub(r"<!--.*?-->\s*", "", path.read_text()))
        text = "".join(path.read_text() for path in folder.glob("*.html"))
        modules = [WEB / name for name in sorted(set(MODULE.findall(text)))]
        linked = [WEB / name for name in sorted(set(LINKED.findall(text))) if name.endswith((".js", ".css"))]
        own = [path for path in linked if path not in modules and path.parent != WEB / "embed"]
        styles = [path for path in own if path.suffix == ".css"]
        plain = [path for path in own if path.suffix == ".js"]
        esbuild(*styles, "--bundle", "--external:*.svg", *SMALL, f"--outbase={WEB}", f"--outdir={folder}")
        said = f"--define:globalThis.TEXTS={json.dumps(texts_of(*INLINE_TEXTS))}"
        esbuild(*plain, "--bundle", "--format=iife", said, *SMALL, f"--outbase={WEB}", f"--outdir={folder}")
        minify(sorted(WEB.glob("embed/*.js")), WEB, folder)
        bundle(modules, folder)
        for_node = ["--external:node:*", "--external:ws"]  # imported by Pyodide outside browsers
        esbuild(
            WEB / SANDBOXED, "--bundle", "--format=iife", *for_node, *SMALL, f"--outfile={folder / SANDBOXED}"
        )
        for path in linked:
            if path.parent != WEB / "embed" and path != WEB / INLINE:
                name_by_contents(folder, path.relative_to(WEB).as_posix())
        for page in folder.glob("*.html"):
            write_inline(page, folder / INLINE)
            preload_modules(page)
            page.write_text(INDENTATION.sub("\n", page.read_text()))
        (folder / INLINE).unlink()

    scripts = [BOARD_LIBRARY, TOOLS / "bundle.mjs", TOOLS / "pages.py"]
    inputs = [ROOT / "package-lock.json", *scripts, *TABLES, WEB]
    return cached("web", inputs, make)


def bundle(modules: Sequence[Path], folder: Path) -> None:
    """Bundle the modules of pages, workers and programs; what they share or load late become chunks."""
    options = {
        "web": str(WEB),
        "pages": [path.relative_to(WEB).with_suffix("").as_posix() for path in modules],
        "alone": [name.removesuffix(".js") for name in (*PROGRAMS, THREAD, READER)],
        "folder": str(folder),
        "packages": str(NODE_MODULES),
        "alias": {"chessgroundx": str(board_library())},
        "define": {"globalThis.LATE_TEXTS": json.dumps(json.dumps(late_texts()))},
    }
    command: list[str | Path] = [node(), TOOLS / "bundle.mjs", json.dumps(options)]
    run(command, "bundle the scripts", env={"PATH": path_with_node()})


def name_by_contents(folder: Path, name: str) -> None:
    """Put a part of a file's hash into its name, and rename it in the pages."""
    path = folder / name
    named = path.with_name(f"{path.stem}-{hash_of(path)[:8]}{path.suffix}")
    path.rename(named)
    for page in folder.glob("*.html"):
        text = page.read_text()
        page.write_text(text.replace(f'"{name}"', f'"{named.relative_to(folder).as_posix()}"'))


def write_inline(page: Path, script: Path) -> None:
    """Write a script into a page that names it, and allow it by its hash."""
    text, source = page.read_text(), script.read_text().strip()
    integrity = hashed(source.encode())["integrity"]
    text = text.replace(f'<script src="{INLINE}"></script>', f"<script>{source}</script>")
    page.write_text(text.replace("script-src 'self'", f"script-src 'self' '{integrity}'"))


def preload_modules(page: Path) -> None:
    """Let a page preload all modules that it needs; otherwise it would find them one after the other."""
    text = page.read_text()
    for script in MODULE.findall(text):
        needed = sorted(needs(page.parent, script, IMPORTED) - {script})
        links = "".join(f'<link rel="modulepreload" href="{name}" />\n' for name in needed)
        tag = f'<script type="module" src="{script}"'
        text = text.replace(tag, links + tag)
    page.write_text(text)


def needs(site: Path, name: str, pattern: re.Pattern[str] = NAMED) -> set[str]:
    """A page or script of the built site, and all files that it needs directly or indirectly."""
    found, todo = set(), [name]
    while todo:
        name = todo.pop()
        if name in found or not (site / name).is_file():
            continue
        found.add(name)
        text = (site / name).read_text() if name.endswith((".html", ".js")) else ""
        names = LINKED.findall(text) if name.endswith(".html") else pattern.findall(text)
        folder = PurePosixPath(name).parent
        todo += [posixpath.normpath(folder / each) for each in names]
    return found


def minify(files: Sequence[Path], source: Path, target: Path, *options: str) -> None:
    """Write scripts and styles lying under `source` to the same places under `target`, made small."""
    esbuild(*files, *SMALL, *options, f"--outbase={source}", f"--outdir={target}")


def esbuild(*arguments: str | Path) -> None:
    """Run esbuild, which bundles and minifies."""
    command = [NODE_MODULES / ".bin" / "esbuild", *arguments]
    run(command, "make the scripts small", env={"PATH": path_with_node()})


def board_library() -> Path:
    """chessgroundx without the half of its code that is not used here."""

    def make(folder: Path) -> None:
        source = NODE_MODULES / "chessgroundx"
        copy_files((path for path in source.glob("*.js*") if path.suffix != ".map"), source, folder)
        copy_files(BOARD_LIBRARY.glob("*.js"), BOARD_LIBRARY, folder)

    return cached("board-library", [ROOT / "package-lock.json", BOARD_LIBRARY], make)


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
    """The engine and micropip, which the worker installs, and the solver of endings.

    The kernel's sources stay readable for the compiler. The solver is unpacked beside the engine on demand.
    """
    engine, micropip = engine_wheel(), micropip_wheel()
    library = runtime() / "pyodide" / "python_stdlib.zip"

    def make(folder: Path) -> None:
        target = folder / "wheels"
        target.mkdir()
        bytecode(library, "engine", engine, target / engine.name)
        bytecode(library, "wheel", micropip, target / micropip.name)
        (folder / "data").mkdir()
        bytecode(library, "endings", engine, folder / "data" / "endings.zip")

    return cached("wheels", [engine, micropip, ROOT / "package-lock.json", *COMPILING], make)


def bytecode(library: Path, kind: str, source: Path, target: Path) -> None:
    """Compile a zip file of Python modules with the browser's Python and the given standard library."""
    script = [node(), TOOLS / "in_pyodide.mjs", PYODIDE, library, TOOLS / "bytecode.py"]
    run([*script, kind, source, target], f"compile {source.name} for the browser's Python")


def reference() -> Path:
    """The reference of the Python package, by pdoc."""

    def make(folder: Path) -> None:
        options: list[str | Path] = ["--no-show-source", "--no-include-undocumented", "-o", folder / "docs"]
        fixed = {"PYTHONPATH": str(ENGINE), "PYTHONHASHSEED": "0", "PATH": ""}  # without Node: the same bytes
        run([VENV_PYTHON, "-m", "pdoc", *options, *REFERENCE], "make the reference", env=fixed)

    return cached("reference", [ENGINE, REQUIREMENTS / "dev.txt"], make)


def views() -> Path:
    """The views of the start positions, asked from the Python rules, and the tables of solved games."""

    def make(folder: Path) -> None:
        (folder / "data").mkdir()
        call = "import json; from cannonfish.protocol.page.views import *; print(json.dumps(start_views()))"
        text = run([VENV_PYTHON, "-c", call], "ask the rules for the start positions", cwd=ENGINE)
        write_atomically(folder / "data" / "views.json", json.dumps(json.loads(text), separators=(",", ":")))
        copy_files((ENGINE / "data").glob("*.bin"), ENGINE, folder)

    return cached("views", [ENGINE], make)


def picture_reader() -> Path:
    """The reader of pictures, compiled."""

    def make(folder: Path) -> None:
        (folder / "data").mkdir()
        call = [VENV_PYTHON, script, folder / "data" / "picture.wasm"]
        run(call, "compile the reader of pictures", env={"PYTHONPATH": str(ENGINE)})

    script = TOOLS / "picture_reader.py"
    return cached("picture", [ENGINE, script], make)


def lessons() -> Path:
    """The lessons with the moves of their positions, asked from the Python rules."""

    def make(folder: Path) -> None:
        (folder / "data").mkdir()
        call = [VENV_PYTHON, script, GUIDE]
        text = run(call, "ask the rules for the lessons", env={"PYTHONPATH": str(ENGINE)})
        write_atomically(folder / "data" / "lessons.json", text)

    script = TOOLS / "lesson_views.py"
    return cached("lessons", [ENGINE, GUIDE, script], make)


def course() -> Path:
    """The lessons of learn.html."""

    def make(folder: Path) -> None:
        target = folder / "data" / "learn"
        target.mkdir(parents=True)
        positions = [fen for lesson in read_course(COURSE) for fen in lesson.positions()]
        call: list[str | Path] = [VENV_PYTHON, script, *positions]
        text = run(call, "ask the network for the lessons", env={"PYTHONPATH": str(ENGINE)})
        write_course(COURSE, target, json.loads(text))

    script = TOOLS / "learn_network.py"
    return cached("course", [ENGINE, COURSE, TOOLS / "learn_pages.py", script], make)


def texts() -> Path:
    """The texts of each language."""

    def make(folder: Path) -> None:
        (folder / "texts").mkdir()
        room, name = LATE_TEXTS
        for language, whole in translations().items():
            del whole[room][name]
            text = json.dumps(whole, ensure_ascii=False, separators=(",", ":"))
            write_atomically(folder / "texts" / f"{language}.json", text)

    return cached("texts", [TEXTS], make)


def late_texts() -> dict[str, Any]:
    """What the texts of each language leave out."""
    room, name = LATE_TEXTS
    return {language: {room: {name: whole[room][name]}} for language, whole in translations().items()}


def texts_of(*keys: str) -> dict[str, dict[str, str]]:
    """Some messages, each in every language."""
    languages = translations()
    return {
        key: {language: reduce(getitem, key.split("."), texts) for language, texts in languages.items()}
        for key in keys
    }


def translations() -> dict[str, Any]:
    """The texts of every language."""
    english = json.loads((TEXTS / "en.json").read_text())
    return {
        path.stem: translated(english, json.loads(path.read_text())) for path in sorted(TEXTS.glob("*.json"))
    }


def translated(english: dict[str, Any], texts: dict[str, Any]) -> dict[str, Any]:
    """English texts in another language, as far as that has them; notes for translators are left out."""
    return {
        name: translated(text, texts.get(name, {})) if isinstance(text, dict) else texts.get(name, text)
        for name, text in english.items()
        if not name.startswith("@")
    }


def puzzles() -> Path:
    """The puzzles with the views of their positions, asked from the Python rules, and the list of files."""

    def make(folder: Path) -> None:
        target = folder / "puzzles"
        target.mkdir()
        call = [VENV_PYTHON, TOOLS / "puzzle_views.py", *files]
        path = os.pathsep.join((str(ENGINE), str(LAB)))
        made = json.loads(run(call, "ask the rules for the puzzles", env={"PYTHONPATH": path}))
        index: list[dict[str, Any]] = []
        themes: list[str] = []
        former: dict[str, str] = {}
        for name, file in made.items():
            write_atomically(target / name, "".join(f"{line}\n" for line in file["lines"]))
            about = {"name": name, "count": len(file["ids"]), **file["about"]}
            index.append({**about, **hashed((target / name).read_bytes())})
            themes.extend(theme for theme in file["themes"] if theme not in themes)
            former.update(file["former"])
        for file in index:
            file["themes"] = " ".join(
                ",".join(str(themes.index(theme)) for theme in each) for each in made[file["name"]]["themed"]
            )
        contents = {"format": 2, "themes": themes, "former": former, "files": index}
        write_atomically(target / "index.json", json.dumps(contents, separators=(",", ":")))

    files = sorted(PUZZLES.glob("*.jsonl"))
    return cached("puzzles", [ENGINE, PUZZLE_FILES, *files, TOOLS / "puzzle_views.py"], make)


# Licences

LICENCE_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cannonfish: licences</title>
{styles}
<main class="embedding"><h1 class="ink">Licences</h1>
<section><ul>{links}</ul><pre>{told}</pre></section></main>
"""


def write_licences(folder: Path) -> None:
    """Write the list of authors and the full texts: ours from LICENSES/, micropip's from its own wheel."""
    folder.mkdir()
    copy_files(sources(LICENCES), LICENCES, folder)
    with zipfile.ZipFile(micropip_wheel()) as wheel:
        name = next(name for name in wheel.namelist() if name.endswith("licenses/LICENSE"))
        (folder / "micropip.txt").write_bytes(wheel.read(name))
    bundled = {
        name.split("/")[-1]: name
        for name in (
            "chessgroundx",
            "@preact/signals-core",
            "lit-html",
            "idb",
            "gifenc",
            "diff",
            "uqr",
            "ts-fsrs",
        )
    }
    bundled |= {"codemirror": "@codemirror/state", "lezer": "@lezer/common", "w3c-keyname": "w3c-keyname"}
    bundled |= {"style-mod": "style-mod", "crelt": "crelt"}
    bundled["find-cluster-break"] = "@marijn/find-cluster-break"
    for title, name in bundled.items():
        licence = next((NODE_MODULES / name).glob("LICENSE*"))
        (folder / f"{title}.txt").write_bytes(licence.read_bytes())
    links = "".join(f'<li><a href="{path.name}">{path.name}</a>' for path in sources(folder))
    told = html.escape((ROOT / "LICENSE").read_text())
    styles = [next(folder.parent.glob(f"{name}-*.css")) for name in ("shell/page", "embedding/embedding")]
    linked = "\n".join(
        f'<link rel="stylesheet" href="../{each.relative_to(folder.parent).as_posix()}">' for each in styles
    )
    (folder / "index.html").write_text(LICENCE_PAGE.format(told=told, links=links, styles=linked))


# What describes the build


def describe(site: Path) -> str:
    """Write data/build.json and the service worker's line; return the version.

    The version is a hash of all files and their parts. build.json lists the files with their sizes, the
    service worker with their hashes, for fetch() to check.
    """
    for path in site.glob("data/build*.json"):
        path.unlink()
    tell_build_file(site, BUILD_FILE)
    files = [entry(site, path) for path in sources(site) if path != site / "sw.js"]
    worker = site / "sw.js"
    source = worker.read_text() if worker.exists() else ""
    digest = hashlib.sha256(json.dumps([files, source, parts_of(site)]).encode())
    version = digest.hexdigest()[:12]
    sizes = [{name: file[name] for name in ("path", "bytes")} for file in files]
    pyodide = json.loads((PYODIDE / "package.json").read_text())["version"]
    index = site / "index.html"
    listed = LISTED.search(index.read_text()) if index.exists() else None
    names = json.loads(listed[1]) if listed else {}
    names.pop("data/build.json", None)
    build = json.dumps({"version": version, "pyodide": pyodide, "files": sizes, "names": names})
    named = BUILD_FILE.replace("00000000", hashlib.sha256(build.encode()).hexdigest()[:8])
    for name in ("data/build.json", named):
        write_atomically(site / name, build)
    tell_build_file(site, named)
    if worker.exists():
        if len(MARKED_LINE.findall(source)) != 1:
            raise BuildError("web/sw.js must have one line `const BUILD = ...; // set by build.py`.")
        parts = parts_of(site)
        described = [entry(site, path) for path in sources(site) if path != worker]
        kept = [
            [file["path"], file["integrity"], parts[str(file["path"])]]
            for file in described
            if file["path"] in parts
        ]
        told = json.dumps({"version": version, "files": kept}, separators=(",", ":"))
        line = f"const BUILD = {told}; // set by build.py"
        write_atomically(worker, MARKED_LINE.sub(lambda _: line, source))
        minify([worker], site, site)
    return version


def tell_build_file(site: Path, name: str) -> None:
    """Tell the pages what the description of the build is called. Their sizes do not change."""
    for page in site.glob("*.html"):
        page.write_text(BUILD_NAME.sub(name, page.read_text()))


def parts_of(site: Path) -> dict[str, str]:
    """The part, or the parts, of every file that is kept.

    A file that the first visit keeps is in no other part.
    """
    parts: dict[str, list[str]] = {}
    for part, starts in PARTS.items():
        found = [path.relative_to(site).as_posix() for start in starts for path in site.glob(start)]
        for name in sorted(set[str]().union(*(needs(site, start) for start in found))):
            parts.setdefault(name, []).append(part)
    for path in sources(site):
        name = path.relative_to(site).as_posix()
        for part, starts in FETCHED.items():
            if name.startswith(starts):
                parts[name] = [part]
    first = ("page", "engine")
    return {
        name: next((part for part in first if part in of), " ".join(of))
        for name, of in parts.items()
        if of and not name.startswith(NOT_KEPT)
    }


def entry(site: Path, path: Path) -> dict[str, str | int]:
    """One file of the build: its path, its size, and its hash as fetch() takes it."""
    return {"path": path.relative_to(site).as_posix(), **hashed(path.read_bytes())}


def hashed(data: bytes) -> dict[str, str | int]:
    """The size of a file, and its hash as fetch() takes it."""
    integrity = "sha256-" + base64.b64encode(hashlib.sha256(data).digest()).decode()
    return {"bytes": len(data), "integrity": integrity}
