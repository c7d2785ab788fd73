"""One person's things in a table: whose they are, seen from where that person lives."""

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from litestar.di import Provide

from chabudai.adapters.clock import Clock, truncate_to_millisecond
from chabudai.adapters.ids import NewId, uuid7
from chabudai.table import TypedStore
from chabudai.web.context import RequestContext
from chabudai.web.routes import Injected, provide


@dataclass(frozen=True)
class Owner:
    """The context of everything that a person does with their own things.

    `since` is when their account began, which tells it from a later one of the same name; None for a worker, whose
    writes are held to the row that it works for.
    """

    store: TypedStore
    username: str
    clock: Clock
    zone: ZoneInfo
    new_id: NewId = field(default=uuid7)
    since: datetime | None = None

    def now(self) -> datetime:
        """To the millisecond, as it is stored, and in the person's zone."""
        return truncate_to_millisecond(self.clock().astimezone(self.zone))

    def today(self) -> date:
        return self.now().date()


def provide_owner(store: TypedStore, clock: Clock) -> Provide:
    """For routes that name `owner: Injected[Owner]`: whoever is signed in. NotSignedIn when nobody is."""

    def owner(person: Injected[Any], context: Injected[RequestContext]) -> Owner:
        return Owner(store, person.username, clock, context.zone, since=getattr(person, "created_at", None))

    return provide(owner)
