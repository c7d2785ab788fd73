"""Single writes: what is sent for each, what comes back, and what is refused before or after."""

from decimal import Decimal
from typing import Annotated, Any

import pytest
from tests.table.designs_for_writes import SHIRT, Clothing, Member, Wardrobe, clothes_by_wear, keys, shirt, stored, wear
from tests.table.designs_for_writes import home as home

from chabudai import table
from chabudai.store import record_calls
from chabudai.table import As, Entity, Field, InKey, Insert, OrNull, Put, Table, TypedStore, ge, key
from chabudai.table.errors import (
    ConditionNotMet,
    DelimiterInValue,
    EmptyPart,
    InvalidFieldValue,
    ItemNotFound,
    ItemTooLarge,
    PartOutOfRange,
)


class Notes(Table, name="Notes", pk="PK", sk="SK"):
    """Fields that a store can't change by itself."""


class Note(Entity, table=Notes):
    owner: str
    at: int = 0
    rank: Annotated[int, As("05")] = 0
    grade: OrNull[int] = None
    price: Decimal = Decimal(0)
    few: frozenset[str] = Field(default=frozenset(), max_length=2)
    seen: int | None = None
    PK = key("N#{owner}")
    SK = key("AT#{at:05}")


@pytest.fixture
def notes(home: TypedStore) -> TypedStore:
    home.create(Notes)
    home.put(Note(owner="o"))
    return home


def asked_by(store: TypedStore, plan: Any) -> list[str]:
    with record_calls() as asked:
        store.write(plan)
    return [each.operation for each in asked]


def test_a_status_that_is_set_moves_its_key_in_one_write(home: TypedStore) -> None:
    home.insert(shirt())
    plan = Clothing.update(**SHIRT).set(status="LENT")
    explained = home.explain(plan)
    assert explained.operations == ("UpdateItem",)
    assert any("status_list_pk" in line and "computed: 'W#w#CLOTH#LENT'" in line for line in explained.lines)
    assert asked_by(home, plan) == ["UpdateItem"]
    assert keys(home) == ("W#w#CLOTH#LENT", "WEAR#0000000000#1")


def test_a_key_of_which_one_of_two_parts_changes_is_made_of_the_other_as_it_is_read() -> None:
    class Shelf(Table, name="Shelf", pk="PK", sk="SK"):
        by_place = table.Gsi("ByPlace", "place_pk", "place_sk")

    class Book(Entity, table=Shelf):
        book_id: str
        room: str
        board: int = 0
        PK = key("BOOK")
        SK = key("BOOK#{book_id}")
        place_pk = key("PLACE")
        place_sk = key("ROOM#{room}#{board:03}")

    with table.open(":memory:") as store:
        store.create(Shelf)
        store.insert(Book(book_id="1", room="hall", board=7))
        plan = Book.update(book_id="1").set(room="study")
        explained = store.explain(plan)
        assert explained.operations == ("GetItem", "UpdateItem")
        assert any("place_sk" in line and "after reading board" in line for line in explained.lines)
        assert any("read first: board" in line for line in explained.lines)
        assert asked_by(store, plan) == ["GetItem", "UpdateItem"]
        assert stored(store, Book, book_id="1")["place_sk"] == {"S": "ROOM#study#007"}


def test_a_sum_is_copied_into_its_key_and_not_the_summand(home: TypedStore) -> None:
    home.insert(shirt(wear_count=41))
    plan = wear("w", "1")
    explained = home.explain(plan)
    assert explained.operations == ("GetItem", "UpdateItem")
    assert any("wear_count_sk" in line and "after reading wear_count" in line for line in explained.lines)
    assert asked_by(home, plan) == ["GetItem", "UpdateItem"]
    assert keys(home) == ("W#w#CLOTH#ACTIVE", "WEAR#0000000042#1")
    assert [each.wear_count for each in home.all(clothes_by_wear("w"))] == [42]


def test_a_sum_that_the_condition_fixes_needs_no_read(home: TypedStore) -> None:
    home.insert(shirt(wear_count=41))
    plan = wear("w", "1").when(wear_count=41)
    assert home.explain(plan).operations == ("UpdateItem",)
    assert asked_by(home, plan) == ["UpdateItem"]
    assert keys(home)[1] == "WEAR#0000000042#1"
    with pytest.raises(ConditionNotMet):
        home.write(plan)
    assert keys(home)[1] == "WEAR#0000000042#1"


def test_a_sum_that_is_a_key_of_several_attributes_as_it_is_takes_one_write(home: TypedStore) -> None:
    home.insert(shirt(price=1_000))
    plan = Clothing.update(**SHIRT).add(price=500)
    assert home.explain(plan).operations == ("UpdateItem",)
    assert asked_by(home, plan) == ["UpdateItem"]
    query = Wardrobe.by_price.query(Clothing, wardrobe="w", status="ACTIVE", price=ge(1_500))
    assert [each.price for each in home.all(query)] == [1_500]


