"""Categories: made, renamed, coloured, and deleted without leaving a todo behind that names one that is gone."""

from collections.abc import Iterable, Mapping
from typing import Any

from chabudai.apps.todo import design, rules
from chabudai.apps.todo.design import Category, Colour, Todo, folded
from chabudai.apps.todo.errors import NameTaken, NoSuchCategory
from chabudai.apps.todo.todos import Todos, in_use, refused_category
from chabudai.common.sweeps import sweep
from chabudai.table import Check, ItemNotFound, NotUnique, StepFailed, Transaction, Update


def every(todos: Todos) -> list[Category]:
    """By name."""
    return by_name(todos.store.all(design.categories(todos.username)))


def by_name(categories: Iterable[Category]) -> list[Category]:
    return sorted(categories, key=lambda category: (folded(category.name), category.category_id))


def one(todos: Todos, category_id: str) -> Category:
    found = todos.store.get(design.category(todos.username, _known(category_id)).consistently())
    if found is None:
        raise NoSuchCategory
    return found


def named(todos: Todos, name: str) -> Category | None:
    """Without regard to case and width."""
    rows = todos.store.all(design.categories(todos.username).consistently())
    return next((row for row in rows if folded(row.name) == folded(name)), None)


def add(todos: Todos, *, name: str, color: Colour = "primary") -> Category:
    try:
        return todos.store.insert(new_category(todos, name=name, color=color))
    except NotUnique as taken:
        raise NameTaken from taken


def new_category(todos: Todos, *, name: str, color: str = "primary") -> Category:
    """A category that is not kept yet."""
    now = todos.now()
    return Category.model_validate(
        {
            "username": todos.username,
            "category_id": todos.new_id(),
            "name": rules.category_name(name),
            "color": rules.colour(color),
            "created_at": now,
            "updated_at": now,
        }
    )


def rename(todos: Todos, category_id: str, *, name: str) -> Category:
    return _changed(todos, _at(todos, category_id).set(name=rules.category_name(name)))


def paint(todos: Todos, category_id: str, *, color: Colour) -> Category:
    return _changed(todos, _at(todos, category_id).set(color=rules.colour(color)))


def delete_clearing(todos: Todos, category_id: str) -> int:
    """Its todos stay, without a category; how many. Interrupted, it is done again and goes on."""
    _mark(todos, Transaction().step("leaving", _at(todos, category_id).set(leaving=True)))
    return _empty_and_delete(todos, category_id, None, {})


def delete_moving(todos: Todos, category_id: str, *, to: str) -> int:
    """Its todos go to another category; how many. Interrupted, it is done again and goes on, also to a third one."""
    if to == category_id:
        raise NoSuchCategory
    held = {"category": in_use(todos, _known(to))}
    marked = Transaction().step("leaving", _at(todos, category_id).set(leaving=True)).step("category", held["category"])
    _mark(todos, marked)
    return _empty_and_delete(todos, category_id, to, held)


def _changed(todos: Todos, update: Update[Category]) -> Category:
    try:
        return todos.store.write(update)
    except ItemNotFound as nothing:
        raise NoSuchCategory from nothing
    except NotUnique as taken:
        raise NameTaken from taken


def _mark(todos: Todos, transaction: Transaction) -> None:
    """From here on no todo is put into it, so that one look finds all that there will ever be."""
    try:
        todos.store.transact(transaction)
    except StepFailed as failure:
        raise refused_category(failure) from failure


def _empty_and_delete(todos: Todos, category_id: str, to: str | None, held: Mapping[str, Check[Any]]) -> int:
    rows = list(todos.store.all(design.todos_in(todos.username, category_id).consistently()))
    try:
        moved = sweep(todos.store, rows, lambda todo: _out_of(todo, category_id, to), held)
    except StepFailed as failure:
        raise refused_category(failure) from failure
    todos.store.write(Category.delete(username=todos.username, category_id=category_id))
    return len(moved)


def _out_of(todo: Todo, category_id: str, to: str | None) -> Update[Todo]:
    return Todo.update(**todo.own_key).set(category_id=to).when(category_id=category_id)


def _at(todos: Todos, category_id: str) -> Update[Category]:
    return Category.update(username=todos.username, category_id=_known(category_id))


def _known(category_id: str) -> str:
    if not rules.is_id(category_id):
        raise NoSuchCategory
    return category_id
