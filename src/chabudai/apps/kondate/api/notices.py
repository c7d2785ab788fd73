"""Notices for programs: what is new, read, and not to be told."""

from datetime import datetime
from typing import Annotated, Any

from msgspec import Meta

from chabudai.apps.kondate.api.answers import Answer, Listing, listing
from chabudai.apps.kondate.market import fridge_looks, notices
from chabudai.apps.kondate.market.entities import News, Target
from chabudai.apps.kondate.market.notices import KINDS, MutableKind, Shown
from chabudai.common.collections.bodies import RowCount
from chabudai.common.list_cursors import refuse_wrong_cursor
from chabudai.common.owner import Owner
from chabudai.web.bodies import Body
from chabudai.web.routes import FromQuery, Injected, JSONBody, get, patch, post


class NoticeBody(Body):
    """`text` is in the language that was asked for; `targetType` and `targetId` lead to what it is about."""

    id: str
    kind: str
    text: str
    created_at: datetime
    is_read: bool
    target_type: Target | None
    target_id: str | None


class NoticeSettingsBody(Body):
    """Kinds that are told, and the hour of the day at which the fridge is looked at."""

    told: list[MutableKind]
    hour: int


class NoticeSettingsChanges(Body):
    """What is left out stays as it is."""

    told: list[MutableKind] | None = None
    hour: Annotated[int, Meta(ge=0, le=23)] | None = None


@get("/notices")
def list_notices(owner: Injected[Owner], cursor: FromQuery[str | None] = None) -> Listing[NoticeBody]:
    """The latest first."""
    with refuse_wrong_cursor():
        shown, more = notices.find_notices(owner, cursor)
    return listing([_body(each) for each in shown], more)


@get("/notices/unread")
def count_unread(owner: Injected[Owner]) -> Answer[RowCount]:
    """How many are new."""
    return Answer(data=RowCount(count=notices.count_unread(owner)))


@post("/notices/read", status_code=204)
def mark_all_read(owner: Injected[Owner]) -> None:
    """All of them."""
    notices.mark_all_read(owner)


@get("/notices/settings")
def find_notice_settings(owner: Injected[Owner]) -> Answer[NoticeSettingsBody]:
    """What is told, and when."""
    return _settings(owner)


@patch("/notices/settings")
def change_notice_settings(data: JSONBody[NoticeSettingsChanges], owner: Injected[Owner]) -> Answer[NoticeSettingsBody]:
    """`told` are all kinds that are told from now on."""
    if data.told is not None:
        notices.change_muted(owner, {kind: kind in data.told for kind in KINDS})
    if data.hour is not None:
        fridge_looks.schedule(owner, data.hour)
    return _settings(owner)


def _settings(owner: Owner) -> Answer[NoticeSettingsBody]:
    row = notices.find_settings(owner.store, owner.username)
    return Answer(data=NoticeSettingsBody(told=[kind for kind in KINDS if kind not in row.muted], hour=row.hour))


def _body(shown: Shown) -> NoticeBody:
    row = shown.row
    told: dict[str, Any] = {"text": str(notices.describe(row)), "created_at": row.created_at, "is_read": shown.is_read}
    if isinstance(row, News):
        return NoticeBody(id=row.news_id, kind="news", target_type=None, target_id=None, **told)
    return NoticeBody(
        id=row.notification_id, kind=row.kind, target_type=row.target_type, target_id=row.target_id, **told
    )
