"""The doctor: finds every kind of fault, mends what can be mended, and leaves alone what it does not know."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.table.invitations import HouseTable, Invitation, Person, design
from tests.wire.endpoint import serving

from chabudai import table
from chabudai.engine import Engine
from chabudai.store import Store, record_calls
from chabudai.table import Design, Entity, Gsi, InKey, Query, Table, TableMissing, TypedStore, key
from chabudai.table.doctor import Progress, doctor
from chabudai.table.doctor.reports import DoctorReport, TableReport
from chabudai.wire.server import EndpointSettings

Item = dict[str, Any]
ANN = {"PK": {"S": "H#h"}, "SK": {"S": "PERSON#p1"}}
BOB = {"PK": {"S": "H#h"}, "SK": {"S": "PERSON#p2"}}
FIRST = {"PK": {"S": "H#h"}, "SK": {"S": "INVITATION#i1"}}


class ShelfTable(Table, name="ShelfTable", pk="PK"):
    by_color = Gsi("ByColor", "COLOR_PK")


class Book(Entity, table=ShelfTable):
    """Its colour lives only in the key of an index."""

    book_id: str
    color: InKey[str | None]

    PK = key("BOOK#{book_id}")
    COLOR_PK = key("COLOR#{color}")


@ShelfTable.pattern("1", "books of a colour")
def books(color: str) -> Query[Book]:
    return ShelfTable.by_color.query(Book, color=color)


class Interfering(Store):
    """Does something else just before an operation is first asked."""

    def __init__(self, store: Store, operation: str, first: Callable[[], object]) -> None:
        self._store = store
        self._operation = operation
        self._first: Callable[[], object] | None = first

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        if operation == self._operation and self._first is not None:
            first, self._first = self._first, None
            first()
        return self._store.call(operation, request)

    def close(self) -> None:
        self._store.close()


@pytest.fixture
def store() -> Iterator[TypedStore]:
    with table.open(":memory:") as store:
        store.create(HouseTable)
        yield store


def fill(store: TypedStore) -> None:
    store.insert(Person(house="h", person_id="p1", name="Ann"))
    store.insert(Person(house="h", person_id="p2", name="Bob"))
    store.insert(Invitation(house="h", invitation_id="i1", address="ann@x.org", visits=3))


def rows(store: TypedStore, name: str = "HouseTable") -> list[Item]:
    found: list[Item] = store.raw.call("Scan", {"TableName": name})["Items"]
    return sorted(found, key=repr)


def row(store: TypedStore, key: Item) -> Item | None:
    found: Item | None = store.raw.call("GetItem", {"TableName": "HouseTable", "Key": key}).get("Item")
    return found


def spoil(store: TypedStore, key: Item, **attributes: Item | None) -> None:
    """Set attributes behind the toolkit's back; None takes one away."""
    item = {**(row(store, key) or key), **{name: value for name, value in attributes.items() if value is not None}}
    gone = [name for name, value in attributes.items() if value is None]
    kept = {name: value for name, value in item.items() if name not in gone}
    store.raw.call("PutItem", {"TableName": "HouseTable", "Item": kept})


def lose(store: TypedStore, key: Item) -> None:
    store.raw.call("DeleteItem", {"TableName": "HouseTable", "Key": key})


def guard(name: str) -> Item:
    return {"PK": {"S": "H#h#NAMES"}, "SK": {"S": f"NAME#{name}"}}


def only(report: DoctorReport) -> TableReport:
    [found] = report.tables
    return found


class LibraryTable(Table, name="LibraryTable", pk="PK"):
    by_shelf = Gsi("ByShelf", "SHELF_PK", "SHELF_SK")
    by_place = Gsi("ByPlace", "place")


class Volume(Entity, table=LibraryTable):
    """In no index: of the keys of the one by shelf it makes only the first."""

    volume_id: str
    shelf: str
    PK = key("VOLUME#{volume_id}")
    SHELF_PK = key("SHELF#{shelf}")


