"""Sweeps: one change to very many todos, in transactions of a bounded size."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final, TypeAlias, TypeVar

from chabudai.table import Check, Delete, Entity, Insert, Put, Transaction, TypedStore, Update
from chabudai.table.errors import ConditionNotMet, NotThere, StepFailed

E = TypeVar("E", bound=Entity)
Write: TypeAlias = Put[E] | Insert[E] | Update[E] | Delete[E]
MOST: Final = 90  # of the hundred that a transaction takes, so that there is room for what is to be held


def sweep(
    store: TypedStore, rows: Iterable[E], change: Callable[[E], Write[E]], held: Mapping[str, Check[Any]]
) -> list[E]:
    """Those that were changed. A row that is no longer as its change wants it is passed over.

    `held` are checks that every transaction is held to: StepFailed with the check's name when one fails.
    """
    changed: list[E] = []
    for some in batches(rows, MOST - len(held)):
        changed += _swept(store, some, change, held)
    return changed


def batches(rows: Iterable[E], size: int) -> Iterator[list[E]]:
    left = iter(rows)
    while some := list(islice(left, size)):
        yield some


def _swept(
    store: TypedStore, rows: Sequence[E], change: Callable[[E], Write[E]], held: Mapping[str, Check[Any]]
) -> list[E]:
    """All of them at once, or one by one when some are in the way."""
    transaction = Transaction()
    for name, check in held.items():
        transaction = transaction.step(name, check)
    for number, row in enumerate(rows):
        transaction = transaction.step(str(number), change(row))
    try:
        store.transact(transaction)
    except StepFailed as failure:
        is_in_the_way = isinstance(failure.cause, (NotThere, ConditionNotMet))
        if failure.step in held or not is_in_the_way:
            raise
        if len(rows) == 1:
            return []
        return [row for each in rows for row in _swept(store, [each], change, held)]
    return list(rows)
