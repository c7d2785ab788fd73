"""Bytes as they come, in lines: whole ones only, and none that never ends."""

from collections.abc import Iterator
from typing import Final

_LONGEST: Final = 8_192  # bytes; a longer line is nothing that an engine has to say, and is dropped whole


class LineBuffer:
    def __init__(self) -> None:
        self._rest = b""
        self._is_skipping = False

    def feed(self, chunk: bytes) -> Iterator[str]:
        *whole, self._rest = (self._rest + chunk).split(b"\n")
        for line in whole:
            if not self._is_skipping and len(line) <= _LONGEST and (text := line.decode("utf-8", "replace").strip()):
                yield text
            self._is_skipping = False
        if len(self._rest) > _LONGEST:
            self._rest, self._is_skipping = b"", True
