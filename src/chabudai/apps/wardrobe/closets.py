"""Closets: what the functions here work in. A house holds all wardrobes, a closet is one that was opened."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import TypeVar
from zoneinfo import ZoneInfo

from chabudai.adapters.clock import Clock
from chabudai.adapters.ids import NewId, token_factory
from chabudai.adapters.objects import ObjectStorage
from chabudai.adapters.pictures import ProcessPhoto, process_photo
from chabudai.apps.wardrobe.entities import Access, Wardrobe
from chabudai.apps.wardrobe.errors import ReadOnly, TooBusy
from chabudai.common.list_cursors import refuse_wrong_cursor
from chabudai.common.photos import PhotoFolder
from chabudai.common.retries import retry
from chabudai.table import ConflictRetryPolicy, Page, Query, RetriesExhausted, Row, StepFailed, TypedStore
from chabudai.web.zones import TOKYO, today

R = TypeVar("R", bound=Row)
T = TypeVar("T")


@dataclass(frozen=True)
class House:
    """Where wardrobes and their photos are kept. `retry_policy` is for what others write at the same moment."""

    store: TypedStore
    objects: ObjectStorage
    clock: Clock
    process_photo: ProcessPhoto = process_photo
    new_secret: NewId = field(default_factory=lambda: token_factory(24))
    retry_policy: ConflictRetryPolicy = field(default_factory=ConflictRetryPolicy)

    def wardrobes(self) -> Iterator[Wardrobe]:
        """Every one there is, for errands of the house: they walk through the whole table."""
        return self.store.scan(Wardrobe.scan().consistently())


@dataclass(frozen=True)
class Closet:
    """A wardrobe as it was when it was opened, by whom may only look or also change, in the zone where they live."""

    house: House
    wardrobe: Wardrobe
    access: Access = "EDIT"
    zone: ZoneInfo = TOKYO

    @property
    def wardrobe_id(self) -> str:
        return self.wardrobe.wardrobe_id

    @property
    def store(self) -> TypedStore:
        """To read. What changes something asks for the `writable_store`."""
        return self.house.store

    @property
    def writable_store(self) -> TypedStore:
        self.require_edit()
        return self.house.store

    @property
    def photos(self) -> PhotoFolder:
        return PhotoFolder(self.house.objects, self.wardrobe_id)

    def require_edit(self) -> None:
        """ReadOnly for those who may only look."""
        if self.access != "EDIT":
            raise ReadOnly

    def now(self) -> int:
        """In Unix milliseconds."""
        return milliseconds(self.house.clock())

    def today(self) -> date:
        return today(self.zone, self.house.clock())

    def page(self, query: Query[R], cursor: str | None, rows: int | None = None) -> Page[R]:
        """As many rows as the pattern says, unless a number is given."""
        with refuse_wrong_cursor():
            return self.store.page(query, cursor, size=rows)

    def retry(self, attempt: Callable[[], T]) -> T:
        """What `attempt` reads and then writes, until nobody was faster; TooBusy when that never comes."""
        try:
            return retry(attempt, StepFailed, TooBusy, self.house.retry_policy)
        except RetriesExhausted as failure:
            raise TooBusy from failure


def milliseconds(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)
