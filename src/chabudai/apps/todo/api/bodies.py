"""The bodies of the todos' API: what it takes and gives, each field with what it may be."""

from datetime import UTC, date, datetime
from typing import Annotated, TypeAlias

from msgspec import UNSET, Meta, UnsetType, field

from chabudai.apps.todo.design import Category, Colour, Priority, Step, Todo
from chabudai.web.bodies import Body

Title: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200, description="On one line.", examples=["Buy milk"])]
Description: TypeAlias = Annotated[str, Meta(max_length=1000, examples=["Two bottles"])]
Day: TypeAlias = Annotated[date, Meta(description="From 1970 to 2999.", examples=["2026-11-20"])]
Time: TypeAlias = Annotated[
    str, Meta(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$", description="Needs a date.", examples=["15:30"])
]
Repetition: TypeAlias = Annotated[
    str,
    Meta(
        max_length=60,
        description="daily, daily/3, weekdays, weekly, weekly:mon,thu, weekly/2, monthly:31 or yearly:02-29.",
        examples=["weekly:mon"],
    ),
]
Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=50, examples=["Home"])]


class StepBody(Body):
    """One line of a todo's checklist."""

    text: Annotated[str, Meta(min_length=1, max_length=200)]
    done: bool = False


Steps: TypeAlias = Annotated[list[StepBody], Meta(max_length=100)]


class NewTodo(Body):
    """Only the title is needed. One that repeats and has no date is due on the first that fits."""

    title: Title
    description: Description = ""
    priority: Priority = "medium"
    category_id: Id | None = None
    due: Day | None = None
    due_time: Time | None = None
    repeat: Repetition | None = None
    steps: Steps = field(default_factory=list)


class Line(Body):
    """One line as it is typed: words such as tomorrow, 金曜, 15:00, every day, !high and #home are understood."""

    text: Annotated[str, Meta(min_length=1, max_length=1000, examples=["dentist tomorrow 10:00 !high #home"])]


class TodoChanges(Body):
    """What is left out stays as it is; null takes a category, date, time or repetition away."""

    title: Title | UnsetType = UNSET
    description: Description | UnsetType = UNSET
    priority: Priority | UnsetType = UNSET
    category_id: Id | UnsetType | None = UNSET
    due: Day | UnsetType | None = UNSET
    due_time: Time | UnsetType | None = UNSET
    repeat: Repetition | UnsetType | None = UNSET
    steps: Steps | UnsetType = UNSET


class TodoBody(Body):
    """A todo. `deletedAt` is not null while it is in the trash."""

    id: str
    title: str
    description: str
    priority: Priority
    completed: bool
    category_id: str | None
    due: date | None
    due_time: str | None
    repeat: str | None
    steps: list[StepBody]
    created_at: datetime
    updated_at: datetime
    completed_at: datetime | None
    deleted_at: datetime | None


class TodoPage(Body):
    """`cursor` asks for what follows, with the same parameters; null when this is the end."""

    todos: list[TodoBody]
    cursor: str | None
    total: int


class Ticked(Body):
    """`next` is the todo that came of one that repeats, if it does."""

    todo: TodoBody
    next: TodoBody | None


class Place(Body):
    """Before which other open todo; null is the end."""

    before: Id | None = None


class FiguresBody(Body):
    """What there is at this moment, by the person's own day."""

    open: int
    today: int
    overdue: int
    upcoming: int
    high: int
    done: int
    done_today: int
    trash: int


class Count(Body):
    count: int


class NewCategory(Body):
    name: Name
    color: Colour = "primary"


class CategoryChanges(Body):
    """What is left out stays as it is."""

    name: Name | UnsetType = UNSET
    color: Colour | UnsetType = UNSET


class CategoryBody(Body):
    id: str
    name: str
    color: Colour
    created_at: datetime
    updated_at: datetime


class CategoryList(Body):
    """By name."""

    categories: list[CategoryBody]


class FaultBody(Body):
    """What could not be taken in: the number of the entry, how it begins, and why."""

    number: int
    text: str
    reason: str


class ReportBody(Body):
    """How many came in, took the place of an older one, or were here already."""

    added: int
    replaced: int
    kept: int
    faults: list[FaultBody]


def todo_body(todo: Todo) -> TodoBody:
    return TodoBody(
        id=todo.todo_id,
        title=todo.title,
        description=todo.description,
        priority=todo.priority,
        completed=todo.completed,
        category_id=todo.category_id or None,
        due=todo.due,
        due_time=todo.due_time,
        repeat=todo.repeat,
        steps=[StepBody(text=step.text, done=step.done) for step in todo.steps],
        created_at=todo.created_at.astimezone(UTC),
        updated_at=todo.updated_at.astimezone(UTC),
        completed_at=_utc(todo.completed_at),
        deleted_at=_utc(todo.deleted_at),
    )


def category_body(category: Category) -> CategoryBody:
    return CategoryBody(
        id=category.category_id,
        name=category.name,
        color=category.color,
        created_at=category.created_at.astimezone(UTC),
        updated_at=category.updated_at.astimezone(UTC),
    )


def kept_steps(steps: list[StepBody]) -> tuple[Step, ...]:
    return tuple(Step.model_construct(text=step.text, done=step.done) for step in steps)


def _utc(moment: datetime | None) -> datetime | None:
    return None if moment is None else moment.astimezone(UTC)
