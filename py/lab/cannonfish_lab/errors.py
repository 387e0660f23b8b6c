"""What can go wrong, told in one sentence to whoever started a command."""


class LabError(Exception):
    """A command cannot go on; the message is a sentence that says why."""


class PlayerError(Exception):
    """A player failed in the middle of a game, which it loses.

    ``fault`` is one word: ``crash`` or ``time``.
    """

    def __init__(self, fault: str, message: str) -> None:
        super().__init__(message)
        self.fault = fault


class DrawClaimed(Exception):
    """A player declares the game drawn instead of moving."""
