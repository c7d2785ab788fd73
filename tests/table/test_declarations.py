"""Declarations: what an entity, a view, a table or an index is declared with is refused there, with what to do."""

from datetime import date, datetime, timedelta
from math import inf
from pathlib import Path
from types import new_class
from typing import Annotated, Any, Literal

import pytest
from pydantic import NaiveDatetime
from tests.table.designs import entity_named, of

from chabudai import table
from chabudai.table import (
    As,
    ConflictingWrites,
    Design,
    DesignError,
    Entity,
    Field,
    FormatMismatch,
    Get,
    Gsi,
    InKey,
    Lsi,
    NotProjected,
    Prefixed,
    Stored,
    Table,
    UnknownField,
    UnsupportedValue,
    UpdatedAt,
    Version,
    View,
    camel,
    computed,
    field_value,
    gt,
    id_field,
    key,
    ne,
    unique,
    where,
)


class Plain(Table, name="Plain", pk="PK", sk="SK"): ...


def declare(fields: dict[str, Any] | None = None, **members: Any) -> Any:
    """An entity of a table of its own; a pair is a field's type and its default."""
    given = {"owner": InKey[str], **(fields or {})}
    types = {name: each[0] if isinstance(each, tuple) else each for name, each in given.items()}
    defaults = {name: each[1] for name, each in given.items() if isinstance(each, tuple)}
    things = type("Things", (Table,), {}, name="Things", pk="PK", sk="SK")
    return entity_named("Item", things, types, **{"PK": key("P#{owner}"), "SK": key("I"), **defaults, **members})


def subclass(base: type, fields: dict[str, Any], **options: Any) -> type:
    """A class of entities or views, with whatever options."""
    name = "Item" if base is Entity else "Seen"
    space = {"__module__": __name__, "__annotations__": fields}
    return new_class(name, (base,), options, lambda body: body.update(space))


OPTIONS: tuple[tuple[dict[str, Any], str], ...] = (
    ({"name": "X y"}, r"Shop: name 'X y' is no name that DynamoDB takes: 3 to 255 of a-z, A-Z, 0-9, _ - and \. are"),
    ({"name": "ab"}, r"name 'ab' is no name"),
    ({"name": None}, r"name None is no name"),
    ({"pk": ""}, r"needs a partition key|pk='' is no name of an attribute"),
    ({"pk": "x" * 256}, r"is no name of an attribute: a text of 1 to 255 bytes is one"),
    ({"pk": 5}, r"'int' object is not iterable|no name of an attribute"),
    ({"ttl": True}, r"Shop: ttl=True is no name of an attribute"),
    ({"stream": "ALL"}, r"Shop: stream='ALL' is no view of changes: give one of NEW_AND_OLD_IMAGES, NEW_IMAGE, OLD_"),
    ({"stream": True}, r"Shop: stream=True is no view of changes"),
    ({"capacity": 5}, r"Shop: capacity=5 is no pair of read and write units: give both, as capacity=\(5, 5\), or"),
    ({"capacity": (5, 0)}, r"capacity=\(5, 0\) is no pair"),
    ({"naming": "camel"}, r"Shop: naming='camel' is no function .*: give one itself, as naming=camel"),
    ({"delimiter": ""}, r"Shop: delimiter='' is no delimiter: one character of ASCII punctuation is"),
)