class Room(Entity, table=LibraryTable):
    room_id: str
    place: str
    PK = key("ROOM#{room_id}")
    SHELF_SK = key("ROOM")


@pytest.mark.parametrize("version", [None, "1"])
def test_a_key_that_nothing_declares_any_more_is_drift_and_taken_away(version: str | None) -> None:
    assert Volume.layout.undeclared_index_attributes == ("SHELF_SK", "place")
    assert Room.layout.undeclared_index_attributes == ("SHELF_PK",)
    with table.open(":memory:") as store:
        store.create(LibraryTable)
        store.insert(Volume(volume_id="v", shelf="a"))
        store.insert(Room(room_id="r", place="upstairs"))
        before = rows(store, "LibraryTable")
        [volume] = [each for each in before if each["PK"] == {"S": "VOLUME#v"}]
        stamp = {} if version is None else {"_schema_version": {"N": version}}
        left = {**volume, **stamp, "SHELF_SK": {"S": "AGE#5"}, "note": {"S": "kept"}}
        store.raw.call("PutItem", {"TableName": "LibraryTable", "Item": left})
        [sample] = only(doctor(store, LibraryTable)).samples
        assert (sample.kind, sample.description) == ("drift", "SHELF_SK is 'AGE#5', none would be right")
        assert doctor(store, LibraryTable, repair=True).is_healthy
        found = [each for each in rows(store, "LibraryTable") if each["PK"] == {"S": "VOLUME#v"}]
        assert found == [{**volume, **stamp, "note": {"S": "kept"}}]
        assert only(doctor(store, LibraryTable)).found == {}


def test_a_healthy_table_is_counted_and_nothing_is_written(store: TypedStore) -> None:
    fill(store)
    before = rows(store)
    with record_calls() as asked:
        report = doctor(store, design, repair=True)
    assert report.is_healthy
    found = only(report)
    assert (found.rows, dict(found.entities), found.guards, found.expired) == (5, {"Invitation": 1, "Person": 2}, 2, 0)
    assert (found.found, found.repaired, found.samples) == ({}, {}, ())
    assert {each.operation for each in asked} == {"Scan", "BatchGetItem"}
    assert rows(store) == before
    assert str(report) == "\n".join(
        ["HouseTable: 5 rows, 0 of them expired", "  Invitation: 1", "  Person: 2", "  guards: 2", "all is well"]
    )


@pytest.mark.parametrize(
    ("name", "wrong", "says"),
    [
        ("VISITS_SK", {"S": "VISITS#000001#i1"}, "VISITS_SK is 'VISITS#000001#i1', 'VISITS#000003#i1' would be right"),
        ("VISITS_SK", None, "VISITS_SK is none, 'VISITS#000003#i1' would be right"),
        ("NICK_SK", {"S": "NICK#annie"}, "NICK_SK is 'NICK#annie', none would be right"),
        ("STATUS_PK", {"S": "garbage"}, "STATUS_PK is 'garbage', 'H#h#INVITATION#OPEN' would be right"),
        (
            "STATUS_PK",
            {"S": "H#other#INVITATION#OPEN"},
            "STATUS_PK is 'H#other#INVITATION#OPEN', 'H#h#INVITATION#OPEN' would be right",
        ),
    ],
)
def test_a_key_that_has_drifted_is_told_and_mended(store: TypedStore, name: str, wrong: Item | None, says: str) -> None:
    fill(store)
    before = rows(store)
    spoil(store, FIRST, **{name: wrong})
    spoiled = rows(store)
    report = doctor(store, HouseTable)
    assert not report.is_healthy
    assert dict(only(report).found) == {"drift": 1}
    [sample] = only(report).samples
    assert (sample.kind, sample.entity, sample.key, sample.description) == ("drift", "Invitation", FIRST, says)
    assert rows(store) == spoiled
    mended = doctor(store, HouseTable, repair=True)
    assert mended.is_healthy
    assert dict(only(mended).repaired) == {"drift": 1}
    assert only(mended).samples[0].is_repaired
    assert rows(store) == before


