"""Who comes in a crowd waits for each other, and not everybody else for them."""

import asyncio
import itertools

from splendor.server.crowd import AT_ONCE, Crowd


def test_a_crowd_is_served_in_order_and_others_come_in_between() -> None:
    async def run() -> tuple[list[int], list[int]]:
        crowd, served, seen = Crowd(), list[int](), list[int]()

        async def one(number: int) -> None:
            await crowd.turn()
            served.append(number)

        async def somebody_else() -> None:
            while len(served) < 10 * AT_ONCE:
                seen.append(len(served))
                await asyncio.sleep(0)  # one round of the event loop

        await asyncio.gather(*(one(number) for number in range(10 * AT_ONCE)), somebody_else())
        return served, seen

    served, seen = asyncio.run(run())
    assert served == list(range(10 * AT_ONCE))
    assert all(later - earlier <= AT_ONCE for earlier, later in itertools.pairwise(seen))
    assert len(seen) >= 10


def test_whoever_goes_away_takes_nobodys_turn() -> None:
    async def run() -> list[int]:
        crowd, served = Crowd(), list[int]()

        async def one(number: int) -> None:
            await crowd.turn()
            served.append(number)

        tasks = [asyncio.create_task(one(number)) for number in range(3 * AT_ONCE)]
        await asyncio.sleep(0)
        for task in tasks[: 2 * AT_ONCE]:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.wait_for(one(99), 10)
        return served

    assert asyncio.run(run()) == [*range(2 * AT_ONCE, 3 * AT_ONCE), 99]
