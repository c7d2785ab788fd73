"""A server on a socket that answers each request with the next line of its script, however wrong that is."""

import json
import os
import socket
import ssl
import struct
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any
from zlib import crc32

Line = Callable[[socket.socket], None]
Secure = Callable[[socket.socket], socket.socket]


@dataclass(frozen=True, slots=True)
class Heard:
    """One request as it arrived."""

    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]


@dataclass(slots=True)
class Scripted:
    url: str
    script: list[Line]
    heard: list[Heard] = field(default_factory=list)
    connections: int = 0
    ended: int = 0  # connections that the other side closed

    def next_line(self) -> Line:
        """The last line of the script stays."""
        return self.script.pop(0) if len(self.script) > 1 else self.script[0]


def scripted(*script: Line) -> AbstractContextManager[Scripted]:
    return _serving("http", script, lambda client: client)


def scripted_with_tls(tls: ssl.SSLContext, *script: Line) -> AbstractContextManager[Scripted]:
    return _serving("https", script, lambda client: tls.wrap_socket(client, server_side=True))


@contextmanager
def _serving(scheme: str, script: Sequence[Line], secure: Secure) -> Iterator[Scripted]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = Scripted(f"{scheme}://127.0.0.1:{listener.getsockname()[1]}", list(script))
        sockets: list[socket.socket] = []
        threads = [threading.Thread(target=_accept, args=(server, listener, sockets, secure))]
        threads[0].start()
        try:
            yield server
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            threads[0].join()
            for each in sockets:
                each.close()


def closed_port() -> int:
    """A port at which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def answer(body: Any, status: int = 200, checksum: int | None = None) -> Line:
    """As DynamoDB sends it; a text stands for what is no JSON."""
    content = body.encode() if isinstance(body, str) else json.dumps(body).encode()
    headers = "" if checksum is None else f"x-amz-crc32: {checksum}\r\n"
    head = f"HTTP/1.1 {status} Said\r\n{headers}Content-Length: {len(content)}\r\n\r\n".encode()
    return lambda client: client.sendall(head + content)


def sound(body: Any) -> Line:
    """An answer with the right checksum."""
    return answer(body, checksum=crc32(json.dumps(body).encode()))


def fault(code: str, status: int = 400, **fields: Any) -> Line:
    return answer({"__type": f"com.amazonaws.dynamodb.v20120810#{code}", "message": "no", **fields}, status)


def half(client: socket.socket) -> None:
    client.sendall(b'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"Item":')
    client.shutdown(socket.SHUT_RDWR)


def half_in_chunks(client: socket.socket) -> None:
    client.sendall(b'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n64\r\n{"Item":')
    client.shutdown(socket.SHUT_RDWR)


def reset(client: socket.socket) -> None:
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    os.close(client.detach())  # at once, although it is still being read from


def said(text: bytes) -> Line:
    """These very bytes, whatever they are."""
    return lambda client: client.sendall(text)


def then_end(line: Line) -> Line:
    """A line after which the connection ends."""

    def say_and_end(client: socket.socket) -> None:
        line(client)
        client.shutdown(socket.SHUT_RDWR)

    return say_and_end


def silence(_: socket.socket) -> None:
    """Nothing is said, and the connection stays."""


def _accept(server: Scripted, listener: socket.socket, sockets: list[socket.socket], secure: Secure) -> None:
    talks: list[threading.Thread] = []
    while True:
        try:
            client, _ = listener.accept()
        except OSError:
            break
        server.connections += 1
        try:
            client = secure(client)
        except OSError:  # whoever called does not trust us
            client.close()
            continue
        sockets.append(client)
        talks.append(threading.Thread(target=_talk, args=(server, client)))
        talks[-1].start()
    for client in sockets:
        with suppress(OSError):
            client.shutdown(socket.SHUT_RDWR)
    for talk in talks:
        talk.join()


def _talk(server: Scripted, client: socket.socket) -> None:
    with suppress(OSError, ValueError), client.makefile("rb") as stream:
        while request_line := stream.readline():
            headers = dict(_headers(stream.readline, b"\r\n"))
            body = json.loads(stream.read(int(headers["content-length"])))
            server.heard.append(Heard(request_line.decode().split(" ")[1], headers, body))
            server.next_line()(client)
        server.ended += 1


def _headers(readline: Callable[[], bytes], end: bytes) -> Iterator[tuple[str, str]]:
    for line in iter(readline, end):
        name, _, value = line.decode().partition(":")
        yield name.lower(), value.strip()
