"""SMTP: "no" is told from "later" at every step, and nothing is sent over a connection that is not safe."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from tests.adapters.mail.certificates import Trust, make_trust
from tests.adapters.mail.messages import HANAKO, SENDER, hello, renderer
from tests.adapters.mail.services import at
from tests.adapters.mail.smtpd import DROP, PASSWORD, SILENCE, USER, Smtpd, Step, smtpd

from chabudai.adapters.mail import EmailAddress
from chabudai.adapters.mail.errors import MailError, MailUnavailable, MessageRefused, SenderRefused
from chabudai.adapters.mail.servers import Security, SmtpServer
from chabudai.adapters.mail.smtp import SmtpMail


@pytest.fixture(scope="module")
def trust(tmp_path_factory: pytest.TempPathFactory) -> Trust:
    return make_trust(tmp_path_factory.mktemp("trust"))


@pytest.mark.parametrize(
    ("step", "answer", "error"),
    [
        ("RCPT", "550 5.1.1 No such user", MessageRefused),
        ("RCPT", "553 5.1.3 Bad address", MessageRefused),
        ("RCPT", "451 4.7.1 Greylisted, come back later", MailUnavailable),
        ("RCPT", "452 4.2.2 Mailbox full", MailUnavailable),
        ("RCPT", "421 4.3.2 Shutting down", MailUnavailable),
        ("RCPT", "530 5.7.0 Authentication required", SenderRefused),
        ("MAIL", "550 5.7.1 Sender not allowed", SenderRefused),
        ("MAIL", "451 4.3.0 Try again", MailUnavailable),
        ("MAIL", "552 5.3.4 Too large", MessageRefused),
        ("DATA", "554 5.7.1 Looks like spam", MessageRefused),
        ("DATA", "451 4.3.0 Out of disk", MailUnavailable),
        ("DATA", "421 4.3.2 Shutting down", MailUnavailable),
        ("EHLO", "554 5.7.1 We do not talk to you", SenderRefused),
    ],
)
def test_a_permanent_no_is_told_from_a_temporary_one(step: Step, answer: str, error: type[MailError]) -> None:
    with smtpd({step: answer}) as server:
        failure = _failure(server)
    assert type(failure) is error
    assert f"127.0.0.1:{server.port} said {answer[:3]}" in str(failure)
    assert failure.reply == ("" if error is SenderRefused else answer)  # for people: not where the server is
    assert server.taken == []


@pytest.mark.parametrize("step", ["EHLO", "MAIL", "RCPT", "DATA"])
@pytest.mark.parametrize("fault", [DROP, SILENCE])
def test_a_server_that_hangs_up_or_falls_silent_is_unreachable(step: Step, fault: str) -> None:
    with smtpd({step: fault}) as server:
        began = time.monotonic()
        assert type(_failure(server)) is MailUnavailable
        assert time.monotonic() - began < 10
    assert server.taken == []


@pytest.mark.parametrize("farewell", [DROP, SILENCE, "421 Too late", "500 What?"])
def test_an_email_that_was_taken_is_sent_however_the_farewell_goes(farewell: str) -> None:
    with smtpd({"QUIT": farewell}) as server:
        _mail(server).send(hello())
    assert len(server.taken) == 1


def test_a_server_that_is_well_again_takes_the_same_message(trust: Trust) -> None:
    with smtpd({"RCPT": "451 Greylisted"}) as server:
        message = hello()
        with pytest.raises(MailUnavailable):
            _mail(server).send(message)
        server.faults.clear()
        _mail(server).send(message)
    assert len(server.taken) == 1


def test_nobody_listening_is_unreachable() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    with pytest.raises(MailUnavailable, match=f"127.0.0.1:{port} gave no complete answer"):
        SmtpMail(SmtpServer("127.0.0.1", port, "none", None), renderer()).send(hello())


def test_a_host_without_an_address_is_unreachable() -> None:
    with pytest.raises(MailUnavailable, match=r"mail\.invalid:25 gave no complete answer"):
        SmtpMail(SmtpServer("mail.invalid", 25, "none", None), renderer()).send(hello())


@pytest.mark.parametrize(
    ("greeting", "error"),
    [
        (b"554 No SMTP service here\r\n", SenderRefused),
        (b"421 Too many connections\r\n", MailUnavailable),
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", MailUnavailable),
        (b"\xff\xfe\x00\r\n", MailUnavailable),
        (b"220-half of a greeting\r\n", MailUnavailable),
        (b"", MailUnavailable),
    ],
)
@pytest.mark.parametrize("security", ["none", "starttls", "tls"])
def test_a_greeting_that_is_none_is_understood_as_far_as_it_goes(
    greeting: bytes, error: type[MailError], security: Security
) -> None:
    with _greeting(greeting) as port, pytest.raises(MailError) as raised:
        SmtpMail(SmtpServer("127.0.0.1", port, security, None), renderer(), timeout=0.5).send(hello())
    assert type(raised.value) is (MailUnavailable if security == "tls" else error)


def test_the_senders_domain_greets_the_server() -> None:
    with smtpd() as server:
        _mail(server).send(hello())
    assert server.taken[0].greeted_as == "example.jp"


def test_the_envelope_names_sender_and_addressee_bare() -> None:
    with smtpd() as server:
        _mail(server).send(hello(to=EmailAddress("hana..ko.@docomo.example.jp", "花子")))
    assert server.taken[0].sender == SENDER.email
    assert server.taken[0].to in (['"hana..ko."@docomo.example.jp'], ["hana..ko.@docomo.example.jp"])


def test_a_server_that_takes_less_than_the_message_refuses_it() -> None:
    with smtpd(largest=100_000) as server:
        failure = _failure(server, text="x" * 200_000)
    assert type(failure) is MessageRefused
    assert "said 552" in str(failure)


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_under_tls_one_is_signed_in_and_the_email_is_taken(trust: Trust, security: Security) -> None:
    starttls, tls = (trust.server, None) if security == "starttls" else (None, trust.server)
    with smtpd(starttls=starttls, tls=tls, with_sign_in=True) as server:
        SmtpMail(at(server, security, USER), renderer(), trust.client).send(hello())
    assert server.taken[0].user == USER
    assert server.taken[0].under_tls


def test_a_wrong_password_is_not_allowed_and_not_repeated(trust: Trust) -> None:
    with (
        smtpd(starttls=trust.server, with_sign_in=True) as server,
        pytest.raises(SenderRefused, match="said 535") as raised,
    ):
        SmtpMail(at(server, "starttls", USER, "guess"), renderer(), trust.client).send(hello())
    assert "guess" not in str(raised.value)
    assert server.taken == []


def test_a_sign_in_that_is_out_of_order_for_now_is_worth_another_try(trust: Trust) -> None:
    faults: dict[Step, str] = {"AUTH": "454 4.7.0 Temporary failure"}
    with (
        smtpd(faults, starttls=trust.server, with_sign_in=True) as server,
        pytest.raises(MailUnavailable, match="said 454"),
    ):
        SmtpMail(at(server, "starttls", USER), renderer(), trust.client).send(hello())


def test_a_server_that_wants_a_sign_in_says_so(trust: Trust) -> None:
    with smtpd(starttls=trust.server, with_sign_in=True) as server, pytest.raises(SenderRefused, match="said 530"):
        SmtpMail(at(server, "starttls"), renderer(), trust.client).send(hello())


def test_a_server_that_knows_no_sign_in_is_told_nothing_of_the_password() -> None:
    with smtpd() as server, pytest.raises(SenderRefused, match="offers no way to sign in"):
        SmtpMail(at(server, "none", USER, PASSWORD), renderer()).send(hello())


def test_nothing_is_sent_in_the_clear_unless_the_address_says_so() -> None:
    with smtpd() as server, pytest.raises(MailUnavailable, match=r"offers no STARTTLS: use smtps://, or \?tls=none"):
        SmtpMail(at(server, "starttls"), renderer()).send(hello())
    assert server.taken == []


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_a_certificate_that_nobody_vouches_for_is_not_trusted(trust: Trust, security: Security) -> None:
    starttls, tls = (trust.server, None) if security == "starttls" else (None, trust.server)
    with smtpd(starttls=starttls, tls=tls) as server, pytest.raises(MailUnavailable, match="certificate verify failed"):
        SmtpMail(at(server, security), renderer()).send(hello())
    assert server.taken == []


def test_a_certificate_of_another_host_is_not_trusted(tmp_path: Path) -> None:
    elsewhere = make_trust(tmp_path, host="192.0.2.1")
    with smtpd(tls=elsewhere.server) as server, pytest.raises(MailUnavailable, match="certificate is not valid for"):
        SmtpMail(at(server, "tls"), renderer(), elsewhere.client).send(hello())


def _mail(server: Smtpd) -> SmtpMail:
    return SmtpMail(at(server, "none"), renderer(), timeout=0.5)


def _failure(server: Smtpd, text: str = "text") -> MailError:
    with pytest.raises(MailError) as raised:
        _mail(server).send(hello(text=text, to=HANAKO))
    return raised.value


@contextmanager
def _greeting(words: bytes) -> Iterator[int]:
    """A server that says these words to whoever comes, and no more."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def answer() -> None:
            client, _ = listener.accept()
            with client, suppress(ConnectionError):
                client.sendall(words)
                client.settimeout(5)
                while client.recv(1024):
                    pass

        thread = threading.Thread(target=answer)
        thread.start()
        yield int(listener.getsockname()[1])
        thread.join()
