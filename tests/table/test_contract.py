"""The toolkit's contract, kept on every store: embedded in memory and in a file, at our endpoint, at a foreign one."""

from datetime import UTC, date, datetime
from decimal import Decimal
from itertools import count
from threading import Thread
from typing import Annotated, Any, Literal

import pytest
from tests.table import closet
from tests.table.awaited import typed_store
from tests.table.closet import Closet, Clothing, Label, Note, Notes, Tag, Worn, clothes, clothes_by_wear, clothes_worn

from chabudai import store, table
from chabudai.store import record_calls
from chabudai.table import (
    As,
    Design,
    Entity,
    Field,
    Gsi,
    InKey,
    OrNull,
    Put,
    Query,
    Table,
    Transaction,
    Trash,
    Version,
    begins_with,
    between,
    contains,
    exists,
    ge,
    gt,
    key,
    le,
    ne,
    not_exists,
    one_of,
    where,
)
from chabudai.table.errors import ConditionNotMet, InvalidCursor, ItemNotFound, NotUnique, StepFailed, TableDiffers

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
owners = (f"owner-{number}" for number in count())


class Pantry(Table, name="Pantry", pk="PK", sk="SK"):
    by_stock = Gsi("ByStock", "stock_pk", "stock_sk")
    by_shelf = Gsi("ByShelf", "stock_pk", "shelf_key")


class Food(Entity, table=Pantry, trash=Trash("gone_at", "state", "KEPT", "GONE")):
    owner: InKey[str]
    food: InKey[str]
    name: str
    state: Literal["KEPT", "GONE"] = "KEPT"
    gone_at: OrNull[int] = None
    stock: int = Field(default=0, ge=0, le=10)
    price: Decimal = Decimal(0)
    bought: Annotated[date | None, As("yyyymmdd")] = None
    picture: bytes = b""
    notes: list[str] = Field(default_factory=list)
    tags: frozenset[str] = frozenset()
    extra: dict[str, Any] = Field(default_factory=dict)
    shelf: InKey[str | None] = None
    version: Version = 0

    PK = key("P#{owner}")
    SK = key("FOOD#{food}")
    stock_pk = key("P#{owner}#{state}")
    stock_sk = key("STOCK#{stock:04}#{food}")
    shelf_key = key("SHELF#{shelf}")


@Pantry.pattern("P-1", "food by its stock", rows=3)
def by_stock(owner: str) -> Query[Food]:
    return Pantry.by_stock.query(Food, owner=owner, state="KEPT")


@Pantry.pattern("P-2", "food on a shelf")
def on_shelf(owner: str, shelf: str) -> Query[Food]:
    return Pantry.by_shelf.query(Food, owner=owner, state="KEPT", shelf=shelf)


design = Design("pantry", Pantry)


class Library(Table, name="Library", pk="PK", sk="SK"):
    by_genre = Gsi("ByGenre", ["owner", "genre"], ["year", "title"])


class Book(Entity, table=Library):
    book: InKey[str]
    owner: str
    genre: str
    year: int
    title: str

    PK = key("BOOK#{book}")
    SK = key("BOOK")


@pytest.fixture(scope="session")
def typed(opened: store.Store) -> table.TypedStore:
    typed = typed_store(opened, secret=b"of the contract", clock=lambda: NOW)
    typed.create(Closet, Notes, Pantry)
    return typed


@pytest.fixture
def owner() -> str:
    return next(owners)


@pytest.fixture
def moto_forgets_tokens(request: pytest.FixtureRequest) -> bool:
    """It takes a ClientRequestToken and does the transaction again."""
    return is_foreign(request)


@pytest.fixture
def moto_loses_races(request: pytest.FixtureRequest) -> bool:
    """It checks a condition and writes without a lock around both."""
    return is_foreign(request)


def is_foreign(request: pytest.FixtureRequest) -> bool:
    return str(request.node.callspec.params["opened"]).startswith("foreign")


