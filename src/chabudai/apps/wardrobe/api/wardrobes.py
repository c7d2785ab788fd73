"""Wardrobes for programs: made, opened, renamed, shared, erased, and given and taken whole."""

from typing import Any

from litestar import Response

from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.api.bodies import NewWardrobe, WardrobeBody, wardrobe_body
from chabudai.apps.wardrobe.closets import Closet, House
from chabudai.apps.wardrobe.remembered import Memory
from chabudai.apps.wardrobe.transfer import LARGEST_DOCUMENT
from chabudai.common import photos
from chabudai.common.bodies import sent_fields
from chabudai.common.photos import PhotoSize
from chabudai.web.context import RequestContext
from chabudai.web.routes import FromPath, FromQuery, Injected, JSONBody, delete, get, patch, post


@post("/")
def create(
    data: JSONBody[NewWardrobe],
    house: Injected[House],
    memory: Injected[Memory | None],
    context: Injected[RequestContext],
) -> WardrobeBody:
    """Make a wardrobe. The key in the answer is the only way in; the account of whoever is signed in remembers it."""
    made = service.create_wardrobe(house, **sent_fields(data), zone=context.zone)
    if memory is not None:
        memory.remember(made)
    return wardrobe_body(made)


@post("/import", request_max_body_size=LARGEST_DOCUMENT)
def import_document(
    data: JSONBody[dict[str, Any]],
    house: Injected[House],
    memory: Injected[Memory | None],
    context: Injected[RequestContext],
) -> WardrobeBody:
    """A new wardrobe like the one that was exported."""
    made = service.import_wardrobe(house, data, context.zone)
    if memory is not None:
        memory.remember(made)
    return wardrobe_body(made)


@get("/{key:str}")
def find(closet: Injected[Closet]) -> WardrobeBody:
    """The wardrobe that this key opens."""
    return wardrobe_body(closet)


@patch("/{key:str}")
def rename(data: JSONBody[NewWardrobe], closet: Injected[Closet]) -> WardrobeBody:
    """Give it another name."""
    return wardrobe_body(service.rename_wardrobe(closet, **sent_fields(data)))


@delete("/{key:str}")
def erase(closet: Injected[Closet], memory: Injected[Memory | None]) -> None:
    """Everything in it goes for good."""
    service.erase_wardrobe(closet)
    if memory is not None:
        memory.forget(service.key_of(closet))


@post("/{key:str}/reissue", status_code=200)
def reissue(closet: Injected[Closet], memory: Injected[Memory | None]) -> WardrobeBody:
    """A new key; the old one opens nothing any more."""
    changed = service.reissue_link(closet)
    if memory is not None:
        memory.replace(closet, changed)
    return wardrobe_body(changed)


@post("/{key:str}/share", status_code=200)
def share(closet: Injected[Closet]) -> WardrobeBody:
    """A key for looking, in the place of the one before."""
    return wardrobe_body(service.share(closet))


@delete("/{key:str}/share", status_code=200)
def stop_sharing(closet: Injected[Closet]) -> WardrobeBody:
    """The key for looking opens nothing any more."""
    return wardrobe_body(service.stop_sharing(closet))


@get("/{key:str}/export")
def export(closet: Injected[Closet]) -> dict[str, Any]:
    """Everything but the keys, as the import takes it back."""
    return dict(service.export_wardrobe(closet))


@get("/{key:str}/photos/{name:str}", media_type=photos.MEDIA_TYPE)
def find_photo(name: FromPath[str], closet: Injected[Closet], size: FromQuery[PhotoSize] = "large") -> Response[bytes]:
    """A photo, in WebP."""
    return Response(service.photo(closet, name, size), media_type=photos.MEDIA_TYPE)
