"""The todos' table: its rows, their keys, and access patterns 1 to 5 of the seed; what goes beyond it says so.

What is said of a field here is said nowhere else: forms, API, sentences, files and search follow from it.
"""

from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import BaseModel

from chabudai.apps.todo import repeats
from chabudai.apps.todo.messages import lazy
from chabudai.common import order
from chabudai.common.fields import FieldMessage, Fields, Prose, Rule
from chabudai.common.text import fold_name
from chabudai.table import (
    AnyOffset,
    As,
    Design,
    Entity,
    Field,
    Get,
    InKey,
    OmitDefault,
    Query,
    Stored,
    Table,
    Trash,
    UpdatedAt,
    computed,
    id_field,
    key,
    unique,
)

MOST_STEPS: Final = 100
LONGEST_STEP: Final = 200

Priority: TypeAlias = Literal["high", "medium", "low"]
Colour: TypeAlias = Literal["primary", "info", "success", "warning", "danger", "link", "light", "dark"]
Moment: TypeAlias = Annotated[datetime, As("isoms"), AnyOffset()]  # the origin's program writes offsets of its own

_STEPS_MESSAGE = lazy(
    "Use up to %(most)s steps of up to %(longest)s characters each.", most=MOST_STEPS, longest=LONGEST_STEP
)


class TodoTable(Table, name="wambda-table-ssr001", pk="pk", sk="sk", ttl="expires_at"): ...


class User(Entity, table=TodoTable):
    username: str = Field(min_length=1)
    email: str
    # Beyond the seed: settings.
    zone: str | None = None
    language: str | None = None
    default_sort: str | None = None

    pk = key("users")
    sk = key("{username}")


class TodoStep(BaseModel, frozen=True):
    """One line of a todo's checklist."""

    text: str = Field(min_length=1, max_length=LONGEST_STEP)
    done: bool = False


class Todo(Entity, table=TodoTable, trash=Trash("deleted_at")):
    username: InKey[str]
    todo_id: Annotated[str, Stored("id")] = id_field()
    entity_type: Literal["todo"] = "todo"
    title: str = Field(min_length=1, max_length=200, description="On one line.", examples=["Buy milk"])
    description: Annotated[str, Prose()] = Field(default="", max_length=1000, examples=["Two bottles"])
    priority: Priority = "medium"
    completed: bool = False
    category_id: str | None = None
    created_at: Moment = Field(frozen=True)
    updated_at: Annotated[Moment, UpdatedAt()]
    # Beyond the seed, from here on: a todo without them is as good as any.
    due: date | None = Field(default=None, description="From 1970 to 2999.", examples=["2026-11-20"])
    due_time: Annotated[str | None, FieldMessage(lazy("Enter a time such as 15:30."))] = Field(
        default=None, pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$", description="Needs a date.", examples=["15:30"]
    )
    completed_at: Annotated[datetime | None, As("isoms"), AnyOffset()] = None
    sort_order: Annotated[Decimal | None, Rule(order.check_place, lazy("This place isn't available."))] = None
    steps: Annotated[OmitDefault[tuple[TodoStep, ...]], FieldMessage(_STEPS_MESSAGE)] = Field(
        default=(), max_length=MOST_STEPS
    )
    repeat: Annotated[str | None, Rule(repeats.normalize, lazy("That repeat isn't available."))] = Field(
        default=None,
        max_length=60,
        description="daily, daily/3, weekdays, weekly, weekly:mon,thu, weekly/2, monthly:31 or yearly:02-29.",
        examples=["weekly:mon"],
    )
    next_id: str | None = None  # of the one that came of it when it was ticked
    deleted_at: Annotated[datetime | None, As("isoms"), AnyOffset()] = None
    expires_at: int | None = None  # when the trash lets go of it, in Unix seconds

    pk = key("user#{username}")
    sk = key("todo#{todo_id}")


class Category(Entity, table=TodoTable):
    username: InKey[str]
    category_id: Annotated[str, Stored("id")] = id_field()
    entity_type: Literal["category"] = "category"
    name: str = Field(min_length=1, max_length=50, examples=["Home"])
    color: Colour = "primary"
    created_at: Moment = Field(frozen=True)
    updated_at: Annotated[Moment, UpdatedAt()]
    # Beyond the seed: it is on its way out, and takes no todo any more.
    leaving: OmitDefault[bool] = False

    pk = key("user#{username}")
    sk = key("category#{category_id}")
    folded_name = computed(fold_name)
    only_name = unique("user#{username}", "category_name#{folded_name:tail}")


TODO_FIELDS: Final = Fields(
    Todo, "title", "description", "priority", "category_id", "due", "due_time", "repeat", "steps"
)
"""What people fill in."""
CHANGEABLE_FIELDS: Final = Fields(Todo, *TODO_FIELDS.names, "sort_order")
"""What an act may change and undo puts back: also the place that was chosen by hand."""
SEARCHED_FIELDS: Final = ("title", "description")
"""Where words are looked for, beside the steps."""
CATEGORY_FIELDS: Final = Fields(Category, "name", "color")


@TodoTable.pattern("1", "all todos of a person, in the order in which they were made")
def todos(username: str) -> Query[Todo]:
    return TodoTable.query(Todo, username=username).with_trash()


@TodoTable.pattern("2", "all categories of a person")
def categories(username: str) -> Query[Category]:
    return TodoTable.query(Category, username=username)


@TodoTable.pattern("3", "everything of a person")
def everything(username: str) -> Query[Todo | Category]:
    return TodoTable.query(Todo, Category, username=username).with_trash()


@TodoTable.pattern("4", "one todo")
def todo(username: str, todo_id: str) -> Get[Todo]:
    return Todo.get(username=username, todo_id=todo_id).with_trash()


@TodoTable.pattern("5", "one category")
def category(username: str, category_id: str) -> Get[Category]:
    return Category.get(username=username, category_id=category_id)


@TodoTable.pattern("6", "beyond the seed: a person's profile and settings")
def user(username: str) -> Get[User]:
    return User.get(username=username)


@TodoTable.pattern("7", "beyond the seed: the todos of one category")
def todos_in(username: str, category_id: str) -> Query[Todo]:
    return TodoTable.query(Todo, username=username).with_trash().filter(category_id=category_id)


@TodoTable.pattern("8", "beyond the seed: the todos in the trash")
def trashed_todos(username: str) -> Query[Todo]:
    return TodoTable.query(Todo, username=username).only_trash()


design = Design("todo", TodoTable)
