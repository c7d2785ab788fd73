"""Money and what may be read, against a plain ledger, while answers are lost, writes fail and processes are killed."""

import random
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, TypeVar

import pytest
from tests.adapters.clocks import SettableClock
from tests.apps.kondate.household import NOON, Household
from tests.apps.kondate.market.market_hall import MarketHall
from tests.table.faults import WRITES

from chabudai import store as stores
from chabudai.adapters.payments import TEST_CARDS, CardNumber, CardToken, Charge, Payments, SandboxPayments
from chabudai.adapters.payments.errors import ProviderUnreachable
from chabudai.apps.kondate import design
from chabudai.apps.kondate.book import recipes
from chabudai.apps.kondate.book.entities import Recipe
from chabudai.apps.kondate.market import (
    items,
    payment_methods,
    publishing,
    purchases,
    repair,
    settlement,
    subscriptions,
)
from chabudai.apps.kondate.market.drafts import PublishForm
from chabudai.apps.kondate.market.entities import Purchase
from chabudai.apps.kondate.market.setbacks import Setbacks
from chabudai.apps.kondate.market.till import MEMBERSHIP, Till
from chabudai.store import Store
from chabudai.store.errors import StoreError, StoreUnreachable
from chabudai.table import OperationFailed, TypedStore
from chabudai.web.errors import WebError

T = TypeVar("T")
PEOPLE = ("taro", "jiro")


class Killed(BaseException):
    """The process ends here."""


