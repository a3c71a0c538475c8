"""Work in many pieces: in this process, on several processes, or on the machines of a Ray cluster.

`run(jobs, work)` yields each job with its result as it is finished. Whoever wants the same result whatever the machine
gives each job its own seed and adds up in the order of the jobs, not in the order of their arrival.

Several *processes* and not threads: between two calls of compiled code a game is Python, and there threads of Python
wait for one another.
"""

import multiprocessing
import os
import signal
import socket
import sys
from collections import deque
from collections.abc import Callable, Container, Generator, Iterable, Iterator
from contextlib import closing
from itertools import islice
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

from splendor.errors import MissingPackage, SplendorError

Job = TypeVar("Job")
Result = TypeVar("Result")
Pairs = Generator[tuple[Job, Result], None, None]
Progress = Callable[[int], None]

HERE = "local"  # as Ray's address: a Ray of our own on this machine
AHEAD = 2  # jobs a worker has in hand: the next one waits there while a result travels
PATIENCE = 5.0  # seconds a worker has to leave by itself


def run(
    jobs: Iterable[Job],
    work: Callable[[Job], Result],
    *,
    threads: int = 1,
    ray: str | None = None,
    progress: Progress | None = None,
    done: Container[Job] = frozenset(),
) -> Pairs[Job, Result]:
    """Yield (job, work(job)) as they finish; jobs in `done` are left out.

    `jobs` are taken only as they are needed, so there may be more of them than anybody will wait for: close the
    generator to stop. With several `threads` (worker processes) or with `ray` (an address, or "local"), jobs, results
    and `work` must be picklable; `work` is then best a function of a module that is installed wherever it is to run, or
    a `functools.partial` of one.
    `progress` is told how many jobs were finished since it was told last.

    >>> sorted(run([1, 2, 3], abs, done={2}))
    [(1, 1), (3, 3)]
    """
    check(threads, ray)
    left = (job for job in jobs if job not in done)
    pairs: Pairs[Job, Result]
    if ray is not None:
        pairs = _on_ray(left, work, ray, threads)
    elif threads > 1:
        pairs = _on_processes(left, work, threads)
    else:
        pairs = ((job, work(job)) for job in left)
    return _reported(pairs, progress)


def check(threads: int, ray: str | None) -> None:
    """Refuse what cannot be started; whoever keeps results asks this before there is a folder for them."""
    if type(threads) is not int or threads < 1:
        raise SplendorError(f"threads={threads!r}: expected a whole number of at least 1.")
    if ray is not None:
        _ray()
        _check_reachable(ray)


def _reported(pairs: Pairs[Job, Result], progress: Progress | None) -> Pairs[Job, Result]:
    with closing(pairs):
        for pair in pairs:
            if progress is not None:
                progress(1)
            yield pair


