"""Bulk: many writes in as few transactions as there can be."""

from collections.abc import Iterable
from itertools import islice
from typing import Any, TypeAlias

from chabudai.table import Delete, Put, Step, Transaction, TypedStore

Write: TypeAlias = Put[Any] | Delete[Any]

_AT_ONCE = 100


def write(store: TypedStore, plans: Iterable[Write]) -> None:
    """A hundred at a time, each hundred whole or not at all."""
    waiting = iter(plans)
    while some := tuple(islice(waiting, _AT_ONCE)):
        store.transact(Transaction(tuple(Step(str(number), plan) for number, plan in enumerate(some))))
