"""What the host supplies: functions for a running program, and one for building it.

Declarations only: every execution binds its own `now`, `poll` and `ending`, the linker its own `zeros`.
"""
# mypy: disable-error-code="empty-body"


def now() -> int:
    """Milliseconds since the instance was made, by a clock that never runs backwards."""
    ...


def poll() -> int:
    """Let the host do other work. Anything but 0 asks the search to stop."""
    ...


def ending() -> int:
    """What solved endings say of the position on the board, search_state[ENDING_SIDE] to move.

    0: there is no table of this material. 1: the table does not decide, because the laws of repetition or the
    move limit may. 2: a draw. Otherwise plies to the end + 3, won for the side to move if they are odd, else
    lost.
    """
    ...


def zeros(length: int) -> list[int]:
    """A large array of zeros, for module-level code that only names it: the linker never makes the list."""
    return [0] * length
