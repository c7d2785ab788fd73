"""What todos keep of a person: handed over whole, and let go of for good."""

from typing import Any

from chabudai.apps.todo import design, transfer_json
from chabudai.apps.todo.design import Category, Todo, User
from chabudai.apps.todo.todos import group_rows
from chabudai.common.sweeps import sweep
from chabudai.common.unreadable_rows import get_readable
from chabudai.table import TypedStore


def export(store: TypedStore, username: str) -> dict[str, Any]:
    """The same document that can be imported again, with the profile beside it."""
    rows = group_rows(store.all(design.everything(username).consistently()))
    profile = get_readable(store, design.user(username))
    row = None if profile is None else profile.model_dump(mode="json", exclude_none=True)
    return {**transfer_json.write_document(rows), "profile": row}


def erase(store: TypedStore, username: str) -> None:
    """Again and again, until it is gone: what was interrupted is begun anew and finds less."""
    rows = group_rows(store.all(design.everything(username).consistently()))
    sweep(store, rows.todos, lambda todo: Todo.delete(**todo.own_key))
    for category in rows.categories:
        store.write(Category.delete(**category.own_key))
    store.delete_rows(design.everything(username).consistently())  # also what can't be read
    store.write(User.delete(username=username))
