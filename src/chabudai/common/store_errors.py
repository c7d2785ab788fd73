"""What a store refuses: said in an app's own words, or as an answer to go on with; so no service catches it itself."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import TypeVar, cast

from chabudai.table import (
    ConditionNotMet,
    Entity,
    ItemNotFound,
    NotUnique,
    StepFailed,
    Transaction,
    TypedStore,
    Update,
)

E = TypeVar("E", bound=Entity)

MakeError = Callable[[], Exception]
"""An error class, or a function that makes an error at the moment when it is needed."""


@dataclass(frozen=True, slots=True)
class StepErrors:
    """`missing`: the row is not there; `unmet`: its condition does not hold; `taken`: a unique value is another's."""

    missing: MakeError | None = None
    unmet: MakeError | None = None
    taken: MakeError | None = None

    def find(self, failure: Exception) -> MakeError | None:
        match failure:
            case NotUnique():
                return self.taken
            case ItemNotFound():
                return self.missing
            case ConditionNotMet():
                return self.unmet
            case _:
                return None


def translate(
    *,
    missing: MakeError | None = None,
    unmet: MakeError | None = None,
    taken: MakeError | None = None,
    steps: Mapping[str, StepErrors] | None = None,
) -> AbstractContextManager[None, None]:
    """What stands for each refusal within; one that nothing stands for goes on as it is.

    `steps` says it of a transaction's steps by name; a step that it does not name fails like a single write would.
    """
    # It swallows nothing: the type says so, that of a generator can't.
    return cast(AbstractContextManager[None, None], _translate(StepErrors(missing, unmet, taken), steps or {}))


def write_if_met(store: TypedStore, plan: Update[E]) -> E | None:
    """The row as it is now; None when its condition does not hold."""
    try:
        return store.write(plan)
    except ConditionNotMet:
        return None


def failed_step(store: TypedStore, transaction: Transaction) -> str | None:
    """Do all of it, or nothing: then the name of the step that was in the way."""
    try:
        store.transact(transaction)
    except StepFailed as failure:
        return failure.step
    return None


@contextmanager
def _translate(usual: StepErrors, steps: Mapping[str, StepErrors]) -> Iterator[None]:
    try:
        yield
    except StepFailed as failure:
        _raise(steps.get(failure.step, usual), failure.cause, failure)
    except (ItemNotFound, ConditionNotMet, NotUnique) as failure:
        _raise(usual, failure, failure)


def _raise(errors: StepErrors, reason: Exception, failure: Exception) -> None:
    make = errors.find(reason)
    if make is None:
        raise failure
    raise make() from failure
