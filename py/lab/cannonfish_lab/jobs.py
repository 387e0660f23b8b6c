"""Independent jobs for many workers: in this process, or with Dask.

A job is an argument of an importable function; results come in the order of completion.  If a worker is
killed, another one repeats its job.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from typing import Any, Final, Protocol, TypeVar

from cannonfish_lab.errors import LabError

J = TypeVar("J")
R = TypeVar("R")


class Pool(Protocol):
    """A group of workers."""

    def run(self, function: Callable[[J], R], jobs: Iterable[J]) -> Iterator[R]:
        """Yield the results of all jobs in the order of completion.

        A job is taken from the iterable only when a worker is free, so the jobs may depend on results;
        closing the iterator abandons the rest.  Exceptions of jobs are raised here.
        """
        ...


@dataclass(frozen=True)
class Workers:
    """The workers chosen on the command line."""

    count: int = 0
    """Number of workers; 0 for the number of processors.  A single one is this process."""
    scheduler: str | None = None
    """The address of a running Dask scheduler with workers."""

    @contextmanager
    def open(self) -> Iterator[Pool]:
        """Start the workers, and end them afterwards.  LabError if they cannot start."""
        count = self.count or os.cpu_count() or 1
        if count == 1 and self.scheduler is None:
            yield Here()
            return
        with _dask_client(count, self.scheduler) as client:
            yield Dask(client)


class Here:
    """One job after the other, in this process."""

    def run(self, function: Callable[[J], R], jobs: Iterable[J]) -> Iterator[R]:
        """See ``Pool``."""
        for job in jobs:
            yield function(job)


class Dask:
    """The workers of a Dask scheduler, local or not.  The scheduler repeats lost jobs."""

    AHEAD: Final = 2
    """Jobs sent per worker: one runs, one waits."""

    def __init__(self, client: Any) -> None:
        self._client = client

    def run(self, function: Callable[[J], R], jobs: Iterable[J]) -> Iterator[R]:
        """See ``Pool``."""
        waiting = iter(jobs)
        threads = sum(self._client.nthreads().values()) or 1
        futures = [self._submit(function, job) for job in islice(waiting, self.AHEAD * threads)]
        done = _distributed().as_completed(futures)
        open_futures = set(futures)
        try:
            for future in done:
                open_futures.discard(future)
                result: R = future.result()
                for job in islice(waiting, 1):
                    following = self._submit(function, job)
                    open_futures.add(following)
                    done.add(following)
                yield result
        finally:
            for future in open_futures:
                future.cancel()

    def _submit(self, function: Callable[[J], R], job: J) -> Any:
        return self._client.submit(function, job, pure=False)  # equal jobs are still separate jobs


@contextmanager
def _dask_client(count: int, scheduler: str | None) -> Iterator[Any]:
    dask = _distributed()
    try:
        if scheduler is not None:
            with dask.Client(scheduler) as client:
                yield client
        else:
            with (
                dask.LocalCluster(n_workers=count, threads_per_worker=1, dashboard_address=None) as cluster,
                dask.Client(cluster) as client,
            ):
                yield client
    except OSError as error:
        raise LabError(f"cannot reach the Dask scheduler {scheduler or ''}: {error}") from None


def _distributed() -> Any:
    """Dask's package for workers, an optional dependency."""
    try:
        return import_module("distributed")
    except ImportError:
        raise LabError("dask is not installed; use --workers 1, or install dask[distributed]") from None
