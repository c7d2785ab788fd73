"""A person's row in the todos' table: who they are to old callers, and how they like their lists."""

from typing import get_args

from chabudai.apps.todo import design
from chabudai.apps.todo.design import User
from chabudai.apps.todo.lists import Sort
from chabudai.apps.todo.messages import lazy
from chabudai.common.owner import Owner
from chabudai.common.unreadable_rows import get_readable
from chabudai.web.errors import invalid_field


def save(owner: Owner, *, email: str, language: str | None = None) -> User:
    """When somebody comes for the first time, or has changed their account."""
    plan = User.upsert(username=owner.username).set(email=email, language=language, zone=owner.zone.key)
    return owner.store.write(plan)


def find(owner: Owner) -> User | None:
    return get_readable(owner.store, design.user(owner.username))


def default_sort(profile: User | None) -> Sort:
    return next((each for each in get_args(Sort) if profile is not None and each == profile.default_sort), "manual")


def choose_sort(owner: Owner, sort: str) -> None:
    if sort not in get_args(Sort):
        raise invalid_field("sort", lazy("That sort order isn't available."))
    owner.store.write(User.upsert(username=owner.username).set(default_sort=sort).if_missing(email=""))
