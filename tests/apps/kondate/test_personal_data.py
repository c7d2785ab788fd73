"""What is kept of a person: nothing is left of it anywhere once they go, and others lose nothing."""

from pathlib import Path

from tests.apps.kondate.household import NOON, Household

from chabudai.adapters import objects
from chabudai.apps.kondate import design, personal_data
from chabudai.apps.kondate.book import first_visit, recipes
from chabudai.apps.kondate.book.entities import Recipe
from chabudai.apps.kondate.kitchen import cooking, fridge, plans, shopping
from chabudai.apps.kondate.main_table import MainTable
from chabudai.apps.kondate.market import creators, fridge_looks, items, publishing, saves
from chabudai.apps.kondate.market.drafts import PublishForm
from chabudai.apps.kondate.market.entities import PaymentMethod, Share, Shared
from chabudai.apps.kondate.own_rows import OWN_ENTITIES
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
    store, kept = home.store, objects.open(str(tmp_path))
    kept.put("kondate-taro/im_1/large.webp", b"x", "image/webp")
    saves.save(home.owner("taro"), "RECIPE", mine.recipe_id)
    before = [row for row in _scan(home) if "jiro" in row and "Catalog" not in row]
    personal_data.erase(store, home.clock, kept, "taro")
    rows = _scan(home)
    assert [row for row in rows if "taro" in row or theirs.recipe_id in row] == []
    assert [row for row in rows if "jiro" in row and "Catalog" not in row] == before
    assert items.find_item(home.owner("jiro"), "RECIPE", mine.recipe_id).card.saved_count == 0
    assert list(kept.list("kondate-taro")) == []
    personal_data.erase(store, home.clock, kept, "taro")


def test_what_others_saved_stays_readable_without_a_name(home: Household, tmp_path: Path) -> None:
    theirs = live_a_little(home, "taro")
    live_a_little(home, "jiro")
    saves.save(home.owner("jiro"), "RECIPE", theirs.recipe_id)
    personal_data.erase(home.store, home.clock, objects.open(str(tmp_path)), "taro")
    (held,) = saves.find_all_saved(home.owner("jiro"), "RECIPE")
    assert held.card is not None
    assert held.card.title == "肉じゃが"
    assert [row for row in _scan(home) if "taro" in row] == []
    saves.unsave(home.owner("jiro"), "RECIPE", theirs.recipe_id)
    assert [row for row in _scan(home) if theirs.recipe_id in row] == []


def test_whoever_comes_back_begins_anew(home: Household, tmp_path: Path) -> None:
    live_a_little(home, "taro")
    personal_data.erase(home.store, home.clock, objects.open(str(tmp_path)), "taro")
    first_visit.welcome(home.owner("taro"), name="太郎", language="ja", page_language="ja")
    assert len(list(home.store.all(design.categories("taro", "book")))) == 6


def test_the_export_is_whole_but_for_what_is_secret(home: Household) -> None:
    live_a_little(home, "taro")
    found = personal_data.export(home.store, "taro")
    assert {kind["entity_type"] for kind in found["others"]} >= {"PROFILE", "PAYMENT_METHOD", "SHARED"}
    assert (len(found["log"]), len(found["plans"]), len(found["sets"])) == (1, 1, 13)
    assert "tok_secret" not in str(found)
