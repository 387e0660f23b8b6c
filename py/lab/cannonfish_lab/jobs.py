"""Independent jobs for many workers: in this process, in processes of this machine, or with Dask.

A job is an argument of an importable function; results come in the order of completion.  If a worker is
killed, another one repeats its job.
"""

import multiprocessing
import os
import signal
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from multiprocessing.connection import Connection, wait
from typing import Any, Final, Protocol, TypeVar

from cannonfish_lab import interrupts
from cannonfish_lab.errors import LabError

J = TypeVar("J")
R = TypeVar("R")

POOLS: Final = ("auto", "dask", "processes", "here")
MOST_DEATHS: Final = 3
"""Deaths of workers in a row, without a finished job, after which the jobs are to blame."""
FAREWELL_SECONDS: Final = 3.0
"""Time for a worker to end its own processes."""


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

    pool: str = "auto"
    """``here``: this process; ``processes``: Python's own; ``dask``; ``auto``: Dask where it is installed."""
    count: int = 0
    """Number of workers; 0 for the number of processors."""
    scheduler: str | None = None
    """The address of a running Dask scheduler with workers."""

    @contextmanager
    def open(self) -> Iterator[Pool]:
        """Start the workers, and end them afterwards.  LabError if they cannot start."""
        count = self.count or os.cpu_count() or 1
        pool = self.pool
        if self.scheduler is not None:
            pool = "dask"
        elif pool == "auto":
            pool = "here" if count == 1 else "dask" if find_spec("distributed") else "processes"
        if pool == "here":
            yield Here()
        elif pool == "processes":
            yield Processes(count)
        else:
            with _dask_client(count, self.scheduler) as client:
                yield Dask(client)


class Here:
    """One job after the other, in this process."""

    def run(self, function: Callable[[J], R], jobs: Iterable[J]) -> Iterator[R]:
        """See ``Pool``."""
        for job in jobs:
            yield function(job)


class Processes:
    """Processes of this machine, with the standard library only."""

    def __init__(self, count: int) -> None:
        self._count = count

    def run(self, function: Callable[[J], R], jobs: Iterable[J]) -> Iterator[R]:
        """See ``Pool``."""
        waiting = iter(jobs)
        again: list[J] = []
        idle: list[_Worker] = []
        busy: dict[_Worker, J] = {}
        deaths = 0
        try:
            while True:
                while len(busy) < self._count:
                    more = [again.pop()] if again else list(islice(waiting, 1))
                    if not more:
                        break
                    worker = idle.pop() if idle else _Worker(function)
                    busy[worker] = more[0]
                    with suppress(OSError):  # it died while idle; reading from it will tell
                        worker.connection.send(more[0])
                if not busy:
                    return
                ready = wait([worker.connection for worker in busy])
                for worker in [worker for worker in busy if worker.connection in ready]:
                    job = busy.pop(worker)
                    try:
                        error, result = worker.connection.recv()
                    except (EOFError, OSError):
                        worker.release()
                        worker.end()
                        again.append(job)
                        deaths += 1
                        if deaths > MOST_DEATHS:
                            raise LabError("the workers keep dying; is there too little memory?") from None
                        continue
                    idle.append(worker)
                    deaths = 0
                    if error is not None:
                        raise error
                    yield result
        finally:
            for worker in idle:
                worker.release()
            for worker in busy:
                worker.interrupt()
            for worker in [*idle, *busy]:
                worker.end()


class _Worker:
    """A process that does one job at a time."""

    def __init__(self, function: Callable[[Any], Any]) -> None:
        # Spawned, not forked: the threads of libraries do not survive a fork.
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, function), daemon=False)
        self._process.start()
        theirs.close()

    def release(self) -> None:
        """Make the process end when it waits for its next job."""
        self.connection.close()

    def interrupt(self) -> None:
        """Make the process end during a job, after cleanup."""
        self.connection.close()
        self._process.terminate()

    def end(self) -> None:
        """Wait for the end of the process; kill it if necessary."""
        self._process.join(FAREWELL_SECONDS)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()


def _work(connection: Connection, function: Callable[[Any], Any]) -> None:
    """The loop of a worker: does jobs until it is told to end or the connection closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process handles Ctrl-C
    signal.signal(signal.SIGTERM, interrupts.rise)
    try:
        while True:
            try:
                error, result = None, function(connection.recv())
            except EOFError:
                return
            except Exception as raised:
                error, result = _portable(raised), None
            connection.send((error, result))
    except (KeyboardInterrupt, BrokenPipeError):
        return
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)  # no cleanup is left


def _portable(error: Exception) -> Exception:
    """A LabError itself; any other error as its traceback, since it might not be picklable."""
    return error if isinstance(error, LabError) else RuntimeError("".join(traceback.format_exception(error)))


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
        raise LabError("dask is not installed; use --pool processes, or install dask[distributed]") from None
