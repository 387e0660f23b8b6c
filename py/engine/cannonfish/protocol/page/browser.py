"""The worker's session in Pyodide, with messages as JSON text.

Only text crosses between the languages, so that neither holds objects of the other, except for the functions
given to ``open_session``.  No JavaScript object is kept at module level, because a memory snapshot may be
taken after this module has been imported.
"""

import importlib
import json
from collections.abc import Callable
from typing import Any

from cannonfish.compiler import Host
from cannonfish.engine import Engine
from cannonfish.protocol.page.messages import Message, Position
from cannonfish.protocol.page.views import board_of, view_of
from cannonfish.protocol.page.worker import WorkerSession


def warm_up() -> None:
    """Do what every start needs, so that a memory snapshot contains it: use the rules, compile the kernel.

    The default game only; another game is loaded when it is chosen.  Data files have to be read now as well
    (the opening book), because a snapshot contains no files.
    """
    first = next(iter(board_of(Position()).legal_moves))
    view_of(board_of(Position(moves=(first.uci(),))))
    Engine().warm_up()
    importlib.import_module("cannonfish.compiler.browser")  # otherwise imported with the first instance


def open_session(post: Callable[[str], None], host: Any, execution: str, lab: bool = False) -> WorkerSession:
    """A session that posts JSON text; with ``lab``, a ``LabSession``.

    ``host`` is a JavaScript object with ``now()``, ``poll()``, ``fetch(name)`` and ``suspends``.  If
    ``suspends`` is true, ``poll()`` returns a promise, for which interpreted searches are suspended, too.
    ``fetch(name)`` returns a promise of the bytes of one of the site's data files.
    """
    ffi: Any = importlib.import_module("pyodide.ffi")

    def poll() -> int:
        answer = host.poll()
        return int(ffi.run_sync(answer) if host.suspends else answer)

    def post_text(message: Message) -> None:
        post(json.dumps(message))

    async def fetch(name: str) -> bytes:
        try:
            content: bytes = (await host.fetch(name)).to_bytes()
        except ffi.JsException as error:
            raise OSError(f"{name}: {error}") from error
        return content

    kind = importlib.import_module("cannonfish.protocol.page.lab").LabSession if lab else WorkerSession
    session: WorkerSession = kind(post_text, execution, Host(poll=poll, js=host), fetch)
    return session
