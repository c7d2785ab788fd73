"""The households of the demo that are open in this process: opened when somebody comes, closed when nobody does."""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from threading import Lock
from typing import Final

from chabudai.site.demo import pages
from chabudai.site.demo.current import use_household
from chabudai.site.demo.errors import FAREWELL, DemoOver
from chabudai.site.demo.folder import DemoFolder
from chabudai.site.demo.people import Filling
from chabudai.site.demo.quota import DiskQuota
from chabudai.site.household import Household
from chabudai.web.households import Households, TemporaryHousehold
from chabudai.web.translations import Text

FILLING: Final = "filling.json"
_TOUCHED_EVERY: Final = timedelta(minutes=1)
_log = logging.getLogger(__name__)

OpenHousehold = Callable[[Path, DiskQuota], Household]
Work = Callable[[Household], AbstractContextManager[object]]
"""What goes on beside the requests of a household."""


@dataclass(slots=True)
class _Opened:
    """`visits` are the requests under way. It is opened by the first of them that asks for anything."""

    id: str
    path: Path
    quota: DiskQuota
    open: OpenHousehold
    visits: int = 0
    last_visit: float = field(default_factory=time.monotonic)
    touched: datetime | None = None
    household: Household | None = None
    at_work: ExitStack | None = None
    lock: Lock = field(default_factory=Lock)

    def find(self) -> Household:
        with self.lock:
            if self.household is None:
                if not self.path.is_dir():
                    raise DemoOver
                self.household = self.open(self.path, self.quota)
            return self.household

    def begin_work(self, work: Work) -> None:
        if self.at_work is None and self.household is not None:
            self.at_work = ExitStack()
            self.at_work.enter_context(work(self.household))

    def end_work(self) -> None:
        if self.at_work is not None:
            self.at_work.close()
            self.at_work = None

    def close(self) -> None:
        self.end_work()
        if self.household is not None:
            self.household.close()


class DemoHouseholds(Households):
    """`tend` it now and then, and `close` it in the end. `quota` is in bytes, for each; `idle_after` is in seconds
    after the last request; work goes on for the `most_at_work` that were visited last."""

    def __init__(
        self,
        folder: DemoFolder,
        lasting: Household,
        quota: int,
        open_household: OpenHousehold,
        *,
        idle_after: float = 60.0,
        most_at_work: int = 16,
    ) -> None:
        self.folder = folder
        self._lasting = lasting
        self._quota = quota
        self._open_household = open_household
        self._idle_after = idle_after
        self._most_at_work = most_at_work
        self._opened: dict[str, _Opened] = {}
        self._lock = Lock()

    @property
    def farewell(self) -> Text:
        return FAREWELL

    def find(self, id_: str) -> "DemoHousehold | None":
        return DemoHousehold(self, id_) if self.folder.is_alive(id_) else None

    def create(self, language: str) -> "DemoHousehold":
        """A new one, for somebody who reads this language; DemoIsFull when there is no room for it."""
        return DemoHousehold(self, self.folder.create(language))

    def enter_lasting(self) -> AbstractContextManager[None]:
        return use_household(lambda: self._lasting)

    @contextmanager
    def enter(self, id_: str) -> Iterator[None]:
        opened = self._take(id_)
        try:
            with use_household(opened.find):
                yield
        finally:
            self._give_back(opened)

    def tend(self, work: Work) -> None:
        """What was not visited lately is closed; beside what was, work goes on. One thread at a time may do this."""
        for opened in self._take_out_idle():
            opened.close()
        with self._lock:
            by_visit = sorted(self._opened.values(), key=lambda each: each.last_visit, reverse=True)
        busy = {each.id for each in by_visit[: self._most_at_work] if not each.quota.is_used_up}
        for opened in by_visit:
            if opened.id not in busy:
                opened.end_work()
        for opened in by_visit:
            if opened.id in busy:
                _begin_work(opened, work)

    def close(self) -> None:
        with self._lock:
            left = list(self._opened.values())
            self._opened.clear()
        for opened in left:
            opened.close()

    def _take(self, id_: str) -> _Opened:
        with self._lock:
            if (opened := self._opened.get(id_)) is None:
                path = self.folder.household(id_)
                opened = _Opened(id_, path, DiskQuota(path, self._quota), self._open_household)
                self._opened[id_] = opened
            opened.visits += 1
            now = self.folder.clock()
            if is_due := opened.touched is None or now - opened.touched >= _TOUCHED_EVERY:
                opened.touched = now
        if is_due:
            self.folder.touch(id_)
        return opened

    def _give_back(self, opened: _Opened) -> None:
        with self._lock:
            opened.visits -= 1
            opened.last_visit = time.monotonic()

    def _take_out_idle(self) -> list[_Opened]:
        """Whoever comes from now on opens it anew."""
        with self._lock:
            idle = [each for each in self._opened.values() if each.visits == 0 and self._is_idle(each)]
            for each in idle:
                del self._opened[each.id]
        return idle

    def _is_idle(self, opened: _Opened) -> bool:
        return time.monotonic() - opened.last_visit > self._idle_after or not self.folder.is_alive(opened.id)


@dataclass(frozen=True, slots=True)
class DemoHousehold(TemporaryHousehold):
    """As a browser is in it."""

    households: DemoHouseholds
    id: str

    @property
    def ends_at(self) -> datetime:
        return self.households.folder.ends_at(self.id)

    @property
    def filling(self) -> Filling:
        return Filling.parse((self.households.folder.household(self.id) / FILLING).read_text())

    def enter(self) -> AbstractContextManager[None]:
        return self.households.enter(self.id)

    def check_path(self, path: str) -> None:
        pages.check_path(path)

    def leave(self) -> None:
        self.households.folder.remove(self.id)


def _begin_work(opened: _Opened, work: Work) -> None:
    """What can't be done beside its requests keeps no other household from it."""
    try:
        opened.begin_work(work)
    except Exception:
        _log.exception("Nothing goes on beside the requests of a household of the demo")
