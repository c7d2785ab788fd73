"""A store in which something happens between two calls: another tab, or the end of the power."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from chabudai.common.owner import Owner
from chabudai.store import Store
from chabudai.table import TypedStore


class Interrupted(Exception):
    """The power went, in a test."""


class Meddled(Store):
    """A store before whose nth call of an operation something else happens: another tab, or the end of the power."""

    def __init__(self, store: Store, operation: str, number: int, event: Callable[[], object]) -> None:
        self._store, self._operation, self._event = store, operation, event
        self._left = number

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        if operation == self._operation:
            self._left -= 1
            if self._left == 0:
                self._event()
        return self._store.call(operation, request)

    def close(self) -> None: ...


def meddled(owner: Owner, operation: str, number: int, event: Callable[[], object]) -> Owner:
    store = TypedStore(Meddled(owner.store.raw, operation, number, event), clock=owner.clock)
    return replace(owner, store=store)


def power_cut() -> None:
    raise Interrupted
