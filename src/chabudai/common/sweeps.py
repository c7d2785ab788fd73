"""Sweeps: one change to very many rows, in transactions of a bounded size."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final, TypeAlias, TypeVar

from chabudai.table import (
    Check,
    ConditionNotMet,
    Delete,
    Entity,
    Insert,
    ItemNotFound,
    Put,
    Step,
    StepFailed,
    Transaction,
    TransactionTooLarge,
    TypedStore,
    Update,
)

E = TypeVar("E", bound=Entity)
R = TypeVar("R")
Write: TypeAlias = Put[E] | Insert[E] | Update[E] | Delete[E]
MOST_STEPS: Final = 100  # that a transaction takes
MOST: Final = 90  # of them, so that there is room for checks
NO_CHECKS: Final[Mapping[str, Check[Any]]] = {}


def sweep(
    store: TypedStore,
    rows: Iterable[E],
    change: Callable[[E], Write[E]],
    checks: Mapping[str, Check[Any]] = NO_CHECKS,
) -> list[E]:
    """Those that were changed. A row that is no longer as its change wants it is passed over.

    Every transaction is held to the checks: StepFailed with a check's name when it fails.
    """
    changed: list[E] = []
    for some in batches(rows, MOST - len(checks)):
        changed += _sweep_batch(store, some, change, checks)
    return changed


def write_all(store: TypedStore, plans: Iterable[Write[Any]]) -> None:
    """Many writes in few transactions, each of them whole or not at all."""
    for some in batches(plans, MOST_STEPS):
        _write_batch(store, some)


def batches(rows: Iterable[R], size: int) -> Iterator[list[R]]:
    left = iter(rows)
    while some := list(islice(left, size)):
        yield some


def _write_batch(store: TypedStore, plans: Sequence[Write[Any]]) -> None:
    """All of them at once, or each half by itself when they hold more bytes than a transaction takes."""
    try:
        store.transact(Transaction(tuple(Step(str(number), plan) for number, plan in enumerate(plans))))
    except TransactionTooLarge:
        if len(plans) == 1:
            raise
        for some in _halves(plans):
            _write_batch(store, some)


def _sweep_batch(
    store: TypedStore, rows: Sequence[E], change: Callable[[E], Write[E]], checks: Mapping[str, Check[Any]]
) -> list[E]:
    """All of them at once, or each half by itself when some are in the way or they hold too many bytes together."""
    transaction = Transaction()
    for name, check in checks.items():
        transaction = transaction.step(name, check)
    for number, row in enumerate(rows):
        transaction = transaction.step(str(number), change(row))
    try:
        store.transact(transaction)
    except TransactionTooLarge:
        if len(rows) == 1:
            raise
    except StepFailed as failure:
        is_in_the_way = isinstance(failure.cause, (ItemNotFound, ConditionNotMet))
        if failure.step in checks or not is_in_the_way:
            raise
        if len(rows) == 1:
            return []
    else:
        return list(rows)
    return [row for some in _halves(rows) for row in _sweep_batch(store, some, change, checks)]


def _halves(rows: Sequence[R]) -> tuple[Sequence[R], Sequence[R]]:
    half = len(rows) // 2
    return rows[:half], rows[half:]
