"""Wardrobes for programs: made, opened, renamed, shared, erased, and given and taken whole."""

from typing import Any

from litestar import Response

from chabudai.apps.wardrobe import photos, service
from chabudai.apps.wardrobe.api.bodies import Named, WardrobeBody, wardrobe_body
from chabudai.apps.wardrobe.closets import Closet, House
from chabudai.apps.wardrobe.pages.doorway import LARGEST
from chabudai.web.routes import FromPath, FromQuery, Given, JSONBody, delete, get, patch, post
from chabudai.web.visits import Visit


@post("/")
def make(data: JSONBody[Named], house: Given[House], visit: Given[Visit]) -> WardrobeBody:
    """Make a wardrobe. The key in the answer is the only way in."""
    return wardrobe_body(service.create_wardrobe(house, name=data.name, zone=visit.zone))


@post("/import", request_max_body_size=LARGEST)
def take_in(data: JSONBody[dict[str, Any]], house: Given[House], visit: Given[Visit]) -> WardrobeBody:
    """A new wardrobe like the one that was exported."""
    return wardrobe_body(service.import_wardrobe(house, data, visit.zone))


@get("/{key:str}")
def look(closet: Given[Closet]) -> WardrobeBody:
    """The wardrobe that this key opens."""
    return wardrobe_body(closet)


@patch("/{key:str}")
def rename(data: JSONBody[Named], closet: Given[Closet]) -> WardrobeBody:
    """Give it another name."""
    return wardrobe_body(service.rename_wardrobe(closet, name=data.name))


@delete("/{key:str}")
def erase(closet: Given[Closet]) -> None:
    """Everything in it goes for good."""
    service.erase_wardrobe(closet)


@post("/{key:str}/reissue", status_code=200)
def reissue(closet: Given[Closet]) -> WardrobeBody:
    """A new key; the old one opens nothing any more."""
    return wardrobe_body(service.reissue_link(closet))


@post("/{key:str}/share", status_code=200)
def share(closet: Given[Closet]) -> WardrobeBody:
    """A key for looking, in the place of the one before."""
    return wardrobe_body(service.share(closet))


@delete("/{key:str}/share", status_code=200)
def stop_sharing(closet: Given[Closet]) -> WardrobeBody:
    """The key for looking opens nothing any more."""
    return wardrobe_body(service.stop_sharing(closet))


@get("/{key:str}/export")
def export(closet: Given[Closet]) -> dict[str, Any]:
    """Everything but the keys, as the import takes it back."""
    return dict(service.export_wardrobe(closet))


@get("/{key:str}/photos/{name:str}", media_type=photos.TYPE)
def photo(name: FromPath[str], closet: Given[Closet], size: FromQuery[photos.Size] = "large") -> Response[bytes]:
    """A photo, in WebP."""
    return Response(service.photo(closet, name, size), media_type=photos.TYPE)


HANDLERS = (make, take_in, look, rename, erase, reissue, share, stop_sharing, export, photo)
