"""Processes of this machine as the kernel tells of them: whose children they are, and who serves a connection."""

import socket
import time
from collections.abc import Callable
from pathlib import Path

_PROC = Path("/proc")
IS_TOLD = _PROC.joinpath("self", "stat").exists()


def children(pid: int) -> set[int]:
    """Those that live: one that has ended and is not yet waited for is none."""
    found = set()
    for folder in _PROC.iterdir():
        if folder.name.isdigit() and (state := _state_and_parent(int(folder.name))) and state[1] == pid:
            found.add(int(folder.name))
    return found


def descendants(pid: int) -> set[int]:
    below = children(pid)
    return below.union(*map(descendants, below))


def is_alive(pid: int) -> bool:
    return _state_and_parent(pid) is not None


def server_of(connection: socket.socket, candidates: set[int]) -> int | None:
    """Which of these processes holds the other end of a connection over 127.0.0.1; None while none has accepted it."""
    inode = _inode(local=connection.getpeername()[1], remote=connection.getsockname()[1])
    return next((pid for pid in candidates if f"socket:[{inode}]" in _open_files(pid)), None)


def until(condition: Callable[[], bool], what: str, seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"{what}: not within {seconds} seconds"
        time.sleep(0.02)


def _state_and_parent(pid: int) -> tuple[str, int] | None:
    try:
        fields = (_PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return None if fields[0] in "ZX" else (fields[0], int(fields[1]))


def _inode(*, local: int, remote: int) -> str:
    for line in (_PROC / "net" / "tcp").read_text().splitlines()[1:]:
        fields = line.split()
        if [int(field.rpartition(":")[2], 16) for field in fields[1:3]] == [local, remote]:
            return fields[9]
    raise AssertionError(f"no connection from {remote} to {local}")


def _open_files(pid: int) -> set[str]:
    found = set()
    for link in (_PROC / str(pid) / "fd").iterdir():
        try:
            found.add(str(link.readlink()))
        except OSError:  # closed meanwhile
            continue
    return found
