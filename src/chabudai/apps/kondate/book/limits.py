"""Limits of how many a person keeps of something, exact also where several of their devices add at one moment."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeVar

from pydantic import BaseModel

from chabudai.apps.kondate import design
from chabudai.apps.kondate.book.entities import Limited, Tally
from chabudai.apps.kondate.errors import TooBusy
from chabudai.common.owner import Owner
from chabudai.common.retries import attempts
from chabudai.table import Insert, StepFailed, Transaction, Update

T = TypeVar("T")
R = TypeVar("R", bound=BaseModel)

_MOST_ROWS: Final = 40
_MOST_BYTES: Final = 2_000_000


def change_counted(owner: Owner, kind: Limited, decide: Callable[[Transaction], tuple[Transaction, T]]) -> T:
    """What `decide` adds to the transaction, as long as no other device added one of this kind since; else it decides
    anew. It counts the rows as they are, and raises where there are too many.
    """
    for _ in attempts(TooBusy):
        plan, made = decide(_hold(owner, kind))
        try:
            owner.store.transact(plan)
        except StepFailed as failure:
            if failure.step != "tally":
                raise
            continue
        return made
    raise AssertionError("attempts end by raising")


def portions(rows: Iterable[R]) -> Iterator[list[R]]:
    """Rows by as many as one transaction surely takes, in their order."""
    some: list[R] = []
    size = 0
    for row in rows:
        more = len(row.model_dump_json().encode())
        if some and (len(some) >= _MOST_ROWS or size + more > _MOST_BYTES):
            yield some
            some, size = [], 0
        some.append(row)
        size += more
    if some:
        yield some


def _hold(owner: Owner, kind: Limited) -> Transaction:
    seen = owner.store.get(design.tally(owner.username, kind).consistently())
    if seen is None:
        return Transaction().step("tally", Insert(Tally(user_id=owner.username, kind=kind)))
    counted: Update[Tally] = Tally.update(**seen.own_key).set(revision=seen.revision + 1)
    return Transaction().step("tally", counted.when(revision=seen.revision))
