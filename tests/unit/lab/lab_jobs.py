"""Jobs for workers: they have to be functions that can be imported."""

import os
import signal
from pathlib import Path

from cannonfish_lab.errors import LabError


def square(number: int) -> int:
    return number * number


def complain(number: int) -> int:
    if number == 2:
        raise LabError("two is too many")
    return number


def stumble(number: int) -> int:
    return 1 // number


def die_once(job: tuple[int, str]) -> int:
    """The first worker to do job 1 is killed in the middle of it."""
    number, folder = job
    if number == 1:
        try:
            (Path(folder) / "died").touch(exist_ok=False)
        except FileExistsError:
            return number
        os.kill(os.getpid(), signal.SIGKILL)
    return number
