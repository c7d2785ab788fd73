"""The household's secret: made at the first start, kept beside the database for the owner's eyes only."""

import hmac
import logging
import os
import secrets
import stat
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from chabudai.web.errors import UnsafeSecret

_BYTES = 32
_OWNER_ONLY = 0o600
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Secret:
    """Never used itself: each purpose has a key of its own, so that what one signs means nothing to another."""

    root: bytes = field(repr=False)

    def key(self, purpose: str) -> bytes:
        return _derive_key(self.root, purpose)


@lru_cache(64)  # the purposes are few, and some are asked for by every request
def _derive_key(root: bytes, purpose: str) -> bytes:
    return hmac.digest(root, purpose.encode(), "sha256")


def load_or_create(path: Path) -> Secret:
    """The secret in this file, which is made if there is none. Processes that start at once all get the same one."""
    try:
        if not os.path.lexists(path):
            _create(path)
        return _read(path)
    except OSError as error:
        raise UnsafeSecret(f"The secret at {path} can't be used: {error.strerror}.") from error


def _create(path: Path) -> None:
    """Written whole under another name, then linked, which one process alone can do and no crash leaves half done."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    try:
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY), "wb") as file:
            file.write(secrets.token_hex(_BYTES).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
        os.link(draft, path)
    except FileExistsError:
        return
    finally:
        draft.unlink(missing_ok=True)


def _read(path: Path) -> Secret:
    with open(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
        _restrict_to_owner(path, file.fileno())
        text = file.read(4 * _BYTES).strip()
    try:
        root = bytes.fromhex(text.decode("ascii"))
    except ValueError:
        root = b""
    if len(root) != _BYTES:
        raise UnsafeSecret(f"The secret at {path} is damaged. Remove it to make a new one; everyone signs in again.")
    return Secret(root)


def _restrict_to_owner(path: Path, descriptor: int) -> None:
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode):
        raise UnsafeSecret(f"The secret at {path} is not a file.")
    if status.st_uid != os.geteuid():
        raise UnsafeSecret(f"The secret at {path} belongs to another user.")
    if stat.S_IMODE(status.st_mode) & ~_OWNER_ONLY:
        _log.warning("the secret at %s could be read by others; its permissions are tightened", path)
        os.fchmod(descriptor, _OWNER_ONLY)