def shirts(typed: table.TypedStore, owner: str, number: int) -> list[Clothing]:
    rows = [Clothing(owner=owner, clothing_id=f"{at:02}", name="shirt", wear_count=at % 4) for at in range(number)]
    return [typed.insert(row) for row in rows]


def rice(owner: str, **values: Any) -> Food:
    return Food(**{"owner": owner, "food": "rice", "name": "rice", **values})


def test_creating_tables_again_changes_nothing(typed: table.TypedStore, owner: str) -> None:
    shirts(typed, owner, 2)
    before = [describe(typed, each) for each in (Closet, Notes, Pantry)]
    typed.create(Closet, Notes, Pantry)
    assert [describe(typed, each) for each in (Closet, Notes, Pantry)] == before
    assert len(list(typed.all(clothes(owner)))) == 2


def describe(typed: table.TypedStore, kind: type[Table]) -> dict[str, Any]:
    """Without the counts, which some endpoints are late with."""
    found = typed.raw.call("DescribeTable", {"TableName": kind.name})["Table"]
    return {name: value for name, value in found.items() if name not in ("ItemCount", "TableSizeBytes")}


def test_a_table_that_differs_is_refused(typed: table.TypedStore) -> None:
    class Other(Table, name="Pantry", pk="PK", sk="SK", stream="NEW_IMAGE"): ...

    class Thing(Entity, table=Other):
        thing: InKey[str]
        PK = key("T#{thing}")
        SK = key("T")

    with pytest.raises(TableDiffers) as refused:
        typed.create(Other)
    assert refused.value.differences == [
        "the index ByStock is there, and the design has none of that name",
        "the index ByShelf is there, and the design has none of that name",
        "stream: NEW_IMAGE in the design, none in the table",
    ]


def test_an_entity_of_every_type_comes_back_as_it_was(typed: table.TypedStore, owner: str) -> None:
    food = rice(
        owner,
        price=Decimal("1234567890.12345678901234567890"),
        bought=date(2026, 2, 28),
        picture=b"\0\xff",
        notes=["味噌", ""],
        tags=frozenset({"a", "b"}),
        extra={"list": [1, None, True, {"deep": "x"}], "empty": ""},
        shelf="top",
    )
    stored = typed.insert(food)
    assert typed.one(Food.get(**food.own_key)) == stored == food.model_copy(update={"version": 1})


def test_a_get_finds_what_is_there_and_only_that(typed: table.TypedStore, owner: str) -> None:
    (shirt,) = shirts(typed, owner, 1)
    assert typed.get(closet.clothing(owner, "00")) == shirt
    assert typed.get(Tag.get(owner=owner, clothing_id="00").consistently()) == Tag(
        owner=owner, clothing_id="00", name="shirt"
    )
    assert typed.get(closet.clothing(owner, "01")) is None
    with pytest.raises(ItemNotFound):
        typed.one(closet.clothing(owner, "01"))


def test_a_batch_and_a_moment_give_what_was_asked_in_order(typed: table.TypedStore, owner: str) -> None:
    rows = shirts(typed, owner, 120)
    asked = [row.clothing_id for row in rows[::-1]]
    assert typed.batch(Clothing.batch(owner=owner, clothing_id=[*asked, "none", "00"])) == [*rows[::-1], None, rows[0]]
    assert typed.transact_get(closet.clothing(owner, "01"), Label.get(owner=owner, label_id="x")) == (rows[1], None)


def test_an_insert_does_not_replace(typed: table.TypedStore, owner: str) -> None:
    (shirt,) = shirts(typed, owner, 1)
    with pytest.raises(ConditionNotMet, match="exists already") as refused:
        typed.insert(shirt)
    assert refused.value.item is not None
    assert typed.put(shirt.model_copy(update={"name": "coat"})).name == "coat"
    assert typed.one(closet.clothing(owner, "00")).name == "coat"