def test_what_the_design_does_not_know_of_a_row_survives_its_mending(store: TypedStore) -> None:
    fill(store)
    spoil(store, FIRST, VISITS_SK={"S": "wrong"}, remark={"S": "precious"})
    doctor(store, HouseTable, repair=True)
    found = row(store, FIRST)
    assert found is not None
    assert (found["remark"], found["VISITS_SK"]) == ({"S": "precious"}, {"S": "VISITS#000003#i1"})


KEYS = st.sampled_from(["STATUS_PK", "VISITS_SK", "NICK_SK"])
WRONG = st.none() | st.sampled_from(["x", "VISITS#000007#i1", "NICK#", "H#h#INVITATION#ACCEPTED"])
INVITATIONS = st.lists(
    st.tuples(st.integers(0, 999_999), st.sampled_from(["OPEN", "ACCEPTED"]), st.none() | st.text("ab#", min_size=1)),
    max_size=6,
)


@given(INVITATIONS, st.lists(st.tuples(st.integers(0, 5), KEYS, WRONG), max_size=10))
@settings(max_examples=25)
def test_whatever_happens_to_derived_keys_a_repair_brings_the_table_back(
    invitations: list[tuple[int, Any, str | None]], faults: list[tuple[int, str, str | None]]
) -> None:
    with table.open(":memory:") as store:
        store.create(HouseTable)
        for number, (visits, status, nickname) in enumerate(invitations):
            values: dict[str, Any] = {"visits": visits, "status": status, "nickname": nickname}
            store.insert(Invitation(house="h", invitation_id=f"i{number}", address="a", **values))
        before = rows(store)
        for number, name, wrong in faults:
            if number < len(invitations):
                place = {"PK": {"S": "H#h"}, "SK": {"S": f"INVITATION#i{number}"}}
                spoil(store, place, **{name: None if wrong is None else {"S": wrong}})
        spoiled = sum(now not in before for now in rows(store))
        report = only(doctor(store, HouseTable, repair=True))
        assert report.repaired.get("drift", 0) == spoiled
        assert rows(store) == before
        assert only(doctor(store, HouseTable)).found == {}


@pytest.mark.parametrize(
    ("kind", "key", "attributes", "says"),
    [
        ("misplaced", FIRST, {"invitationId": {"S": "i9"}}, "its fields belong to H#h / INVITATION#i9"),
        ("unreadable", ANN, {"name": None}, "name"),
        ("wrong type", FIRST, {"visits": {"S": "many"}}, "visits is a text 'many', a number would be right"),
        ("unreadable", FIRST, {"visits": {"N": "12345678"}}, "VISITS#"),
        ("unreadable", FIRST, {"_schema_version": {"N": "3"}}, "newer"),
        ("unknown", {"PK": {"S": "H#h"}, "SK": {"S": "LETTER#1"}}, {"a": {"N": "1"}}, "no entity"),
        ("unknown", guard("Zoe"), {}, "it is where Person.one_name has its guards"),
        ("unknown", guard("Zoe"), {"_guards": {"M": {"PK": {"S": "x"}}}}, "does not say for whom it is"),
    ],
)
def test_what_only_a_person_can_judge_is_told_and_left_alone(
    store: TypedStore, kind: str, key: Item, attributes: dict[str, Item | None], says: str
) -> None:
    fill(store)
    spoil(store, key, **attributes)
    before = rows(store)
    report = doctor(store, HouseTable, repair=True)
    assert not report.is_healthy
    assert dict(only(report).found) == {kind: 1}
    assert only(report).repaired == {}
    assert says in only(report).samples[0].description
    assert rows(store) == before


