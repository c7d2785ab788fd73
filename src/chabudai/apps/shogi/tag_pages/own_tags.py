"""All tags of a person: how many games have each and when it was last used; made, renamed, deleted."""

from typing import Final

from litestar import Response

from chabudai.apps.shogi import quotas, tags
from chabudai.apps.shogi.messages import gettext
from chabudai.common.owner import Owner
from chabudai.common.text import shorten_in_sentence
from chabudai.web.answers import redirect_with_toast, submit
from chabudai.web.context import RequestContext
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import safe_next, see_other
from chabudai.web.routes import FromPath, FromQuery, Injected, get, post

_TAGS: Final = "/shogi/tags"
_UNDO: Final = "/shogi/undo"


@get("/tags")
def show_tags(owner: Injected[Owner], pages: Injected[Pages]) -> Response[str]:
    return _show(owner, pages, Form())


@post("/tags", status_code=200)
def add_tag(owner: Injected[Owner], form: Injected[Form], pages: Injected[Pages]) -> Response[str]:
    def add() -> Response[str]:
        tags.add(owner, form["name"])
        return see_other(_TAGS)

    return submit(form, add, lambda again: _show(owner, pages, again))


@get("/tags/{tag_id:str}/edit")
def show_rename(
    tag_id: FromPath[str], owner: Injected[Owner], pages: Injected[Pages], back: FromQuery[str] = ""
) -> Response[str]:
    tag = tags.find_tag(owner, tag_id)
    return _show_rename(tag_id, owner, pages, Form.of(name=tag.name, next=safe_next(back, _TAGS)))


@post("/tags/{tag_id:str}/edit", status_code=200)
def rename_tag(
    tag_id: FromPath[str],
    owner: Injected[Owner],
    form: Injected[Form],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    """It touches no game."""

    def rename() -> Response[str]:
        outcome = tags.rename(owner, tag_id, form["name"])
        back_to = safe_next(form["next"], _TAGS)
        sentence = gettext("The tag is called “%(name)s” now.", name=shorten_in_sentence(outcome.tag.name))
        return redirect_with_toast(context, back_to, sentence, outcome.undo.form(_UNDO, back_to))

    return submit(form, rename, lambda again: _show_rename(tag_id, owner, pages, again))


@post("/tags/{tag_id:str}/delete", status_code=200)
def delete_tag(tag_id: FromPath[str], owner: Injected[Owner], context: Injected[RequestContext]) -> Response[str]:
    """Games stay without it."""
    outcome = tags.delete(owner, tag_id)
    sentence = gettext("Deleted the tag “%(name)s”.", name=shorten_in_sentence(outcome.tag.name))
    return redirect_with_toast(context, _TAGS, sentence, outcome.undo.form(_UNDO, _TAGS))


def _show(owner: Owner, pages: Pages, form: Form) -> Response[str]:
    return pages.page(
        "shogi/tags.html",
        lines=tags.find_lines(owner),
        usage=quotas.find_limits(owner).tags,
        form=form,
        errors=form.errors,
    )


def _show_rename(tag_id: str, owner: Owner, pages: Pages, form: Form) -> Response[str]:
    tag = tags.find_tag(owner, tag_id)
    return pages.page("shogi/rename_tag.html", tag=tag, form=form, errors=form.errors)
