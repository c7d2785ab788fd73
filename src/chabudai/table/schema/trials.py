"""Trials: while a pattern is tried with made-up arguments, no store runs anything for it."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from chabudai.table.errors import DesignError

_is_tried: ContextVar[bool] = ContextVar("is_tried", default=False)


@contextmanager
def trial() -> Iterator[None]:
    token = _is_tried.set(True)
    try:
        yield
    finally:
        _is_tried.reset(token)


def refuse_in_trial() -> None:
    """DesignError where a pattern that is tried runs a plan: it would be run with values that nobody meant."""
    if _is_tried.get():
        raise DesignError(
            "it runs a plan, and is only to make one: return the plan itself, as Book.get(…), and let whoever calls "
            "the pattern run it, as store.one(one_book(…))"
        )
