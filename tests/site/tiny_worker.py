"""`python -m tests.site.tiny_worker FOLDER WORK`: two workers that only leave their pid in a folder, supervised."""

import logging
import os
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from chabudai.site.errors import WorkerFailed
from chabudai.site.supervisor import Timeouts, supervise


def wait(folder: Path, on_ready: Callable[[], None]) -> None:
    (folder / str(os.getpid())).touch()
    try:
        on_ready()
        time.sleep(300)
    finally:
        (folder / f"{os.getpid()}.closed").touch()


def hang(folder: Path, on_ready: Callable[[], None]) -> None:
    """Deaf to the request to stop."""
    try:
        on_ready()
        time.sleep(300)
    except SystemExit:
        (folder / f"{os.getpid()}.asked").touch()
        time.sleep(300)


def fail(folder: Path, on_ready: Callable[[], None]) -> None:
    raise SystemExit(3)


def fail_later(folder: Path, on_ready: Callable[[], None]) -> None:
    """The first two serve; whoever is started after them dies at once."""
    if len(list(folder.iterdir())) >= 2:
        (folder / f"{os.getpid()}.failed").touch()
        raise SystemExit(3)
    wait(folder, on_ready)


def main(folder: str, name: str) -> int:
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    try:
        supervise(2, partial(globals()[name], Path(folder)), lambda: say("ready"), Timeouts(stop=2.0, restart=0.2))
    except WorkerFailed as failure:
        say(str(failure))
        return 1
    return 0


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
