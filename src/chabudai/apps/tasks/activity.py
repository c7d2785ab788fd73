"""Activity: what was done to a task and by whom, kept among its comments by the same transaction."""

from collections.abc import Iterator
from datetime import date
from typing import Any, Final

from chabudai.apps.tasks import design
from chabudai.apps.tasks.entities import TASK_FIELDS, ActivityKind, Comment, Task
from chabudai.apps.tasks.membership import Member

_UNTOLD = frozenset({"description", "checklist"})  # too long to be kept twice over
_LATELY: Final = 10  # entries that are looked through for who moved a task


def activities_of(member: Member, before: Task, after: Task) -> Iterator[Comment]:
    """One for each field that changes."""
    for name in TASK_FIELDS.names:
        old, new = getattr(before, name), getattr(after, name)
        if old != new:
            is_told = name not in _UNTOLD
            yield new_activity(member, after.task_id, name, *((_tell(old), _tell(new)) if is_told else ()))  # type: ignore[arg-type]


def new_activity(
    member: Member, task_id: str, about: ActivityKind, before: str | None = None, after: str | None = None
) -> Comment:
    return Comment(
        team_id=member.team_id,
        task_id=task_id,
        comment_id=member.new_id(),
        type="activity",
        author=member.user_id or None,  # nobody's, when it is a repair
        about=about,
        before=before,
        after=after,
        created_at=member.seconds(),
    )


def find_movers(member: Member, task_id: str) -> list[str | None]:
    """Who set the status of a task lately, the latest first; None for whoever's account is gone."""
    told = member.store.page(design.comments(member.team_id, task_id).descending(), size=_LATELY)
    return [each.author for each in told if each.about == "status"]


def _tell(value: Any) -> str | None:
    """As it is stored; tags by their ids."""
    match value:
        case None:
            return None
        case date():
            return value.isoformat()
        case frozenset():
            return ",".join(sorted(value)) or None
        case _:
            return str(value) or None
