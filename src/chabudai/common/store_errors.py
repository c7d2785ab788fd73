"""What a store refuses, said in an app's own words: one place for what every service would otherwise catch itself."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from chabudai.table import ConditionNotMet, ItemNotFound, NotUnique, StepFailed

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


@contextmanager
def translate(
    *,
    missing: MakeError | None = None,
    unmet: MakeError | None = None,
    taken: MakeError | None = None,
    steps: Mapping[str, StepErrors] | None = None,
) -> Iterator[None]:
    """What stands for each refusal within; one that nothing stands for goes on as it is.

    `steps` says it of a transaction's steps by name; a step that it does not name fails like a single write would.
    """
    usual = StepErrors(missing, unmet, taken)
    try:
        yield
    except StepFailed as failure:
        _raise((steps or {}).get(failure.step, usual), failure.cause, failure)
    except (ItemNotFound, ConditionNotMet, NotUnique) as failure:
        _raise(usual, failure, failure)


def _raise(errors: StepErrors, reason: Exception, failure: Exception) -> None:
    make = errors.find(reason)
    if make is None:
        raise failure
    raise make() from failure
