"""The catalog: what is published is a snapshot, found newest first, by words and by its creator, and can end."""

import pytest
from tests.apps.kondate.market.market_hall import SECRET_FOOD, SECRET_STEP, MarketHall

from chabudai.apps.kondate import design
from chabudai.apps.kondate.book import recipes
from chabudai.apps.kondate.errors import (
    AuthorMissing,
    CreatorNameMissing,
    NoSuchCreator,
    NoSuchItem,
    NoSuchRecipe,
    NotYoursToPublish,
    PriceRefused,
    SellingNotOn,
    WordTooShort,
)
from chabudai.apps.kondate.market import catalog, creators, indexing, items, publishing, saves
from chabudai.apps.kondate.market.catalog import CatalogFilter
from chabudai.apps.kondate.market.drafts import PublishForm
from chabudai.apps.kondate.market.entities import Token
from chabudai.web.errors import InvalidFields, WrongCursor

FORM = PublishForm(author_name="花子")


def titles(page: catalog.CardPage) -> list[str]:
    return [card.title for card in page.cards]


def test_a_published_recipe_is_a_snapshot_and_not_the_draft(hall: MarketHall) -> None:
    draft = hall.recipe("肉じゃが")
    card = hall.publish(draft)
    recipes.edit(hall.hanako, draft.recipe_id, {"title": "新じゃが"})
    item = items.find_item(hall.taro, "RECIPE", draft.recipe_id)
    assert (item.card.title, item.access, card.creator_name) == ("肉じゃが", "free", "花子の台所")
    assert item.recipes is not None
    assert [each.name for each in item.recipes[0].ingredients] == ["じゃがいも", "牛肉"]


def test_publishing_anew_keeps_id_time_and_saves(hall: MarketHall) -> None:
    draft = hall.recipe("肉じゃが")
    first = hall.publish(draft)
    saves.save(hall.taro, "RECIPE", draft.recipe_id)
    hall.home.clock.advance(hours=1)
    recipes.edit(hall.hanako, draft.recipe_id, {"title": "新じゃが", "ingredients": "新じゃが 5個"})
    second = hall.publish(draft)
    assert (second.item_id, second.created_at, second.saved_count) == (first.item_id, first.created_at, 1)
    assert second.changed_at > first.changed_at
    store = hall.home.store
    assert titles(catalog.find_newest(store, "RECIPE")) == ["新じゃが"]
    assert [row.title for row in store.all(design.creator_titles("hanako"))] == ["新じゃが"]
    assert titles(catalog.search(store, "RECIPE", "牛肉")) == []
    assert titles(catalog.search(store, "RECIPE", "新じゃが")) == ["新じゃが"]


def test_a_set_carries_the_texts_of_its_recipes(hall: MarketHall) -> None:
    one, two = hall.recipe("豚汁", "豚肉 100g"), hall.recipe("白和え", "豆腐 1丁")
    made = hall.home.meal_set("平日", [one, two], [1, 2])
    hall.publish(made)
    for recipe in (one, two):
        recipes.delete(hall.hanako, recipe.recipe_id)
    item = items.find_item(hall.taro, "SET", made.set_id)
    assert item.recipes is not None
    assert [(each.title, each.day, each.ingredients[0].name) for each in item.recipes] == [
        ("豚汁", 1, "豚肉"),
        ("白和え", 2, "豆腐"),
    ]
    assert [dish.title for dish in item.card.dishes] == ["豚汁", "白和え"]
    assert titles(catalog.search(hall.home.store, "SET", "豆腐")) == ["平日"]


def test_a_set_published_anew_leaves_no_dish_of_before(hall: MarketHall) -> None:
    one, two = hall.recipe("豚汁", "豚肉 100g"), hall.recipe("白和え", "豆腐 1丁")
    made = hall.home.meal_set("平日", [one, two])
    hall.publish(made)
    recipes.delete(hall.hanako, one.recipe_id)
    hall.publish(made)
    item = items.find_item(hall.taro, "SET", made.set_id)
    assert item.recipes is not None
    assert [each.title for each in item.recipes] == ["白和え"]
    assert _stored(hall, "CATALOG_DISHES#" + made.set_id) == 1


