"""The endpoint as a whole: many connections, bounded memory, failures inside, and an orderly end."""

import resource
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.wire.conftest import TABLE
from tests.wire.endpoint import serving
from tests.wire.rawhttp import HEADERS, RawConnection, call, call_bytes, request_bytes

from chabudai.engine.engine import Answer, Engine
from chabudai.wire.limits import EndpointLimits
from chabudai.wire.server import EndpointSettings

LIST_TABLES = {**HEADERS, "X-Amz-Target": "DynamoDB_20120810.ListTables"}
MEGABYTE = 1024 * 1024


@pytest.fixture
def own_engine(tmp_path: Path) -> Iterator[Engine]:
    with Engine.open(tmp_path / "household.db") as engine:
        engine.call("CreateTable", TABLE)
        yield engine


class FailingEngine(Engine):
    """A real engine with a bug."""

    def execute(self, operation: str, request: Any, *, splice: bool = False, wait: bool = True) -> Answer:
        if "bug" in str(request):
            raise ZeroDivisionError("a bug")
        return super().execute(operation, request, splice=splice, wait=wait)

    def sync(self, ticket: int) -> None:
        raise OSError("the disk is gone")


def test_2000_idle_connections_cost_little_and_the_next_is_served(engine: Engine) -> None:
    with serving(engine, EndpointSettings(port=0)) as endpoint:
        before = resident_bytes()
        idle = [RawConnection(endpoint.port) for _ in range(2000)]
        for connection in idle[::100]:
            assert connection.call("ListTables", {}).status == 200
        assert call(endpoint.port, "ListTables", {}).status == 200
        assert resident_bytes() - before < 60 * MEGABYTE  # the clients' side included
        for connection in idle:
            connection.close()


def test_a_connection_beyond_the_limit_is_told_so(engine: Engine) -> None:
    with serving(engine, EndpointSettings(port=0, limits=EndpointLimits(connections=3))) as endpoint:
        held = [RawConnection(endpoint.port) for _ in range(3)]
        for connection in held:
            assert connection.call("ListTables", {}).status == 200
        with RawConnection(endpoint.port) as late:
            assert late.receive().status == 503
            assert late.is_closed_by_peer()
        held[0].close()
        assert eventually_served(endpoint.port)
        for connection in held:
            connection.close()


def test_bodies_under_way_are_bounded_together(engine: Engine) -> None:
    with serving(engine, EndpointSettings(port=0, limits=EndpointLimits(bodies=20 * MEGABYTE))) as endpoint:
        holding = RawConnection(endpoint.port)
        holding.send(
            request_bytes("POST", {**LIST_TABLES, "Content-Length": str(16 * MEGABYTE)}, b" " * (15 * MEGABYTE))
        )
        large = request_bytes("POST", LIST_TABLES, b"{}" + b" " * (10 * MEGABYTE))
        time.sleep(0.2)
        with RawConnection(endpoint.port) as second:
            second.send(large)
            assert second.receive().status == 503
        assert call(endpoint.port, "ListTables", {}).status == 200
        holding.close()
        time.sleep(0.2)
        with RawConnection(endpoint.port) as third:
            third.send(large)
            assert third.receive().status == 200


def test_answers_that_nobody_reads_are_bounded_together(engine: Engine) -> None:
    item = {"PK": {"S": "large"}, "text": {"S": "x" * 390_000}}
    engine.call("PutItem", {"TableName": "things", "Item": item})
    ask_for_it = call_bytes("GetItem", {"TableName": "things", "Key": {"PK": {"S": "large"}}}) * 50
    with serving(engine, EndpointSettings(port=0, limits=EndpointLimits(stalled=MEGABYTE))) as endpoint:
        silent = [RawConnection(endpoint.port) for _ in range(20)]
        for connection in silent:
            connection.send(ask_for_it)
        time.sleep(0.5)
        assert call(endpoint.port, "ListTables", {}).status == 200
        assert sum(was_let_go(connection) for connection in silent) >= 15


def test_an_answered_write_is_there_for_another_engine(own_engine: Engine, tmp_path: Path) -> None:
    with serving(own_engine, EndpointSettings(port=0)) as endpoint:
        puts = [{"TableName": "things", "Item": {"PK": {"S": str(number)}}} for number in range(50)]
        with RawConnection(endpoint.port) as connection:
            connection.send(b"".join(call_bytes("PutItem", put) for put in puts))
            assert all(connection.receive().status == 200 for _ in puts)
        with Engine.open(tmp_path / "household.db") as other:
            assert other.call("Scan", {"TableName": "things", "Select": "COUNT"})["Count"] == 50


