"""Categories: made, renamed, coloured, and deleted without leaving a todo behind that names one that is gone."""

from collections.abc import Iterable, Mapping
from typing import Any, get_args

from chabudai.apps.todo import design
from chabudai.apps.todo.design import CATEGORY_FIELDS, Category, Colour, Todo
from chabudai.apps.todo.errors import CategoryNameTaken, NoSuchCategory
from chabudai.apps.todo.todos import CATEGORY_ERRORS, check_category
from chabudai.common import names
from chabudai.common.names import find_by_name, sort_by_name
from chabudai.common.owner import Owner
from chabudai.common.store_errors import translate
from chabudai.common.sweeps import sweep
from chabudai.common.text import is_id
from chabudai.table import Check, Transaction, Update

__all__ = [
    "add",
    "delete_clearing",
    "delete_moving",
    "edit",
    "find_all",
    "find_all_now",
    "find_by_name",
    "find_category",
    "new_category",
    "next_colour",
    "sort_by_name",
]


def find_all(owner: Owner) -> list[Category]:
    """By name."""
    return sort_by_name(owner.store.all(design.categories(owner.username)))


def find_all_now(owner: Owner) -> list[Category]:
    """With every write that was acknowledged before."""
    return list(owner.store.all(design.categories(owner.username).consistently()))


def find_category(owner: Owner, category_id: str) -> Category:
    found = owner.store.get(design.category(owner.username, _check_id(category_id)).consistently())
    if found is None:
        raise NoSuchCategory
    return found


def add(owner: Owner, **fields: Any) -> Category:
    """The fields are CATEGORY_FIELDS."""
    with translate(taken=CategoryNameTaken):
        return owner.store.insert(new_category(owner, **fields))


def new_category(owner: Owner, **fields: Any) -> Category:
    """A category that is not kept yet."""
    now = owner.now()
    known = {"username": owner.username, "category_id": owner.new_id(), "created_at": now, "updated_at": now}
    return Category.model_validate({**known, **CATEGORY_FIELDS.check_new(fields)})


def next_colour(known: Iterable[Category]) -> str:
    """For one that is made on the way, beside those that are there: not always the first of the eight."""
    return names.next_colour(get_args(Colour), [category.color for category in known])


def edit(owner: Owner, category_id: str, given: Mapping[str, Any]) -> Category:
    """Rename it, colour it, or both."""
    fields = CATEGORY_FIELDS.check(given)
    if not fields:
        return find_category(owner, category_id)
    with translate(missing=NoSuchCategory, taken=CategoryNameTaken):
        return owner.store.write(_plan_update(owner, category_id).set(**fields))


def delete_clearing(owner: Owner, category_id: str) -> int:
    """Its todos stay, without a category; how many. Interrupted, it is done again and goes on."""
    return _delete(owner, category_id, None, {})


def delete_moving(owner: Owner, category_id: str, *, to: str) -> int:
    """Its todos go to another category; how many. Interrupted, it is done again and goes on, also to a third one."""
    if to == category_id:
        raise NoSuchCategory
    return _delete(owner, category_id, to, {"category": check_category(owner, to)})


def _delete(owner: Owner, category_id: str, to: str | None, checks: Mapping[str, Check[Any]]) -> int:
    """Once it is marked no todo is put into it, so that one look finds all that there will ever be."""
    marked = Transaction().step("leaving", _plan_update(owner, category_id).set(leaving=True))
    for name, check in checks.items():
        marked = marked.step(name, check)
    with translate(missing=NoSuchCategory, steps={"category": CATEGORY_ERRORS}):
        owner.store.transact(marked)
        rows = list(owner.store.all(design.todos_in(owner.username, category_id).consistently()))
        moved = sweep(owner.store, rows, lambda todo: _plan_take_out(todo, category_id, to), checks)
    owner.store.write(Category.delete(username=owner.username, category_id=category_id))
    return len(moved)


def _plan_take_out(todo: Todo, category_id: str, to: str | None) -> Update[Todo]:
    return Todo.update(**todo.own_key).set(category_id=to).when(category_id=category_id)


def _plan_update(owner: Owner, category_id: str) -> Update[Category]:
    return Category.update(username=owner.username, category_id=_check_id(category_id))


def _check_id(category_id: str) -> str:
    if not is_id(category_id):
        raise NoSuchCategory
    return category_id
