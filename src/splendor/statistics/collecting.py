"""Play a plan: here, on several processes or on a Ray cluster, and go on where an earlier run stopped."""

from collections.abc import Callable
from contextlib import closing

from splendor import jobs
from splendor.statistics.plan import Plan
from splendor.statistics.play import Chunk, play_chunk
from splendor.statistics.rows import Sheet
from splendor.statistics.store import Store

Progress = Callable[[int], None]


def collect(
    plan: Plan,
    store: Store | None = None,
    *,
    threads: int = 1,
    ray: str | None = None,
    progress: Progress | None = None,
) -> Sheet:
    """The rows of all games of a plan; with a `store`, what is finished there is not played again.

    `progress` is told how many games were finished since it was told last.

    >>> from splendor.table.setup import Setup
    >>> sheet = collect(Plan((Setup(2),), ("random",), games=3))
    >>> len(sheet.games), len(sheet.seats), float(sheet.seats["won"].sum())
    (3, 6, 3.0)
    """
    kept: dict[Chunk, Sheet] = {}
    done = frozenset() if store is None else store.done()
    if progress is not None:
        progress(sum(chunk.number for chunk in done))
    with closing(jobs.run(plan.chunks(), play_chunk, threads=threads, ray=ray, done=done)) as pairs:
        for chunk, sheet in pairs:
            if store is None:
                kept[chunk] = sheet
            else:
                store.save(chunk, sheet)
            if progress is not None:
                progress(chunk.number)
    return Sheet.joined([kept[chunk] for chunk in plan.chunks()]) if store is None else store.join()