def test_queries_meet_one_entity_in_the_order_of_its_key(typed: table.TypedStore, owner: str) -> None:
    rows = shirts(typed, owner, 6)
    worn = [typed.put(Worn(owner=owner, day=date(2026, 1, day), clothing_id="00")) for day in (1, 2, 3)]
    typed.insert(Label(owner=owner, label_id="l", name="red"))
    assert list(typed.all(clothes(owner))) == rows
    assert list(typed.all(clothes(owner).descending())) == rows[::-1]
    assert list(typed.all(closet.household(owner))) == [*rows, *worn]
    assert typed.count(clothes(owner)) == 6
    assert typed.first(clothes(owner)) == rows[0]
    ranges = [
        (between(date(2026, 1, 2), date(2026, 1, 3)), worn[1:]),
        (ge(date(2026, 1, 3)), worn[2:]),
        (le(date(2026, 1, 1)), worn[:1]),
        (gt(date(2026, 1, 1)), worn[1:]),
        (begins_with("202601"), worn),
        (between(date(2026, 1, 3), date(2026, 1, 1)), []),
    ]
    for asked, expected in ranges:
        assert list(typed.all(Closet.query(Worn, owner=owner, day=asked))) == expected


def test_an_index_follows_its_fields(typed: table.TypedStore, owner: str) -> None:
    rows = shirts(typed, owner, 8)
    assert [row.wear_count for row in typed.all(clothes_by_wear(owner))] == [3, 3, 2, 2, 1, 1, 0, 0]
    typed.write(Clothing.update(owner=owner, clothing_id="00").add(wear_count=9))
    typed.write(Clothing.update(owner=owner, clothing_id="01").set(status="DELETED"))
    assert next(iter(typed.page(clothes_by_wear(owner)))).clothing_id == "00"
    assert [row.clothing_id for row in typed.all(clothes_by_wear(owner, "DELETED"))] == ["01"]
    assert {row.clothing_id for row in typed.all(clothes_worn(owner, 3))} == {"00", "03", "07"}
    assert len(rows) == 8


def test_a_local_index_holds_only_rows_with_its_attribute(typed: table.TypedStore, owner: str) -> None:
    for number, price in enumerate((30, None, 10, 20)):
        typed.put(Clothing(owner=owner, clothing_id=str(number), name="shirt", price=price))
    assert [tag.price for tag in typed.all(closet.dearer(owner, 10))] == [20, 30]
    assert [tag.price for tag in typed.all(closet.dearer(owner, 0).descending())] == [30, 20, 10]


@pytest.mark.parametrize("size", [1, 3, 4, 50])
def test_pages_lead_through_every_row_once(typed: table.TypedStore, owner: str, size: int) -> None:
    rows = shirts(typed, owner, 12)
    for query, expected in (
        (clothes(owner), rows),
        (clothes(owner).descending(), rows[::-1]),
        (clothes(owner).filter(wear_count=le(1)), [row for row in rows if row.wear_count <= 1]),
    ):
        assert walked(typed, query, size) == expected
    by_wear = walked(typed, clothes_by_wear(owner), size)
    assert [row.wear_count for row in by_wear] == [3] * 3 + [2] * 3 + [1] * 3 + [0] * 3
    assert len(set(by_wear)) == 12


def walked(typed: table.TypedStore, query: Query[Clothing], size: int) -> list[Clothing]:
    found: list[Clothing] = []
    cursor = None
    while True:
        page = typed.page(query, cursor, size=size)
        found += page
        cursor = page.cursor
        if cursor is None:
            return found
        assert len(page) == size


def test_a_page_goes_on_behind_a_row_that_was_deleted(typed: table.TypedStore, owner: str) -> None:
    rows = shirts(typed, owner, 5)
    for query in (clothes(owner), clothes(owner).filter(name="shirt")):
        page = typed.page(query, size=2)
        typed.write(Clothing.delete(**rows[1].own_key))
        assert typed.page(query, page.cursor).items == tuple(rows[2:])
        typed.put(rows[1])
    with pytest.raises(InvalidCursor):
        typed.page(clothes(owner), page.cursor)


