"""Before any wardrobe: those that this browser or account knows, a new one, and one that comes out of a file."""

from functools import partial
from typing import Any

from litestar import Response

from chabudai.apps.wardrobe import access, service, transfer
from chabudai.apps.wardrobe.closets import House
from chabudai.apps.wardrobe.messages import gettext
from chabudai.apps.wardrobe.pages.closet_pages import base_url
from chabudai.apps.wardrobe.pages.known_wardrobes import KnownWardrobes
from chabudai.apps.wardrobe.remembered import MOST
from chabudai.apps.wardrobe.transfer import LARGEST_DOCUMENT
from chabudai.common import undo as undos
from chabudai.common.imports import parse_document
from chabudai.common.undo import undo_by
from chabudai.web.answers import redirect_with_toast, submit
from chabudai.web.context import RequestContext
from chabudai.web.files import decode_text, read_upload
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.routes import Injected, get, post

_URL = "/wardrobe"


@get("/")
def show_list(pages: Injected[Pages], known: Injected[KnownWardrobes]) -> Response[str]:
    return _show(pages, known, Form())


@post("/")
def create(
    house: Injected[House],
    form: Injected[Form],
    pages: Injected[Pages],
    known: Injected[KnownWardrobes],
    context: Injected[RequestContext],
) -> Response[str]:
    def act() -> Response[str]:
        made = service.create_wardrobe(house, name=form["name"], zone=context.zone)
        return redirect_with_toast(context, base_url(made), _welcome(known))

    return submit(form, act, partial(_show, pages, known))


@post("/import", request_max_body_size=LARGEST_DOCUMENT)
def import_file(
    house: Injected[House],
    form: Injected[Form],
    pages: Injected[Pages],
    known: Injected[KnownWardrobes],
    context: Injected[RequestContext],
) -> Response[str]:
    def act() -> Response[str]:
        made = service.import_wardrobe(house, _read_document(form), context.zone)
        return redirect_with_toast(context, base_url(made), gettext("Imported as a new wardrobe."))

    return submit(form, act, partial(_show, pages, known))


@post("/forget")
def forget(form: Injected[Form], known: Injected[KnownWardrobes], context: Injected[RequestContext]) -> Response[str]:
    """Only this browser or account does. Whoever has the address can open it again; who has it only here can take this
    back."""
    known.forget(form["key"])
    undo = undo_by("remember", key=form["key"]).form(f"{_URL}/undo", _URL)
    here = gettext("Removed from this browser's list.")
    return redirect_with_toast(context, _URL, gettext("Removed from your list.") if known.is_in_account else here, undo)


@post("/undo")
def take_back(
    house: Injected[House],
    form: Injected[Form],
    known: Injected[KnownWardrobes],
    context: Injected[RequestContext],
) -> Response[str]:
    def remember(key: str) -> None:
        known.remember(service.open_wardrobe(house, key, context.zone))

    undos.take_back(undos.read_form(form), {"remember": remember})
    return see_other(_URL)


def _welcome(known: KnownWardrobes) -> str:
    if known.is_in_account:
        return gettext("Your wardrobe is ready. You'll find it on all your devices.")
    return gettext("Your wardrobe is ready. Bookmark this page: its link is the key.")


def _show(pages: Pages, known: KnownWardrobes, form: Form) -> Response[str]:
    rows = [(each.wardrobe.name, service.key_of(each), each.access) for each in known.closets()]
    return pages.page(
        "wardrobe/wardrobes.html",
        rows=rows,
        form=form,
        fields=access.FIELDS,
        is_in_account=known.is_in_account,
        is_full=known.is_in_account and len(rows) >= MOST,
        most=MOST,
    )


def _read_document(form: Form) -> dict[str, Any]:
    text = decode_text("file", read_upload(form, "file").file.read())
    return parse_document(text, transfer.FORMAT, transfer.VERSION, transfer.NOT_OURS)
