"""What pages of others load from us: small, alone, with types that fit."""

import gzip
import re
import subprocess
from pathlib import Path

from tools.environment import NODE_MODULES, path_with_node
from tools.static_site import DIST, WEB, build_site

EXAMPLE = """
import { load, type BestMove } from './cannonfish.js';
import type { BoardState } from './cannonfish-embed.js';

const engine = await load({ base: 'https://example.org/', onProgress: (share) => share.toFixed() });
const listener = { onInfo: ({ pv }: { pv: string[] }) => pv.length };
const best: BestMove = await engine.go({ moves: ['h2e2'], limits: { level: 3 } }, listener);
const text: string = (await engine.notate({ moves: ['h2e2'] }))[0].uci + best.bestmove;
const board = document.querySelector('xiangqi-board');
const state: BoardState | undefined = await board?.move(text);
board?.addEventListener('gameover', ({ detail }) => detail.outcome.winner === 'red');
// @ts-expect-error there is no such level
await board?.load({ level: 'high', fen: state?.fen });
engine.close();
export {};
"""


def test_the_loader_is_one_small_file_that_asks_for_nothing() -> None:
    build_site()
    script = (DIST / "embed" / "cannonfish-embed.js").read_bytes()
    assert len(gzip.compress(script, 6)) <= 4096
    assert not re.search(rb"\bimport\b|\bfetch\(", script)


def test_the_types_fit_a_program_that_uses_them(tmp_path: Path) -> None:
    for path in (WEB / "embed").iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "program.ts").write_text(EXAMPLE)
    options = ["--noEmit", "--strict", "--target", "es2023", "--module", "esnext"]
    libraries = ["--moduleResolution", "bundler", "--lib", "es2024,dom", "--types", ""]
    program = NODE_MODULES / ".bin" / "tsc"
    done = subprocess.run(
        [program, *options, *libraries, "program.ts"],
        cwd=tmp_path,
        env={"PATH": path_with_node()},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout


def test_every_file_says_its_licence() -> None:
    for path in (WEB / "embed").glob("cannonfish*"):
        assert "SPDX-License-Identifier: MIT" in path.read_text(), path
