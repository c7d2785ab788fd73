"""Links that open something for whoever knows them, and can be replaced and taken away.

A link is a row that says what it leads to; what it leads to names the secret that holds at present. Both have to agree,
so that one that is on its way out opens nothing, and knowing an id opens nothing at all.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from chabudai.common import text
from chabudai.common.retries import DEFAULT_POLICY, attempts
from chabudai.table import ConflictRetryPolicy, Delete, Entity, Get, Insert, StepFailed, Transaction, TypedStore, Update

L = TypeVar("L", bound=Entity)
T = TypeVar("T", bound=Entity)


@dataclass(frozen=True)
class ShareLinks(Generic[L, T]):
    """Links to rows of one kind. `secret_of` says which secret the row names for a link of this sort.

    `exhausted` makes the error for when others changed the links each time that it was tried.
    """

    store: TypedStore
    link: Callable[[str], Get[L]]
    target: Callable[[L], Get[T]]
    secret_of: Callable[[T, L], str | None]
    exhausted: Callable[[], Exception]
    policy: ConflictRetryPolicy = field(default=DEFAULT_POLICY)

    def open(self, secret: str) -> tuple[L, T] | None:
        """The link and what it leads to; None for a secret that opens nothing, or no longer."""
        link = self.store.get(self.link(secret)) if text.is_id(secret) else None
        found = None if link is None else self.store.get(self.target(link).consistently())
        return None if link is None or found is None or self.secret_of(found, link) != secret else (link, found)

    def issue(self, read: Callable[[], T], plan: Callable[[T], Transaction]) -> T:
        """A new link in the place of the one before. `read` gives the row as it is, `plan` what is to be written."""
        for _ in attempts(self.exhausted, self.policy):
            if self._is_done(plan(read())):
                return read()
        raise AssertionError("attempts end by raising")

    def revoke(self, read: Callable[[], T], secret: Callable[[T], str | None], plan: Callable[[T], Transaction]) -> T:
        """No link from now on. `secret` tells the one that holds, None when there is none."""
        for _ in attempts(self.exhausted, self.policy):
            row = read()
            if secret(row) is None:
                return row
            self._is_done(plan(row))
        raise AssertionError("attempts end by raising")

    def _is_done(self, transaction: Transaction) -> bool:
        try:
            self.store.transact(transaction)
        except StepFailed:
            return False
        return True


def replace_link(
    target: Update[Any],
    named_by: str,
    old: str | None,
    delete_old: Callable[[str], Delete[Any]],
    new: tuple[str, Entity] | None,
) -> Transaction:
    """One moment: the row names another secret, the old link is gone, the new one there.

    `named_by` is the field of the row that names the secret; `new` is a secret with the row of its link, None for none.
    """
    secret = None if new is None else new[0]
    transaction = Transaction().step("target", target.set(**{named_by: secret}).when(**{named_by: old}))
    if old is not None:
        transaction = transaction.step("old link", delete_old(old))
    return transaction if new is None else transaction.step("new link", Insert(new[1]))
