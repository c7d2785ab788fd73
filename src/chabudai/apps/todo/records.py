"""Todos and categories as files hold them, both ways: made from the design's fields."""

from typing import Any, Final

from chabudai.apps.todo.design import CATEGORY_FIELDS, CHANGEABLE_FIELDS, Category, Todo
from chabudai.common import trash
from chabudai.common.records import RecordFormat

TODO_RECORDS: Final = RecordFormat(
    CHANGEABLE_FIELDS,
    other=("todo_id", "completed", "created_at", "updated_at", "completed_at", "deleted_at", "next_id"),
    ids=("todo_id", "next_id"),
    renamed={"todo_id": "id"},
)
CATEGORY_RECORDS: Final = RecordFormat(
    CATEGORY_FIELDS,
    other=("category_id", "created_at", "updated_at"),
    ids=("category_id",),
    renamed={"category_id": "id"},
)


def read_todo(username: str, record: object) -> Todo:
    """A WebError, KeyError or ValueError says what is wrong with it: a todo without an id would come in twice."""
    fields: dict[str, Any] = TODO_RECORDS.read(record)
    moved = fields.get("deleted_at")
    known = {"username": username, "todo_id": fields["todo_id"]}
    return Todo.model_validate({**fields, **known, "expires_at": None if moved is None else trash.expiry(moved)})


def read_category(username: str, record: object) -> Category:
    fields = CATEGORY_RECORDS.read(record)
    return Category.model_validate({**fields, "username": username, "category_id": fields["category_id"]})
