"""The demo on the disk: patterns that were made for a day, and the households that are copies of them.

Any process of the site may make, use and remove them at any moment: what appears is whole, what goes is gone at once.
"""

import fcntl
import os
import re
import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

from chabudai.adapters import private_files
from chabudai.adapters.clock import Clock
from chabudai.site.demo.errors import DemoIsFull
from chabudai.web import zones

LIFE: Final = timedelta(days=1)
IN_USE_FOR: Final = timedelta(minutes=30)
"""After a visit, during which a household does not make room for another."""
FRESH_FOR: Final = timedelta(hours=6)
_ZONE: Final[ZoneInfo] = zones.TOKYO
"""Where the people of the demo live: their day is the one that a pattern is made for."""

_ID: Final = re.compile(r"[0-9a-f]{10}[0-9a-f]{32}")  # when it was made, in Unix seconds, and what nobody guesses
_MOMENT: Final = "%Y%m%dT%H%M%SZ"
_LEFT_AFTER: Final = timedelta(hours=1)  # for a copy under way; what is older was left by a process that died
_USED: Final = ".used"  # when that was says the file's own time
_NEVER_CHANGED: Final = ".webp"  # a photo that is replaced has another name, so that copies may share it


def remove_others(path: Path) -> None:
    """What lies beside it: from before the tables changed."""
    for each in _entries(path.parent):
        if each != path:
            shutil.rmtree(each, ignore_errors=True)


@dataclass(frozen=True, slots=True)
class DemoFolder:
    """`most` is how many households there may be at once."""

    path: Path
    clock: Clock
    most: int

    def create(self, language: str) -> str:
        """The id of a new household; DemoIsFull when all that there may be are in use, or there is no pattern yet."""
        now = self.clock()
        id_ = f"{int(now.timestamp()):010x}{secrets.token_hex(16)}"
        with self._locked("households"):
            patterns = self._find_patterns(language)
            if not patterns:
                raise DemoIsFull
            self._make_room(now)
            draft = self._households / f".{id_}"
            _copy(patterns[-1], draft)
            draft.rename(self.household(id_))
        self.touch(id_)
        return id_

    def household(self, id_: str) -> Path:
        return self._households / id_

    def is_alive(self, id_: str) -> bool:
        return bool(_ID.fullmatch(id_)) and self.clock() < self.ends_at(id_) and self.household(id_).is_dir()

    def ends_at(self, id_: str) -> datetime:
        return datetime.fromtimestamp(int(id_[:10], 16), UTC) + LIFE

    def touch(self, id_: str) -> None:
        """It is in use now."""
        moment = self.clock().timestamp()
        with suppress(FileNotFoundError):  # it is gone since a moment ago
            mark = self.household(id_) / _USED
            private_files.make_file(mark)
            os.utime(mark, (moment, moment))

    def ids(self) -> list[str]:
        """Of all that there are, oldest first."""
        return sorted(each.name for each in _entries(self._households) if _ID.fullmatch(each.name))

    def remove(self, id_: str) -> None:
        """From now on it is gone; its files go with the next sweep."""
        with suppress(FileNotFoundError):
            self.household(id_).rename(self._households / f".{secrets.token_hex(16)}-gone")

    def sweep(self) -> None:
        """All that has come to its end, or was left halfway."""
        for id_ in self.ids():
            if self.clock() >= self.ends_at(id_):
                self.remove(id_)
        for folder in (self._households, self._patterns):
            for each in _entries(folder):
                if each.name.endswith("-gone") or (each.name.startswith(".") and _is_left(each)):
                    shutil.rmtree(each, ignore_errors=True)

    def has_pattern(self, language: str, *, for_now: bool) -> bool:
        """One of today; also a fresh one, if it is wanted `for_now`."""
        newest = [_moment_of(each) for each in self._find_patterns(language)[-1:]]
        now = self.clock()
        return any(
            zones.today(_ZONE, made_at) == zones.today(_ZONE, now) and (not for_now or now - made_at < FRESH_FOR)
            for made_at in newest
        )

    def add_pattern(self, language: str, fill: Callable[[Path], None], *, for_now: bool) -> None:
        """Unless there is one, also by the time that nobody else is at it. Those before it go."""
        if self.has_pattern(language, for_now=for_now):
            return
        with self._locked("patterns"):
            if self.has_pattern(language, for_now=for_now):
                return
            draft = self._patterns / f".{secrets.token_hex(16)}"
            private_files.make_folder(draft)
            fill(draft)
            former = self._find_patterns(language)
            with self._locked("households"):  # nobody copies one that goes
                draft.rename(self._patterns / f"{language}-{self.clock():{_MOMENT}}")
                for each in former:
                    each.rename(self._patterns / f".{secrets.token_hex(16)}-gone")

    def _make_room(self, now: datetime) -> None:
        """Whoever has been away for longest goes, but nobody who is still there."""
        self.sweep()
        by_last_visit = sorted(self.ids(), key=self._last_visit)
        for id_ in by_last_visit[: max(0, len(by_last_visit) - self.most + 1)]:
            if now - self._last_visit(id_) < IN_USE_FOR:
                raise DemoIsFull
            self.remove(id_)

    def _last_visit(self, id_: str) -> datetime:
        try:
            return datetime.fromtimestamp((self.household(id_) / _USED).stat().st_mtime, UTC)
        except FileNotFoundError:
            return self.ends_at(id_) - LIFE

    def _find_patterns(self, language: str) -> list[Path]:
        """The newest last."""
        return sorted(each for each in _entries(self._patterns) if each.name.startswith(f"{language}-"))

    @contextmanager
    def _locked(self, name: str) -> Iterator[None]:
        """One process and one thread at a time."""
        private_files.make_folder(self._households)
        private_files.make_folder(self._patterns)
        path = self.path / f"{name}.lock"
        private_files.make_file(path)
        with path.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield

    @property
    def _households(self) -> Path:
        return self.path / "households"

    @property
    def _patterns(self) -> Path:
        return self.path / "patterns"


def _entries(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except FileNotFoundError:
        return []


def _moment_of(pattern: Path) -> datetime:
    return datetime.strptime(pattern.name.partition("-")[2], _MOMENT).replace(tzinfo=UTC)


def _is_left(path: Path) -> bool:
    """By the file system's own time, whatever the site's clock says."""
    with suppress(FileNotFoundError):
        return datetime.now(UTC) - datetime.fromtimestamp(path.stat().st_mtime, UTC) > _LEFT_AFTER
    return False


def _copy(source: Path, target: Path) -> None:
    target.mkdir(mode=private_files.FOLDER_MODE)
    for each in os.scandir(source):
        path, copy = Path(each.path), target / each.name
        if each.is_dir():
            _copy(path, copy)
        elif each.name.endswith(_NEVER_CHANGED):
            _share(path, copy)
        else:
            private_files.copy_file(path, copy)


def _share(source: Path, target: Path) -> None:
    try:
        os.link(source, target)
    except OSError:  # not on every file system
        private_files.copy_file(source, target)
