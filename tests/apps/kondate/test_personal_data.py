"""What is kept of a person: nothing is left of it anywhere once they go, and others lose nothing."""

import json
from pathlib import Path

import pytest
from tests.adapters.clocks import SettableClock
from tests.apps.kondate.household import NOON, Household

from chabudai import table
from chabudai.adapters import objects
from chabudai.adapters.payments import TEST_CARDS, SandboxPayments
from chabudai.apps.kondate import design, personal_data
from chabudai.apps.kondate.book import first_visit, recipes, sets
from chabudai.apps.kondate.book.entities import Recipe
from chabudai.apps.kondate.kitchen import cooking, fridge, plans, shopping
from chabudai.apps.kondate.main_table import Kind, MainTable
from chabudai.apps.kondate.market import (
    catalog,
    creators,
    fridge_looks,
    items,
    payment_methods,
    publishing,
    purchases,
    saves,
    shares,
    subscriptions,
)
from chabudai.apps.kondate.market.drafts import PublishForm
from chabudai.apps.kondate.market.entities import PaymentMethod, Purchase, Share, Shared
from chabudai.apps.kondate.market.till import Till
from chabudai.apps.kondate.own_rows import OWN_ENTITIES
from chabudai.common.owner import Owner
from chabudai.common.unreadable_rows import UnreadableRowLog
from chabudai.table import Scan


def live_a_little(home: Household, username: str) -> Recipe:
    """What they published."""
    owner, store = home.owner(username), home.store
    first_visit.welcome(owner, name=username, language="ja", page_language="ja")
    chosen = store.first(design.sets(username))
    assert chosen is not None
    plan = plans.apply_set(owner, chosen.set_id).result
    fridge.put_in(owner, "豆腐 1丁")
    shopping.write_down(owner, "牛乳 1本")
    cooking.cook(owner, plan.items[0].item_id)
    recipe = recipes.add(owner, {"title": "肉じゃが", "ingredients": "じゃがいも 3個", "steps": "煮る。"})
    link = {"target_type": "RECIPE", "target_id": recipe.recipe_id, "share_id": f"s-{username}"}
    store.insert(Share.model_validate({**link, "owner_id": username, "created_at": NOON.replace(microsecond=0)}))
    store.insert(Shared.model_validate({**link, "user_id": username}))
    creators.edit_creator(owner, {"name": f"{username}の台所"})
    publishing.publish(owner, "RECIPE", recipe.recipe_id, PublishForm(price=0, author_name=username))
    fridge_looks.schedule(owner)
    store.insert(
        PaymentMethod(
            user_id=username,
            brand="visa",
            last4="4242",
            provider_token="tok_secret",
            created_at=NOON.replace(microsecond=0),
        )
    )
    return recipe


def till_of(home: Household) -> Till:
    return Till(home.store, home.clock, SandboxPayments())


def _scan(home: Household) -> list[str]:
    return [
        repr(row) for entity in (layout.entity for layout in MainTable.layouts) for row in home.store.scan(Scan(entity))
    ]


def test_every_kind_of_row_of_a_persons_partition_is_known() -> None:
    partitions = {layout.entity: layout.keys["PK"].template for layout in MainTable.layouts}
    own = {entity for entity, key in partitions.items() if key is not None and key.segments[0] == "USER#"}
    assert own == set(OWN_ENTITIES)


def test_nothing_is_left_of_whoever_goes_and_others_keep_what_is_theirs(home: Household, tmp_path: Path) -> None:
    theirs, mine = live_a_little(home, "taro"), live_a_little(home, "jiro")
    kept = objects.open(str(tmp_path))
    kept.put("kondate-taro/im_1/large.webp", b"x", "image/webp")
    saves.save(home.owner("taro"), "RECIPE", mine.recipe_id)
    before = [row for row in _scan(home) if "jiro" in row and "Catalog" not in row]
    personal_data.erase(till_of(home), kept, "taro")
    rows = _scan(home)
    assert [row for row in rows if "taro" in row or theirs.recipe_id in row] == []
    assert [row for row in rows if "jiro" in row and "Catalog" not in row] == before
    assert items.find_item(home.owner("jiro"), "RECIPE", mine.recipe_id).card.saved_count == 0
    assert list(kept.list("kondate-taro")) == []
    personal_data.erase(till_of(home), kept, "taro")


