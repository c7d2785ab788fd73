"""What was bought stays as it was bought, whatever its seller publishes in its place, and goes when nobody has it."""

from functools import partial

import pytest
from tests.apps.kondate.market.market_hall import SECRET_STEP, MarketHall
from tests.apps.kondate.market.test_saves import run_at_once

from chabudai.adapters.payments import TEST_CARDS, SandboxPayments
from chabudai.apps.kondate import design
from chabudai.apps.kondate.book import recipes, sets
from chabudai.apps.kondate.book.entities import Recipe, RecipeSet
from chabudai.apps.kondate.errors import NoSuchItem
from chabudai.apps.kondate.main_table import Kind
from chabudai.apps.kondate.market import (
    catalog,
    copying,
    items,
    payment_methods,
    publishing,
    purchases,
    saves,
    settlement,
)
from chabudai.apps.kondate.market.cards import Item
from chabudai.apps.kondate.market.drafts import PublishForm
from chabudai.apps.kondate.market.entities import Purchase
from chabudai.apps.kondate.market.till import Till


@pytest.fixture
def till(hall: MarketHall) -> Till:
    made = Till(hall.home.store, hall.home.clock, SandboxPayments())
    for username in ("taro", "jiro"):
        for card in ("asks", "succeeds"):
            payment_methods.add_method(hall.owner(username), made.payments, TEST_CARDS[card].number)
    return made


def buy(till: Till, hall: MarketHall, kind: Kind, item_id: str, username: str = "taro", card: str = "4242") -> Purchase:
    owner = hall.owner(username)
    (method,) = [row for row in payment_methods.find_methods(owner) if row.last4 == card]
    price = items.find_newest(owner, kind, item_id).card.price
    key = f"k{len(purchases.find_purchases(owner))}"
    return purchases.buy(till, owner, kind, item_id, key=key, price=price, payment_method_id=method.payment_method_id)


def empty(hall: MarketHall, recipe: Recipe, price: int = 300) -> None:
    """As a seller who has been paid."""
    recipes.edit(hall.hanako, recipe.recipe_id, {"title": ".", "steps": ".", "ingredients": "."})
    publish(hall, "RECIPE", recipe.recipe_id, price)


def publish(hall: MarketHall, kind: Kind, item_id: str, price: int = 300) -> None:
    hall.home.clock.advance(minutes=1)
    publishing.publish(hall.hanako, kind, item_id, PublishForm(price, "花子"))


def steps(item: Item) -> list[str]:
    return [step.text for recipe in item.recipes or () for step in recipe.steps]


def rows_of_catalog(hall: MarketHall, item_id: str) -> list[str]:
    """The keys of what is left of an item."""
    found = hall.home.store.raw.call("Scan", {"TableName": "MainTable"})["Items"]
    keys = [f"{row['PK']['S']} {row['SK']['S']}" for row in found]
    return [key for key in keys if item_id in key and not key.startswith("USER#")]


def test_what_was_bought_is_read_as_it_was_bought_and_the_newer_one_too(hall: MarketHall, till: Till) -> None:
    recipe = hall.secret_recipe()
    hall.publish(recipe, price=300)
    assert buy(till, hall, "RECIPE", recipe.recipe_id).status == "paid"
    assert items.find_item(hall.taro, "RECIPE", recipe.recipe_id).newer_at is None
    empty(hall, recipe)
    item = items.find_item(hall.taro, "RECIPE", recipe.recipe_id)
    assert (item.access, item.card.title, steps(item)) == ("bought", recipe.title, [SECRET_STEP])
    assert item.newer_at == items.find_newest(hall.taro, "RECIPE", recipe.recipe_id).card.changed_at
    assert steps(items.find_newest(hall.taro, "RECIPE", recipe.recipe_id)) == ["."]
    (copied,) = copying.copy_item(hall.taro, "RECIPE", recipe.recipe_id).recipes
    assert (copied.title, copied.steps[0].text) == (recipe.title, SECRET_STEP)
    (newest,) = copying.copy_newest(hall.taro, "RECIPE", recipe.recipe_id).recipes
    assert (newest.title, newest.origin) == (".", "purchase")
    assert [card.title for card in catalog.find_bought(hall.taro, "RECIPE")] == [recipe.title]
    assert buy(till, hall, "RECIPE", recipe.recipe_id, "jiro").status == "paid"
    assert steps(items.find_item(hall.owner("jiro"), "RECIPE", recipe.recipe_id)) == ["."]


@pytest.mark.parametrize("price", [0, 900])
def test_another_price_or_none_or_unpublishing_take_nothing_from_who_bought(
    hall: MarketHall, till: Till, price: int
) -> None:
    recipe = hall.secret_recipe()
    hall.publish(recipe, price=300)
    buy(till, hall, "RECIPE", recipe.recipe_id)
    empty(hall, recipe, price)
    assert steps(items.find_item(hall.taro, "RECIPE", recipe.recipe_id)) == [SECRET_STEP]
    publishing.unpublish(hall.hanako, "RECIPE", recipe.recipe_id)
    item = items.find_item(hall.taro, "RECIPE", recipe.recipe_id)
    assert (item.card.is_ended, steps(item)) == (True, [SECRET_STEP])
    publish(hall, "RECIPE", recipe.recipe_id, 500)
    assert steps(items.find_item(hall.taro, "RECIPE", recipe.recipe_id)) == [SECRET_STEP]


