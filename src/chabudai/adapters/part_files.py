"""Files that are written whole or not at all: as a part beside their place, which they take once all is on the disk."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from chabudai.adapters.private_files import FILE_MODE


def replace_file(path: Path, part: Path, content: bytes) -> None:
    """In the place of whatever stood there; on the disk, readable by its owner alone, when this returns."""
    _write(path, part, content, os.replace)


def create_file(path: Path, part: Path, content: bytes) -> None:
    """The same, with FileExistsError where something stands already."""
    _write(path, part, content, os.link)  # a rename would replace it


def _write(path: Path, part: Path, content: bytes, place: Callable[[Path, Path], None]) -> None:
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        place(part, path)
    finally:
        part.unlink(missing_ok=True)
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Makes the name itself last; where a folder can't be opened as a file, its file system sees to that."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
