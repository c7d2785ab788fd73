"""The bodies of the todos' API: what it takes and gives, made from the design's fields."""

from typing import Annotated, TypeAlias

from msgspec import Meta

from chabudai.apps.todo.design import CATEGORY_FIELDS, TODO_FIELDS, Category, Todo
from chabudai.common.bodies import changes_body, entity_body, fill, new_body
from chabudai.web.bodies import Body

TodoId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]


@new_body(TODO_FIELDS)
class NewTodo(Body):
    """Only the title is needed. One that repeats and has no date is due on the first that fits."""


@changes_body(TODO_FIELDS)
class TodoChanges(Body):
    """What is left out stays as it is; null takes a category, date, time or repetition away."""


@entity_body(
    Todo, *TODO_FIELDS.names, "completed", "created_at", "updated_at", "completed_at", "deleted_at", id="todo_id"
)
class TodoBody(Body):
    """A todo. `deletedAt` is not null while it is in the trash."""


class NewLine(Body):
    """One line as it is typed: words such as tomorrow, 金曜, 15:00, every day, !high and #home are understood."""

    text: Annotated[str, Meta(min_length=1, max_length=1000, examples=["dentist tomorrow 10:00 !high #home"])]


class TodoPage(Body):
    """`cursor` asks for what follows, with the same parameters; null when this is the end."""

    todos: list[TodoBody]
    cursor: str | None
    total: int


class TickedTodo(Body):
    """`next` is the todo that came of one that repeats, if it does."""

    todo: TodoBody
    next: TodoBody | None


class NewPlace(Body):
    """Before which other open todo; null is the end."""

    before: TodoId | None = None


class FiguresBody(Body):
    """What there is at this moment, by the person's own day. `today` counts what is overdue too."""

    open: int
    today: int
    overdue: int
    upcoming: int
    high: int
    done: int
    done_today: int
    trash: int


@new_body(CATEGORY_FIELDS)
class NewCategory(Body):
    """Its name is taken by one only, without regard to case."""


@changes_body(CATEGORY_FIELDS)
class CategoryChanges(Body):
    """What is left out stays as it is."""


@entity_body(Category, *CATEGORY_FIELDS.names, "created_at", "updated_at", id="category_id")
class CategoryBody(Body):
    """A category."""


class CategoryList(Body):
    """By name."""

    categories: list[CategoryBody]


def todo_body(todo: Todo) -> TodoBody:
    """To the origin's program a category that is empty is none."""
    return fill(TodoBody, todo, category_id=todo.category_id or None)


def category_body(category: Category) -> CategoryBody:
    return fill(CategoryBody, category)
