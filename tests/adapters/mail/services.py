"""Every service that the contract is kept by: a folder, an SMTP server with and without TLS, and SES."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from botocore.session import Session
from moto.server import ThreadedMotoServer
from moto.ses.models import ses_backends
from tests.adapters.mail.certificates import make_trust
from tests.adapters.mail.messages import SENDER, renderer
from tests.adapters.mail.smtpd import PASSWORD, USER, Smtpd, smtpd

from chabudai.adapters import mail
from chabudai.adapters.mail.servers import Login, Security, SmtpServer
from chabudai.adapters.mail.smtp import SmtpMail

KINDS = ("outbox", "smtp", "starttls", "tls", "ses")
REGION = "ap-northeast-1"
_ACCOUNT = "123456789012"  # everyone's at moto


@dataclass(frozen=True, slots=True)
class Service:
    mail: mail.Mail
    arrived: Callable[[], list[bytes]]  # oldest first


@contextmanager
def service_of(kind: str, folder: Path) -> Iterator[Service]:
    match kind:
        case "outbox":
            yield Service(
                mail.open(folder, renderer()), lambda: [path.read_bytes() for path in sorted(folder.glob("*.eml"))]
            )
        case "smtp":
            with smtpd() as server:
                address = f"smtp://127.0.0.1:{server.port}?tls=none"
                yield Service(mail.open(address, renderer()), lambda: _taken(server))
        case "starttls":
            trust = make_trust(folder)
            with smtpd(starttls=trust.server, with_sign_in=True) as server:
                yield Service(SmtpMail(at(server, "starttls", USER), renderer(), trust.client), lambda: _taken(server))
        case "tls":
            trust = make_trust(folder)
            with smtpd(tls=trust.server) as server:
                yield Service(SmtpMail(at(server, "tls"), renderer(), trust.client), lambda: _taken(server))
        case _:
            with moto() as url, aws(url):
                _verify_sender()
                yield Service(mail.open(f"ses://{REGION}", renderer()), _sent)


def at(server: Smtpd, security: Security, user: str | None = None, password: str = PASSWORD) -> SmtpServer:
    return SmtpServer("127.0.0.1", server.port, security, Login(user, password) if user else None)


@contextmanager
def moto() -> Iterator[str]:
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    try:
        yield f"http://{host}:{port}"
    finally:
        ses_backends.reset()
        server.stop()


@contextmanager
def aws(url: str) -> Iterator[None]:
    """The environment of one who has set up AWS, with SES at another place."""
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith("AWS_")]:
            patch.delenv(name)
        patch.setenv("AWS_ENDPOINT_URL", url)
        patch.setenv("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE")
        patch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
        patch.setenv("AWS_CONFIG_FILE", "/nowhere/config")
        patch.setenv("AWS_SHARED_CREDENTIALS_FILE", "/nowhere/credentials")
        patch.setenv("AWS_EC2_METADATA_DISABLED", "true")
        yield


def _taken(server: Smtpd) -> list[bytes]:
    return [taken.content for taken in server.taken]


def _verify_sender() -> None:
    Session().create_client("sesv2", region_name=REGION).create_email_identity(EmailIdentity=SENDER.email)


def _sent() -> list[bytes]:
    return [message.raw_data.encode() for message in ses_backends[_ACCOUNT][REGION].sent_messages]
