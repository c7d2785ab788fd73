"""Notices: read by opening them, those of today first; what one is told of is chosen in the settings."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Final

from litestar import Response

from chabudai.apps.kondate.market import notices
from chabudai.apps.kondate.market.entities import News
from chabudai.apps.kondate.market.notices import Shown
from chabudai.apps.kondate.messages import gettext
from chabudai.apps.kondate.pages.shell import Shell
from chabudai.common.list_cursors import refuse_wrong_cursor
from chabudai.common.owner import Owner
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.routes import FromQuery, Injected, get, post
from chabudai.web.translations import Text

_HERE: Final = "/kondate/notices"
_ICONS: Final[Mapping[str, str]] = {
    "expiring": "kondate/fridge",
    "next_plan": "bowl",
    "saved": "kondate/heart",
    "bought": "kondate/card",
    "refund": "undo",
    "payment": "alert",
    "news": "info",
}


@dataclass(frozen=True, slots=True)
class NoticeRow:
    """`url` is where it leads, if anywhere; `body` is what news says beyond its title."""

    text: Text
    body: str
    icon: str
    at: datetime
    day: date
    is_new: bool
    url: str | None


@get("/notices")
def show_notices(
    owner: Injected[Owner], shell: Injected[Shell], pages: Injected[Pages], cursor: FromQuery[str | None] = None
) -> Response[str]:
    """What is shown counts as read from now on."""
    with refuse_wrong_cursor():
        shown, more = notices.find_notices(owner, cursor)
    notices.mark_read(owner, shown)
    rows = [_row(each, owner) for each in shown]
    today = owner.today()
    read = sum(not each.is_read for each in shown)
    return pages.page(
        "kondate/notices.html",
        shell=replace(shell, unread=max(0, shell.unread - read)),
        groups=(
            (gettext("Today"), [row for row in rows if row.day == today]),
            (gettext("Earlier"), [row for row in rows if row.day != today]),
        ),
        is_first=cursor is None,
        more=more,
    )


@post("/notices/read")
def read_all(owner: Injected[Owner]) -> Response[str]:
    notices.mark_all_read(owner)
    return see_other(_HERE)


def _row(shown: Shown, owner: Owner) -> NoticeRow:
    row = shown.row
    kind = "news" if isinstance(row, News) else row.kind
    return NoticeRow(
        text=notices.describe(row),
        body=row.body if isinstance(row, News) else "",
        icon=_ICONS.get(kind, "info"),
        at=row.created_at,
        day=row.created_at.astimezone(owner.zone).date(),
        is_new=not shown.is_read,
        url=None if isinstance(row, News) else _url(kind, row.target_type, row.target_id),
    )


def _url(kind: str, target_type: str | None, target_id: str | None) -> str | None:
    if kind == "expiring":
        return "/kondate/fridge"
    if kind == "next_plan":
        return "/kondate"
    if target_type == "SUBSCRIPTION":
        return "/kondate/membership"
    if kind == "refund":
        return "/kondate/purchases"
    if target_type in ("RECIPE", "SET") and target_id:
        return f"/kondate/discover/{'recipes' if target_type == 'RECIPE' else 'sets'}/{target_id}"
    return None
