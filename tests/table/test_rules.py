"""An entity's own rules hold on every road: what is stored is what the constructor would have made."""

from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal
from typing import Annotated, Any, Literal, Self

import pytest
from pydantic import AfterValidator, BaseModel, ConfigDict, field_validator, model_validator
from pydantic import ValidationInfo as Info
from tests.table.designs_for_writes import Interrupted, guards, stored

from chabudai import table
from chabudai.table import (
    ConditionNotMet,
    Entity,
    Field,
    Gsi,
    InKey,
    InvalidFieldValue,
    NotUnique,
    Put,
    Query,
    RuleViolated,
    Table,
    Transaction,
    TypedStore,
    UpdatedAt,
    key,
    unique,
    where,
)


class Town(Table, name="Town", pk="PK", sk="SK"):
    by_name = Gsi("ByName", "name_pk", "name_sk")
    by_stay = Gsi("ByStay", "stay_pk", "stay_sk")


class Person(Entity, table=Town):
    """Names are lower case, mail without spaces around, marks even."""

    model_config = ConfigDict(str_strip_whitespace=True)
    name: InKey[str]
    mail: str = Field(min_length=3)
    nick: str = "x"
    mark: int = 0
    words: list[str] = Field(default_factory=list)
    created: int = Field(default=0, frozen=True)

    PK = key("PERSON#{name}")
    SK = key("PERSON")
    name_pk = key("PEOPLE")
    name_sk = key("NICK#{nick}#{mark:04}")
    one_mail = unique("MAILS", "MAIL#{mail}")

    @field_validator("name", "mail")
    @classmethod
    def lower(cls, text: str) -> str:
        return text.lower()

    @field_validator("mark")
    @classmethod
    def even(cls, number: int) -> int:
        if number % 2:
            raise ValueError("must be even")
        return number

    @field_validator("words")
    @classmethod
    def sort(cls, words: list[str]) -> list[str]:
        return sorted(words)


class Stay(Entity, table=Town):
    """Rules over several fields: an end behind its beginning, a length that follows from both."""

    stay_id: InKey[str]
    first: int
    last: int
    nights: int = 0
    note: str | None = None
    PK = key("STAY#{stay_id}")
    SK = key("STAY")
    stay_pk = key("STAYS")
    stay_sk = key("NIGHTS#{nights:04}")

    @model_validator(mode="before")
    @classmethod
    def count(cls, values: Any) -> Any:
        return {**values, "nights": values["last"] - values["first"]}

    @model_validator(mode="after")
    def in_order(self) -> Self:
        if self.last < self.first:
            raise ValueError("the last night is before the first")
        return self


class Booking(Entity, table=Town):
    """A validator that looks at another field."""

    booking_id: InKey[str]
    most: int
    guests: int
    PK = key("BOOKING#{booking_id}")
    SK = key("BOOKING")

    @field_validator("guests")
    @classmethod
    def fit(cls, guests: int, info: Info) -> int:
        if guests > info.data["most"]:
            raise ValueError("too many guests")
        return guests


class Address(BaseModel):
    city: str = Field(min_length=1)


class House(Entity, table=Town):
    house_id: InKey[str]
    address: Address
    height: Annotated[Decimal, Field(gt=0)] = Decimal(5)
    steps: Annotated[int, Field(multiple_of=3)] = 0
    rooms: frozenset[str] = Field(min_length=1)
    doubled: Annotated[int, AfterValidator(abs)] = 0
    PK = key("HOUSE#{house_id}")
    SK = key("HOUSE")


@Town.pattern("1", "people by nick")
def people(nick: str) -> Query[Person]:
    return Town.by_name.query(Person, nick=nick)


@pytest.fixture
def town() -> Iterator[TypedStore]:
    with table.open(":memory:") as store:
        store.create(Town)
        yield store


@pytest.fixture
def ada(town: TypedStore) -> Person:
    return town.insert(Person(name="Ada", mail="A@b"))


def test_a_key_is_normalised_in_get_update_and_delete_as_in_the_constructor(town: TypedStore, ada: Person) -> None:
    assert town.get(Person.get(name=" ADA ")) == ada
    assert town.write(Person.update(name="ADA").set(nick="a")).nick == "a"
    assert town.batch(Person.batch(name=["ADA"]))[0] is not None
    assert town.write(Person.delete(name="Ada")) is not None


