"""Messages: what breaks a rule of mail is refused before anyone is asked to carry it."""

import pytest
from tests.adapters.mail.messages import HANAKO, hello

from chabudai.adapters.mail import Message
from chabudai.adapters.mail.errors import InvalidMessage
from chabudai.adapters.mail.message import LARGEST_BODY


@pytest.mark.parametrize(
    "subject",
    ["Hi\nBcc: victim@example.com", "Hi\r\n\r\n<script>", "Hi\r", "a\0b", "a\x0bb", "a\x85b", "a\u2028b", "\udc00"],
)
def test_a_subject_that_would_break_out_of_its_header_is_refused(subject: str) -> None:
    with pytest.raises(InvalidMessage, match="line breaks or control characters"):
        hello(subject)


@pytest.mark.parametrize("subject", ["", "  ", "　"])
def test_a_subject_must_be_there(subject: str) -> None:
    with pytest.raises(InvalidMessage, match="subject is missing"):
        hello(subject)


def test_a_subject_has_at_most_500_characters() -> None:
    assert len(hello("題" * 500).subject) == 500
    with pytest.raises(InvalidMessage, match="at most 500"):
        hello("題" * 501)


@pytest.mark.parametrize(("text", "why"), [("", "missing"), (" \n", "missing"), ("a\0b", "NUL"), ("\ud800", "half")])
def test_a_text_that_can_not_be_sent_is_refused(text: str, why: str) -> None:
    with pytest.raises(InvalidMessage, match=why):
        hello(text=text)


@pytest.mark.parametrize(("html", "why"), [("a\0b", "NUL"), ("\ud800", "half")])
def test_html_that_can_not_be_sent_is_refused(html: str, why: str) -> None:
    with pytest.raises(InvalidMessage, match=why):
        Message(HANAKO, "Hi", "text", html)


def test_text_and_html_together_have_a_limit_in_bytes() -> None:
    assert Message(HANAKO, "Hi", "a" * (LARGEST_BODY - 3), "あ")
    with pytest.raises(InvalidMessage, match=f"are {LARGEST_BODY + 1} bytes together"):
        Message(HANAKO, "Hi", "a" * (LARGEST_BODY - 2), "あ")


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("X-Team", "a\nBcc: victim@example.com", "line breaks"),
        ("X-Team", "a\r\n b", "line breaks"),
        ("X-Team\nBcc", "a", "Invalid header name"),
        ("X-Team: a\r\nBcc", "a", "Invalid header name"),
        ("X Team", "a", "Invalid header name"),
        ("", "a", "Invalid header name"),
        ("X-チーム", "a", "Invalid header name"),
        ("X-Team", "", "empty or longer"),
        ("X-Team", "a" * 901, "empty or longer"),
        ("BCC", "victim@example.com", "set by the renderer"),
        ("From", "evil@example.com", "set by the renderer"),
        ("Content-Type", "text/html", "set by the renderer"),
        ("Message-ID", "invitation-1", "Invalid Message-ID"),
    ],
)
def test_a_header_that_is_none_or_not_for_a_caller_to_write_is_refused(name: str, value: str, why: str) -> None:
    with pytest.raises(InvalidMessage, match=why):
        Message(HANAKO, "Hi", "text", headers=((name, value),))


def test_a_header_given_twice_is_refused() -> None:
    with pytest.raises(InvalidMessage, match="given twice"):
        Message(HANAKO, "Hi", "text", headers=(("X-Team", "a"), ("x-team", "b")))


def test_equal_messages_are_equal_and_can_be_put_into_a_set() -> None:
    assert len({hello(), hello(), hello("Hi")}) == 2
