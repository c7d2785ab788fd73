"""What a board shows, as its address says it: whose tasks, with which tags, in which order; and what is asked apart."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from annotated_types import MaxLen

from chabudai.apps.tasks.entities import Order, Sort, Status
from chabudai.apps.tasks.lists import TaskSelection
from chabudai.web.lists import ListAddress

BoardOrder = Literal["usual", "due", "start"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardAddress(ListAddress):
    """`more` names the column that goes on at `cursor`, `undated` the one whose undated tasks are wanted.

    `task` is the one that stands open beside the board, `added` one that was just made here and stands on top.
    """

    PATH: ClassVar[str] = ""  # a team's own: see `within`
    NAMES: ClassVar[dict[str, str]] = {"tags": "tag"}
    PASSING: ClassVar[tuple[str, ...]] = ("more", "cursor", "undated", "task", "added")
    NARROWING: ClassVar[tuple[str, ...]] = ("who", "tags")

    who: Literal["me"] | None = None
    tags: tuple[str, ...] = ()
    sort: BoardOrder = "usual"
    more: Status | None = None
    cursor: Annotated[str | None, MaxLen(2000)] = None
    undated: Status | None = None
    task: str | None = None
    added: str | None = None

    def within(self, team_id: str) -> str:
        """The address of a team's board."""
        return f"/tasks/{team_id}/board{'?' if self.query else ''}{self.query}"

    def selection(self, status: Status, username: str) -> TaskSelection:
        """Of one column. What is done is seen from its latest date on, whatever the order of the others."""
        sort, order = self.order_of(status)
        assignee = username if self.who == "me" else None
        return TaskSelection(statuses=status, sort=sort, order=order, tags=self.tags, assignee=assignee)

    def order_of(self, status: Status) -> tuple[Sort, Order]:
        if status == "done":
            return "end", "desc"
        if self.sort == "usual":
            return ("start" if status == "todo" else "end"), "asc"
        return ("end" if self.sort == "due" else "start"), "asc"

    def but_tag(self, tag_id: str) -> "BoardAddress":
        """With one tag more, or without it."""
        kept = tuple(each for each in self.tags if each != tag_id)
        return self.but(tags=kept if tag_id in self.tags else (*self.tags, tag_id))
