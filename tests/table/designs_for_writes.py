"""Designs that the tests of writing share, and what looks into their tables past the toolkit."""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Literal, TypeAlias

import pytest

from chabudai import table
from chabudai.store import Store
from chabudai.table import (
    Entity,
    Field,
    Gsi,
    InKey,
    OrNull,
    Query,
    Table,
    Trash,
    TypedStore,
    Update,
    Version,
    computed,
    id_field,
    key,
    unique,
)
from chabudai.table.attributes import Item

Status: TypeAlias = Literal["ACTIVE", "DELETED", "LENT"]
# So far off that the engine, whose clock is the real one, takes nothing away that expires round this time.
NOON = datetime(2096, 11, 15, 12, tzinfo=UTC)


class Wardrobe(Table, name="Wardrobe", pk="PK", sk="SK"):
    by_wear = Gsi("ByWear", "status_list_pk", "wear_count_sk")
    by_price = Gsi("ByPrice", ["wardrobe", "status"], ["price"])


class Clothing(Entity, table=Wardrobe, trash=Trash("deleted_at", "status", "ACTIVE", "DELETED")):
    """`price` is a key of its index as it is; the wear count is copied into one."""

    wardrobe: str
    clothing_id: str = id_field("cl_")
    name: str = Field(min_length=1, max_length=40)
    status: Status = "ACTIVE"
    wear_count: int = Field(default=0, ge=0, le=1000)
    price: int = 0
    notes: list[str] = Field(default_factory=list, max_length=3)
    tags: frozenset[str] = frozenset()
    deleted_at: OrNull[int] = None

    PK = key("W#{wardrobe}#CLOTH")
    SK = key("CLOTH#{clothing_id}")
    status_list_pk = key("W#{wardrobe}#CLOTH#{status}")
    wear_count_sk = key("WEAR#{wear_count:010}#{clothing_id}")


@Wardrobe.pattern("AP-04", "clothes, most worn first")
def clothes_by_wear(wardrobe: str, status: Status = "ACTIVE") -> Query[Clothing]:
    return Wardrobe.by_wear.query(Clothing, wardrobe=wardrobe, status=status).descending()


@Wardrobe.pattern("AP-16", "worn once more")
def wear(wardrobe: str, clothing_id: str) -> Update[Clothing]:
    return Clothing.update(wardrobe=wardrobe, clothing_id=clothing_id).add(wear_count=1)


class Household(Table, name="Household", pk="PK", sk="SK"):
    by_room = Gsi("ByRoom", "room_pk", "room_sk")


def fold(name: str) -> str:
    return name.casefold()


class Member(Entity, table=Household):
    """Two rights: a name whatever its case, and a badge, which not everyone has."""

    house: InKey[str]
    member_id: str
    name: str
    badge: int | None = None
    room: str = "hall"
    points: int = 0
    version: Version = 0

    folded = computed(fold)
    one_name = unique("H#{house}", "NAME#{folded}")
    one_badge = unique("H#{house}", "BADGE#{badge}")
    PK = key("H#{house}")
    SK = key("MEMBER#{member_id}")
    room_pk = key("H#{house}#ROOM#{room}")
    room_sk = key("POINTS#{points:06}#{member_id}")


@pytest.fixture
def home() -> Iterator[TypedStore]:
    with table.open(":memory:") as store:
        store.create(Wardrobe, Household)
        yield store


class Interrupted(Store):
    """Lets another in just before the first write that passes through after `rival` was set."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.rival: Callable[[], object] | None = None

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        if self.rival is not None and operation in ("PutItem", "UpdateItem", "DeleteItem", "TransactWriteItems"):
            rival, self.rival = self.rival, None
            rival()
        return self._store.call(operation, request)

    def close(self) -> None:
        self._store.close()


class Reticent(Store):
    """A store that does not tell what stood in the way of a condition, as older ones do not."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        return self._store.call(operation, _without_wish(request))

    def close(self) -> None:
        self._store.close()


def _without_wish(asked: Any) -> Any:
    if isinstance(asked, list):
        return [_without_wish(each) for each in asked]
    if not isinstance(asked, dict):
        return asked
    return {name: _without_wish(each) for name, each in asked.items() if name != "ReturnValuesOnConditionCheckFailure"}


class Clock:
    """Stands still until it is moved."""

    def __init__(self, now: datetime = NOON) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now


SHIRT = {"wardrobe": "w", "clothing_id": "1"}


def shirt(**values: Any) -> Clothing:
    return Clothing(**{**SHIRT, "name": "shirt", **values})


def member(member_id: str, name: str, **values: Any) -> Member:
    return Member(house="h", member_id=member_id, name=name, **values)


def stored(store: TypedStore, entity: type[Entity], **own: Any) -> Item:
    """One item as it is, every attribute of it."""
    request = {"TableName": entity.layout.table.name, "Key": entity.layout.key(own), "ConsistentRead": True}
    found: Item = store.raw.call("GetItem", request).get("Item", {})
    return found


def keys(store: TypedStore, **own: Any) -> tuple[str, str]:
    """The two keys of a piece of clothing in the index by wear."""
    row = stored(store, Clothing, **(own or SHIRT))
    return row["status_list_pk"]["S"], row["wear_count_sk"]["S"]


def rows(store: Store, table: type[Table]) -> list[Item]:
    """Everything that is stored, guard rows included."""
    items: list[Item] = []
    start: dict[str, Any] = {}
    while True:
        answer = store.call("Scan", {"TableName": table.name, "ConsistentRead": True, **start})
        items += answer["Items"]
        if "LastEvaluatedKey" not in answer:
            return items
        start = {"ExclusiveStartKey": answer["LastEvaluatedKey"]}


def guards(store: Store, table: type[Table]) -> dict[str, str]:
    """Whose each right is: sort key of the guard row → sort key of its owner."""
    return {row["SK"]["S"]: row["_guards"]["M"]["SK"]["S"] for row in rows(store, table) if "_guards" in row}
