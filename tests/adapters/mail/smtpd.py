"""A real SMTP server in a thread of the test process, which can be told to misbehave at any step."""

import asyncio
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

USER, PASSWORD = "house", "p@ss:w/rd"
Step = Literal["EHLO", "AUTH", "MAIL", "RCPT", "DATA", "QUIT"]
DROP, SILENCE = "drop", "silence"  # besides an answer's text
TAKE_AND_DROP = "take and drop"  # at DATA: the email is there, and whoever sent it never learns so


@dataclass(frozen=True, slots=True)
class Taken:
    """A email with its envelope, as the server took it."""

    greeted_as: str
    sender: str
    to: list[str]
    content: bytes
    under_tls: bool
    user: str | None


@dataclass(slots=True)
class Smtpd:
    """`faults` says what happens at a step instead of what should."""

    faults: dict[Step, str] = field(default_factory=dict)
    taken: list[Taken] = field(default_factory=list)
    port: int = 0

    async def handle_EHLO(  # noqa: N802 - aiosmtpd's names
        self, server: SMTP, session: Session, envelope: Envelope, host: str, responses: list[str]
    ) -> list[str]:
        session.host_name = host
        fault = await self._fault("EHLO", server)
        return responses if fault is None else [fault]

    async def handle_HELO(self, server: SMTP, session: Session, envelope: Envelope, host: str) -> str:  # noqa: N802
        session.host_name = host
        return await self._fault("EHLO", server) or "250 127.0.0.1"

    async def handle_MAIL(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        envelope.mail_from = address
        return await self._fault("MAIL", server) or "250 OK"

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        envelope.rcpt_tos.append(address)
        return await self._fault("RCPT", server) or "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        if self.faults.get("DATA") in (None, TAKE_AND_DROP):
            self.taken.append(_taken(server, session, envelope))
        return await self._fault("DATA", server) or "250 OK"

    async def handle_QUIT(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        return await self._fault("QUIT", server) or "221 Bye"

    def authenticate(self, server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: Any) -> AuthResult:
        if "AUTH" in self.faults:
            return AuthResult(success=False, handled=False, message=self.faults["AUTH"])
        right = isinstance(data, LoginPassword) and data == (USER.encode(), PASSWORD.encode())
        return AuthResult(success=right, handled=False, auth_data=data)

    async def _fault(self, step: Step, server: SMTP) -> str | None:
        match self.faults.get(step):
            case "drop" | "take and drop":
                assert isinstance(server.transport, asyncio.Transport)
                server.transport.abort()
                return "421 Gone"
            case "silence":
                await asyncio.sleep(60)
                return "421 Awake"
            case answer:
                return answer


@contextmanager
def smtpd(
    faults: dict[Step, str] | None = None,
    *,
    starttls: ssl.SSLContext | None = None,
    tls: ssl.SSLContext | None = None,
    with_sign_in: bool = False,
    largest: int = 32_000_000,
) -> Iterator[Smtpd]:
    handler = Smtpd(faults or {})
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="smtpd")
    thread.start()

    def protocol() -> SMTP:
        return SMTP(
            handler,
            hostname="127.0.0.1",
            tls_context=starttls,
            data_size_limit=largest,
            authenticator=handler.authenticate,
            # aiosmtpd takes only what came after STARTTLS for TLS.
            auth_required=with_sign_in and tls is None,
            auth_require_tls=tls is None,
            auth_exclude_mechanism=() if with_sign_in else ("LOGIN", "PLAIN"),
            loop=loop,
        )

    async def start() -> asyncio.Server:
        return await loop.create_server(protocol, "127.0.0.1", 0, ssl=tls)

    server = asyncio.run_coroutine_threadsafe(start(), loop).result(30)
    handler.port = int(server.sockets[0].getsockname()[1])
    try:
        yield handler
    finally:
        asyncio.run_coroutine_threadsafe(_stop(server), loop).result(30)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _stop(server: asyncio.Server) -> None:
    server.close()
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await asyncio.sleep(0)  # connections are closed in the round after


def _taken(server: SMTP, session: Session, envelope: Envelope) -> Taken:
    data = session.auth_data
    user = data.login.decode() if isinstance(data, LoginPassword) else None
    assert isinstance(envelope.content, bytes)
    assert server.transport is not None
    under_tls = server.transport.get_extra_info("sslcontext") is not None
    return Taken(
        session.host_name or "", envelope.mail_from or "", list(envelope.rcpt_tos), envelope.content, under_tls, user
    )
