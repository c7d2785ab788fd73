"""Devices of a person that may be told: subscribed, listed, let go of; and notices that are sent to them.

The key of a row has only the hash of where a device is reached; the address itself is encrypted in it.
"""

import json
import logging
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, timedelta
from functools import cache
from hashlib import sha256
from typing import Final

from cryptography.fernet import Fernet, InvalidToken

from chabudai.adapters.clock import Clock
from chabudai.adapters.push import (
    PushError,
    PushSender,
    Subscription,
    SubscriptionGone,
    UnknownService,
    read_subscription,
)
from chabudai.apps.kondate import PACKAGE, design
from chabudai.apps.kondate.errors import NoSuchDevice, TooBusy, TooManyDevices, UnknownPushService
from chabudai.apps.kondate.kitchen.draft import moment
from chabudai.apps.kondate.market import notices
from chabudai.apps.kondate.market.entities import DuePush, Notification, NotificationSettings, PushToken
from chabudai.apps.kondate.market.setbacks import Setbacks
from chabudai.common.owner import Owner
from chabudai.common.retries import attempts
from chabudai.common.store_errors import failed_step
from chabudai.common.text import clean_line, is_id
from chabudai.table import Insert, Transaction, TypedStore, UnreadableItem, Update
from chabudai.web import zones
from chabudai.web.catalogs import load_language
from chabudai.web.translations import Translations, use_translations

MOST_DEVICES: Final = 10
MOST_TRIES: Final = 5
_PAUSE: Final = timedelta(minutes=2)
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PushDesk:
    """What it takes to tell devices something: who sends, and with what addresses are sealed."""

    sender: PushSender
    seal: Fernet


def find_devices(owner: Owner) -> list[PushToken]:
    """The latest first."""
    rows = owner.store.all(design.push_tokens(owner.username).consistently())
    return sorted(rows, key=lambda row: (row.created_at, row.token_hash), reverse=True)


def add_device(desk: PushDesk, owner: Owner, subscription: str, name: str) -> PushToken:
    """`subscription` as a browser gives it. The same one twice is one device. UnknownPushService for what is none."""
    try:
        parsed = read_subscription(subscription)
        desk.sender.check(parsed)
    except UnknownService:
        raise UnknownPushService from None
    token_hash = sha256(parsed.endpoint.encode()).hexdigest()
    sealed = desk.seal.encrypt(parsed.to_json().encode()).decode()
    row = PushToken(
        user_id=owner.username,
        platform="web",
        token_hash=token_hash,
        name=clean_line(name)[:80] or None,
        sealed=sealed,
        created_at=moment(owner),
    )
    for _ in attempts(TooBusy):
        before = notices.find_settings(owner.store, owner.username)
        known = find_devices(owner)
        same = next((each for each in known if each.token_hash == token_hash), None)
        if same is not None:
            return same
        if len(known) >= MOST_DEVICES:
            raise TooManyDevices(MOST_DEVICES)
        plan = Transaction().step("device", Insert(row)).step("settings", _count(before, len(known) + 1))
        if failed_step(owner.store, plan) is None:
            return row
    raise AssertionError("attempts end by raising")


def remove_device(owner: Owner, token_hash: str) -> None:
    """NoSuchDevice for another person's, or one that is gone."""
    for _ in attempts(TooBusy):
        before = notices.find_settings(owner.store, owner.username)
        known = find_devices(owner)
        row = next((each for each in known if each.token_hash == token_hash), None) if is_id(token_hash) else None
        if row is None:
            raise NoSuchDevice
        gone = PushToken.delete(**row.own_key).existing()
        plan = Transaction().step("device", gone).step("settings", _count(before, len(known) - 1))
        if failed_step(owner.store, plan) is None:
            return


def send_due(store: TypedStore, clock: Clock, desk: PushDesk, setbacks: Setbacks) -> Iterator[str]:
    """Each notice that waits, to every device of its person, once: whoever takes it off the queue first sends it."""
    due = list(store.all(design.due_pushes(clock().astimezone(UTC).replace(microsecond=0))))
    yield from setbacks.do_each("A push", due, lambda row: _take(store, clock, desk, row))


def _take(store: TypedStore, clock: Clock, desk: PushDesk, due: DuePush) -> str | None:
    """What no service took, or could not be sent, is tried again later, a few times."""
    if failed_step(store, Transaction().step("due", DuePush.delete(**due.own_key).existing())) is not None:
        return None  # another process was faster
    try:
        results = _send(store, clock, desk, due)
    except Exception:
        _try_later(store, clock, due)
        raise
    if results and not any(results):
        _try_later(store, clock, due)
    return f"{due.notification_id}: sent" if any(results) else None


def _try_later(store: TypedStore, clock: Clock, due: DuePush) -> None:
    if due.tries + 1 < MOST_TRIES:
        later = clock().astimezone(UTC).replace(microsecond=0) + _PAUSE * 2**due.tries
        store.put(due.model_copy(update={"due_at": later, "tries": due.tries + 1}))


def _send(store: TypedStore, clock: Clock, desk: PushDesk, due: DuePush) -> list[bool]:
    """Of each device, whether it was told; nothing where nobody is to be told any more."""
    notice = store.get(
        Notification.get(user_id=due.user_id, created_at=due.created_at, notification_id=due.notification_id)
    )
    profile = store.get(design.profile(due.user_id))
    if notice is None or profile is None or notice.read_at is not None:
        return []
    owner = Owner(store, due.user_id, clock, zones.find_or(profile.zone, zones.TOKYO))
    with use_translations(_translations("en" if profile.language == "en" else "ja")):
        words = json.dumps({"text": str(notices.describe(notice)), "url": "/kondate/notices"}, ensure_ascii=False)
    return [_tell(owner, desk, device, words) for device in find_devices(owner)]


def _tell(owner: Owner, desk: PushDesk, device: PushToken, words: str) -> bool:
    subscription = _open(desk, device)
    try:
        if subscription is None:
            raise SubscriptionGone
        desk.sender.send(subscription, words)
    except SubscriptionGone:
        with suppress(NoSuchDevice, TooBusy, UnreadableItem):  # it is let go of with the next notice, then
            remove_device(owner, device.token_hash)
        return False
    except PushError as failure:
        _log.warning("A device could not be told: %s", type(failure).__name__)
        return False
    return True


def _open(desk: PushDesk, device: PushToken) -> Subscription | None:
    """None where it was sealed by a secret that is no more."""
    try:
        return read_subscription(desk.seal.decrypt((device.sealed or "").encode()).decode())
    except (InvalidToken, UnknownService):
        return None


@cache
def _translations(language: str) -> Translations:
    return load_language(language, (PACKAGE,))


def _count(before: NotificationSettings, devices: int) -> Update[NotificationSettings]:
    update: Update[NotificationSettings] = NotificationSettings.upsert(user_id=before.user_id).set(devices=devices)
    return update.when(devices=before.devices) if before.devices else update
