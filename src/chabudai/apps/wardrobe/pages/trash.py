"""What was thrown away, clothes and outfits, and the way in and out of the trash."""

from litestar import Response

from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.messages import gettext
from chabudai.apps.wardrobe.pages.answers import back, shown
from chabudai.web.context import RequestContext
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.routes import FromPath, FromQuery, Injected, get, post


@get("/trash")
def clothes(closet: Injected[Closet], pages: Injected[Pages], cursor: FromQuery[str] = "") -> Response[str]:
    found = service.clothes_in_trash(closet, cursor or None)
    return shown(pages, closet, "trash", kind="clothes", clothes=found.items, cards=(), cursor=found.cursor)


@get("/trash/outfits")
def outfits(closet: Injected[Closet], pages: Injected[Pages], cursor: FromQuery[str] = "") -> Response[str]:
    found = service.templates_in_trash(closet, cursor or None)
    return shown(pages, closet, "trash", kind="outfits", clothes=(), cards=found.cards, cursor=found.cursor)


@post("/clothes/{id_:str}/throw-away")
def throw_away_clothing(
    id_: FromPath[str], closet: Injected[Closet], form: Injected[Form], context: Injected[RequestContext]
) -> Response[str]:
    gone = service.throw_away_clothing(closet, id_)
    undo = (f"/clothes/{gone.clothing_id}/restore", dict[str, str]())
    return back(context, closet, form["next"], gettext("Moved “%(name)s” to trash.", name=gone.name), undo)


@post("/clothes/{id_:str}/restore")
def restore_clothing(
    id_: FromPath[str], closet: Injected[Closet], form: Injected[Form], context: Injected[RequestContext]
) -> Response[str]:
    found = service.restore_clothing(closet, id_)
    undo = (f"/clothes/{found.clothing_id}/throw-away", dict[str, str]())
    return back(context, closet, form["next"], gettext("Restored “%(name)s”.", name=found.name), undo)


@post("/outfits/{id_:str}/throw-away")
def throw_away_outfit(
    id_: FromPath[str], closet: Injected[Closet], form: Injected[Form], context: Injected[RequestContext]
) -> Response[str]:
    gone = service.throw_away_template(closet, id_)
    undo = (f"/outfits/{gone.template_id}/restore", dict[str, str]())
    return back(context, closet, form["next"], gettext("Moved “%(name)s” to trash.", name=gone.name), undo)


@post("/outfits/{id_:str}/restore")
def restore_outfit(
    id_: FromPath[str], closet: Injected[Closet], form: Injected[Form], context: Injected[RequestContext]
) -> Response[str]:
    found = service.restore_template(closet, id_)
    undo = (f"/outfits/{found.template_id}/throw-away", dict[str, str]())
    return back(context, closet, form["next"], gettext("Restored “%(name)s”.", name=found.name), undo)


HANDLERS = (clothes, outfits, throw_away_clothing, restore_clothing, throw_away_outfit, restore_outfit)
