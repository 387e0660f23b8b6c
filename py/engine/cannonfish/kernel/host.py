"""The functions that the host supplies: three for a running program, and one for linking it.

Declarations only: every execution binds its own `now`, `poll` and `ask`, the linker its own `zeros`.
"""
# mypy: disable-error-code="empty-body"


def now() -> int:
    """Milliseconds since the instance was made, by a clock that never runs backwards."""
    ...


def poll() -> int:
    """Let the host do other work. Anything but 0 asks the search to stop."""
    ...


def ask() -> int:
    """The value by solved endings of the position on the board, with search_state[ENDING_SIDE] to move.

    0: there is no table of this material. 1: undecided, because the repetition rules or the move limit may
    matter. 2: a draw. Otherwise plies to the end + 3: odd plies are a win for the side to move, even ones a
    loss.
    """
    ...


def zeros(length: int) -> list[int]:
    """A large array of zeros in module-level code: the linker reserves it without building the list."""
    return [0] * length