def test_a_field_that_lives_only_in_a_spoiled_key_is_not_made_up() -> None:
    with table.open(":memory:") as store:
        store.create(ShelfTable)
        store.insert(Book(book_id="b1", color="red"))
        item = {"PK": {"S": "BOOK#b2"}, "book_id": {"S": "b2"}, "COLOR_PK": {"S": "COULEUR#bleu"}}
        store.raw.call("PutItem", {"TableName": "ShelfTable", "Item": item})
        before = rows(store, "ShelfTable")
        report = doctor(store, Design("shelf", ShelfTable), repair=True)
        assert dict(only(report).found) == {"unreadable": 1}
        assert "color can't be read from COLOR_PK" in only(report).samples[0].description
        assert rows(store, "ShelfTable") == before


OLD = {"invitationId": {"S": "i7"}, "mail": {"S": "old@x.org"}, "visits": {"N": "2"}, "remark": {"S": "kept"}}
SEVENTH = {"PK": {"S": "H#h"}, "SK": {"S": "INVITATION#i7"}}


def test_rows_of_old_shapes_are_no_fault_and_are_brought_up_to_date(store: TypedStore) -> None:
    spoil(store, SEVENTH, **OLD, STATUS_PK={"S": "H#h#INVITATION#OPEN"}, VISITS_SK={"S": "VISITS#000002#i7"})
    report = doctor(store, HouseTable)
    assert report.is_healthy
    assert dict(only(report).found) == {"old schema": 1}
    mended = doctor(store, HouseTable, repair=True)
    assert dict(only(mended).repaired) == {"old schema": 1}
    found = row(store, SEVENTH)
    assert found is not None
    assert "mail" not in found
    assert (found["address"], found["remark"], found["_schema_version"]) == (
        {"S": "old@x.org"},
        {"S": "kept"},
        {"N": "2"},
    )
    assert store.one(Invitation.get(house="h", invitation_id="i7")).address == "old@x.org"
    assert only(doctor(store, HouseTable)).found == {}


def test_an_old_shape_with_drifted_keys_is_both_and_mended_in_one_write(store: TypedStore) -> None:
    spoil(store, SEVENTH, **OLD)
    with record_calls() as asked:
        report = doctor(store, HouseTable, repair=True)
    assert dict(only(report).repaired) == {"drift": 1, "old schema": 1}
    assert [each.operation for each in asked].count("PutItem") == 1
    assert only(doctor(store, HouseTable)).found == {}


def test_a_missing_guard_is_made(store: TypedStore) -> None:
    fill(store)
    before = rows(store)
    lose(store, guard("Ann"))
    report = doctor(store, HouseTable)
    assert dict(only(report).found) == {"missing guard": 1}
    assert only(report).samples[0].description == "one_name at H#h#NAMES / NAME#Ann is missing"
    assert doctor(store, HouseTable, repair=True).is_healthy
    assert rows(store) == before


def test_a_guard_of_what_is_gone_goes(store: TypedStore) -> None:
    fill(store)
    lose(store, ANN)
    report = doctor(store, HouseTable)
    assert dict(only(report).found) == {"orphan guard": 1}
    assert only(report).samples[0].description == "it is for H#h / PERSON#p1, which is not there"
    assert doctor(store, HouseTable, repair=True).is_healthy
    assert row(store, guard("Ann")) is None
    assert row(store, guard("Bob")) is not None


def test_a_name_that_was_changed_behind_the_guards_back_gets_its_guard_and_leaves_the_old(store: TypedStore) -> None:
    fill(store)
    spoil(store, ANN, name={"S": "Anna"})
    assert dict(only(doctor(store, HouseTable)).found) == {"missing guard": 1, "orphan guard": 1}
    assert doctor(store, HouseTable, repair=True).is_healthy
    assert row(store, guard("Ann")) is None
    assert row(store, guard("Anna")) == {**guard("Anna"), "_guards": {"M": ANN}}


def test_a_guard_kept_for_one_who_is_gone_is_free_for_another_in_the_same_walk(store: TypedStore) -> None:
    fill(store)
    lose(store, ANN)
    spoil(store, BOB, name={"S": "Ann"})
    assert doctor(store, HouseTable, repair=True).is_healthy
    assert row(store, guard("Ann")) == {**guard("Ann"), "_guards": {"M": BOB}}


