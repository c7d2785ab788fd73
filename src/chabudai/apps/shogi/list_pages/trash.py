"""The trash: games that were thrown away, the way back, and for good; and any act of a toast taken back."""

from dataclasses import dataclass
from typing import ClassVar

from litestar import Response

from chabudai.apps.shogi import trash
from chabudai.apps.shogi import undo as own_undo
from chabudai.apps.shogi.list_pages.cards import thrown_card
from chabudai.apps.shogi.messages import gettext, ngettext
from chabudai.apps.shogi.people import People
from chabudai.common import undo as undos
from chabudai.common.owner import Owner
from chabudai.common.text import shorten_in_sentence
from chabudai.web.answers import redirect_with_joined_toast, redirect_with_toast, warn
from chabudai.web.context import RequestContext
from chabudai.web.errors import WebError
from chabudai.web.forms import Form
from chabudai.web.lists import CursorAddress
from chabudai.web.pages import Pages
from chabudai.web.redirects import safe_next
from chabudai.web.routes import FromPath, Injected, get, post

_LIST = "/shogi"
_TRASH = "/shogi/trash"
_UNDO = "/shogi/undo"


@dataclass(frozen=True, slots=True, kw_only=True)
class TrashAddress(CursorAddress):
    PATH: ClassVar[str] = _TRASH


@get("/trash")
def show_trash(owner: Injected[Owner], pages: Injected[Pages], context: Injected[RequestContext]) -> Response[str]:
    address = TrashAddress.parse(context.query)
    page = trash.find_page(owner, address.cursor)
    return pages.page(
        "shogi/trash.html",
        rows=[(row, thrown_card(row)) for row in page],
        more=address.but(cursor=page.cursor).url if page.cursor else None,
    )


@post("/games/{game_id:str}/trash")
def throw_away(
    game_id: FromPath[str], owner: Injected[Owner], form: Injected[Form], context: Injected[RequestContext]
) -> Response[str]:
    outcome = trash.throw_away(owner, game_id)
    back_to = safe_next(form["next"], _LIST)
    return redirect_with_joined_toast(
        context,
        back_to,
        gettext("Moved “%(name)s” to trash.", name=shorten_in_sentence(outcome.game.slug)),
        outcome.undo.form(_UNDO, back_to),
        group="shogi trash",
        joined=lambda n: ngettext("Moved %(n)s game to trash.", "Moved %(n)s games to trash.", n),
    )


@post("/trash/restore")
def restore(owner: Injected[Owner], form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    """A game that finds no room says so here, and stays where it is."""
    try:
        outcome = trash.restore(owner, form["thrown"], form["id"])
    except WebError as refusal:
        return warn(context, _TRASH, str(refusal.message))
    sentence = gettext("The game is back as “%(name)s”.", name=outcome.game.slug)
    return redirect_with_toast(context, _TRASH, sentence, outcome.undo.form(_UNDO, _TRASH))


@post("/trash/delete")
def delete(owner: Injected[Owner], form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    trash.delete(owner, form["thrown"], form["id"])
    return redirect_with_toast(context, _TRASH, gettext("The game is deleted for good."))


@post("/trash/empty")
def empty(owner: Injected[Owner], context: Injected[RequestContext]) -> Response[str]:
    count = trash.empty(owner)
    sentence = ngettext("%(n)s game is deleted for good.", "%(n)s games are deleted for good.", count)
    return redirect_with_toast(context, _TRASH, sentence)


@post("/undo")
def undo(
    owner: Injected[Owner], form: Injected[Form], people: Injected[People], context: Injected[RequestContext]
) -> Response[str]:
    """What can't be taken back any more is told on the page that one was on."""
    back_to = safe_next(form["next"], _LIST)
    try:
        own_undo.take_back(owner, undos.read_form(form), people)
    except WebError as refusal:
        return warn(context, back_to, str(refusal.message))
    return redirect_with_toast(context, back_to, gettext("It is as it was before."))
