"""How a person likes their lists, remembered by the browser too, so that a page need not ask for it each time."""

from contextlib import suppress
from typing import Final, get_args

from chabudai.accounts.design import Person
from chabudai.apps.todo import profiles
from chabudai.apps.todo.lists import Sort
from chabudai.common.owner import Owner
from chabudai.store.errors import StoreFull
from chabudai.web.context import RequestContext
from chabudai.web.cookies import Cookie
from chabudai.web.routes import Injected

_SORT: Final = Cookie("todo-sort", 30 * 24 * 60 * 60)


def find_default_sort(owner: Injected[Owner], person: Injected[Person], context: Injected[RequestContext]) -> Sort:
    """For routes that name `default_sort`: as this browser has it; from the table when it has none or another's.

    Whoever is not in the table yet comes for the first time, and is from then on.
    """
    sort, _, username = (context.jar.get(_SORT) or "").partition(" ")
    if username != owner.username:
        profile = profiles.find(owner)
        sort = profiles.default_sort(profile)
        with suppress(StoreFull):  # it can still be read; they will come for the first time once more
            if profile is None:
                profiles.save(owner, email=person.email, language=person.language)
            remember_sort(owner, context, sort)
    return next((each for each in get_args(Sort) if each == sort), "manual")


def remember_sort(owner: Owner, context: RequestContext, sort: str) -> None:
    context.jar.put(_SORT, f"{sort} {owner.username}")
