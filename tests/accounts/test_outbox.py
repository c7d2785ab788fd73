"""The outbox: real emails, readable as text and as HTML that can do nothing."""

import re

import pytest
from tests.accounts.house import Guest, House, site
from tests.web.test_look import Page

from chabudai.adapters.mail import EmailAddress, Message
from chabudai.web.security_headers import EMAIL_POLICY

HOSTILE = '<script>alert(1)</script><img src=x onerror=alert(2)>" srcdoc="'


def open_first(guest: Guest) -> str:
    found = re.findall(r'href="(/outbox/[^"]+)"', guest.get("/outbox").text)
    return guest.get(found[0]).text


def test_an_empty_outbox_says_what_it_is_for(stranger: Guest) -> None:
    assert "No emails yet" in stranger.get("/outbox", accept_language="en").text


def test_the_newest_email_stands_first(house: House, stranger: Guest) -> None:
    for number in range(60):
        house.outbox.send(Message(EmailAddress("a@example.jp"), f"letter {number:02}", "text"))
    subjects = re.findall(r"letter \d\d", stranger.get("/outbox").text)
    assert subjects == [f"letter {number}" for number in range(59, 9, -1)]


def test_links_in_the_text_can_be_followed_and_nothing_else_is_html(house: House, stranger: Guest) -> None:
    text = f'Look: http://house.test/a?b=1&c=2 and {HOSTILE} https://x.test/"onclick=alert(3)'
    house.outbox.send(Message(EmailAddress("a@example.jp", "<b>A</b>"), "<i>S</i>", text))
    page = open_first(stranger)
    assert '<a href="http://house.test/a?b=1&amp;c=2">http://house.test/a?b=1&amp;c=2</a>' in page
    assert Page(page).of("img") == []
    assert "&lt;b&gt;A" in page
    assert "<b>A" not in page
    assert "<i>S" not in page
    assert not any("onclick" in each for each in Page(page).of("a"))


def test_an_email_in_html_stands_in_a_frame_where_nothing_runs(house: House, stranger: Guest) -> None:
    house.outbox.send(Message(EmailAddress("a@example.jp"), "subject", "text", f"<p>Hello</p>{HOSTILE}"))
    page = Page(open_first(stranger))
    (frame,) = page.of("iframe")
    assert frame["sandbox"] == "allow-top-navigation-by-user-activation"
    assert page.of("img") == []
    shown = stranger.get(frame["src"])
    assert shown.text.endswith(f"<p>Hello</p>{HOSTILE}\n")
    assert shown.headers.get_list("content-security-policy") == [EMAIL_POLICY]
    assert "script-src" not in EMAIL_POLICY
    assert EMAIL_POLICY.startswith("default-src 'none'; style-src 'unsafe-inline';")
    assert shown.headers["x-content-type-options"] == "nosniff"


def test_an_email_without_html_has_no_frame(house: House, stranger: Guest) -> None:
    house.outbox.send(Message(EmailAddress("a@example.jp"), "subject", "text"))
    assert Page(open_first(stranger)).of("iframe") == []
    name = next(iter(house.outbox.emails())).name
    assert stranger.get(f"/outbox/{name}/html").status_code == 404
    assert stranger.get("/outbox/nothing/html").status_code == 404


@pytest.mark.parametrize("name", ["x", "..%2F..%2Fetc%2Fpasswd", "20401115T030405.678000Z-x", "%00", "x" * 5000])
def test_an_email_that_is_none_is_not_found(stranger: Guest, name: str) -> None:
    assert stranger.get(f"/outbox/{name}").status_code == 404


def test_where_mail_is_really_sent_there_is_no_outbox(house: House) -> None:
    application = site(house.accounts, house.clock, None)
    posts = {route.path for route in application.routes}
    assert "/account/forgot" in posts
    assert not [path for path in posts if path.startswith("/outbox")]
