"""Before any wardrobe: those that this browser knows, a new one, and one that comes out of a file."""

import json
from typing import Final

from litestar import Response

from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.closets import House
from chabudai.apps.wardrobe.errors import DocumentUnfit
from chabudai.apps.wardrobe.pages import memory
from chabudai.apps.wardrobe.pages.answers import base_of, refused
from chabudai.web import toasts
from chabudai.web.errors import RuleBroken
from chabudai.web.forms import Form
from chabudai.web.language import gettext
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.routes import Given, get, post
from chabudai.web.toasts import Toast, Undo
from chabudai.web.visits import Visit

LARGEST: Final = 64 * 1024 * 1024
_PAGE = "wardrobe/doorway.html"


@get("/")
def overview(house: Given[House], pages: Given[Pages], visit: Given[Visit]) -> Response[str]:
    return _page(house, pages, visit, Form())


@post("/")
def create(house: Given[House], form: Given[Form], pages: Given[Pages], visit: Given[Visit]) -> Response[str]:
    try:
        made = service.create_wardrobe(house, name=form["name"], zone=visit.zone)
    except RuleBroken as refusal:
        return _page(house, pages, visit, refused(form, refusal), refusal.status)
    toasts.leave(visit.jar, Toast(gettext("Here it is. Keep the address of this page: it is the key.")))
    return see_other(base_of(made))


@post("/import", request_max_body_size=LARGEST)
def take_in(house: Given[House], form: Given[Form], pages: Given[Pages], visit: Given[Visit]) -> Response[str]:
    try:
        made = service.import_wardrobe(house, _document(form), visit.zone)
    except RuleBroken as refusal:
        told = form.refused([("file", refusal.message)])
        return _page(house, pages, visit, told, refusal.status)
    toasts.leave(visit.jar, Toast(gettext("It is all here, in a wardrobe of its own.")))
    return see_other(base_of(made))


@post("/forget")
def forget(form: Given[Form], visit: Given[Visit]) -> Response[str]:
    """Only this browser does. Whoever has the address can open it again; who has it only here can take this back."""
    memory.forget(visit.jar, form["key"])
    undo = Undo("/wardrobe/remember", {"key": form["key"]})
    toasts.leave(visit.jar, Toast(gettext("This browser does not list it any more."), undo=undo))
    return see_other("/wardrobe")


@post("/remember")
def remember(house: Given[House], form: Given[Form], visit: Given[Visit]) -> Response[str]:
    memory.note(visit.jar, service.key_of(service.open_wardrobe(house, form["key"], visit.zone)))
    return see_other("/wardrobe")


HANDLERS = (overview, create, take_in, forget, remember)


def _page(house: House, pages: Pages, visit: Visit, form: Form, status: int = 200) -> Response[str]:
    known = service.open_wardrobes(house, memory.keys(visit.jar), visit.zone)
    rows = [(each.wardrobe.name, service.key_of(each), each.access) for each in known]
    return pages.page(_PAGE, status=status, rows=rows, form=form)


def _document(form: Form) -> object:
    upload = next(iter(form.files.get("file", ())), None)
    try:
        return json.loads(upload.file.read()) if upload else None
    except (ValueError, RecursionError):
        raise DocumentUnfit from None