def test_an_update_changes_what_it_says_and_returns_it(typed: table.TypedStore, owner: str) -> None:
    typed.insert(rice(owner, notes=["a"], tags=frozenset({"x", "y"}), price=Decimal("1.5"), shelf="top"))
    update = Food.update(owner=owner, food="rice")
    changed = typed.write(
        update.set(name="brown rice", bought=date(2026, 1, 2))
        .add(stock=3, price=Decimal("0.25"))
        .append(notes=["b", "c"])
        .add_to_set(tags={"z"})
        .when(name="rice")
    )
    assert (changed.name, changed.stock, changed.price, changed.notes) == (
        "brown rice",
        3,
        Decimal("1.75"),
        ["a", "b", "c"],
    )
    assert changed.tags == {"x", "y", "z"}
    again = typed.write(update.remove_from_set(tags={"x", "y", "z"}).remove("bought"))
    assert (again.tags, again.bought, again.version) == (frozenset(), None, 3)
    assert typed.one(Food.get(owner=owner, food="rice")) == again
    assert typed.write(update.set(shelf="low")).shelf == "low"
    assert typed.write(update.set(shelf=None)).shelf is None


def test_what_is_stored_has_every_key_right(typed: table.TypedStore, owner: str) -> None:
    typed.insert(rice(owner))
    typed.write(Food.update(owner=owner, food="rice").add(stock=7))
    request = {"TableName": "Pantry", "Key": {"PK": {"S": f"P#{owner}"}, "SK": {"S": "FOOD#rice"}}}
    item = typed.raw.call("GetItem", request)["Item"]
    assert item["stock_sk"] == {"S": "STOCK#0007#rice"}
    assert item["stock_pk"] == {"S": f"P#{owner}#KEPT"}
    assert "shelf_key" not in item


def test_an_update_of_what_is_not_there_makes_nothing(typed: table.TypedStore, owner: str) -> None:
    for update in (
        Food.update(owner=owner, food="rice").set(name="x"),
        Food.update(owner=owner, food="rice").add(stock=1),
        Food.update(owner=owner, food="rice").set(name="x").when(stock=0),
    ):
        with pytest.raises(ItemNotFound):
            typed.write(update)
    assert typed.get(Food.get(owner=owner, food="rice")) is None


def test_an_upsert_makes_it_and_then_changes_it(typed: table.TypedStore, owner: str) -> None:
    upsert = Food.upsert(owner=owner, food="rice").add(stock=1).if_missing(name="rice")
    assert typed.write(upsert).stock == 1
    assert typed.write(upsert).stock == 2
    assert [food.stock for food in typed.all(by_stock(owner))] == [2]


def test_a_deletion_returns_what_was_there(typed: table.TypedStore, owner: str) -> None:
    (shirt,) = shirts(typed, owner, 1)
    assert typed.write(Clothing.delete(**shirt.own_key)) == shirt
    assert typed.write(Clothing.delete(**shirt.own_key)) is None
    with pytest.raises(ItemNotFound):
        typed.write(Clothing.delete(**shirt.own_key).existing())


CONDITIONS = [
    (where(name="rice", stock=ge(5)), True),
    (where(stock=between(1, 4)), False),
    (where(stock=one_of(1, 5)), True),
    (where(gone_at=None), True),
    (where(gone_at=exists()), False),
    (where(bought=not_exists()), True),
    (where(bought=ne(date(2026, 1, 1))), True),
    (where(price=0), True),
    (where(price=ne(0)), False),
    (where(notes=contains("a")), True),
    (where(tags=contains("z")), False),
    (where(tags=frozenset()), False),
    (where(name=begins_with("ri")) & ~where(stock=6), True),
    (where(name="x") | where(shelf="top"), True),
]


