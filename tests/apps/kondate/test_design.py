"""The kitchen's table as its seed says: items attribute by attribute, and what every access pattern asks."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Any

import pytest
from tests.apps.noted_store import NotedTables, reads_back, stored, tables

from chabudai.apps.kondate import design as kondate
from chabudai.apps.kondate.book.entities import Category, CookStep, Ingredient, Profile, Recipe, RecipeSet, SetDish
from chabudai.apps.kondate.kitchen.entities import (
    CookLog,
    DeletedFridgeItem,
    Dish,
    FridgeItem,
    Plan,
    ShoppingItem,
    Taken,
)
from chabudai.apps.kondate.main_table import MainTable
from chabudai.apps.kondate.market.entities import (
    CatalogRecipe,
    CatalogSet,
    CreatorRecipe,
    CreatorSet,
    News,
    Notification,
    NotificationSettings,
    PaymentMethod,
    Purchase,
    Purchased,
    PushToken,
    Saved,
    Share,
    Shared,
    Subscription,
    Token,
)
from chabudai.table import Entity
from chabudai.table.attributes import Item
from chabudai.table.creation import create_table_request

THEN = datetime(2026, 2, 9, 10, tzinfo=UTC)
LATER = 4102444800

RECIPE = Recipe(
    user_id="u_01",
    recipe_id="r_01",
    title="肉じゃが",
    servings=2,
    ingredients=(
        Ingredient(name="じゃがいも", quantity="3個", amount="3", unit="個"),
        Ingredient(name="塩", quantity="少々"),
    ),
    steps=(CookStep(text="煮る", seconds=1200),),
    tags=("和食",),
    origin="own",
    created_at=THEN,
    updated_at=THEN,
)
PLAN = Plan(
    user_id="u_01",
    slot="CURRENT",
    set_id="s_01",
    set_title="平日の五品",
    applied_at=THEN,
    items=(Dish(item_id="d_01", recipe_id="r_01", title="肉じゃが", servings=2),),
)
EGGS = FridgeItem(
    user_id="u_01",
    item_id="i_01",
    name="卵",
    quantity="6個",
    amount="6",
    unit="個",
    best_before=date(2026, 2, 20),
    note="奥の棚",
    created_at=THEN,
    updated_at=THEN,
)
PUBLISHED = CatalogRecipe(
    recipe_id="r_01",
    creator_id="u_01",
    creator_name="母",
    title="肉じゃが",
    ingredients=RECIPE.ingredients,
    steps=RECIPE.steps,
    saved_count=12345,
    created_at=THEN,
)

TEXTS: Item = {
    "title": {"S": "肉じゃが"},
    "servings": {"N": "2"},
    "ingredients": {
        "L": [
            {"M": {"name": {"S": "じゃがいも"}, "quantity": {"S": "3個"}, "amount": {"S": "3"}, "unit": {"S": "個"}}},
            {"M": {"name": {"S": "塩"}, "quantity": {"S": "少々"}}},
        ]
    },
    "steps": {"L": [{"M": {"text": {"S": "煮る"}, "seconds": {"N": "1200"}}}]},
}

EXAMPLES: list[tuple[Entity, Item]] = [
    (
        RECIPE,
        {
            "PK": {"S": "USER#u_01"},
            "SK": {"S": "RECIPE#r_01"},
            "GSI1PK": {"S": "ENTITY#RECIPE#r_01"},
            "GSI1SK": {"S": "OWNER#u_01"},
            "entityType": {"S": "RECIPE"},
            **TEXTS,
            "tags": {"L": [{"S": "和食"}]},
            "origin": {"S": "own"},
            "createdAt": {"S": "2026-02-09T10:00:00Z"},
            "updatedAt": {"S": "2026-02-09T10:00:00Z"},
        },
    ),
    (
        PLAN,
        {
            "PK": {"S": "USER#u_01"},
            "SK": {"S": "PLAN#CURRENT"},
            "entityType": {"S": "PLAN"},
            "setId": {"S": "s_01"},
            "setTitle": {"S": "平日の五品"},
            "appliedAt": {"S": "2026-02-09T10:00:00Z"},
            "items": {
                "L": [
                    {
                        "M": {
                            "itemId": {"S": "d_01"},
                            "recipeId": {"S": "r_01"},
                            "title": {"S": "肉じゃが"},
                            "servings": {"N": "2"},
                            "isSkipped": {"BOOL": False},
                        }
                    }
                ]
            },
        },
    ),
    (
        CookLog(
            user_id="u_01", log_id="log_01", day=date(2026, 2, 9), recipe_id="r_01", title="肉じゃが", created_at=THEN
        ),
        {
            "PK": {"S": "USER#u_01"},
            "SK": {"S": "COOKLOG#2026-02-09#log_01"},
            "date": {"S": "2026-02-09"},
            "entityType": {"S": "COOKLOG"},
            "recipeId": {"S": "r_01"},
            "title": {"S": "肉じゃが"},
            "servings": {"N": "2"},
            "createdAt": {"S": "2026-02-09T10:00:00Z"},
        },
    ),
    (
        PUBLISHED,
        {
            "PK": {"S": "CATALOG#RECIPE"},
            "SK": {"S": "CREATED#2026-02-09T10:00:00Z#r_01"},
            "GSI1PK": {"S": "ENTITY#RECIPE#r_01"},
            "GSI1SK": {"S": "PUBLIC#"},
            "GSI2PK": {"S": "CATALOG#RECIPE"},
            "GSI2SK": {"S": "SORT#POPULAR#0000012345#r_01"},
            "GSI3PK": {"S": "CREATOR#u_01#RECIPE"},
            "GSI3SK": {"S": "CREATED#2026-02-09T10:00:00Z#r_01"},
            "entityType": {"S": "CATALOG_RECIPE"},
            **TEXTS,
            "tags": {"L": []},
            "creatorId": {"S": "u_01"},
            "creatorName": {"S": "母"},
            "savedCount": {"N": "12345"},
            "createdAt": {"S": "2026-02-09T10:00:00Z"},
        },
    ),
    (
        Share(
            share_id="sh_01",
            target_type="RECIPE",
            target_id="r_01",
            author_name="母",
            source_url="https://example.com/",
            owner_id="u_01",
            created_at=THEN,
        ),
        {
            "PK": {"S": "SHARE#sh_01"},
            "SK": {"S": "META#"},
            "entityType": {"S": "SHARE"},
            "targetType": {"S": "RECIPE"},
            "targetId": {"S": "r_01"},
            "authorName": {"S": "母"},
            "sourceUrl": {"S": "https://example.com/"},
            "ownerId": {"S": "u_01"},
            "createdAt": {"S": "2026-02-09T10:00:00Z"},
        },
    ),
]

U: dict[str, Any] = {"user_id": "u_01"}
TARGET: dict[str, Any] = {"target_type": "RECIPE", "target_id": "r_01"}

# Of these the seed says the keys.
KEYS: list[tuple[Entity, str]] = [
    (Profile(**U, name="母", created_at=THEN, updated_at=THEN), "USER#u_01 / PROFILE#"),
    (
        RecipeSet(
            **U, set_id="s_01", title="週", dishes=(SetDish(recipe_id="r_01"),), created_at=THEN, updated_at=THEN
        ),
        "USER#u_01 / SET#s_01",
    ),
    (PLAN.model_copy(update={"slot": "NEXT"}), "USER#u_01 / PLAN#NEXT"),
    (ShoppingItem(**U, item_id="i_01", name="卵", created_at=THEN, updated_at=THEN), "USER#u_01 / SHOPPING#i_01"),
    (EGGS, "USER#u_01 / FRIDGE#i_01"),
    (
        DeletedFridgeItem(
            **U, item_id="i_01", name="卵", created_at=THEN, deleted_at=THEN, expires_at=LATER, amount="1/2"
        ),
        "USER#u_01 / FRIDGE_DELETED#2026-02-09T10:00:00Z#i_01",
    ),
    (Category(**U, scope="book", category_id="c_01", name="主菜"), "USER#u_01 / CATEGORY#book#c_01"),
    (
        PaymentMethod(
            **U, payment_method_id="pm_01", brand="visa", last4="4242", provider_token="tok", created_at=THEN
        ),
        "USER#u_01 / PAYMENT_METHOD#pm_01",
    ),
    (
        Purchase(**U, purchase_id="p_01", purchased_at=THEN, **TARGET, title="肉じゃが", amount=120),
        "USER#u_01 / PURCHASE#2026-02-09T10:00:00Z#p_01",
    ),
    (
        Subscription(**U, plan="family", started_at=THEN, period_ends_at=THEN, canceled_at=THEN),
        "USER#u_01 / SUBSCRIPTION#ACTIVE",
    ),
    (
        Notification(**U, notification_id="n_01", created_at=THEN, kind="plan", title="次の献立"),
        "USER#u_01 / NOTIFICATION#2026-02-09T10:00:00Z#n_01",
    ),
    (PushToken(**U, platform="ios", token_hash="9af3", created_at=THEN), "USER#u_01 / PUSH_TOKEN#ios#9af3"),
    (NotificationSettings(**U, muted=frozenset({"plan"}), last_read_at=THEN), "USER#u_01 / NOTIFICATION_SETTINGS#"),
    (
        CookLog(
            **U,
            log_id="log_02",
            day=date(2026, 2, 9),
            recipe_id="r_01",
            title="x",
            created_at=THEN,
            taken=(Taken(item_id="i_01", name="卵", amount="2", unit="個"),),
        ),
        "USER#u_01 / COOKLOG#2026-02-09#log_02",
    ),
    (Saved(**U, **TARGET, published_at=THEN, title="x", saved_at=THEN), "USER#u_01 / SAVED#RECIPE#r_01"),
    (
        CatalogSet(
            set_id="s_01",
            creator_id="u_01",
            creator_name="母",
            title="週",
            dishes=(SetDish(recipe_id="r_01"),),
            created_at=THEN,
        ),
        "CATALOG#SET / CREATED#2026-02-09T10:00:00Z#s_01",
    ),
    (
        CreatorRecipe(creator_id="u_01", recipe_id="r_01", created_at=THEN, title="x"),
        "CREATOR#u_01 / CATALOG_RECIPE#2026-02-09T10:00:00Z#r_01",
    ),
    (
        CreatorSet(creator_id="u_01", set_id="s_01", created_at=THEN, title="x"),
        "CREATOR#u_01 / CATALOG_SET#2026-02-09T10:00:00Z#s_01",
    ),
    (Purchased(**U, **TARGET, purchased_at=THEN, purchase_id="p_01"), "USER#u_01 / PURCHASED#RECIPE#r_01"),
    (Shared(**U, **TARGET, share_id="sh_01"), "USER#u_01 / SHARED#RECIPE#r_01"),
    (
        Token(kind="RECIPE", token="肉", created_at=THEN, target_id="r_01"),
        "TOKEN#RECIPE#肉 / CREATED#2026-02-09T10:00:00Z#r_01",
    ),
    (News(news_id="n_01", created_at=THEN, title="x"), "NEWS / CREATED#2026-02-09T10:00:00Z#n_01"),
]

MINE = "Query table | PK = USER#u AND begins_with(SK, "

READS: list[tuple[Any, str]] = [
    (kondate.profile("u"), "GetItem USER#u / PROFILE#"),
    (kondate.recipes("u"), MINE + "RECIPE#) | descending"),
    (kondate.recipe("u", "r"), "GetItem USER#u / RECIPE#r"),
    (kondate.recipe_by_id("r"), "Query GSI1 | GSI1PK = ENTITY#RECIPE#r"),
    (kondate.sets("u"), MINE + "SET#) | descending"),
    (kondate.recipe_set("u", "s"), "GetItem USER#u / SET#s"),
    (kondate.set_by_id("s"), "Query GSI1 | GSI1PK = ENTITY#SET#s"),
    (kondate.plan("u", "CURRENT"), "GetItem USER#u / PLAN#CURRENT"),
    (kondate.plan("u", "NEXT"), "GetItem USER#u / PLAN#NEXT"),
    (kondate.plans("u"), MINE + "PLAN#)"),
    (kondate.shopping("u"), MINE + "SHOPPING#)"),
    (kondate.fridge("u"), MINE + "FRIDGE#)"),
    (kondate.deleted_fridge("u"), MINE + "FRIDGE_DELETED#) | descending"),
    (kondate.categories("u", "book"), MINE + "CATEGORY#book#)"),
    (kondate.categories("u", "catalog"), MINE + "CATEGORY#catalog#)"),
    (kondate.cooked_in("u", 2026, 2), MINE + "COOKLOG#2026-02)"),
    (kondate.cooked_on("u", date(2026, 2, 9)), MINE + "COOKLOG#2026-02-09#)"),
    (kondate.payment_methods("u"), MINE + "PAYMENT_METHOD#)"),
    (kondate.purchases("u"), MINE + "PURCHASE#) | descending"),
    (kondate.subscription("u"), "GetItem USER#u / SUBSCRIPTION#ACTIVE"),
    (kondate.purchased("u", "SET", "s"), "GetItem USER#u / PURCHASED#SET#s"),
    (kondate.newest_recipes(), "Query table | PK = CATALOG#RECIPE AND begins_with(SK, CREATED#) | descending"),
    (kondate.newest_sets(), "Query table | PK = CATALOG#SET AND begins_with(SK, CREATED#) | descending"),
    (
        kondate.popular_recipes(),
        "Query GSI2 | GSI2PK = CATALOG#RECIPE AND begins_with(GSI2SK, SORT#POPULAR#) | descending",
    ),
    (kondate.popular_sets(), "Query GSI2 | GSI2PK = CATALOG#SET AND begins_with(GSI2SK, SORT#POPULAR#) | descending"),
    (
        kondate.recipes_by("c"),
        "Query GSI3 | GSI3PK = CREATOR#c#RECIPE AND begins_with(GSI3SK, CREATED#) | descending",
    ),
    (kondate.sets_by("c"), "Query GSI3 | GSI3PK = CREATOR#c#SET AND begins_with(GSI3SK, CREATED#) | descending"),
    (kondate.published_recipe("r"), "Query GSI1 | GSI1PK = ENTITY#RECIPE#r AND GSI1SK = PUBLIC#"),
    (kondate.published_set("s"), "Query GSI1 | GSI1PK = ENTITY#SET#s AND GSI1SK = PUBLIC#"),
    (kondate.creator_titles("c"), "Query table | PK = CREATOR#c"),
    (kondate.notifications("u"), MINE + "NOTIFICATION#) | descending"),
    (kondate.notification_settings("u"), "GetItem USER#u / NOTIFICATION_SETTINGS#"),
    (kondate.push_tokens("u"), MINE + "PUSH_TOKEN#)"),
    (kondate.news(), "Query table | PK = NEWS AND begins_with(SK, CREATED#) | descending"),
    (kondate.saved("u", "RECIPE"), MINE + "SAVED#RECIPE#)"),
    (kondate.saved_one("u", "SET", "s"), "GetItem USER#u / SAVED#SET#s"),
    (kondate.share("x"), "GetItem SHARE#x / META#"),
    (kondate.shared("u", "SET", "s"), "GetItem USER#u / SHARED#SET#s"),
    (
        kondate.found_by("RECIPE", "肉"),
        "Query table | PK = TOKEN#RECIPE#肉 AND begins_with(SK, CREATED#) | descending",
    ),
]


@pytest.fixture
def store() -> Iterator[NotedTables]:
    with tables(kondate.design) as opened:
        yield opened


@pytest.mark.parametrize(("entity", "item"), EXAMPLES, ids=[type(entity).__name__ for entity, _ in EXAMPLES])
def test_an_item_is_stored_attribute_by_attribute_as_the_seed_says(entity: Entity, item: Item) -> None:
    assert stored(entity) == item


@pytest.mark.parametrize(("entity", "place"), KEYS, ids=[type(entity).__name__ for entity, _ in KEYS])
def test_a_row_stands_where_the_seed_says_and_says_its_type(entity: Entity, place: str) -> None:
    item = stored(entity)
    assert f"{item['PK']['S']} / {item['SK']['S']}" == place
    assert item["entityType"]["S"]


@pytest.mark.parametrize(
    "entity",
    [entity for entity, _ in EXAMPLES] + [entity for entity, _ in KEYS],
    ids=lambda entity: type(entity).__name__,
)
def test_an_item_reads_back(store: NotedTables, entity: Entity) -> None:
    assert reads_back(store, entity)


@pytest.mark.parametrize(
    ("plan", "asked"), READS, ids=[f"{plan.pattern.number} {plan.pattern.description}" for plan, _ in READS]
)
def test_a_read_is_one_request(store: NotedTables, plan: Any, asked: str) -> None:
    assert store.asks(plan) == [asked]


def test_every_pattern_of_the_seed_is_there_and_what_goes_beyond_its_numbers_says_so() -> None:
    seed = {str(number) for number in range(1, 11)}
    assert seed <= {pattern.label.number for pattern in MainTable.patterns}
    for pattern in MainTable.patterns:
        if pattern.label.number not in seed:
            assert pattern.label.description.startswith(("rows without a number in the seed", "beyond the seed"))


def test_the_table_is_the_seeds() -> None:
    request = create_table_request(MainTable)
    assert request["TableName"] == "MainTable"
    assert [key["AttributeName"] for key in request["KeySchema"]] == ["PK", "SK"]
    assert (request["BillingMode"], request["SSESpecification"]) == ("PAY_PER_REQUEST", {"Enabled": True})
    assert [
        (each["IndexName"], [key["AttributeName"] for key in each["KeySchema"]], each["Projection"]["ProjectionType"])
        for each in request["GlobalSecondaryIndexes"]
    ] == [(f"GSI{number}", [f"GSI{number}PK", f"GSI{number}SK"], "ALL") for number in (1, 2, 3)]


def test_writes_of_the_seed_are_one_request_each(store: NotedTables) -> None:
    item = ShoppingItem(**U, item_id="i_01", name="卵", created_at=THEN, updated_at=THEN)
    category = Category(**U, scope="book", category_id="c_01", name="主菜")
    recipe_set = RecipeSet(
        **U, set_id="s_01", title="週", dishes=(SetDish(recipe_id="r_01"),), created_at=THEN, updated_at=THEN
    )
    store.put(Profile(**U, name="母", created_at=THEN, updated_at=THEN))
    store.write(kondate.add_category(category))
    asked = [
        store.asks(kondate.edit_profile("u_01", {"name": "父"})),
        store.asks(kondate.add_recipe(RECIPE)),
        store.asks(kondate.edit_recipe("u_01", "r_01", {"title": "新じゃが", "note": "春に"})),
        store.asks(kondate.delete_recipe("u_01", "r_01")),
        store.asks(kondate.add_set(recipe_set)),
        store.asks(
            kondate.edit_set("u_01", "s_01", {"dishes": (SetDish(recipe_id="r_02"), SetDish(recipe_id="r_01"))})
        ),
        store.asks(kondate.delete_set("u_01", "s_01")),
        store.asks(kondate.put_plan(PLAN)),
        store.asks(kondate.delete_plan(PLAN)),
        store.asks(kondate.add_shopping(item)),
        store.asks(kondate.put_shopping(item)),
        store.asks(kondate.delete_shopping(item)),
        store.asks(kondate.add_fridge(EGGS)),
        store.asks(kondate.put_fridge(EGGS)),
        store.asks(kondate.delete_fridge(EGGS)),
        store.asks(kondate.edit_category("u_01", "book", "c_01", {"sort_order": 3})),
    ]
    assert [" | ".join(each).replace("USER#u_01 / ", "") for each in asked] == [
        "UpdateItem PROFILE#",
        "PutItem RECIPE#r_01",
        "UpdateItem RECIPE#r_01",
        "DeleteItem RECIPE#r_01",
        "PutItem SET#s_01",
        "UpdateItem SET#s_01",
        "DeleteItem SET#s_01",
        "PutItem PLAN#CURRENT",
        "DeleteItem PLAN#CURRENT",
        "PutItem SHOPPING#i_01",
        "PutItem SHOPPING#i_01",
        "DeleteItem SHOPPING#i_01",
        "PutItem FRIDGE#i_01",
        "PutItem FRIDGE#i_01",
        "DeleteItem FRIDGE#i_01",
        "UpdateItem CATEGORY#book#c_01",
    ]


def test_a_category_is_written_with_the_row_that_guards_its_name(store: NotedTables) -> None:
    asked = [
        store.asks(kondate.add_category(Category(**U, scope="book", category_id="c_01", name="主菜"))),
        store.asks(kondate.edit_category("u_01", "book", "c_01", {"name": "副菜"})),
        store.asks(kondate.delete_category("u_01", "book", "c_01")),
    ]
    writes = [each.replace("USER#u_01 / ", "") for calls in asked for each in calls if each.startswith("Transact")]
    assert writes == [
        "TransactWriteItems Put CATEGORY#book#c_01; Put CATEGORYNAME#book#主菜",
        "TransactWriteItems Update CATEGORY#book#c_01; Delete CATEGORYNAME#book#主菜; Put CATEGORYNAME#book#副菜",
        "TransactWriteItems Delete CATEGORY#book#c_01; Delete CATEGORYNAME#book#副菜",
    ]


def test_what_has_been_in_the_trash_for_thirty_days_is_gone(store: NotedTables) -> None:
    expired = DeletedFridgeItem(
        **U, item_id="i_01", name="卵", created_at=THEN, deleted_at=THEN, expires_at=1_577_836_800
    )
    store.write(kondate.add_deleted_fridge(expired))
    assert list(store.page(kondate.deleted_fridge("u_01"))) == []


def test_popularity_follows_every_save(store: NotedTables) -> None:
    for name, saves in (("a", 3), ("b", 12), ("c", 1)):
        store.put(PUBLISHED.model_copy(update={"recipe_id": name, "saved_count": saves}))
    store.write(CatalogRecipe.update(created_at=THEN, recipe_id="c").add(saved_count=3))
    assert [each.recipe_id for each in store.page(kondate.popular_recipes())] == ["b", "c", "a"]


def test_an_id_alone_finds_the_owners_and_the_published_recipe(store: NotedTables) -> None:
    own, published = store.put(RECIPE), store.put(PUBLISHED)
    assert list(store.page(kondate.recipe_by_id("r_01"))) == [own, published]
    assert list(store.page(kondate.published_recipe("r_01"))) == [published]
    assert list(store.page(kondate.recipes_by("u_01"))) == [published]


def test_a_months_logs_are_found_by_their_beginning(store: NotedTables) -> None:
    for day in (date(2026, 1, 31), date(2026, 2, 1), date(2026, 2, 28), date(2026, 3, 1)):
        store.put(CookLog(**U, log_id=day.isoformat(), day=day, recipe_id="r", title="x", created_at=THEN))
    found = [log.day.day for log in store.page(kondate.cooked_in("u_01", 2026, 2))]
    assert found == [1, 28]