def test_nobody_publishes_without_a_name_an_author_or_what_is_not_theirs(hall: MarketHall) -> None:
    draft = hall.recipe()
    with pytest.raises(CreatorNameMissing):
        publishing.publish(hall.hanako, "RECIPE", draft.recipe_id, FORM)
    creators.edit_creator(hall.hanako, {"name": "花子"})
    creators.edit_creator(hall.taro, {"name": "太郎"})
    with pytest.raises(AuthorMissing):
        publishing.publish(hall.hanako, "RECIPE", draft.recipe_id, PublishForm(author_name=" "))
    with pytest.raises(InvalidFields):
        publishing.publish(hall.hanako, "RECIPE", draft.recipe_id, PublishForm(source_url="javascript:1"))
    with pytest.raises(NoSuchRecipe):
        publishing.publish(hall.taro, "RECIPE", draft.recipe_id, FORM)
    for origin in ("starter", "purchase"):
        foreign = hall.recipe(origin=origin)
        with pytest.raises(NotYoursToPublish):
            publishing.publish(hall.hanako, "RECIPE", foreign.recipe_id, FORM)
        made = hall.home.meal_set("借り物", [foreign, draft])
        with pytest.raises(NotYoursToPublish):
            publishing.publish(hall.hanako, "SET", made.set_id, FORM)
    assert titles(catalog.find_newest(hall.home.store, "RECIPE")) == []


def test_a_price_is_for_creators_who_sell_and_what_they_wrote_themselves(hall: MarketHall) -> None:
    draft, copied = hall.recipe(), hall.recipe(origin="catalog", author_name="母")
    creators.edit_creator(hall.hanako, {"name": "花子"})
    with pytest.raises(SellingNotOn):
        publishing.publish(hall.hanako, "RECIPE", draft.recipe_id, PublishForm(300, "花子"))
    creators.edit_creator(hall.hanako, {"is_selling": True})
    for price in (99, 3001, -1):
        with pytest.raises(PriceRefused):
            publishing.publish(hall.hanako, "RECIPE", draft.recipe_id, PublishForm(price, "花子"))
    with pytest.raises(NotYoursToPublish):
        publishing.publish(hall.hanako, "RECIPE", copied.recipe_id, PublishForm(300, "花子"))
    assert publishing.publish(hall.hanako, "RECIPE", copied.recipe_id, PublishForm()).author_name == "母"
    assert publishing.publish(hall.hanako, "RECIPE", draft.recipe_id, PublishForm(300, "花子")).price == 300


def test_unpublishing_leaves_lists_and_search_but_not_those_who_saved_it(hall: MarketHall) -> None:
    draft = hall.recipe("肉じゃが")
    hall.publish(draft)
    saves.save(hall.taro, "RECIPE", draft.recipe_id)
    publishing.unpublish(hall.hanako, "RECIPE", draft.recipe_id)
    store = hall.home.store
    assert titles(catalog.find_newest(store, "RECIPE")) == titles(catalog.find_popular(store, "RECIPE")) == []
    assert titles(catalog.search(store, "RECIPE", "肉じゃが")) == []
    assert creators.find_published(store, "hanako", "RECIPE") == ([], None)
    with pytest.raises(NoSuchItem):
        items.find_item(hall.owner("jiro"), "RECIPE", draft.recipe_id)
    with pytest.raises(NoSuchItem):
        saves.save(hall.owner("jiro"), "RECIPE", draft.recipe_id)
    item = items.find_item(hall.taro, "RECIPE", draft.recipe_id)
    assert item.card.is_ended
    assert item.recipes is not None
    (kept,) = saves.find_all_saved(hall.taro, "RECIPE")
    assert kept.card is not None
    assert kept.card.is_ended
    with pytest.raises(NoSuchItem):
        publishing.unpublish(hall.hanako, "RECIPE", draft.recipe_id)


