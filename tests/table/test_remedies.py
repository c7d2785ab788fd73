"""What a refusal advises can be done, and does not lead back to where it came from."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from pydantic import BaseModel
from tests.table.designs import entity_named

from chabudai import table
from chabudai.table import (
    Design,
    DesignError,
    Entity,
    Field,
    FormatMismatch,
    Gsi,
    InKey,
    InvalidFieldValue,
    InvalidKeyCondition,
    NotProjected,
    PartOutOfRange,
    Table,
    TableError,
    TypedStore,
    begins_with,
    between,
    camel,
    ge,
    gt,
    key,
    one_of,
    where,
)


class Address(BaseModel):
    city: str = ""
    geo: dict[str, Decimal] = Field(default_factory=dict)


class Halls(Table, name="Halls", pk="PK", sk="SK"):
    by_day = Gsi("ByDay", "day_pk", "day_sk")


class Seat(Entity, table=Halls):
    house: InKey[str]
    row: InKey[int]
    seat: InKey[int]
    price: int = 0

    PK = key("HOUSE#{house}")
    SK = key("SEAT#{row:02}#{seat:02}#{price:05}")


class Show(Entity, table=Halls):
    house: InKey[str]
    starts: InKey[datetime]
    address: Address = Address()
    tags: list[str] = Field(default_factory=list)

    PK = key("HOUSE#{house}")
    SK = key("SHOW#{starts:iso}")
    day_pk = key("HOUSE#{house}#{starts:yyyy-mm-dd}")
    day_sk = key("SHOW#{starts:iso}")


class Review(Entity, table=Halls):
    house: InKey[str]
    at: InKey[datetime]
    stars: InKey[int]

    PK = key("HOUSE#{house}#REVIEWS")
    SK = key("REVIEW#{at:-iso}#{stars:01}")


class Takings(Entity, table=Halls):
    house: InKey[str]
    day: InKey[date]

    PK = key("HOUSE#{house}#{day:yyyy-mm}")
    SK = key("TAKINGS#{day}")


NINE = datetime(2026, 11, 3, 9, tzinfo=UTC)


@pytest.fixture
def store() -> TypedStore:
    made = table.open(":memory:")
    made.create(Halls)
    for row in range(3):
        for seat in range(4):
            made.insert(Seat(house="h1", row=row, seat=seat))
    made.insert(Show(house="h1", starts=NINE))
    return made


def test_a_part_behind_one_that_is_not_given_asks_for_that_one_first(store: TypedStore) -> None:
    told = r"can't be asked for seat: .*; give row=… first, the part before it in SEAT#\{row:02\}#\{seat:02\}.*sift"
    with pytest.raises(InvalidKeyCondition, match=told):
        Halls.query(Seat, house="h1", seat=3)
    with pytest.raises(InvalidKeyCondition, match=r"a range, as of row, ends what is asked of a key; or sift"):
        Halls.query(Seat, house="h1", row=gt(1), seat=3)
    with pytest.raises(InvalidKeyCondition, match=r"give row=… first.*; \.filter\(price=…\) leaves rows out"):
        Halls.query(Seat, house="h1", price=3)
    with pytest.raises(TableError, match=r"Seat\.seat lives only in keys.*query\(…\) can, with all parts of the key"):
        store.count(Halls.query(Seat, house="h1").filter(seat=3))
    assert store.count(Halls.query(Seat, house="h1", row=1, seat=3)) == 1


@pytest.mark.parametrize(
    "asked",
    [between(NINE, NINE + timedelta(days=2)), begins_with("2026-11"), begins_with("2026-11-03T09"), ge(NINE)],
    ids=str,
)
def test_a_range_over_several_days_is_asked_for_by_a_query_per_day(store: TypedStore, asked: Any) -> None:
    with pytest.raises(InvalidKeyCondition, match=r'one query per day, with both ends .*begins_with\("2026-11-03"\)'):
        store.count(Halls.by_day.query(Show, house="h1", starts=asked))
    assert store.count(Halls.by_day.query(Show, house="h1", starts=begins_with("2026-11-03"))) == 1


def test_a_range_over_several_months_is_asked_for_by_a_query_per_month(store: TypedStore) -> None:
    with pytest.raises(InvalidKeyCondition, match=r'one query per month, .*begins_with\("2026-11"\)'):
        store.count(Halls.query(Takings, house="h1", day=ge(date(2026, 11, 1))))


@pytest.mark.parametrize(
    ("entity", "given", "advice"),
    [
        (Show, {"starts": begins_with("03.11.2026")}, r'written as 2026-11-03T09:30:00Z, .*begins_with\("2026"\)'),
        (Show, {"starts": begins_with("2026-11-03T09:00:00Z#more")}, r"written as 2026-11-03T09:30:00Z"),
        (Review, {"at": begins_with("2026")}, r"the other way round, where a beginning says nothing; between\(…\)"),
        (Seat, {"row": begins_with("100")}, "written as 00 to 99, of which a beginning is wanted"),
    ],
)
def test_a_beginning_that_nothing_has_is_told_how_it_is_written(
    store: TypedStore, entity: type[Entity], given: dict[str, Any], advice: str
) -> None:
    with pytest.raises(PartOutOfRange, match=rf"is not how .* begins: .*{advice}"):
        store.count(Halls.query(entity, house="h1", **given))


UPDATE = Show.update(house="h1", starts=NINE)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda: UPDATE.set(**{"address.city": 3}), r"address\.city"),
        (lambda: UPDATE.set(**{"address.geo.x": "abc"}), r"address\.geo\.x"),
        (lambda: UPDATE.add(**{"address.geo.x": "abc"}), r"address\.geo\.x"),
        (lambda: UPDATE.set_at(Show.path_to(lambda show: show.address.city), 3), r"address\.city"),  # type: ignore[misc]
        (lambda: UPDATE.append(tags=[1]), "tags"),
    ],
)
def test_a_place_within_a_field_is_named_with_its_entity(change: Callable[[], object], place: str) -> None:
    with pytest.raises(InvalidFieldValue, match=rf"^Show\.{place}: Input should be"):
        change()


def test_a_condition_on_a_place_is_named_with_its_entity(store: TypedStore) -> None:
    with pytest.raises(InvalidFieldValue, match=r"^Show\.address\.city: Input should be a valid string"):
        store.count(Halls.query(Show, house="h1").filter(**{"address.city": 3}))


def test_a_list_in_one_of_is_told_to_be_taken_apart(store: TypedStore) -> None:
    for values in (["a", "b"], ("a", "b")):
        with pytest.raises(InvalidFieldValue, match=r"one_of\('a', 'b'\), or of a list one_of\(\*values\)"):
            store.count(Halls.query(Show, house="h1").filter(**{"address.city": one_of(values)}))
    assert store.count(Halls.query(Show, house="h1").filter(tags=one_of([]))) == 1


@pytest.mark.parametrize("word", ["exists", "not_exists", "gt", "begins_with", "one_of"])
def test_a_condition_that_is_not_called_says_so(word: str) -> None:
    with pytest.raises(TableError, match=rf"tags={word} names a function and asks nothing: call it, tags={word}\("):
        where(tags=getattr(table, word))


@pytest.mark.parametrize(
    "seats",
    [range(1, 3), {1, 2}, frozenset({1, 2}), (seat for seat in (1, 2)), {1: "a", 2: "b"}.keys()],
    ids=["range", "set", "frozenset", "generator", "keys"],
)
def test_a_batch_takes_whatever_has_several_values(store: TypedStore, seats: Any) -> None:
    class Desks(Table, name="Desks", pk="PK", sk="SK"):
        pass

    class Desk(Entity, table=Desks):
        house: InKey[str]
        seat: InKey[int]
        PK = key("HOUSE#{house}")
        SK = key("DESK#{seat:02}")

    store.create(Desks)
    store.insert(Desk(house="h1", seat=1))
    found = store.batch(Desk.batch(house="h1", seat=seats))
    assert [each and each.seat for each in found] == [1, None]


@pytest.mark.parametrize(
    ("kind", "advice"),
    [(bool, r'key\("\{flag\}"\)'), (list[str], "a row for each of them"), (datetime, r"As\('isoms'\)")],
)
def test_a_field_that_can_t_be_the_key_of_an_index_is_told_what_can(kind: Any, advice: str) -> None:
    class Desks(Table, name="Desks", pk="PK"):
        by_flag = Gsi("ByFlag", "flag")

    fields = {"house": InKey[str], "flag": kind}
    with pytest.raises(FormatMismatch, match=rf"Desk\.flag is a key of Desks/ByFlag, .*{advice}"):
        entity_named("Desk", Desks, fields, PK=key("HOUSE#{house}"))


def test_an_index_names_attributes_as_they_are_stored() -> None:
    class Cafes(Table, name="Cafes", pk="PK", naming=camel):
        by_city = Gsi("ByCity", "city_key", projection=["opened_on"])

    class Cafe(Entity, table=Cafes):
        name: InKey[str]
        city_key: str
        opened_on: date | None = None
        PK = key("CAFE#{name}")

    with pytest.raises(InvalidKeyCondition, match=r"Cafe\.city_key is stored as cityKey: name that"):
        Cafes.by_city.query(Cafe, city_key="Kyoto")

    with pytest.raises(DesignError, match=r"the key attribute city_key: Cafe\.city_key is stored as cityKey"):
        Design("cafes", Cafes)


def test_a_projection_names_attributes_as_they_are_stored() -> None:
    class Cafes(Table, name="Cafes", pk="PK", naming=camel):
        by_city = Gsi("ByCity", "cityKey", projection=["opened_on"])

    class Cafe(Entity, table=Cafes):
        name: InKey[str]
        city_key: str
        opened_on: date | None = None
        PK = key("CAFE#{name}")

    with pytest.raises(NotProjected, match=r"Cafe\.opened_on is stored as openedOn: name that"):
        Design("cafes", Cafes)
