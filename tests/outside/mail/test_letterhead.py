"""Letters on the wire: whatever people type comes out again as they typed it, in lines that every server takes."""

from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.outside.clocks import SettableClock
from tests.outside.mail.messages import HANAKO, SENDER, body, hello, letterhead, parsed, person

from chabudai.outside.mail import Address, Letterhead, Message, letters

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
    letter = letterhead().write(hello(subject))
    _assert_every_server_takes_it(letter)
    assert max(map(len, letter.partition(b"\r\n\r\n")[0].split(b"\r\n"))) <= 78
    assert _read(letter).subject == subject


@given(name=sentences)
@example(name='evil@example.com>, "x" <')
@example(name="O'Brien, Jr. (the third); \\")
@example(name="=?utf-8?q?hack?=")
@example(name=" ")
def test_a_name_comes_out_as_it_was_typed_and_adds_no_addressee(name: str) -> None:
    letter = letterhead().write(hello(to=Address("hanako@example.jp", name)))
    _assert_every_server_takes_it(letter)
    assert _read(letter).to == f"{name} <hanako@example.jp>"
    assert [address.addr_spec for address in parsed(letter)["To"].addresses] == ["hanako@example.jp"]


@given(text=texts, html=texts)
@example(text=".", html="\r.\r\n..\n")
@example(text="a" * 2_000, html="あ" * 2_000)
@example(text="--===============0==", html="\x0c\x1b")
def test_text_and_html_come_out_as_they_were_typed_but_for_line_ends(text: str, html: str) -> None:
    letter = letterhead().write(Message(HANAKO, "Hi", text, html))
    _assert_every_server_takes_it(letter)
    arrived = parsed(letter)
    assert body(arrived, "plain").rstrip("\n") == _with_plain_ends(text).rstrip("\n")
    assert body(arrived, "html").rstrip("\n") == _with_plain_ends(html).rstrip("\n")


@given(value=sentences)
def test_a_further_header_comes_out_as_it_was_given_and_adds_no_other(value: str) -> None:
    letter = letterhead().write(Message(HANAKO, "Hi", "text", headers=(("X-Team", value),)))
    _assert_every_server_takes_it(letter)
    assert len(parsed(letter).keys()) == len(parsed(letterhead().write(hello())).keys()) + 1


def test_a_long_link_in_a_header_stays_in_one_piece() -> None:
    link = "<https://example.jp/" + "x" * 500 + ">"
    letter = letterhead().write(Message(HANAKO, "Hi", "text", headers=(("List-Unsubscribe", link),)))
    assert f"List-Unsubscribe: {link}\r\n".encode() in letter


def test_short_english_stays_readable_on_the_wire() -> None:
    letter = letterhead().write(Message(Address("taro@example.jp", "Taro Yamada"), "Dinner at 7", "Come.\n"))
    assert b"To: Taro Yamada\r\n <taro@example.jp>\r\n" in letter
    assert b"Subject: Dinner at 7\r\n" in letter
    assert letter.endswith(b"\r\n\r\nCome.\r\n")


def test_the_date_is_the_clocks_and_the_id_is_made_by_whom_was_given() -> None:
    head = Letterhead(SENDER, SettableClock(datetime(2026, 1, 2, tzinfo=timezone(timedelta(hours=9)))), lambda: "one")
    letter = parsed(head.write(hello()))
    assert letter["Date"] == "Thu, 01 Jan 2026 15:00:00 +0000"
    assert letter["Message-ID"] == "<one@example.jp>"


@pytest.mark.parametrize("given_name", ["Message-ID", "message-id", "MESSAGE-ID"])
def test_an_id_that_was_given_is_the_only_one(given_name: str) -> None:
    letter = parsed(letterhead().write(Message(HANAKO, "Hi", "text", headers=((given_name, "<a-1@example.jp>"),))))
    assert letter.get_all("Message-ID") == ["<a-1@example.jp>"]


def test_the_sender_and_whom_to_answer_are_named() -> None:
    letter = parsed(letterhead().write(Message(HANAKO, "Hi", "text", reply_to=Address("taro@example.jp", "太郎"))))
    assert person(letter, "From") == SENDER
    assert person(letter, "Reply-To") == Address("taro@example.jp", "太郎")


def _assert_every_server_takes_it(letter: bytes) -> None:
    lines = letter.split(b"\r\n")
    assert letter.isascii()
    assert not any(b"\r" in line or b"\n" in line or b"\0" in line for line in lines)
    assert max(map(len, lines)) <= 998


def _with_plain_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _read(letter: bytes) -> letters.Letter:
    read = letters.read("name", letter)
    assert read is not None
    return read
