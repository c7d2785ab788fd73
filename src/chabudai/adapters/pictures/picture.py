"""A picture as it is kept: two sizes in WebP, and the colour that stands for it while it loads."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

LARGEST_FILE = 10 * 1024 * 1024  # bytes of what is sent
MOST_PIXELS = 25_000_000
MOST_MEMORY = 196_000_000  # bytes that unpacking one takes
LARGE = 1600  # pixels of the longer side
THUMB = 480


@dataclass(frozen=True, slots=True)
class Picture:
    """`tint` is `#rrggbb`, the average of what can be seen; `width` and `height` are those of the large size."""

    large: bytes
    thumb: bytes
    tint: str
    width: int
    height: int


ProcessPhoto: TypeAlias = Callable[[bytes], Picture]
"""From the bytes of a photo to a picture. Raises PictureError."""
