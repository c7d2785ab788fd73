"""A real site under 5,000 half-sent requests and 12 unfinished bodies: everyone else is served as ever.

Thousands of real connections take seconds to make.
"""

import resource
import socket
import statistics
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from tests.site.processes import IS_TOLD
from tests.site.served import Site, serving
from tests.wire.rawhttp import RawConnection, request_bytes

pytestmark = pytest.mark.skipif(not IS_TOLD, reason="needs /proc to see how much memory a process has")

MEGABYTE = 1024 * 1024
MANY = 5000
PAGE = request_bytes("GET", {"Host": "localhost"}, path="/sign-in")
HALF = b"GET /sign-in HTTP/1.1\r\nHost: loc"
NEIGHBOUR = "127.0.9.9"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serving(tmp_path_factory.mktemp("slow") / "household.db") as site:
        yield site


@pytest.fixture(scope="module", autouse=True)
def files() -> None:
    """Of this process, which holds the other end of every connection."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MANY + 1000
    if hard != resource.RLIM_INFINITY and hard < wanted:
        pytest.skip(f"this machine lets a process have {hard} open files only")
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def usual_seconds(site: Site, source: str = NEIGHBOUR, count: int = 40) -> float:
    """Of a page, for somebody who comes anew each time; each of them has to be served."""
    taken = []
    for _ in range(count):
        started = time.perf_counter()
        with RawConnection(site.port, source=source) as connection:
            connection.send(PAGE)
            assert connection.receive().status == 200
        taken.append(time.perf_counter() - started)
    return statistics.median(taken)


def resident_megabytes(site: Site) -> int:
    status = Path(f"/proc/{site.process.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) // 1024


@pytest.mark.parametrize("sources", [["127.0.0.1"], [f"127.0.1.{number}" for number in range(1, 41)]])
def test_five_thousand_half_sent_requests_keep_nobody_out(site: Site, sources: list[str]) -> None:
    usual, before = usual_seconds(site), resident_megabytes(site)
    with ExitStack() as stack:
        for number in range(MANY):
            address = (sources[number % len(sources)], 0)
            connection = stack.enter_context(closing(socket.create_connection(("127.0.0.1", site.port), 20, address)))
            connection.sendall(HALF)
            if number % 1000 == 999:  # also while they come
                usual_seconds(site, count=5)
        assert usual_seconds(site) < 10 * usual
        assert usual_seconds(site, sources[0]) < 10 * usual
        assert resident_megabytes(site) < before + 100


def test_twelve_unfinished_bodies_of_sixty_megabytes_are_not_all_held(site: Site) -> None:
    """From twelve addresses; a route that takes as much from strangers, and reads it into memory."""
    usual, before = usual_seconds(site), resident_megabytes(site)
    with ExitStack() as stack:
        connections = [
            stack.enter_context(RawConnection(site.port, source=f"127.0.2.{number}")) for number in range(1, 13)
        ]
        with ThreadPoolExecutor(len(connections)) as pool:
            list(pool.map(_send_most, connections))
        assert usual_seconds(site) < 10 * usual
        assert resident_megabytes(site) < before + 400
        statuses = [_status(connection) for connection in connections]
        assert set(statuses) == {503, None}
        assert statuses.count(None) >= 3
    assert usual_seconds(site) < 10 * usual


def test_where_few_files_may_be_open_fewer_connections_are_held_and_none_is_refused(tmp_path: Path) -> None:
    few = ["sh", "-c", 'ulimit -n 1024 && exec "$0" "$@"']
    with serving(tmp_path / "household.db", within=few) as site, ExitStack() as stack:
        for number in range(1500):
            address = (f"127.0.1.{number % 40 + 1}", 0)
            connection = stack.enter_context(closing(socket.create_connection(("127.0.0.1", site.port), 20, address)))
            connection.sendall(HALF)
        assert usual_seconds(site) > 0
        assert len(list(Path(f"/proc/{site.process.pid}/fd").iterdir())) < 1000


def _send_most(connection: RawConnection) -> None:
    head = {"Host": "localhost", "Content-Type": "application/json", "Content-Length": str(60 * MEGABYTE)}
    connection.send(request_bytes("POST", head, path="/api/wardrobe/import"))
    for _ in range(55):
        connection.send(b" " * MEGABYTE)


def _status(connection: RawConnection) -> int | None:
    """None while nothing was answered."""
    connection.socket.settimeout(0.5)
    try:
        return int(connection.socket.recv(100).split(b" ")[1])
    except TimeoutError:
        return None
