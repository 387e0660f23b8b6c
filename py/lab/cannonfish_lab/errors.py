"""The error whose message is one sentence for the user of a command."""


class LabError(Exception):
    """A command cannot continue."""