def test_what_nobody_holds_any_more_leaves_no_row(hall: MarketHall) -> None:
    made = hall.home.meal_set("平日", [hall.recipe("豚汁", "豚肉 100g")])
    before = _rows(hall)
    hall.publish(made)
    saves.save(hall.taro, "SET", made.set_id)
    publishing.unpublish(hall.hanako, "SET", made.set_id)
    assert _rows(hall) > before
    saves.unsave(hall.taro, "SET", made.set_id)
    left = _rows(hall) - before
    assert {sk.split("#")[0] for _, sk in left} <= {"CREATOR", "NOTIFICATION", "TOLD"}
    with pytest.raises(NoSuchItem):
        items.find_item(hall.taro, "SET", made.set_id)


def test_what_was_published_before_comes_back_with_its_saves(hall: MarketHall) -> None:
    draft = hall.recipe("肉じゃが")
    first = hall.publish(draft)
    saves.save(hall.taro, "RECIPE", draft.recipe_id)
    publishing.unpublish(hall.hanako, "RECIPE", draft.recipe_id)
    again = hall.publish(draft)
    assert (again.created_at, again.saved_count) == (first.created_at, 1)
    assert titles(catalog.find_popular(hall.home.store, "RECIPE")) == ["肉じゃが"]
    assert titles(catalog.search(hall.home.store, "RECIPE", "じゃが")) == ["肉じゃが"]
    assert saves.unsave(hall.taro, "RECIPE", draft.recipe_id).saved_count == 0


def test_search_folds_width_and_kana_takes_parts_and_several_words(hall: MarketHall) -> None:
    hall.publish(hall.recipe("鶏のてりやき", "鶏もも肉 1枚\n醤油 大さじ1", tags=("お弁当",)))
    hall.publish(hall.recipe("Egg curry", "卵 2個\nカレー粉 5g"))
    store = hall.home.store
    for words in ("テリヤキ", "ﾃﾘﾔｷ", "鶏", "もも肉", "弁当", "醤油 てり", "花子"):
        assert "鶏のてりやき" in titles(catalog.search(store, "RECIPE", words)), words
    for words in ("ＥＧＧ", "かれー", "egg カレー"):
        assert titles(catalog.search(store, "RECIPE", words)) == ["Egg curry"], words
    assert titles(catalog.search(store, "RECIPE", "卵 醤油")) == []
    assert titles(catalog.search(store, "SET", "卵")) == []
    with pytest.raises(WordTooShort):
        catalog.search(store, "RECIPE", "て")
    assert len(catalog.search(store, "RECIPE", " ").cards) == 2


def test_pages_are_full_under_filters_and_cursors_belong_to_their_list(hall: MarketHall) -> None:
    for number in range(12):
        minutes = 10 if number % 3 == 0 else 40
        hall.publish(hall.recipe(f"豆腐料理{number}", minutes=minutes), price=300 if number % 2 else 0)
    store, quick = hall.home.store, CatalogFilter(minutes=15)
    first = catalog.find_newest(store, "RECIPE", quick, size=3)
    rest = catalog.find_newest(store, "RECIPE", quick, first.cursor, size=3)
    assert titles(first) + titles(rest) == [f"豆腐料理{number}" for number in (9, 6, 3, 0)]
    paid = catalog.search(store, "RECIPE", "豆腐", CatalogFilter(price="paid"), size=4)
    more = catalog.search(store, "RECIPE", "豆腐", CatalogFilter(price="paid"), paid.cursor, size=4)
    assert titles(paid) + titles(more) == [f"豆腐料理{number}" for number in (11, 9, 7, 5, 3, 1)]
    assert titles(catalog.find_popular(store, "RECIPE", CatalogFilter(15, "free"))) == ["豆腐料理6", "豆腐料理0"]
    with pytest.raises(WrongCursor):
        catalog.find_popular(store, "RECIPE", cursor=first.cursor)


