"""Rows: todos as a list shows them, with what stands beside each."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2s

from chabudai.apps.todo.design import Category, Todo
from chabudai.apps.todo.figures import Figures, count_figures
from chabudai.apps.todo.lists import LocalTime, Sort, TodoSelection, is_overdue, select
from chabudai.apps.todo.pages.addresses import TodoListAddress
from chabudai.apps.todo.pages.texts import COLOURS
from chabudai.apps.todo.todos import TodosAndCategories
from chabudai.common.names import sort_by_name
from chabudai.common.owner import Owner


@dataclass(frozen=True, slots=True)
class TodoRow:
    todo: Todo
    category: Category | None
    is_overdue: bool
    is_unfolded: bool

    @property
    def anchor(self) -> str:
        return anchor(self.todo.todo_id)

    @property
    def colour(self) -> str | None:
        return COLOURS[self.category.color] if self.category else None

    @property
    def steps_done(self) -> int:
        return sum(step.done for step in self.todo.steps)


@dataclass(frozen=True, slots=True)
class TodoListContent:
    """One list as it is seen: a part of all that was found, and the figures of everything."""

    address: TodoListAddress
    selection: TodoSelection
    rows: tuple[TodoRow, ...]
    found: int
    figures: Figures
    categories: tuple[Category, ...]

    @property
    def is_movable(self) -> bool:
        """Whether rows can be moved by hand: in the manual order of what is open."""
        return self.selection.sort == "manual" and self.address.view in ("open", "today")

    @property
    def is_sortable(self) -> bool:
        return self.is_movable and not self.address.is_selecting

    @property
    def more(self) -> str | None:
        return self.address.more().url if self.found > self.address.last else None

    @property
    def is_new(self) -> bool:
        """Whether this person has nothing yet, and should be told how it works."""
        return not (self.figures.open or self.figures.done or self.figures.trash)


def anchor(todo_id: str) -> str:
    """A short name for an element; an id of a todo may hold what a name can't."""
    return f"t{blake2s(todo_id.encode(), digest_size=5).hexdigest()}"


def build_content(
    owner: Owner, rows: TodosAndCategories, address: TodoListAddress, default_sort: Sort
) -> TodoListContent:
    now = owner.now()
    selection = address.selection(default_sort)
    found = select(rows.todos, selection, now)
    if address.start >= len(found):
        address = address.but()
    categories = {each.category_id: each for each in rows.categories}
    shown = tuple(_build_rows(found, address, categories, LocalTime.of(now)))
    figures = count_figures(rows.todos, now)
    return TodoListContent(address, selection, shown, len(found), figures, tuple(sort_by_name(rows.categories)))


def _build_rows(
    found: Sequence[Todo], address: TodoListAddress, categories: Mapping[str, Category], local: LocalTime
) -> Iterator[TodoRow]:
    for todo in found[address.start : address.last]:
        category = categories.get(todo.category_id or "")
        yield TodoRow(todo, category, is_overdue(todo, local), is_unfolded=address.open_steps == todo.todo_id)
