"""What is soon past its date: once a day, at the hour that a person chose, their fridge is looked at.

When it is to be done next stands in a row of its own. Whoever does it replaces that row in the same moment in which the
notice is written, so that it is done once, however many processes work.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from chabudai.adapters.clock import Clock
from chabudai.apps.kondate import design
from chabudai.apps.kondate.errors import TooBusy
from chabudai.apps.kondate.kitchen.entities import FridgeItem
from chabudai.apps.kondate.market import notices
from chabudai.apps.kondate.market.entities import FridgeLook, NotificationSettings
from chabudai.apps.kondate.market.setbacks import Setbacks
from chabudai.common.owner import Owner
from chabudai.common.retries import attempts
from chabudai.common.store_errors import failed_step
from chabudai.table import Insert, Transaction, TypedStore, Update, not_exists
from chabudai.web import zones

SOON: Final = timedelta(days=1)
"""Until tomorrow."""


def schedule(owner: Owner, hour: int | None = None) -> NotificationSettings:
    """From a person's first visit on, and whenever they choose another hour or live elsewhere."""
    for _ in attempts(TooBusy):
        before = notices.find_settings(owner.store, owner.username)
        wanted = before.hour if hour is None else hour
        at = next_look(owner.clock(), owner.zone, wanted, before.told_on)
        if (before.hour, before.next_look_at) == (wanted, at):
            return before
        plan = Transaction().step("settings", _plan_next(before, at).set(hour=wanted))
        if before.next_look_at != at:
            plan = plan.step("next", Insert(FridgeLook(due_at=at, user_id=owner.username)))
            if before.next_look_at is not None:
                plan = plan.step("before", FridgeLook.delete(due_at=before.next_look_at, user_id=owner.username))
        if failed_step(owner.store, plan) is None:
            return notices.find_settings(owner.store, owner.username)
    raise AssertionError("attempts end by raising")


def look_at_due(store: TypedStore, clock: Clock, setbacks: Setbacks) -> Iterator[str]:
    """Every fridge whose time has come; whoever was told is told of to the caller."""
    due = list(store.all(design.due_looks(clock().astimezone(UTC).replace(microsecond=0))))
    yield from setbacks.do_each("A look into a fridge", due, lambda row: _look(store, clock, row))


def next_look(now: datetime, zone: ZoneInfo, hour: int, told_on: date | None) -> datetime:
    """The next time that it is this hour where the person is, on a day on which they were not told yet."""
    day = now.astimezone(zone).date()
    while True:
        at = datetime.combine(day, time(hour), zone).astimezone(UTC)
        if at > now and day != told_on:
            return at
        day += timedelta(days=1)


def _look(store: TypedStore, clock: Clock, look: FridgeLook) -> str | None:
    """Who was told, if anybody. Another process may be faster: then nothing is done."""
    profile = store.get(design.profile(look.user_id))
    settings = notices.find_settings(store, look.user_id)
    done = FridgeLook.delete(**look.own_key).existing()
    if profile is None or settings.next_look_at != look.due_at:
        failed_step(store, Transaction().step("look", done))  # nobody's, or no longer the one that counts
        return None
    zone = zones.find_or(profile.zone, zones.TOKYO)
    today = clock().astimezone(zone).date()
    food = [] if "expiring" in settings.muted else _soon(store, look.user_id, today)
    at = next_look(clock(), zone, settings.hour, today)
    following = _plan_next(settings, at)
    plan = Transaction().step("look", done).step("next", Insert(FridgeLook(due_at=at, user_id=look.user_id)))
    plan = plan.step("settings", following.set(told_on=today) if food else following)
    if food:
        about = notices.About(food[0].name, count=len(food))
        plan = notices.add_notice(plan, notices.make_notice(clock, look.user_id, "expiring", about), settings)
    return look.user_id if failed_step(store, plan) is None and food else None


def _soon(store: TypedStore, user_id: str, today: date) -> list[FridgeItem]:
    """Soonest first; what is past its date too, for it is still there."""
    dated = [(item.best_before, item) for item in store.all(design.fridge(user_id)) if item.best_before is not None]
    return [item for day, item in sorted(dated, key=lambda pair: (pair[0], pair[1].item_id)) if day <= today + SOON]


def _plan_next(before: NotificationSettings, at: datetime) -> Update[NotificationSettings]:
    update: Update[NotificationSettings] = NotificationSettings.upsert(user_id=before.user_id).set(next_look_at=at)
    return update.when(next_look_at=not_exists() if before.next_look_at is None else before.next_look_at)
