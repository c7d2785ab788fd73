"""The workload as a design: a table with three indexes, clothes of 400 bytes whose keys are made of their fields."""

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal

from tests.bench import workload
from tests.bench.ground import Ground

from chabudai.engine import Engine
from chabudai.store import Store
from chabudai.store.embedded import EmbeddedStore
from chabudai.table import Entity, Field, Gsi, InKey, Query, Table, TypedStore, key

Values = dict[str, Any]
BATCH = 25


class Closet(Table, name="Closet", pk="PK", sk="SK"):
    by_created = Gsi("ByCreated", "list_pk", "created_sk")
    by_wear = Gsi("ByWear", "list_pk", "wear_sk")
    by_worn = Gsi("ByWorn", "list_pk", "worn_sk")


class Clothing(Entity, table=Closet):
    wardrobe_id: InKey[str]
    clothing_id: InKey[str]
    name: str = Field(min_length=1, max_length=40)
    status: Literal["ACTIVE", "GONE"] = "ACTIVE"
    wear_count: int = Field(default=0, ge=0)
    last_worn_at: int
    created_at: int
    price: Decimal
    season: frozenset[str]
    note: str

    PK = key("W#{wardrobe_id}")
    SK = key("CLOTH#{clothing_id}")
    list_pk = key("W#{wardrobe_id}#{status}")
    created_sk = key("CREATED#{created_at:013}#{clothing_id}")
    wear_sk = key("WEAR#{wear_count:010}#{clothing_id}")
    worn_sk = key("LASTWORN#{last_worn_at:013}#{clothing_id}")


@Closet.pattern("1", "the clothes of a wardrobe", rows=workload.ITEMS_PER_PARTITION)
def clothes(wardrobe_id: str) -> Query[Clothing]:
    return Closet.query(Clothing, wardrobe_id=wardrobe_id)


def values(number: int, count: int) -> Values:
    """The fields of clothing `number` of a table that was loaded with `count`."""
    made: Values = {
        "wardrobe_id": f"{number % max(1, count // workload.ITEMS_PER_PARTITION):06d}",
        "clothing_id": f"{number:08d}",
        "name": f"紺のシャツ {number}",
        "status": "ACTIVE",
        "wear_count": number % 97,
        "last_worn_at": 1_790_000_000_000 + number * workload.STRIDE % 1_000_003,
        "created_at": 1_790_000_000_000 + number,
        "price": Decimal("4980.5"),
        "season": frozenset({"autumn", "spring"}),
        "note": "",
    }
    return {**made, "note": "x" * (workload.ITEM_BYTES - workload.size(item(made)))}


def item(fields: Values) -> workload.Item:
    return Clothing.layout.to_item(fields)


def file(ground: Ground, count: int) -> Path:
    """A database of its own for one comparison, loaded with `count` clothes."""
    ground.copies += 1
    path = ground.folder / f"closet-{ground.copies}.db"
    with Engine.open(path, durability="relaxed") as engine:
        load(EmbeddedStore(engine), count)
    return path


def load(store: Store, count: int) -> None:
    TypedStore(store).create(Closet)
    for request in _batches(count):
        store.call("BatchWriteItem", request)


def _batches(count: int) -> Iterator[workload.Request]:
    for first in range(0, count, BATCH):
        puts = [{"PutRequest": {"Item": item(values(n, count))}} for n in range(first, min(first + BATCH, count))]
        yield {"RequestItems": {Closet.name: puts}}
