"""The command line: each module here is a command, with ``SUMMARY``, ``configure`` and ``run``."""
