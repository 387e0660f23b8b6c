"""What every message from the engine has to satisfy."""

from typing import Any

from cannonfish.protocol.page.messages import TABLE, Message, read_fields


def assert_in_table(message: Any) -> None:
    """AssertionError or RequestError unless the table has such a message, with exactly these fields."""
    assert isinstance(message, dict)
    fields, marks = _expected(message)
    known = read_fields(message, fields)
    assert message.keys() <= known.keys() | marks
    for part in ("view", "info"):
        if known.get(part) is not None:
            assert message[part].keys() <= known[part].keys()


def _expected(message: Message) -> tuple[Message, set[str]]:
    """The fields that the table has for a message, and what tells its kind."""
    kind = message.get("type")
    if message.get("ok"):
        assert kind in TABLE["replies"]
        return {"id": "id", **TABLE["replies"][kind]}, {"ok", "type"}
    if "ok" in message:
        return TABLE["failed"], {"ok"}
    if kind in TABLE["events"]:
        return TABLE["events"][kind], {"type"}
    return TABLE["smallest"]["reply" if "bestmove" in message else "failed"], set()
