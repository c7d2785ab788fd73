"""Photos: real ones come out upright, bare and in two sizes; false ones are told from each other."""

import struct
import subprocess
import sys
import zlib
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageCms
from tests.adapters.pictures.photos import BLUE, GREEN, RED, TURNED, WHITE, corners, encoded, exif, held, png

from chabudai.adapters.pictures import LARGEST_FILE, process_photo
from chabudai.adapters.pictures.errors import DamagedPicture, NotAPicture, PictureError, PictureTooLarge, TooManyPixels
from chabudai.adapters.pictures.picture import LARGE, THUMB

Colour = tuple[int, int, int]


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("orientation", TURNED)
def test_a_photo_comes_out_upright_however_the_camera_was_held(orientation: int, kind: str) -> None:
    picture = process_photo(held(orientation, kind))
    for content in (picture.large, picture.thumb):
        _assert_upright(content)
    assert (picture.width, picture.height) == (400, 300)


def test_neither_place_nor_camera_nor_profile_is_left() -> None:
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    photo = held(6, icc_profile=profile, comment=b"at home", xmp=b"<x:xmpmeta>here</x:xmpmeta>")
    assert b"Keitai" in photo
    for content in _both(photo):
        image = Image.open(BytesIO(content))
        image.load()
        assert dict(image.getexif()) == {}
        assert not {"exif", "xmp", "icc_profile", "comment"} & image.info.keys()
        assert not [name for name in (b"Keitai", b"EXIF", b"XMP ", b"ICCP", b"at home", b"here") if name in content]


