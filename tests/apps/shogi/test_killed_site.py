"""An import over HTTP that survives kill -9 of the site, and several processes that never do one file twice."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType

import httpx
from tests.apps.shogi.club import Club, find_faults, kif
from tests.apps.shogi.test_imports import packed

from chabudai import table
from chabudai.adapters.clock import now
from chabudai.apps.shogi import positions
from chabudai.apps.shogi.entities import Game

_COUNTS = re.compile(r"([\d,]+) of ([\d,]+) files · ([\d,]+) kept")


@contextmanager
def serving(
    db: Path, *options: str, environment: Mapping[str, str] = MappingProxyType({})
) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    script = str(Path(sys.executable).with_name("chabudai"))
    command = [script, "run", "--db", str(db), "--port", "0", *options]
    given = {**os.environ, "CHABUDAI_MAIL": "", "CHABUDAI_ENGINE": "off", **environment}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=given) as site:
        try:
            assert site.stdout is not None
            found = re.search(r"http://\S+?(?=;)", site.stdout.readline())
            assert found, "the site did not start"
            yield found[0], site
        finally:
            site.terminate()
            site.wait(20)


def sign_up(browser: httpx.Client) -> None:
    fields = {"username": "akira", "email": "akira@example.jp", "password": "a passphrase for tests"}
    answer = browser.post("/sign-up", data={"_csrf": _token(browser, "/sign-up"), **fields})
    assert answer.status_code == 303, answer.text


def send(browser: httpx.Client, archive: bytes) -> str:
    fields = {"_csrf": _token(browser, "/shogi/files")}
    answer = browser.post("/shogi/imports", data=fields, files={"file": ("games.zip", archive)})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def counts(browser: httpx.Client, url: str) -> tuple[str, int, int]:
    """How it stands, how many are done, and how many are kept: as the page says it."""
    page = browser.get(url).text
    found = _COUNTS.search(page)
    assert found, page
    done, _, kept = (int(each.replace(",", "")) for each in found.groups())
    return page.partition('data-state="')[2].partition('"')[0], done, kept


def wait_until(browser: httpx.Client, url: str, done: int) -> int:
    """However long that takes; the numbers never go back."""
    last = 0
    while True:
        state, count, _ = counts(browser, url)
        assert count >= last
        if count >= done or state != "running":
            return count
        last = count
        time.sleep(0.2)


def test_an_import_goes_on_after_the_site_was_killed_and_takes_each_file_once(tmp_path: Path) -> None:
    """Slow: a thousand files, and the lease of the worker that died has to end first."""
    db = tmp_path / "house.db"
    files = [
        (f"部/{number}.kif", kif(second=f"相手{number}").encode("cp932" if number % 2 else "utf-8"))
        for number in range(1_000)
    ]
    with httpx.Client(headers={"accept-language": "en"}, timeout=60) as browser:
        with serving(db) as (address, site):
            browser.base_url = httpx.URL(address)
            sign_up(browser)
            url = send(browser, packed(*files))
            before = wait_until(browser, url, 50)
            os.kill(site.pid, signal.SIGKILL)
            site.wait(20)
        assert 50 <= before < 1_000
        with serving(db) as (address, _):
            browser.base_url = httpx.URL(address)
            state, done, _ = counts(browser, url)
            assert state == "running"
            assert before <= done < 1_000
            wait_until(browser, url, 1_001)
            assert counts(browser, url) == ("done", 1_000, 1_000)
    _check(db, 1_000)


def test_several_processes_share_the_work_and_do_none_of_it_twice(tmp_path: Path) -> None:
    db = tmp_path / "house.db"
    archives = [
        packed(*((f"{letter}/{number}.kif", kif(second=f"{letter}{number}")) for number in range(60)))
        for letter in "abc"
    ]
    with (
        serving(db, "--workers", "2") as (address, _),
        httpx.Client(base_url=address, headers={"accept-language": "en"}, timeout=60) as browser,
    ):
        sign_up(browser)
        urls = [send(browser, archive) for archive in archives]
        for url in urls:
            wait_until(browser, url, 61)
            assert counts(browser, url) == ("done", 60, 60)
    _check(db, 180)


def _check(db: Path, count: int) -> None:
    with table.open(str(db)) as store:
        club = Club(store, now)  # type: ignore[arg-type]
        positions.finish_all(club.owner())
        slugs = [game.slug for game in club.rows(Game)]
        assert len(slugs) == len(set(slugs)) == count
        assert not any(slug.endswith(" 2") for slug in slugs)
        assert find_faults(club) == []


def _token(browser: httpx.Client, path: str) -> str:
    found = re.search(r'name="_csrf" value="([^"]+)"', browser.get(path).text)
    assert found
    return found[1]
