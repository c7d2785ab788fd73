"""Files that people send for an import, unpacked with suspicion: nothing outside, hidden, or without end."""

import stat
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Final
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from chabudai.apps.shogi.errors import ArchiveRefused
from chabudai.apps.shogi.messages import lazy
from chabudai.apps.shogi.records import MAX_BYTES
from chabudai.common.text import clean_line, shorten

MOST_FILES: Final = 5_000
MOST_BYTES: Final = 64 * 1024 * 1024  # of all files together, unpacked
LARGEST_FILE: Final = 2 * MAX_BYTES + 2  # UTF-16 takes twice the bytes
_LONGEST_PATH: Final = 400
_SIGNATURES: Final = (b"PK\x03\x04", b"PK\x05\x06")
_UTF8_NAME: Final = 0x800
_ENCRYPTED: Final = 0x1


@dataclass(frozen=True, slots=True)
class SentFile:
    """`content` is None for one that is larger than any game, or that is packed in a way that we don't unpack."""

    path: str
    content: bytes | None
    is_packed_otherwise: bool = False


def is_archive(content: bytes) -> bool:
    return content.startswith(_SIGNATURES)


def unpack(uploads: Iterable[tuple[str, bytes]]) -> list[SentFile]:
    """Single files and the files of archives, in their order. ArchiveRefused for one that can't be trusted."""
    found: list[SentFile] = []
    left = MOST_BYTES
    for name, content in uploads:
        for file in _unpack_one(name, content, left):
            left -= len(file.content or b"")
            found.append(file)
            if len(found) > MOST_FILES:
                raise ArchiveRefused(lazy("You can import up to %(most)s files at once.", most=f"{MOST_FILES:,}"))
            if left < 0:
                raise ArchiveRefused(_TOO_MUCH)
    if not found:
        raise ArchiveRefused(lazy("There are no files to import."))
    return found


_TOO_MUCH: Final = lazy(
    "Unpacked, this is larger than %(most)s MB. Import it in parts.", most=MOST_BYTES // 1024 // 1024
)


def _unpack_one(name: str, content: bytes, left: int) -> Iterator[SentFile]:
    if is_archive(content):
        yield from _unpack_zip(content, left)
    elif not _is_hidden(name):
        yield SentFile(_path(name.replace("\\", "/").rsplit("/", 1)[-1]), _bounded(content))


def _unpack_zip(content: bytes, left: int) -> Iterator[SentFile]:
    try:
        with ZipFile(BytesIO(content)) as archive:
            entries = archive.infolist()
            if len(entries) > 2 * MOST_FILES:
                raise ArchiveRefused(lazy("You can import up to %(most)s files at once.", most=f"{MOST_FILES:,}"))
            for entry in entries:
                path = _check_entry(entry)
                if entry.is_dir() or _is_hidden(path):
                    continue
                file = _read(archive, entry, _path(path))
                left -= len(file.content or b"")
                if left < 0:
                    raise ArchiveRefused(_TOO_MUCH)
                yield file
    except (BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError, ValueError, LookupError):
        raise ArchiveRefused(lazy("This zip file is damaged, or locked with a password.")) from None


def _check_entry(entry: ZipInfo) -> str:
    """Its name, as it was meant: archives of Japanese Windows write Shift_JIS without saying so."""
    name = entry.filename
    if not entry.flag_bits & _UTF8_NAME:
        try:
            name = name.encode("cp437").decode("cp932")
        except UnicodeError:
            name = entry.filename
    name = name.replace("\\", "/")
    is_outside = name.startswith("/") or ".." in name.split("/") or name[1:2] == ":" or "\0" in name
    if is_outside or stat.S_ISLNK(entry.external_attr >> 16):
        raise ArchiveRefused(lazy("“%(name)s” leads outside of the zip file.", name=shorten(clean_line(name) or "?")))
    if entry.flag_bits & _ENCRYPTED:
        raise BadZipFile
    return name


def _read(archive: ZipFile, entry: ZipInfo, path: str) -> SentFile:
    """What says that it is larger than a game is not unpacked at all; no more is read than it says.

    Nor is what is packed otherwise than stored or deflated: bzip2 and LZMA unpack a block whole, whatever is asked for.
    """
    if entry.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        return SentFile(path, None, is_packed_otherwise=True)
    if entry.file_size > LARGEST_FILE:
        return SentFile(path, None)
    with archive.open(entry) as file:
        return SentFile(path, _bounded(file.read(LARGEST_FILE + 1)))


def _bounded(content: bytes) -> bytes | None:
    return content if len(content) <= LARGEST_FILE else None


def _is_hidden(path: str) -> bool:
    """What systems leave in folders, and nobody means."""
    parts = path.split("/")
    return parts[0] == "__MACOSX" or parts[-1].startswith(".") or parts[-1].lower() in ("thumbs.db", "desktop.ini")


def _path(path: str) -> str:
    return clean_line(path)[:_LONGEST_PATH] or "?"
