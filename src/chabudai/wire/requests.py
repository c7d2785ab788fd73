"""One whole HTTP request, as read from a connection."""

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import parse_qsl


class Request(NamedTuple):
    """Header names are in lower case; a repeated header's values are joined with commas."""

    method: bytes
    url: bytes
    headers: Mapping[bytes, bytes]
    body: bytes | bytearray
    keep_alive: bool

    @property
    def path(self) -> bytes:
        return self.url.partition(b"?")[0]

    @property
    def query(self) -> list[tuple[str, str]]:
        """The query's names and values in their order, decoded."""
        text = self.url.partition(b"?")[2].decode("utf-8", "replace")
        return parse_qsl(text, keep_blank_values=True)

    def header(self, name: bytes) -> str:
        """A header as text, or an empty text when it was not sent."""
        return self.headers.get(name, b"").decode("latin-1")
