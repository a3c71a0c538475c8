"""Work in many pieces gives the same whichever way it is done; what goes wrong in a worker is said here."""

import itertools
import math
import os
import signal
import sys
import time
from functools import partial
from multiprocessing import active_children

import pytest

from splendor.errors import SplendorError
from splendor.jobs import run

RAY_NEEDED = "Ray is not installed: jobs on a cluster are NOT tested (pip install '.[scale]')"


def square(number: int) -> int:
    return number * number


def plus(more: int, number: int) -> int:
    return more + number


def fussy(number: int) -> int:
    if number == 3:
        raise SplendorError("no threes, please.")
    return number


class OddError(Exception):
    """Cannot be made anew from its message alone, as many errors of other libraries."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} and {two}")


def odd(number: int) -> int:
    raise OddError(number, number)


def deadly(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def endless(number: int) -> int:
    if number:
        time.sleep(3600)
    return number


@pytest.mark.parametrize("threads", [1, 2])
def test_every_job_has_its_result(threads: int) -> None:
    told: list[int] = []
    pairs = list(run(range(20), square, threads=threads, progress=told.append))
    assert sorted(pairs) == [(number, number**2) for number in range(20)]
    assert sum(told) == 20


def test_jobs_done_before_are_left_out() -> None:
    assert list(run(range(5), partial(plus, 10), done={0, 1, 3})) == [(2, 12), (4, 14)]


def test_no_jobs_at_all() -> None:
    assert list(run([], square, threads=2)) == []


@pytest.mark.parametrize("threads", [1, 2])
def test_jobs_without_end_can_be_stopped(threads: int) -> None:
    pairs = run(itertools.count(), square, threads=threads)
    first = list(itertools.islice(pairs, 6))
    pairs.close()
    assert len(first) == 6
    assert all(result == job**2 for job, result in first)
    assert active_children() == []


def test_a_worker_is_stopped_in_the_middle_of_its_job() -> None:
    pairs = run(range(4), endless, threads=2)
    assert next(pairs) == (0, 0)
    pairs.close()
    assert active_children() == []


@pytest.mark.parametrize("threads", [1, 2])
def test_an_error_comes_through(threads: int) -> None:
    with pytest.raises(SplendorError, match="no threes"):
        list(run(range(5), fussy, threads=threads))
    assert active_children() == []


def test_an_error_that_cannot_travel_is_told() -> None:
    with pytest.raises(SplendorError, match="OddError: 0 and 0") as caught:
        list(run([0], odd, threads=2))
    assert "in odd" in caught.value.__notes__[0]


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is of other systems")
def test_a_worker_that_dies_is_noticed() -> None:
    with pytest.raises(SplendorError, match="exit code -9"):
        list(run(range(8), deadly, threads=2))
    assert active_children() == []


def test_threads_are_a_number() -> None:
    with pytest.raises(SplendorError, match="threads=0"):
        run([], square, threads=0)


# --- Ray ----------------------------------------------------------------------------------------------------------
def test_without_ray_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(SplendorError, match="\\.\\[scale\\]"):
        list(run([1], square, ray="local"))


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "127.0.0.1:99999"])
def test_a_cluster_that_is_not_there(address: str) -> None:
    pytest.importorskip("ray", reason=RAY_NEEDED)
    with pytest.raises(SplendorError, match="no Ray cluster answers at"):
        list(run([1], square, ray=address))


def test_a_ray_that_runs_already_is_used_and_left_alone() -> None:
    ray = pytest.importorskip("ray", reason=RAY_NEEDED)
    ray.init("local", num_cpus=2, include_dashboard=False, _node_ip_address="127.0.0.1", log_to_driver=False)
    try:
        pairs = list(run(range(6), math.factorial, ray="local"))
        assert sorted(pairs) == [(0, 1), (1, 1), (2, 2), (3, 6), (4, 24), (5, 120)]
        with pytest.raises(ValueError, match="not defined for negative"):
            list(run([-1], math.factorial, ray="local"))
        assert ray.is_initialized()
    finally:
        ray.shutdown()
