"""Where an SMTP server is and how it is spoken to, as its address tells: `smtps://USER:PASSWORD@HOST:PORT`."""

from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import SplitResult, unquote, urlsplit

from chabudai.adapters.mail.errors import InvalidMailService
from chabudai.adapters.mail.headers import has_controls

Security = Literal["starttls", "tls", "none"]
_EXAMPLE = "smtp://USER:PASSWORD@HOST:587 (TLS after STARTTLS), smtps://… (TLS at once) or smtp://HOST:25?tls=none"


@dataclass(frozen=True, slots=True)
class Login:
    user: str
    password: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class SmtpServer:
    host: str
    port: int
    security: Security
    login: Login | None

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


def parse_server(address: str) -> SmtpServer:
    """No message repeats the address, since a password is in it."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
        (host or "").encode("idna")  # as connecting does later, with an error of its own
    except ValueError:
        raise InvalidMailService(
            _error_text("it is not a valid URL; write @ : / # ? % in a password as %40 %3A …")
        ) from None
    if has_controls(address) or not host or port == 0 or parts.path not in ("", "/") or parts.fragment:
        raise InvalidMailService(_error_text("it needs a host, and nothing after its port"))
    security = _security(parts)
    return SmtpServer(host, port or (465 if security == "tls" else 587), security, _login(parts))


def _security(parts: SplitResult) -> Security:
    match parts.scheme, parts.query:
        case "smtps", "":
            return "tls"
        case "smtp", "":
            return "starttls"
        case "smtp", "tls=none":
            return "none"
    raise InvalidMailService(_error_text("its scheme or its ?tls= is unknown"))


def _login(parts: SplitResult) -> Login | None:
    if parts.username is None and parts.password is None:
        return None
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    if not user or not password or not (user + password).isascii():
        raise InvalidMailService(_error_text("it needs both a user and a password, in ASCII"))
    return Login(user, password)


def _error_text(why: str) -> str:
    return f"Invalid address of the SMTP server: {why}. Give {_EXAMPLE}."
