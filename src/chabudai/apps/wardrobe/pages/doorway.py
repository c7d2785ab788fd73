"""Before any wardrobe: those that this browser knows, a new one, and one that comes out of a file."""

import json

from litestar import Response

from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.closets import House
from chabudai.apps.wardrobe.errors import InvalidDocument
from chabudai.apps.wardrobe.messages import gettext
from chabudai.apps.wardrobe.pages import memory
from chabudai.apps.wardrobe.pages.answers import base_of, refused
from chabudai.apps.wardrobe.transfer import LARGEST_DOCUMENT
from chabudai.web import toasts
from chabudai.web.context import RequestContext
from chabudai.web.errors import InvalidInput
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.routes import Injected, get, post
from chabudai.web.toasts import Toast, UndoForm

_PAGE = "wardrobe/doorway.html"


@get("/")
def overview(house: Injected[House], pages: Injected[Pages], context: Injected[RequestContext]) -> Response[str]:
    return _page(house, pages, context, Form())


@post("/")
def create(
    house: Injected[House], form: Injected[Form], pages: Injected[Pages], context: Injected[RequestContext]
) -> Response[str]:
    try:
        made = service.create_wardrobe(house, name=form["name"], zone=context.zone)
    except InvalidInput as refusal:
        return _page(house, pages, context, refused(form, refusal), refusal.status)
    toasts.leave(context.jar, Toast(gettext("Your wardrobe is ready. Bookmark this page: its link is the key.")))
    return see_other(base_of(made))


@post("/import", request_max_body_size=LARGEST_DOCUMENT)
def take_in(
    house: Injected[House], form: Injected[Form], pages: Injected[Pages], context: Injected[RequestContext]
) -> Response[str]:
    try:
        made = service.import_wardrobe(house, _document(form), context.zone)
    except InvalidInput as refusal:
        told = form.with_errors([("file", refusal.message)])
        return _page(house, pages, context, told, refusal.status)
    toasts.leave(context.jar, Toast(gettext("Imported as a new wardrobe.")))
    return see_other(base_of(made))


@post("/forget")
def forget(form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    """Only this browser does. Whoever has the address can open it again; who has it only here can take this back."""
    memory.forget(context.jar, form["key"])
    undo = UndoForm("/wardrobe/remember", {"key": form["key"]})
    toasts.leave(context.jar, Toast(gettext("Removed from this browser's list."), undo=undo))
    return see_other("/wardrobe")


@post("/remember")
def remember(house: Injected[House], form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    memory.note(context.jar, service.key_of(service.open_wardrobe(house, form["key"], context.zone)))
    return see_other("/wardrobe")


HANDLERS = (overview, create, take_in, forget, remember)


def _page(house: House, pages: Pages, context: RequestContext, form: Form, status: int = 200) -> Response[str]:
    known = service.open_wardrobes(house, memory.keys(context.jar), context.zone)
    rows = [(each.wardrobe.name, service.key_of(each), each.access) for each in known]
    return pages.page(_PAGE, status=status, rows=rows, form=form)


def _document(form: Form) -> object:
    upload = next(iter(form.files.get("file", ())), None)
    try:
        return json.loads(upload.file.read()) if upload else None
    except (ValueError, RecursionError):
        raise InvalidDocument from None
