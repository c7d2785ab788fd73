"""A proxy that knows CONNECT and nothing else: it passes on bytes that it can't read."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field


@dataclass(slots=True)
class Tunnel:
    url: str
    targets: list[str] = field(default_factory=list)


@contextmanager
def tunnel() -> Iterator[Tunnel]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        proxy = Tunnel(f"http://127.0.0.1:{listener.getsockname()[1]}")
        accepting = threading.Thread(target=_accept, args=(proxy, listener))
        accepting.start()
        try:
            yield proxy
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            accepting.join()


def _accept(proxy: Tunnel, listener: socket.socket) -> None:
    pumps: list[threading.Thread] = []
    with suppress(OSError):
        while True:
            client, _ = listener.accept()
            server = _connect(proxy, client)
            for ends in ((client, server), (server, client)):
                pumps.append(threading.Thread(target=_pump, args=ends))
                pumps[-1].start()
    for pump in pumps:
        pump.join()


def _connect(proxy: Tunnel, client: socket.socket) -> socket.socket:
    head = b""
    while b"\r\n\r\n" not in head:
        head += client.recv(1)
    verb, target, _ = head.split(b" ", 2)
    assert verb == b"CONNECT"
    proxy.targets.append(target.decode())
    host, _, port = target.decode().partition(":")
    server = socket.create_connection((host, int(port)))
    client.sendall(b"HTTP/1.1 200 Connected\r\n\r\n")
    return server


def _pump(source: socket.socket, sink: socket.socket) -> None:
    with suppress(OSError):
        while received := source.recv(65536):
            sink.sendall(received)
    for end in (source, sink):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
    source.close()
