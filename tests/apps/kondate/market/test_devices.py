"""Devices that may be told: hashed and sealed in the table, told once, forgotten when they are gone."""

import json
from dataclasses import dataclass, field

import pytest
from cryptography.fernet import Fernet
from tests.apps.kondate.household import Household

from chabudai.adapters.push import PushFailed, PushSender, Subscription, SubscriptionGone, WebPush
from chabudai.apps.kondate import design
from chabudai.apps.kondate.errors import NoSuchDevice, TooManyDevices, UnknownPushService
from chabudai.apps.kondate.market import devices, notices
from chabudai.apps.kondate.market.devices import MOST_DEVICES, PushDesk
from chabudai.apps.kondate.market.notices import About
from chabudai.apps.kondate.market.setbacks import Setbacks


@dataclass
class Post(PushSender):
    """A sender that keeps what it is given; addresses that end so are gone, or fail."""

    sent: list[tuple[str, str]] = field(default_factory=list)
    public_key = "key"

    def check(self, subscription: Subscription) -> None:
        WebPush(b"s" * 32, "https://x").check(subscription)

    def send(self, subscription: Subscription, words: str) -> None:
        if subscription.endpoint.endswith("gone"):
            raise SubscriptionGone
        if subscription.endpoint.endswith("fails"):
            raise PushFailed
        self.sent.append((subscription.endpoint, json.loads(words)["text"]))


@pytest.fixture
def post() -> Post:
    return Post()


@pytest.fixture
def desk(post: Post) -> PushDesk:
    return PushDesk(post, Fernet(Fernet.generate_key()))


def subscribe(desk: PushDesk, home: Household, name: str, username: str = "hanako") -> str:
    address = f"https://web.push.apple.com/{name}"
    given = Subscription(address, "p256dh", "auth").to_json()
    return devices.add_device(desk, home.owner(username), given, name).token_hash


def test_a_row_has_neither_the_address_nor_its_keys_in_the_clear(desk: PushDesk, home: Household) -> None:
    subscribe(desk, home, "phone")
    rows = str(home.store.raw.call("Scan", {"TableName": "MainTable"})["Items"])
    assert "PUSH_TOKEN#web#" in rows
    assert "web.push.apple.com" not in rows
    assert "p256dh" not in rows


def test_the_same_device_twice_is_one_and_another_person_s_is_not_there(desk: PushDesk, home: Household) -> None:
    home.live(2, "taro")
    token = subscribe(desk, home, "phone")
    assert subscribe(desk, home, "phone") == token
    assert len(devices.find_devices(home.owner())) == 1
    with pytest.raises(NoSuchDevice):
        devices.remove_device(home.owner("taro"), token)
    devices.remove_device(home.owner(), token)
    assert notices.find_settings(home.store, "hanako").devices == 0
    with pytest.raises(NoSuchDevice):
        devices.remove_device(home.owner(), token)


def test_there_are_only_so_many_and_only_real_services(desk: PushDesk, home: Household) -> None:
    for number in range(MOST_DEVICES):
        subscribe(desk, home, str(number))
    with pytest.raises(TooManyDevices):
        subscribe(desk, home, "one more")
    inside = Subscription("https://127.0.0.1/x", "p", "a").to_json()
    for wrong in (inside, "rubbish"):
        with pytest.raises(UnknownPushService):
            devices.add_device(desk, home.owner(), wrong, "x")


def test_a_notice_is_sent_once_to_every_device_in_the_person_s_language(
    desk: PushDesk, post: Post, home: Household
) -> None:
    home.live(2, "taro", language="en")
    for name in ("phone", "desk"):
        subscribe(desk, home, name, "taro")
    notices.tell(home.store, home.clock, "taro", "expiring", About("tofu"))
    for _ in range(2):
        list(devices.send_due(home.store, home.clock, desk, Setbacks(home.clock)))
    assert sorted(post.sent) == [
        ("https://web.push.apple.com/desk", "Use up “tofu” soon."),
        ("https://web.push.apple.com/phone", "Use up “tofu” soon."),
    ]


def test_a_device_that_is_gone_is_forgotten_and_one_that_fails_is_tried_again(
    desk: PushDesk, post: Post, home: Household
) -> None:
    subscribe(desk, home, "gone")
    subscribe(desk, home, "fails")
    notices.tell(home.store, home.clock, "hanako", "expiring", About("豆腐"))
    list(devices.send_due(home.store, home.clock, desk, Setbacks(home.clock)))
    assert [device.name for device in devices.find_devices(home.owner())] == ["fails"]
    for _ in range(10):
        home.clock.advance(hours=1)
        list(devices.send_due(home.store, home.clock, desk, Setbacks(home.clock)))
    assert list(home.store.all(design.due_pushes(home.clock().replace(microsecond=0)))) == []
    assert post.sent == []


def test_what_was_read_meanwhile_is_not_told(desk: PushDesk, post: Post, home: Household) -> None:
    subscribe(desk, home, "phone")
    notices.tell(home.store, home.clock, "hanako", "expiring", About("豆腐"))
    notices.mark_all_read(home.owner())
    list(devices.send_due(home.store, home.clock, desk, Setbacks(home.clock)))
    assert post.sent == []


def test_devices_sealed_by_another_secret_are_forgotten(desk: PushDesk, post: Post, home: Household) -> None:
    subscribe(desk, home, "phone")
    notices.tell(home.store, home.clock, "hanako", "expiring", About("豆腐"))
    list(devices.send_due(home.store, home.clock, PushDesk(post, Fernet(Fernet.generate_key())), Setbacks(home.clock)))
    assert devices.find_devices(home.owner()) == []
