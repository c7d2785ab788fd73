"""Buying: one purchase whatever is pressed, all states of a payment, and nothing of a card but its last digits."""

import logging
import time
from datetime import timedelta
from functools import partial

import pytest
from tests.apps.kondate.market.market_hall import SECRET_STEP, MarketHall
from tests.apps.kondate.market.test_saves import run_at_once

from chabudai.adapters.clock import Clock
from chabudai.adapters.payments import TEST_CARDS, CardNumber, CardToken, Charge, SandboxPayments
from chabudai.adapters.payments.errors import ProviderUnreachable
from chabudai.apps.kondate import design
from chabudai.apps.kondate.book import recipes
from chabudai.apps.kondate.book.entities import Recipe
from chabudai.apps.kondate.errors import (
    CardRefused,
    NoSubscription,
    NoSuchCard,
    NoSuchItem,
    NoSuchPurchase,
    NoSuchUndo,
    NotForSale,
    NotPending,
    PaymentMethodMissing,
    PriceChanged,
    SubscribedAlready,
    TooManyCards,
)
from chabudai.apps.kondate.market import (
    catalog,
    items,
    payment_methods,
    publishing,
    purchases,
    repair,
    settlement,
    subscriptions,
)
from chabudai.apps.kondate.market.creators import HOUSE
from chabudai.apps.kondate.market.drafts import PublishForm
from chabudai.apps.kondate.market.entities import CatalogSet, Creator, Purchase
from chabudai.apps.kondate.market.setbacks import Setbacks
from chabudai.apps.kondate.market.till import Till


@pytest.fixture
def till(hall: MarketHall) -> Till:
    return Till(hall.home.store, hall.home.clock, SandboxPayments())


def card(till: Till, hall: MarketHall, name: str = "succeeds", username: str = "taro") -> str:
    (number,) = [card.number for key, card in TEST_CARDS.items() if key == name]
    return payment_methods.add_method(hall.owner(username), till.payments, number).payment_method_id


def for_sale(hall: MarketHall, price: int = 300) -> Recipe:
    made = hall.secret_recipe()
    hall.publish(made, price=price)
    return made


def buy(till: Till, hall: MarketHall, recipe: Recipe, key: str = "k", method: str | None = None) -> Purchase:
    return purchases.buy(till, hall.taro, "RECIPE", recipe.recipe_id, key=key, price=300, payment_method_id=method)


def collect(found: list[Purchase], till: Till, hall: MarketHall, recipe: Recipe, key: str) -> None:
    found.append(buy(till, hall, recipe, key))


def money(till: Till) -> int:
    assert isinstance(till.payments, SandboxPayments)
    return sum(charge.amount for charge in till.payments.charges() if charge.status == "succeeded")


def access(hall: MarketHall, recipe: Recipe, username: str = "taro") -> str:
    return items.find_item(hall.owner(username), "RECIPE", recipe.recipe_id).access


def test_what_is_bought_is_read_and_the_seller_is_told(hall: MarketHall, till: Till) -> None:
    recipe = for_sale(hall)
    card(till, hall)
    sheet = purchases.open_sheet(hall.taro, "RECIPE", recipe.recipe_id)
    done = purchases.buy(till, hall.taro, "RECIPE", recipe.recipe_id, key=sheet.key, price=sheet.price)
    assert (done.status, done.amount, done.card, purchases.step_of(done)) == ("paid", 300, "visa 4242", "done")
    assert SECRET_STEP in repr(items.find_item(hall.taro, "RECIPE", recipe.recipe_id))
    assert [each.title for each in catalog.find_bought(hall.taro, "RECIPE")] == [recipe.title]
    assert [each.kind for each in hall.home.store.all(design.notifications("hanako"))] == ["bought"]
    assert access(hall, recipe, "jiro") == "locked"
    with pytest.raises(NotForSale):
        purchases.open_sheet(hall.taro, "RECIPE", recipe.recipe_id)