class Faults:
    """Draws what goes wrong next; nothing while it is `calm`."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.is_calm = True

    def draw(self) -> str | None:
        if self.is_calm or self.random.random() > 0.12:
            return None
        return self.random.choice(["before", "after", "kill before", "kill after"])


class FaultAt(Faults):
    """One thing goes wrong: at this call, in this way."""

    def __init__(self, at: int, way: str) -> None:
        super().__init__(0)
        self._at, self._way = at, way
        self.calls = 0

    def draw(self) -> str | None:
        if self.is_calm:
            return None
        self.calls += 1
        return self._way if self.calls == self._at else None


class FaultyStore(Store):
    def __init__(self, store: Store, faults: Faults) -> None:
        self._store, self._faults = store, faults

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        fault = self._faults.draw() if operation in WRITES else None
        _raise(fault, "before", StoreUnreachable("no answer"))
        answer = self._store.call(operation, request)
        _raise(fault, "after", StoreUnreachable("no answer"))
        return answer

    def close(self) -> None:
        self._store.close()


class FaultyPayments(Payments):
    is_sandbox = True

    def __init__(self, sandbox: SandboxPayments, faults: Faults) -> None:
        self.sandbox, self._faults = sandbox, faults

    def tokenize(self, number: CardNumber) -> CardToken:
        return self.sandbox.tokenize(number)

    def charge(self, key: str, token: str, amount: int) -> Charge:
        return self._do(lambda: self.sandbox.charge(key, token, amount))

    def find(self, key: str) -> Charge | None:
        return self._do(lambda: self.sandbox.find(key))

    def confirm(self, key: str, *, is_allowed: bool) -> Charge:
        return self._do(lambda: self.sandbox.confirm(key, is_allowed=is_allowed))

    def cancel(self, key: str) -> Charge:
        return self._do(lambda: self.sandbox.cancel(key))

    def refund(self, key: str) -> Charge:
        return self._do(lambda: self.sandbox.refund(key))

    def _do(self, act: Callable[[], T]) -> T:
        fault = self._faults.draw()
        _raise(fault, "before", ProviderUnreachable("no answer"))
        answer = act()
        _raise(fault, "after", ProviderUnreachable("no answer"))
        return answer


class Machine:
    """People who buy two recipes and a membership, with every card, while things go wrong."""

    def __init__(self, faults: Faults) -> None:
        self.faults = faults
        clock = SettableClock(NOON)
        store = TypedStore(FaultyStore(stores.open(":memory:"), self.faults), clock=clock)
        store.create(*design.design.tables)
        self.hall = MarketHall(Household(store, clock))
        self.hall.settle("hanako", *PEOPLE)
        self.payments = FaultyPayments(SandboxPayments(), self.faults)
        self.till = Till(store, clock, self.payments)
        self.things: list[Recipe] = [self.hall.secret_recipe("一"), self.hall.secret_recipe("二")]
        for thing in self.things:
            self.hall.publish(thing, price=300)
        self.cards = {
            username: [
                payment_methods.add_method(self.hall.owner(username), self.payments, card.number).payment_method_id
                for card in TEST_CARDS.values()
            ]
            for username in PEOPLE
        }

    def step(self) -> None:
        draw = self.faults.random
        person = draw.choice(PEOPLE)
        owner, thing = self.hall.owner(person), draw.choice(self.things)
        card = draw.choice(self.cards[person])
        rows = list(purchases.find_purchases(owner))
        match draw.choice(["buy", "buy", "buy", "confirm", "refund", "repair", "join", "time", "catalog"]):
            case "buy":
                key = draw.choice(["a", "b", f"k{draw.random()}"])
                purchases.buy(self.till, owner, "RECIPE", thing.recipe_id, key=key, price=300, payment_method_id=card)
            case "join":
                subscriptions.subscribe(self.till, owner, key=f"k{draw.random()}", payment_method_id=card)
            case "confirm" if rows:
                purchase_id = draw.choice(rows).purchase_id
                purchases.confirm(self.till, owner, purchase_id, is_allowed=draw.random() < 0.7)
            case "refund" if rows:
                settlement.refund(self.till, draw.choice(rows))
            case "repair":
                list(repair.finish_purchases(self.till, Setbacks(self.till.clock)))
            case "time":
                self.till_clock.advance(minutes=draw.choice([1, 5, 16]))
                list(subscriptions.renew_due(self.till, Setbacks(self.till.clock)))
            case "catalog":
                before = publishing.find_publication(self.hall.hanako, "RECIPE", thing.recipe_id)
                if before is not None and before.is_live:
                    publishing.unpublish(self.hall.hanako, "RECIPE", thing.recipe_id)
                publishing.publish(self.hall.hanako, "RECIPE", thing.recipe_id, PublishForm(300, "花子"))

    @property
    def till_clock(self) -> SettableClock:
        return self.hall.home.clock

    def paid_keys(self) -> set[str]:
        return {charge.key for charge in self.payments.sandbox.charges() if charge.status == "succeeded"}

    def check_always(self) -> None:
        """Nobody reads what no money is there for, and nobody has paid twice for what they have."""
        paid = self.paid_keys()
        for person in PEOPLE:
            rows = {row.purchase_id: row for row in self.till.store.all(design.purchases(person))}
            held = [row for row in self.till.store.all(design.all_purchased(person, "RECIPE")) if row.is_paid]
            assert {row.purchase_id for row in held} <= paid
            assert all(rows[row.purchase_id].status == "paid" for row in held)
            if recipes.is_subscribed(self.hall.owner(person)):
                members = [row for row in rows.values() if row.target_id == MEMBERSHIP and row.purchase_id in paid]
                assert members

    def check_at_rest(self) -> None:
        """Once all is calm and repaired: every yen has its thing, and every thing its yen."""
        self.faults.is_calm = True
        self.till_clock.advance(minutes=20)
        for _ in range(2):  # the second finds nothing
            list(repair.finish_purchases(self.till, Setbacks(self.till.clock)))
        assert list(self.till.store.all(design.open_purchases())) == []
        assert not any(charge.status == "needs_confirmation" for charge in self.payments.sandbox.charges())
        paid = self.paid_keys()
        everything = [row for person in PEOPLE for row in self.till.store.all(design.purchases(person))]
        assert {row.status for row in everything} <= {"paid", "failed", "canceled", "refunded"}
        assert {row.purchase_id for row in everything if row.status == "paid"} == paid
        known = {row.purchase_id: row.amount for row in everything}
        assert all(known[charge.key] == charge.amount for charge in self.payments.sandbox.charges() if charge.amount)
        for person in PEOPLE:
            held = {row.purchase_id for row in self.till.store.all(design.all_purchased(person, "RECIPE"))}
            bought = [row for row in everything if row.user_id == person and row.target_type == "RECIPE"]
            assert held == {row.purchase_id for row in bought if row.status == "paid"}
            assert len(held) == len({row.target_id for row in bought if row.status == "paid"})
            for thing in self.things:
                access = items.find_item(self.hall.owner(person), "RECIPE", thing.recipe_id).access
                has = any(row.target_id == thing.recipe_id and row.status == "paid" for row in bought)
                assert access == ("bought" if has else "locked")
        self._check_counts()

    def _check_counts(self) -> None:
        held = [row for person in PEOPLE for row in self.till.store.all(design.all_purchased(person, "RECIPE"))]
        for row in self.till.store.all(design.newest_recipes()):
            assert row.bought_count == sum(each.target_id == row.recipe_id for each in held)


@pytest.mark.parametrize("seed", range(30))
def test_money_and_what_may_be_read_never_disagree(seed: int) -> None:
    machine = Machine(Faults(seed))
    machine.faults.is_calm = False
    for _ in range(60):
        with suppress(WebError, StoreError, ProviderUnreachable, Killed):
            machine.step()
        calm, machine.faults.is_calm = machine.faults.is_calm, True
        machine.check_always()
        machine.faults.is_calm = calm
    machine.faults.is_calm = True
    for thing in machine.things:  # whatever was interrupted in the catalog
        publishing.publish(machine.hall.hanako, "RECIPE", thing.recipe_id, PublishForm(300, "花子"))
    machine.check_at_rest()


def buy_at_once(machine: Machine) -> None:
    _buy(machine, 0)


def buy_with_a_second_step(machine: Machine) -> None:
    waiting = _buy(machine, 2)
    purchases.confirm(machine.till, machine.hall.taro, waiting.purchase_id, is_allowed=True)


def buy_what_is_published_anew_meanwhile(machine: Machine) -> None:
    waiting = _buy(machine, 2)
    publishing.publish(machine.hall.hanako, "RECIPE", machine.things[0].recipe_id, PublishForm(300, "花子"))
    purchases.confirm(machine.till, machine.hall.taro, waiting.purchase_id, is_allowed=True)


def be_declined(machine: Machine) -> None:
    _buy(machine, 1)


def be_refunded(machine: Machine) -> None:
    settlement.refund(machine.till, _buy(machine, 0))


def join_and_renew(machine: Machine) -> None:
    card = machine.cards["taro"][0]
    subscriptions.subscribe(machine.till, machine.hall.taro, key="k", payment_method_id=card)
    machine.till_clock.advance(days=31)
    list(subscriptions.renew_due(machine.till, Setbacks(machine.till.clock)))


def _buy(machine: Machine, card: int) -> Purchase:
    item_id, method = machine.things[0].recipe_id, machine.cards["taro"][card]
    return purchases.buy(
        machine.till, machine.hall.taro, "RECIPE", item_id, key="k", price=300, payment_method_id=method
    )


@pytest.mark.parametrize(
    "act",
    [
        buy_at_once,
        buy_with_a_second_step,
        buy_what_is_published_anew_meanwhile,
        be_declined,
        be_refunded,
        join_and_renew,
    ],
)
def test_whatever_call_fails_or_is_the_last_money_and_what_may_be_read_agree(act: Callable[[Machine], None]) -> None:
    """Every call of the store that writes and every call of the provider, each in every way: one after the other."""
    at = 1
    while True:
        for way in ("before", "after", "kill before", "kill after"):
            faults = FaultAt(at, way)
            machine = Machine(faults)
            faults.is_calm = False
            with suppress(WebError, StoreError, ProviderUnreachable, OperationFailed, Killed):
                act(machine)
            faults.is_calm = True
            machine.check_always()
            machine.check_at_rest()
        if faults.calls < at:
            break
        at += 1
    assert at > 3


def _raise(fault: str | None, when: str, error: Exception) -> None:
    if fault == when:
        raise error
    if fault == f"kill {when}":
        raise Killed
