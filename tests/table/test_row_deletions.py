"""`delete_rows`: what a query meets goes, with its guards, and nothing else."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import Any

import pytest

from chabudai import table
from chabudai.store import Store
from chabudai.table import (
    Entity,
    Gsi,
    InKey,
    NewerItem,
    NotUnique,
    Query,
    Table,
    Trash,
    TypedStore,
    View,
    between,
    key,
    le,
    unique,
)
from chabudai.table.doctor import doctor


class Office(Table, name="Office", pk="PK", sk="SK"):
    by_kind = Gsi("ByKind", "kind_pk", "SK", projection=["_schema_version"])


class Loan(Entity, table=Office):
    member: InKey[str]
    day: InKey[date]
    PK = key("M#{member}")
    SK = key("LOAN#{day}")


class Fine(Entity, table=Office):
    member: InKey[str]
    day: InKey[date]
    PK = key("M#{member}")
    SK = key("FINE#{day}")


class Card(Entity, table=Office):
    member: InKey[str]
    card_id: InKey[str]
    number: str
    kind: str = "plain"
    PK = key("M#{member}")
    SK = key("CARD#{card_id}")
    kind_pk = key("KIND#{kind}")
    one_number = unique("M#{member}", "CARDNUMBER#{number}")


class Folder(Entity, table=Office):
    """Its guards lie among its rows."""

    shelf: InKey[str]
    folder_id: InKey[str]
    label: str
    PK = key("S#{shelf}")
    SK = key("FOLDER#{folder_id}")
    one_label = unique("S#{shelf}", "FOLDERLABEL#{label}")


class Box(Entity, table=Office):
    shelf: InKey[str]
    folder_id: InKey[str]
    PK = key("S#{shelf}")
    SK = key("BOX#{folder_id}")


class CardKey(View, of=Card):
    member: str
    card_id: str


def keep(row: dict[str, Any]) -> dict[str, Any]:
    return row


def rename(row: dict[str, Any]) -> dict[str, Any]:
    row["is_done"] = row.pop("done") == "yes"
    return row


class Note(Entity, table=Office, upgrades=(rename,), trash=Trash("deleted_at")):
    home: InKey[str]
    number: InKey[int]
    is_done: bool = False
    deleted_at: int | None = None
    PK = key("H#{home}")
    SK = key("NOTE#{number:03}")


class Sign(Entity, table=Office, upgrades=(keep,)):
    sign_id: InKey[str]
    text: str
    PK = key("SIGN#{sign_id}")
    SK = key("SIGN")
    one_text = unique("SIGNS", "{text}")


@pytest.fixture
def store() -> Iterator[TypedStore]:
    with table.open(":memory:") as opened:
        opened.create(Office)
        yield opened


def test_of_several_entities_over_a_range_each_ones_own_range_goes(store: TypedStore) -> None:
    for day in (1, 5, 9):
        store.insert(Loan(member="a", day=date(2000, 1, day)))
        store.insert(Fine(member="a", day=date(2000, 1, day)))
    query = Office.query(Loan, Fine, member="a", day=between(date(2000, 1, 4), date(2000, 1, 6)))
    assert store.delete_rows(query) == 2
    left = list(store.all(Office.query(Loan, Fine, member="a")))
    assert [(type(row).__name__, row.day.day) for row in left] == [("Fine", 1), ("Fine", 9), ("Loan", 1), ("Loan", 9)]


def test_so_it_does_in_the_store_that_is_awaited() -> None:
    async def delete_and_count() -> tuple[int, int]:
        async with table.open_async(":memory:") as store:
            await store.create(Office)
            for day in (1, 5, 9):
                await store.insert(Loan(member="a", day=date(2000, 1, day)))
                await store.insert(Fine(member="a", day=date(2000, 1, day)))
            query = Office.query(Loan, Fine, member="a", day=between(date(2000, 1, 4), date(2000, 1, 6)))
            return await store.delete_rows(query), await store.count(Office.query(Loan, Fine, member="a"))

    assert asyncio.run(delete_and_count()) == (2, 4)


def test_a_row_of_no_entity_goes_only_where_one_that_was_asked_for_begins_so(store: TypedStore) -> None:
    for sort in ("LOAN#no-day", "LEGACY#1"):
        _put(store, {"PK": {"S": "M#a"}, "SK": {"S": sort}})
    assert store.delete_rows(Office.query(Loan, Fine, member="a")) == 1
    assert _sort_keys(store) == ["LEGACY#1"]


def test_what_the_trash_hides_from_a_query_stays(store: TypedStore) -> None:
    for number in range(4):
        store.insert(Note(home="h", number=number))
    store.write(Note.move_to_trash(1, home="h", number=3))
    notes = Office.query(Note, home="h")
    assert store.delete_rows(notes) == 3
    assert [note.number for note in store.all(notes.with_trash())] == [3]
    assert store.delete_rows(notes.only_trash()) == 1


def test_an_older_row_goes_under_a_filter_only_if_that_gives_what_its_upgrade_makes(store: TypedStore) -> None:
    for number, done in enumerate(("no", "yes")):
        _put(store, {"PK": {"S": "H#h"}, "SK": {"S": f"NOTE#00{number}"}, "done": {"S": done}})
    _put(store, {"PK": {"S": "H#h"}, "SK": {"S": "NOTE#002"}})  # which can't be upgraded
    assert store.delete_rows(Office.query(Note, home="h").filter(is_done=True)) == 1
    assert _sort_keys(store) == ["NOTE#000", "NOTE#002"]
    assert store.delete_rows(Office.query(Note, home="h")) == 2


def test_an_older_row_is_asked_what_can_be_read_of_it(store: TypedStore) -> None:
    for number, done in enumerate(("no", "yes")):
        broken = {"deleted_at": {"S": "some day"}, "done": {"S": done}}
        _put(store, {"PK": {"S": "H#h"}, "SK": {"S": f"NOTE#00{number}"}, **broken})
    assert store.delete_rows(Office.query(Note, home="h").filter(is_done=True).with_trash()) == 1
    assert _sort_keys(store) == ["NOTE#000"]


@pytest.mark.parametrize(
    "query",
    [
        Office.query(Loan, member="a"),
        Office.query(Loan, Fine, member="a"),
        Office.query(Card, member="a"),
        Office.query(CardKey, member="a"),
    ],
    ids=["one", "several", "guarded", "view"],
)
def test_a_row_of_a_newer_program_is_told_and_stays(store: TypedStore, query: Query[Any]) -> None:
    newer = {"_schema_version": {"N": "2"}}
    _put(store, {"PK": {"S": "M#a"}, "SK": {"S": "LOAN#2000-01-01"}, **newer})
    _put(store, {"PK": {"S": "M#a"}, "SK": {"S": "CARD#1"}, "number": {"S": "1"}, **newer})
    with pytest.raises(NewerItem):
        store.delete_rows(query)
    assert len(_sort_keys(store)) == 2


@pytest.mark.parametrize(
    "query",
    [
        Office.query(Card, member="a"),
        Office.query(Loan, Card, member="a"),
        Office.query(CardKey, member="a"),
        Office.by_kind.query(CardKey, kind="plain"),
    ],
    ids=["one", "several", "view", "index"],
)
def test_guards_go_with_their_rows(store: TypedStore, query: Query[Any]) -> None:
    for number in range(3):
        store.insert(Card(member="a", card_id=f"c{number}", number=f"{number}"))
    kept = store.insert(Card(member="b", card_id="c9", number="9", kind="gold"))
    assert store.delete_rows(query) == 3
    assert doctor(store, Office).is_healthy
    assert store.insert(Card(member="a", card_id="new", number="1")).number == "1"
    assert store.one(Card.get(**kept.own_key)) == kept


def test_of_a_filter_only_the_guards_of_what_it_gives_go(store: TypedStore) -> None:
    for number, kind in enumerate(("plain", "gold")):
        store.insert(Card(member="a", card_id=f"c{number}", number=f"{number}", kind=kind))
    assert store.delete_rows(Office.query(Card, member="a").filter(kind="gold")) == 1
    assert doctor(store, Office).is_healthy
    with pytest.raises(NotUnique):
        store.insert(Card(member="a", card_id="c2", number="0"))


def test_guards_of_an_older_row_go_too(store: TypedStore) -> None:
    _put(store, {"PK": {"S": "SIGN#1"}, "SK": {"S": "SIGN"}, "text": {"S": "open"}})
    owner = {"M": {"PK": {"S": "SIGN#1"}, "SK": {"S": "SIGN"}}}
    _put(store, {"PK": {"S": "SIGNS"}, "SK": {"S": "open"}, "_guards": owner})
    assert store.delete_rows(Office.query(Sign, sign_id="1")) == 1
    assert _sort_keys(store) == []


def test_a_guard_that_is_met_stays_while_its_owner_is_not(store: TypedStore) -> None:
    store.insert(Folder(shelf="s", folder_id="a", label="1"))
    store.insert(Folder(shelf="s", folder_id="x", label="2"))
    assert store.delete_rows(Office.query(Box, Folder, shelf="s", folder_id=le("m"))) == 1
    with pytest.raises(NotUnique):
        store.insert(Folder(shelf="s", folder_id="y", label="2"))
    assert doctor(store, Office).is_healthy


def test_a_guard_that_does_not_say_whole_whose_it_is_keeps_no_other_from_going(store: TypedStore) -> None:
    store.insert(Folder(shelf="s", folder_id="a", label="1"))
    _put(store, {"PK": {"S": "S#s"}, "SK": {"S": "FOLDERLABEL#0"}, "_guards": {"M": {"PK": {"S": "S#s"}}}})
    gone = {"M": {"PK": {"S": "S#s"}, "SK": {"S": "FOLDER#gone"}}}
    _put(store, {"PK": {"S": "S#s"}, "SK": {"S": "FOLDERLABEL#2"}, "_guards": gone})
    assert store.delete_rows(Office.query(Box, Folder, shelf="s")) == 1
    assert _sort_keys(store) == ["FOLDERLABEL#0"]


def test_a_guard_that_is_anothers_stays(store: TypedStore) -> None:
    store.insert(Sign(sign_id="1", text="open"))
    _put(store, {"PK": {"S": "SIGN#2"}, "SK": {"S": "SIGN"}, "text": {"S": "open"}, "_schema_version": {"N": "2"}})
    assert store.delete_rows(Office.query(Sign, sign_id="2")) == 1
    assert doctor(store, Office).is_healthy
    assert store.one(Sign.get(sign_id="1")).text == "open"


def test_a_row_goes_though_its_guard_can_not_be_told_and_a_guard_that_is_met_goes_with_its_owner(
    store: TypedStore,
) -> None:
    store.insert(Card(member="a", card_id="1", number="1"))
    store.insert(Card(member="a", card_id="2", number="2", kind="gold"))
    _put(store, {"PK": {"S": "M#a"}, "SK": {"S": "CARD#1"}, "number": {"N": "5"}})
    assert store.delete_rows(Office.query(Loan, Card, member="a")) == 2
    assert _sort_keys(store) == []


def _put(store: TypedStore, item: dict[str, Any]) -> None:
    store.raw.call("PutItem", {"TableName": "Office", "Item": item})


def _sort_keys(store: TypedStore) -> list[str]:
    return sorted(item["SK"]["S"] for item in store.raw.call("Scan", {"TableName": "Office"})["Items"])


class Meddling(Store):
    """Once the first page is answered, somebody else writes."""

    def __init__(self, store: Store, write: Callable[[], object]) -> None:
        self._store, self._write = store, write

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        answer = self._store.call(operation, request)
        if operation == "Query":
            self._write()
        return answer

    def close(self) -> None:
        pass


@pytest.mark.parametrize("is_guarded", [True, False])
def test_what_was_taken_out_of_the_trash_meanwhile_stays(is_guarded: bool) -> None:
    class Bin(Table, name="Bin", pk="PK", sk="SK"): ...

    class Plain(Entity, table=Bin, trash=Trash("gone")):
        home: InKey[str]
        name: InKey[str]
        gone: int | None = None
        PK = key("H#{home}")
        SK = key("PLAIN#{name}")

    class Guarded(Entity, table=Bin, trash=Trash("gone")):
        home: InKey[str]
        name: InKey[str]
        mail: str
        gone: int | None = None
        PK = key("H#{home}")
        SK = key("GUARDED#{name}")
        one_mail = unique("M", "{mail}")

    made: list[Any] = [
        Guarded(home="h", name=name, mail=name) if is_guarded else Plain(home="h", name=name) for name in ("a", "b")
    ]
    kind = type(made[0])
    with table.open(":memory:") as store:
        store.create(Bin)
        for row in made:
            store.insert(row)
            store.write(kind.move_to_trash(1, **row.own_key))
        meddling = Meddling(store.raw, lambda: store.write(kind.restore(**made[0].own_key)))
        assert TypedStore(meddling).delete_rows(Bin.query(kind, home="h").only_trash()) == 1
        assert [row.name for row in store.all(Bin.query(kind, home="h"))] == ["a"]
        assert store.count(Bin.query(kind, home="h").with_trash()) == 1
        assert doctor(store, Bin).is_healthy
