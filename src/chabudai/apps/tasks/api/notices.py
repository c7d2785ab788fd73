"""Notices for programs."""

from chabudai.apps.tasks import notices
from chabudai.apps.tasks.entities import Notice
from chabudai.common.bodies import entity_body, fill
from chabudai.common.collections.bodies import RowCount
from chabudai.common.owner import Owner
from chabudai.web.bodies import Body
from chabudai.web.routes import FromQuery, Injected, get, post


@entity_body(Notice, "about", "team_id", "task_id", "title", "sender", "created_at", "read_at", id="notice_id")
class NoticeBody(Body):
    """What a person should know; times are in Unix seconds, `readAt` is null while it is new."""


class NoticeList(Body):
    """Latest first."""

    notices: list[NoticeBody]
    cursor: str | None


@get("/notices")
def list_notices(owner: Injected[Owner], cursor: FromQuery[str | None] = None) -> NoticeList:
    """The person's notices. Access pattern 24."""
    page = notices.find_page(owner, cursor)
    return NoticeList(notices=[fill(NoticeBody, each) for each in page.items], cursor=page.cursor)


@post("/notices/read", status_code=200)
def mark_read(owner: Injected[Owner]) -> RowCount:
    """All of them; how many were new."""
    return RowCount(count=notices.mark_read(owner))
