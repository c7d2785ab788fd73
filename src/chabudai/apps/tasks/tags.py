"""Tags: of a team, each name once. Every member makes and renames them; admins delete them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from chabudai.apps.tasks import design
from chabudai.apps.tasks.entities import TAG_FIELDS, Tag, TagColour, Task, ThrownTask
from chabudai.apps.tasks.errors import (
    AdminOnly,
    NoSuchTag,
    NoSuchTask,
    NoSuchTeam,
    TagBeingDeleted,
    TagNameTaken,
    TaskInTrash,
    TooBusy,
    TooManyTags,
)
from chabudai.apps.tasks.membership import ACTOR, OUTSIDE, Member, act_for_house, check_admin, check_team, plan_actor
from chabudai.apps.tasks.task_writes import change_task
from chabudai.common import names
from chabudai.common.names import find_by_name, sort_by_name
from chabudai.common.retries import attempts
from chabudai.common.store_errors import StepErrors, translate
from chabudai.common.sweeps import sweep
from chabudai.common.text import is_id
from chabudai.common.undo import Undo, undo_by
from chabudai.table import Get, Insert, Transaction, Update, contains

__all__ = [
    "COLOURS",
    "TagOutcome",
    "add",
    "delete",
    "edit",
    "find_all",
    "find_by_name",
    "find_settled",
    "find_tag",
    "insert",
    "next_colour",
]

MOST: Final = 200  # of a team
COLOURS: Final[tuple[TagColour, ...]] = tuple(
    TagColour(color=text, background_color=wash)
    for text, wash in (
        ("#1d4f73", "#dcebf5"),
        ("#2f5d3a", "#e0efe2"),
        ("#7a4b00", "#fbebcd"),
        ("#8a2f1f", "#fbe3dd"),
        ("#5b3a78", "#ece3f5"),
        ("#7a2f55", "#f8e1ec"),
        ("#1f5f5b", "#d9efed"),
        ("#5a5212", "#f1edc9"),
        ("#5c4632", "#efe6dc"),
        ("#44474d", "#e7e8ea"),
    )
)
"""The house's ten, as text and ground; each pair can be read well."""


@dataclass(frozen=True)
class TagOutcome:
    tag: Tag
    undo: Undo


def find_all(member: Member) -> list[Tag]:
    """By name."""
    return sort_by_name(tag for tag in member.store.all(design.tags(member.team_id)) if not tag.leaving)


def find_settled(member: Member) -> list[Tag]:
    """The same, and what somebody was interrupted in deleting is deleted first."""
    rows = list(member.store.all(design.tags(member.team_id)))
    for tag in rows:
        if tag.leaving:
            finish_deletion(act_for_house(member.owner, member.team), tag.tag_id)
    return sort_by_name(tag for tag in rows if not tag.leaving)


def find_tag(member: Member, tag_id: str) -> Tag:
    found = member.store.get(_get(member, tag_id))
    if found is None:
        raise NoSuchTag
    return found


def next_colour(known: Iterable[Tag]) -> TagColour:
    """For one that is made on the way: the colour that the fewest have."""
    used = [tag.colour.background_color for tag in known]
    chosen = names.next_colour([colour.background_color for colour in COLOURS], used)
    return next(colour for colour in COLOURS if colour.background_color == chosen)


def add(member: Member, **fields: Any) -> Tag:
    """The fields are TAG_FIELDS; without a colour it gets one."""
    known = list(member.store.all(design.tags(member.team_id)))
    if len(known) >= MOST:
        raise TooManyTags(MOST)
    kept = TAG_FIELDS.check_new({"colour": next_colour(known), **fields})
    return insert(member, Tag(team_id=member.team_id, tag_id=member.new_id(), **kept))


def insert(member: Member, tag: Tag) -> Tag:
    """A whole tag, as a file has it."""
    own = StepErrors(taken=TagNameTaken, unmet=TagBeingDeleted)
    with translate(missing=NoSuchTeam, unmet=NoSuchTeam, steps={"tag": own}):
        plan = Transaction().step("tag", Insert(tag)).step("team", check_team(member.team_id))
        member.store.transact(plan_actor(plan, member))
    return tag


def edit(member: Member, tag_id: str, given: Mapping[str, Any]) -> TagOutcome:
    """Rename it, recolour it, or both."""
    fields = TAG_FIELDS.check(given)
    before = find_tag(member, tag_id)
    changed = {name: value for name, value in fields.items() if getattr(before, name) != value}
    if not changed:
        return TagOutcome(before, Undo())
    update = Tag.update(**before.own_key).set(**changed).when(leaving=False)
    with translate(missing=NoSuchTag, unmet=TagBeingDeleted, taken=TagNameTaken, steps={ACTOR: OUTSIDE}):
        member.store.transact(plan_actor(Transaction().step("tag", update), member))
    after = before.model_copy(update=changed)
    old = {name: getattr(before, name) for name in changed}
    return TagOutcome(after, undo_by("edit_tag", tag_id=tag_id, given=old))


def delete(member: Member, tag_id: str) -> int:
    """By an admin: tasks stay without it; how many had it. Interrupted, it is done again and goes on.

    Once it is marked no task takes it, so that one look finds all that there will ever be.
    """
    admin = check_admin(member)
    tag = find_tag(member, tag_id)
    mark = Tag.update(**tag.own_key).set(leaving=True)
    with translate(missing=NoSuchTag, steps={"admin": StepErrors(missing=NoSuchTeam, unmet=AdminOnly)}):
        member.store.transact(Transaction().step("tag", mark).step("admin", admin))
    return finish_deletion(act_for_house(member.owner, member.team), tag_id)


def finish_deletion(member: Member, tag_id: str) -> int:
    """Of a tag that is marked."""
    tasks = list(member.store.all(design.tasks_with(member.team_id, tag_id).consistently()))
    count = sum(_take_off(member, task.task_id, tag_id) for task in tasks)
    thrown = design.thrown_tasks(member.team_id).filter(tags=contains(tag_id)).consistently()
    for _ in attempts(TooBusy):
        rows = list(member.store.all(thrown))
        if not rows:
            break
        # Held to the tags that were read: another of them may be going at the same moment.
        sweep(member.store, rows, lambda row: _without(row, tag_id))
    member.store.write(Tag.delete(team_id=member.team_id, tag_id=tag_id))
    return count


def _without(row: ThrownTask, tag_id: str) -> Update[ThrownTask]:
    return ThrownTask.update(**row.own_key).set(tags=row.tags - {tag_id}).when(tags=row.tags)


def _take_off(member: Member, task_id: str, tag_id: str) -> bool:
    def decide(task: Task) -> Mapping[str, Any]:
        return {"tags": task.tags - {tag_id}}

    try:
        before, after = change_task(member, task_id, decide)
    except (NoSuchTask, TaskInTrash):
        return False
    return before is not after


def _get(member: Member, tag_id: str) -> Get[Tag]:
    if not is_id(tag_id):
        raise NoSuchTag
    return Tag.get(team_id=member.team_id, tag_id=tag_id).consistently()
