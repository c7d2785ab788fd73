"""Photos: two sizes of each in the object storage, under the wardrobe that they belong to."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal, TypeAlias

from chabudai.adapters.objects.errors import NoSuchObject, ObjectStorageError
from chabudai.adapters.pictures import Picture
from chabudai.adapters.pictures.errors import DamagedPicture, NotAPicture, PictureTooLarge, TooManyPixels
from chabudai.apps.wardrobe import design, rules
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.errors import NoSuchPhoto, NotAPhoto, PhotoTooHeavy, PhotoTooWide, PhotoUnreadable
from chabudai.table import uuid7

Size: TypeAlias = Literal["large", "thumb"]

TYPE = "image/webp"
_SIZES: tuple[Size, ...] = ("large", "thumb")
_YOUNG = timedelta(hours=1)  # a photo may lie there for a moment before its piece names it


@dataclass(frozen=True, slots=True)
class Kept:
    """What a piece of clothing says of its photo."""

    image_key: str
    tint: str


def photo_of(image_key: str | None) -> str | None:
    """The name of a photo within its wardrobe: what a page may show, since the key also names the wardrobe."""
    return None if image_key is None else image_key.rpartition("/")[2]


def photo(closet: Closet, name: str, size: Size) -> bytes:
    """A photo of this wardrobe, in WebP."""
    if not rules.is_id(name):
        raise NoSuchPhoto
    try:
        return closet.house.objects.get(_object(f"{closet.wardrobe_id}/{name}", size))
    except NoSuchObject as nothing:
        raise NoSuchPhoto from nothing


def process_photo(closet: Closet, content: bytes) -> Picture:
    with _told_to_people():
        return closet.house.process_photo(content)


def keep(closet: Closet, picture: Picture) -> Kept:
    image_key = f"{closet.wardrobe_id}/im_{uuid7()}"
    closet.house.objects.put(_object(image_key, "large"), picture.large, TYPE)
    closet.house.objects.put(_object(image_key, "thumb"), picture.thumb, TYPE)
    return Kept(image_key, picture.tint)


def forget(closet: Closet, image_key: str | None) -> None:
    """What can't be removed at this moment is swept later."""
    if image_key is None or image_key.partition("/")[0] != closet.wardrobe_id:
        return
    for size in _SIZES:
        with suppress(ObjectStorageError):
            closet.house.objects.delete(_object(image_key, size))


def sweep(closet: Closet) -> int:
    """Removes the photos that no piece names any more, and tells how many objects those were."""
    named = {piece.image_key for piece in closet.writing.all(design.all_clothes(closet.wardrobe_id))}
    settled = closet.house.clock() - _YOUNG
    entries = list(closet.house.objects.list(closet.wardrobe_id))
    idle = [each.key for each in entries if each.key.rpartition("/")[0] not in named and each.modified_at < settled]
    for key in idle:
        closet.house.objects.delete(key)
    return len(idle)


def forget_all(closet: Closet) -> None:
    for entry in list(closet.house.objects.list(closet.wardrobe_id)):
        closet.house.objects.delete(entry.key)


def _object(image_key: str, size: Size) -> str:
    return f"{image_key}/{size}.webp"


@contextmanager
def _told_to_people() -> Iterator[None]:
    try:
        yield
    except PictureTooLarge as fault:
        raise PhotoTooHeavy from fault
    except TooManyPixels as fault:
        raise PhotoTooWide from fault
    except NotAPicture as fault:
        raise NotAPhoto from fault
    except DamagedPicture as fault:
        raise PhotoUnreadable from fault
