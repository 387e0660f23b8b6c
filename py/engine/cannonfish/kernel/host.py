"""What the host supplies to a running program. Declarations only: every execution binds its own functions."""
# mypy: disable-error-code="empty-body"


def now() -> int:
    """Milliseconds since the instance was made, by a clock that never runs backwards."""
    ...


def poll() -> int:
    """Let the host do other work. Anything but 0 asks the search to stop."""
    ...
