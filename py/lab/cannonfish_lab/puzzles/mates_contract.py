"""The names that mates_kernel.py needs from a game besides its rules, as `cannonfish.kernel.game` declares
them. Not part of a program."""
# mypy: disable-error-code="empty-body"

KEY: int
KEY2: int
position: list[int]


def no_moves_result(side: int, checked: int) -> int:
    """The result for a side without a legal move: -1 loss, 0 draw, 1 win."""
    ...
