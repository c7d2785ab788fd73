"""Files as phones, scanners and people who mean harm send them."""

import struct
import zlib
from collections.abc import Mapping
from io import BytesIO
from typing import Any

from PIL import Image

ORIENTATION = 0x0112
GPS = 0x8825
MAKE = 0x010F

RED, GREEN, BLUE, WHITE = (200, 30, 30), (30, 160, 60), (30, 60, 200), (250, 250, 250)


def corners(width: int = 400, height: int = 300) -> Image.Image:
    """Red, green, blue and white, clockwise from the upper left."""
    image = Image.new("RGB", (width, height))
    half, middle = width // 2, height // 2
    for colour, box in (
        (RED, (0, 0, half, middle)),
        (GREEN, (half, 0, width, middle)),
        (BLUE, (half, middle, width, height)),
        (WHITE, (0, middle, half, height)),
    ):
        image.paste(colour, box)
    return image


def encoded(image: Image.Image, kind: str, **options: Any) -> bytes:
    written = BytesIO()
    image.save(written, kind, **options)
    return written.getvalue()


def exif(orientation: int) -> bytes:
    """As a phone writes it: how it was held, who made it, and where that was."""
    tags = Image.Exif()
    tags[ORIENTATION] = orientation
    tags[MAKE] = "Keitai"
    tags.get_ifd(GPS).update({1: "N", 2: (35.0, 41.0, 22.0), 3: "E", 4: (139.0, 41.0, 30.0)})
    return tags.tobytes()


# How the camera stores an upright scene for each way of holding it.
TURNED: Mapping[int, tuple[Image.Transpose, ...]] = {
    1: (),
    2: (Image.Transpose.FLIP_LEFT_RIGHT,),
    3: (Image.Transpose.ROTATE_180,),
    4: (Image.Transpose.FLIP_TOP_BOTTOM,),
    5: (Image.Transpose.TRANSPOSE,),
    6: (Image.Transpose.ROTATE_90,),
    7: (Image.Transpose.TRANSVERSE,),
    8: (Image.Transpose.ROTATE_270,),
}


def held(orientation: int, kind: str = "JPEG", **options: Any) -> bytes:
    """An upright scene, photographed with the camera held so."""
    image = corners()
    for turn in TURNED[orientation]:
        image = image.transpose(turn)
    return encoded(image, kind, exif=exif(orientation), **options)


def png(width: int, height: int, depth: int, colour: int, rows: bytes) -> bytes:
    """A PNG written by hand; `rows` may be fewer than it promises."""
    head = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head) + _chunk(b"IDAT", zlib.compress(rows, 9)) + _chunk(b"IEND", b"")


def _chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
