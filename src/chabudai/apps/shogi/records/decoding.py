"""A file's bytes as text: UTF-8, the Shift_JIS of Windows, or UTF-16 where it plainly is that."""

from dataclasses import dataclass

from .errors import Reason, UnreadableRecord

#: The largest text that is read, measured in UTF-8.
MAX_BYTES = 300 * 1024


@dataclass(frozen=True, slots=True)
class Decoded:
    text: str
    encoding: str


def decode(data: bytes) -> Decoded:
    """The text of a file; UnreadableRecord for what is neither, or too large."""
    if len(data) > 2 * MAX_BYTES + 2:
        raise UnreadableRecord(Reason.TOO_LARGE)
    for encoding, label in _candidates(data):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            check_size(text)
            return Decoded(text.removeprefix("\ufeff"), label)
    raise UnreadableRecord(Reason.UNREADABLE, line=_line_of_damage(data))


def check_size(text: str) -> None:
    if len(text) > MAX_BYTES or len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise UnreadableRecord(Reason.TOO_LARGE)


def _candidates(data: bytes) -> list[tuple[str, str]]:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return [("utf-16", "UTF-16")]
    if data[:1] and data[1:2] == b"\0":
        return [("utf-16-le", "UTF-16")]
    if data[:1] == b"\0":
        return [("utf-16-be", "UTF-16")]
    return [("utf-8", "UTF-8"), ("cp932", "Shift_JIS")]


def _line_of_damage(data: bytes) -> int | None:
    try:
        data.decode("cp932")
    except UnicodeDecodeError as error:
        return data.count(b"\n", 0, error.start) + 1
    return None
