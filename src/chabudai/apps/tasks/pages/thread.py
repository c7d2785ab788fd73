"""The thread of a task in words: what people said about it and did to it, oldest first."""

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final

from markupsafe import Markup

from chabudai.apps.tasks.entities import ActivityKind, Comment
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.messages import gettext
from chabudai.apps.tasks.notices import may_mention
from chabudai.apps.tasks.pages.cards import Names, PersonLabel
from chabudai.apps.tasks.pages.texts import PRIORITIES, STATUSES, whole_day
from chabudai.common import markdown
from chabudai.web import formats
from chabudai.web.context import current_display

Describe = Callable[[str, str | None, Names, date], str]
"""What someone did, by their name and what it became; None when it became nothing."""


_log = logging.getLogger(__name__)
_LONGEST_TAKEN_BACK: Final = 1000  # bytes: what a toast can carry, however it is written


@dataclass(frozen=True, slots=True)
class Entry:
    """`said` is a comment; without one, `did` is a sentence of what was done. `may_delete` is of whoever looks.

    `asks_first`: what is deleted could not be taken back, since it is another's, or too long for that.
    """

    entry_id: str
    moment: str
    author: PersonLabel | None = None
    said: Markup | None = None
    did: str = ""
    may_delete: bool = False
    asks_first: bool = False


def build_thread(rows: Iterable[Comment], names: Names, member: Member) -> tuple[Entry, ...]:
    today = current_display().today
    entries = (_try_entry(row, names, member, today) for row in _join_repeats(list(rows)))
    return tuple(entry for entry in entries if entry is not None)


def calling(user_id: str | None, names: Names) -> str:
    """In a sentence, in Japanese politely. Of whoever has left, nobody knows the name any more."""
    label = names.people.get(user_id or "")
    return gettext("%(name)s", name=label.name) if label else gettext("Someone who left")


def moment_text(seconds: int, today: date) -> str:
    """今日 8:02, 昨日 21:14, 11月3日(火) 9:05."""
    zone = current_display().zone
    moment = datetime.fromtimestamp(seconds, UTC).astimezone(zone)
    time = formats.time_text(moment, zone)
    if moment.date() == today:
        return gettext("Today %(time)s", time=time)
    if moment.date() == today - timedelta(days=1):
        return gettext("Yesterday %(time)s", time=time)
    return gettext("%(day)s, %(time)s", day=whole_day(moment.date(), today), time=time)


def _join_repeats(rows: Sequence[Comment]) -> list[Comment]:
    """Ten ticks in a row are one change of the checklist: of the same act by the same person the last is told."""
    following = [*rows[1:], None]
    return [row for row, after in zip(rows, following, strict=True) if not _is_repeated(row, after)]


def _is_repeated(row: Comment, after: Comment | None) -> bool:
    return (
        after is not None
        and row.type == after.type == "activity"
        and (row.author, row.about) == (after.author, after.about)
        and row.about in ("description", "checklist", "title", "start", "end", "priority")
    )


def _try_entry(row: Comment, names: Names, member: Member, today: date) -> Entry | None:
    """None for what can't be told, which is noted: one entry never hides the others."""
    try:
        return _entry(row, names, member, today)
    except (ValueError, ArithmeticError, LookupError, OSError) as failure:
        _log.warning("Left out an entry of a task, %s of team %s: %r", row.comment_id, row.team_id, failure)
        return None


def _entry(row: Comment, names: Names, member: Member, today: date) -> Entry:
    moment = moment_text(row.created_at, today)
    if row.type == "comment":
        label = names.people.get(row.author or "")
        author = label or PersonLabel(row.author or "", _name_of_nobody(row))
        is_own = row.author == member.user_id
        return Entry(
            row.comment_id,
            moment,
            author,
            markdown.render_plain(row.text, _callings(names) if may_mention(row.text) else ()),
            may_delete=is_own or member.is_admin,
            asks_first=not is_own or len(row.text.encode()) > _LONGEST_TAKEN_BACK,
        )
    describe = _DESCRIPTIONS[row.about] if row.about else _describe_change
    name = calling(row.author, names)
    if row.about == "tags":
        return Entry(row.comment_id, moment, did=_describe_tags(name, row, names))
    return Entry(row.comment_id, moment, did=describe(name, row.after, names, today))


