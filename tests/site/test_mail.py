"""The site's mail with a real process and a real SMTP server: slow, since both are waited for as they are."""

import time
from contextlib import closing
from pathlib import Path

import pytest
from tests.adapters.mail.messages import body, parsed
from tests.adapters.mail.smtpd import SILENCE, Smtpd, smtpd
from tests.site.processes import until
from tests.site.served import Browser, Site, serving

PASSWORD = "ちゃぶ台をかこむ夜です"
SLOW = 5.0  # a server that says nothing is waited for three times as long


def address_of(server: Smtpd) -> str:
    return f"smtp://127.0.0.1:{server.port}?tls=none"


def ask(site: Site, login: str) -> float:
    """How long it took to be answered."""
    with closing(site.connect()) as connection:
        browser, begun = Browser(), time.monotonic()
        assert browser.submit(connection, "/account/forgot", {"login": login}).status == 303
        return time.monotonic() - begun


def sign_up(site: Site) -> Browser:
    browser = Browser()
    fields = {"username": "hanako", "email": "hanako@example.jp", "password": PASSWORD}
    with closing(site.connect()) as connection:
        assert browser.submit(connection, "/sign-up", fields).status == 303
    return browser


def emails(site: Site, browser: Browser) -> str:
    with closing(site.connect()) as connection:
        return browser.get(connection, "/api/account/emails").text


def test_what_was_asked_for_arrives_though_the_server_was_down_and_the_site_was_killed(tmp_path: Path) -> None:
    db = tmp_path / "household.db"
    with smtpd({"MAIL": "451 Later"}) as server:
        with serving(db, CHABUDAI_MAIL=address_of(server)) as site:
            browser = sign_up(site)
            ask(site, "hanako")
            until(lambda: "451 Later" in emails(site, browser), "a try in vain")
            site.process.kill()
            site.process.wait()
        server.faults.clear()
        with serving(db, CHABUDAI_MAIL=address_of(server)) as site:
            until(lambda: '"state":"sent"' in emails(site, browser), "the email, sent at its next try")
        [taken] = server.taken
    assert taken.to == ["hanako@example.jp"]
    assert "/account/reset/hanako/" in body(parsed(taken.content), "plain")


@pytest.mark.parametrize("login", ["hanako", "nobody"])
def test_nobody_waits_for_a_server_that_says_nothing(tmp_path: Path, login: str) -> None:
    with (
        smtpd({"EHLO": SILENCE}) as server,
        serving(tmp_path / "household.db", CHABUDAI_MAIL=address_of(server)) as site,
    ):
        sign_up(site)
        assert max(ask(site, login) for _ in range(3)) < SLOW
        site.process.kill()  # which does not wait for it either
        site.process.wait()