def test_an_update_of_what_is_not_there_makes_nothing(home: TypedStore) -> None:
    for plan in (wear("w", "1"), Clothing.update(**SHIRT).set(name="coat"), Clothing.update(**SHIRT).add(price=1)):
        with pytest.raises(ItemNotFound, match=r"there is no Clothing\(wardrobe='w', clothing_id='1'\)"):
            home.write(plan)
    assert home.get(Clothing.get(**SHIRT)) is None


def test_a_refusal_says_of_which_pattern_it_is(home: TypedStore) -> None:
    with pytest.raises(ItemNotFound, match=r"AP-16 \(worn once more\)"):
        home.write(wear("w", "1"))


def test_an_update_returns_the_entity_as_it_is_stored(home: TypedStore) -> None:
    home.insert(shirt(tags={"warm"}))
    returned = home.write(Clothing.update(**SHIRT).set(name="coat").append(notes=["torn"]).add_to_set(tags={"old"}))
    assert returned == shirt(name="coat", notes=["torn"], tags={"warm", "old"})
    assert home.one(Clothing.get(**SHIRT)) == returned


def test_an_update_without_any_change_looks_whether_it_is_there(home: TypedStore) -> None:
    with pytest.raises(ItemNotFound):
        home.write(Clothing.update(**SHIRT))
    home.insert(shirt())
    assert home.write(Clothing.update(**SHIRT).add_to_set(tags=())) == shirt()


def test_an_insert_over_another_is_refused_and_tells_it(home: TypedStore) -> None:
    home.insert(shirt())
    with pytest.raises(ConditionNotMet, match="exists already") as refused:
        home.insert(shirt(name="coat"))
    assert refused.value.item["name"] == {"S": "shirt"}
    assert home.one(Clothing.get(**SHIRT)).name == "shirt"


def test_a_put_replaces_whatever_was_there_unless_it_must_exist(home: TypedStore) -> None:
    with pytest.raises(ItemNotFound):
        home.write(Put(shirt()).existing())
    home.put(shirt(notes=["torn"], deleted_at=5))
    home.write(Put(shirt(name="coat")).existing())
    assert home.one(Clothing.get(**SHIRT)) == shirt(name="coat")


def test_a_deletion_returns_what_was_there(home: TypedStore) -> None:
    home.insert(shirt())
    assert home.write(Clothing.delete(**SHIRT)) == shirt()
    assert home.write(Clothing.delete(**SHIRT)) is None
    with pytest.raises(ItemNotFound):
        home.write(Clothing.delete(**SHIRT).existing())
    with pytest.raises(ItemNotFound):
        home.write(Clothing.delete(**SHIRT).when(status="ACTIVE"))


def test_a_deletion_whose_condition_does_not_hold_leaves_all_as_it_was(home: TypedStore) -> None:
    home.insert(shirt())
    with pytest.raises(ConditionNotMet, match="the condition on status is not met"):
        home.write(Clothing.delete(**SHIRT).when(status="LENT"))
    assert home.one(Clothing.get(**SHIRT)) == shirt()


@pytest.mark.parametrize(
    "plan",
    [
        Insert(shirt(wardrobe="w#CLOTH#x")),
        Clothing.update(wardrobe="w#x", clothing_id="1").set(name="coat"),
        Clothing.delete(wardrobe="w", clothing_id="1#2"),
        Member.update(house="h", member_id="1").set(room="a#POINTS"),
        Member.update(house="h", member_id="1").set(name="a#b"),
    ],
    ids=["insert", "update", "delete", "half a key", "a guard"],
)
def test_a_delimiter_in_a_key_is_refused_before_anything_is_sent(home: TypedStore, plan: Any) -> None:
    with record_calls() as asked, pytest.raises(DelimiterInValue, match="holds the delimiter #"):
        home.write(plan)
    assert asked == []


def test_an_empty_part_of_a_key_is_refused_before_anything_is_sent(home: TypedStore) -> None:
    with record_calls() as asked, pytest.raises(EmptyPart) as refused:
        home.write(Member.update(house="h", member_id="1").set(room=""))
    assert asked == []
    assert refused.value.__notes__ == ["asked for by Member(house='h', member_id='1')"]


def test_a_sum_too_long_for_its_key_is_refused(home: TypedStore) -> None:
    home.insert(Member(house="h", member_id="1", name="a", points=999_999))
    with pytest.raises(PartOutOfRange):
        home.write(Member.update(house="h", member_id="1").add(points=1))
    assert home.one(Member.get(house="h", member_id="1")).points == 999_999


def test_what_would_make_an_item_too_large_is_refused_with_its_pattern(home: TypedStore) -> None:
    home.insert(shirt())

    @Wardrobe.pattern("AP-99", "a long story")
    def tell(story: str) -> table.Update[Clothing]:
        return Clothing.update(**SHIRT).append(notes=[story])

    with pytest.raises(ItemTooLarge, match=r"^AP-99 \(a long story\): Clothing.* more than the 400 KB"):
        home.write(tell("x" * 410_000))


