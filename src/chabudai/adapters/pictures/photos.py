"""Photos: from what a camera made to what is kept."""

from typing import Final

from chabudai.adapters.pictures import images
from chabudai.adapters.pictures.darkroom import Darkroom
from chabudai.adapters.pictures.errors import PictureTooLarge, TooManyPixels
from chabudai.adapters.pictures.images import Negative
from chabudai.adapters.pictures.memory import give_back
from chabudai.adapters.pictures.picture import LARGE, LARGEST_FILE, MOST_MEMORY, MOST_PIXELS, THUMB, Picture

_EFFORT = 4
_FOR_SIZES = 50_000_000  # bytes that making the two sizes takes, as measured
_DARKROOM: Final = Darkroom(tables=2, memory=250_000_000, waiting=12)
"""Of this process: its threads are forty, so most of them are free for pages even when the darkroom is full."""


def process_photo(content: bytes) -> Picture:
    """JPEG, PNG or WebP, known by content and not by name. Of one that moves, the first moment."""
    if len(content) > LARGEST_FILE:
        raise PictureTooLarge(f"The file has {len(content)} bytes; at most {LARGEST_FILE} are allowed.")
    negative = images.look_at(content)
    _check_size(negative)
    return _DARKROOM.develop(negative.memory + _FOR_SIZES, lambda: _develop(negative))


def count_pixels(content: bytes) -> int:
    """Of a photo, without unpacking it. Raises PictureError, as for one that can't be kept."""
    negative = images.look_at(content)
    _check_size(negative)
    return negative.pixels


def _develop(negative: Negative) -> Picture:
    try:
        large = images.shrink_to(images.unpack(negative, LARGE), LARGE)
        thumb = images.shrink_to(large, THUMB)
        return Picture(
            images.encode_webp(large, _EFFORT), images.encode_webp(thumb, _EFFORT), images.tint(thumb), *large.size
        )
    finally:
        give_back()


def _check_size(negative: Negative) -> None:
    most = min(MOST_PIXELS, MOST_MEMORY // negative.bytes_per_pixel)
    if negative.pixels > most:
        raise TooManyPixels(f"The picture has {negative.pixels:,} pixels; of its kind at most {most:,} may be.", most)
