"""Starter content that a person has put away: it stays for what names it, and is in no list."""

from collections.abc import Iterable
from typing import Protocol, TypeVar

from chabudai.apps.kondate import design
from chabudai.apps.kondate.book.entities import Profile
from chabudai.common.owner import Owner


class HasOrigin(Protocol):
    @property
    def origin(self) -> str: ...


R = TypeVar("R", bound=HasOrigin)


def without_hidden(owner: Owner, rows: Iterable[R]) -> list[R]:
    """The rows in their order, without starter content if it was put away."""
    profile = owner.store.get(design.profile(owner.username))
    if profile is None or not profile.hides_starter:
        return list(rows)
    return [row for row in rows if row.origin != "starter"]


def put_starter_away(owner: Owner, *, is_away: bool = True) -> Profile:
    """All of it at once, or back again: with it comes how often each was cooked."""
    return owner.store.write(design.edit_profile(owner.username, {"hides_starter": is_away}))