def test_two_sizes_of_webp_in_the_proportions_of_the_photo() -> None:
    picture = process_photo(encoded(corners(4000, 3000), "JPEG"))
    sizes = [(image.format, image.size) for image in map(_opened, (picture.large, picture.thumb))]
    assert sizes == [("WEBP", (LARGE, LARGE * 3 // 4)), ("WEBP", (THUMB, THUMB * 3 // 4))]
    assert (picture.width, picture.height) == (LARGE, LARGE * 3 // 4)


def test_a_small_photo_is_not_enlarged_and_a_narrow_one_keeps_a_pixel() -> None:
    assert _opened(process_photo(encoded(corners(40, 30), "PNG")).large).size == (40, 30)
    assert _opened(process_photo(encoded(Image.new("RGB", (1, 1)), "PNG")).thumb).size == (1, 1)
    assert _opened(process_photo(encoded(Image.new("RGB", (5000, 2)), "PNG")).thumb).size == (THUMB, 1)


def test_the_tint_is_the_average_of_what_can_be_seen() -> None:
    assert process_photo(encoded(Image.new("RGB", (50, 50), "#336699"), "PNG")).tint == "#336699"
    half = Image.new("RGBA", (50, 50), (0, 0, 0, 0))
    half.paste((255, 0, 0, 255), (0, 0, 25, 50))
    assert process_photo(encoded(half, "PNG")).tint == "#ff0000"


def test_what_can_be_seen_through_stays_so() -> None:
    half = Image.new("RGBA", (50, 50), (0, 0, 0, 0))
    half.paste((255, 0, 0, 255), (0, 0, 25, 50))
    seen = _opened(process_photo(encoded(half, "PNG")).large)
    assert seen.mode == "RGBA"
    assert [_alpha(seen, x, 25) for x in (5, 45)] == [255, 0]


def test_a_palette_with_one_clear_colour_is_seen_through_there() -> None:
    image = Image.new("P", (40, 40), 1)
    image.putpalette([0, 0, 0, 255, 0, 0])
    image.paste(0, (0, 0, 20, 40))
    seen = _opened(process_photo(encoded(image, "PNG", transparency=0)).large)
    assert [_alpha(seen, x, 20) for x in (5, 35)] == [0, 255]


def test_a_photo_for_print_comes_out_in_the_colours_of_a_screen() -> None:
    content = encoded(Image.new("CMYK", (60, 60), (0, 255, 255, 0)), "JPEG")
    assert _near(_opened(process_photo(content).large).convert("RGB").getpixel((30, 30)), (255, 0, 0))


def test_sixteen_bits_keep_their_light_and_dark() -> None:
    rows = b"".join(b"\0" + b"".join(struct.pack(">H", x * 1000) for x in range(64)) for _ in range(4))
    grey = _opened(process_photo(png(64, 4, 16, 0, rows)).large).convert("L").tobytes()
    assert all(abs(grey[2 * 64 + x] - x * 1000 // 256) < 12 for x in (2, 32, 62))
    rows = b"".join(b"\0" + struct.pack(">HHH", 0xFFFF, 0x8000, 0) * 8 for _ in range(8))
    assert process_photo(png(8, 8, 16, 2, rows)).tint in ("#ff8000", "#ff7f00", "#fe8000", "#ff8001", "#fe7f00")


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA"])
def test_every_way_to_store_colours_is_read(mode: str) -> None:
    assert _opened(process_photo(encoded(Image.new("RGB", (30, 20), WHITE).convert(mode), "PNG")).large).size == (
        30,
        20,
    )


def test_a_profile_that_makes_no_sense_is_passed_over() -> None:
    _assert_upright(process_photo(encoded(corners(), "JPEG", icc_profile=b"no profile at all")).large)


def test_colours_are_those_that_the_profile_means() -> None:
    seen = _opened(process_photo(encoded(corners(), "PNG", icc_profile=_swapped())).large)
    assert _near(seen.getpixel((20, 20)), (RED[2], RED[1], RED[0]))


def test_metadata_that_can_not_be_read_do_not_hide_the_photo() -> None:
    photo = held(1)
    at = photo.index(b"Exif\0\0MM")
    _assert_upright(process_photo(photo[: at + 6] + b"\xff" * 24 + photo[at + 30 :]).large)


@pytest.mark.parametrize("kind", ["WEBP", "PNG", "MPO"])
def test_of_a_file_with_several_images_the_first_is_taken(kind: str) -> None:
    first, second = Image.new("RGB", (80, 60), RED), Image.new("RGB", (80, 60), BLUE)
    content = encoded(first, kind, save_all=True, append_images=[second])
    assert _near(_opened(process_photo(content).large).convert("RGB").getpixel((40, 30)), RED)


@pytest.mark.parametrize(
    "content",
    [b"", b"Dear photo,\nthis is a letter.\n", b"GIF89a" + bytes(50), b"%PDF-1.7\n", b"<svg xmlns=''/>", b"\0" * 1000],
)
def test_what_is_no_photo_is_refused_whatever_its_name(content: bytes) -> None:
    with pytest.raises(NotAPicture):
        process_photo(content)


def test_formats_that_are_not_taken_are_no_pictures_here() -> None:
    for kind in ("GIF", "BMP", "TIFF"):
        with pytest.raises(NotAPicture):
            process_photo(encoded(corners(), kind))


def test_ten_megabytes_are_taken_and_more_are_not() -> None:
    photo = encoded(corners(), "JPEG")
    assert process_photo(photo.ljust(LARGEST_FILE, b"\0")).width == 400
    with pytest.raises(PictureTooLarge):
        process_photo(photo.ljust(LARGEST_FILE + 1, b"\0"))


@pytest.mark.parametrize("side", [8000, 12_000, 30_000])
def test_a_bomb_is_not_unpacked(side: int) -> None:
    """From just over our limit to where Pillow itself would warn, and where it would refuse."""
    bomb = png(side, side, 1, 0, b"\0" * ((side // 8 + 1) * 100))
    assert len(bomb) < 1000
    with pytest.raises(TooManyPixels):
        process_photo(bomb)


def test_rows_that_were_promised_and_are_not_there_are_damage() -> None:
    with pytest.raises(DamagedPicture):
        process_photo(png(500, 500, 8, 2, b"\0" * 100))


def test_a_text_chunk_that_unpacks_without_end_is_damage() -> None:
    body = b"Comment\0\0" + zlib.compress(b" " * 80_000_000, 9)
    chunk = struct.pack(">I", len(body)) + b"zTXt" + body + struct.pack(">I", zlib.crc32(b"zTXt" + body))
    whole = encoded(corners(), "PNG")
    with pytest.raises(DamagedPicture):
        process_photo(whole[:33] + chunk + whole[33:])


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("part", [0.2, 0.5, 0.9])
def test_a_file_that_was_cut_is_refused(kind: str, part: float) -> None:
    content = encoded(Image.effect_noise((300, 200), 60).convert("RGB"), kind)
    with pytest.raises((DamagedPicture, NotAPicture)):
        process_photo(content[: int(len(content) * part)])


@pytest.mark.filterwarnings("ignore")  # Pillow's, about metadata
@settings(max_examples=60)
@given(st.data())
def test_no_file_is_worse_than_refused(data: st.DataObject) -> None:
    content = bytearray(_SOUND[data.draw(st.integers(0, len(_SOUND) - 1))])
    for _ in range(data.draw(st.integers(1, 12))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    try:
        picture = process_photo(bytes(content))
    except PictureError:
        return
    assert _opened(picture.thumb).format == "WEBP"


_SOUND = [held(6), held(3, "PNG"), held(8, "WEBP"), encoded(corners(60, 40), "JPEG", progressive=True)]


def _both(content: bytes) -> tuple[bytes, bytes]:
    picture = process_photo(content)
    return picture.large, picture.thumb


def _opened(content: bytes) -> Image.Image:
    image = Image.open(BytesIO(content))
    image.load()
    return image


def _assert_upright(content: bytes) -> None:
    image = _opened(content).convert("RGB")
    width, height = image.size
    places = [(width // 4, height // 4), (width * 3 // 4, height // 4)]
    places += [(width * 3 // 4, height * 3 // 4), (width // 4, height * 3 // 4)]
    seen = [image.getpixel(place) for place in places]
    assert all(_near(one, other) for one, other in zip(seen, (RED, GREEN, BLUE, WHITE), strict=True)), seen


def _alpha(image: Image.Image, x: int, y: int) -> int:
    return image.convert("RGBA").tobytes()[(y * image.width + x) * 4 + 3]


def _near(seen: object, wanted: Colour) -> bool:
    assert isinstance(seen, tuple)
    return all(abs(one - other) < 16 for one, other in zip(seen[:3], wanted, strict=True))


def _swapped() -> bytes:
    """A profile in which red and blue have changed places."""
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    return profile.replace(b"rXYZ", b"tXYZ").replace(b"bXYZ", b"rXYZ").replace(b"tXYZ", b"bXYZ")


def _flat(kind: str, mode: str, width: int, height: int, **options: object) -> bytes:
    return encoded(Image.new(mode, (width, height), 90), kind, **options)


LARGEST: Mapping[str, Callable[[], bytes]] = {
    "rgba.png": lambda: _flat("PNG", "RGBA", 5000, 5000),
    "turned.png": lambda: _flat("PNG", "RGBA", 5000, 5000, exif=exif(6)),
    "palette.png": lambda: _flat("PNG", "P", 5000, 5000),
    "sixteen.png": lambda: _flat("PNG", "I;16", 5000, 5000),
    "plain.jpg": lambda: _flat("JPEG", "RGB", 5000, 5000),
    "progressive.jpg": lambda: _flat("JPEG", "RGB", 5000, 5000, progressive=True, subsampling=0),
    "phone.webp": lambda: _flat("WEBP", "RGBA", 4032, 3024, method=0),
}
TOO_LARGE: Mapping[str, Callable[[], bytes]] = {
    "grey.png": lambda: _flat("PNG", "L", 5001, 5000),
    "wide.webp": lambda: _flat("WEBP", "RGB", 4200, 3000, method=0),
    "press.jpg": lambda: _flat("JPEG", "CMYK", 5000, 5000, progressive=True),
}


@pytest.mark.parametrize("name", LARGEST)
def test_the_largest_of_each_kind_takes_at_most_200_mb(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(LARGEST[name]())
    assert _peak(path, count=1) < 200


def test_eight_at_once_take_at_most_400_mb(tmp_path: Path) -> None:
    path = tmp_path / "rgba.png"
    path.write_bytes(LARGEST["rgba.png"]().ljust(LARGEST_FILE, b"\0"))
    assert _peak(path, count=8) < 400


@pytest.mark.parametrize("name", TOO_LARGE)
def test_what_would_take_more_is_refused_by_its_head(name: str) -> None:
    with pytest.raises(TooManyPixels) as refused:
        process_photo(TOO_LARGE[name]())
    assert 12_000_000 < refused.value.most <= 25_000_000


def _peak(path: Path, count: int) -> float:
    """In MB: what developing so many at once adds to a process that has developed one before."""
    said = subprocess.run([sys.executable, "-c", _MEASURE, str(path), str(count)], check=True, capture_output=True)
    return int(said.stdout) / 1024


_MEASURE = """
import resource, sys, threading
from pathlib import Path
from tests.adapters.pictures.photos import corners, encoded
from chabudai.adapters.pictures import process_photo
def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
process_photo(encoded(corners(), "JPEG"))
before = peak()
path, done = Path(sys.argv[1]), []
def develop(): done.append(process_photo(path.read_bytes()))
threads = [threading.Thread(target=develop) for _ in range(int(sys.argv[2]))]
for each in threads: each.start()
for each in threads: each.join()
assert len(done) == len(threads)
print(peak() - before)
"""
