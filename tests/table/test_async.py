"""The asyncio twin: many reads at once on one thread, and the patterns that asked."""

import asyncio
import threading

from tests.table.closet import Closet, Clothing, Notes, clothes_by_wear
from tests.wire.endpoint import serving

from chabudai import table
from chabudai.engine import Engine
from chabudai.store import record_calls
from chabudai.wire.server import EndpointSettings

READS = 200


def test_two_hundred_reads_at_once_over_http_are_made_on_one_thread() -> None:
    async def read(url: str) -> tuple[list[str | None], int]:
        async with table.open_async(url) as store:
            await store.create(Closet, Notes)
            await asyncio.gather(
                *(store.insert(Clothing(owner="o", clothing_id=f"{at:03}", name=f"n{at}")) for at in range(READS))
            )
            threads = threading.active_count()
            found = await asyncio.gather(
                *(store.get(Clothing.get(owner="o", clothing_id=f"{at:03}")) for at in range(READS))
            )
            return [None if each is None else each.name for each in found], threading.active_count() - threads

    with Engine.open(":memory:") as engine, serving(engine, EndpointSettings(port=0)) as endpoint:
        names, more_threads = asyncio.run(read(endpoint.url))
    assert names == [f"n{at}" for at in range(READS)]
    assert more_threads == 0


def test_calls_of_tasks_side_by_side_are_recorded_under_their_own_patterns() -> None:
    async def ask() -> list[str | None]:
        async with table.open_async(":memory:") as store:
            await store.create(Closet, Notes)
            with record_calls() as calls:
                await asyncio.gather(
                    store.page(clothes_by_wear("o")), store.get(Clothing.get(owner="o", clothing_id="1"))
                )
            return sorted((each.pattern for each in calls), key=str)

    assert asyncio.run(ask()) == [clothes_by_wear.label.number, None]


def test_rows_are_iterated_with_async_for() -> None:
    async def ask() -> list[str]:
        async with table.open_async(":memory:") as store:
            await store.create(Closet, Notes)
            for at in range(3):
                await store.insert(Clothing(owner="o", clothing_id=str(at), name="x", wear_count=at))
            return [each.clothing_id async for each in store.all(clothes_by_wear("o"))]

    assert sorted(asyncio.run(ask())) == ["0", "1", "2"]
