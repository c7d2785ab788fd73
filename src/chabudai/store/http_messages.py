"""HTTP/1.1 as bytes: a request written, and its answer read piece by piece. The only module here with httptools."""

from collections.abc import Mapping

import httptools

from chabudai.store.replies import HttpReply

MalformedAnswer = httptools.HttpParserError


def request_bytes(target: str, headers: Mapping[str, str], body: bytes) -> bytes:
    head = "".join([f"{name}: {value}\r\n" for name, value in headers.items()])
    return f"POST {target} HTTP/1.1\r\n{head}Content-Length: {len(body)}\r\n\r\n".encode("latin-1") + body


class AnswerReader:
    """Feed it what arrives until there is a reply, or `end` it when nothing more will come."""

    def __init__(self) -> None:
        self.reply: HttpReply | None = None
        self.keeps_alive = False
        self._parser = httptools.HttpResponseParser(self)
        self._status = 0
        self._checksum: str | None = None
        self._is_framed = False  # whether the answer says where it ends; otherwise the connection's end is its own
        self._content: list[bytes] = []

    def feed(self, received: bytes) -> None:
        """Raises MalformedAnswer."""
        try:
            self._parser.feed_data(received)
        except MalformedAnswer:
            if self.reply is None:
                raise
            self.keeps_alive = False  # the answer is whole; what follows it is none

    def end(self) -> bool:
        """Whether the answer is whole, now that the connection ended."""
        if self.reply is None and self._status and not self._is_framed:
            self._finish()
        return self.reply is not None

    def on_message_begin(self) -> None:
        self.keeps_alive = False  # whatever follows the answer was not asked for

    def on_header(self, name: bytes, value: bytes) -> None:
        match name.lower():
            case b"x-amz-crc32":
                self._checksum = value.decode("latin-1")
            case b"content-length" | b"transfer-encoding":
                self._is_framed = True

    def on_headers_complete(self) -> None:
        self._status = self._parser.get_status_code()

    def on_body(self, content: bytes) -> None:
        self._content.append(content)

    def on_message_complete(self) -> None:
        if self.reply is not None:
            return
        if self._status < 200:  # only a word in between
            self._status, self._checksum, self._is_framed = 0, None, False
            return
        self.keeps_alive = self._parser.should_keep_alive()
        self._finish()

    def _finish(self) -> None:
        self.reply = HttpReply(self._status, self._checksum, b"".join(self._content))
