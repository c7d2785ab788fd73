"""Files and folders for their owner's eyes only, whatever the process would let others see (its umask)."""

import os
import stat
from pathlib import Path
from typing import Final

FILE_MODE: Final = 0o600
FOLDER_MODE: Final = 0o700


def make_folder(folder: Path) -> None:
    """With all that is missing above it. One that is there stays as it is."""
    if not folder.is_dir():
        make_folder(folder.parent)
        folder.mkdir(mode=FOLDER_MODE, exist_ok=True)


def make_file(path: Path) -> None:
    """An empty one, for whoever opens it next; one that is there stays as it is."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, FILE_MODE))


def copy_file(source: Path, target: Path) -> None:
    """To a place where nothing stands yet."""
    with source.open("rb") as read, os.fdopen(_create(target), "wb") as written:
        while piece := read.read(1 << 20):
            written.write(piece)


def restrict(path: Path) -> bool:
    """Takes it from everyone but its owner; whether that had to be done. OSError where it is another user's."""
    found = path.lstat()
    if not (stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode)):
        return False
    wanted = stat.S_IMODE(found.st_mode) & FOLDER_MODE
    if wanted == stat.S_IMODE(found.st_mode):
        return False
    path.chmod(wanted)
    return True


def _create(path: Path) -> int:
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE)
