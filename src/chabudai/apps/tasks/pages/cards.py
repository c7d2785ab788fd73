"""Cards: tasks as boards and lists show them, with names in the place of ids."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from chabudai.apps.tasks.entities import CardFields, Mine, MineDone, Status, Tag, Task, TeamUser
from chabudai.apps.tasks.pages.texts import NEXT, When, tag_colour, when_of
from chabudai.apps.tasks.person_colours import choose_colours


@dataclass(frozen=True, slots=True)
class TagLabel:
    tag_id: str
    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class PersonLabel:
    """Whoever is in the team no more has no colour."""

    user_id: str
    name: str
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """`checks` are how many lines of the checklist are ticked, and how many there are; `end` is the day it is due."""

    task_id: str
    team_id: str
    title: str
    status: Status
    when: When | None
    is_high: bool
    tags: tuple[TagLabel, ...]
    checks: tuple[int, int] = (0, 0)
    comments: int = 0
    assignee: PersonLabel | None = None
    end: date | None = None

    @property
    def next_status(self) -> Status:
        return NEXT[self.status]

    @property
    def url(self) -> str:
        """Its page; beside a board it opens in place."""
        return f"/tasks/{self.team_id}/task/{self.task_id}"


@dataclass(frozen=True)
class Names:
    """Of a team's people and tags, by their ids."""

    people: Mapping[str, PersonLabel]
    tags: Mapping[str, TagLabel]

    @classmethod
    def of(cls, members: Iterable[TeamUser], tags: Iterable[Tag]) -> "Names":
        """`members` are all of them, or none: their colours follow from each other."""
        people = list(members)
        colours = choose_colours(people)
        return cls(
            {row.user_id: PersonLabel(row.user_id, row.user_name, colours[row.user_id]) for row in people},
            {tag.tag_id: TagLabel(tag.tag_id, tag.name, tag_colour(tag.colour)) for tag in tags},
        )

    def labels(self, task: CardFields) -> tuple[TagLabel, ...]:
        found = [self.tags[tag_id] for tag_id in task.tags if tag_id in self.tags]
        return tuple(sorted(found, key=lambda label: label.name))


def card_of(task: Task, names: Names, today: date) -> Card:
    """Whoever has left the team has no name there any more."""
    person = names.people.get(task.assignee or "")
    return Card(
        task_id=task.task_id,
        team_id=task.team_id,
        title=task.title,
        status=task.status,
        when=when_of(task, today, task.done_at),
        is_high=task.priority == "high",
        tags=names.labels(task),
        checks=(sum(line.done for line in task.checklist), len(task.checklist)),
        comments=task.comments,
        assignee=person,
    )


def own_card(row: Mine | MineDone, names: Names, today: date) -> Card:
    """One's own, as it stands beside oneself."""
    done_at = row.done_at if isinstance(row, MineDone) else None
    return Card(
        task_id=row.task_id,
        team_id=row.team_id,
        title=row.title,
        status=row.status,
        when=when_of(row, today, done_at),
        is_high=row.priority == "high",
        tags=names.labels(row),
        end=row.end,
    )
