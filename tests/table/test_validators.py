"""What pydantic knows of rules counts in every write: looks at other fields, defaults, strictness, enums, config."""

from collections.abc import Iterator
from enum import Enum
from typing import Annotated, Any

import pytest
from pydantic import (
    AfterValidator,
    ConfigDict,
    PlainValidator,
    ValidationInfo,
    WrapValidator,
    field_validator,
    model_validator,
)
from tests.table.designs_for_writes import rows, stored

from chabudai import table
from chabudai.table import (
    ConditionNotMet,
    Entity,
    Field,
    Gsi,
    InKey,
    InvalidFieldValue,
    Put,
    Query,
    RuleViolated,
    Table,
    TypedStore,
    key,
    unique,
)


class Depot(Table, name="Depot", pk="PK", sk="SK"):
    by_rank = Gsi("ByRank", "rank_pk", "rank_sk")


def at_most_the_most(count: int, info: ValidationInfo) -> int:
    if count > info.data["most"]:
        raise ValueError("more than the most")
    return count


def as_many_as_fit(names: list[str], info: ValidationInfo) -> list[str]:
    return names[: info.data["most"]]


class Crate(Entity, table=Depot):
    """Rules in annotations that look at another field, and a default that is made of one."""

    crate_id: InKey[str]
    most: int = 3
    count: Annotated[int, AfterValidator(at_most_the_most)] = 0
    names: Annotated[list[str], AfterValidator(as_many_as_fit)] = Field(default_factory=list)
    label: str = Field(default_factory=lambda data: f"crate of {data['most']}")
    PK = key("CRATE#{crate_id}")
    SK = key("CRATE")
    rank_pk = key("CRATES#{label}")
    rank_sk = key("COUNT#{count:03}")


class Season(Enum):
    SUMMER = "summer"
    WINTER = "winter"


class Coat(Entity, table=Depot):
    """Strict, with the values of enums in the place of their members, and texts in lower case."""

    model_config = ConfigDict(strict=True, use_enum_values=True, str_to_lower=True)
    coat_id: InKey[str]
    season: Annotated[Season, Field(strict=False)] = Season.WINTER
    tags: frozenset[str] = frozenset()
    sizes: tuple[int, ...] = ()
    notes: list[str] = Field(default_factory=list)
    prices: dict[str, int] = Field(default_factory=dict)
    PK = key("COAT#{coat_id}")
    SK = key("COAT")
    rank_pk = key("COATS#{season}")
    one_season = unique("SEASONS", "SEASON#{season}")


def text_of(coat: Coat) -> str:
    season: Any = coat.season
    assert isinstance(season, str)
    return season


class Medal(Entity, table=Depot):
    """A default that its own validator would change, and one that it would refuse."""

    medal_id: InKey[str]
    rank: int = 7
    place: str = ""
    PK = key("MEDAL#{medal_id}")
    SK = key("MEDAL")
    rank_pk = key("MEDALS")
    rank_sk = key("RANK#{rank:03}")

    @field_validator("rank")
    @classmethod
    def make_even(cls, rank: int) -> int:
        return rank - rank % 2

    @field_validator("place")
    @classmethod
    def require_text(cls, place: str) -> str:
        if not place:
            raise ValueError("must not be empty")
        return place


def two_at_most(marks: Any) -> Any:
    if len(marks) > 2:
        raise ValueError("two are enough")
    return type(marks)(sorted(marks))


class Trunk(Entity, table=Depot):
    """Rules over whole collections, in the place of all that pydantic itself would do."""

    trunk_id: InKey[str]
    marks: Annotated[frozenset[str], PlainValidator(two_at_most)] = frozenset()
    stops: Annotated[list[str], PlainValidator(two_at_most)] = Field(default_factory=list)
    drawers: dict[str, Annotated[list[str], AfterValidator(two_at_most)]] = Field(default_factory=dict)
    PK = key("TRUNK#{trunk_id}")
    SK = key("TRUNK")


def strip_around(text: Any, handler: Any, info: ValidationInfo) -> Any:
    return handler(text.strip())


def begin_with_depot(text: Any, info: ValidationInfo) -> str:
    """A rule that looks at another field only where it has to."""
    return str(text) if str(text).startswith("d") or "/" in text else f"{info.data['email']}/{text}"