def test_double_click_replay_and_two_phones_are_one_purchase(hall: MarketHall, till: Till) -> None:
    recipe = for_sale(hall)
    card(till, hall)
    found: list[Purchase] = []
    run_at_once([partial(collect, found, till, hall, recipe, key) for key in ("a", "a", "b", "c") * 3])
    assert len({each.purchase_id for each in found}) == 1
    assert {each.status for each in found} == {"paid"}
    assert buy(till, hall, recipe, "later").purchase_id == found[0].purchase_id
    assert (money(till), len(purchases.find_purchases(hall.taro))) == (300, 1)


def test_a_declined_card_moves_no_money_and_another_may_be_tried(hall: MarketHall, till: Till) -> None:
    recipe = for_sale(hall)
    good, bad = card(till, hall), card(till, hall, "declines")
    assert [buy(till, hall, recipe, "a", bad).status for _ in range(2)] == ["failed", "failed"]
    assert (access(hall, recipe), money(till)) == ("locked", 0)
    assert buy(till, hall, recipe, "b", good).status == "paid"
    assert [each.status for each in purchases.find_purchases(hall.taro)] in (["paid", "failed"], ["failed", "paid"])


def test_a_second_step_is_allowed_refused_or_runs_out(hall: MarketHall, till: Till) -> None:
    recipe = for_sale(hall)
    asks = card(till, hall, "asks")
    waiting = buy(till, hall, recipe, "a", asks)
    assert (waiting.status, access(hall, recipe), purchases.step_of(waiting)) == ("pending", "locked", "confirm")
    assert buy(till, hall, recipe, "b", asks).purchase_id == waiting.purchase_id
    with pytest.raises(NoSuchPurchase):
        purchases.confirm(till, hall.owner("jiro"), waiting.purchase_id, is_allowed=True)
    refused = purchases.confirm(till, hall.taro, waiting.purchase_id, is_allowed=False)
    assert (refused.status, money(till)) == ("failed", 0)
    late = buy(till, hall, recipe, "c", asks)
    hall.home.clock.advance(minutes=14)
    assert list(repair.finish_purchases(till, Setbacks(till.clock))) == []
    hall.home.clock.advance(minutes=1)
    assert list(repair.finish_purchases(till, Setbacks(till.clock))) == [f"{late.purchase_id}: canceled"]
    with pytest.raises(NotPending):
        purchases.confirm(till, hall.taro, late.purchase_id, is_allowed=True)
    again = buy(till, hall, recipe, "d", asks)
    allowed = purchases.confirm(till, hall.taro, again.purchase_id, is_allowed=True)
    assert (allowed.status, access(hall, recipe), money(till)) == ("paid", "bought", 300)


def test_what_may_not_be_bought_is_refused_before_money_moves(hall: MarketHall, till: Till) -> None:
    recipe, free = for_sale(hall), hall.recipe("ただ")
    hall.publish(free)
    with pytest.raises(PaymentMethodMissing):
        buy(till, hall, recipe)
    card(till, hall)
    with pytest.raises(NotForSale):
        purchases.buy(till, hall.taro, "RECIPE", free.recipe_id, key="k", price=0)
    with pytest.raises(NotForSale):
        purchases.buy(till, hall.hanako, "RECIPE", recipe.recipe_id, key="k", price=300)
    with pytest.raises(PriceChanged) as changed:
        purchases.buy(till, hall.taro, "RECIPE", recipe.recipe_id, key="k", price=200)
    assert changed.value.price == 300
    publishing.unpublish(hall.hanako, "RECIPE", recipe.recipe_id)
    with pytest.raises(NoSuchItem):
        buy(till, hall, recipe)
    assert money(till) == 0


