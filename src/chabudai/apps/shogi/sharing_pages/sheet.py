"""The sheet of a game that says who sees it: the public page, a link, people by name; each line a switch."""

from litestar import Response

from chabudai.accounts.service import Accounts
from chabudai.apps.shogi import sharing
from chabudai.apps.shogi.messages import gettext
from chabudai.apps.shogi.pages.opened_game import OpenedGame
from chabudai.apps.shogi.people import People
from chabudai.apps.shogi.sharing_pages.removals import tell_removed
from chabudai.apps.shogi.sharing_pages.sheet_view import SheetAddress, view_sheet
from chabudai.web import toasts
from chabudai.web.answers import submit
from chabudai.web.context import RequestContext
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.routes import FromQuery, Injected, get, post
from chabudai.web.toasts import Toast


@get("/games/{game_id:str}/sharing")
def show_sharing(
    opened: Injected[OpenedGame],
    pages: Injected[Pages],
    people: Injected[People],
    accounts: Injected[Accounts],
    at: FromQuery[str] = "",
    start: FromQuery[str] = "",
    ask: FromQuery[str] = "",
) -> Response[str]:
    """`start` says whether the link leads to the move, `ask` what is to be made sure of."""
    return _show(opened, pages, people, accounts, Form.of(at=at, start=start, ask=ask))


@post("/games/{game_id:str}/sharing/public", status_code=200)
def set_public(opened: Injected[OpenedGame], form: Injected[Form]) -> Response[str]:
    game = opened.access.require("share")
    sharing.set_public(opened.require_owner(), game.game_id, public=form["on"] == "1")
    return see_other(_address(opened, form).url)


@post("/games/{game_id:str}/sharing/notes", status_code=200)
def set_notes_shared(opened: Injected[OpenedGame], form: Injected[Form]) -> Response[str]:
    game = opened.access.require("share")
    sharing.set_memo_shared(opened.require_owner(), game.game_id, memo_shared=form["on"] == "1")
    return see_other(_address(opened, form).url)


@post("/games/{game_id:str}/sharing/link", status_code=200)
def change_link(opened: Injected[OpenedGame], form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    """`act` is to start, to replace or to stop it."""
    game = opened.access.require("share")
    owner = opened.require_owner()
    match form["act"]:
        case "stop":
            sharing.revoke_link(owner, game.game_id)
            toasts.leave(context.jar, Toast(gettext("The link no longer works."), kind="note"))
        case "replace":
            sharing.reissue_link(owner, game.game_id)
            toasts.leave(context.jar, Toast(gettext("This is the new link. The one before no longer works.")))
        case _:
            sharing.start_link(owner, game.game_id)
    return see_other(_address(opened, form).url)


@post("/games/{game_id:str}/sharing/people", status_code=200)
def add_reader(
    opened: Injected[OpenedGame],
    form: Injected[Form],
    pages: Injected[Pages],
    people: Injected[People],
    accounts: Injected[Accounts],
) -> Response[str]:
    game = opened.access.require("share")

    def add() -> Response[str]:
        sharing.add_reader(opened.require_owner(), game.game_id, form["username"], people)
        return see_other(_address(opened, form).url)

    return submit(form, add, lambda again: _show(opened, pages, people, accounts, again))


@post("/games/{game_id:str}/sharing/people/remove", status_code=200)
def remove_reader(
    opened: Injected[OpenedGame], form: Injected[Form], people: Injected[People], context: Injected[RequestContext]
) -> Response[str]:
    game = opened.access.require("share")
    undo = sharing.remove_reader(opened.require_owner(), game.game_id, form["reader"])
    url = _address(opened, form).url
    if undo:
        tell_removed(context, people, form["reader"], undo, url, target="#sheet-body")
    return see_other(url)


def _show(opened: OpenedGame, pages: Pages, people: People, accounts: Accounts, form: Form) -> Response[str]:
    opened.access.require("share")
    sheet = view_sheet(opened, people, accounts.address, _address(opened, form))
    return pages.page("shogi/sharing.html", sheet=sheet, ask=form["ask"], form=form, errors=form.errors)


def _address(opened: OpenedGame, form: Form) -> SheetAddress:
    view = opened.view(form["at"])
    return SheetAddress(opened.url, view.at, view.ply, form["start"] == "move" and view.ply > 0)
