"""Addresses of SMTP servers: what they say, what is wrong with them, and that a password is never repeated."""

import pytest

from chabudai.adapters.mail.errors import InvalidMailService
from chabudai.adapters.mail.servers import Login, SmtpServer, parse_server


@pytest.mark.parametrize(
    ("address", "server"),
    [
        ("smtp://mail.example.jp", SmtpServer("mail.example.jp", 587, "starttls", None)),
        ("smtp://mail.example.jp:2525/", SmtpServer("mail.example.jp", 2525, "starttls", None)),
        ("smtps://mail.example.jp", SmtpServer("mail.example.jp", 465, "tls", None)),
        ("smtp://127.0.0.1:25?tls=none", SmtpServer("127.0.0.1", 25, "none", None)),
        ("smtp://[::1]:1025?tls=none", SmtpServer("::1", 1025, "none", None)),
        ("smtp://u:p@host:587", SmtpServer("host", 587, "starttls", Login("u", "p"))),
        (
            "smtps://me%40example.jp:p%40ss%3Aw%2Frd@host",
            SmtpServer("host", 465, "tls", Login("me@example.jp", "p@ss:w/rd")),
        ),
    ],
)
def test_an_address_says_where_and_how(address: str, server: SmtpServer) -> None:
    assert parse_server(address) == server


@pytest.mark.parametrize(
    "address",
    [
        "smtp://",
        "smtp://:587",
        "smtp://u:secret@",
        "smtp://u:secret@host:port",
        "smtp://u:secret@host:0",
        "smtp://u:secret@host:99999",
        "smtp://u:sec#ret@host",
        "smtp://u:sec/ret@host",
        "smtp://u:secret@host/path",
        "smtp://u:secret@host#fragment",
        "smtp://u:secret@host?tls=maybe",
        "smtps://u:secret@host?tls=none",
        "smtp://u:secret@host\n",
        "smtp://u:secret@ho\tst",
        "smtp://u@host",
        "smtp://:secret@host",
        "smtp://u:secret%E3%81%82@host",
        "smtp://u:secret@[::1",
        "smtp://u:secret@" + "x" * 64 + ".jp",
    ],
)
def test_what_is_no_address_is_told_what_would_be_one_without_its_password(address: str) -> None:
    with pytest.raises(InvalidMailService, match="Give smtp://USER:PASSWORD@HOST:587") as refused:
        parse_server(address)
    assert "secret" not in str(refused.value)
    assert refused.value.__suppress_context__ or refused.value.__context__ is None


def test_a_password_is_not_shown_when_a_server_is() -> None:
    server = parse_server("smtp://user:secret@host")
    assert "secret" not in f"{server!r} {server}"
