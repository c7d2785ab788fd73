"""The tags of a game as a sheet: those that it has, one's other ones to be put on with a tap, and a new one typed."""

from dataclasses import replace
from typing import Final

from litestar import Response

from chabudai.apps.shogi import quotas, tags
from chabudai.apps.shogi.messages import gettext
from chabudai.apps.shogi.pages.opened_game import OpenedGame
from chabudai.apps.shogi.views.game_page import title_of
from chabudai.common.text import shorten_in_sentence
from chabudai.common.undo import Undo
from chabudai.web import toasts
from chabudai.web.answers import submit
from chabudai.web.context import RequestContext
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.routes import Injected, get, post
from chabudai.web.toasts import Toast

_UNDO: Final = "/shogi/undo"


@get("/games/{game_id:str}/tags")
def show_game_tags(opened: Injected[OpenedGame], pages: Injected[Pages]) -> Response[str]:
    return _show(opened, pages, Form())


@post("/games/{game_id:str}/tags", status_code=200)
def add_game_tag(opened: Injected[OpenedGame], form: Injected[Form], pages: Injected[Pages]) -> Response[str]:
    """`tag` is one of the person's own; `name` is one of theirs, or a new one."""
    game = opened.access.require("tag")
    owner = opened.require_owner()

    def add() -> Response[str]:
        tag_id = form["tag"] or tags.find_or_add(owner, form["name"]).tag_id
        tags.put_on(owner, game.game_id, tag_id)
        return see_other(_url(opened))

    return submit(form, add, lambda again: _show(opened, pages, _beside_the_name(again)))


@post("/games/{game_id:str}/tags/remove", status_code=200)
def remove_game_tag(
    opened: Injected[OpenedGame], form: Injected[Form], context: Injected[RequestContext]
) -> Response[str]:
    game = opened.access.require("tag")
    owner = opened.require_owner()
    name = tags.find_tag(owner, form["tag"]).name
    undo: Undo = tags.take_off(owner, game.game_id, form["tag"])
    back = undo.form(_UNDO, _url(opened))
    sentence = gettext("Removed the tag “%(name)s”.", name=shorten_in_sentence(name))
    toasts.leave(context.jar, Toast(sentence, undo=replace(back, target="#sheet-body") if back else None))
    return see_other(_url(opened))


def _show(opened: OpenedGame, pages: Pages, form: Form) -> Response[str]:
    game = opened.access.require("tag")
    owner = opened.require_owner()
    own = tags.find_all(owner)
    worn = tags.find_on(owner, game.game_id)
    return pages.page(
        "shogi/game_tags.html",
        game_id=game.game_id,
        url=opened.url,
        title=title_of(opened.record),
        worn=[tag for tag in own if tag.tag_id in worn],
        others=[tag for tag in own if tag.tag_id not in worn],
        usage=quotas.find_limits(owner).tags,
        form=form,
        errors=form.errors,
    )


def _beside_the_name(form: Form) -> Form:
    """Whatever is wrong, there is one field to put it right in."""
    return replace(form, errors={"name": next(iter(form.errors.values()))})


def _url(opened: OpenedGame) -> str:
    return f"{opened.url}/tags"
