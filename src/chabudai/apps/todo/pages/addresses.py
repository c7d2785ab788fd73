"""Which list a person looks at, as its address says it."""

from dataclasses import dataclass, replace
from typing import ClassVar, Self

from chabudai.apps.todo.design import Priority
from chabudai.apps.todo.lists import Sort, TodoSelection, View
from chabudai.web.forms import Form
from chabudai.web.lists import PagedAddress


@dataclass(frozen=True, slots=True, kw_only=True)
class TodoListAddress(PagedAddress):
    """Of one todo the steps are unfolded, one other is marked."""

    PATH: ClassVar[str] = "/todo"
    NAMES: ClassVar[dict[str, str]] = {
        **PagedAddress.NAMES,
        "words": "q",
        "is_selecting": "select",
        "open_steps": "steps",
    }
    PASSING: ClassVar[tuple[str, ...]] = (*PagedAddress.PASSING, "open_steps", "marked")
    NARROWING: ClassVar[tuple[str, ...]] = ("words", "priority", "category")

    view: View = "open"
    sort: Sort | None = None
    words: str = ""
    priority: Priority | None = None
    category: str | None = None
    is_selecting: bool = False
    open_steps: str | None = None
    marked: str | None = None

    @classmethod
    def of_form(cls, form: Form) -> Self:
        """The list that a form was sent from, with as many rows as there were."""
        address = cls.at(form["next"])
        reached = cls.parse(f"to={form['to']}").end if form["to"].isdigit() else None
        return replace(address, end=reached) if reached is not None and reached > address.last else address

    def selection(self, default_sort: Sort) -> TodoSelection:
        """`default_sort` is how the person likes their lists; what has a date of its own is seen by date."""
        by_view: Sort = "due" if self.view in ("today", "overdue", "upcoming") else default_sort
        by_view = "manual" if self.view in ("done", "trash") else by_view
        return TodoSelection(self.view, self.sort or by_view, self.words, self.priority, self.category)
