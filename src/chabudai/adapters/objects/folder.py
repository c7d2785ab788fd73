"""Objects in a folder: each is a file, readable by its owner alone."""

import os
import secrets
import stat
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from chabudai.adapters.objects.errors import InvalidObjectKey, NoSuchObject, ObjectStorageUnavailable
from chabudai.adapters.objects.keys import check_key
from chabudai.adapters.objects.protocol import ObjectStorage, StoredObject
from chabudai.adapters.part_files import replace_file
from chabudai.adapters.private_files import make_folder

_PART = ".part"
_TRIES = 10  # whoever deletes the last object of a folder removes it, perhaps before another writes there
_ABANDONED_AFTER = 24 * 60 * 60  # seconds after which a part has no writer any more


class FolderStorage(ObjectStorage):
    """Threads and processes may share one. A key can't be the beginning of another: a file is no folder."""

    def __init__(self, path: Path) -> None:
        self.path = path.absolute()

    def put(self, key: str, content: bytes, content_type: str) -> None:
        """The name of a file says what it holds, so the type is not kept."""
        path = self._path(key)
        try:
            self._write(path, content)
        except (FileExistsError, NotADirectoryError, IsADirectoryError) as error:
            raise InvalidObjectKey(
                f"Invalid object key {key!r}: it is the prefix of another key, or another of it."
            ) from error
        except OSError as error:
            raise ObjectStorageUnavailable(f"{key!r} can't be written to {self.path}: {error}") from error

    def get(self, key: str) -> bytes:
        try:
            descriptor = os.open(self._path(key), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
            with os.fdopen(descriptor, "rb") as file:
                return file.read()
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError) as error:
            raise NoSuchObject(f"There is no {key!r} in {self.path}.") from error
        except OSError as error:
            raise ObjectStorageUnavailable(f"{key!r} can't be read from {self.path}: {error}") from error

    def delete(self, key: str) -> None:
        path = self._path(key)
        try:
            path.unlink()
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            return
        except OSError as error:
            raise ObjectStorageUnavailable(f"{key!r} can't be removed from {self.path}: {error}") from error
        self._remove_empty_folders(path.parent)

    def list(self, under: str) -> Iterator[StoredObject]:
        """Parts that a killed writer left behind go on the way."""
        start = self._path(under)
        found: list[StoredObject] = []
        for folder, _, names in os.walk(start) if not start.is_symlink() else ():
            for path in (Path(folder, name) for name in names):
                _remove_old_part(path)
                with suppress(InvalidObjectKey, FileNotFoundError):
                    found.append(self._entry(path))
        yield from sorted(found, key=lambda entry: entry.key)

    def _write(self, path: Path, content: bytes) -> None:
        for _ in range(_TRIES):
            with suppress(FileNotFoundError):
                make_folder(path.parent)
                replace_file(path, path.with_name(f".{secrets.token_hex(8)}{_PART}"), content)
                return
        raise ObjectStorageUnavailable(f"The folder {path.parent} is removed each time that it is made.")

    def _entry(self, path: Path) -> StoredObject:
        """InvalidObjectKey for what is not ours."""
        key = check_key(path.relative_to(self.path).as_posix())
        found = path.lstat()
        if not stat.S_ISREG(found.st_mode):
            raise InvalidObjectKey(f"{key} is not a file.")
        return StoredObject(key, found.st_size, datetime.fromtimestamp(found.st_mtime, UTC))

    def _path(self, key: str) -> Path:
        """Within the folder, whatever the key; a link that leads out of it is not followed."""
        path = self.path.joinpath(*check_key(key).split("/"))
        if not path.parent.resolve().is_relative_to(self.path.resolve()):
            raise InvalidObjectKey(f"{key!r} leads out of {self.path}.")
        return path

    def _remove_empty_folders(self, folder: Path) -> None:
        with suppress(OSError):  # the first that is not empty
            while folder != self.path:
                folder.rmdir()
                folder = folder.parent


def _remove_old_part(path: Path) -> None:
    if path.name.startswith(".") and path.name.endswith(_PART):
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > _ABANDONED_AFTER:
                path.unlink()
