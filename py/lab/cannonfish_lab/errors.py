"""Errors whose message is one sentence for the user of a command."""


class LabError(Exception):
    """A command cannot continue."""


class PlayerError(Exception):
    """A player failed during a game and loses it.

    ``fault`` is one word: ``crash`` or ``time``.
    """

    def __init__(self, fault: str, message: str) -> None:
        super().__init__(message)
        self.fault = fault


class DrawClaimed(Exception):
    """A player declares the game drawn instead of moving."""