def test_a_write_waits_in_a_thread_while_another_process_holds_the_lock(own_engine: Engine) -> None:
    release = threading.Event()
    holds = threading.Event()

    def hold(_: object) -> None:
        holds.set()
        release.wait(10)

    with serving(own_engine, EndpointSettings(port=0)) as endpoint, RawConnection(endpoint.port) as connection:
        writer = threading.Thread(target=own_engine.transact, args=(hold,))
        writer.start()
        holds.wait(10)
        connection.send(call_bytes("PutItem", {"TableName": "things", "Item": {"PK": {"S": "late"}}}))
        get = {"TableName": "things", "Key": {"PK": {"S": "late"}}}
        assert call(endpoint.port, "GetItem", get).json == {}  # reading does not wait
        release.set()
        assert connection.receive().status == 200
        writer.join()
        assert call(endpoint.port, "GetItem", get).json == {"Item": {"PK": {"S": "late"}}}


def test_a_bug_inside_is_a_500_with_its_traceback_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with FailingEngine.open(tmp_path / "a.db") as engine, serving(engine, EndpointSettings(port=0)) as endpoint:
        for operation in ("GetItem", "DescribeTable"):  # on the loop, and in a thread
            response = call(endpoint.port, operation, {"TableName": "bug", "Key": {"PK": {"S": "a"}}})
            assert response.status == 500
            assert response.json["__type"] == "com.amazonaws.dynamodb.v20120810#InternalServerError"
        assert caplog.text.count("ZeroDivisionError: a bug") == 2
        assert call(endpoint.port, "GetItem", {"TableName": "none", "Key": {"PK": {"S": "a"}}}).status == 400


def test_a_write_that_cannot_be_synced_is_not_acknowledged(own_engine: Engine, tmp_path: Path) -> None:
    own_engine.close()
    with FailingEngine.open(tmp_path / "household.db") as engine, serving(engine, EndpointSettings(port=0)) as endpoint:
        put = {"TableName": "things", "Item": {"PK": {"S": "lost"}}}
        with RawConnection(endpoint.port) as connection:
            connection.send(call_bytes("PutItem", put) * 3)
            assert [connection.receive().status for _ in range(3)] == [500] * 3


def test_stopping_answers_what_is_under_way_and_takes_nothing_new(own_engine: Engine) -> None:
    release = threading.Event()
    holds = threading.Event()

    def hold(_: object) -> None:
        holds.set()
        release.wait(10)

    with serving(own_engine, EndpointSettings(port=0)) as endpoint:
        idle = RawConnection(endpoint.port)
        assert idle.call("ListTables", {}).status == 200
        busy = RawConnection(endpoint.port)
        writer = threading.Thread(target=own_engine.transact, args=(hold,))
        writer.start()
        holds.wait(10)
        busy.send(call_bytes("PutItem", {"TableName": "things", "Item": {"PK": {"S": "last"}}}))
        time.sleep(0.1)
        stopper = threading.Thread(target=endpoint.stop)
        stopper.start()
        assert idle.is_closed_by_peer()
        with pytest.raises((ConnectionError, AssertionError)):
            RawConnection(endpoint.port).call("ListTables", {})
        release.set()
        assert busy.receive().status == 200
        assert busy.is_closed_by_peer()
        stopper.join()
        writer.join()
        busy.close()
        idle.close()


def test_a_client_that_never_ends_is_left_when_the_time_to_stop_is_over(engine: Engine) -> None:
    with serving(engine, EndpointSettings(port=0, limits=EndpointLimits(stop_seconds=0.3))) as endpoint:
        connection = RawConnection(endpoint.port)
        connection.send(b"POST / HTTP/1.1\r\nHost: a\r\n")
        time.sleep(0.1)
        began = time.monotonic()
        endpoint.stop()
        assert time.monotonic() - began < 3
        assert connection.is_closed_by_peer()
        connection.close()


def was_let_go(connection: RawConnection) -> bool:
    received = 0
    try:
        while received < 50 * 390_000 and (chunk := connection.socket.recv(MEGABYTE)):
            received += len(chunk)
    except ConnectionResetError:
        return True
    finally:
        connection.close()
    return received < 50 * 390_000


def eventually_served(port: int) -> bool:
    for _ in range(50):
        with RawConnection(port) as connection:
            try:
                if connection.call("ListTables", {}).status == 200:
                    return True
            except (OSError, AssertionError):
                pass
        time.sleep(0.05)
    return False


def resident_bytes() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()