def test_what_is_set_is_normalised_in_fields_keys_and_guards(town: TypedStore, ada: Person) -> None:
    town.write(Person.update(name="ada").set(mail=" X@Y ", nick=" n "))
    row = stored(town, Person, name="ada")
    assert (row["mail"], row["name_sk"]) == ({"S": "x@y"}, {"S": "NICK#n#0000"})
    assert guards(town.raw, Town) == {"MAIL#x@y": "PERSON"}
    with pytest.raises(NotUnique):
        town.insert(Person(name="eve", mail="X@y"))


def test_conditions_and_queries_compare_with_the_normalised_value(town: TypedStore, ada: Person) -> None:
    assert town.write(Person.update(name="ada").set(nick="q").when(mail="A@B")).nick == "q"
    assert [each.name for each in town.page(people(" q "))] == ["ada"]
    assert [each.name for each in town.all(people("q").filter(where(mail=" A@B ")))] == ["ada"]


def test_a_sum_that_a_validator_refuses_is_not_stored(town: TypedStore, ada: Person) -> None:
    assert town.write(Person.update(name="ada").add(mark=2)).mark == 2
    with pytest.raises(RuleViolated, match="must be even"):
        town.write(Person.update(name="ada").add(mark=1))
    with pytest.raises(InvalidFieldValue, match=r"Person\.mark: .*must be even"):
        Person.update(name="ada").set(mark=1)
    assert stored(town, Person, name="ada")["name_sk"] == {"S": "NICK#x#0002"}


def test_a_list_is_normalised_as_a_whole_when_something_is_appended(town: TypedStore, ada: Person) -> None:
    town.write(Person.update(name="ada").append(words=["m", "b"]))
    assert town.write(Person.update(name="ada").append(words=[" c "])).words == ["b", "c", "m"]
    assert stored(town, Person, name="ada")["words"] == {"L": [{"S": "b"}, {"S": "c"}, {"S": "m"}]}


def test_a_copy_is_validated_before_it_is_put(town: TypedStore, ada: Person) -> None:
    with pytest.raises(InvalidFieldValue, match=r"Person\.mail"):
        town.put(ada.model_copy(update={"mail": ""}))
    kept = town.put(ada.model_copy(update={"mail": "NEW@x"}))
    assert kept.mail == "new@x" == town.one(Person.get(name="ada")).mail
    with pytest.raises(InvalidFieldValue):
        town.transact(Transaction().step("ada", Put(ada.model_copy(update={"mark": 3}))))


def test_a_frozen_field_holds_also_when_a_copy_is_put(town: TypedStore, ada: Person) -> None:
    with pytest.raises(RuleViolated, match="created is frozen"):
        town.put(ada.model_copy(update={"created": 9}))
    town.put(ada.model_copy(update={"nick": "z"}))
    assert town.one(Person.get(name="ada")).created == 0


def test_an_upsert_makes_only_what_the_constructor_would(town: TypedStore) -> None:
    made = town.write(Person.upsert(name="Bob").set(mail="BOB@x").add(mark=4))
    assert (made.name, made.mail, made.mark) == ("bob", "bob@x", 4)
    with pytest.raises(RuleViolated):
        town.write(Person.upsert(name="carl").set(mail="c@x").add(mark=3))
    assert town.get(Person.get(name="carl")) is None


def test_a_rule_over_several_fields_reads_the_others(town: TypedStore) -> None:
    town.insert(Stay(stay_id="1", first=2, last=5))
    longer = town.write(Stay.update(stay_id="1").set(last=9))
    assert longer.nights == 7
    assert stored(town, Stay, stay_id="1")["stay_sk"] == {"S": "NIGHTS#0007"}
    with pytest.raises(RuleViolated, match="the last night is before the first"):
        town.write(Stay.update(stay_id="1").set(last=1))
    with pytest.raises(RuleViolated):
        town.write(Stay.update(stay_id="1").add(first=20))
    assert town.one(Stay.get(stay_id="1")).nights == 7


def test_a_rival_that_changes_another_field_is_seen_by_a_rule_over_both(town: TypedStore) -> None:
    town.insert(Stay(stay_id="1", first=2, last=5))
    way = Interrupted(town.raw)
    way.rival = lambda: town.write(Stay.update(stay_id="1").set(first=4))
    assert TypedStore(way).write(Stay.update(stay_id="1").set(last=6)).nights == 2
    way.rival = lambda: town.write(Stay.update(stay_id="1").set(first=6))
    with pytest.raises(RuleViolated):
        TypedStore(way).write(Stay.update(stay_id="1").set(last=5))


