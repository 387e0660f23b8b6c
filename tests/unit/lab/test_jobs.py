"""Workers: results, failures, deaths, and workers elsewhere."""

import itertools
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


@pytest.fixture(params=[1, pytest.param(2, marks=pytest.mark.slow)])
def workers(request: pytest.FixtureRequest) -> Workers:
    return Workers(request.param)


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


@pytest.mark.slow
def test_a_killed_worker_costs_only_its_job(tmp_path: Path) -> None:
    with Workers(2).open() as pool:
        jobs = [(number, str(tmp_path)) for number in range(4)]
        assert sorted(pool.run(lab_jobs.die_once, jobs)) == [0, 1, 2, 3]
    assert (tmp_path / "died").exists()


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