def test_two_who_have_what_only_one_may_have_are_told_and_left_alone(store: TypedStore) -> None:
    fill(store)
    spoil(store, BOB, name={"S": "Ann"})
    report = doctor(store, HouseTable, repair=True)
    assert not report.is_healthy
    assert dict(only(report).found) == {"contested guard": 1, "orphan guard": 1}
    [contested] = [each for each in only(report).samples if each.kind == "contested guard"]
    assert contested.description == "one_name at H#h#NAMES / NAME#Ann is kept for H#h / PERSON#p1"
    assert contested.key == BOB
    assert row(store, guard("Ann")) == {**guard("Ann"), "_guards": {"M": ANN}}


def test_the_guard_of_one_who_cannot_be_read_is_left_alone(store: TypedStore) -> None:
    fill(store)
    spoil(store, ANN, name=None)
    assert dict(only(doctor(store, HouseTable, repair=True)).found) == {"unreadable": 1}
    assert row(store, guard("Ann")) is not None


def test_expired_rows_are_counted(store: TypedStore) -> None:
    for number, until in enumerate([100, 200, 10**10]):
        store.insert(Invitation(house="h", invitation_id=f"i{number}", address="a", expires_at=until))
    assert only(doctor(store, HouseTable, clock=lambda: 150.0)).expired == 1


def test_a_row_that_changes_meanwhile_is_looked_at_again(store: TypedStore) -> None:
    fill(store)
    spoil(store, FIRST, VISITS_SK={"S": "wrong"})

    def visit() -> None:
        spoil(store, FIRST, visits={"N": "8"})

    report = doctor(TypedStore(Interfering(store.raw, "UpdateItem", visit)), HouseTable, repair=True)
    assert dict(only(report).repaired) == {"drift": 1}
    found = row(store, FIRST)
    assert found is not None
    assert (found["visits"], found["VISITS_SK"]) == ({"N": "8"}, {"S": "VISITS#000008#i1"})


def test_a_row_that_goes_meanwhile_is_not_brought_back(store: TypedStore) -> None:
    fill(store)
    spoil(store, FIRST, VISITS_SK={"S": "wrong"})
    shaky = Interfering(store.raw, "UpdateItem", lambda: lose(store, FIRST))
    report = doctor(TypedStore(shaky), HouseTable, repair=True)
    assert only(report).found == {}
    assert row(store, FIRST) is None


def test_a_row_of_an_old_shape_that_gains_an_attribute_meanwhile_does_not_lose_it(store: TypedStore) -> None:
    spoil(store, SEVENTH, **OLD)

    def nickname() -> None:
        spoil(store, SEVENTH, nickname={"S": "Annie"})

    doctor(TypedStore(Interfering(store.raw, "PutItem", nickname)), HouseTable, repair=True)
    found = store.one(Invitation.get(house="h", invitation_id="i7"))
    assert (found.nickname, found.address) == ("Annie", "old@x.org")


def test_a_rename_between_the_look_and_the_repair_leaves_no_wrong_guard(store: TypedStore) -> None:
    fill(store)
    lose(store, guard("Ann"))

    def rename() -> None:
        spoil(store, ANN, name={"S": "Anna"})

    doctor(TypedStore(Interfering(store.raw, "TransactWriteItems", rename)), HouseTable, repair=True)
    assert row(store, guard("Ann")) is None
    assert row(store, guard("Anna")) == {**guard("Anna"), "_guards": {"M": ANN}}


def test_an_owner_who_comes_back_before_the_repair_keeps_the_guard(store: TypedStore) -> None:
    fill(store)
    person = row(store, ANN)
    assert person is not None
    lose(store, ANN)

    def come_back() -> None:
        store.raw.call("PutItem", {"TableName": "HouseTable", "Item": person})

    report = doctor(TypedStore(Interfering(store.raw, "TransactWriteItems", come_back)), HouseTable, repair=True)
    assert only(report).found == {}
    assert row(store, guard("Ann")) is not None