@pytest.mark.parametrize(("options", "sentence"), OPTIONS, ids=[str(each[0])[:40] for each in OPTIONS])
def test_an_option_of_a_table_is_checked_when_it_is_declared(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(DesignError, match=sentence):
        type("Shop", (Table,), {}, **{"name": "Shop", "pk": "PK", "sk": "SK", **options})


INDEXES: tuple[tuple[dict[str, Any], str], ...] = (
    ({"by": Gsi("x", "a")}, r"Shop: the index 'x' is no name that DynamoDB takes"),
    ({"by": Gsi("ByA", "a", "")}, r"Shop/ByA: '' is no name of an attribute"),
    ({"by": Gsi("ByA", "a", "a")}, r"Shop/ByA has a twice in its key: name two attributes, or leave one out"),
    ({"by": Gsi("ByA", "a", projection="SOME")}, r"Shop/ByA: projection='SOME' is none: give 'ALL', 'KEYS_ONLY', or"),  # type: ignore[arg-type]
    ({"by": Gsi("ByA", "a", projection=[])}, r"projection=\[\] is none"),
    ({"by": Gsi("ByA", "a", projection=["b", "b"])}, r"projection=… names b twice: leave one of them out"),
    ({"a": Gsi("ByA", "a"), "b": Gsi("ByA", "b")}, r"Shop has two indexes named ByA: give one of them another name"),
    ({"a": Gsi("ByA", "a"), "b": Gsi("ByB", "a")}, r"Shop/ByB is the same as ByA: give it another key, or leave it"),
    ({"by": Gsi("ByA", "PK", "SK")}, r"Shop/ByA has the key of the table itself: leave it out, and query the table"),
    ({"by": Lsi("ByA", ["a", "b"])}, r"Shop/ByA: a local index has one attribute in its sort key.*: name one, or make"),  # type: ignore[arg-type]
    ({"by": Lsi("ByA", "SK")}, r"Shop/ByA has the key of the table itself"),
    ({"query": Gsi("ByA", "a")}, r"Shop\.query means something else for every table: give the index another name, as"),
    ({"name": Gsi("ByA", "a")}, r"Shop\.name means something else"),
    ({f"by_{at}": Lsi(f"By{at}", f"s{at}") for at in range(106, 112)}, r"more than the 5 local indexes"),
)


@pytest.mark.parametrize(("members", "sentence"), INDEXES, ids=[each[1][:40] for each in INDEXES])
def test_an_index_is_checked_when_its_table_is_declared(members: dict[str, Any], sentence: str) -> None:
    with pytest.raises(DesignError, match=sentence):
        type("Shop", (Table,), members, name="Shop", pk="PK", sk="SK")


def test_an_index_of_another_table_is_not_inherited_in_silence() -> None:
    class First(Table, name="First", pk="PK", sk="SK"):
        by_a = Gsi("ByA", "a")

    with pytest.raises(DesignError, match=r"Second\.by_a is an index of First: declare one of its own in Second"):
        type("Second", (First,), {}, name="Second", pk="PK", sk="SK")


def test_two_indexes_may_have_one_key_where_they_hold_different_attributes() -> None:
    class Shop(Table, name="Shop", pk="PK", sk="SK"):
        by_a = Gsi("ByA", "a")
        by_a_briefly = Gsi("ByABriefly", "a", projection="KEYS_ONLY")

    assert len(Shop.indexes) == 2


@pytest.mark.parametrize(
    "owner",
    [of(InKey, str | None), (of(InKey, str | None), None), (str, None), Annotated[str | None, Stored("o")]],
    ids=["nullable", "nullable with default", "default None", "nullable and stored"],
)
def test_a_part_of_the_tables_own_key_is_never_none(owner: Any) -> None:
    sentence = r"Item\.PK = P#\{owner\} is the key of Things, and owner in it may be None: leave out `\| None` and"
    with pytest.raises(DesignError, match=sentence):
        declare({"owner": owner})


def test_a_field_that_is_the_tables_own_key_is_never_none() -> None:
    with pytest.raises(DesignError, match=r"Item\.id is the key of Bare, and id in it may be None"):
        entity_named("Item", type("Bare", (Table,), {}, name="Bare", pk="id"), {"id": str | None})


def test_a_computed_part_of_the_tables_own_key_is_never_none() -> None:
    def first(owner: str) -> str | None:
        return owner[:1] or None

    with pytest.raises(DesignError, match=r"the computed letter in it may be None: let first return a value"):
        declare(letter=computed(first), PK=key("P#{letter}"), SK=key("I#{owner}"))
    assert declare(letter=computed(first), other=key("{letter}"))


def test_an_entity_without_a_table_says_so_when_it_is_used() -> None:
    class Loose(Entity):
        owner: InKey[str]
        PK = key("P#{owner}")
        SK = key("L")

    sentence = r"Loose belongs to no table: say to which, as in class Loose\(Entity, table=Library\)"
    with pytest.raises(DesignError, match=sentence):
        Loose.get(owner="x")
    with pytest.raises(DesignError, match=sentence):
        _ = Loose(owner="x").own_key

    class Tight(Loose, table=Plain): ...

    assert Tight.get(owner="x").key == {"owner": "x"}


def test_a_view_of_no_entity_says_so_when_it_is_used() -> None:
    class Seen(View):
        owner: str

    with pytest.raises(
        DesignError, match=r"Seen is a view of no entity: say of which, as in class Seen\(View, of=Book"
    ):
        Plain.query(Seen, owner="x")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"table": "Plain"}, r"Item: table='Plain' is no table: name its class, as in table=Library"),
        ({"table": Plain, "naming": "camel"}, r"Item: naming='camel' is no function"),
        ({"table": Plain, "trash": "deleted_at"}, r"Item: trash='deleted_at' is no Trash: write trash=Trash\("),
        (
            {"table": Plain, "upgrades": camel},
            r"Item: upgrades=camel are no functions in order: upgrades=\(from_1_to_2,",
        ),
    ],
)
def test_an_option_of_an_entity_is_checked_when_it_is_declared(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(DesignError, match=sentence):
        subclass(Entity, {"owner": str}, **options)


def test_a_view_is_of_an_entity_and_has_its_types() -> None:
    class Cup(Entity, table=Plain):
        owner: InKey[str]
        size: Literal["S", "L"] = "S"
        count: int = 0
        PK = key("CUP#{owner}")
        SK = key("CUP")

    class Wide(View, of=Cup):
        owner: str
        size: str
        count: int | None = None

    assert Wide.layout.name == "Wide"
    with pytest.raises(
        FormatMismatch, match=r"Seen\.count is str, and Cup\.count, which it shows, is int: give it that"
    ):
        subclass(View, {"owner": str, "count": str}, of=Cup)
    with pytest.raises(DesignError, match=r"Seen: of=Plain is no entity: name its class, as in of=Book"):
        subclass(View, {"owner": str}, of=Plain)


def test_a_field_does_not_hide_what_every_row_has() -> None:
    with pytest.raises(
        DesignError, match=r"Item\.get would hide what every row has .*Stored\('get'\)\] stores it as get"
    ):
        subclass(Entity, {"get": str})


FIELDS: tuple[tuple[dict[str, Any], str], ...] = (
    ({"a": (Version, 0), "b": (Version, 0)}, r"Item: a and b are both Version, and only one of them would be kept"),
    ({"a": Version}, r"Item\.a counts the writes, from 0 before the first: declare it as a: Version = 0"),
    ({"a": (Version, 1)}, r"declare it as a: Version = 0"),
    ({"a": (InKey[Version], 0)}, r"Item\.a lives only in keys|leave out InKey"),
    (
        {"a": (Annotated[int, UpdatedAt()], 0), "b": (Annotated[int, UpdatedAt()], 0)},
        r"Item: a and b are both UpdatedAt",
    ),
    (
        {"a": (Annotated[str, UpdatedAt()], "")},
        r"Item\.a is filled with the time of each write: make it a datetime, or",
    ),
    ({"a": Annotated[datetime, UpdatedAt]}, r"Item\.a: UpdatedAt says nothing by itself: write UpdatedAt\(\)"),
    ({"a": Annotated[str, Stored]}, r"Item\.a: Stored says nothing by itself: write Stored\('name'\)"),
    ({"a": Annotated[date, As]}, r"Item\.a: As says nothing by itself"),
    (
        {"a": Annotated[set[int], Prefixed("A#")]},
        r"Item\.a: Prefixed\(…\) is for texts, and for sets and lists of texts",
    ),
    ({"a": timedelta}, r"Item\.a is a timedelta, which DynamoDB can't store: keep its seconds, as an int or a Decimal"),
    ({"a": (list[timedelta | None], [])}, r"Item\.a is a timedelta"),
    ({"a": NaiveDatetime}, r"Item\.a is a NaiveDatetime, which DynamoDB can't store: make it a datetime, or AwareDat"),
    ({"a": Path}, r"Item\.a is a Path, which DynamoDB can't store: keep its text, as a str"),
    (
        {"a": (datetime, datetime(2026, 1, 2))},
        r"Item\.a has a default that can't be stored: .* has no time zone: give it one, as in datetime\.now\(UTC\)",
    ),
    ({"a": (float, Field(default=0.0, le=inf))}, r"Item\.a has a bound that can't be stored: .* is no number that"),
    ({"a": (int, id_field("x_"))}, r"Item\.a: id_field\(…\) makes a text: annotate it as str"),
    ({"a": (str, key("A#{owner}"))}, r"Item\.a = key\(…\) is no field, and has no type: leave out its annotation"),
    ({"a": (str, unique("A", "B"))}, r"Item\.a = unique\(…\) is no field"),
)


@pytest.mark.parametrize(("fields", "sentence"), FIELDS, ids=[each[1][:40] for each in FIELDS])
def test_a_field_is_checked_by_what_is_said_of_it(fields: dict[str, Any], sentence: str) -> None:
    with pytest.raises(DesignError, match=sentence):
        declare(fields)


def test_a_normal_form_is_one_that_unicode_has() -> None:
    with pytest.raises(DesignError, match=r"normalize='nfkc' is no normal form: give 'NFC', 'NFKC', or None for none"):
        unique("A#{a}", "B", normalize="nfkc")  # type: ignore[arg-type]


def test_a_key_of_no_index_is_found_by_the_design() -> None:
    item = declare(gsi1pk=key("G#{owner}"))
    with pytest.raises(DesignError, match=r"Item\.gsi1pk = key\(…\) is a key of neither Things nor one of its indexes"):
        Design("things", item.layout.table)


def test_an_index_holds_only_what_an_entity_stores() -> None:
    class Shop(Table, name="Shop", pk="PK", sk="SK", naming=camel):
        by_count = Gsi("ByCount", "COUNT_PK", projection=["cup_size"])

    class Cup(Entity, table=Shop):
        owner: InKey[str]
        cup_size: int = 0
        PK = key("CUP#{owner}")
        SK = key("CUP")
        COUNT_PK = key("CUPS")

    @Shop.pattern("1", "one")
    def one(owner: str) -> Get[Cup]:
        return Cup.get(owner=owner)

    sentence = r"Shop/ByCount is to hold cup_size, which no entity .*; Cup\.cup_size is stored as cupSize: name that"
    with pytest.raises(NotProjected, match=sentence):
        Design("shop", Shop)


def test_a_design_is_made_of_tables_each_once() -> None:
    with pytest.raises(DesignError, match=r"the design d is made of tables, and was given a list: name their classes"):
        Design("d", [Plain])  # type: ignore[arg-type]
    with pytest.raises(DesignError, match=r"the design d has two tables named Plain: leave one out, or rename it"):
        Design("d", Plain, Plain)


class Unpaid(Table, name="Unpaid", pk="PK", sk="SK"):
    by_amount = Gsi("ByAmount", "all_pk", "amount_sk", projection=["amount", "ward"])


class Bill(Entity, table=Unpaid):
    owner: InKey[str]
    amount: int = 0
    doctor: str = "Sato"
    paid: int = 0
    ward: InKey[str | None] = None
    PK = key("P#{owner}")
    SK = key("BILL")
    all_pk = key("BILLS")
    amount_sk = key("{amount:06}")
    ward_key = key("W#{ward}")


class Due(View, of=Bill):
    owner: str
    amount: int


def test_a_filter_asks_an_index_only_for_what_it_holds() -> None:
    dues = Unpaid.by_amount.query(Due)
    sentence = r"Unpaid/ByAmount does not hold Due\.doctor, so a filter on it would match no row: project it too"
    with table.open(":memory:") as store:
        store.create(Unpaid)
        store.insert(Bill(owner="ann", amount=3))
        with pytest.raises(NotProjected, match=sentence):
            store.count(dues.filter(doctor="Sato"))
        with pytest.raises(NotProjected, match=sentence):
            store.page(dues.filter(where(amount=3) & ~where(doctor=ne("Mori"))))
        with pytest.raises(NotProjected, match=sentence.replace("doctor", "paid")):
            store.first(dues.filter(amount=gt(field_value("paid"))))
        with pytest.raises(NotProjected, match=r"does not hold Due\.ward, .*: project ward_key too"):
            store.count(dues.filter(ward="x"))
        assert store.count(dues.filter(amount=3)) == 1


def test_an_expiry_in_milliseconds_is_refused() -> None:
    class Sessions(Table, name="Sessions", pk="PK", ttl="until"): ...

    class Session(Entity, table=Sessions):
        session: InKey[str]
        until: int
        PK = key("S#{session}")

    with table.open(":memory:") as store:
        store.create(Sessions)
        sentence = r"Session\.until: 1763700000000 is no number of seconds since 1970, but looks like milliseconds: div"
        with pytest.raises(UnsupportedValue, match=sentence):
            store.put(Session(session="1", until=1_763_700_000_000))
        store.put(Session(session="1", until=4_763_700_000))
        with pytest.raises(UnsupportedValue, match=sentence):
            store.write(Session.update(session="1").set(until=1_763_700_000_000))
    with pytest.raises(DesignError, match=r"Late\.until has a default that can't be stored: .*milliseconds"):

        class Late(Entity, table=Sessions):
            late: InKey[str]
            until: int = 1_763_700_000_000
            PK = key("L#{late}")


def test_a_whole_field_has_a_typed_path_too() -> None:
    class Jar(Entity, table=Plain):
        jar: InKey[str]
        label: str = "x"
        count: int = 0
        notes: list[str] = Field(default_factory=list)
        PK = key("JAR#{jar}")
        SK = key("JAR")

    jar = Jar.update(jar="1")
    changed = (
        jar.set_at(Jar.path_to(lambda row: row.label), "tea")
        .add_at(Jar.path_to(lambda row: row.count), 2)
        .append_at(Jar.path_to(lambda row: row.notes), ["new"])
    )
    assert changed == jar.set(label="tea").add(count=2).append(notes=["new"])
    assert jar.remove_at(Jar.path_to(lambda row: row.label)) == jar.remove("label")
    with pytest.raises(ConflictingWrites, match=r"Jar\.count is changed twice"):
        changed.set(count=3)
    with pytest.raises(UnknownField, match=r"set_at\(…\) takes a path, as Jar\.path_to\(.*and not 'label': set\(…\)"):
        jar.set_at("label", "x")  # type: ignore[arg-type]
    with pytest.raises(UnknownField, match=r"label is a path of Jar, and was given to an update of Bill"):
        Bill.update(owner="1").set_at(Jar.path_to(lambda row: row.label), "x")  # type: ignore[arg-type]


@pytest.mark.parametrize("opening", [table.open, table.open_async])
@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"secret": "abc"}, r"secret=… wants bytes, and was given a str: a text has them, secret\.encode\(\)"),
        ({"secret": b""}, r"secret=… wants bytes, and was given none of them"),
        (
            {"clock": datetime(2026, 1, 2)},
            r"clock=.* is no function that tells the time: give one, as lambda: datetime",
        ),
        ({"retry_policy": 3}, r"retry_policy=3 is none: give one, as ConflictRetryPolicy\(tries=10\)"),
        (
            {"report_unreadable": []},
            r"report_unreadable=\[\] is no function that takes a row: give one, as rows\.append",
        ),
    ],
)
def test_an_option_of_a_store_is_checked_when_it_is_opened(
    opening: Any, options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(DesignError, match=sentence) as told:
        opening(":memory:", **options)
    assert "abc" not in str(told.value)
    with pytest.raises(DesignError, match="clok=… is no option of a store; did you mean clock"):
        opening(":memory:", clok=1)


@pytest.mark.parametrize("opening", [table.open_renamed, table.open_renamed_async])
@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (
            {Plain: "plain-test"},
            r"Plain: 'plain-test' names no table: give both as texts, as \{Library\.name: 'library-",
        ),
        ("plain-test", r"the names of tables are a dict, as \{'Library': 'library-test'\}, and not 'plain-test'"),
        ({"Plain": "a b"}, r"Plain is to be stored as 'a b', which is no name that DynamoDB takes"),
        ({"One": "same", "Two": "same"}, r"two tables would be stored under one name: give each its own"),
    ],
)
def test_names_of_tables_are_checked_when_a_store_is_opened(opening: Any, names: Any, sentence: str) -> None:
    with pytest.raises(DesignError, match=sentence):
        opening(":memory:", names)