def test_a_field_that_is_none_is_left_out_or_null_as_it_says(notes: TypedStore) -> None:
    assert "seen" not in stored(notes, Note, owner="o", at=0)
    assert stored(notes, Note, owner="o", at=0)["grade"] == {"NULL": True}
    notes.write(Note.update(owner="o", at=0).set(seen=3, grade=4))
    notes.write(Note.update(owner="o", at=0).set(seen=None, grade=None))
    assert "seen" not in stored(notes, Note, owner="o", at=0)
    assert stored(notes, Note, owner="o", at=0)["grade"] == {"NULL": True}


def test_what_is_removed_is_the_default_again(home: TypedStore) -> None:
    home.insert(shirt(status="LENT", wear_count=3, notes=["a"], tags={"b"}, deleted_at=9))
    returned = home.write(Clothing.update(**SHIRT).remove("status", "wear_count", "notes", "tags", "deleted_at"))
    assert returned == shirt()
    assert keys(home) == ("W#w#CLOTH#ACTIVE", "WEAR#0000000000#1")


def test_what_the_store_can_not_add_to_is_read_and_written_whole(notes: TypedStore) -> None:
    plan = Note.update(owner="o", at=0).add(rank=2, grade=3, seen=4)
    assert asked_by(notes, plan) == ["GetItem", "UpdateItem"]
    assert notes.write(plan) == Note(owner="o", rank=4, grade=6, seen=8)


def test_a_sum_is_as_exact_as_the_store_is() -> None:
    class Prices(Table, name="Prices", pk="PK"):
        by_price = table.Gsi("ByPrice", "price_pk", "price_sk")

    class Price(Entity, table=Prices):
        id: str
        amount: Decimal
        rate: float
        PK = key("{id}")
        price_pk = key("PRICE#{rate:+3.3}")
        price_sk = key("AMOUNT#{amount:+30.8}")

    long = Decimal("123456789012345678901234567890.12345678")
    with table.open(":memory:") as store:
        store.create(Prices)
        store.insert(Price(id="1", amount=long, rate=0.1))
        found = store.write(Price.update(id="1").add(amount=Decimal("0.00000001"), rate=0.2))
        assert (str(found.amount), found.rate) == ("123456789012345678901234567890.12345679", 0.3)
        row = stored(store, Price, id="1")
        assert row["price_pk"]["S"].endswith("000.300")
        assert row["price_sk"]["S"].endswith("123456789012345678901234567890.12345679")


@pytest.mark.parametrize("amount", [1.5, "one", None, True])
def test_only_a_number_of_the_fields_own_kind_is_added(amount: Any) -> None:
    with pytest.raises((InvalidFieldValue, table.DesignError)):
        Clothing.update(**SHIRT).add(wear_count=amount)


def test_a_set_with_a_limit_grows_up_to_it_and_counts_what_it_has_only_once(notes: TypedStore) -> None:
    one = Note.update(owner="o", at=0)
    notes.write(one.add_to_set(few={"a", "b"}))
    notes.write(one.add_to_set(few={"b", "a"}))
    with pytest.raises(ConditionNotMet, match="few would have 3, and 2 are the most"):
        notes.write(one.add_to_set(few={"c"}))
    assert notes.write(one.remove_from_set(few={"a"})).few == {"b"}
    assert notes.write(one.remove_from_set(few={"b"})).few == frozenset()


def test_an_upsert_makes_what_is_not_there_and_changes_what_is(home: TypedStore) -> None:
    plan = Clothing.upsert(**SHIRT).add(wear_count=1).if_missing(name="shirt", price=9)
    assert home.write(plan) == shirt(wear_count=1, price=9)
    home.write(Clothing.update(**SHIRT).set(status="LENT", name="coat", price=5))
    assert home.write(plan) == shirt(wear_count=2, price=5, status="LENT", name="coat")
    assert keys(home) == ("W#w#CLOTH#LENT", "WEAR#0000000002#1")


def test_an_upsert_that_lacks_a_value_for_a_new_one_is_refused_before_anything_is_sent(home: TypedStore) -> None:
    with record_calls() as asked, pytest.raises(InvalidFieldValue, match="name: it has no default, so an upsert"):
        home.write(Clothing.upsert(**SHIRT).add(wear_count=1))
    assert asked == []


@pytest.mark.parametrize("stored", [{}, {"b": {"NULL": True}}, {"b": {"N": "3"}}])
@pytest.mark.parametrize("is_upsert", [False, True])
def test_if_missing_gives_a_first_value_also_where_none_is_stored_as_null(
    stored: dict[str, Any], is_upsert: bool
) -> None:
    class Shop(Table, name="Shop", pk="PK", sk="SK"): ...

    class Customer(Entity, table=Shop):
        c: InKey[str]
        b: OrNull[int] = None
        PK = key("C#{c}")
        SK = key("C")

    with table.open(":memory:") as store:
        store.create(Shop)
        item = {"PK": {"S": "C#1"}, "SK": {"S": "C"}, **stored}
        store.raw.call("PutItem", {"TableName": "Shop", "Item": item})
        plan = Customer.upsert(c="1") if is_upsert else Customer.update(c="1")
        assert store.write(plan.if_missing(b=5)).b == (3 if "N" in stored.get("b", {}) else 5)
