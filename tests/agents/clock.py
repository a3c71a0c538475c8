"""A clock for searches that are limited by time: the same on every machine, however busy it is."""


class Clock:
    """Goes on by a hundredth of a second whenever somebody looks at it, or by another step."""

    def __init__(self) -> None:
        self.looks, self.step, self._now = 0, 0.01, 0.0

    def perf_counter(self) -> float:
        self.looks += 1
        self._now += self.step
        return self._now
