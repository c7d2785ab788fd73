"""The outbox: mail that stays at home. Each message is a file in a folder, to be looked at instead of sent."""

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC
from pathlib import Path

from chabudai.adapters.mail import emails
from chabudai.adapters.mail.emails import StoredEmail
from chabudai.adapters.mail.errors import MailUnavailable, NoSuchEmail
from chabudai.adapters.mail.message import LARGEST_BODY, Message
from chabudai.adapters.mail.protocol import Mail
from chabudai.adapters.mail.renderer import EmailRenderer
from chabudai.adapters.part_files import create_file
from chabudai.adapters.private_files import make_folder

# The moment, then an id that keeps the order within it. Other files in the folder are someone else's: never touched.
_EMAIL_NAME = re.compile(r"\d{8}T\d{6}\.\d{6}Z-[A-Za-z0-9-]{1,64}")
_LARGEST_FILE = 4 * LARGEST_BODY
_PARTS_KEPT = 100  # more than there are writers at one time


class Outbox(Mail):
    """Keeps the newest emails, and no more of them than `keep`. Threads and processes may share a folder."""

    def __init__(self, folder: Path, renderer: EmailRenderer, keep: int = 1000) -> None:
        if keep < 1:
            raise ValueError(f"Invalid number of emails to keep, {keep}: at least 1 is needed.")
        self.folder = folder
        self._renderer = renderer
        self._keep = keep

    @property
    def stays_home(self) -> bool:
        return True

    def send(self, message: Message) -> None:
        content = self._renderer.render(message)
        moment = self._renderer.now().astimezone(UTC)
        name = f"{moment:%Y%m%dT%H%M%S.%fZ}-{self._renderer.new_id()}"
        try:
            make_folder(self.folder)
            path = self._path(name)
            create_file(path, path.with_name(f".{path.name}.part"), content)
        except OSError as error:
            raise MailUnavailable(f"The outbox {self.folder} can't be written: {error}") from error
        self._remove_oldest()

    def emails(self) -> Iterator[StoredEmail]:
        """Newest first, each read when it is asked for; files that are no emails are passed over."""
        for name in reversed(self._names()):
            email = self._read(name)
            if email is not None:
                yield email

    def email(self, name: str) -> StoredEmail:
        email = self._read(name) if _EMAIL_NAME.fullmatch(name) else None
        if email is None:
            raise NoSuchEmail(f"The outbox has no email {name!r}.")
        return email

    def _names(self) -> list[str]:
        """Oldest first."""
        return sorted(path.stem for path in self.folder.glob("*.eml") if _EMAIL_NAME.fullmatch(path.stem))

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.eml"

    def _read(self, name: str) -> StoredEmail | None:
        path = self._path(name)
        try:
            # A pipe would wait for ever, and no email of ours is that large.
            if not path.is_file() or path.stat().st_size > _LARGEST_FILE:
                return None
            return emails.parse_email(name, path.read_bytes())
        except OSError:
            return None

    def _remove_oldest(self) -> None:
        """What a killed writer left half done goes with them."""
        parts = sorted(self.folder.glob(".*.eml.part"))[:-_PARTS_KEPT]
        for path in [*map(self._path, self._names()[: -self._keep]), *parts]:
            with suppress(OSError):
                path.unlink()
