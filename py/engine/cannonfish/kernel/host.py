"""What the host supplies: functions for a running program, and one for building it.

Declarations only: every execution binds its own `now` and `poll`, the linker its own `zeros`.
"""
# mypy: disable-error-code="empty-body"


def now() -> int:
    """Milliseconds since the instance was made, by a clock that never runs backwards."""
    ...


def poll() -> int:
    """Let the host do other work. Anything but 0 asks the search to stop."""
    ...


def zeros(length: int) -> list[int]:
    """A large array of zeros, for module-level code that only names it: the linker never makes the list."""
    return [0] * length