def _name_of_nobody(row: Comment) -> str:
    if row.said_by is not None:
        return gettext("Imported; originally by %(name)s", name=row.said_by)
    return gettext("Someone who left")


def _callings(names: Names) -> tuple[str, ...]:
    """What people may be called behind an @."""
    return tuple(text for label in names.people.values() for text in (label.name, label.user_id))


def _describe_status(name: str, value: str | None, names: Names, today: date) -> str:
    status = next((text for key, text in STATUSES.items() if key == value), "")
    return gettext("%(name)s moved it to %(status)s", name=name, status=status)


def _describe_title(name: str, value: str | None, names: Names, today: date) -> str:
    return gettext("%(name)s renamed it to “%(title)s”", name=name, title=value or "")


def _describe_start(name: str, value: str | None, names: Names, today: date) -> str:
    if not value:
        return gettext("%(name)s removed the start date", name=name)
    return gettext("%(name)s set the start to %(day)s", name=name, day=whole_day(date.fromisoformat(value), today))


def _describe_end(name: str, value: str | None, names: Names, today: date) -> str:
    if not value:
        return gettext("%(name)s removed the due date", name=name)
    return gettext("%(name)s set the due date to %(day)s", name=name, day=whole_day(date.fromisoformat(value), today))


def _describe_assignee(name: str, value: str | None, names: Names, today: date) -> str:
    if not value:
        return gettext("%(name)s removed the assignee", name=name)
    return gettext("%(name)s assigned it to %(assignee)s", name=name, assignee=calling(value, names))


def _describe_priority(name: str, value: str | None, names: Names, today: date) -> str:
    priority = next((text for key, text in PRIORITIES.items() if key == value), None)
    if priority is None:
        return gettext("%(name)s removed the priority", name=name)
    return gettext("%(name)s set the priority to %(priority)s", name=name, priority=priority)


def _describe_tags(name: str, row: Comment, names: Names) -> str:
    before, after = (set(filter(None, (ids or "").split(","))) for ids in (row.before, row.after))
    added, removed = (_tag_names(ids, names) for ids in (after - before, before - after))
    if added and removed:
        return gettext("%(name)s added tag %(added)s and removed %(removed)s", name=name, added=added, removed=removed)
    if added:
        return gettext("%(name)s added tag %(added)s", name=name, added=added)
    if removed:
        return gettext("%(name)s removed tag %(removed)s", name=name, removed=removed)
    return gettext("%(name)s changed the tags", name=name)


def _tag_names(ids: Iterable[str], names: Names) -> str:
    """Of those that the team still has."""
    return gettext(", ").join(sorted(names.tags[each].name for each in ids if each in names.tags))


def _describe_change(name: str, value: str | None, names: Names, today: date) -> str:
    return gettext("%(name)s changed it", name=name)


_DESCRIPTIONS: Final[dict[ActivityKind, Describe]] = {
    "added": lambda name, *_: gettext("%(name)s added it", name=name),
    "status": _describe_status,
    "title": _describe_title,
    "description": lambda name, *_: gettext("%(name)s changed the description", name=name),
    "start": _describe_start,
    "end": _describe_end,
    "tags": lambda name, *_: gettext("%(name)s changed the tags", name=name),
    "assignee": _describe_assignee,
    "priority": _describe_priority,
    "checklist": lambda name, *_: gettext("%(name)s changed the checklist", name=name),
    "thrown": lambda name, *_: gettext("%(name)s moved it to trash", name=name),
    "restored": lambda name, *_: gettext("%(name)s restored it", name=name),
}
