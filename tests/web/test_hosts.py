"""Which names the site answers to, and what it says under any other."""

import logging
from collections.abc import Iterator
from dataclasses import replace

import pytest
from tests.web.browser import Browser, browsing
from tests.web.household import settings

from chabudai.web.errors import BadRequest, MisdirectedRequest
from chabudai.web.hosts import AllowedHosts, Host, parse_host

OURS = (Host("house.test", 8000), Host("kitchen.local"), Host("[fd00::5]"))


@pytest.fixture(scope="module")
def site() -> Iterator[Browser]:
    with browsing(replace(settings(), check_host=AllowedHosts(OURS, "HOSTS").check)) as browser:
        yield browser


@pytest.mark.parametrize(
    "host",
    [
        "house.test:8000",
        "house.test",
        "HOUSE.Test.:8000",
        "house.test:",
        "kitchen.local",
        "kitchen.local:9000",
        "[FD00:0::5]:1",
        "localhost",
        "localhost:3000",
        "LOCALHOST.",
        "family.localhost:80",
        "127.0.0.1:8000",
        "127.9.9.9",
        "[::1]:8000",
        "[0:0:0:0:0:0:0:1]",
    ],
)
def test_the_names_that_it_was_given_and_the_machines_own_are_answered(site: Browser, host: str) -> None:
    assert site.get("/probe/show/x", host=host).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "house.test:8001",
        "evil.test",
        "house.test.evil.test",
        "evil-house.test",
        "127.0.0.1.evil.test",
        "localhost.evil.test",
        "notlocalhost",
        "192.168.1.5",
        "0.0.0.0:8000",
        "127.1",
        "2130706433",
        "0x7f.0.0.1",
        "[::]",
        "[fd00::6]",
        "[::ffff:10.0.0.1]",
    ],
)
def test_any_other_name_is_misdirected(site: Browser, host: str) -> None:
    answer = site.get("/probe/show/x", host=host, accept_language="en")
    assert answer.status_code == 421
    assert "This site doesn&#39;t answer to that address." in answer.text
    assert "content-security-policy" in answer.headers


@pytest.mark.parametrize(
    "host",
    [
        "",
        " ",
        ".",
        "house.test:port",
        "house.test:123456",
        "house.test:8000:8000",
        "user@house.test",
        "house.test/x",
        "house.test?x",
        "house.test#x",
        "house test",
        "house.test,evil.test",
        "[::1",
        "::1",
        "[::1]x",
        "[localhost]",
        "[:::]",
        "\xff",
        "ｈouse.test",
        "a" * 5000,
    ],
)
def test_what_is_no_host_can_not_be_read(site: Browser, host: str) -> None:
    answer = site.ask("GET", "/probe/show/x", {"host": host.encode()})  # type: ignore[dict-item]
    assert answer.status_code == 400


@pytest.mark.parametrize("values", [[], ["house.test", "house.test"], ["house.test", "evil.test"]])
def test_of_two_hosts_neither_is_believed_and_without_one_nobody_is_meant(values: list[str]) -> None:
    with pytest.raises(BadRequest):
        AllowedHosts(OURS, "HOSTS").check(values)


def test_a_program_is_told_in_json(site: Browser) -> None:
    answer = site.get("/api/probe/notes/1", host="evil.test", accept_language="en")
    assert answer.status_code == 421
    assert answer.json()["error"]["code"] == "misdirected_request"


def test_nothing_is_done_under_another_name(site: Browser) -> None:
    token = site.token()
    answer = site.ask("POST", "/probe/note", {"host": "evil.test"}, data={"_csrf": token, "title": "x"})
    assert answer.status_code == 421


def test_what_pages_are_drawn_with_is_there_under_any_name(site: Browser) -> None:
    """Or the page that says so would be bare; nothing of the household is in it."""
    assert site.get("/static/site.css", host="evil.test").status_code == 200


def test_the_log_hears_of_each_name_once_and_of_no_more_than_a_few(caplog: pytest.LogCaptureFixture) -> None:
    hosts = AllowedHosts(OURS, "HOSTS")
    with caplog.at_level(logging.WARNING):
        for number in [*range(30), *range(30)]:
            with pytest.raises(MisdirectedRequest):
                hosts.check([f"shed{number}.local"])
    assert len(caplog.records) == 20
    assert "HOSTS=shed0.local" in caplog.text


@pytest.mark.parametrize("text", ["house.test:0", "house.test:65535", "[::1]:1", "a_b.test"])
def test_a_host_is_read_as_it_is_spelled(text: str) -> None:
    host = parse_host(text)
    assert host is not None
    assert f"{host.name}:{host.port}" == text or host.port is None


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "https://family.example"}, 303),
        ({"origin": "http://house.test"}, 303),
        ({"origin": "http://family.example"}, 403),
        ({"origin": "https://family.example:8443"}, 403),
        ({"origin": "https://family.example.evil.test"}, 403),
    ],
)
def test_a_form_comes_from_the_sites_own_address_also_when_a_proxy_asks_under_another_host(
    headers: dict[str, str], status: int
) -> None:
    with browsing(replace(settings(), origin="https://family.example")) as browser:
        fields = {"_csrf": browser.token(), "title": "x"}
        assert browser.ask("POST", "/probe/note", headers, data=fields).status_code == status
