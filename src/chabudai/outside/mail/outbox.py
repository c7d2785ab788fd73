"""The outbox: mail that stays at home. Each message is a file in a folder, to be looked at instead of sent."""

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC
from pathlib import Path

from chabudai.outside.mail import letters
from chabudai.outside.mail.errors import NoSuchLetter, Unreachable
from chabudai.outside.mail.letterhead import Letterhead
from chabudai.outside.mail.letters import Letter
from chabudai.outside.mail.message import LARGEST_BODY, Message
from chabudai.outside.mail.protocol import Mail

# The moment, then an id that keeps the order within it. Other files in the folder are someone else's: never touched.
_OURS = re.compile(r"\d{8}T\d{6}\.\d{6}Z-[A-Za-z0-9-]{1,64}")
_LARGEST_FILE = 4 * LARGEST_BODY
_PARTS_KEPT = 100  # more than there are writers at one time


class Outbox(Mail):
    """Keeps the newest letters, and only as many as it was told. Threads and processes may share a folder."""

    def __init__(self, folder: Path, letterhead: Letterhead, keep: int = 1000) -> None:
        if keep < 1:
            raise ValueError(f"An outbox that keeps {keep} letters shows none: take at least 1.")
        self.folder = folder
        self._letterhead = letterhead
        self._keep = keep

    def send(self, message: Message) -> None:
        content = self._letterhead.write(message)
        moment = self._letterhead.now().astimezone(UTC)
        name = f"{moment:%Y%m%dT%H%M%S.%fZ}-{self._letterhead.new_id()}"
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            _write(self._path(name), content)
        except OSError as error:
            raise Unreachable(f"The outbox {self.folder} can't be written: {error}") from error
        self._forget_the_oldest()

    def letters(self) -> Iterator[Letter]:
        """Newest first, each read when it is asked for; files that are no letters are passed over."""
        for name in reversed(self._names()):
            letter = self._read(name)
            if letter is not None:
                yield letter

    def letter(self, name: str) -> Letter:
        letter = self._read(name) if _OURS.fullmatch(name) else None
        if letter is None:
            raise NoSuchLetter(f"The outbox has no letter {name!r}.")
        return letter

    def _names(self) -> list[str]:
        """Oldest first."""
        return sorted(path.stem for path in self.folder.glob("*.eml") if _OURS.fullmatch(path.stem))

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.eml"

    def _read(self, name: str) -> Letter | None:
        path = self._path(name)
        try:
            # A pipe would wait for ever, and no letter of ours is that large.
            if not path.is_file() or path.stat().st_size > _LARGEST_FILE:
                return None
            return letters.read(name, path.read_bytes())
        except OSError:
            return None

    def _forget_the_oldest(self) -> None:
        """What a killed writer left half done goes with them."""
        parts = sorted(self.folder.glob(".*.eml.part"))[:-_PARTS_KEPT]
        for path in [*map(self._path, self._names()[: -self._keep]), *parts]:
            with suppress(OSError):
                path.unlink()


def _write(path: Path, content: bytes) -> None:
    """All of it or nothing, on the disk when this returns, never in place of another."""
    part = path.with_name(f".{path.name}.part")
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.link(part, path)  # a rename would replace what stands there
    finally:
        part.unlink(missing_ok=True)
    _settle(path.parent)


def _settle(folder: Path) -> None:
    """Makes the name itself last; where a folder can't be opened as a file, its file system sees to that."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
