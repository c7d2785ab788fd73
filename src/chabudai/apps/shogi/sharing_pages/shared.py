"""What others share with a person, game by game and all of somebody's; and whom one lets see all of one's own."""

from dataclasses import dataclass
from typing import ClassVar, Final

from litestar import Response

from chabudai.apps.shogi import design, sharing
from chabudai.apps.shogi.list_pages.cards import others_card
from chabudai.apps.shogi.messages import gettext
from chabudai.apps.shogi.people import People
from chabudai.apps.shogi.sharing_pages.removals import tell_removed
from chabudai.common.owner import Owner
from chabudai.web.answers import redirect_with_toast, submit
from chabudai.web.context import RequestContext
from chabudai.web.forms import Form
from chabudai.web.lists import CursorAddress
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.routes import FromPath, Injected, get, post

_SHARED: Final = "/shogi/shared"


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedAddress(CursorAddress):
    PATH: ClassVar[str] = _SHARED


@get("/shared")
def show_shared(
    owner: Injected[Owner], pages: Injected[Pages], people: Injected[People], context: Injected[RequestContext]
) -> Response[str]:
    return _show(owner, pages, people, SharedAddress.parse(context.query), Form())


@post("/shared/games/{game_id:str}/leave", status_code=200)
def leave_game(game_id: FromPath[str], owner: Injected[Owner], context: Injected[RequestContext]) -> Response[str]:
    sharing.leave_game(owner, game_id)
    return redirect_with_toast(context, _SHARED, gettext("The game is no longer shown here."))


@post("/shared/people/{username:str}/leave", status_code=200)
def leave_person(username: FromPath[str], owner: Injected[Owner], context: Injected[RequestContext]) -> Response[str]:
    """Also of one who never let them in: it ends as it should."""
    sharing.leave_owner(owner, username)
    return redirect_with_toast(context, _SHARED, gettext("Their games are no longer shown here."))


@post("/shared/readers", status_code=200)
def add_reader_of_all(
    owner: Injected[Owner], form: Injected[Form], pages: Injected[Pages], people: Injected[People]
) -> Response[str]:
    def add() -> Response[str]:
        sharing.add_reader_of_all(owner, form["username"], people)
        return see_other(f"{_SHARED}#readers")

    return submit(form, add, lambda again: _show(owner, pages, people, SharedAddress(), again))


@post("/shared/readers/remove", status_code=200)
def remove_reader_of_all(
    owner: Injected[Owner], form: Injected[Form], people: Injected[People], context: Injected[RequestContext]
) -> Response[str]:
    undo = sharing.remove_reader_of_all(owner, form["reader"])
    if undo:
        tell_removed(context, people, form["reader"], undo, f"{_SHARED}#readers", target="#main")
    return see_other(f"{_SHARED}#readers")


def _show(owner: Owner, pages: Pages, people: People, address: SharedAddress, form: Form) -> Response[str]:
    found = sharing.find_shared_games(owner, address.cursor)
    owners, readers = sharing.find_owners(owner), sharing.find_readers_of_all(owner)
    names = people.names_of([*(each.owner for each in found.games), *owners, *readers])
    has_public = owner.store.first(design.public_heads(owner.username)) is not None
    return pages.page(
        "shogi/shared.html",
        cards=[others_card(each.head, names[each.owner]) for each in found.games],
        more=address.but(cursor=found.cursor).url if found.cursor else None,
        owners=[(username, names[username]) for username in owners],
        readers=[(username, names[username]) for username in readers],
        username=owner.username,
        public_page=f"/shogi/u/{owner.username}" if has_public else None,
        form=form,
        errors=form.errors,
    )
