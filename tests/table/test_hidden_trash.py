"""What is in the trash is hidden from every read, unless the read says that it wants it; writes are not affected."""

from collections.abc import Iterator
from typing import Any, Literal

import pytest

from chabudai import table
from chabudai.store import record_calls
from chabudai.table import (
    DesignError,
    Entity,
    Gsi,
    InKey,
    ItemNotFound,
    OrNull,
    Query,
    Table,
    Trash,
    TypedStore,
    View,
    computed,
    each_of,
    exists,
    ge,
    key,
    ne,
    one_of,
    unique,
    where,
)
from chabudai.table.errors import InvalidCursor, NotProjected

Status = Literal["NEW", "OLD", "GONE"]
Group = Literal["kept", "thrown"]


def group_of(status: Status) -> Group:
    return "thrown" if status == "GONE" else "kept"


class Attic(Table, name="Attic", pk="PK", sk="SK"):
    by_status = Gsi("ByStatus", "status_pk", "SK")
    by_group = Gsi("ByGroup", "group_pk", "SK")
    by_size = Gsi("BySize", "home", "size")
    by_gone = Gsi("ByGone", "home", "gone_sk")
    raw_status = Gsi("RawStatus", "home", "status")
    by_slot = Gsi("BySlot", "size_pk", "SK", projection=["home"])


class Box(Entity, table=Attic, trash=Trash("gone_at", "status", "NEW", "GONE")):
    home: str
    number: InKey[int]
    size: int = 0
    status: Status = "NEW"
    gone_at: int | None = None
    name: str
    group = computed(group_of)
    PK = key("HOME#{home}")
    SK = key("BOX#{number:03}")
    status_pk = key("HOME#{home}#{status}")
    group_pk = key("HOME#{home}#{group}")
    size_pk = key("HOME#{home}#{size}")
    gone_sk = key("{gone_at:05}")
    one_name = unique("HOME#{home}", "NAME#{name}")


class Crate(Entity, table=Attic, trash=Trash("gone_at")):
    home: str
    number: InKey[int]
    gone_at: OrNull[int] = None
    PK = key("HOME#{home}")
    SK = key("CRATE#{number:03}")


class Chest(Entity, table=Attic):
    home: str
    number: InKey[int]
    PK = key("HOME#{home}")
    SK = key("DRAWER#{number:03}")


class Label(View, of=Box):
    """Without what tells of the trash."""

    home: str
    number: int
    name: str


class Slot(View, of=Box):
    home: str
    number: int


@Attic.pattern("T-1", "boxes", rows=3)
def boxes(home: str) -> Query[Box]:
    return Attic.query(Box, home=home)


@pytest.fixture
def store() -> Iterator[TypedStore]:
    """Boxes and crates, of which each third is in the trash."""
    with table.open(":memory:", secret=b"kept") as opened:
        opened.create(Attic)
        for number in range(12):
            opened.insert(Box(home="h", number=number, name=f"{number}", size=number % 2))
            opened.insert(Crate(home="h", number=number))
            opened.insert(Chest(home="h", number=number))
            if number % 3 == 0:
                opened.write(Box.move_to_trash(number + 1, home="h", number=number))
                opened.write(Crate.move_to_trash(number + 1, home="h", number=number))
        yield opened


GONE = [0, 3, 6, 9]
KEPT = [1, 2, 4, 5, 7, 8, 10, 11]
ALL = list(range(12))


def numbers(rows: Any) -> list[int]:
    return [row.number for row in rows]


def pages(store: TypedStore, query: Query[Any], size: int) -> Iterator[list[int]]:
    cursor = None
    while True:
        page = store.page(query, cursor, size=size)
        yield numbers(page)
        cursor = page.cursor
        if cursor is None:
            return
        assert len(page) == size


@pytest.mark.parametrize("entity", [Box, Crate, Label])
def test_a_read_by_key_finds_only_what_is_not_in_the_trash(store: TypedStore, entity: Any) -> None:
    gone, kept = entity.get(home="h", number=3), entity.get(home="h", number=4)
    assert store.get(gone) is None
    with pytest.raises(ItemNotFound):
        store.one(gone)
    assert store.one(gone.with_trash()).number == store.one(gone.only_trash()).number == 3
    assert store.one(kept).number == store.one(kept.with_trash()).number == 4
    assert store.get(kept.only_trash()) is None
    assert [row and row.number for row in store.transact_get(gone, kept, gone.with_trash())] == [None, 4, 3]
    batch = entity.batch(home="h", number=[5, 6, 7])
    assert [row and row.number for row in store.batch(batch)] == [5, None, 7]
    assert [row and row.number for row in store.batch(batch.with_trash())] == [5, 6, 7]
    assert [row and row.number for row in store.batch(batch.only_trash())] == [None, 6, None]


