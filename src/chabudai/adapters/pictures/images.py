"""Images in memory. Pillow is known here and nowhere else."""

import struct
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
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
_BAND_PIXELS = 500_000  # that are converted at once
_NOTHING_SEEN = "#e9e4da"


@dataclass(frozen=True, slots=True)
class Negative:
    """A picture that was opened, and not unpacked yet."""

    image: Raster
    bytes_per_pixel: int  # that unpacking takes

    @property
    def pixels(self) -> int:
        return self.image.width * self.image.height

    @property
    def memory(self) -> int:
        """In bytes, while it is unpacked."""
        return self.pixels * self.bytes_per_pixel


def look_at(content: bytes) -> Negative:
    """Its kind and size, without unpacking it."""
    with _translate_faults():
        image = _open(content)
        return Negative(image, _bytes_per_pixel(image))


def unpack(negative: Negative, enough: int) -> Raster:
    """The first image of a file, upright and in sRGB, not much larger than `enough` pixels a side.

    A JPEG is unpacked only as far as that needs; others are made smaller band by band, each with a little memory.
    What was unpacked is gone when this ends, and does not wait to be collected.
    """
    with _translate_faults(), negative.image as image:
        image.draft("RGB", (enough, enough))
        image.load()
        small = _turn_upright(_reduce_by_bands(image, enough), image)
        image.close()
        return small


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


@contextmanager
def _translate_faults() -> Iterator[None]:
    try:
        yield
    except _BOMBS as bomb:
        raise TooManyPixels(str(bomb), MOST_PIXELS) from bomb
    except _BROKEN as fault:
        raise DamagedPicture(f"The picture can't be read: {fault}") from fault


def _open(content: bytes) -> Raster:
    try:
        return Image.open(BytesIO(content), formats=_KINDS)
    except UnidentifiedImageError as unknown:
        raise NotAPicture("The file is not a JPEG, PNG or WebP picture.") from unknown


def _bytes_per_pixel(image: Raster) -> int:
    """As measured: WebP keeps several copies of the whole, a progressive JPEG all its coefficients."""
    match image.format:
        case "WEBP":
            return 16
        case "JPEG" if "progressive" in image.info:
            return 2 * len(image.getbands()) + 1
        case _:
            return 4


def _reduce_by_bands(image: Raster, enough: int) -> Raster:
    """RGB, or RGBA where something can be seen through, with eight bits each, so many whole times smaller."""
    times = max(1, max(image.size) // enough)
    mode = "RGBA" if image.has_transparency_data else "RGB"
    small = Image.new(mode, (-(-image.width // times), -(-image.height // times)))
    transform = _find_srgb_transform(image)
    height = times * max(1, _BAND_PIXELS // (image.width * times))
    for top in range(0, image.height, height):
        band = image.crop((0, top, image.width, min(top + height, image.height)))
        managed = _convert_to_eight_bits(band) if transform is None else ImageCms.applyTransform(band, transform)
        small.paste((managed or band).convert(mode).reduce(times), (0, top // times))
    return small


def _turn_upright(image: Raster, source: Raster) -> Raster:
    """As it was seen. Metadata that can't be read turn nothing."""
    try:
        turn = _TURNS.get(source.getexif().get(_ORIENTATION, 1))
    except _BROKEN:
        return image
    return image if turn is None else image.transpose(turn)


def _convert_to_eight_bits(image: Raster) -> Raster:
    """Of sixteen bits the upper eight; a plain conversion would make nearly everything white."""
    if not image.mode.startswith("I") and image.mode != "F":
        return image
    return image.convert("I").point([value >> 8 for value in range(65536)], "L")


def _find_srgb_transform(image: Raster) -> ImageCms.ImageCmsTransform | None:
    """To colours as the camera's profile means them; one that makes no sense is passed over."""
    profile = image.info.get("icc_profile")
    if not profile or image.mode not in ("RGB", "CMYK", "L"):
        return None
    try:
        return ImageCms.buildTransform(ImageCms.ImageCmsProfile(BytesIO(profile)), _SRGB, image.mode, "RGB")
    except (ImageCms.PyCMSError, OSError, ValueError):
        return None