class Keeper(Entity, table=Depot):
    """Validators that are told of the others, and ask nothing of them."""

    email: InKey[str]
    nick: Annotated[str, WrapValidator(strip_around)]
    tags: frozenset[str] = frozenset()
    path: Annotated[str, PlainValidator(begin_with_depot)] = "d"
    count: int = 0
    PK = key("KEEPER#{email}")
    SK = key("KEEPER")
    rank_pk = key("KEEPERS#{nick}")
    rank_sk = key("KEEPER")
    one_nick = unique("NICKS", "NICK#{nick}")

    @field_validator("email", "nick", mode="before")
    @classmethod
    def lower(cls, text: str, info: ValidationInfo) -> str:
        assert info.field_name in ("email", "nick")
        assert info.mode == "python"
        assert info.context is None
        return text.lower()

    @field_validator("tags")
    @classmethod
    def lower_all(cls, tags: frozenset[str], info: ValidationInfo) -> frozenset[str]:
        return frozenset(map(str.lower, tags))


class Whole(Entity, table=Depot):
    """A rule over the whole entity that changes what its key is made of."""

    email: InKey[str]
    nick: str = ""
    PK = key("WHOLE#{email}")
    SK = key("WHOLE")

    @model_validator(mode="before")
    @classmethod
    def lower(cls, values: Any) -> Any:
        return {n: v.lower() if isinstance(v, str) else v for n, v in values.items()}


@Depot.pattern("1", "crates by label")
def crates(label: str) -> Query[Crate]:
    return Depot.by_rank.query(Crate, label=label)


@pytest.fixture
def depot() -> Iterator[TypedStore]:
    with table.open(":memory:") as store:
        store.create(Depot)
        yield store


def test_a_validator_in_an_annotation_that_looks_at_another_field_has_it(depot: TypedStore) -> None:
    depot.insert(Crate(crate_id="1"))
    one = Crate.update(crate_id="1")
    assert depot.write(one.set(count=3)).count == 3
    assert depot.write(one.append(names=["a", "b", "c", "d"])).names == ["a", "b", "c"]
    for refused in (one.set(count=4), one.add(count=1), one.set(most=2)):
        with pytest.raises(ConditionNotMet):
            depot.write(refused)
    assert depot.one(Crate.get(crate_id="1")).count == 3
    assert stored(depot, Crate, crate_id="1")["rank_sk"] == {"S": "COUNT#003"}


def test_a_default_that_is_made_of_other_fields_is_made_of_those_of_the_row(depot: TypedStore) -> None:
    made = depot.write(Crate.upsert(crate_id="1").set(most=5))
    assert made == Crate(crate_id="1", most=5)
    assert made.label == "crate of 5"
    assert [crate.crate_id for crate in depot.all(crates("crate of 5"))] == ["1"]
    assert depot.write(Crate.upsert(crate_id="2").if_missing(label="own")).label == "own"


def test_a_row_without_what_is_made_of_other_fields_is_read_and_written_with_it(depot: TypedStore) -> None:
    item = {"PK": {"S": "CRATE#1"}, "SK": {"S": "CRATE"}, "most": {"N": "2"}}
    depot.raw.call("PutItem", {"TableName": "Depot", "Item": item})
    assert depot.one(Crate.get(crate_id="1")).label == "crate of 2"
    assert depot.write(Crate.update(crate_id="1").set(count=1)).label == "crate of 2"
    assert stored(depot, Crate, crate_id="1")["rank_pk"] == {"S": "CRATES#crate of 2"}


def test_sets_and_tuples_of_a_strict_entity_are_added_to(depot: TypedStore) -> None:
    depot.insert(Coat(coat_id="1"))
    coat = depot.write(Coat.update(coat_id="1").add_to_set(tags={"A", "b"}).append(sizes=[1, 2]))
    assert coat.tags == {"a", "b"}
    assert coat.sizes == (1, 2)
    assert depot.write(Coat.update(coat_id="1").remove_from_set(tags={"a"})).tags == {"b"}


def test_a_rule_over_a_whole_collection_is_asked_of_the_whole_and_not_of_what_is_added_or_taken_away(
    depot: TypedStore,
) -> None:
    depot.insert(Trunk(trunk_id="1", marks=frozenset("ab"), stops=["x"], drawers={"top": ["s"]}))
    trunk = Trunk.update(trunk_id="1")
    assert depot.write(trunk.remove_from_set(marks={"b", "c", "d"})).marks == {"a"}
    assert depot.write(trunk.append(stops=["w"])).stops == ["w", "x"]
    assert depot.write(trunk.append(**{"drawers.top": ["r"]})).drawers == {"top": ["r", "s"]}
    for change in (
        trunk.add_to_set(marks=set("xyz")),
        trunk.append(stops=["a"]),
        trunk.append(**{"drawers.top": ["t"]}),
    ):
        with pytest.raises(RuleViolated, match="two are enough"):
            depot.write(change)
    with pytest.raises(InvalidFieldValue, match=r"Trunk\.marks: Input should be a valid string"):
        trunk.add_to_set(marks=[5])


