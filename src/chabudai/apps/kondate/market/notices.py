"""Notices: what a person is told, which of it they have read, and what they do not want to hear."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, Literal, TypeAlias, get_args

from chabudai.adapters.clock import Clock
from chabudai.apps.kondate import design
from chabudai.apps.kondate.kitchen.draft import moment
from chabudai.apps.kondate.market.entities import (
    DuePush,
    News,
    Notification,
    NotificationSettings,
    Target,
    ToldNotice,
)
from chabudai.apps.kondate.messages import gettext, lazy, lazy_plural
from chabudai.common.owner import Owner
from chabudai.common.store_errors import failed_step, write_if_met
from chabudai.common.sweeps import sweep
from chabudai.table import Insert, Transaction, TypedStore, UnreadableItem, Update, lt, not_exists, ulid, where
from chabudai.web.translations import Text

NoticeKind: TypeAlias = Literal["expiring", "next_plan", "saved", "bought", "refund", "payment"]
MutableKind: TypeAlias = Literal["expiring", "next_plan", "saved", "bought", "refund", "payment", "news"]
KINDS: Final[tuple[MutableKind, ...]] = get_args(MutableKind)
"""What can be told, and muted."""

LIFETIME: Final = timedelta(days=180)
_TOLD_LIFETIME: Final = timedelta(days=40)


@dataclass(frozen=True, slots=True)
class About:
    """`title` is the name of what a notice is about; `count` where it says how many."""

    title: str
    target_type: Target | None = None
    target_id: str | None = None
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """One line of the list: a personal notice, or news for everyone."""

    row: Notification | News
    is_read: bool

    @property
    def created_at(self) -> datetime:
        return self.row.created_at


def describe(notice: Notification | News) -> Text:
    """In the language of whoever reads it."""
    if isinstance(notice, News):
        return notice.title
    name = gettext("Okawari membership") if notice.target_type == "SUBSCRIPTION" else notice.title
    match notice.kind:
        case "expiring":
            others = (notice.count or 1) - 1
            if others == 0:
                return lazy("Use up “%(name)s” soon.", name=name)
            return lazy_plural(
                "Use up “%(name)s” and %(n)s other soon.",
                "Use up “%(name)s” and %(n)s others soon.",
                others,
                name=name,
            )
        case "next_plan":
            return lazy("All cooked. Next: “%(name)s”.", name=name)
        case "saved":
            return lazy("“%(name)s” was saved.", name=name)
        case "bought":
            return lazy("“%(name)s” was bought.", name=name)
        case "refund":
            return lazy("Your payment for “%(name)s” was refunded.", name=name)
        case "payment":
            return lazy("“%(name)s” could not be renewed. Please pay again.", name=name)
        case _:
            return notice.title


def find_settings(store: TypedStore, user_id: str) -> NotificationSettings:
    return store.get(design.notification_settings(user_id).consistently()) or NotificationSettings(user_id=user_id)


def find_listener(store: TypedStore, user_id: str, kind: NoticeKind) -> NotificationSettings | None:
    """Their settings, if they want to hear of this; None also where it can't be read what they want."""
    try:
        settings = find_settings(store, user_id)
    except UnreadableItem:
        return None
    return None if kind in settings.muted else settings


def tell(
    store: TypedStore, clock: Clock, user_id: str, kind: NoticeKind, about: About, *, once: str | None = None
) -> Notification | None:
    """None when they do not want to hear of it, or were told: `once` names what is told a single time."""
    settings = find_listener(store, user_id, kind)
    if settings is None:
        return None
    notice = make_notice(clock, user_id, kind, about)
    plan = add_notice(Transaction(), notice, settings)
    if once is not None:
        until = int((clock() + _TOLD_LIFETIME).timestamp())
        plan = plan.step("told", Insert(ToldNotice(user_id=user_id, subject=once, expires_at=until)))
    return notice if failed_step(store, plan) is None else None


def make_notice(clock: Clock, user_id: str, kind: NoticeKind, about: About) -> Notification:
    now = clock().astimezone(UTC).replace(microsecond=0)
    return Notification(
        user_id=user_id,
        notification_id=ulid(),
        created_at=now,
        kind=kind,
        title=about.title,
        count=about.count,
        target_type=about.target_type,
        target_id=about.target_id,
        expires_at=int((now + LIFETIME).timestamp()),
    )


