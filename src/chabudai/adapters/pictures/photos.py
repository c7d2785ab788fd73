"""Photos: from what a camera made to what is kept."""

from chabudai.adapters.pictures import images
from chabudai.adapters.pictures.errors import PictureTooLarge
from chabudai.adapters.pictures.picture import LARGE, LARGEST_FILE, THUMB, Picture

_EFFORT = 4


def process_photo(content: bytes) -> Picture:
    """JPEG, PNG or WebP, known by content and not by name. Of one that moves, the first moment."""
    if len(content) > LARGEST_FILE:
        raise PictureTooLarge(f"The file has {len(content)} bytes; at most {LARGEST_FILE} are allowed.")
    image = images.read(content, LARGE)
    large = images.shrink_to(image, LARGE)
    thumb = images.shrink_to(large, THUMB)
    return Picture(
        images.encode_webp(large, _EFFORT), images.encode_webp(thumb, _EFFORT), images.tint(thumb), *large.size
    )
