"""The todos' table: its rows, their keys, and access patterns 1 to 5 of the seed; what goes beyond it says so."""

import unicodedata
from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel

from chabudai.table import (
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
    exists,
    id_field,
    key,
    unique,
)

Priority: TypeAlias = Literal["high", "medium", "low"]
Colour: TypeAlias = Literal["primary", "info", "success", "warning", "danger", "link", "light", "dark"]
Moment: TypeAlias = Annotated[datetime, As("isoms")]


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


class Step(BaseModel, frozen=True):
    """One line of a todo's checklist."""

    text: str = Field(min_length=1, max_length=200)
    done: bool = False


class Todo(Entity, table=TodoTable, trash=Trash("deleted_at")):
    username: InKey[str]
    todo_id: Annotated[str, Stored("id")] = id_field()
    entity_type: Literal["todo"] = "todo"
    title: str = Field(min_length=1, max_length=200)
    description: str = Field(default="", max_length=1000)
    priority: Priority = "medium"
    completed: bool = False
    category_id: str | None = None
    created_at: Moment = Field(frozen=True)
    updated_at: Annotated[Moment, UpdatedAt()]
    # Beyond the seed, from here on: a todo without them is as good as any.
    due: date | None = None
    due_time: str | None = Field(default=None, pattern=r"^([01]\d|2[0-3]):[0-5]\d$")
    completed_at: Annotated[datetime | None, As("isoms")] = None
    sort_order: Decimal | None = None
    steps: OmitDefault[tuple[Step, ...]] = Field(default=(), max_length=100)
    repeat: str | None = None
    next_id: str | None = None  # of the one that came of it when it was ticked
    deleted_at: Annotated[datetime | None, As("isoms")] = None
    expires_at: int | None = None  # when the trash lets go of it, in Unix seconds

    pk = key("user#{username}")
    sk = key("todo#{todo_id}")


def folded(name: str) -> str:
    """A name without regard to case and width."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


class Category(Entity, table=TodoTable):
    username: InKey[str]
    category_id: Annotated[str, Stored("id")] = id_field()
    entity_type: Literal["category"] = "category"
    name: str = Field(min_length=1, max_length=50)
    color: Colour = "primary"
    created_at: Moment = Field(frozen=True)
    updated_at: Annotated[Moment, UpdatedAt()]
    # Beyond the seed: it is on its way out, and takes no todo any more.
    leaving: OmitDefault[bool] = False

    pk = key("user#{username}")
    sk = key("category#{category_id}")
    folded_name = computed(folded)
    only_name = unique("user#{username}", "category_name#{folded_name:tail}")


@TodoTable.pattern("1", "all todos of a person, in the order in which they were made")
def todos(username: str) -> Query[Todo]:
    return TodoTable.query(Todo, username=username)


@TodoTable.pattern("2", "all categories of a person")
def categories(username: str) -> Query[Category]:
    return TodoTable.query(Category, username=username)


@TodoTable.pattern("3", "everything of a person")
def everything(username: str) -> Query[Todo | Category]:
    return TodoTable.query(Todo, Category, username=username)


@TodoTable.pattern("4", "one todo")
def todo(username: str, todo_id: str) -> Get[Todo]:
    return Todo.get(username=username, todo_id=todo_id)


@TodoTable.pattern("5", "one category")
def category(username: str, category_id: str) -> Get[Category]:
    return Category.get(username=username, category_id=category_id)


@TodoTable.pattern("6", "beyond the seed: a person's profile and settings")
def user(username: str) -> Get[User]:
    return User.get(username=username)


@TodoTable.pattern("7", "beyond the seed: the todos of one category")
def todos_in(username: str, category_id: str) -> Query[Todo]:
    return TodoTable.query(Todo, username=username).filter(category_id=category_id)


@TodoTable.pattern("8", "beyond the seed: the todos in the trash")
def thrown_away(username: str) -> Query[Todo]:
    return TodoTable.query(Todo, username=username).filter(deleted_at=exists())


design = Design("todo", TodoTable)
