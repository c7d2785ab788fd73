"""Everything that was worn, latest first, and one record with each of its pieces."""

from litestar import Response

from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.pages.answers import shown
from chabudai.web.pages import Pages
from chabudai.web.routes import FromPath, FromQuery, Given, get


@get("/history")
def listed(closet: Given[Closet], pages: Given[Pages], cursor: FromQuery[str] = "") -> Response[str]:
    return shown(pages, closet, "history", found=service.records(closet, cursor or None))


@get("/history/{id_:str}")
def detail(id_: FromPath[str], closet: Given[Closet], pages: Given[Pages]) -> Response[str]:
    found = service.record(closet, id_)
    return shown(pages, closet, "record", record=found, history=found.history)


HANDLERS = (listed, detail)