def add_notice(plan: Transaction, notice: Notification, settings: NotificationSettings) -> Transaction:
    """With what is to be sent to the person's devices, if there are any."""
    plan = plan.step("notice", Insert(notice))
    if not settings.devices:
        return plan
    push = DuePush(
        due_at=notice.created_at,
        notification_id=notice.notification_id,
        user_id=notice.user_id,
        created_at=notice.created_at,
        expires_at=int((notice.created_at + timedelta(days=1)).timestamp()),
    )
    return plan.step("push", Insert(push))


def count_unread(owner: Owner) -> int:
    """Personal ones that were not read, and news since they last looked."""
    settings = find_settings(owner.store, owner.username)
    unread = owner.store.count(design.notifications(owner.username).filter(read_at=not_exists()))
    return unread + _count_news(owner, settings)


def find_notices(owner: Owner, cursor: str | None = None) -> tuple[list[Shown], str | None]:
    """Personal ones, a page, the latest first; with the first page also the news that fall into its time."""
    settings = find_settings(owner.store, owner.username)
    page = owner.store.page(design.notifications(owner.username), cursor)
    shown = [Shown(row, row.read_at is not None) for row in page]
    if cursor is None and "news" not in settings.muted:
        read_until = _read_until(owner, settings)
        shown += [Shown(row, row.created_at <= read_until) for row in owner.store.page(design.news())]
    return sorted(shown, key=lambda each: each.created_at, reverse=True), page.cursor


def mark_read(owner: Owner, shown: Collection[Shown]) -> None:
    """What was shown; of news, all up to the latest of them. Reading twice keeps the first time."""
    now = moment(owner)
    personal = [each.row for each in shown if isinstance(each.row, Notification) and not each.is_read]
    sweep(owner.store, personal, lambda row: _read(row, now))
    latest = max((each.created_at for each in shown if isinstance(each.row, News)), default=None)
    if latest is not None:
        _read_news(owner, latest)


def mark_all_read(owner: Owner) -> None:
    now = moment(owner)
    unread = list(owner.store.all(design.notifications(owner.username).filter(read_at=not_exists())))
    sweep(owner.store, unread, lambda row: _read(row, now))
    _read_news(owner, now)


def change_muted(owner: Owner, wanted: Mapping[MutableKind, bool]) -> NotificationSettings:
    """Which kinds are told (True) and which are not; the others stay as they are."""
    told = frozenset(kind for kind, is_told in wanted.items() if is_told)
    muted = frozenset(kind for kind, is_told in wanted.items() if not is_told)
    settings: Update[NotificationSettings] = NotificationSettings.upsert(user_id=owner.username)
    if told:
        owner.store.write(settings.remove_from_set(muted=told))
    if muted:
        owner.store.write(settings.add_to_set(muted=muted))
    return find_settings(owner.store, owner.username)


def publish_news(store: TypedStore, clock: Clock, title: str, body: str = "") -> News:
    """Something that everyone should know."""
    now = clock().astimezone(UTC).replace(microsecond=0)
    return store.insert(News(news_id=ulid(), created_at=now, title=title, body=body))


def _count_news(owner: Owner, settings: NotificationSettings) -> int:
    if "news" in settings.muted:
        return 0
    return owner.store.count(design.news_since(_read_until(owner, settings)))


def _read_until(owner: Owner, settings: NotificationSettings) -> datetime:
    """News from before a person came is not new to them."""
    if settings.last_read_at is not None:
        return settings.last_read_at
    profile = owner.store.get(design.profile(owner.username))
    return datetime.min.replace(tzinfo=UTC) if profile is None else profile.created_at


def _read_news(owner: Owner, until: datetime) -> None:
    settings: Update[NotificationSettings] = NotificationSettings.upsert(user_id=owner.username)
    earlier = where(last_read_at=not_exists()) | where(last_read_at=lt(until))
    write_if_met(owner.store, settings.set(last_read_at=until).when(earlier))


def _read(row: Notification, now: datetime) -> Update[Notification]:
    update: Update[Notification] = Notification.update(**row.own_key)
    return update.set(read_at=now).when(read_at=not_exists())
