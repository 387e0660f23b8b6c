"""Workers: results, failures, deaths, and who depends on whom."""

import itertools
import multiprocessing
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import dask
import pytest
from cannonfish_lab.errors import LabError
from cannonfish_lab.jobs import Workers
from distributed import LocalCluster

sys.path.insert(0, str(Path(__file__).parent))  # where workers find the functions, too
import lab_jobs


@pytest.fixture(params=["here", "processes", pytest.param("dask", marks=pytest.mark.slow)])
def workers(request: pytest.FixtureRequest) -> Workers:
    return Workers(pool=request.param, count=2)


def test_all_jobs_are_done(workers: Workers) -> None:
    with workers.open() as pool:
        assert sorted(pool.run(lab_jobs.square, range(6))) == [0, 1, 4, 9, 16, 25]


def test_no_jobs(workers: Workers) -> None:
    with workers.open() as pool:
        assert list(pool.run(lab_jobs.square, [])) == []


def test_jobs_are_taken_only_as_workers_come_free(workers: Workers) -> None:
    taken = 0

    def endless() -> Iterator[int]:
        nonlocal taken
        for number in itertools.count():
            taken += 1
            yield number

    with workers.open() as pool:
        results = pool.run(lab_jobs.square, endless())
        first = [next(results) for _ in range(5)]
        results.close()  # type: ignore[attr-defined]
    assert len(first) == 5
    assert taken <= 5 + 4


def test_a_sentence_for_people_comes_through(workers: Workers) -> None:
    with workers.open() as pool, pytest.raises(LabError, match="two is too many"):
        list(pool.run(lab_jobs.complain, range(4)))


def test_other_errors_are_named(workers: Workers) -> None:
    with workers.open() as pool, pytest.raises((RuntimeError, ZeroDivisionError), match="division"):
        list(pool.run(lab_jobs.stumble, [0]))


def test_an_error_in_a_worker_says_where() -> None:
    with Workers(pool="processes", count=1).open() as pool, pytest.raises(RuntimeError, match="in stumble"):
        list(pool.run(lab_jobs.stumble, [0]))


def test_a_killed_worker_costs_only_its_job(tmp_path: Path) -> None:
    with Workers("processes", 2).open() as pool:
        jobs = [(number, str(tmp_path)) for number in range(4)]
        assert sorted(pool.run(lab_jobs.die_once, jobs)) == [0, 1, 2, 3]
    assert (tmp_path / "died").exists()


@pytest.mark.slow
def test_a_killed_dask_worker_costs_only_its_job(tmp_path: Path) -> None:
    with Workers("dask", 2).open() as pool:
        jobs = [(number, str(tmp_path)) for number in range(4)]
        assert sorted(pool.run(lab_jobs.die_once, jobs)) == [0, 1, 2, 3]
    assert (tmp_path / "died").exists()


def test_a_worker_that_dies_while_it_is_idle_costs_nothing() -> None:
    """The next job could not be sent to it, and a BrokenPipeError ended the run."""

    def jobs() -> Iterator[int]:
        yield 2
        for worker in multiprocessing.active_children():
            worker.kill()
            worker.join()
        yield 3

    with Workers("processes", 1).open() as pool:
        assert list(pool.run(lab_jobs.square, jobs())) == [4, 9]


def test_workers_that_keep_dying_are_given_up() -> None:
    with Workers("processes", 1).open() as pool, pytest.raises(LabError, match="keep dying"):
        list(pool.run(lab_jobs.die, [1]))


def test_workers_end_with_the_pool() -> None:
    with Workers("processes", 2).open() as pool:
        processes = set(pool.run(lab_jobs.process_of, range(4)))
    assert os.getpid() not in processes
    for process in processes:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


@pytest.mark.slow
def test_a_scheduler_elsewhere() -> None:
    with (
        LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster,
        Workers(scheduler=cluster.scheduler_address).open() as pool,
    ):
        assert sorted(pool.run(lab_jobs.square, range(3))) == [0, 1, 4]


def test_a_scheduler_that_is_not_there() -> None:
    impatient = dask.config.set({"distributed.comm.timeouts.connect": "1s"})
    somewhere = Workers(scheduler="tcp://127.0.0.1:9")
    with impatient, pytest.raises(LabError, match="cannot reach the Dask scheduler"), somewhere.open():
        pass