@pytest.mark.parametrize("entity", [Box, Crate, Label])
@pytest.mark.parametrize("size", [1, 3, 4, 50])
def test_a_query_gives_only_what_is_not_in_the_trash_in_full_pages(store: TypedStore, entity: Any, size: int) -> None:
    query = Attic.query(entity, home="h")
    for asked, expected in ((query, KEPT), (query.with_trash(), ALL), (query.only_trash(), GONE)):
        assert [number for page in pages(store, asked, size) for number in page] == expected
        assert numbers(store.all(asked)) == expected
        assert numbers(store.all(asked.descending())) == expected[::-1]
        assert store.count(asked) == len(expected)
        first = store.first(asked)
        assert first is not None
        assert first.number == expected[0]


@pytest.mark.parametrize("entity", [Box, Crate, Label])
def test_a_scan_gives_only_what_is_not_in_the_trash(store: TypedStore, entity: Any) -> None:
    scan = entity.scan()
    assert sorted(numbers(store.scan(scan))) == KEPT
    assert sorted(numbers(store.scan(scan.with_trash().in_segments(2)))) == ALL
    assert sorted(numbers(store.scan(scan.only_trash()))) == GONE
    assert sorted(numbers(store.scan(scan.filter(gone_at=ge(4))))) == [3, 6, 9]


def test_what_is_hidden_is_left_out_where_the_rows_are(store: TypedStore) -> None:
    with record_calls() as calls:
        assert store.count(boxes("h")) == 8
        assert len(list(store.all(boxes("h")))) == 8
        assert len(list(store.scan(Box.scan()))) == 8
    assert [each.operation for each in calls] == ["Query", "Query", "Scan"]
    assert [each.items for each in calls][1:] == [8, 8]
    assert "FilterExpression: attribute_not_exists(status) OR status <> 'GONE'" in str(store.explain(boxes("h")))
    assert "left out of what comes back" in str(store.explain(Box.get(home="h", number=1)))
    assert "only what is in the trash" in str(store.explain(Box.get(home="h", number=1).only_trash()))
    assert "FilterExpression" not in str(store.explain(boxes("h").with_trash()))


def test_several_entities_are_each_hidden_by_their_own_rule(store: TypedStore) -> None:
    query = Attic.query(Box, Chest, Crate, home="h")
    assert numbers(store.all(query)) == [*KEPT, *KEPT, *ALL]
    assert store.count(query) == 28
    assert [number for page in pages(store, query, 5) for number in page] == [*KEPT, *KEPT, *ALL]
    assert store.count(query.with_trash()) == 36
    assert [(type(row), row.number) for row in store.all(query.only_trash())] == [
        *((Box, number) for number in GONE),
        *((Crate, number) for number in GONE),
    ]


def test_a_query_that_asks_for_the_trash_hides_nothing(store: TypedStore) -> None:
    for query in (
        Attic.by_status.query(Box, home="h", status="GONE"),
        Attic.raw_status.query(Box, home="h", status="GONE"),
        Attic.by_gone.query(Box, home="h"),
        Attic.by_gone.query(Box, home="h", gone_at=ge(1)),
        Attic.query(Box, home="h").filter(gone_at=exists()),
        Attic.query(Box, home="h").filter(status="GONE"),
        Attic.query(Box, home="h").filter(status=one_of("GONE", "OLD")),
        Attic.query(Box, home="h").filter(where(size=9) | where(status="GONE")),
        Attic.query(Crate, home="h").filter(gone_at=exists()),
    ):
        assert numbers(store.all(query)) == GONE
        assert store.count(query) == 4
        assert "status <>" not in str(store.explain(query))
    assert numbers(store.all(Attic.query(Box, home="h").filter(status=ne("OLD")))) == KEPT
    shards = Attic.by_status.query(Box, home="h", status=each_of(["NEW", "GONE"]))
    assert numbers(store.all(shards)) == ALL
    assert store.count(shards) == 12


