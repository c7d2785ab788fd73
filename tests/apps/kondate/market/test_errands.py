"""Errands beside requests: what is broken of one person keeps nobody else from theirs, and is tried again later."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta

import pytest
from cryptography.fernet import Fernet
from tests.adapters.clocks import SettableClock
from tests.apps.kondate.household import NOON, Household
from tests.apps.kondate.market.test_devices import Post

from chabudai import table
from chabudai.adapters.payments import TEST_CARDS, Charge, SandboxPayments
from chabudai.adapters.payments.errors import ProviderUnreachable
from chabudai.adapters.push import Subscription
from chabudai.apps.kondate import design
from chabudai.apps.kondate.kitchen import fridge
from chabudai.apps.kondate.market import devices, fridge_looks, notices, payment_methods, subscriptions
from chabudai.apps.kondate.market.devices import PushDesk
from chabudai.apps.kondate.market.entities import Purchase
from chabudai.apps.kondate.market.notices import About
from chabudai.apps.kondate.market.setbacks import FIRST_PAUSE, LONGEST_PAUSE, Setbacks
from chabudai.apps.kondate.market.till import Till, add_telling, plan_start
from chabudai.apps.kondate.market.worker import errands_of
from chabudai.common.unreadable_rows import UnreadableRowLog
from chabudai.table import Transaction

PEOPLE = ("aaa", "bbb", "ccc")
BROKEN = {"M": {"z": {"S": "junk"}}}


class PartlyDeaf(SandboxPayments):
    """A provider that does not answer for some cards."""

    def __init__(self) -> None:
        super().__init__()
        self.deaf_for: set[str] = set()

    def charge(self, key: str, token: str, amount: int) -> Charge:
        if token in self.deaf_for:
            raise ProviderUnreachable("no answer")
        return super().charge(key, token, amount)


@dataclass
class House:
    """Three people for whom everything is due: a look into the fridge, a renewal, a purchase, a push."""

    home: Household
    payments: PartlyDeaf = field(default_factory=PartlyDeaf)
    post: Post = field(default_factory=Post)

    def __post_init__(self) -> None:
        self.till = Till(self.home.store, self.home.clock, self.payments)
        self.desk = PushDesk(self.post, Fernet(Fernet.generate_key()))
        self.errands = errands_of(self.till, self.desk)
        for username in PEOPLE:
            self.move_in(username)
        self.home.clock.advance(days=29, hours=23, minutes=30)

    def move_in(self, username: str) -> None:
        self.home.live(2, username)
        owner = self.home.owner(username)
        fridge_looks.schedule(owner)
        fridge.put_in(owner, "豆腐 1丁", best_before=owner.today())
        payment_methods.add_method(owner, self.payments, TEST_CARDS["succeeds"].number)
        subscriptions.subscribe(self.till, owner, key="k")
        device = Subscription(f"https://web.push.apple.com/{username}", "p256dh", "auth").to_json()
        devices.add_device(self.desk, owner, device, username)
        notices.tell(self.home.store, self.home.clock, username, "next_plan", About("週末"))
        now = self.till.now()
        started = {"user_id": username, "purchased_at": now, "purchase_id": f"p-{username}", "published_at": now}
        bought = {"target_type": "RECIPE", "target_id": "x", "title": "t", "amount": 300, "status": "pending"}
        self.home.store.transact(plan_start(Purchase.model_validate({**started, **bought}), "RECIPE-x-k"))

    def round(self) -> list[str]:
        return [told for errand in self.errands for told in errand()]

    def done_for(self, username: str) -> dict[str, object]:
        store = self.home.store
        kinds = {row.kind for row in store.all(design.notifications(username))}
        row = subscriptions.find_own(self.till, self.home.owner(username))
        purchase = next(each for each in store.all(design.purchases(username)) if each.target_id == "x")
        return {
            "looked": "expiring" in kinds,
            "renewed": row is not None and row.period_ends_at > self.home.clock() + timedelta(days=1),
            "purchase": purchase.status,
            "told": f"https://web.push.apple.com/{username}" in {address for address, _ in self.post.sent},
        }

    def rows(self, wanted: str) -> list[dict[str, dict[str, str]]]:
        """Keys of rows of `aaa`, or in a queue for them, that begin so."""
        found = self.home.store.raw.call("Scan", {"TableName": "MainTable"})["Items"]
        return [
            {"PK": row["PK"], "SK": row["SK"]}
            for row in found
            if "aaa" in str(row) and f"{row['PK']['S']}|{row['SK']['S']}".startswith(wanted)
        ]

    def spoil(self, wanted: str, attribute: str, value: object = None) -> int:
        keys = self.rows(wanted)
        for key in keys:
            self.home.store.raw.call(
                "UpdateItem",
                {
                    "TableName": "MainTable",
                    "Key": key,
                    "UpdateExpression": "SET #a = :a",
                    "ExpressionAttributeNames": {"#a": attribute},
                    "ExpressionAttributeValues": {":a": value or BROKEN},
                },
            )
        return len(keys)


ALL_DONE = {"looked": True, "renewed": True, "purchase": "canceled", "told": True}


@pytest.fixture
def house(clock: SettableClock) -> Iterator[House]:
    with table.open(":memory:", clock=clock, report_unreadable=UnreadableRowLog()) as store:
        store.create(*design.design.tables)
        yield House(Household(store, clock))


@pytest.mark.parametrize(
    ("row", "attribute"),
    [
        ("USER#aaa|PROFILE#", "name"),
        ("USER#aaa|NOTIFICATION_SETTINGS#", "hour"),
        ("USER#aaa|SUBSCRIPTION#ACTIVE", "plan"),
        ("USER#aaa|PURCHASE#", "title"),
        ("USER#aaa|PURCHASED#", "purchaseId"),
        ("USER#aaa|PAYMENT_METHOD#", "brand"),
        ("USER#aaa|FRIDGE#", "name"),
        ("USER#aaa|PUSH_TOKEN#", "sealed"),
        ("USER#aaa|NOTIFICATION#", "title"),
        ("OPEN_PURCHASE|", "userId"),
        ("RENEWAL|", "entityType"),
        ("FRIDGE_LOOK|", "entityType"),
        ("DUE_PUSH|", "userId"),
    ],
)
def test_one_persons_broken_row_keeps_nobody_else_from_their_errands(house: House, row: str, attribute: str) -> None:
    assert house.spoil(row, attribute) >= 1
    house.round()
    assert [house.done_for(each) for each in ("bbb", "ccc")] == [ALL_DONE, ALL_DONE]


def test_a_provider_that_does_not_answer_for_one_renews_the_others(house: House) -> None:
    (card,) = house.home.store.all(design.payment_methods("aaa"))
    house.payments.deaf_for.add(card.provider_token)
    house.round()
    assert [house.done_for(each)["renewed"] for each in PEOPLE] == [False, True, True]
    house.payments.deaf_for.clear()
    house.home.clock.advance(minutes=2)
    house.round()
    assert house.done_for("aaa") == ALL_DONE


def test_what_failed_is_noted_tried_again_ever_later_and_done_once_it_is_mended(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    house.spoil("USER#aaa|PROFILE#", "name")
    tries = []
    for minute in range(60):
        caplog.clear()
        house.round()
        if any("A look into a fridge failed" in record.message for record in caplog.records):
            tries.append(minute)
        house.home.clock.advance(minutes=1)
    assert tries == [0, 1, 3, 7, 15, 31]
    house.spoil("USER#aaa|PROFILE#", "name", {"S": "aaa"})
    house.home.clock.advance(minutes=32)
    house.round()
    assert house.done_for("aaa")["looked"]


def test_the_longest_pause_has_an_end(house: House, caplog: pytest.LogCaptureFixture) -> None:
    house.spoil("USER#aaa|SUBSCRIPTION#ACTIVE", "plan")
    for _ in range(12):
        house.home.clock.advance(seconds=LONGEST_PAUSE.total_seconds())
        caplog.clear()
        house.round()
        assert "A renewal failed" in caplog.text


def test_what_is_due_no_more_is_remembered_no_longer(clock: SettableClock) -> None:
    home_rows = [Purchase(user_id=each, purchased_at=NOON, target_type="SET", target_id="x", title="t", amount=1)
                 for each in PEOPLE]  # fmt: skip
    setbacks = Setbacks(clock)

    def fail(row: Purchase) -> str | None:
        raise RuntimeError(row.user_id)

    assert list(setbacks.do_each("x", home_rows, fail)) == []
    assert list(setbacks.do_each("x", home_rows[1:], lambda row: row.user_id)) == []
    assert list(setbacks.do_each("x", home_rows, lambda row: row.user_id)) == ["aaa"]
    clock.advance(seconds=FIRST_PAUSE.total_seconds())
    assert list(setbacks.do_each("x", home_rows, lambda row: row.user_id)) == ["aaa", "bbb", "ccc"]


def test_a_sellers_broken_settings_keep_nobody_from_saving_or_buying(house: House) -> None:
    """Nobody is told, then: it can't be known whether they want to be."""
    house.spoil("USER#aaa|NOTIFICATION_SETTINGS#", "hour")
    assert notices.tell(house.home.store, house.home.clock, "aaa", "bought", About("肉じゃが")) is None
    plan = add_telling(Transaction(), house.till, "aaa", "bought", About("肉じゃが"))
    assert plan.steps == ()