def test_an_enum_that_an_entity_has_by_its_value_stands_in_keys_and_guards(depot: TypedStore) -> None:
    assert text_of(depot.insert(Coat(coat_id="1", season=Season.SUMMER))) == "summer"
    assert stored(depot, Coat, coat_id="1")["rank_pk"] == {"S": "COATS#summer"}
    assert text_of(depot.write(Coat.update(coat_id="1").set(season="winter"))) == "winter"
    assert stored(depot, Coat, coat_id="1")["rank_pk"] == {"S": "COATS#winter"}
    depot.write(Coat.update(coat_id="1").remove("season").when(season=Season.WINTER))


def test_a_place_within_a_field_is_what_the_entitys_configuration_makes_of_it(depot: TypedStore) -> None:
    depot.insert(Coat(coat_id="1", notes=["x"]))
    coat = depot.write(Coat.update(coat_id="1").set(**{"notes[0]": "WARM", "prices.JPY": 5}))
    assert (coat.notes, coat.prices) == (["warm"], {"jpy": 5})
    assert stored(depot, Coat, coat_id="1")["prices"] == {"M": {"jpy": {"N": "5"}}}


def test_a_default_is_stored_as_the_constructor_has_it_when_it_is_given(depot: TypedStore) -> None:
    """Otherwise it would be one value in the item and its keys, and another in what is read."""
    depot.insert(Medal(medal_id="1", place="first"))
    depot.write(Medal.update(medal_id="1").set(rank=4))
    depot.write(Medal.update(medal_id="1").remove("rank"))
    depot.write(Medal.upsert(medal_id="2").set(place="second"))
    for medal_id in ("1", "2"):
        row = stored(depot, Medal, medal_id=medal_id)
        assert (row["rank"], row["rank_sk"]) == ({"N": "6"}, {"S": "RANK#006"})


def test_a_default_that_the_constructor_would_not_be_given_is_not_stored_by_any_write(depot: TypedStore) -> None:
    depot.insert(Medal(medal_id="1", place="first"))
    for refused in (Put(Medal(medal_id="2")), Medal.upsert(medal_id="2"), Medal.update(medal_id="1").remove("place")):
        with pytest.raises(InvalidFieldValue, match="must not be empty"):
            depot.write(refused)
    assert depot.get(Medal.get(medal_id="2")) is None


def test_a_validator_that_is_told_of_other_fields_and_does_not_look_counts_in_keys_and_conditions(
    depot: TypedStore,
) -> None:
    depot.insert(Keeper(email="Ab@X", nick=" Bob ", tags=frozenset({"A"})))
    assert depot.one(Keeper.get(email="AB@x")).nick == "bob"
    assert depot.batch(Keeper.batch(email=["aB@x"])) == [depot.get(Keeper.get(email="ab@x"))]
    assert depot.count(Depot.by_rank.query(Keeper, nick="BOB ")) == 1
    assert depot.count(Depot.query(Keeper, email="Ab@x")) == 1
    assert len(list(depot.scan(Keeper.scan().filter(nick="Bob")))) == 1
    one = Keeper.update(email="AB@X")
    assert depot.write(one.add(count=1).when(nick="BOB", tags=frozenset({"A"}))).count == 1
    assert depot.write(one.remove_from_set(tags=["a"])).tags == frozenset()
    assert depot.write(Keeper.upsert(email="AB@X").set(nick="Al")).nick == "al"
    assert depot.write(Keeper.delete(email="AB@X")) is not None
    assert rows(depot.raw, Depot) == []


def test_one_that_looks_now_and_then_counts_where_it_does_not(depot: TypedStore) -> None:
    depot.insert(Keeper(email="a", nick="b", path="depot"))
    depot.insert(Keeper(email="c", nick="d", path="left"))
    assert [keeper.email for keeper in depot.scan(Keeper.scan().filter(path="depot"))] == ["a"]
    assert [keeper.email for keeper in depot.scan(Keeper.scan().filter(path="left"))] == []
    assert [keeper.email for keeper in depot.scan(Keeper.scan().filter(path="c/left"))] == ["c"]
    assert depot.write(Keeper.update(email="c").set(path="right")).path == "c/right"


def test_a_rule_over_the_whole_entity_is_not_asked_of_a_key_alone(depot: TypedStore) -> None:
    """As the reference says: what a key is made of is normalised by a validator of the field itself."""
    depot.insert(Whole(email="Ab@X"))
    assert depot.get(Whole.get(email="ab@x")) is not None
    assert depot.get(Whole.get(email="Ab@X")) is None
    assert depot.write(Whole.delete(email="Ab@X")) is None
    with pytest.raises(InvalidFieldValue, match="a rule changes what is part of the key"):
        depot.write(Whole.upsert(email="Ab@X").set(nick="B"))
