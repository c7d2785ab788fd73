"""What asyncio adds: many calls on one thread, none held up by another, tasks that are cancelled, and the end."""

import asyncio
import socket
import threading
from collections.abc import Mapping
from typing import Any

import pytest
from tests.store.scripted import answer, scripted, sound
from tests.store.tables import get, key, put
from tests.store.test_factory import TABLE
from tests.wire.endpoint import serving

from chabudai import store
from chabudai.engine import Engine
from chabudai.store import AsyncStore, Store, label_calls, record_calls
from chabudai.store.async_transport import AsyncTransport
from chabudai.store.endpoints import url_endpoint
from chabudai.store.errors import StoreClosed
from chabudai.store.recorder import RecordingStore
from chabudai.store.threads import ThreadedStore
from chabudai.wire.server import EndpointSettings

pytestmark = pytest.mark.usefixtures("keys")
FINE = sound({"TableNames": ["x"]})


def test_two_hundred_reads_at_once_take_no_thread_and_each_gets_its_own_answer() -> None:
    async def read_all(url: str) -> None:
        async with store.open_async(url) as opened:
            await opened.call("CreateTable", TABLE)
            await asyncio.gather(*(opened.call("PutItem", put("things", str(n), n={"N": str(n)})) for n in range(200)))
            threads = threading.active_count()
            seen: list[int] = []

            async def read(number: int) -> Any:
                found = await opened.call("GetItem", get("things", str(number)))
                seen.append(threading.active_count())
                return found

            answers = await asyncio.gather(*map(read, range(200)))
            assert answers == [{"Item": {**key(str(n)), "n": {"N": str(n)}}} for n in range(200)]
            assert max(seen) <= threads

    with Engine.open(":memory:") as engine, serving(engine, EndpointSettings(port=0)) as endpoint:
        asyncio.run(read_all(endpoint.url))


def test_two_hundred_requests_are_under_way_at_the_same_time() -> None:
    together = threading.Barrier(200, timeout=30)  # nobody is answered before all have asked

    def answer_together(client: socket.socket) -> None:
        together.wait()
        FINE(client)

    async def ask_all(url: str) -> list[dict[str, Any]]:
        async with store.open_async(url) as opened:
            return await asyncio.gather(*(opened.call("ListTables", {}) for _ in range(200)))

    with scripted(answer_together) as server:
        assert asyncio.run(ask_all(server.url)) == [{"TableNames": ["x"]}] * 200
        assert server.connections == 200


def test_a_slow_answer_does_not_hold_up_others() -> None:
    released = threading.Event()

    def answer_slowly(client: socket.socket) -> None:
        released.wait(30)
        answer({"slow": True})(client)

    async def ask(url: str) -> None:
        async with store.open_async(url) as opened:
            slow = asyncio.create_task(opened.call("ListTables", {}))
            while not server.heard:
                await asyncio.sleep(0.001)
            for _ in range(20):
                assert await opened.call("ListTables", {}) == {"TableNames": ["x"]}
            assert not slow.done()
            released.set()
            assert await slow == {"slow": True}

    with scripted(answer_slowly, FINE) as server:
        asyncio.run(ask(server.url))


def test_a_cancelled_request_leaves_a_store_that_answers() -> None:
    released = threading.Event()

    def answer_too_late(client: socket.socket) -> None:
        released.wait(30)
        answer({"late": True})(client)

    async def ask(url: str) -> None:
        async with store.open_async(url) as opened:
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(opened.call("ListTables", {}), 0.2)
            released.set()
            assert await opened.call("ListTables", {}) == {"TableNames": ["x"]}

    with scripted(answer_too_late, FINE) as server:
        asyncio.run(ask(server.url))