def test_what_was_bought_stays_readable_after_unpublishing_and_its_price_does_not_matter(
    hall: MarketHall, till: Till
) -> None:
    recipe = for_sale(hall)
    card(till, hall)
    done = buy(till, hall, recipe)
    publishing.publish(hall.hanako, "RECIPE", recipe.recipe_id, PublishForm(900, "花子"))
    assert access(hall, recipe) == "bought"
    publishing.unpublish(hall.hanako, "RECIPE", recipe.recipe_id)
    item = items.find_item(hall.taro, "RECIPE", recipe.recipe_id)
    assert (item.access, item.card.is_ended, SECRET_STEP in repr(item)) == ("bought", True, True)
    assert settlement.refund(till, done).status == "refunded"
    with pytest.raises(NoSuchItem):
        items.find_item(hall.taro, "RECIPE", recipe.recipe_id)
    assert list(hall.home.store.all(design.ended_recipes())) == []


def test_a_refund_takes_what_may_be_read_gives_the_money_and_tells(hall: MarketHall, till: Till) -> None:
    recipe = for_sale(hall)
    card(till, hall)
    done = buy(till, hall, recipe)
    run_at_once([lambda: assert_refunded(till, done)] * 4)
    assert (access(hall, recipe), money(till)) == ("locked", 0)
    assert [each.kind for each in hall.home.store.all(design.notifications("taro"))] == ["refund"]
    (row,) = hall.home.store.all(design.newest_recipes())
    assert row.bought_count == 0
    assert buy(till, hall, recipe, "again").status == "paid"


def assert_refunded(till: Till, purchase: Purchase) -> None:
    assert settlement.refund(till, purchase).status == "refunded"