@pytest.mark.parametrize(("condition", "expected"), CONDITIONS, ids=range(len(CONDITIONS)))
def test_conditions_hold_for_filters_and_writes_alike(
    typed: table.TypedStore, owner: str, condition: Any, expected: bool
) -> None:
    typed.insert(rice(owner, stock=5, notes=["a"], tags=frozenset({"x"}), shelf="top"))
    assert typed.count(by_stock(owner).filter(condition)) == expected
    update = Food.update(owner=owner, food="rice").set(name="new").when(condition)
    if expected:
        assert typed.write(update).name == "new"
        return
    with pytest.raises(ConditionNotMet) as refused:
        typed.write(update)
    assert refused.value.item is not None


def test_a_counter_stays_within_its_bounds(typed: table.TypedStore, owner: str) -> None:
    typed.insert(rice(owner, stock=8))
    update = Food.update(owner=owner, food="rice")
    assert typed.write(update.add(stock=2)).stock == 10
    with pytest.raises(table.TableError):
        typed.write(update.add(stock=1))
    assert typed.write(update.add(stock=-10)).stock == 0
    with pytest.raises(table.TableError):
        typed.write(update.add(stock=-1))
    assert typed.one(Food.get(owner=owner, food="rice")).stock == 0


def test_many_add_to_one_counter_and_its_key_follows(
    typed: table.TypedStore, owner: str, moto_loses_races: bool
) -> None:
    typed.insert(Clothing(owner=owner, clothing_id="1", name="shirt"))

    def add() -> None:
        for _ in range(5):
            typed.write(Clothing.update(owner=owner, clothing_id="1").add(wear_count=1))

    at_once = 1 if moto_loses_races else 4
    threads = [Thread(target=add) for _ in range(at_once)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [row.wear_count for row in typed.all(clothes_worn(owner, 1))] == [5 * at_once]


def test_a_write_of_what_was_read_before_someone_elses_is_refused(typed: table.TypedStore, owner: str) -> None:
    first = typed.insert(rice(owner))
    second = typed.put(first.model_copy(update={"name": "x"}))
    assert second.version == 2
    with pytest.raises(ConditionNotMet, match="was changed since it was read"):
        typed.put(first.model_copy(update={"name": "y"}))
    assert typed.one(Food.get(owner=owner, food="rice")).name == "x"


def test_a_transaction_does_every_step_or_none(typed: table.TypedStore, owner: str) -> None:
    shirts(typed, owner, 2)
    day = date(2026, 1, 2)
    typed.transact(closet.wear(owner, day, "00"))
    assert typed.one(closet.clothing(owner, "00")).wear_count == 1
    assert typed.count(Closet.query(Worn, owner=owner)) == 1
    with pytest.raises(StepFailed, match=r"C-7 \(wear a piece on a day\): step 'day'") as refused:
        typed.transact(closet.wear(owner, day, "00"))
    assert (refused.value.step, type(refused.value.cause)) == ("day", ConditionNotMet)
    with pytest.raises(StepFailed) as refused:
        typed.transact(closet.wear(owner, day, "09"))
    assert (refused.value.step, type(refused.value.cause)) == ("clothing", ItemNotFound)
    assert typed.count(Closet.query(Worn, owner=owner)) == 1
    assert typed.one(closet.clothing(owner, "00")).wear_count == 1


def test_a_transaction_looks_and_checks(typed: table.TypedStore, owner: str) -> None:
    (shirt,) = shirts(typed, owner, 1)
    deletion = Transaction().step("shirt", Clothing.delete(**shirt.own_key))
    with pytest.raises(StepFailed) as refused:
        typed.transact(deletion.step("no labels", Label.check(owner=owner, label_id="l")))
    assert refused.value.step == "no labels"
    assert typed.get(Clothing.get(**shirt.own_key)) == shirt
    typed.transact(deletion.step("no labels", Label.check(owner=owner, label_id="l").absent()))
    assert typed.get(Clothing.get(**shirt.own_key)) is None


def test_a_transaction_under_one_token_is_done_once(
    typed: table.TypedStore, owner: str, moto_forgets_tokens: bool
) -> None:
    shirts(typed, owner, 1)
    update = Clothing.update(owner=owner, clothing_id="00").add(wear_count=1)
    once = Transaction().step("wear", update).once(f"token of {owner}")
    typed.transact(once)
    typed.transact(once)
    assert typed.one(closet.clothing(owner, "00")).wear_count == (2 if moto_forgets_tokens else 1)


def test_a_name_is_one_labels_own_until_it_is_given_up(typed: table.TypedStore, owner: str) -> None:
    red = typed.insert(Label(owner=owner, label_id="1", name="red"))
    with pytest.raises(NotUnique, match="another has the same one_name"):
        typed.insert(Label(owner=owner, label_id="2", name="red"))
    assert typed.get(Label.get(owner=owner, label_id="2")) is None
    blue = typed.insert(Label(owner=owner, label_id="2", name="blue"))
    with pytest.raises(NotUnique):
        typed.write(Label.update(**blue.own_key).set(name="red"))
    assert typed.write(Label.update(**red.own_key).set(name="green")).name == "green"
    assert typed.write(Label.update(**blue.own_key).set(name="red")).name == "red"
    typed.write(Label.delete(**blue.own_key))
    typed.insert(Label(owner=owner, label_id="3", name="red"))


def test_an_index_of_several_attributes_follows_without_a_read(typed: table.TypedStore, owner: str) -> None:
    typed.create(Library)
    for year, title in ((1906, "Botchan"), (1914, "Kokoro"), (1905, "Neko"), (1914, "Haha")):
        typed.insert(Book(book=f"{owner} {title}", owner=owner, genre="novel", year=year, title=title))
    novels = Library.by_genre.query(Book, owner=owner, genre="novel")
    assert [book.title for book in typed.all(novels)] == ["Neko", "Botchan", "Haha", "Kokoro"]
    in_1914 = Library.by_genre.query(Book, owner=owner, genre="novel", year=1914, title=begins_with("K"))
    assert [book.title for book in typed.all(in_1914)] == ["Kokoro"]
    with record_calls() as asked:
        typed.write(Book.update(book=f"{owner} Neko").add(year=20))
    assert [each.operation for each in asked] == ["UpdateItem"]
    assert [page.items[0].title for page in (typed.page(novels.descending(), size=1),)] == ["Neko"]


def test_what_has_expired_is_gone(typed: table.TypedStore, owner: str) -> None:
    now = int(NOW.timestamp())
    for number, expires_at in enumerate((now - 1, None, now, now + 1)):
        typed.put(Note(owner=owner, number=number, expires_at=expires_at))
    assert [note.number for note in typed.page(closet.notes(owner))] == [1, 3]
    assert typed.get(Note.get(owner=owner, number=0)) is None
    assert typed.count(closet.unread(owner)) == 2


def test_what_is_thrown_away_can_be_taken_back(typed: table.TypedStore, owner: str) -> None:
    typed.insert(rice(owner))
    away = Food.move_to_trash(77, owner=owner, food="rice")
    assert typed.write(away).state == "GONE"
    assert list(typed.all(by_stock(owner))) == []
    with pytest.raises(ConditionNotMet):
        typed.write(away)
    back = typed.write(Food.restore(owner=owner, food="rice"))
    assert (back.state, back.gone_at) == ("KEPT", None)
    assert list(typed.all(by_stock(owner))) == [back]


def test_what_was_asked_is_recorded(typed: table.TypedStore, owner: str) -> None:
    shirts(typed, owner, 3)
    with record_calls() as asked:
        typed.page(clothes_by_wear(owner), size=2)
        typed.write(Put(Clothing(owner=owner, clothing_id="9", name="x")))
    assert [(each.pattern, each.operation, each.table, each.index, each.items) for each in asked] == [
        ("C-3", "Query", "Closet", "ByWear", 3),
        (None, "PutItem", "Closet", None, 1),
    ]
    assert all(each.units > 0 for each in asked)