def test_what_others_saved_stays_readable_without_a_name(home: Household, tmp_path: Path) -> None:
    theirs = live_a_little(home, "taro")
    live_a_little(home, "jiro")
    saves.save(home.owner("jiro"), "RECIPE", theirs.recipe_id)
    personal_data.erase(till_of(home), objects.open(str(tmp_path)), "taro")
    (held,) = saves.find_all_saved(home.owner("jiro"), "RECIPE")
    assert held.card is not None
    assert held.card.title == "肉じゃが"
    assert [row for row in _scan(home) if "taro" in row] == []
    saves.unsave(home.owner("jiro"), "RECIPE", theirs.recipe_id)
    assert [row for row in _scan(home) if theirs.recipe_id in row] == []


def test_whoever_comes_back_begins_anew(home: Household, tmp_path: Path) -> None:
    live_a_little(home, "taro")
    personal_data.erase(till_of(home), objects.open(str(tmp_path)), "taro")
    first_visit.welcome(home.owner("taro"), name="太郎", language="ja", page_language="ja")
    assert len(list(home.store.all(design.categories("taro", "book")))) == 6


def test_the_export_is_whole_but_for_what_is_secret(home: Household) -> None:
    live_a_little(home, "taro")
    found = personal_data.export(home.store, "taro")
    assert {kind["entity_type"] for kind in found["others"]} >= {"PROFILE", "PAYMENT_METHOD", "SHARED"}
    assert (len(found["log"]), len(found["plans"]), len(found["sets"])) == (1, 1, 13)
    assert "tok_secret" not in str(found)


NAME, ADDRESS = "佐藤たろすけ", "https://tarosuke.example/"


class SatoMarket:
    """Tarosuke sells and buys; Jiro has bought of him what can be bought, in two editions, and saved the rest."""

    def __init__(self, home: Household) -> None:
        self.home = home
        self.sandbox = SandboxPayments()
        self.till = Till(home.store, home.clock, self.sandbox)
        self.tarosuke, self.jiro = home.owner("tarosuke"), home.owner("jiro")
        for owner, name in ((self.tarosuke, NAME), (self.jiro, "jiro")):
            first_visit.welcome(owner, name=name, language="ja", page_language="ja", settle_in=fridge_looks.schedule)
            creators.edit_creator(owner, {"name": name, "text": f"{name}です", "is_selling": True})
            for card in ("asks", "succeeds"):
                payment_methods.add_method(owner, self.sandbox, TEST_CARDS[card].number)
        self.free, self.paid = self.add("冷奴"), self.add("肉じゃが")
        self.week = sets.add(self.tarosuke, {"title": "夏"}, [{"recipe_id": self.paid}]).set_id
        self.publish_all()
        saves.save(self.jiro, "RECIPE", self.free)
        self.bought: tuple[tuple[Kind, str], ...] = (("RECIPE", self.paid), ("SET", self.week))
        for kind, item_id in self.bought:
            self.buy(self.jiro, kind, item_id)
        self.publish_all()  # what was bought is a past edition now

    def add(self, title: str) -> str:
        given = {"title": title, "ingredients": "豆腐 1丁", "steps": "切る", "author_name": NAME, "source_url": ADDRESS}
        return recipes.add(self.tarosuke, given).recipe_id

    def publish_all(self) -> None:
        self.home.clock.advance(seconds=1)
        things: tuple[tuple[Kind, str, int], ...] = (("RECIPE", self.free, 0), ("RECIPE", self.paid, 300))
        for kind, item_id, price in (*things, ("SET", self.week, 500)):
            publishing.publish(self.tarosuke, kind, item_id, PublishForm(price, NAME, ADDRESS))

    def buy(self, owner: Owner, kind: Kind, item_id: str, card: str = "4242") -> Purchase:
        (method,) = [row for row in payment_methods.find_methods(owner) if row.last4 == card]
        price = items.find_item(owner, kind, item_id).card.price
        return purchases.buy(
            self.till, owner, kind, item_id, key="k", price=price, payment_method_id=method.payment_method_id
        )

    def erase(self, folder: Path) -> None:
        personal_data.erase(self.till, objects.open(str(folder)), "tarosuke")

    def traces(self) -> list[str]:
        """Wherever the person is named: in any attribute of any row, and at the provider."""
        found = self.home.store.raw.call("Scan", {"TableName": "MainTable"})["Items"]
        at_provider = [repr(charge) for charge in self.sandbox.charges()]
        rows = [json.dumps(row, ensure_ascii=False) for row in found]
        return [row for row in (*rows, *at_provider) if any(word in row for word in ("tarosuke", NAME))]