def test_a_task_that_is_cancelled_leaves_the_engine_in_order() -> None:
    async def write_and_cancel() -> None:
        async with store.open_async(":memory:") as opened:
            await opened.call("CreateTable", TABLE)
            for round_ in range(20):
                tasks = [asyncio.create_task(opened.call("PutItem", put("things", f"{round_}-{n}"))) for n in range(20)]
                await asyncio.sleep(0)
                for task in tasks[::2]:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                found = await opened.call("GetItem", get("things", f"{round_}-1"))
                assert found == {"Item": key(f"{round_}-1")}

    asyncio.run(write_and_cancel())


def test_closing_waits_for_what_the_threads_have_begun() -> None:
    slow = SlowStore()

    async def close_while_it_works() -> None:
        opened = ThreadedStore(slow)
        tasks = [asyncio.create_task(opened.call("ListTables", {})) for _ in range(20)]
        await asyncio.sleep(0)
        closing = asyncio.create_task(opened.close())
        await asyncio.sleep(0.05)
        with pytest.raises(StoreClosed):
            await opened.call("ListTables", {})
        assert not closing.done()
        slow.released.set()
        await closing
        await opened.close()
        assert [await task for task in tasks] == [{}] * 20

    asyncio.run(close_while_it_works())
    assert slow.events == ["answered"] * 20 + ["closed"] * 2
    assert slow.most_at_once == 8


@pytest.mark.parametrize("kind", ["memory", "endpoint"])
def test_each_task_hears_its_own_calls_under_its_own_pattern(kind: str) -> None:
    async def page(opened: AsyncStore, pattern: str) -> list[str | None]:
        with record_calls() as calls, label_calls(pattern):
            await asyncio.gather(*(opened.call("ListTables", {}) for _ in range(3)))
        return [call.pattern for call in calls]

    async def pages(address: str) -> list[list[str | None]]:
        async with store.open_async(address) as opened:
            return list(await asyncio.gather(page(opened, "AP-1"), page(opened, "AP-2")))

    with Engine.open(":memory:") as engine, serving(engine, EndpointSettings(port=0)) as endpoint:
        heard = asyncio.run(pages(":memory:" if kind == "memory" else endpoint.url))
    assert heard == [["AP-1"] * 3, ["AP-2"] * 3]


def test_what_is_recorded_in_a_worker_thread_is_heard_by_its_task() -> None:
    async def ask() -> list[str | None]:
        async with ThreadedStore(RecordingStore(store.open(":memory:"))) as opened:
            with record_calls() as calls, label_calls("AP-1"):
                await opened.call("ListTables", {})
        return [call.pattern for call in calls]

    assert asyncio.run(ask()) == ["AP-1"] * 2  # a store within a store: both record


def test_a_closed_store_answers_no_more() -> None:
    async def close_and_ask(address: str) -> None:
        opened = store.open_async(address)
        assert "TableNames" in await opened.call("ListTables", {})
        await opened.close()
        await opened.close()
        with pytest.raises(StoreClosed):
            await opened.call("ListTables", {})

    with scripted(FINE) as server:
        asyncio.run(close_and_ask(server.url))
    asyncio.run(close_and_ask(":memory:"))


def test_a_store_over_http_belongs_to_one_event_loop() -> None:
    with scripted(FINE) as server:
        transport = AsyncTransport(url_endpoint(server.url))
        asyncio.run(_ask_and_let_go(transport))
        with pytest.raises(RuntimeError, match="belongs to the event loop"):
            asyncio.run(transport.post("ListTables", b"{}"))


async def _ask_and_let_go(transport: AsyncTransport) -> None:
    await transport.post("ListTables", b"{}")
    assert transport._session is not None
    await transport._session.close()


class SlowStore(Store):
    """Answers when it is released, and remembers what came to an end in which order."""

    def __init__(self) -> None:
        self.released = threading.Event()
        self.events: list[str] = []
        self.most_at_once = 0
        self._under_way = 0
        self._lock = threading.Lock()

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        with self._lock:
            self._under_way += 1
            self.most_at_once = max(self.most_at_once, self._under_way)
        self.released.wait(30)
        with self._lock:
            self._under_way -= 1
            self.events.append("answered")
        return {}

    def close(self) -> None:
        self.events.append("closed")
