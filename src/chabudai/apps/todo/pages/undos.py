"""Ways back, small enough to travel in a toast's cookie."""

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

from chabudai.apps.todo.errors import UndoUnreadable
from chabudai.apps.todo.undoing import Undo

LONGEST: Final = 1900  # what a toast has room for, beside its sentence and the address to go back to
_MOST_BYTES = 200_000


def packed(undo: Undo) -> str | None:
    """None when it is too long to be carried: a long description put back to another long one."""
    text = urlsafe_b64encode(zlib.compress(undo.text().encode(), 9)).decode()
    return text if len(text) <= LONGEST else None


def unpacked(text: str) -> Undo:
    unpacking = zlib.decompressobj()
    try:
        raw = unpacking.decompress(urlsafe_b64decode(text.encode("ascii")), _MOST_BYTES)
        return Undo.of(raw.decode())
    except (zlib.error, ValueError):
        raise UndoUnreadable from None
