"""Rows: todos as a list shows them, with what stands beside each."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2s

from chabudai.apps.todo.categories import by_name
from chabudai.apps.todo.design import Category, Todo
from chabudai.apps.todo.figures import Figures, figures
from chabudai.apps.todo.lists import Moment, Sort, Wish, is_overdue, shown
from chabudai.apps.todo.pages.sights import Sight
from chabudai.apps.todo.pages.texts import COLOURS
from chabudai.apps.todo.todos import Kept, Todos


@dataclass(frozen=True, slots=True)
class Row:
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
class Sheet:
    """One list as it is seen: a part of all that was found, and the figures of everything."""

    sight: Sight
    wish: Wish
    rows: tuple[Row, ...]
    found: int
    figures: Figures
    categories: tuple[Category, ...]

    @property
    def is_movable(self) -> bool:
        """Whether rows can be moved by hand: in the manual order of what is open."""
        return self.wish.sort == "manual" and self.sight.view in ("open", "today")

    @property
    def is_sortable(self) -> bool:
        return self.is_movable and not self.sight.is_selecting

    @property
    def more(self) -> str | None:
        return self.sight.more().url if self.found > self.sight.last else None

    @property
    def chosen(self) -> Category | None:
        return next((each for each in self.categories if each.category_id == self.sight.category), None)

    @property
    def is_new(self) -> bool:
        """Whether this person has nothing yet, and should be told how it works."""
        return not (self.figures.open or self.figures.done or self.figures.trash)


def anchor(todo_id: str) -> str:
    """A short name for an element; an id of a todo may hold what a name can't."""
    return f"t{blake2s(todo_id.encode(), digest_size=5).hexdigest()}"


def sheet(todos: Todos, kept: Kept, sight: Sight, usual: Sort) -> Sheet:
    now = todos.now()
    wish = sight.wish(usual)
    found = shown(kept.todos, wish, now)
    if sight.start >= len(found):
        sight = sight.but()
    rows = tuple(_rows(found, sight, {each.category_id: each for each in kept.categories}, Moment.of(now)))
    return Sheet(sight, wish, rows, len(found), figures(kept.todos, now), tuple(by_name(kept.categories)))


def _rows(found: Sequence[Todo], sight: Sight, categories: Mapping[str, Category], moment: Moment) -> Iterator[Row]:
    for todo in found[sight.start : sight.last]:
        category = categories.get(todo.category_id or "")
        yield Row(todo, category, is_overdue(todo, moment), is_unfolded=sight.open_steps == todo.todo_id)
