"""The engine in a page's worker: the same session as everywhere, with messages as JSON text.

Only text crosses the border, so that no language holds objects of the other, except for the few functions
that ``open_session`` is given.  Nothing here keeps a JavaScript object at module level: a memory snapshot
may be taken of a Python that has loaded this module.
"""

import importlib
import json
from collections.abc import Callable
from typing import Any

from cannonfish.compiler import Host
from cannonfish.engine import Engine
from cannonfish.protocol.messages import Message, Position
from cannonfish.protocol.views import board_of, view_of
from cannonfish.protocol.worker import WorkerSession


def warm_up() -> None:
    """Do once what every start needs, so that a snapshot holds it: the rules at work, the kernel compiled.

    The default game alone: whoever plays another waits for it once more, and nobody else does.  A snapshot
    holds no files, so what the rules read from one, the openings, has to be read now.
    """
    view_of(board_of(Position(moves=("h2e2",))))
    Engine().warm_up()
    importlib.import_module("cannonfish.compiler.browser")  # which is loaded with the first instance


class TextSession(WorkerSession):
    """A session whose messages are JSON text in both directions."""

    def receive_text(self, text: str) -> None:
        """Answer a message, now or when its search is over."""
        self.receive(json.loads(text))


def open_session(post: Callable[[str], None], host: Any, execution: str) -> TextSession:
    """A session that posts JSON text.

    ``host`` is a JavaScript object with ``now()``, ``poll()`` and ``suspends``: where that is true ``poll()``
    returns a promise, and interpreted searches, too, are suspended until it is kept.  ``fetch(name)``
    promises the bytes of a file of the site's data.
    """
    run_sync: Any = importlib.import_module("pyodide.ffi").run_sync

    def poll() -> int:
        answer = host.poll()
        return int(run_sync(answer) if host.suspends else answer)

    def post_text(message: Message) -> None:
        post(json.dumps(message))

    async def fetch(name: str) -> bytes:
        content: bytes = (await host.fetch(name)).to_bytes()
        return content

    return TextSession(post_text, execution, Host(poll=poll, js=host), fetch)
