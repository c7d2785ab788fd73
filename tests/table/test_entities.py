"""Entities: declared, inherited, asked for; and declarations that are refused."""

from typing import Annotated, Any

import pytest
from pydantic import PrivateAttr, ValidationError, field_validator, model_validator
from tests.table.designs import entity_named, table_named

from chabudai import table as toolkit
from chabudai.table import Entity, Field, Gsi, InKey, Lsi, Stored, Table, Trash, View, camel, computed, id_field, key
from chabudai.table.errors import (
    DelimiterInValue,
    DesignError,
    ImmutableField,
    InvalidComputedPart,
    InvalidFieldValue,
    InvalidKeyValue,
    UnknownField,
    UnreadableItem,
)


class Shelves(Table, name="Shelves", pk="PK", sk="SK", naming=camel):
    by_title = Gsi("ByTitle", "titlePk", "titleSk")


class Thing(Entity):
    """What all things on shelves have; itself on none."""

    shelf: InKey[str]
    title: str = Field(min_length=1, max_length=20)
    note: str | None = None

    titlePk = key("S#{shelf}")  # noqa: N815 - as it is stored


class Book(Thing, table=Shelves):
    book_id: str = id_field("bk_")
    pages: int = Field(default=0, ge=0)

    PK = key("S#{shelf}#BOOK")
    SK = key("BOOK#{book_id}")
    titleSk = key("TITLE#{title}#{book_id}")  # noqa: N815 - as it is stored


class Record(Thing, table=Shelves):
    record_id: InKey[str] = id_field("rc_")

    PK = key("S#{shelf}#RECORD")
    SK = key("RECORD#{record_id}")
    titleSk = key("TITLE#{title:escaped}#{record_id}")  # noqa: N815 - as it is stored

    @property
    def shout(self) -> str:
        return self.title.upper()


def test_entities_inherit_fields_and_keys_and_add_their_own() -> None:
    book = Book(shelf="s", title="T", book_id="bk_1")
    assert Book.layout.to_item(Book.layout.values(book)) == {
        "PK": {"S": "S#s#BOOK"},
        "SK": {"S": "BOOK#bk_1"},
        "title": {"S": "T"},
        "bookId": {"S": "bk_1"},
        "pages": {"N": "0"},
        "titlePk": {"S": "S#s"},
        "titleSk": {"S": "TITLE#T#bk_1"},
    }
    record = Record(shelf="s", title="t", record_id="rc_1")
    found = Record.layout.from_item(Record.layout.to_item(Record.layout.values(record)))
    assert (found, found.shout) == (record, "T")


def test_a_key_of_an_heir_stands_in_the_place_of_its_parents() -> None:
    class Others(Table, name="Others", pk="PK", sk="SK"):
        by_title = Gsi("ByTitle", "titlePk", "titleSk")

    class Scroll(Book, table=Others):
        SK = key("SCROLL#{book_id}")

    scroll = Scroll(shelf="s", title="T", book_id="1")
    item = Scroll.layout.to_item(Scroll.layout.values(scroll))
    assert (item["SK"], item["PK"]) == ({"S": "SCROLL#1"}, {"S": "S#s#BOOK"})
    assert isinstance(Scroll.layout.from_item(item), Scroll)
    assert "book_id" in item


def test_an_id_is_made_when_none_is_given_and_sorts_by_time() -> None:
    ids = [Book(shelf="s", title="T").book_id for _ in range(50)]
    assert ids == sorted(set(ids))
    assert ids[0].startswith("bk_")
    made = entity_named(
        "Made",
        table_named("T"),
        {"made_id": InKey[str]},
        made_id=id_field(make=toolkit.ulid),
        PK=key("A"),
        SK=key("{made_id}"),
    )
    ulids = [made().made_id for _ in range(50)]
    assert ulids == sorted(set(ulids))
    assert {len(each) for each in ulids} == {26}


def test_an_entity_is_frozen_and_takes_nothing_that_it_does_not_know() -> None:
    book = Book(shelf="s", title="T")
    with pytest.raises(ValidationError, match="frozen"):
        book.title = "U"  # type: ignore[misc]
    with pytest.raises(ValidationError, match="Extra inputs are not permitted"):
        Book(shelf="s", title="T", page=3)  # type: ignore[call-arg]


def test_its_own_key_is_what_leads_back_to_it() -> None:
    with toolkit.open(":memory:") as store:
        store.create(Shelves)
        book = store.insert(Book(shelf="s", title="T"))
        assert book.own_key == {"book_id": book.book_id, "shelf": "s"}
        assert store.get(Book.get(**book.own_key)) == book
        store.write(Book.update(**book.own_key).add(pages=3))
        assert store.one(Book.get(**book.own_key)).pages == 3


def test_a_batch_asks_for_every_combination_in_order() -> None:
    plan = Book.batch(shelf=["a", "b"], book_id=("1", "2"))
    assert [(key["shelf"], key["book_id"]) for key in plan.keys] == [("a", "1"), ("a", "2"), ("b", "1"), ("b", "2")]
    assert Book.batch(shelf="a", book_id=[]).keys == ()
    with toolkit.open(":memory:") as store:
        store.create(Shelves)
        assert store.batch(Book.batch(shelf="a", book_id=[])) == []


def test_a_key_is_asked_for_by_all_of_its_fields_and_no_other() -> None:
    with pytest.raises(InvalidKeyValue, match="book_id in the key of Book: nothing was given for it"):
        Book.get(shelf="s")
    with pytest.raises(UnknownField, match="title is not in the key of Book, which is made of book_id, shelf"):
        Book.get(shelf="s", book_id="1", title="T")
    with pytest.raises(InvalidFieldValue, match="shelf: Input should be a valid string, but it was 5"):
        Book.get(shelf=5, book_id="1")
    with pytest.raises(DelimiterInValue, match="could pass for another key"):
        Book.layout.key({"shelf": "s#BOOK", "book_id": "1"})