def test_what_has_to_be_bought_is_on_no_road_to_be_seen(hall: MarketHall) -> None:
    secret = hall.secret_recipe()
    made = hall.home.meal_set("夏の膳", [secret, hall.recipe("冷奴", "豆腐 1丁")])
    hall.publish(secret, price=300)
    hall.publish(made, price=500)
    store, taro = hall.home.store, hall.taro
    roads = [
        items.find_item(taro, "RECIPE", secret.recipe_id),
        items.find_item(taro, "SET", made.set_id),
        catalog.find_newest(store, "RECIPE"),
        catalog.find_newest(store, "SET"),
        catalog.find_popular(store, "RECIPE"),
        catalog.search(store, "RECIPE", "うなぎ"),
        creators.find_published(store, "hanako", "SET"),
    ]
    saves.save(taro, "SET", made.set_id)
    roads.append(saves.find_all_saved(taro, "SET"))
    for road in roads:
        assert "うなぎのたれ" in repr(road)
        assert SECRET_STEP not in repr(road)
        assert SECRET_FOOD not in repr(road)
        assert "locked" in repr(road) or "access" not in repr(road)
    assert titles(catalog.search(store, "RECIPE", SECRET_FOOD)) == []
    assert titles(catalog.search(store, "SET", "豆腐")) == []
    card = items.find_item(taro, "SET", made.set_id).card
    assert (card.ingredients, card.steps, card.servings) == (3, 2, 2)
    own = items.find_item(hall.hanako, "RECIPE", secret.recipe_id)
    assert (own.access, SECRET_STEP in repr(own)) == ("own", True)


def test_a_creators_new_name_stands_on_what_they_published(hall: MarketHall) -> None:
    draft = hall.recipe()
    hall.publish(draft)
    creators.edit_creator(hall.hanako, {"name": "はなこ", "text": "毎日の台所から"})
    cards, _ = creators.find_published(hall.home.store, "hanako", "RECIPE")
    assert [card.creator_name for card in cards] == ["はなこ"]
    assert creators.find_creator(hall.home.store, "hanako").text == "毎日の台所から"
    for nobody in ("taro", "#", ""):
        with pytest.raises(NoSuchCreator):
            creators.find_published(hall.home.store, nobody, "RECIPE")


def test_words_that_were_interrupted_are_brought_to_their_end(hall: MarketHall) -> None:
    draft = hall.recipe("肉じゃが")
    hall.publish(draft)
    store = hall.home.store
    (publication,) = publishing.find_publications(hall.hanako)
    store.write(type(publication).update(**publication.own_key).set(is_indexed=False))
    place = {"kind": "RECIPE", "created_at": publication.published_at, "target_id": draft.recipe_id}
    store.write(Token.delete(**place, token="牛肉"))
    assert titles(catalog.search(store, "RECIPE", "牛肉")) == []
    assert len(list(indexing.index_all(store))) == 1
    assert titles(catalog.search(store, "RECIPE", "牛肉")) == ["肉じゃが"]
    assert list(indexing.index_all(store)) == []


def test_an_id_that_can_be_none_is_nowhere(hall: MarketHall) -> None:
    for wrong in ("", "#", "x" * 300, "../a"):
        with pytest.raises(NoSuchItem):
            items.find_item(hall.taro, "RECIPE", wrong)


def _rows(hall: MarketHall) -> set[tuple[str, str]]:
    found = hall.home.store.raw.call("Scan", {"TableName": "MainTable"})["Items"]
    return {(row["PK"]["S"], row["SK"]["S"]) for row in found}


def _stored(hall: MarketHall, partition: str) -> int:
    return sum(pk == partition for pk, _ in _rows(hall))