def test_no_row_log_or_error_has_the_number_of_a_card(
    hall: MarketHall, till: Till, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    recipe = for_sale(hall)
    told = []
    for name, test_card in TEST_CARDS.items():
        method = card(till, hall, name)
        told.append(repr(buy(till, hall, recipe, name, method)))
        told.append(payment_methods.remove_method(hall.taro, method))
        with pytest.raises(CardRefused) as refused:
            payment_methods.add_method(hall.taro, till.payments, test_card.number[:-1] + "9")
        told.append(f"{refused.value!r} {refused.value} {refused.value.__cause__!r}")
    rows = hall.home.store.raw.call("Scan", {"TableName": "MainTable"})["Items"]
    everything = f"{rows} {told} {caplog.text}"
    assert "4242" in everything  # the last four digits may be kept
    for test_card in TEST_CARDS.values():
        assert test_card.number not in everything
        assert test_card.number[:-1] not in everything


def test_cards_are_added_chosen_removed_and_given_back(hall: MarketHall, till: Till) -> None:
    first, second = card(till, hall), card(till, hall, "asks")
    assert [each.payment_method_id for each in payment_methods.find_methods(hall.taro)] == [first, second]
    run_at_once([partial(payment_methods.choose_default, hall.taro, each) for each in (first, second) * 4])
    assert sum(each.is_default for each in payment_methods.find_methods(hall.taro)) == 1
    payment_methods.choose_default(hall.taro, second)
    undo_id = payment_methods.remove_method(hall.taro, second)
    assert [(each.payment_method_id, each.is_default) for each in payment_methods.find_methods(hall.taro)] == [
        (first, True)
    ]
    with pytest.raises(NoSuchUndo):
        payment_methods.restore_method(hall.hanako, undo_id)
    payment_methods.restore_method(hall.taro, undo_id)
    assert [each.payment_method_id for each in payment_methods.find_methods(hall.taro)] == [first, second]
    with pytest.raises(NoSuchUndo):
        payment_methods.restore_method(hall.taro, undo_id)
    for act in (payment_methods.choose_default, payment_methods.remove_method):
        with pytest.raises(NoSuchCard):
            act(hall.hanako, first)
    for _ in range(8):
        card(till, hall)
    with pytest.raises(TooManyCards):
        card(till, hall)


def test_a_membership_opens_the_houses_sets_and_the_book(hall: MarketHall, till: Till) -> None:
    made = hall.home.meal_set("おかわりの膳", [hall.secret_recipe()])
    card_row = hall.publish(made, price=500)
    row = hall.home.store.one(design.catalog_set(card_row.created_at, made.set_id))
    hall.home.store.put(CatalogSet.model_validate({**row.model_dump(), "creator_id": HOUSE}))
    now = row.created_at
    hall.home.store.put(Creator(user_id=HOUSE, name="ちゃぶ台", created_at=now, updated_at=now))
    assert items.find_item(hall.taro, "SET", made.set_id).access == "locked"
    card(till, hall)
    run_at_once([partial(subscriptions.subscribe, till, hall.taro, key="k")] * 4)
    assert money(till) == 480
    assert items.find_item(hall.taro, "SET", made.set_id).access == "subscribed"
    assert recipes.is_subscribed(hall.taro)
    with pytest.raises(SubscribedAlready):
        subscriptions.subscribe(till, hall.taro, key="other")
    (paid,) = purchases.find_purchases(hall.taro)
    assert settlement.refund(till, paid).status == "refunded"
    assert items.find_item(hall.taro, "SET", made.set_id).access == "locked"
    assert (money(till), subscriptions.find_own(till, hall.taro)) == (0, None)


def test_a_membership_is_renewed_once_by_many_workers_and_ends_when_canceled(hall: MarketHall, till: Till) -> None:
    card(till, hall)
    subscriptions.subscribe(till, hall.taro, key="k")
    first = subscriptions.find_own(till, hall.taro)
    assert first is not None
    assert list(subscriptions.renew_due(till, Setbacks(till.clock))) == []
    hall.home.clock.set(first.period_ends_at - timedelta(minutes=30))
    run_at_once([lambda: list(subscriptions.renew_due(till, Setbacks(till.clock)))] * 4)
    second = subscriptions.find_own(till, hall.taro)
    assert second is not None
    assert (money(till), (second.period_ends_at.month - first.period_ends_at.month) % 12) == (960, 1)
    assert second.period_ends_at.day == first.period_ends_at.day == first.started_at.day
    assert subscriptions.cancel(till, hall.taro).status == "canceled"
    assert recipes.is_subscribed(hall.taro)
    assert subscriptions.resume(till, hall.taro).status == "active"
    subscriptions.cancel(till, hall.taro)
    hall.home.clock.set(second.period_ends_at)
    assert list(subscriptions.renew_due(till, Setbacks(till.clock))) == []
    assert not recipes.is_subscribed(hall.taro)
    for act in (subscriptions.cancel, subscriptions.resume):
        with pytest.raises(NoSubscription):
            act(till, hall.taro)
    assert subscriptions.subscribe(till, hall.taro, key="new").status == "paid"


def test_a_renewal_that_fails_is_past_due_told_and_paid_again(hall: MarketHall, till: Till) -> None:
    good, bad = card(till, hall), card(till, hall, "declines")
    subscriptions.subscribe(till, hall.taro, key="k", payment_method_id=good)
    subscriptions.change_card(till, hall.taro, bad)
    row = subscriptions.find_own(till, hall.taro)
    assert row is not None
    hall.home.clock.set(row.period_ends_at)
    assert list(subscriptions.renew_due(till, Setbacks(till.clock))) == ["taro: failed"]
    assert list(subscriptions.renew_due(till, Setbacks(till.clock))) == []
    past = subscriptions.find_own(till, hall.taro)
    assert past is not None
    assert (past.status, recipes.is_subscribed(hall.taro)) == ("past_due", False)
    assert [each.kind for each in hall.home.store.all(design.notifications("taro"))] == ["payment"]
    assert subscriptions.subscribe(till, hall.taro, key="again", payment_method_id=good).status == "paid"
    assert recipes.is_subscribed(hall.taro)


def test_after_an_outage_one_period_is_charged_and_begins_then(hall: MarketHall, till: Till) -> None:
    card(till, hall)
    subscriptions.subscribe(till, hall.taro, key="k")
    first = subscriptions.find_own(till, hall.taro)
    assert first is not None
    hall.home.clock.set(first.period_ends_at + timedelta(days=95))
    told = [list(subscriptions.renew_due(till, Setbacks(till.clock))) for _ in range(6)]
    assert (told, money(till)) == ([["taro: paid"], [], [], [], [], []], 960)
    second = subscriptions.find_own(till, hall.taro)
    assert second is not None
    assert (second.status, second.started_at) == ("active", till.now())
    assert timedelta(days=27) < second.period_ends_at - till.now() <= timedelta(days=31)
    hall.home.clock.set(second.period_ends_at - timedelta(minutes=5))
    list(subscriptions.renew_due(till, Setbacks(till.clock)))
    third = subscriptions.find_own(till, hall.taro)
    assert third is not None
    assert (third.period_ends_at.day, money(till)) == (second.period_ends_at.day, 1440)
    latest = purchases.find_purchases(hall.taro).items[0]
    assert settlement.refund(till, latest).status == "refunded"
    assert subscriptions.find_own(till, hall.taro) is None


def test_a_renewal_after_an_outage_that_is_declined_is_past_due_and_told_once(hall: MarketHall, till: Till) -> None:
    good, bad = card(till, hall), card(till, hall, "declines")
    subscriptions.subscribe(till, hall.taro, key="k", payment_method_id=good)
    subscriptions.change_card(till, hall.taro, bad)
    hall.home.clock.advance(days=95)
    told = [list(subscriptions.renew_due(till, Setbacks(till.clock))) for _ in range(3)]
    row = subscriptions.find_own(till, hall.taro)
    assert (told, row and row.status) == ([["taro: failed"], [], []], "past_due")
    assert [each.kind for each in hall.home.store.all(design.notifications("taro"))] == ["payment"]


class Unreachable(SandboxPayments):
    """A provider that can be out of reach for a while."""

    is_away = False

    def charge(self, key: str, token: str, amount: int) -> Charge:
        self._answer()
        return super().charge(key, token, amount)

    def find(self, key: str) -> Charge | None:
        self._answer()
        return super().find(key)

    def cancel(self, key: str) -> Charge:
        self._answer()
        return super().cancel(key)

    def _answer(self) -> None:
        if self.is_away:
            raise ProviderUnreachable("no answer")


def test_a_provider_out_of_reach_for_hours_ends_no_membership_and_charges_once(hall: MarketHall) -> None:
    payments = Unreachable()
    till = Till(hall.home.store, hall.home.clock, payments)
    card(till, hall)
    subscriptions.subscribe(till, hall.taro, key="k")
    row = subscriptions.find_own(till, hall.taro)
    assert row is not None
    hall.home.clock.set(row.period_ends_at - timedelta(minutes=50))
    errands = Setbacks(till.clock)
    payments.is_away = True
    for minute in range(240):
        payments.is_away = minute < 180
        list(repair.finish_purchases(till, errands))
        list(subscriptions.renew_due(till, errands))
        hall.home.clock.advance(minutes=1)
    after = subscriptions.find_own(till, hall.taro)
    assert (after and after.status, money(till)) == ("active", 960)
    assert list(hall.home.store.all(design.notifications("taro"))) == []
    assert recipes.is_subscribed(hall.taro)


def test_what_was_paid_for_holds_to_its_end_whatever_becomes_of_the_next_period(hall: MarketHall, till: Till) -> None:
    good, bad = card(till, hall), card(till, hall, "declines")
    subscriptions.subscribe(till, hall.taro, key="k", payment_method_id=good)
    subscriptions.change_card(till, hall.taro, bad)
    row = subscriptions.find_own(till, hall.taro)
    assert row is not None
    hall.home.clock.set(row.period_ends_at - timedelta(minutes=30))
    assert list(subscriptions.renew_due(till, Setbacks(till.clock))) == ["taro: failed"]
    assert recipes.is_subscribed(hall.taro)
    hall.home.clock.set(row.period_ends_at)
    assert not recipes.is_subscribed(hall.taro)


class Slow(SandboxPayments):
    """A provider that takes its time."""

    def tokenize(self, number: CardNumber) -> CardToken:
        time.sleep(0.05)
        return super().tokenize(number)


def test_many_cards_at_once_come_to_the_limit_and_one_of_them_is_used(hall: MarketHall) -> None:
    payments = Slow()
    refused: list[TooManyCards] = []

    def add() -> None:
        try:
            payment_methods.add_method(hall.taro, payments, TEST_CARDS["succeeds"].number)
        except TooManyCards as refusal:
            refused.append(refusal)

    run_at_once([add] * 16)
    rows = payment_methods.find_methods(hall.taro)
    assert (len(rows), len(refused), sum(row.is_default for row in rows)) == (10, 6, 1)


def test_whatever_is_done_to_cards_at_once_one_of_them_is_used(hall: MarketHall, till: Till) -> None:
    ids = [card(till, hall) for _ in range(4)]
    acts = [payment_methods.choose_default, payment_methods.note_declined, payment_methods.note_accepted]
    run_at_once(
        [partial(act, hall.taro, each) for act in acts for each in ids[1:]]
        + [partial(payment_methods.remove_method, hall.taro, ids[0])]
        + [partial(card, till, hall) for _ in range(3)]
    )
    rows = payment_methods.find_methods(hall.taro)
    assert (len(rows), sum(row.is_default for row in rows)) == (6, 1)


def test_a_declined_card_is_not_the_one_that_is_used(hall: MarketHall, till: Till) -> None:
    recipe = for_sale(hall)
    bad = card(till, hall, "declines")
    assert buy(till, hall, recipe, "a", bad).status == "failed"
    (row,) = payment_methods.find_methods(hall.taro)
    assert (row.is_default, row.declined_at) == (False, till.now())
    with pytest.raises(PaymentMethodMissing):
        buy(till, hall, recipe, "b")
    good = card(till, hall)
    assert [each.payment_method_id for each in payment_methods.find_methods(hall.taro)] == [good, bad]
    assert buy(till, hall, recipe, "c").status == "paid"
    payment_methods.choose_default(hall.taro, bad)
    assert payment_methods.find_method(hall.taro, None).payment_method_id == bad


def test_a_card_that_works_again_is_as_good_as_any(hall: MarketHall, till: Till) -> None:
    recipe = for_sale(hall)
    good = card(till, hall)
    payment_methods.note_declined(hall.taro, good)
    assert buy(till, hall, recipe, "a", good).status == "paid"
    (row,) = payment_methods.find_methods(hall.taro)
    assert (row.is_default, row.declined_at) == (True, None)


class Expiring(SandboxPayments):
    """Every card is good for some weeks."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self._clock, self._until = clock, clock() + timedelta(days=20)

    def charge(self, key: str, token: str, amount: int) -> Charge:
        return super().charge(key, token if self._clock() < self._until else "expired", amount)


def test_a_card_that_has_expired_ends_the_membership_with_its_period(hall: MarketHall) -> None:
    till = Till(hall.home.store, hall.home.clock, Expiring(hall.home.clock))
    card(till, hall)
    assert subscriptions.subscribe(till, hall.taro, key="k").status == "paid"
    row = subscriptions.find_own(till, hall.taro)
    assert row is not None
    hall.home.clock.set(row.period_ends_at - timedelta(minutes=10))
    assert list(subscriptions.renew_due(till, Setbacks(till.clock))) == ["taro: failed"]
    assert [each.kind for each in hall.home.store.all(design.notifications("taro"))] == ["payment"]
    (method,) = payment_methods.find_methods(hall.taro)
    assert (method.is_default, money(till)) == (False, 480)
    with pytest.raises(PaymentMethodMissing):
        subscriptions.subscribe(till, hall.taro, key="again")
