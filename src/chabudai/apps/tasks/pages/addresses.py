"""The list of a team's tasks as its address says it: statuses, order, tags, what is late, whose, and words."""

from dataclasses import dataclass
from datetime import date
from typing import Annotated, ClassVar, Literal, Self, TypeAlias

from annotated_types import MaxLen

from chabudai.apps.tasks.entities import MOST_TAGS, Order, Sort, Status, TagMatch
from chabudai.apps.tasks.lists import STATUSES, Late, TaskSelection
from chabudai.common.text import is_id
from chabudai.web.lists import CursorAddress

Who: TypeAlias = Literal["me"]
_ORDER: tuple[Status, ...] = ("todo", "doing", "done")
_OPEN: frozenset[Status] = frozenset(("todo", "doing"))


@dataclass(frozen=True, slots=True)
class StatusToggle:
    """One of three; without `to` it is fixed, by what is late or as the last one that is on."""

    status: Status
    is_on: bool
    to: "TaskListAddress | None"


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskListAddress(CursorAddress):
    """Its path is within the team. `seen` rows stand above what the cursor brings, the last of them in group `after`.

    `undated`: those that lack the date by which the list is sorted, which are a list of their own. Without a `status`
    it is of what is not done; words are looked for in everything then.
    """

    PATH: ClassVar[str] = "/list"
    NAMES: ClassVar[dict[str, str]] = {"words": "q", "is_selecting": "select", "first": "from", "last": "to"}
    PASSING: ClassVar[tuple[str, ...]] = ("cursor", "seen", "after", "undated")
    NARROWING: ClassVar[tuple[str, ...]] = ("words", "tag", "late", "who", "first", "last")

    status: str = ""
    sort: Sort = "start"
    order: Order = "asc"
    tag: Annotated[str, MaxLen(1000)] = ""
    match: TagMatch = "any"
    late: Late | None = None
    who: Who | None = None
    first: str = ""
    last: str = ""
    words: str = ""
    is_selecting: bool = False
    undated: bool = False
    seen: int = 0
    after: str = ""

    @property
    def statuses(self) -> frozenset[Status]:
        """Those that are on; at least one is."""
        said = self.status.split(",")
        return frozenset(each for each in _ORDER if each in said) or self._usual

    @property
    def _usual(self) -> frozenset[Status]:
        return frozenset(_ORDER) if self.words and self.late is None else _OPEN

    @property
    def tags(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(each for each in self.tag.split(",") if each and is_id(each)))[:MOST_TAGS]

    def selection(self, user_id: str) -> TaskSelection:
        """As `user_id` means it, settled: what is late fixes its statuses and its order."""
        return TaskSelection(
            statuses=STATUSES[self.statuses],
            sort=self.sort,
            order=self.order,
            first=parse_day(self.first),
            last=parse_day(self.last),
            tags=self.tags,
            match=self.match,
            late=self.late,
            assignee=user_id if self.who == "me" else None,
            words=self.words,
        ).settle()

    @property
    def toggles(self) -> tuple[StatusToggle, ...]:
        """Only what is to do can be late to start; what is overdue is being done, or to do if that is wanted, too."""
        match self.late:
            case None:
                return tuple(StatusToggle(each, each in self.statuses, self._toggle(each)) for each in _ORDER)
            case "start":
                return tuple(StatusToggle(each, each == "todo", None) for each in _ORDER)
        is_doing_alone = self.statuses == {"doing"}
        other = self._with_statuses(_OPEN if is_doing_alone else frozenset(("doing",)))
        return (
            StatusToggle("todo", not is_doing_alone, other),
            StatusToggle("doing", True, None),
            StatusToggle("done", False, None),
        )

    def _toggle(self, status: Status) -> Self | None:
        """On or off; the last one that is on stays so, and is fixed."""
        chosen: frozenset[Status] = self.statuses ^ frozenset((status,))
        return self._with_statuses(chosen) if chosen else None

    def _with_statuses(self, chosen: frozenset[Status]) -> Self:
        return self.but(status="" if chosen == self._usual else ",".join(each for each in _ORDER if each in chosen))

    def toggle_tag(self, tag_id: str) -> Self:
        left = [each for each in self.tags if each != tag_id]
        return self.but(tag=",".join(left if tag_id in self.tags else [*self.tags, tag_id]))

    def sorted_by(self, sort: Sort, order: Order) -> Self:
        """What is late has an order of its own, and ends with another one; so does a period of the other date."""
        return self.but(sort=sort, order=order, late=None, **({} if sort == self.sort else {"first": "", "last": ""}))


def parse_day(text: str) -> date | None:
    """`2026-11-16`; None for what is no day."""
    try:
        return date.fromisoformat(text) if len(text) == 10 else None
    except ValueError:
        return None
