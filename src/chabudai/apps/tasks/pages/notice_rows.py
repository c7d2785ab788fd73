"""Notices in words: what happened, who did it, and where it leads."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final
from urllib.parse import quote
from zoneinfo import ZoneInfo

from chabudai.apps.tasks import design, teams
from chabudai.apps.tasks.entities import Notice, NoticeKind
from chabudai.apps.tasks.invitation_entities import LINK
from chabudai.apps.tasks.messages import gettext, lazy
from chabudai.apps.tasks.moments import moment_of
from chabudai.apps.tasks.pages.texts import near_day
from chabudai.common.owner import Owner
from chabudai.web.translations import Text

KIND_NAMES: Final[Mapping[NoticeKind, Text]] = {
    "invited": lazy("Invitations to teams"),
    "assigned": lazy("Tasks assigned to you"),
    "due": lazy("Tasks due today"),
    "mentioned": lazy("Mentions of your name"),
    "asked_again": lazy("Requests for a new invitation"),
    "declined": lazy("Invitations that were declined"),
}
_ICONS: Final[Mapping[NoticeKind, str]] = {
    "invited": "mail",
    "assigned": "user",
    "due": "clock",
    "mentioned": "comment",
    "asked_again": "send",
    "declined": "close",
}


@dataclass(frozen=True, slots=True)
class NoticeRow:
    """`url` is where it leads; None for an invitation, which is answered here if `can_answer`."""

    notice_id: str
    about: NoticeKind
    icon: str
    text: str
    team: str
    at: datetime
    day: date
    is_new: bool
    url: str | None
    can_answer: bool


def notice_rows(owner: Owner, found: Iterable[Notice], proven_email: str | None) -> list[NoticeRow]:
    """`proven_email` is the address that is known to be theirs: invitations to it can be answered here."""
    notices = list(found)
    senders = sorted({notice.sender for notice in notices if notice.sender is not None})
    users = owner.store.batch(design.users(senders)) if senders else []
    names = {user.user_id: user.name for user in users if user is not None}
    of_teams = {row.team_id: row.team_name for row in teams.find_all(owner)} if notices else {}
    return [
        NoticeRow(
            notice_id=notice.notice_id,
            about=notice.about,
            icon=_ICONS[notice.about],
            text=_say(notice, names, owner.today(), owner.zone),
            team=of_teams.get(notice.team_id, ""),
            at=moment_of(notice.created_at),
            day=_day(notice, owner.zone),
            is_new=notice.read_at is None,
            url=_url(notice),
            can_answer=notice.about == "invited" and notice.email is not None and notice.email == proven_email,
        )
        for notice in notices
    ]


def _day(notice: Notice, zone: ZoneInfo) -> date:
    return moment_of(notice.created_at).astimezone(zone).date()


def _say(notice: Notice, names: Mapping[str, str], today: date, zone: ZoneInfo) -> str:
    name = names.get(notice.sender or "", "") or gettext("Someone")
    title = notice.title or ""
    match notice.about:
        case "invited":
            return gettext("%(name)s invited you to “%(team)s”.", name=name, team=title)
        case "assigned":
            return gettext("%(name)s assigned “%(title)s” to you.", name=name, title=title)
        case "mentioned":
            return gettext("%(name)s mentioned you in “%(title)s”.", name=name, title=title)
        case "due":
            day = _day(notice, zone)
            if day == today:
                return gettext("“%(title)s” is due today.", title=title)
            return gettext("“%(title)s” was due %(day)s.", title=title, day=near_day(day, today))
        case "asked_again":
            if notice.email in (None, LINK):
                return gettext("Someone asks for a new link to join.")
            return gettext("%(email)s asks to be invited again.", email=notice.email)
        case "declined":
            return gettext("%(email)s declined your invitation.", email=notice.email or gettext("Someone"))


def _url(notice: Notice) -> str | None:
    team = f"/tasks/{notice.team_id}"
    match notice.about:
        case "invited":
            return None
        case "asked_again" if notice.email not in (None, LINK):
            return f"{team}/members?email={quote(notice.email or '')}"
        case "asked_again" | "declined":
            return f"{team}/members"
        case _:
            return f"{team}/task/{notice.task_id}"
