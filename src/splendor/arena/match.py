"""A match under way: groups are played wherever there is room, and counted in their order.

Counting in order makes the result the same with any number of workers, on a cluster, and after an interruption: above
all the moment at which a sequential test stops.
"""

from collections.abc import Generator, Iterable
from contextlib import closing
from functools import partial

from splendor import jobs
from splendor.arena.plan import Plan
from splendor.arena.play import play_group
from splendor.arena.results import Group, Times
from splendor.arena.sprt import Evidence
from splendor.arena.store import Store

FIRST = 0  # the agent a sequential test is about


class Match:
    """A plan and the groups played so far."""

    groups: list[Group]
    """In their order, without records and times: there may be very many."""
    times: tuple[Times, ...]
    """How long each agent thought, in all groups together."""

    def __init__(self, plan: Plan, groups: Iterable[Group] = (), store: Store | None = None) -> None:
        self.plan = plan
        self.groups = []
        self.times = tuple(Times() for _ in plan.specs)
        self.evidence = Evidence(plan.sprt, plan.setup.players) if plan.sprt is not None else None
        self._store = store
        for group in groups:
            self._count(group)

    @classmethod
    def start(cls, plan: Plan, store: Store) -> "Match":
        """A new match, kept in a folder."""
        store.create(plan)
        return cls(plan, store=store)

    @classmethod
    def resume(cls, store: Store) -> "Match":
        """Go on with the match of a folder."""
        return cls(store.plan(), store.groups(), store)

    @property
    def finished(self) -> bool:
        """Whether all games are played, or the test knows."""
        return len(self.groups) >= self.plan.groups or self.verdict is not None

    @property
    def verdict(self) -> str | None:
        """What the sequential test has accepted."""
        return self.evidence.verdict if self.evidence is not None else None

    def play(self, threads: int = 1, ray: str | None = None) -> Generator[Group, None, None]:
        """Play what is left, yielding each group once all before it are counted; stop it by closing."""
        if self.finished:
            return
        left = range(len(self.groups), self.plan.groups)
        early: dict[int, Group] = {}
        with closing(jobs.run(left, partial(play_group, self.plan), threads=threads, ray=ray)) as pairs:
            for number, group in pairs:
                early[number] = group
                while (following := early.pop(len(self.groups), None)) is not None:
                    if self._store is not None:
                        self._store.append(following)
                    self._count(following)
                    yield following
                    if self.finished:
                        return

    def _count(self, group: Group) -> None:
        self.groups.append(Group(group.number, group.games))
        for times, more in zip(self.times, group.times, strict=True):
            times.merge(more)
        if self.evidence is not None:
            self.evidence.add([group.share_of(FIRST)])
