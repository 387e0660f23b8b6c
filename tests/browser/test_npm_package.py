"""The site's folder as the package `cannonfish`: packed by npm, imported without a bundler."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Problems
from tests.browser.embed_page import host_site
from tools.environment import ENGINE, npm_command, path_with_node

pytestmark = pytest.mark.service_worker

PROGRAM = """
<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<script type="importmap">
  { "imports": { "cannonfish": "./node_modules/cannonfish/embed/cannonfish.js" } }
</script>
<script type="module">
  import { CannonfishError, load } from 'cannonfish';

  const engine = await load();
  const best = await engine.go({ moves: ['h2e2'], limits: { depth: 3 } });
  const { fen } = await engine.play({ moves: ['h2e2'], move: best.bestmove });
  const [written] = await engine.notate({ moves: ['h2e2'] });
  const [meant] = await engine.parse({ text: '炮二平五' });
  const failed = await engine.play({ move: 'a0a9' }).catch((error) => error);
  const refused = failed instanceof CannonfishError && failed.code;
  const search = engine.go({ limits: { infinite: true } });
  await engine.stop();
  const stopped = (await search).bestmove;
  engine.close();
  const closed = await engine.view().catch(({ code }) => code);
  const { bestmove } = best;
  globalThis.done = { bestmove, fen, written: written.wxf, meant: meant.uci, refused, stopped, closed };
</script>
"""


@pytest.fixture(scope="module")
def installed(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the package lies as npm installs it."""
    folder = tmp_path_factory.mktemp("program")
    command = [*npm_command(), "pack", "--offline", "--json", dist]
    environment = {**os.environ, "PATH": path_with_node(), "npm_config_cache": str(folder / "cache")}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True)
    (packed,) = json.loads(done.stdout)
    shutil.unpack_archive(folder / packed["filename"], folder, "gztar")
    (folder / "node_modules").mkdir()
    (folder / "package").rename(folder / "node_modules" / "cannonfish")
    return folder


def test_a_page_without_a_bundler_drives_the_engine_of_the_package(
    page: Page, installed: Path, problems: Problems
) -> None:
    with host_site(installed, {"index.html": PROGRAM.strip()}) as host:
        page.goto(host)
        page.wait_for_function("globalThis.done")
        done = page.evaluate("done")
    assert (done["written"], done["meant"]) == ("C2=5", "h2e2")
    assert (done["refused"], done["closed"]) == ("illegal_move", "closed")
    assert len(done["bestmove"]) == len(done["stopped"]) == 4
    assert done["fen"].split()[1] == "w"


def test_node_finds_both_entries_with_their_types(installed: Path) -> None:
    package = json.loads((installed / "node_modules" / "cannonfish" / "package.json").read_text())
    for name, entry in package["exports"].items():
        for path in entry.values():
            assert (installed / "node_modules" / "cannonfish" / path).exists()
        asked = f"console.log(import.meta.resolve('cannonfish{name[1:]}'))"
        command = ["node", "--input-type=module", "-e", asked]
        done = subprocess.run(
            command, cwd=installed, env={"PATH": path_with_node()}, capture_output=True, text=True
        )
        assert done.stdout.strip().endswith(entry["default"].removeprefix("."))


def test_it_has_the_version_of_the_wheel(installed: Path) -> None:
    package = json.loads((installed / "node_modules" / "cannonfish" / "package.json").read_text())
    assert f'version = "{package["version"]}"' in (ENGINE / "pyproject.toml").read_text()
