"""Todos and categories as JSON spells them, both ways; what is not said is left out."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from chabudai.adapters.clock import truncate_to_millisecond
from chabudai.apps.todo import rules
from chabudai.apps.todo.design import Category, Todo
from chabudai.apps.todo.errors import InvalidTitle, UnknownField
from chabudai.apps.todo.todos import TRASH_LIFE

Record = Mapping[str, Any]

_NAMES = {
    "todo_id": "id",
    "category_id": "categoryId",
    "due_time": "dueTime",
    "sort_order": "sortOrder",
    "next_id": "nextId",
    "created_at": "createdAt",
    "updated_at": "updatedAt",
    "completed_at": "completedAt",
    "deleted_at": "deletedAt",
}
_PLAIN = ("title", "description", "priority", "due", "repeat", "steps")
_SPELLED = {name: name for name in _PLAIN} | {"completed": "completed"} | _NAMES
_BY_RULE = ("title", "description", "priority", "category_id", "due", "due_time", "repeat", "steps", "sort_order")
_MOMENTS = ("created_at", "updated_at", "completed_at", "deleted_at")


def record_of(todo: Todo) -> dict[str, Any]:
    values = {spelled: _plain(getattr(todo, name)) for name, spelled in _SPELLED.items()}
    return {name: value for name, value in values.items() if value not in (None, [])}


def category_record(category: Category) -> dict[str, Any]:
    return {
        "id": category.category_id,
        "name": category.name,
        "color": category.color,
        "createdAt": written(category.created_at),
        "updatedAt": written(category.updated_at),
    }


def todo_of(username: str, record: Record) -> Todo:
    """A WebError or ValueError says what is wrong with it."""
    by_name = {name: record[spelled] for name, spelled in _SPELLED.items() if spelled in record}
    if unknown := record.keys() - _SPELLED.values():
        raise UnknownField(min(unknown))
    fields = rules.checked({name: value for name, value in by_name.items() if name in _BY_RULE})
    if "title" not in fields:
        raise InvalidTitle
    fields |= {name: moment(by_name[name]) for name in _MOMENTS if by_name.get(name) is not None}
    thrown_at = fields.get("deleted_at")
    return Todo.model_validate(
        {
            **fields,
            "username": username,
            "todo_id": _id(by_name["todo_id"]),
            "completed": by_name.get("completed", False),
            "next_id": by_name.get("next_id"),
            "expires_at": None if thrown_at is None else int((thrown_at + TRASH_LIFE).timestamp()),
        }
    )


def category_of(username: str, record: Record) -> Category:
    values = {
        "username": username,
        "category_id": _id(record["id"]),
        "name": rules.category_name(record["name"]),
        "color": rules.colour(record.get("color", "primary")),
        "created_at": moment(record["createdAt"]),
        "updated_at": moment(record["updatedAt"]),
    }
    return Category.model_validate(values)


def written(value: datetime) -> str:
    """In UTC, to the millisecond, as it is stored."""
    return value.astimezone(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def moment(text: Any) -> datetime:
    value = datetime.fromisoformat(text)
    if value.tzinfo is None:
        raise ValueError(f"{text} does not say its zone")
    return truncate_to_millisecond(value.astimezone(UTC))


def _id(value: Any) -> str:
    if not isinstance(value, str) or not rules.is_id(value):
        raise ValueError(f"{value!r} is no id")
    return value


def _plain(value: Any) -> Any:
    match value:
        case datetime():
            return written(value)
        case tuple():
            return [step.model_dump() for step in value]
        case None | bool() | str():
            return value
        case _:
            return str(value)
