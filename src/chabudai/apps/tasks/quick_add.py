"""Quick add: a task from one line. A tag that is new to the team is made on the way."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from chabudai.apps.tasks import design, members, tags, tasks
from chabudai.apps.tasks.entities import TASK_FIELDS
from chabudai.apps.tasks.errors import TagBeingDeleted, TagNameTaken, TooBusy
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.messages import lazy
from chabudai.apps.tasks.quick_add_names import KnownNames
from chabudai.apps.tasks.quick_add_parser import ParsedTask, parse_line
from chabudai.apps.tasks.tasks import TaskOutcome
from chabudai.common.quick_add.chips import Span, to_plain
from chabudai.common.retries import attempts
from chabudai.web.errors import invalid_field

_LONGEST_TITLE = 100


@dataclass(frozen=True)
class ReadLine:
    """A line with the names that its words were read by."""

    line: ParsedTask
    known: KnownNames


def read_line(member: Member, text: str, left: Collection[Span] = ()) -> ReadLine:
    """What the words of a line say, but for those that are left as text."""
    known = find_names(member, text)
    return ReadLine(parse_line(text, member.today(), known, left), known)


def find_names(member: Member, text: str) -> KnownNames:
    """Of the team, as far as the line asks for them: people behind an @, tags behind a #."""
    plain = to_plain(text)
    people = members.find_all(member) if "@" in plain else ()
    return KnownNames.of(member.user_id, people, tags.find_all(member) if "#" in plain else ())


def add_line(member: Member, line: ParsedTask, task_id: str | None = None, **usual: Any) -> TaskOutcome:
    """`usual` are fields of which the line says nothing itself. What is sent twice under one id is added once."""
    if len(line.title) > _LONGEST_TITLE:
        raise invalid_field("title", lazy("Use up to %(longest)s characters for the title.", longest=_LONGEST_TITLE))
    said = {"start": line.start, "end": line.end, "assignee": line.assignee, "priority": line.priority}
    fields = {"title": line.title, **usual, **{name: value for name, value in said.items() if value is not None}}
    # No tag is made for a task that will be refused.
    kept = TASK_FIELDS.check_new({**fields, "tags": list(line.tags)})
    tasks.check_dates(kept.get("start"), kept.get("end"), kept)
    return tasks.add(member, task_id=task_id, tags=_find_or_make_tags(member, line.tags), **fields)


def _find_or_make_tags(member: Member, names: Iterable[str]) -> list[str]:
    return [_find_or_make_tag(member, name) for name in names]


def _find_or_make_tag(member: Member, name: str) -> str:
    for _ in attempts(TooBusy):
        found = tags.find_by_name(member.store.all(design.tags(member.team_id).consistently()), name)
        if found is not None and found.leaving:
            raise TagBeingDeleted
        if found is not None:
            return found.tag_id
        try:
            return tags.add(member, name=name).tag_id
        except TagNameTaken:
            continue  # somebody made one of this name at this moment
    raise AssertionError("attempts end by raising")
