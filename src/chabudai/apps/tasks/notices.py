"""Notices: what a person should know, kept beside them for a while."""

import re
from collections.abc import Collection, Iterable
from datetime import date, datetime, time, timedelta
from hashlib import sha256
from typing import Final, get_args

from chabudai.apps.tasks import design
from chabudai.apps.tasks.entities import Mine, Notice, NoticeKind, Task, TeamUser, User
from chabudai.apps.tasks.errors import NoSuchNotice
from chabudai.apps.tasks.membership import Member, check_assignable
from chabudai.common.list_cursors import refuse_wrong_cursor
from chabudai.common.owner import Owner
from chabudai.common.store_errors import failed_step, translate
from chabudai.common.sweeps import sweep
from chabudai.common.text import fold_name, is_id
from chabudai.common.unreadable_rows import get_readable
from chabudai.table import Insert, Page, Transaction, TypedStore, not_exists
from chabudai.web.errors import NotFound

LIFETIME: Final = timedelta(days=60)
KINDS: Final[tuple[NoticeKind, ...]] = get_args(NoticeKind)
_MENTION = re.compile(r"[@＠]")


def find_page(owner: Owner, cursor: str | None = None) -> Page[Notice]:
    """Latest first."""
    with refuse_wrong_cursor():
        return owner.store.page(design.notices(owner.username), cursor)


def find_one(owner: Owner, notice_id: str) -> Notice:
    found = owner.store.get(design.notice(owner.username, notice_id).consistently()) if is_id(notice_id) else None
    if found is None:
        raise NoSuchNotice
    return found


def count_unread(owner: Owner) -> int:
    return owner.store.count(design.notices(owner.username).filter(read_at=not_exists()))


def count_invitations(owner: Owner) -> int:
    """To teams, that can still be answered."""
    return owner.store.count(design.notices(owner.username).filter(about="invited"))


def mark_read(owner: Owner) -> int:
    """All of them; how many were not."""
    now = int(owner.now().timestamp())
    rows = list(owner.store.all(design.notices(owner.username).filter(read_at=not_exists())))
    return len(sweep(owner.store, rows, lambda row: Notice.update(**row.own_key).set(read_at=now)))


def wants(store: TypedStore, user_id: str, about: NoticeKind) -> bool:
    """Whether a person is told of it; whoever has not been here yet is."""
    user = get_readable(store, design.user(user_id))
    return user is None or about not in user.muted


def mute(owner: Owner, kinds: Collection[NoticeKind]) -> User:
    """Of these, and of no others, they want no notices from now on; those that are there stay."""
    with translate(missing=NotFound):
        return owner.store.write(User.update(user_id=owner.username).set(muted=frozenset(kinds)))


def remind(owner: Owner) -> int:
    """Of each own task that is due today, once; how many are new. Today is the person's day."""
    day = owner.today()
    due = list(owner.store.all(design.my_tasks_between(owner.username, day, day)))
    if not due or not wants(owner.store, owner.username, "due"):
        return 0
    return sum(_insert_once(owner, _due_notice(owner, mine, day)) for mine in due)


def assigned_notice(member: Member, task: Task) -> Notice | None:
    """For whoever has it now; None when that is who gave it, or nobody, or somebody who does not want to be told."""
    if task.assignee is None or task.assignee == member.user_id:
        return None
    if not wants(member.store, task.assignee, "assigned"):
        return None
    return _new_notice(member, task.assignee, "assigned", task)


def team_notice(
    user_id: str, notice_id: str, about: NoticeKind, *, team_id: str, now: int, email: str, sender: str | None = None
) -> Notice:
    """About somebody who is, or was, invited to a team; `now` is in Unix seconds."""
    return Notice(
        user_id=user_id,
        notice_id=notice_id,
        about=about,
        team_id=team_id,
        sender=sender,
        email=email,
        created_at=now,
        expires_at=now + int(LIFETIME.total_seconds()),
    )


def mention_notices(member: Member, task: Task, text: str, members: Iterable[TeamUser]) -> list[Notice]:
    """For everyone whose name or username stands behind an @ and who wants it; not for whoever writes."""
    named = [row.user_id for row in members if row.user_id != member.user_id and is_mentioned(row, text)]
    found = member.store.batch(design.users(named)) if named else []
    muted = {user.user_id for user in found if user is not None and "mentioned" in user.muted}
    return [_new_notice(member, user_id, "mentioned", task) for user_id in named if user_id not in muted]


def may_mention(text: str) -> bool:
    return _MENTION.search(text) is not None


def is_mentioned(row: TeamUser, text: str) -> bool:
    """A longer name that begins the same is another: nothing that continues a word may follow."""
    folded = fold_name(text)
    for name in (row.user_name, row.user_id):
        for found in re.finditer(f"@{re.escape(fold_name(name))}", folded):
            follows = folded[found.end() : found.end() + 1]
            if not (follows.isascii() and (follows.isalnum() or follows in "_-")) or not follows:
                return True
    return False


def _new_notice(member: Member, user_id: str, about: NoticeKind, task: Task) -> Notice:
    now = member.seconds()
    return Notice(
        user_id=user_id,
        notice_id=member.new_id(),
        about=about,
        team_id=task.team_id,
        task_id=task.task_id,
        title=task.title,
        sender=member.user_id,
        created_at=now,
        expires_at=now + int(LIFETIME.total_seconds()),
    )


def _due_notice(owner: Owner, mine: Mine, day: date) -> Notice:
    began = datetime.combine(day, time(), owner.zone)
    return Notice(
        user_id=owner.username,
        notice_id=_dated_id(began, f"{mine.team_id} {mine.task_id}"),
        about="due",
        team_id=mine.team_id,
        task_id=mine.task_id,
        title=mine.title,
        created_at=int(began.timestamp()),
        expires_at=int((began + LIFETIME).timestamp()),
    )


def _dated_id(moment: datetime, about: str) -> str:
    """In the form and order of the other ids, and the same for the same day and task: so nobody is reminded twice."""
    text = f"{int(moment.timestamp() * 1000):012x}7{sha256(about.encode()).hexdigest()[:19]}"
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


def _insert_once(owner: Owner, notice: Notice) -> bool:
    """Held to the membership: whoever is removed at this moment is told nothing more."""
    in_team = check_assignable(notice.team_id, notice.user_id)
    return failed_step(owner.store, Transaction().step("notice", Insert(notice)).step("member", in_team)) is None
