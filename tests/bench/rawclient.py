"""A client that costs little: keep-alive sockets and ready-made bytes, in a process of its own (`python -m`)."""

import json
import re
import select
import socket
import sys
import time

from tests.bench import servers, workload

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)


class BadAnswer(Exception):
    """The server did not answer 200 with a whole body of the expected kind."""


def main() -> None:
    """PORT CONNECTIONS OPERATION TURN AMOUNT COUNT, prints seconds per request."""
    port, connections = int(sys.argv[1]), int(sys.argv[2])
    operation = sys.argv[3]
    turn, amount, count = (int(text) for text in sys.argv[4:7])
    messages = [_message(operation, request) for request in _requests(operation, turn, amount, count)]
    expected = b'"Item"' if operation == "GetItem" else b"{"
    print(_drive(port, connections, messages, expected) / amount)


def _requests(operation: str, turn: int, amount: int, count: int) -> list[workload.Request]:
    if operation == "GetItem":
        return [workload.get(number, count) for number in workload.numbers(count, amount, turn)]
    return [workload.put(count + turn * amount + number, count) for number in range(amount)]


def _message(operation: str, request: workload.Request) -> bytes:
    body = json.dumps(request, ensure_ascii=False, separators=(",", ":")).encode()
    headers = {
        "Host": "127.0.0.1",
        **servers.HEADERS,
        "X-Amz-Target": f"DynamoDB_20120810.{operation}",
        "Content-Length": str(len(body)),
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"POST / HTTP/1.1\r\n{head}\r\n".encode() + body


def _drive(port: int, connections: int, messages: list[bytes], expected: bytes) -> float:
    """Seconds from the first byte sent to the last answer read; a connection asks again when it has its answer."""
    sockets = {peer.fileno(): peer for peer in (_connect(port) for _ in range(connections))}
    waiting = select.poll()
    for number in sockets:
        waiting.register(number, select.POLLIN)
    partial = dict.fromkeys(sockets, b"")
    left = iter(messages)
    begun = time.perf_counter()
    for peer in sockets.values():
        peer.sendall(next(left))
    unanswered = len(messages)
    while unanswered:
        for number, _ in waiting.poll():
            peer = sockets[number]
            answer = partial[number] + peer.recv(65536)
            if not _whole(answer):
                partial[number] = answer
                continue
            if expected not in answer:
                raise BadAnswer(answer[:300])
            partial[number] = b""
            unanswered -= 1
            following = next(left, None)
            if following:
                peer.sendall(following)
    spent = time.perf_counter() - begun
    for peer in sockets.values():
        peer.close()
    return spent


def _connect(port: int) -> socket.socket:
    peer = socket.create_connection(("127.0.0.1", port))
    peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return peer


def _whole(answer: bytes) -> bool:
    end = answer.find(b"\r\n\r\n")
    if end < 0 and answer:
        return False
    length = _LENGTH.search(answer, 0, end)
    if length is None or not answer.startswith(b"HTTP/1.1 200"):
        raise BadAnswer(answer[:300])
    return len(answer) >= end + 4 + int(length[1])


if __name__ == "__main__":
    main()