def test_a_guard_that_is_put_right_by_others_before_both_rows_were_seen_is_no_finding(store: TypedStore) -> None:
    fill(store)
    lose(store, guard("Ann"))

    def rename() -> None:
        spoil(store, ANN, name={"S": "Anna"})
        spoil(store, guard("Anna"), _guards={"M": ANN})

    report = doctor(TypedStore(Interfering(store.raw, "TransactGetItems", rename)), HouseTable)
    assert only(report).found == {}


def test_a_guard_that_goes_to_another_before_both_rows_were_seen_is_no_orphan(store: TypedStore) -> None:
    fill(store)
    lose(store, BOB)

    def hand_over() -> None:
        spoil(store, {**BOB, "SK": {"S": "PERSON#p3"}}, personId={"S": "p3"}, name={"S": "Bob"})
        spoil(store, guard("Bob"), _guards={"M": {**BOB, "SK": {"S": "PERSON#p3"}}})

    report = doctor(TypedStore(Interfering(store.raw, "TransactGetItems", hand_over)), HouseTable)
    assert only(report).found == {}


def test_many_findings_are_counted_whole_and_shown_in_part_page_by_page(store: TypedStore) -> None:
    for number in range(14):
        store.insert(Invitation(house="h", invitation_id=f"i{number}", address="x" * 100_000))
        spoil(store, {"PK": {"S": "H#h"}, "SK": {"S": f"INVITATION#i{number}"}}, VISITS_SK=None)
    pages: list[Progress] = []
    found = only(doctor(store, HouseTable, progress=pages.append))
    assert (dict(found.found), len(found.samples)) == ({"drift": 14}, 10)
    assert len(pages) > 1
    assert [page.rows for page in pages] == sorted({page.rows for page in pages})
    assert (pages[-1].rows, pages[-1].findings) == (14, 14)


def test_the_report_is_text_for_people_and_json_for_machines(store: TypedStore) -> None:
    fill(store)
    spoil(store, FIRST, VISITS_SK=None)
    spoil(store, {"PK": {"S": "x"}, "SK": {"S": "y"}})
    report = doctor(store, design, repair=True)
    assert str(report).splitlines()[4:] == [
        "  drift (a key of an index is not what the row's fields make of it): 1, 1 repaired",
        "    Invitation at PK='H#h', SK='INVITATION#i1': VISITS_SK is none, 'VISITS#000003#i1' would be right",
        "  unknown (the key is no entity's): 1",
        "    row at PK='x', SK='y': no entity of the design has such a key",
        "1 fault left",
    ]
    told = json.loads(json.dumps(report.as_json()))
    assert told["healthy"] is False
    [found] = told["tables"]
    assert (found["table"], found["rows"], found["found"]) == ("HouseTable", 6, {"drift": 1, "unknown": 1})
    assert [each["repaired"] for each in found["samples"]] == [True, False]


def test_every_table_of_a_design_is_looked_at_and_a_missing_one_is_told(store: TypedStore) -> None:
    both = Design("both", HouseTable, ShelfTable)
    with pytest.raises(TableMissing, match=r"no table ShelfTable: store\.create\(ShelfTable\)"):
        doctor(store, both)
    store.create(ShelfTable)
    assert [each.table for each in doctor(store, both).tables] == ["HouseTable", "ShelfTable"]


def test_over_http_it_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    with (
        Engine.open(":memory:") as engine,
        serving(engine, EndpointSettings(port=0)) as endpoint,
        table.open(endpoint.url) as store,
    ):
        store.create(HouseTable)
        fill(store)
        before = rows(store)
        spoil(store, FIRST, VISITS_SK=None)
        lose(store, guard("Bob"))
        report = doctor(store, HouseTable, repair=True)
        assert dict(only(report).repaired) == {"drift": 1, "missing guard": 1}
        assert rows(store) == before
