"""The first page of a wardrobe: the last week, what is planned, what could be worn today, and what waits."""

from typing import Final, cast, get_args

from litestar import Response

from chabudai.apps.wardrobe import photos, service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.errors import NoSuchPhoto
from chabudai.apps.wardrobe.pages import memory
from chabudai.apps.wardrobe.pages.answers import shown
from chabudai.web.pages import Pages
from chabudai.web.routes import FromPath, Given, get
from chabudai.web.visits import Visit

LONG: Final = 60
"""Days after which something waits for long."""
_ROW = 6
_YEAR = 365 * 24 * 60 * 60


@get("/")
def home(closet: Given[Closet], pages: Given[Pages], visit: Given[Visit]) -> Response[str]:
    memory.renew(visit.jar, service.key_of(closet))
    return shown(
        pages,
        closet,
        "home",
        week=tuple(reversed(service.last_week(closet))),
        planned=service.planned(closet)[:_ROW],
        suggestions=service.suggestions(closet),
        waiting=service.unworn_clothes(closet, LONG).items[:_ROW],
        long=LONG,
    )


@get("/photos/{name:str}/{size:str}")
def photo(name: FromPath[str], size: FromPath[str], closet: Given[Closet]) -> Response[bytes]:
    """Another photo has another name, so a browser may keep this one."""
    if size not in get_args(photos.Size):
        raise NoSuchPhoto
    headers = {"cache-control": f"private, max-age={_YEAR}, immutable"}
    return Response(service.photo(closet, name, cast(photos.Size, size)), media_type=photos.TYPE, headers=headers)


HANDLERS = (home, photo)
