"""A write that was done, whose answer was lost, and that was sent again: it counts once, and is no failure."""

from collections.abc import Mapping
from typing import Any

import pytest
from tests.table.designs_for_writes import SHIRT, Clothing, shirt
from tests.table.designs_for_writes import home as home

from chabudai.store import Store
from chabudai.store.errors import StoreError
from chabudai.table import ConditionNotMet, Put, TypedStore

WRITES = ("PutItem", "UpdateItem", "DeleteItem")


class Lossy(Store):
    """Every write is sent twice, as a store does that got no answer to the first."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        if operation not in WRITES:
            return self._store.call(operation, request)
        self._store.call(operation, request)
        try:
            return self._store.call(operation, request)
        except StoreError as error:
            error.after_lost_answer = True
            raise

    def close(self) -> None:
        self._store.close()


def test_an_insert_is_not_refused_by_itself(home: TypedStore) -> None:
    lossy = TypedStore(Lossy(home.raw))
    assert lossy.insert(shirt()) == shirt()
    with pytest.raises(ConditionNotMet):
        TypedStore(home.raw).insert(shirt(name="other"))


def test_what_is_counted_into_a_key_is_counted_once(home: TypedStore) -> None:
    home.insert(shirt())
    lossy = TypedStore(Lossy(home.raw))
    assert lossy.write(Clothing.update(**SHIRT).add(wear_count=1)).wear_count == 1
    assert home.one(Clothing.get(**SHIRT)).wear_count == 1


def test_a_conditional_put_and_a_deletion_are_done(home: TypedStore) -> None:
    home.insert(shirt())
    lossy = TypedStore(Lossy(home.raw))
    assert lossy.write(Put(shirt(name="coat")).when(name="shirt")).name == "coat"
    lossy.write(Clothing.delete(**SHIRT).existing())
    assert home.get(Clothing.get(**SHIRT)) is None


def test_a_refusal_that_is_another_s_doing_stays_one(home: TypedStore) -> None:
    home.insert(shirt(name="theirs"))

    class Refused(Lossy):
        def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
            try:
                return self._store.call(operation, request)
            except StoreError as error:
                error.after_lost_answer = True
                raise

    with pytest.raises(ConditionNotMet, match="exists already"):
        TypedStore(Refused(home.raw)).insert(shirt(name="ours"))
