"""Before any wardrobe: those that this browser knows, a new one, and one that comes out of a file."""

from functools import partial
from typing import Any

from litestar import Response

from chabudai.apps.wardrobe import access, service, transfer
from chabudai.apps.wardrobe.closets import House
from chabudai.apps.wardrobe.messages import gettext
from chabudai.apps.wardrobe.pages import recent
from chabudai.apps.wardrobe.pages.closet_pages import base_url
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
def show_list(house: Injected[House], pages: Injected[Pages], context: Injected[RequestContext]) -> Response[str]:
    return _show(house, pages, context, Form())


@post("/")
def create(
    house: Injected[House], form: Injected[Form], pages: Injected[Pages], context: Injected[RequestContext]
) -> Response[str]:
    def act() -> Response[str]:
        made = service.create_wardrobe(house, name=form["name"], zone=context.zone)
        sentence = gettext("Your wardrobe is ready. Bookmark this page: its link is the key.")
        return redirect_with_toast(context, base_url(made), sentence)

    return submit(form, act, partial(_show, house, pages, context))


@post("/import", request_max_body_size=LARGEST_DOCUMENT)
def import_file(
    house: Injected[House], form: Injected[Form], pages: Injected[Pages], context: Injected[RequestContext]
) -> Response[str]:
    def act() -> Response[str]:
        made = service.import_wardrobe(house, _read_document(form), context.zone)
        return redirect_with_toast(context, base_url(made), gettext("Imported as a new wardrobe."))

    return submit(form, act, partial(_show, house, pages, context))


@post("/forget")
def forget(form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    """Only this browser does. Whoever has the address can open it again; who has it only here can take this back."""
    recent.forget(context.jar, form["key"])
    undo = undo_by("remember", key=form["key"]).form(f"{_URL}/undo", _URL)
    return redirect_with_toast(context, _URL, gettext("Removed from this browser's list."), undo)


@post("/undo")
def take_back(house: Injected[House], form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    def remember(key: str) -> None:
        recent.remember(context.jar, service.key_of(service.open_wardrobe(house, key, context.zone)))

    undos.take_back(undos.read_form(form), {"remember": remember})
    return see_other(_URL)


def _show(house: House, pages: Pages, context: RequestContext, form: Form) -> Response[str]:
    known = service.open_wardrobes(house, recent.keys(context.jar), context.zone)
    rows = [(each.wardrobe.name, service.key_of(each), each.access) for each in known]
    return pages.page("wardrobe/wardrobes.html", rows=rows, form=form, fields=access.FIELDS)


def _read_document(form: Form) -> dict[str, Any]:
    text = decode_text("file", read_upload(form, "file").file.read())
    return parse_document(text, transfer.FORMAT, transfer.VERSION, transfer.NOT_OURS)