@pytest.mark.parametrize(
    ("fields", "sort_key"),
    [
        ({"a": (Version, 0)}, "I#{a:04}"),
        ({"a": (Annotated[datetime, UpdatedAt()], Field(default_factory=datetime.now))}, "I#{a}"),
        ({"a": (Annotated[int, UpdatedAt()], 0)}, "I#{a:015}"),
    ],
    ids=["a version", "a time", "milliseconds"],
)
def test_what_every_write_changes_is_in_no_key_of_the_table_itself(fields: dict[str, Any], sort_key: str) -> None:
    with pytest.raises(DesignError, match=r"Item\.SK = I#\{a.*a in it is (Version|UpdatedAt), which every"):
        declare(fields, SK=key(sort_key))


@pytest.mark.parametrize("name", ["_schema_version", "_guards"])
def test_no_field_and_no_key_is_stored_under_a_name_of_the_toolkit_s_own(name: str) -> None:
    with pytest.raises(DesignError, match=rf"Item\.a would be stored as {name}, .*Stored\(…\) gives it another name"):
        declare({"a": Annotated[int, Stored(name)]})
    things = type("Things", (Table,), {}, name="Things", pk="PK", sk="SK", naming=lambda field: name)
    with pytest.raises(DesignError, match=rf"Item\.a would be stored as {name}"):
        entity_named("Item", things, {"owner": InKey[str], "a": int}, PK=key("P#{owner}"), SK=key("I"))
    for options in ({"pk": name}, {"sk": name}, {"ttl": name}):
        with pytest.raises(DesignError, match=rf"Things: .*{name}' is a name by which the toolkit keeps something"):
            type("Things", (Table,), {}, **{"name": "Things", "pk": "PK", "sk": "SK", **options})
    with pytest.raises(DesignError, match=rf"'{name}' is a name by which the toolkit keeps something"):
        type("Things", (Table,), {"by_form": Gsi("ByForm", name)}, name="Things", pk="PK", sk="SK")
