"""Indexes of the table come one by one: what needs one that is not there yet says so, and the rest goes on.

The table is made with those that are wanted. Another is added by `enable`, while everything is in use: the store gives
every row its place in it, and the next question finds it there.
"""

import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Final, cast

from chabudai.apps.kondate.errors import NotAvailableYet
from chabudai.apps.kondate.main_table import MainTable
from chabudai.store.errors import InvalidRequest
from chabudai.table import Gsi, TableDiffers, TypedStore

INDEXES: Final[Mapping[str, Gsi]] = {
    "GSI1": MainTable.by_id,
    "GSI2": MainTable.by_popularity,
    "GSI3": MainTable.by_creator,
}
_PAUSE: Final = 0.05


def asking(index: str) -> AbstractContextManager[None, None]:
    """Around whatever asks this index: NotAvailableYet while the table has none, or it is still being filled."""
    # It swallows nothing: the type says so, that of a generator can't.
    return cast(AbstractContextManager[None, None], _asking(index))


def create_table(store: TypedStore, wanted: Collection[str]) -> None:
    """The table with the indexes that are wanted; one that is there with fewer of them stays so until `enable`."""
    try:
        store.create(MainTable, without=INDEXES.keys() - set(wanted))
    except TableDiffers:
        store.create(MainTable, without=INDEXES.keys())


def enabled(store: TypedStore) -> frozenset[str]:
    """Those that can be asked at this moment."""
    described = store.raw.call("DescribeTable", {"TableName": MainTable.name})["Table"]
    indexes = described.get("GlobalSecondaryIndexes", ())
    return frozenset(each["IndexName"] for each in indexes if each["IndexStatus"] in ("ACTIVE", "UPDATING"))


def present(store: TypedStore) -> set[str]:
    """Those that the table has, also while they are being filled."""
    described = store.raw.call("DescribeTable", {"TableName": MainTable.name})["Table"]
    return {each["IndexName"] for each in described.get("GlobalSecondaryIndexes", ())}


def enable(store: TypedStore, index: str) -> None:
    """Add one to the table as it is; nothing is done where it is there. It is filled meanwhile: see `wait_for`."""
    if index not in present(store):
        create = {
            "IndexName": index,
            "KeySchema": [
                {"AttributeName": name, "KeyType": kind}
                for name, kind in zip(INDEXES[index].attributes, ("HASH", "RANGE"), strict=True)
            ],
            "Projection": {"ProjectionType": "ALL"},
        }
        _update(store, {*present(store), index}, {"Create": create})


def disable(store: TypedStore, index: str) -> None:
    """Take one away; rows keep their places for when it comes back."""
    if index in present(store):
        _update(store, present(store) - {index}, {"Delete": {"IndexName": index}})


def wait_for(store: TypedStore, index: str) -> None:
    """Until it can be asked. In a large table that takes its time."""
    while index not in enabled(store):
        time.sleep(_PAUSE)


def _update(store: TypedStore, indexes: Collection[str], change: Mapping[str, Any]) -> None:
    names = [*MainTable.primary.attributes, *(name for each in sorted(indexes) for name in INDEXES[each].attributes)]
    store.raw.call(
        "UpdateTable",
        {
            "TableName": MainTable.name,
            "AttributeDefinitions": [{"AttributeName": name, "AttributeType": "S"} for name in names],
            "GlobalSecondaryIndexUpdates": [change],
        },
    )


@contextmanager
def _asking(index: str) -> Iterator[None]:
    try:
        yield
    except TableDiffers as missing:
        raise NotAvailableYet(index) from missing
    except InvalidRequest as refused:
        if "backfilling" not in refused.message:
            raise
        raise NotAvailableYet(index) from refused