def test_what_can_not_change_is_refused_before_anything_is_sent() -> None:
    with pytest.raises(ImmutableField, match=r"Book.shelf is part of its key"):
        Book.update(shelf="s", book_id="1").set(shelf="t")
    with pytest.raises(UnknownField, match=r"Book has no field 'titel'; did you mean title\?"):
        Book.update(shelf="s", book_id="1").set(titel="x")
    with pytest.raises(InvalidFieldValue, match="title: String should have at least 1 character"):
        Book.update(shelf="s", book_id="1").set(title="")


def test_what_has_no_trash_can_not_be_thrown_away() -> None:
    with pytest.raises(DesignError, match="Book has no trash"):
        Book.move_to_trash(5, shelf="s", book_id="1")
    with pytest.raises(UnknownField, match="has no field 'gone_at'"):

        class Bin(Entity, table=table_named("T"), trash=Trash("gone_at")):
            name: str

            PK = key("A")
            SK = key("B")


def test_an_heir_of_something_stored_must_say_where_it_is_stored() -> None:
    with pytest.raises(DesignError, match="Rare inherits from Book, which is stored: say table=… for it too"):

        class Rare(Book):
            price: int

    class Spine(View, of=Book):
        shelf: InKey[str]
        book_id: str

    with pytest.raises(DesignError, match="Narrow inherits from Spine, which is stored: say of=… for it too"):

        class Narrow(Spine): ...


def test_two_entities_of_one_name_in_a_table_are_refused() -> None:
    shelves = table_named("Shelves")
    entity_named("Cup", shelves, {"cup_id": InKey[str]}, PK=key("A#{cup_id}"), SK=key("A"))
    with pytest.raises(DesignError, match="has two entities named Cup"):
        entity_named("Cup", shelves, {"cup_id": InKey[str]}, PK=key("B#{cup_id}"), SK=key("B"))


def test_an_entity_without_its_tables_key_is_refused() -> None:
    with pytest.raises(DesignError, match="Cup has no SK, the key of"):
        entity_named("Cup", table_named("Shelves"), {"cup_id": InKey[str]}, PK=key("A#{cup_id}"))


def test_a_field_may_be_a_key_as_it_is() -> None:
    plates = table_named("Plates")
    fields = {"kind": Annotated[str, Stored("PK")], "number": Annotated[int, Stored("SK")], "colour": str}
    plate = entity_named("Plate", plates, fields)
    with toolkit.open(":memory:") as store:
        store.create(plates)
        kept = store.insert(plate(kind="deep", number=7, colour="blue"))
        assert store.one(plate.get(kind="deep", number=7)) == kept
        assert plate.layout.to_item(plate.layout.values(kept))["SK"] == {"N": "7"}
        store.write(plate.upsert(kind="deep", number=8).set(colour="red"))
        assert [each.number for each in store.page(plates.query(plate, kind="deep"))] == [7, 8]


def test_a_part_that_is_computed_knows_its_fields_by_name() -> None:
    def initial(title: str) -> str:
        return title[:1]

    members = {"PK": key("A#{book_id}"), "SK": key("I#{initial}#{title}"), "initial": computed(initial)}
    book = entity_named("Book", table_named("T"), {"book_id": InKey[str], "title": str}, **members)
    assert book.layout.key({"book_id": "1", "title": "Momo"})["SK"] == {"S": "I#M#Momo"}
    with pytest.raises(UnknownField, match=r"Book.initial is computed from title, which is no field"):
        entity_named("Book", table_named("T"), {"book_id": InKey[str]}, **members)
    with pytest.raises(InvalidComputedPart, match="its return type is annotated"):
        computed(lambda title: title)


def test_validators_of_an_entity_see_what_is_read() -> None:
    class Checked(Entity, table=table_named("T")):
        low: int
        high: int
        _sum: int = PrivateAttr(default=0)

        PK = key("A")
        SK = key("B")

        @field_validator("low")
        @classmethod
        def even(cls, value: int) -> int:
            if value % 2:
                raise ValueError("is odd")
            return value

        @model_validator(mode="after")
        def in_order(self) -> Any:
            if self.high < self.low:
                raise ValueError("the wrong way round")
            return self

        def model_post_init(self, _context: Any) -> None:
            self._sum = self.low + self.high  # type: ignore[misc]  # mypy takes it for a field

    item = {"PK": {"S": "A"}, "SK": {"S": "B"}, "low": {"N": "2"}, "high": {"N": "3"}}
    assert Checked.layout.from_item(item)._sum == 5
    with pytest.raises(UnreadableItem, match="the wrong way round"):
        Checked.layout.from_item({**item, "high": {"N": "1"}})
    with pytest.raises(UnreadableItem, match="low: Value error, is odd"):
        Checked.layout.from_item({**item, "low": {"N": "1"}})


def test_indexes_of_one_name_and_local_ones_without_a_sort_key_are_refused() -> None:
    with pytest.raises(DesignError, match="has two indexes named Same"):
        table_named("T", one=Gsi("Same", "a"), other=Gsi("Same", "b"))
    with pytest.raises(DesignError, match="has a local index, and so needs a sort key itself"):
        table_named("T", sk=None, one=Lsi("Local", "a"))
    with pytest.raises(DesignError, match="each half of a key has at most 4 attributes"):
        Gsi("Wide", ["a", "b", "c", "d", "e"])