def test_an_upsert_under_a_rule_over_several_fields_is_made_whole(town: TypedStore) -> None:
    assert town.write(Stay.upsert(stay_id="1").set(first=1, last=4)).nights == 3
    assert town.write(Stay.upsert(stay_id="1").set(last=2).if_missing(first=0)).nights == 1
    with pytest.raises(RuleViolated):
        town.write(Stay.upsert(stay_id="2").set(last=2).if_missing(first=7))
    assert town.get(Stay.get(stay_id="2")) is None


def test_a_validator_that_looks_at_another_field_has_it(town: TypedStore) -> None:
    town.insert(Booking(booking_id="1", most=4, guests=2))
    assert town.write(Booking.update(booking_id="1").add(guests=2)).guests == 4
    for plan in (
        Booking.update(booking_id="1").set(guests=5),
        Booking.update(booking_id="1").add(guests=1),
        Booking.update(booking_id="1").set(most=3),
    ):
        with pytest.raises(ConditionNotMet):
            town.write(plan)


def test_limits_that_a_store_can_not_keep_by_itself_are_kept_after_reading(town: TypedStore) -> None:
    town.insert(House(house_id="1", address=Address(city="Kyoto"), rooms=frozenset({"hall"})))
    house = House.update(house_id="1")
    for refused in (
        house.add(height=Decimal(-5)),
        house.add(steps=2),
        house.remove_from_set(rooms={"hall"}),
        house.add(height=Decimal("-5.5")),
    ):
        with pytest.raises(ConditionNotMet):
            town.write(refused)
    assert town.write(house.add(height=Decimal("-4.5"), steps=3)).height == Decimal("0.5")
    assert town.write(house.add(doubled=-3)).doubled == 3
    assert town.write(house.add_to_set(rooms={"bath"}).add(doubled=-1)).rooms == {"hall", "bath"}


def test_a_model_within_that_was_made_without_its_constructor_is_not_stored(town: TypedStore) -> None:
    with pytest.raises(InvalidFieldValue, match=r"House\.address"):
        town.insert(House(house_id="2", address=Address.model_construct(city=""), rooms=frozenset({"hall"})))
    with pytest.raises(InvalidFieldValue, match=r"House\.address"):
        House.update(house_id="1").set(address=Address.model_construct(city=""))


class Sleeper(Entity, table=Town):
    model_config = ConfigDict(validate_default=True, str_to_upper=True, use_enum_values=True)
    sleeper_id: InKey[str]
    state: Literal["ASLEEP", "AWAKE"] = "ASLEEP"
    bed: str = "top"
    changed: Annotated[datetime | None, UpdatedAt()] = None
    PK = key("SLEEPER#{sleeper_id}")
    SK = key("SLEEPER")


def test_config_switches_count_in_every_write(town: TypedStore) -> None:
    town.insert(Sleeper(sleeper_id="a"))
    assert stored(town, Sleeper, sleeper_id="A")["bed"] == {"S": "TOP"}
    assert town.write(Sleeper.update(sleeper_id="a").set(bed="low")).bed == "LOW"
    assert town.write(Sleeper.update(sleeper_id="a").remove("bed")).bed == "TOP"
    assert town.write(Sleeper.upsert(sleeper_id="b")).bed == "TOP"
    assert stored(town, Sleeper, sleeper_id="B")["bed"] == {"S": "TOP"}


def test_rules_over_several_fields_see_what_another_rule_has_changed_on_every_road() -> None:
    class Shelf(Table, name="shelf", pk="PK"):
        by_total = Gsi("ByTotal", "total_pk")

    class Box(Entity, table=Shelf):
        box_id: InKey[str]
        most: int = 5
        few: int = 0
        total: int = 0

        PK = key("BOX#{box_id}")
        total_pk = key("TOTAL#{total:03}")

        @field_validator("few")
        @classmethod
        def hold(cls, few: int, info: Info) -> int:
            most: int = info.data["most"]
            return min(few, most)

        @model_validator(mode="before")
        @classmethod
        def count(cls, given: Any) -> Any:
            return {**given, "total": int(given.get("few") or 0)} if isinstance(given, dict) else given

    with table.open(":memory:") as store:
        store.create(Shelf)
        store.put(Box(box_id="put", few=9))
        store.put(Box(box_id="copied").model_copy(update={"few": 9}))
        store.write(Box.upsert(box_id="upserted").set(few=9))
        store.put(Box(box_id="updated"))
        store.write(Box.update(box_id="updated").set(few=9))
        rows = store.raw.call("Scan", {"TableName": "shelf"})["Items"]
        read = {box.total for box in store.scan(Box.scan())}
    assert {(row["few"]["N"], row["total"]["N"], row["total_pk"]["S"]) for row in rows} == {("5", "5", "TOTAL#005")}
    assert read == {5}
