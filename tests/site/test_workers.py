"""`chabudai run --workers 2`: one site, whichever process answers. Real processes, which take seconds to start."""

import json
import os
import re
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import pytest
from tests.demo_patterns import place_patterns, shared_demo
from tests.site.processes import IS_TOLD, descendants, is_alive, server_of, until
from tests.site.served import Browser, Site, serving

pytestmark = pytest.mark.skipif(not IS_TOLD, reason="needs /proc to see which process answers")

PASSWORD = "ちゃぶ台をかこむ夜です"


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("workers") / "household.db"


@pytest.fixture(scope="module")
def site(db: Path) -> Iterator[Site]:
    with serving(db, "--workers", "2") as site:
        yield site


@pytest.fixture
def pair(site: Site) -> Iterator[tuple[HTTPConnection, HTTPConnection]]:
    """A connection to each of the two."""
    one, other = sorted(site.workers())
    first, second = site.connect_to(one), site.connect_to(other)
    yield first, second
    first.close()
    second.close()


def sign_up(connection: HTTPConnection, name: str) -> Browser:
    browser = Browser()
    fields = {"username": name, "email": f"{name}@example.jp", "password": PASSWORD}
    assert browser.submit(connection, "/sign-up", fields).status == 303
    return browser


def test_requests_are_answered_by_more_than_one_process(site: Site) -> None:
    workers = site.workers()
    assert len(workers) == 2
    answering: set[int] = set()
    with ExitStack() as stack:
        for _ in range(500):
            connection = site.connect()
            stack.callback(connection.close)
            assert Browser().get(connection, "/sign-in").status == 200
            answering.add(server_of(connection.sock, workers) or 0)
            if answering == workers:
                break
    assert answering == workers


def test_whoever_signs_in_at_one_is_signed_in_at_the_other_and_signed_out_of_both(
    pair: tuple[HTTPConnection, HTTPConnection],
) -> None:
    one, other = pair
    browser = sign_up(one, "hanako")
    assert [browser.get(each, "/account").status for each in (one, other)] == [200, 200]
    browser.submit(other, "/sign-out", {})
    assert [browser.get(each, "/account").status for each in (one, other)] == [303, 303]
    assert browser.submit(other, "/sign-in", {"login": "hanako", "password": PASSWORD}).status == 303
    assert browser.get(one, "/account").status == 200


def test_a_cursor_of_one_leads_on_at_the_other(pair: tuple[HTTPConnection, HTTPConnection]) -> None:
    one, other = pair
    browser = sign_up(one, "taro")
    for title in ("rice", "tea"):
        assert browser.call(one, "/api/todo/todos", {"title": title}).status == 201
    first = json.loads(browser.get(one, "/api/todo/todos?limit=1").text)
    second = json.loads(browser.get(other, f"/api/todo/todos?limit=1&cursor={first['cursor']}").text)
    assert {row["title"] for page in (first, second) for row in page["todos"]} == {"rice", "tea"}


def test_guesses_are_counted_together(pair: tuple[HTTPConnection, HTTPConnection]) -> None:
    sign_up(pair[0], "jiro")
    guesser = Browser()
    tries = [guesser.submit(pair[n % 2], "/sign-in", {"login": "jiro", "password": f"guess {n}"}) for n in range(12)]
    assert [answer.status for answer in tries] == [401] * 10 + [429] * 2


def test_an_email_that_one_sent_is_in_the_outbox_of_the_other(pair: tuple[HTTPConnection, HTTPConnection]) -> None:
    one, other = pair
    sign_up(one, "saburo")
    assert Browser().submit(one, "/account/forgot", {"login": "saburo"}).status < 400
    until(lambda: "saburo@example.jp" in Browser().get(other, "/outbox").text, "the e-mail, sent after the answer")


def test_a_killed_worker_is_replaced_and_nothing_that_was_answered_is_lost(site: Site) -> None:
    """Four writers go on while one of the two processes is killed; a broken connection is opened anew."""
    with closing(site.connect()) as connection:
        browser = sign_up(connection, "shiro")
    kept: list[str] = []
    is_enough = threading.Event()
    writers = [threading.Thread(target=_write, args=(site, browser, kept, name, is_enough)) for name in "abcd"]
    before = site.workers()
    for writer in writers:
        writer.start()
    until(lambda: len(kept) >= 8, "writing has begun")
    os.kill(min(before), signal.SIGKILL)
    until(lambda: len(site.workers() - before) == 1, "another worker is there")
    (new,) = site.workers() - before
    is_enough.set()
    for writer in writers:
        writer.join(60)
    with closing(site.connect_to(new)) as connection:
        answer = browser.get(connection, "/api/todo/export")
    assert set(kept) <= set(re.findall(r"\b[abcd]\d+\b", answer.text))
    assert len(kept) >= 8


def _write(site: Site, browser: Browser, kept: list[str], name: str, is_enough: threading.Event) -> None:
    """What was answered goes into `kept`."""
    connection, number = site.connect(), 0
    mine = Browser(dict(browser.cookies))
    while not is_enough.is_set():
        number += 1
        title = f"{name}{number}"
        try:
            if mine.call(connection, "/api/todo/todos", {"title": title}).status == 201:
                kept.append(title)
        except (HTTPException, OSError):
            connection.close()
            connection = site.connect()
    connection.close()


def test_a_visitor_of_the_demo_is_in_their_household_whichever_process_answers(
    tmp_path_factory: pytest.TempPathFactory, tmp_path: Path
) -> None:
    place_patterns(shared_demo(tmp_path_factory), tmp_path)
    with serving(tmp_path / "household.db", "--workers", "2", "--demo") as site:
        one, other = (site.connect_to(worker) for worker in sorted(site.workers()))
        with closing(one), closing(other):
            visitors = Browser(), Browser()
            for visitor in visitors:
                assert visitor.submit(one, "/demo", {}).status == 303
            assert visitors[0].call(other, "/api/todo/todos", {"title": "ないしょ"}).status == 201
            assert ["ないしょ" in visitors[0].get(each, "/todo").text for each in (one, other)] == [True, True]
            assert ["ないしょ" in visitors[1].get(each, "/todo").text for each in (one, other)] == [False, False]
            visitors[0].submit(one, "/sign-out", {})
            assert [visitors[0].get(each, "/todo").status for each in (one, other)] == [303, 303]
            assert [visitors[1].get(each, "/todo").status for each in (one, other)] == [200, 200]


def test_stopping_ends_every_process_frees_the_port_and_closes_the_database(site: Site, db: Path) -> None:
    """The last: it stops what the others use. Its one line, and that of the killed worker, is all that was printed."""
    processes = descendants(site.process.pid)
    site.process.terminate()
    output, _ = site.process.communicate(timeout=30)
    assert site.process.returncode == 0
    assert [line for line in output.splitlines() if "ended (signal SIGKILL)" not in line] == []
    until(lambda: not any(map(is_alive, processes)), "no process is left")
    with socket.create_server((site.host, site.port)):
        assert not db.with_name(f"{db.name}-wal").exists()
