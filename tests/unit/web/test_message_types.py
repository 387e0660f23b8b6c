"""The JSDoc types of web/engine/messages.js fit the samples, and the samples fit the table."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from tools.environment import NODE_MODULES, ROOT, path_with_node

SAMPLES = ROOT / "tests" / "data" / "messages"
OPTIONS = "--ignoreConfig --noEmit --allowJs --strict --module esnext --moduleResolution bundler"


def test_samples_have_the_types_of_their_messages(tmp_path: Path) -> None:
    lines = [
        f"import type * as M from {json.dumps(str(ROOT / 'web' / 'engine' / 'messages.js'))};",
        "type Smallest = { bestmove: string | null } | { error: M.Failure };",
        "type FromWorker = M.Reply | M.InfoMessage | M.ProgressMessage | M.StateMessage | Smallest;",
    ]
    for sample in samples("requests.json", "error"):
        kind = "M.Request" if "type" in sample else "{ fen: string }"
        lines.append(f"({json.dumps(sample, ensure_ascii=False)}) satisfies {kind};")
    for sample in samples("replies.json", "bad"):
        lines.append(f"({json.dumps(sample, ensure_ascii=False)}) satisfies FromWorker;")
    assert problems(tmp_path, lines) == ""
    assert "'deep'" in problems(
        tmp_path, [lines[0], '({ id: 1, type: "go", limits: { deep: 3 } }) satisfies M.Request;']
    )


def samples(name: str, wrong: str) -> list[Any]:
    """The good samples, without fields from the future and without limits of null, which the types forbid."""
    loaded = json.loads((SAMPLES / name).read_text(encoding="utf-8"))
    good = [sample["message"] for sample in loaded if wrong not in sample]
    for message in good:
        message.pop("later", None)
        if "limits" in message:
            message["limits"] = {
                name: value for name, value in message["limits"].items() if value is not None
            }
    return good


def problems(folder: Path, lines: list[str]) -> str:
    """What the TypeScript compiler says about a file with these lines."""
    file = folder / "samples.ts"
    file.write_text("\n".join(lines), encoding="utf-8")
    command = [NODE_MODULES / ".bin" / "tsc", *OPTIONS.split(), file]
    environment = {**os.environ, "PATH": path_with_node()}
    run = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    return run.stdout + run.stderr
