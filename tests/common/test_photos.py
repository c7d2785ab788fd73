"""Photos of things: two sizes in a folder of whose they are, refused in clear words, swept when nothing names them."""

import errno
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import SpooledTemporaryFile

import pytest
from tests.adapters.pictures.photos import corners, encoded, png

from chabudai.adapters.objects import FolderStorage
from chabudai.adapters.pictures import process_photo
from chabudai.common.photos import (
    FIELD,
    WAITING_FIELD,
    NoSuchPhoto,
    NotAPhoto,
    PhotoFolder,
    PhotoTooHeavy,
    PhotoTooWide,
    PhotoUnreadable,
    forget_photo,
    keep_photo,
    parse_size,
    photo_name,
    process,
    read_photo,
    respond,
)
from chabudai.web.errors import WebError
from chabudai.web.forms import Form, Upload

JPEG = encoded(corners(), "JPEG")


@pytest.fixture
def storage(tmp_path: Path) -> FolderStorage:
    return FolderStorage(tmp_path)


@pytest.fixture
def folder(storage: FolderStorage) -> PhotoFolder:
    return PhotoFolder(storage, "rec_1")


def test_a_photo_is_kept_in_two_sizes_and_read_by_its_name(folder: PhotoFolder) -> None:
    stored = folder.add(process(JPEG, process_photo))
    name = photo_name(stored.key)
    assert name is not None
    assert (stored.key, stored.tint[0]) == (f"rec_1/{name}", "#")
    large, thumb = folder.read(name, "large"), folder.read(name, "thumb")
    assert large[8:12] == thumb[8:12] == b"WEBP"
    assert photo_name(None) is None


def test_nothing_outside_of_the_folder_is_read_or_removed(folder: PhotoFolder, storage: FolderStorage) -> None:
    theirs = PhotoFolder(storage, "rec_2").add(process(JPEG, process_photo))
    for name in (theirs.key, f"../{theirs.key}", "", "..", "im_nobody", "a b"):
        with pytest.raises(NoSuchPhoto):
            folder.read(name, "large")
    folder.remove(theirs.key)
    folder.remove(None)
    folder.remove_all()
    assert len(list(storage.list("rec_2"))) == 2


def test_what_nothing_names_is_swept_when_it_is_an_hour_old(folder: PhotoFolder, storage: FolderStorage) -> None:
    named, idle = (folder.add(process(JPEG, process_photo)) for _ in range(2))
    now = datetime.now(UTC)
    assert folder.sweep({named.key, None}, now) == 0
    assert folder.sweep({named.key, None}, now + timedelta(hours=2)) == 2
    assert {each.key.rpartition("/")[0] for each in storage.list("rec_1")} == {named.key}
    assert idle.key != named.key


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b"Dear photo, this is a letter.", NotAPhoto),
        (JPEG.ljust(11 * 1024 * 1024, b"\0"), PhotoTooHeavy),
        (png(9000, 9000, 1, 0, b"\0" * 1000), PhotoTooWide),
        (JPEG[: len(JPEG) // 2], PhotoUnreadable),
    ],
)
def test_what_can_not_be_kept_is_refused_beside_its_field(content: bytes, error: type[WebError]) -> None:
    with pytest.raises(error) as refused:
        process(content, process_photo)
    assert refused.value.details == (("photo", refused.value.message),)


def test_a_photo_is_answered_so_that_a_browser_keeps_it() -> None:
    assert respond(b"x").headers["cache-control"] == "private, max-age=31536000, immutable"
    assert parse_size("thumb") == "thumb"
    with pytest.raises(NoSuchPhoto):
        parse_size("huge")


def test_a_form_without_a_photo_has_none(folder: PhotoFolder) -> None:
    assert read_photo(Form(), folder) is None
    assert keep_photo(Form(), folder, process_photo) == Form()


def test_a_refused_form_keeps_its_photo_until_it_is_sent_again(folder: PhotoFolder) -> None:
    again = _refused_with(JPEG, folder)
    sent = Form(again.values)
    assert read_photo(sent, folder) == folder.read(again[WAITING_FIELD], "large")
    assert WAITING_FIELD not in forget_photo(sent)


def test_a_photo_that_waited_too_long_is_asked_for_again(folder: PhotoFolder) -> None:
    again = _refused_with(JPEG, folder)
    folder.remove_all()
    with pytest.raises(WebError) as refused:
        read_photo(Form(again.values), folder)
    shown = keep_photo(again.with_errors(refused.value.details), folder, process_photo)
    assert (str(shown.errors[FIELD]), WAITING_FIELD in shown) == ("Choose the photo again.", False)


def test_a_refused_form_tells_of_a_refused_photo_too(folder: PhotoFolder) -> None:
    again = _refused_with(b"a letter", folder)
    assert (again.errors[FIELD], WAITING_FIELD in again) == (NotAPhoto.sentence, False)


def _refused_with(content: bytes, folder: PhotoFolder) -> Form:
    with SpooledTemporaryFile[bytes]() as file:
        file.write(content)
        return keep_photo(Form(files={FIELD: (Upload("a.jpg", "image/jpeg", file),)}), folder, process_photo)


def test_a_photo_that_finds_no_space_is_forgotten_and_the_form_is_not(
    folder: PhotoFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write_nothing(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("chabudai.adapters.objects.folder.replace_file", write_nothing)
    with SpooledTemporaryFile() as file:
        file.write(JPEG)
        sent = Form({"name": ("shirt",)}, {FIELD: (Upload("a.jpg", "image/jpeg", file),)})
        shown = keep_photo(sent, folder, process_photo)
    assert shown["name"] == "shirt"
    assert WAITING_FIELD not in shown
