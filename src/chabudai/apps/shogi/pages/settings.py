"""How boards look, a person's own on every device or a guest's in the browser; how much room is left, and files."""

from dataclasses import dataclass

from litestar import Response

from chabudai.adapters.clock import Clock
from chabudai.apps.shogi import preferences, quotas
from chabudai.apps.shogi.messages import gettext, ngettext
from chabudai.apps.shogi.pages.opened_game import find_owner
from chabudai.apps.shogi.quotas import Usage
from chabudai.apps.shogi.views.board_settings import (
    BoardSettings,
    change_settings,
    keep_cookie,
    write_settings,
)
from chabudai.common.owner import Owner
from chabudai.table import TypedStore
from chabudai.web.answers import redirect_with_toast
from chabudai.web.context import RequestContext
from chabudai.web.formats import number_text, time_text
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.routes import Injected, get, post


@dataclass(frozen=True)
class Quota:
    """`said` is what the meter shows, in words."""

    name: str
    usage: Usage
    said: str


@get("/settings")
def settings(
    pages: Injected[Pages],
    context: Injected[RequestContext],
    store: Injected[TypedStore],
    clock: Injected[Clock],
    board: Injected[BoardSettings],
) -> Response[str]:
    owner = find_owner(store, clock, context)
    return pages.page("shogi/settings.html", settings=board, quotas=_quotas(owner) if owner else ())


@post("/settings", status_code=200)
def change(
    form: Injected[Form],
    context: Injected[RequestContext],
    store: Injected[TypedStore],
    clock: Injected[Clock],
    board: Injected[BoardSettings],
) -> Response[str]:
    changed = change_settings(board, form)
    owner = find_owner(store, clock, context)
    if owner is None:
        keep_cookie(context.jar, changed)
    else:
        preferences.keep_board(store, owner.username, write_settings(changed))
    return redirect_with_toast(context, "/shogi/settings", gettext("Boards look like this from now on."))


def _quotas(owner: Owner) -> tuple[Quota, ...]:
    limits, analyses = quotas.find_limits(owner), quotas.find_analyses(owner)
    until = time_text(analyses.until, owner.zone) if analyses.until else ""
    return (
        Quota(gettext("Games"), limits.games, gettext("%(n)s of %(most)s games", **_numbers(limits.games))),
        Quota(gettext("Tags"), limits.tags, gettext("%(n)s of %(most)s tags", **_numbers(limits.tags))),
        Quota(
            gettext("Analyses this hour"),
            analyses,
            ngettext("%(n)s left (until %(time)s)", "%(n)s left (until %(time)s)", analyses.left, time=until),
        ),
    )


def _numbers(usage: Usage) -> dict[str, str]:
    return {"n": number_text(usage.used), "most": number_text(usage.most)}
