"""Emails on the wire: whatever people type comes out again as they typed it, in lines that every server takes."""

from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.adapters.clocks import SettableClock
from tests.adapters.mail.messages import HANAKO, SENDER, body, hello, parsed, person, renderer

from chabudai.adapters.mail import EmailAddress, EmailRenderer, Message, emails

sentences = st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), min_size=1, max_size=200).filter(
    lambda text: bool(text.strip())
)
texts = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1).filter(
    lambda text: bool(text.strip())
)


@given(subject=sentences)
@example(subject="=?utf-8?b?aGFjaw==?=")
@example(subject=" spaces  at both ends ")
@example(subject="a" * 400)
@example(subject="word " * 80 + "end")
@example(subject="👨‍👩‍👧‍👦" * 40)
def test_a_subject_comes_out_as_it_was_typed(subject: str) -> None:
    email = renderer().render(hello(subject))
    _assert_every_server_takes_it(email)
    assert max(map(len, email.partition(b"\r\n\r\n")[0].split(b"\r\n"))) <= 78
    assert _read(email).subject == subject


@given(name=sentences)
@example(name='evil@example.com>, "x" <')
@example(name="O'Brien, Jr. (the third); \\")
@example(name="=?utf-8?q?hack?=")
@example(name=" ")
def test_a_name_comes_out_as_it_was_typed_and_adds_no_addressee(name: str) -> None:
    email = renderer().render(hello(to=EmailAddress("hanako@example.jp", name)))
    _assert_every_server_takes_it(email)
    assert _read(email).to == f"{name} <hanako@example.jp>"
    assert [address.addr_spec for address in parsed(email)["To"].addresses] == ["hanako@example.jp"]


@given(text=texts, html=texts)
@example(text=".", html="\r.\r\n..\n")
@example(text="a" * 2_000, html="あ" * 2_000)
@example(text="--===============0==", html="\x0c\x1b")
def test_text_and_html_come_out_as_they_were_typed_but_for_line_ends(text: str, html: str) -> None:
    email = renderer().render(Message(HANAKO, "Hi", text, html))
    _assert_every_server_takes_it(email)
    arrived = parsed(email)
    assert body(arrived, "plain").rstrip("\n") == _with_plain_ends(text).rstrip("\n")
    assert body(arrived, "html").rstrip("\n") == _with_plain_ends(html).rstrip("\n")


@given(value=sentences)
def test_a_further_header_comes_out_as_it_was_given_and_adds_no_other(value: str) -> None:
    email = renderer().render(Message(HANAKO, "Hi", "text", headers=(("X-Team", value),)))
    _assert_every_server_takes_it(email)
    assert len(parsed(email).keys()) == len(parsed(renderer().render(hello())).keys()) + 1


def test_a_long_link_in_a_header_stays_in_one_piece() -> None:
    link = "<https://example.jp/" + "x" * 500 + ">"
    email = renderer().render(Message(HANAKO, "Hi", "text", headers=(("List-Unsubscribe", link),)))
    assert f"List-Unsubscribe: {link}\r\n".encode() in email


def test_short_english_stays_readable_on_the_wire() -> None:
    email = renderer().render(Message(EmailAddress("taro@example.jp", "Taro Yamada"), "Dinner at 7", "Come.\n"))
    assert b"To: Taro Yamada\r\n <taro@example.jp>\r\n" in email
    assert b"Subject: Dinner at 7\r\n" in email
    assert email.endswith(b"\r\n\r\nCome.\r\n")


def test_the_date_is_the_clocks_and_the_id_is_made_by_whom_was_given() -> None:
    head = EmailRenderer(
        SENDER, SettableClock(datetime(2026, 1, 2, tzinfo=timezone(timedelta(hours=9)))), lambda: "one"
    )
    email = parsed(head.render(hello()))
    assert email["Date"] == "Thu, 01 Jan 2026 15:00:00 +0000"
    assert email["Message-ID"] == "<one@example.jp>"


@pytest.mark.parametrize("given_name", ["Message-ID", "message-id", "MESSAGE-ID"])
def test_an_id_that_was_given_is_the_only_one(given_name: str) -> None:
    email = parsed(renderer().render(Message(HANAKO, "Hi", "text", headers=((given_name, "<a-1@example.jp>"),))))
    assert email.get_all("Message-ID") == ["<a-1@example.jp>"]


def test_the_sender_and_whom_to_answer_are_named() -> None:
    email = parsed(renderer().render(Message(HANAKO, "Hi", "text", reply_to=EmailAddress("taro@example.jp", "太郎"))))
    assert person(email, "From") == SENDER
    assert person(email, "Reply-To") == EmailAddress("taro@example.jp", "太郎")


def _assert_every_server_takes_it(email: bytes) -> None:
    lines = email.split(b"\r\n")
    assert email.isascii()
    assert not any(b"\r" in line or b"\n" in line or b"\0" in line for line in lines)
    assert max(map(len, lines)) <= 998


def _with_plain_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _read(email: bytes) -> emails.StoredEmail:
    read = emails.parse_email("name", email)
    assert read is not None
    return read
