"""One task: a page of its own on a phone, and the panel beside a board or a list.

The panel is the template `tasks/task_panel.html`; a page that has it includes that with `panel_values`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any, Final
from urllib.parse import quote

from litestar import Response
from litestar.params import QueryParameter
from markupsafe import Markup

from chabudai.apps.tasks import checklist, comments, design, figures, members, tags
from chabudai.apps.tasks.entities import Tag, TaskFields, TeamUser, ThrownTask
from chabudai.apps.tasks.errors import NoSuchTask
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.membership_proof import MembershipProofs
from chabudai.apps.tasks.pages import shell as shells
from chabudai.apps.tasks.pages.cards import Names, PersonLabel, TagLabel
from chabudai.apps.tasks.pages.looks import Look, look_at_team, revision_url
from chabudai.apps.tasks.pages.tag_choices import TagChoices, choose_few
from chabudai.apps.tasks.pages.task_fields import Unsaved, due_text, near_days, spell
from chabudai.apps.tasks.pages.texts import When, whole_day
from chabudai.apps.tasks.pages.thread import Entry, build_thread
from chabudai.common import markdown
from chabudai.common.text import is_id
from chabudai.web.context import RequestContext
from chabudai.web.pages import Pages
from chabudai.web.routes import FromPath, Injected, get

LATEST: Final = 20
"""How much of a long thread is shown at first."""


@dataclass(frozen=True, slots=True)
class Line:
    key: str
    text: str
    done: bool


@dataclass(frozen=True)
class Panel:
    """A task with everything around it in words. `new_id` is of the comment that may be written next."""

    task: TaskFields
    is_thrown: bool
    due: When | None
    start: str
    description: Markup
    assignee: PersonLabel | None
    labels: tuple[TagLabel, ...]
    people: tuple[PersonLabel, ...]
    tags: TagChoices
    lines: tuple[Line, ...]
    thread: tuple[Entry, ...]
    has_earlier: bool
    days: tuple[tuple[str, date], ...]
    new_id: str
    unsaved: Unsaved | None = None

    @property
    def url(self) -> str:
        return task_url(self.task.team_id, self.task.task_id)

    @property
    def is_read_only(self) -> bool:
        """In the trash; but what somebody has just typed into it stays in its field."""
        return self.is_thrown and self.unsaved is None

    @property
    def ticked(self) -> int:
        return sum(line.done for line in self.lines)

    def seen(self, field: str) -> str:
        """What a form carries along: the value that the person sees, or that they were told of."""
        unsaved = self.find_unsaved(field)
        if unsaved is not None and unsaved.seen is not None:
            return unsaved.seen
        return spell(getattr(self.task, field))

    def typed(self, field: str) -> str:
        """What stands in the field: what was typed, if it was not saved."""
        unsaved = self.find_unsaved(field)
        return unsaved.typed if unsaved else spell(getattr(self.task, field, ""))

    def find_unsaved(self, field: str) -> Unsaved | None:
        return self.unsaved if self.unsaved is not None and self.unsaved.field == field else None


def task_url(team_id: str, task_id: str) -> str:
    return f"/tasks/{team_id}/task/{task_id}"


def panel_values(member: Member, task_id: str) -> dict[str, Any]:
    """What `tasks/task_panel.html` shows: patterns 6, 23, 5 and 2. NoSuchTask when it is not even in the trash.

    A page that has the panel beside itself also gives `here`, its own address with the task in it, and `close_url`.
    """
    return panel_values_among(member, task_id, *read_names(member))


def panel_values_among(
    member: Member, task_id: str, people: Sequence[TeamUser], known_tags: Sequence[Tag]
) -> dict[str, Any]:
    """The same for a page that has read the people and the tags of the team already."""
    return {"panel": build_panel(member, read_task(member, task_id), people, known_tags)}


def read_names(member: Member) -> tuple[list[TeamUser], list[Tag]]:
    """The people and the tags of the team."""
    return members.find_all(member), tags.find_all(member)


def read_task(member: Member, task_id: str) -> TaskFields:
    """Also from the trash, where it can still be read."""
    if not is_id(task_id):
        raise NoSuchTask
    found: TaskFields | None = member.store.get(design.task(member.team_id, task_id).consistently())
    if found is None:
        found = member.store.get(design.thrown_task(member.team_id, task_id).consistently())
    if found is None:
        raise NoSuchTask
    return found


def build_panel(
    member: Member,
    task: TaskFields,
    people: Sequence[TeamUser],
    known_tags: Sequence[Tag],
    *,
    unsaved: Unsaved | None = None,
    is_whole: bool = False,
) -> Panel:
    names = Names.of(people, known_tags)
    today = member.today()
    rows = comments.find_all(member, task.task_id)
    shown = rows if is_whole else rows[-LATEST:]
    return Panel(
        task=task,
        is_thrown=isinstance(task, ThrownTask),
        due=due_text(task, today),
        start=whole_day(task.start, today) if task.start else "",
        description=markdown.render(task.description),
        assignee=names.people.get(task.assignee or ""),
        labels=names.labels(task),
        people=_order_people(member, names.people.values()),
        tags=choose_few(names.tags.values(), task.tags),
        lines=_lines(task),
        thread=build_thread(shown, names, member),
        has_earlier=len(shown) < len(rows),
        days=near_days(today),
        new_id=member.new_id(),
        unsaved=unsaved,
    )


@get("/task/{task_id:str}")
def show_task(
    task_id: FromPath[str],
    member: Injected[Member],
    proofs: Injected[MembershipProofs],
    pages: Injected[Pages],
    context: Injected[RequestContext],
    whole: Annotated[str, QueryParameter(name="thread")] = "",
) -> Response[str]:
    """`?thread=all` shows what was said and done from the beginning."""
    url = revision_url(member.team_id)
    look = Look(url) if context.is_swap else look_at_team(member, proofs, figures.find_total(member))
    people, known_tags = read_names(member)
    panel = build_panel(member, read_task(member, task_id), people, known_tags, is_whole=whole == "all")
    return respond(pages, context, member, panel, look)


def respond(pages: Pages, context: RequestContext, member: Member, panel: Panel, look: Look) -> Response[str]:
    """The panel alone for a script, which shows it beside the board; else the page, with what stands around each."""
    if context.is_swap:
        beside = f"/tasks/{member.team_id}/board?task={quote(panel.task.task_id)}"
        return pages.page("tasks/task_part.html", panel=panel, here=beside)
    shell = shells.of_team(member, context)
    return pages.page("tasks/task.html", panel=panel, shell=shell, look=look)


def _order_people(member: Member, people: Iterable[PersonLabel]) -> tuple[PersonLabel, ...]:
    """Whoever looks comes first: most often one takes a task oneself."""
    return tuple(sorted(people, key=lambda label: (label.user_id != member.user_id, label.name)))


def _lines(task: TaskFields) -> tuple[Line, ...]:
    keys = checklist.line_keys(task.checklist)
    return tuple(Line(key, line.text, line.done) for key, line in zip(keys, task.checklist, strict=True))