def test_no_row_names_whoever_is_gone_and_what_others_bought_stays(home: Household, tmp_path: Path) -> None:
    market = SatoMarket(home)
    shares.share(market.tarosuke, "RECIPE", market.free, author_name=NAME)
    subscriptions.subscribe(market.till, market.tarosuke, key="m")
    before = {item: items.find_item(market.jiro, *item).recipes for item in market.bought}
    assert len(market.traces()) > 20
    market.erase(tmp_path)
    assert market.traces() == []
    for item in market.bought:
        found = items.find_item(market.jiro, *item)
        assert (found.access, found.card.creator_name, found.card.author_name) == ("bought", "", None)
        was = before[item]
        assert found.recipes is not None
        assert was is not None
        assert [each.steps for each in found.recipes] == [each.steps for each in was]
        assert [(each.author_name, each.source_url) for each in found.recipes] == [(None, None)] * len(was)
        assert items.find_newest(market.jiro, *item).recipes is not None
    assert [card.title for card in catalog.find_bought(market.jiro, "SET")] == ["夏"]
    assert [row.status for row in purchases.find_purchases(market.jiro)] == ["paid", "paid"]


def test_payments_of_whoever_goes_are_called_off_or_given_back(home: Household, tmp_path: Path) -> None:
    market = SatoMarket(home)
    mine = recipes.add(market.jiro, {"title": "白和え", "ingredients": "豆腐 1丁", "steps": "和える"}).recipe_id
    other = recipes.add(market.jiro, {"title": "卯の花", "ingredients": "おから 100g", "steps": "炒る"}).recipe_id
    for item_id in (mine, other):
        publishing.publish(market.jiro, "RECIPE", item_id, PublishForm(300, "jiro"))
    waiting = market.buy(market.tarosuke, "RECIPE", mine, "4444")
    taken = market.buy(market.tarosuke, "RECIPE", other, "4444")
    market.sandbox.confirm(taken.purchase_id, is_allowed=True)  # we never heard of it
    market.erase(tmp_path)
    status = {charge.key: charge.status for charge in market.sandbox.charges()}
    assert (status[waiting.purchase_id], status[taken.purchase_id]) == ("canceled", "refunded")
    assert "needs_confirmation" not in status.values()
    assert market.traces() == []


@pytest.mark.parametrize("planted", ["CATALOG#RECIPE", "CATALOG#SET", "USER#tarosuke"])
def test_rows_that_cannot_be_read_keep_nobody_from_going(clock: SettableClock, tmp_path: Path, planted: str) -> None:
    with table.open(":memory:", clock=clock, report_unreadable=UnreadableRowLog()) as store:
        store.create(*design.design.tables)
        market = SatoMarket(Household(store, clock))
        mine = recipes.add(market.jiro, {"title": "白和え", "ingredients": "豆腐 1丁", "steps": "和える"}).recipe_id
        publishing.publish(market.jiro, "RECIPE", mine, PublishForm(0, "jiro"))
        saves.save(market.tarosuke, "RECIPE", mine)
        for row in store.raw.call("Scan", {"TableName": "MainTable"})["Items"]:
            if row["PK"]["S"].startswith(planted) and "title" in row:
                store.raw.call("PutItem", {"TableName": "MainTable", "Item": {**row, "title": {"M": {}}}})
        market.erase(tmp_path)
        assert market.traces() == []