def test_a_query_that_leaves_no_place_for_the_trash_is_asked_as_it_is(store: TypedStore) -> None:
    for query in (
        Attic.by_status.query(Box, home="h", status="NEW"),
        Attic.by_group.query(Box, home="h", group="kept"),
        Attic.raw_status.query(Box, home="h", status="NEW"),
    ):
        assert numbers(store.all(query)) == KEPT
        assert "FilterExpression" not in query.request
    assert numbers(store.all(Attic.by_group.query(Box, home="h", group="thrown"))) == []
    assert numbers(store.all(Attic.by_group.query(Box, home="h", group="thrown").with_trash())) == GONE


def test_a_status_that_is_a_key_of_the_index_is_looked_at_in_what_comes_back(store: TypedStore) -> None:
    query = Attic.raw_status.query(Box, home="h")
    assert sorted(numbers(store.all(query))) == KEPT
    assert sorted(number for page in pages(store, query, 3) for number in page) == KEPT
    assert store.count(query) == 8
    assert store.count(query.with_trash()) == 12
    assert store.count(query.only_trash()) == 4
    assert "left out of what comes back" in str(store.explain(query))


def test_an_index_without_what_tells_of_the_trash_is_asked_with_it_or_not_at_all(store: TypedStore) -> None:
    query = Attic.by_slot.query(Slot, home="h", size=0)
    with pytest.raises(NotProjected, match=r"does not hold Box.status, which tells what is in the trash.*with_trash"):
        list(store.all(query))
    assert numbers(store.all(query.with_trash())) == [0, 2, 4, 6, 8, 10]
    with pytest.raises(DesignError, match="T-9"):

        @Attic.pattern("T-9", "slots")
        def slots(home: str) -> Query[Slot]:
            return Attic.by_slot.query(Slot, home=home, size=0)


def test_a_cursor_belongs_to_what_is_shown(store: TypedStore) -> None:
    for query in (boxes("h"), Attic.raw_status.query(Box, home="h")):
        cursor = store.page(query, size=2).cursor
        assert len(store.page(query, cursor, size=2)) == 2
        for other in (query.with_trash(), query.only_trash()):
            with pytest.raises(InvalidCursor):
                store.page(other, cursor)


def test_writes_find_what_is_in_the_trash(store: TypedStore) -> None:
    gone = {"home": "h", "number": 3}
    # The name is unique, so that the update is a transaction, after which the row is read.
    assert store.write(Box.update(**gone).set(name="other")).status == "GONE"
    assert store.write(Box.update(**gone).set(size=5)).size == 5
    assert store.write(Box.move_to_trash(9, home="h", number=4)).gone_at == 9
    assert store.write(Box.restore(**gone)).status == "NEW"
    assert store.one(Box.get(**gone)).name == "other"
    deleted = store.write(Box.delete(home="h", number=6))
    assert deleted is not None
    assert store.get(Box.get(home="h", number=6).with_trash()) is None


def test_what_has_no_trash_has_none_to_show() -> None:
    one, some = Chest.get(home="h", number=1), Chest.batch(home="h", number=[1])
    for plan in (one, some, Attic.query(Chest, home="h"), Chest.scan()):
        with pytest.raises(DesignError, match=r"Chest has no trash: declare it with trash=Trash"):
            plan.with_trash()
        with pytest.raises(DesignError, match=r"Chest has no trash"):
            plan.only_trash()


def test_an_older_schema_version_is_upgraded_before_it_is_hidden() -> None:
    class Cellars(Table, name="Cellars", pk="PK", sk="SK"): ...

    def from_1_to_2(item: dict[str, Any]) -> dict[str, Any]:
        return {**{name: value for name, value in item.items() if name != "thrown"}, "gone_at": item.get("thrown")}

    class Jar(Entity, table=Cellars, trash=Trash("gone_at"), upgrades=(from_1_to_2,)):
        home: InKey[str]
        number: InKey[int]
        gone_at: int | None = None
        PK = key("HOME#{home}")
        SK = key("JAR#{number:03}")

    with table.open(":memory:") as store:
        store.create(Cellars)
        store.insert(Jar(home="h", number=1))
        store.insert(Jar(home="h", number=2, gone_at=5))
        old = {"PK": {"S": "HOME#h"}, "SK": {"S": "JAR#003"}, "thrown": {"N": "7"}}
        store.raw.call("PutItem", {"TableName": "Cellars", "Item": old})
        query = Cellars.query(Jar, home="h")
        assert numbers(store.all(query)) == numbers(store.scan(Jar.scan())) == [1]
        assert numbers(store.all(query.only_trash())) == numbers(store.scan(Jar.scan().only_trash())) == [2, 3]
        assert (store.count(query), store.count(query.only_trash())) == (1, 2)
        assert store.get(Jar.get(home="h", number=3)) is None
