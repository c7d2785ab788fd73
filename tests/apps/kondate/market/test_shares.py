"""Links: one for each thing, gone and back under the same id; copies under new ids; what is bought stays bought."""

import pytest
from tests.apps.kondate.market.market_hall import SECRET_FOOD, SECRET_STEP, MarketHall
from tests.apps.kondate.market.test_saves import run_at_once

from chabudai.adapters.payments import TEST_CARDS, SandboxPayments
from chabudai.apps.kondate import design
from chabudai.apps.kondate.book import recipes, sets
from chabudai.apps.kondate.errors import (
    AuthorMissing,
    BookFull,
    NoSuchLink,
    NoSuchRecipe,
    NoSuchUndo,
    NotBought,
    NotYoursToPublish,
)
from chabudai.apps.kondate.main_table import Kind
from chabudai.apps.kondate.market import copying, creators, payment_methods, publishing, purchases, shares
from chabudai.apps.kondate.market.drafts import PublishForm
from chabudai.apps.kondate.market.entities import Share
from chabudai.apps.kondate.market.till import Till


def test_one_thing_has_one_link_whoever_asks_how_often(hall: MarketHall) -> None:
    recipe = hall.recipe()
    made: list[Share] = []
    run_at_once([lambda: made.append(shares.share(hall.hanako, "RECIPE", recipe.recipe_id, author_name="母"))] * 6)
    assert len({each.share_id for each in made}) == 1
    assert recipe.recipe_id not in made[0].share_id
    assert len(made[0].share_id) >= 20
    again = shares.share(hall.hanako, "RECIPE", recipe.recipe_id, author_name="祖母")
    view = shares.open_link(hall.hanako, again.share_id)
    assert (again.share_id, view.author_name, view.title) == (made[0].share_id, "祖母", recipe.title)
    assert view.recipes[0] is not None
    assert [each.name for each in view.recipes[0].ingredients] == ["じゃがいも", "牛肉"]


def test_nobody_shares_without_a_name_or_what_is_not_theirs(hall: MarketHall) -> None:
    recipe = hall.recipe()
    with pytest.raises(AuthorMissing):
        shares.share(hall.hanako, "RECIPE", recipe.recipe_id)
    with pytest.raises(NoSuchRecipe):
        shares.share(hall.taro, "RECIPE", recipe.recipe_id, author_name="太郎")
    sourced = hall.recipe(source_url="https://example.com/")
    assert shares.share(hall.hanako, "RECIPE", sourced.recipe_id).source_url == "https://example.com/"


def test_a_revoked_link_is_as_one_that_never_was_and_comes_back_under_its_id(hall: MarketHall) -> None:
    recipe = hall.recipe()
    made = shares.share(hall.hanako, "RECIPE", recipe.recipe_id, author_name="母")
    assert shares.revoke(hall.taro, "RECIPE", recipe.recipe_id) is None
    undo_id = shares.revoke(hall.hanako, "RECIPE", recipe.recipe_id)
    assert undo_id is not None
    for nothing in (made.share_id, "unknown", "#", ""):
        with pytest.raises(NoSuchLink):
            shares.open_link(hall.hanako, nothing)
    with pytest.raises(NoSuchUndo):
        shares.restore(hall.taro, undo_id)
    assert shares.restore(hall.hanako, undo_id) == made
    assert shares.open_link(hall.hanako, made.share_id).title == recipe.title
    late = shares.revoke(hall.hanako, "RECIPE", recipe.recipe_id)
    assert late is not None
    other = shares.share(hall.hanako, "RECIPE", recipe.recipe_id, author_name="母")
    assert other.share_id != made.share_id
    with pytest.raises(NoSuchUndo):
        shares.restore(hall.hanako, late)
    last = shares.revoke(hall.hanako, "RECIPE", recipe.recipe_id)
    assert last is not None
    hall.home.clock.advance(minutes=31)
    with pytest.raises(NoSuchUndo):
        shares.restore(hall.hanako, last)


def test_a_link_to_what_was_deleted_leads_nowhere_until_it_is_back(hall: MarketHall) -> None:
    recipe = hall.recipe()
    made = shares.share(hall.hanako, "RECIPE", recipe.recipe_id, author_name="母")
    undo_id = recipes.delete(hall.hanako, recipe.recipe_id)
    with pytest.raises(NoSuchLink):
        shares.open_link(hall.hanako, made.share_id)
    recipes.restore(hall.hanako, undo_id)
    assert shares.open_link(hall.hanako, made.share_id).title == recipe.title


def test_a_copy_has_ids_of_its_own_and_keeps_whose_it_is(hall: MarketHall) -> None:
    one = hall.recipe("豚汁", "豚肉 100g", note="ひみつの覚え書き", cooked_count=3)
    two = hall.recipe("白和え", "豆腐 1丁")
    week = hall.home.meal_set("平日", [one, two], [1, 2])
    made = shares.share(hall.hanako, "SET", week.set_id, author_name="母")
    assert "ひみつ" not in repr(shares.open_link(hall.hanako, made.share_id))
    copied = shares.copy_shared(hall.taro, made.share_id)
    assert copied.recipe_set is not None
    assert (copied.recipe_set.origin, copied.recipe_set.title) == ("share", "平日")
    assert [dish.day for dish in copied.recipe_set.dishes] == [1, 2]
    for copy, original in zip(copied.recipes, (one, two), strict=True):
        stored = recipes.find_recipe(hall.taro, copy.recipe_id)
        assert (stored.origin, stored.author_name, stored.title) == ("share", "母", original.title)
        assert (stored.note, stored.cooked_count) == (None, 0)
        assert copy.recipe_id != original.recipe_id
    assert hall.home.store.one(design.profile("taro")).own_recipes == 2


