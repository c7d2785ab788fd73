"""Photos of clothes: kept under their wardrobe, given to those who open it, removed when nothing names them."""

from dataclasses import replace
from datetime import datetime
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from tests.adapters.clocks import SettableClock
from tests.adapters.pictures.photos import corners, encoded, held, png
from tests.apps.wardrobe.wardrobes import added

from chabudai.adapters.objects import FolderStorage
from chabudai.adapters.objects.errors import ObjectStorageUnavailable
from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.errors import ClothingInTrash, NoSuchClothing
from chabudai.apps.wardrobe.repair import repair_all, sweep_photos
from chabudai.common.photos import (
    NoSuchPhoto,
    NotAPhoto,
    PhotoSize,
    PhotoTooHeavy,
    PhotoTooWide,
    PhotoUnreadable,
    photo_name,
    process,
)

JPEG = encoded(corners(), "JPEG")
SIZES: tuple[PhotoSize, ...] = ("large", "thumb")


def test_a_photo_is_kept_upright_in_two_sizes_under_its_wardrobe(closet: Closet) -> None:
    (shirt,) = added(closet, "シャツ")
    piece = service.set_photo(closet, shirt, held(6))
    name = photo_name(piece.image_key) or ""
    assert (piece.image_key or "").startswith(f"{closet.wardrobe_id}/")
    for size in SIZES:
        image = Image.open(BytesIO(service.photo(closet, name, size)))
        assert (image.format, image.size, dict(image.getexif())) == ("WEBP", (400, 300), {})
    assert (piece.image_tint or "").startswith("#")


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b"Dear photo, this is a letter.", NotAPhoto),
        (JPEG.ljust(11 * 1024 * 1024, b"\0"), PhotoTooHeavy),
        (png(9000, 9000, 1, 0, b"\0" * 1000), PhotoTooWide),
        (JPEG[: len(JPEG) // 2], PhotoUnreadable),
    ],
)
def test_what_can_not_be_kept_is_refused_in_clear_words(closet: Closet, content: bytes, error: type[Exception]) -> None:
    (shirt,) = added(closet, "シャツ")
    with pytest.raises(error):
        service.set_photo(closet, shirt, content)
    assert _kept(closet) == []


def test_the_photo_before_goes_when_another_comes_and_when_it_is_removed(closet: Closet) -> None:
    (shirt,) = added(closet, "シャツ")
    first = service.set_photo(closet, shirt, JPEG)
    second = service.set_photo(closet, shirt, JPEG)
    assert {key.rpartition("/")[0] for key in _kept(closet)} == {second.image_key}
    assert first.image_key != second.image_key
    bare = service.remove_photo(closet, shirt)
    assert (bare.image_key, bare.image_tint) == (None, None)
    assert _kept(closet) == []


def test_another_wardrobes_photo_is_not_there(closet: Closet, strangers: Closet) -> None:
    (theirs,) = added(strangers, "よその服")
    key = service.set_photo(strangers, theirs, JPEG).image_key or ""
    for name in (photo_name(key) or "", key, f"../{key}", "", "im_nobody", "a/b"):
        with pytest.raises(NoSuchPhoto):
            service.photo(closet, name, "large")
    with pytest.raises(NoSuchClothing):
        service.set_photo(closet, theirs, JPEG)


def test_what_is_in_the_trash_takes_no_photo_and_keeps_its_own(closet: Closet) -> None:
    (shirt,) = added(closet, "シャツ")
    service.set_photo(closet, shirt, JPEG)
    service.throw_away_clothing(closet, shirt)
    before = _kept(closet)
    with pytest.raises(ClothingInTrash):
        service.set_photo(closet, shirt, JPEG)
    assert _kept(closet) == before


def test_what_nothing_names_is_swept_when_it_is_an_hour_old(closet: Closet, clock: SettableClock) -> None:
    clock.set(_real_now(closet))
    (shirt,) = added(closet, "シャツ")
    named = service.set_photo(closet, shirt, JPEG)
    idle = closet.photos.add(process(JPEG, closet.house.process_photo))
    assert sweep_photos(closet) == 0
    clock.advance(hours=2)
    assert repair_all(closet.house).idle_photos == 2
    assert sweep_photos(closet) == 0
    assert {key.rpartition("/")[0] for key in _kept(closet)} == {named.image_key}
    with pytest.raises(NoSuchPhoto):
        service.photo(closet, photo_name(idle.key) or "", "thumb")


def test_a_photo_that_can_not_be_removed_now_is_left_for_the_sweep(closet: Closet, tmp_path: Path) -> None:
    (shirt,) = added(closet, "シャツ")
    service.set_photo(closet, shirt, JPEG)
    stubborn = replace(closet, house=replace(closet.house, objects=_Stubborn(tmp_path / "photos")))
    assert service.remove_photo(stubborn, shirt).image_key is None
    assert len(_kept(closet)) == 2


class _Stubborn(FolderStorage):
    """A place that gives nothing up."""

    def delete(self, key: str) -> None:
        raise ObjectStorageUnavailable(key)


def _kept(closet: Closet) -> list[str]:
    return [entry.key for entry in closet.house.objects.list(closet.wardrobe_id)]


def _real_now(closet: Closet) -> datetime:
    closet.house.objects.put("clock/now", b"", "text/plain")
    (entry,) = closet.house.objects.list("clock")
    return entry.modified_at
