"""Photographs: from what a camera made to what is kept."""

from chabudai.outside.pictures import images
from chabudai.outside.pictures.errors import TooHeavy
from chabudai.outside.pictures.picture import LARGE, LARGEST_FILE, THUMB, Picture

_EFFORT = 4


def developed(content: bytes) -> Picture:
    """JPEG, PNG or WebP, known by content and not by name. Of one that moves, the first moment."""
    if len(content) > LARGEST_FILE:
        raise TooHeavy(f"The file has {len(content)} bytes, and {LARGEST_FILE} are the most.")
    image = images.read(content, LARGE)
    large = images.within(image, LARGE)
    thumb = images.within(large, THUMB)
    return Picture(images.webp(large, _EFFORT), images.webp(thumb, _EFFORT), images.tint(thumb), *large.size)
