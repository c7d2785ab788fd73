"""Images in memory. Pillow is known here and nowhere else."""

import struct
from collections.abc import Sequence
from io import BytesIO
from typing import TypeAlias

from PIL import Image, ImageCms, ImageDraw, UnidentifiedImageError

from chabudai.adapters.pictures.errors import DamagedPicture, NotAPicture, TooManyPixels
from chabudai.adapters.pictures.picture import MOST_PIXELS

Raster: TypeAlias = Image.Image
Point: TypeAlias = tuple[float, float]

_KINDS = ("JPEG", "PNG", "WEBP")
_QUALITY = 82
_BOMBS = (Image.DecompressionBombError, Image.DecompressionBombWarning)
# What Pillow and its decoders raise for files that were cut, mixed up or made to harm.
_BROKEN = (OSError, SyntaxError, ValueError, TypeError, LookupError, ArithmeticError, EOFError, struct.error)
_SRGB = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB"))
_ORIENTATION = 0x0112  # the tag of EXIF that says how the camera was held
_TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
_NOTHING_SEEN = "#e9e4da"


def read(content: bytes, enough: int) -> Raster:
    """The first image of a file, upright and in sRGB; a JPEG is unpacked only as far as `enough` pixels a side need."""
    try:
        image = _open(content)
        image.draft("RGB", (enough, enough))
        image.load()
        return _convert_to_rgb(_turn_upright(image))
    except _BOMBS as bomb:
        raise TooManyPixels(str(bomb)) from bomb
    except _BROKEN as fault:
        raise DamagedPicture(f"The picture can't be read: {fault}") from fault


def shrink_to(image: Raster, longest: int) -> Raster:
    """Not larger than that, and never enlarged."""
    smaller = image.copy()
    smaller.thumbnail((longest, longest), Image.Resampling.LANCZOS)
    return smaller


def reduce(image: Raster, times: int) -> Raster:
    """Each side so many times shorter; quicker than `within`."""
    return image.reduce(times)


def encode_webp(image: Raster, effort: int) -> bytes:
    """Without a word about where, when and with what it was taken. More effort, from 0 to 6, makes it smaller."""
    bare = image.copy()
    bare.info.clear()
    written = BytesIO()
    bare.save(written, "WEBP", quality=_QUALITY, method=effort)
    return written.getvalue()


def tint(image: Raster) -> str:
    """The average of what can be seen, as #rrggbb."""
    # Resizing weighs each pixel by its alpha.
    red, green, blue, alpha = image.convert("RGBA").resize((1, 1), Image.Resampling.BOX).tobytes()
    return f"#{red:02x}{green:02x}{blue:02x}" if alpha else _NOTHING_SEEN


class Canvas:
    """A ground of `width` × `height` units to paint on, with so many pixels on its longer side."""

    def __init__(self, width: float, height: float, pixels: int, ground: str) -> None:
        self._scale = pixels / max(width, height)
        self.image = Image.new("RGB", (round(width * self._scale), round(height * self._scale)), ground)
        self._draw = ImageDraw.Draw(self.image)

    def polygon(self, points: Sequence[Point], colour: str) -> None:
        self._draw.polygon(self._scale_points(points), fill=colour)

    def ellipse(self, corner: Point, opposite: Point, colour: str) -> None:
        self._draw.ellipse(self._scale_points((corner, opposite)), fill=colour)

    def stroke(self, points: Sequence[Point], width: float, colour: str) -> None:
        self._draw.line(self._scale_points(points), fill=colour, width=round(width * self._scale), joint="curve")

    def _scale_points(self, points: Sequence[Point]) -> list[Point]:
        return [(x * self._scale, y * self._scale) for x, y in points]


def _open(content: bytes) -> Raster:
    try:
        image = Image.open(BytesIO(content), formats=_KINDS)
    except UnidentifiedImageError as unknown:
        raise NotAPicture("The file is not a JPEG, PNG or WebP picture.") from unknown
    if image.width * image.height > MOST_PIXELS:
        raise TooManyPixels(f"The picture has {image.width} × {image.height} pixels; at most {MOST_PIXELS:,} may be.")
    return image


def _turn_upright(image: Raster) -> Raster:
    """As it was seen. Metadata that can't be read turn nothing."""
    try:
        turn = _TURNS.get(image.getexif().get(_ORIENTATION, 1))
    except _BROKEN:
        return image
    return image if turn is None else image.transpose(turn)


def _convert_to_rgb(image: Raster) -> Raster:
    """RGB, or RGBA where something can be seen through, with eight bits each."""
    if image.mode.startswith("I") or image.mode == "F":
        image = _convert_to_eight_bits(image)
    mode = "RGBA" if image.has_transparency_data else "RGB"
    managed = _convert_to_srgb(image)
    return managed if managed.mode == mode else managed.convert(mode)


def _convert_to_eight_bits(image: Raster) -> Raster:
    """Of sixteen bits the upper eight; a plain conversion would make nearly everything white."""
    return image.convert("I").point([value >> 8 for value in range(65536)], "L")


def _convert_to_srgb(image: Raster) -> Raster:
    """Colours as the camera's profile means them; one that makes no sense is passed over."""
    profile = image.info.get("icc_profile")
    if not profile or image.mode not in ("RGB", "CMYK", "L"):
        return image
    try:
        source = ImageCms.ImageCmsProfile(BytesIO(profile))
        managed = ImageCms.profileToProfile(image, source, _SRGB, outputMode="RGB")
    except (ImageCms.PyCMSError, OSError, ValueError):
        return image
    return managed if managed is not None else image