# --- processes ----------------------------------------------------------------------------------------------------
class _Worker:
    """A process with jobs in hand, oldest first."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        # Spawned, not forked: a fork copies the locks of threads that do not exist in the copy.
        context = multiprocessing.get_context("spawn")
        self.pipe, far = context.Pipe()
        self.process = context.Process(target=_serve, args=(far, work), daemon=True)
        self.process.start()
        far.close()
        self.jobs: deque[Any] = deque()

    def give(self, job: Any) -> None:
        try:
            self.pipe.send(job)
        except BrokenPipeError:
            raise self._gone() from None
        self.jobs.append(job)

    def take(self) -> tuple[Any, Any]:
        try:
            result, error = self.pipe.recv()
        except (EOFError, ConnectionResetError):
            raise self._gone() from None
        if error is not None:
            raise error
        return self.jobs.popleft(), result

    def _gone(self) -> SplendorError:
        self.process.join(PATIENCE)
        return SplendorError(
            f"a worker process ended unexpectedly (exit code {self.process.exitcode}); was it short of memory? "
            "Try fewer threads."
        )

    def stop(self) -> None:
        """Let it go: at once if it has nothing in hand, otherwise in the middle of its job."""
        self.pipe.close()
        if self.jobs:
            self.process.terminate()
        self.process.join(PATIENCE)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.process.close()


def _on_processes(jobs: Iterator[Job], work: Callable[[Job], Result], number: int) -> Pairs[Job, Result]:
    workers: dict[Connection, _Worker] = {}
    try:
        for job in islice(jobs, number):
            worker = _Worker(work)
            workers[worker.pipe] = worker
            worker.give(job)
        for worker in workers.values():
            _give(worker, jobs, AHEAD - 1)
        while busy := [pipe for pipe, worker in workers.items() if worker.jobs]:
            for pipe in wait(busy):
                worker = workers[pipe]  # type: ignore[index]
                pair = worker.take()
                _give(worker, jobs, 1)
                yield pair
    finally:
        for worker in workers.values():
            worker.stop()


def _give(worker: _Worker, jobs: Iterator[Any], number: int) -> None:
    for job in islice(jobs, number):
        worker.give(job)


def _serve(pipe: Connection, work: Callable[[Any], Any]) -> None:
    """What a worker process does until nobody is at the other end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # ctrl-C is for the one who started us; it will stop us
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that `finally` still runs
    while True:
        try:
            job = pipe.recv()
        except (EOFError, ConnectionResetError):
            return
        try:
            answer: tuple[Any, Exception | None] = (work(job), None)
        except Exception as error:
            answer = (None, _portable(error))
        try:
            pipe.send(answer)
        except BrokenPipeError:
            return


def _portable(error: Exception) -> Exception:
    """An error that survives the way to another process, with the place it comes from."""
    import pickle
    import traceback

    try:
        copy = pickle.loads(pickle.dumps(error))
    except Exception:  # whatever an error class does there
        copy = SplendorError(f"{type(error).__name__}: {error}")
    copy.add_note("In a worker process:\n" + "".join(traceback.format_exception(error)))
    return copy  # type: ignore[no-any-return]


# --- Ray ----------------------------------------------------------------------------------------------------------
def _on_ray(jobs: Iterator[Job], work: Callable[[Job], Result], address: str, threads: int) -> Pairs[Job, Result]:
    ray = _ray()
    ours = not ray.is_initialized()
    if ours:
        _join_cluster(ray, address, threads)
    try:
        yield from _with_ray(ray, jobs, work)
    finally:
        if ours:
            ray.shutdown()


def _ray() -> Any:
    try:
        import ray
    except ImportError:
        raise MissingPackage.of_extra("scale", "Ray", "a cluster") from None
    return ray


def _join_cluster(ray: Any, address: str, threads: int) -> None:
    options: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    if address == HERE:
        # Nothing of it is to be reached from outside, and nothing of it is told to anybody.
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        options |= {"include_dashboard": False, "_node_ip_address": "127.0.0.1"}
        options |= {"num_cpus": threads} if threads > 1 else {}
    try:
        ray.init(address=address, **options)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise SplendorError(f"no Ray cluster answers at {address!r}: {error}") from None


def _check_reachable(address: str) -> None:
    """Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdigit():
        return
    try:
        socket.create_connection((host, int(port)), timeout=PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise SplendorError(f"no Ray cluster answers at {address!r}: {error}; 'ray start --head' starts one.") from None


def _with_ray(ray: Any, jobs: Iterator[Job], work: Callable[[Job], Result]) -> Pairs[Job, Result]:
    task = ray.remote(max_retries=0)(_call)
    function = ray.put(work)
    room = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    running = {task.remote(function, job): job for job in islice(jobs, room)}
    try:
        while running:
            finished, _ = ray.wait(list(running), num_returns=1)
            for reference in finished:
                job = running.pop(reference)
                result = ray.get(reference)
                running |= {task.remote(function, job): job for job in islice(jobs, 1)}
                yield job, result
    except ray.exceptions.RayTaskError as error:
        raise error.cause or error from None
    finally:
        for reference in running:
            ray.cancel(reference, force=True)


def _call(work: Callable[[Job], Result], job: Job) -> Result:
    return work(job)
