"""A folder renamed or moved, and one game put elsewhere; a name that is taken is told beside the field."""

from typing import Final

from litestar import Response

from chabudai.apps.shogi import folders, games
from chabudai.apps.shogi.errors import FolderBeingMoved, NoSuchFolder
from chabudai.apps.shogi.list_pages.addresses import folder_url
from chabudai.apps.shogi.list_pages.job_cards import job_url
from chabudai.apps.shogi.messages import gettext
from chabudai.common.owner import Owner
from chabudai.web.answers import redirect_with_toast, submit
from chabudai.web.context import RequestContext
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import safe_next, see_other
from chabudai.web.routes import FromPath, FromQuery, Injected, get, post

_UNDO: Final = "/shogi/undo"


@get("/folders")
def edit_folder(owner: Injected[Owner], pages: Injected[Pages], path: FromQuery[str] = "") -> Response[str]:
    return _show_folder(owner, pages, Form.of(source=path, target=path))


@post("/folders", status_code=200)
def move_folder(
    owner: Injected[Owner], form: Injected[Form], pages: Injected[Pages], context: Injected[RequestContext]
) -> Response[str]:
    """A small folder is there at once; of a large one the page shows how far it is."""

    def act() -> Response[str]:
        if form["target"].strip() == form["source"]:
            return see_other(folder_url(form["source"]))
        try:
            outcome = folders.move(owner, form["source"], form["target"])
        except FolderBeingMoved as refusal:
            return see_other(job_url(refusal.job_id))
        job = outcome.job
        if job.status != "done":
            return see_other(job_url(job.job_id))
        here = folder_url(job.target or "")
        sentence = gettext("The folder is now “%(name)s”.", name=job.target)
        return redirect_with_toast(context, here, sentence, outcome.undo.form(_UNDO, folder_url(job.source or "")))

    return submit(form, act, lambda again: _show_folder(owner, pages, again))


@get("/games/{game_id:str}/move")
def edit_place(
    game_id: FromPath[str], owner: Injected[Owner], pages: Injected[Pages], back: FromQuery[str] = ""
) -> Response[str]:
    slug = games.find_game(owner, game_id).slug
    folder, _, name = slug.rpartition("/")
    back_to = safe_next(back, folder_url(folder))
    return _show_game(owner, pages, game_id, Form.of(folder=folder, name=name, next=back_to))


@post("/games/{game_id:str}/move", status_code=200)
def move_game(
    game_id: FromPath[str],
    owner: Injected[Owner],
    form: Injected[Form],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    game = games.find_game(owner, game_id)

    def act() -> Response[str]:
        folder = form["folder"].strip().strip("/")
        slug = f"{folder}/{form['name'].strip()}" if folder else form["name"].strip()
        outcome = games.edit(owner, game_id, {"slug": slug}, game.latest_update)
        back_to = safe_next(form["next"], "/shogi")
        sentence = gettext("The game is now “%(name)s”.", name=outcome.game.slug)
        return redirect_with_toast(context, back_to, sentence, outcome.undo.form(_UNDO, back_to))

    return submit(form, act, lambda again: _show_game(owner, pages, game_id, again))


def _show_folder(owner: Owner, pages: Pages, form: Form) -> Response[str]:
    count = folders.count_games(owner.store, owner.username, form["source"]) if form["source"] else 0
    if not count:
        raise NoSuchFolder
    others = folders.find_all_folders(owner.store, owner.username)
    return pages.page(
        "shogi/folder.html",
        form=form,
        errors=form.errors,
        count=count,
        name=form["source"].rpartition("/")[2],
        back=folder_url(form["source"]),
        folders=[each for each in others if not f"{each}/".startswith(f"{form['source']}/")],
    )


def _show_game(owner: Owner, pages: Pages, game_id: str, form: Form) -> Response[str]:
    """What is wrong with the whole name stands beside its last part."""
    errors = {"name" if field == "slug" else field: sentence for field, sentence in form.errors.items()}
    return pages.page(
        "shogi/move.html",
        form=form,
        errors=errors,
        game_id=game_id,
        folders=folders.find_all_folders(owner.store, owner.username),
    )