def test_a_set_that_was_bought_keeps_all_its_dishes_and_their_days(hall: MarketHall, till: Till) -> None:
    first, second = hall.secret_recipe("一"), hall.recipe("二")
    made = hall.home.meal_set("夏", [first, second], [1, 2])
    hall.publish(made, price=500)
    buy(till, hall, "SET", made.set_id)
    recipes.edit(hall.hanako, first.recipe_id, {"steps": "."})
    sets.edit(hall.hanako, made.set_id, {"title": ".", "lead": ""}, [{"recipe_id": first.recipe_id, "day": 7}])
    publish(hall, "SET", made.set_id, 500)
    item = items.find_item(hall.taro, "SET", made.set_id)
    assert (item.card.title, [dish.title for dish in item.card.dishes]) == ("夏", ["一", "二"])
    assert item.recipes is not None
    assert [(each.title, each.day) for each in item.recipes] == [("一", 1), ("二", 2)]
    assert steps(item)[0] == SECRET_STEP
    assert [each.day for each in items.find_newest(hall.taro, "SET", made.set_id).recipes or ()] == [7]


def test_what_is_changed_while_the_issuer_asks_is_paid_for_as_it_was_ordered(hall: MarketHall, till: Till) -> None:
    recipe = hall.secret_recipe()
    hall.publish(recipe, price=300)
    waiting = buy(till, hall, "RECIPE", recipe.recipe_id, card="4444")
    empty(hall, recipe)
    done = purchases.confirm(till, hall.taro, waiting.purchase_id, is_allowed=True)
    assert (done.status, steps(items.find_item(hall.taro, "RECIPE", recipe.recipe_id))) == ("paid", [SECRET_STEP])


def test_only_editions_that_somebody_ordered_are_kept_and_all_go_with_the_last_who_bought(
    hall: MarketHall, till: Till
) -> None:
    recipe = hall.secret_recipe()
    hall.publish(recipe, price=300)
    for _ in range(3):
        publish(hall, "RECIPE", recipe.recipe_id)
    assert not any("EDITIONS" in key for key in rows_of_catalog(hall, recipe.recipe_id))
    done = buy(till, hall, "RECIPE", recipe.recipe_id)
    for _ in range(3):
        publish(hall, "RECIPE", recipe.recipe_id)
    assert sum("EDITIONS" in key for key in rows_of_catalog(hall, recipe.recipe_id)) == 1
    assert settlement.refund(till, done).status == "refunded"
    assert not any("EDITIONS" in key for key in rows_of_catalog(hall, recipe.recipe_id))


@pytest.mark.parametrize("kind", ["RECIPE", "SET"])
def test_nothing_is_left_of_what_nobody_holds(hall: MarketHall, till: Till, kind: Kind) -> None:
    recipe = hall.secret_recipe()
    made: Recipe | RecipeSet = recipe
    if kind == "SET":
        made = hall.home.meal_set("夏", [recipe, hall.recipe("二")])
    item_id = made.recipe_id if isinstance(made, Recipe) else made.set_id
    hall.publish(made, price=300)
    first = buy(till, hall, kind, item_id)
    publish(hall, kind, item_id)
    second = buy(till, hall, kind, item_id, "jiro")
    saves.save(hall.taro, kind, item_id)
    publish(hall, kind, item_id)
    publishing.unpublish(hall.hanako, kind, item_id)
    for purchase in (first, second):
        assert settlement.refund(till, purchase).status == "refunded"
    saves.unsave(hall.taro, kind, item_id)
    assert rows_of_catalog(hall, item_id) == []
    with pytest.raises(NoSuchItem):
        items.find_item(hall.taro, kind, item_id)


def test_orders_and_new_editions_at_one_moment_lose_nothing_that_was_paid_for(hall: MarketHall, till: Till) -> None:
    """Whoever bought reads an edition that was published, and it is the one that they read ever after."""
    recipe = hall.secret_recipe()
    hall.publish(recipe, price=300)

    def turn() -> None:
        for number in range(6):
            recipes.edit(hall.hanako, recipe.recipe_id, {"steps": f"手順{number}"})
            publishing.publish(hall.hanako, "RECIPE", recipe.recipe_id, PublishForm(300, "花子"))

    run_at_once([turn, *(partial(buy, till, hall, "RECIPE", recipe.recipe_id, each) for each in ("taro", "jiro"))])
    before = [steps(items.find_item(hall.owner(each), "RECIPE", recipe.recipe_id)) for each in ("taro", "jiro")]
    empty(hall, recipe)
    after = [steps(items.find_item(hall.owner(each), "RECIPE", recipe.recipe_id)) for each in ("taro", "jiro")]
    assert before == after
    assert ["."] not in after
    (row,) = hall.home.store.all(design.newest_recipes())
    assert row.bought_count == 2