def test_a_set_is_copied_whole_or_not_at_all(hall: MarketHall, monkeypatch: pytest.MonkeyPatch) -> None:
    week = hall.home.meal_set("平日", [hall.recipe("豚汁"), hall.recipe("白和え")])
    made = shares.share(hall.hanako, "SET", week.set_id, author_name="母")
    monkeypatch.setattr(recipes, "FREE_RECIPES", 1)
    with pytest.raises(BookFull):
        shares.copy_shared(hall.taro, made.share_id)
    assert recipes.find_all(hall.taro) == []


def test_guests_see_what_is_sold_or_was_bought_as_anyone_who_has_not_bought_it(hall: MarketHall) -> None:
    till = Till(hall.home.store, hall.home.clock, SandboxPayments())
    secret = hall.secret_recipe()
    week = hall.home.meal_set("夏", [secret, hall.recipe("冷奴", "豆腐 1丁")])
    hall.publish(secret, price=300)
    own = shares.share(hall.hanako, "SET", week.set_id, author_name="母")
    payment_methods.add_method(hall.taro, till.payments, TEST_CARDS["succeeds"].number)
    with pytest.raises(NotBought):
        copying.copy_item(hall.taro, "RECIPE", secret.recipe_id)
    done = purchases.buy(till, hall.taro, "RECIPE", secret.recipe_id, key="k", price=300)
    assert done.status == "paid"
    (copied,) = copying.copy_item(hall.taro, "RECIPE", secret.recipe_id).recipes
    assert (copied.origin, copied.origin_id) == ("purchase", f"RECIPE:{secret.recipe_id}")
    passed_on = shares.share(hall.taro, "RECIPE", copied.recipe_id, author_name="太郎")
    copy_of_copy = recipes.copy(hall.taro, copied.recipe_id)
    laundered = shares.share(hall.taro, "RECIPE", copy_of_copy.recipe_id, author_name="太郎")
    jiro = hall.owner("jiro")
    for reader in (None, jiro):
        for link in (own, passed_on, laundered):
            view = shares.open_link(hall.hanako, link.share_id, reader)
            assert not view.is_whole
            assert SECRET_STEP not in repr(view)
            assert SECRET_FOOD not in repr(view)
            assert "うなぎのたれ" in repr(view)
    assert shares.open_link(hall.hanako, own.share_id).recipes[1] is not None
    for link in (own, passed_on, laundered):
        with pytest.raises(NotBought):
            shares.copy_shared(jiro, link.share_id)
    assert shares.open_link(hall.hanako, own.share_id, hall.taro).is_whole
    assert SECRET_STEP in repr(shares.open_link(hall.hanako, passed_on.share_id, hall.taro))
    bought = shares.copy_shared(hall.taro, own.share_id)
    assert [each.origin for each in bought.recipes] == ["purchase", "share"]
    creators.edit_creator(hall.taro, {"name": "太郎"})
    for row in (copied, copy_of_copy, bought.recipes[0]):
        with pytest.raises(NotYoursToPublish):
            publishing.publish(hall.taro, "RECIPE", row.recipe_id, PublishForm(author_name="太郎"))


@pytest.mark.parametrize("price", [0, 300])
def test_what_was_bought_is_published_by_nobody_in_any_shape_and_is_told_why(hall: MarketHall, price: int) -> None:
    """Also to somebody who has said no name yet: that would not help them."""
    till = Till(hall.home.store, hall.home.clock, SandboxPayments())
    secret = hall.secret_recipe()
    hall.publish(hall.home.meal_set("夏", [secret]), price=300)
    week = publishing.find_publications(hall.hanako)[0].target_id
    payment_methods.add_method(hall.taro, till.payments, TEST_CARDS["succeeds"].number)
    purchases.buy(till, hall.taro, "SET", week, key="k", price=300)
    copied = copying.copy_item(hall.taro, "SET", week)
    assert copied.recipe_set is not None
    copy = recipes.copy(hall.taro, copied.recipes[0].recipe_id)
    recipes.edit(hall.taro, copy.recipe_id, {"title": "わたしの", "steps": "書き直した"})
    own = recipes.add(hall.taro, {"title": "冷奴", "ingredients": "豆腐 1丁", "steps": "切る"})
    mixed = sets.add(hall.taro, {"title": "寄せ"}, [{"recipe_id": own.recipe_id}, {"recipe_id": copy.recipe_id}])
    things: list[tuple[Kind, str]] = [
        ("RECIPE", copied.recipes[0].recipe_id),
        ("RECIPE", copy.recipe_id),
        ("SET", copied.recipe_set.set_id),
        ("SET", sets.copy(hall.taro, copied.recipe_set.set_id).set_id),
        ("SET", mixed.set_id),
    ]
    for name in (None, "太郎"):
        if name is not None:
            creators.edit_creator(hall.taro, {"name": name, "is_selling": True})
        for kind, item_id in things:
            with pytest.raises(NotYoursToPublish):
                publishing.publish(hall.taro, kind, item_id, PublishForm(price=price, author_name="太郎"))
    assert publishing.publish(hall.taro, "RECIPE", own.recipe_id, PublishForm(price, "太郎")).title == "冷奴"
