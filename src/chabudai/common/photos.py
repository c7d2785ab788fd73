"""Photos that people add to their things: two sizes of each in the object storage, in a folder of whose they are.

A row names its photo by the key, and its colour while it loads by the tint. What no row names any more is swept later.
"""

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, Literal, TypeAlias, get_args

from litestar import Response

from chabudai.adapters.ids import NewId, uuid7
from chabudai.adapters.objects import ObjectStorage
from chabudai.adapters.objects.errors import InvalidObjectKey, NoSuchObject, ObjectStorageError
from chabudai.adapters.pictures import LARGEST_FILE, Picture, ProcessPhoto, count_pixels
from chabudai.adapters.pictures.errors import (
    DamagedPicture,
    DarkroomFull,
    NotAPicture,
    PictureTooLarge,
    TooManyPixels,
)
from chabudai.common.allowance import Allowance
from chabudai.common.messages import lazy
from chabudai.web.context import find_address
from chabudai.web.errors import (
    ContentTooLarge,
    InvalidInput,
    NotFound,
    ServerBusy,
    UnsupportedMediaType,
    WebError,
    invalid_field,
)
from chabudai.web.files import find_upload
from chabudai.web.forms import Form
from chabudai.web.full_disks import refuse_when_full

PhotoSize: TypeAlias = Literal["large", "thumb"]

FIELD: Final = "photo"
WAITING_FIELD: Final = "waiting_photo"
"""The name of a photo that came with a form that was refused: it waits in the folder until the form is sent again."""
HEAVIEST: Final = LARGEST_FILE  # bytes
MEDIA_TYPE: Final = "image/webp"
MOST_TOGETHER: Final = 2_000_000_000
"""Pixels of all photos in one file: some 1,000 as they are exported, each of which takes a fifth of a second."""
_ALLOWANCE: Final = Allowance(10_000_000_000, timedelta(hours=1))
"""Pixels: an evening's photos of a whole wardrobe, and some minutes of one processor."""
_SIZES: Final[tuple[PhotoSize, ...]] = get_args(PhotoSize)
_YOUNG: Final = timedelta(hours=1)  # a photo may lie there for a moment before its row names it
_YEAR: Final = 365 * 24 * 60 * 60  # seconds


class NoSuchPhoto(NotFound):
    code = "no_such_photo"
    sentence = lazy("We can't find that photo.")


class NotAPhoto(UnsupportedMediaType):
    code = "not_a_photo"
    sentence = lazy("Use a JPEG, PNG or WebP photo.")


class PhotoTooHeavy(ContentTooLarge):
    code = "photo_too_heavy"
    sentence = lazy("Photos can be up to 10 MB.")


class PhotoTooWide(InvalidInput):
    code = "photo_too_wide"

    def __init__(self, most: int) -> None:
        sentence = lazy("This photo is too large. Use one of up to %(most)s megapixels.", most=most // 1_000_000)
        super().__init__(sentence, details=[(FIELD, sentence)])


class TooManyPhotos(ServerBusy):
    """At this moment, from everybody together."""

    code = "too_many_photos"
    sentence = lazy("Many photos are arriving at once. Try again in a moment.")
    retry_after = 5


class PhotoUnreadable(InvalidInput):
    code = "photo_unreadable"
    sentence = lazy("This photo is damaged or didn't arrive complete. Try another.")


class PhotosTooMany(ContentTooLarge):
    code = "photos_too_many"
    sentence = lazy("These are too many photos for one file. Divide it into several.")


@dataclass(frozen=True, slots=True)
class StoredPhoto:
    """What a row says of its photo."""

    key: str
    tint: str


@dataclass(frozen=True, slots=True)
class PhotoFolder:
    """The photos of one wardrobe, or of one person's recipes. Nothing outside of the folder is ever read or removed."""

    objects: ObjectStorage
    name: str
    new_id: NewId = uuid7

    def add(self, picture: Picture) -> StoredPhoto:
        key = f"{self.name}/im_{self.new_id()}"
        self.objects.put(_object(key, "large"), picture.large, MEDIA_TYPE)
        self.objects.put(_object(key, "thumb"), picture.thumb, MEDIA_TYPE)
        return StoredPhoto(key, picture.tint)

    def read(self, name: str, size: PhotoSize) -> bytes:
        """In WebP, by the name that `photo_name` gives."""
        if "/" in name:
            raise NoSuchPhoto
        try:
            return self.objects.get(_object(f"{self.name}/{name}", size))
        except (NoSuchObject, InvalidObjectKey) as nothing:
            raise NoSuchPhoto from nothing

    def remove(self, key: str | None) -> None:
        """What can't be removed at this moment is swept later."""
        if key is None or key.partition("/")[0] != self.name:
            return
        for size in _SIZES:
            with suppress(ObjectStorageError):
                self.objects.delete(_object(key, size))

    def sweep(self, named: Collection[str | None], now: datetime) -> int:
        """Removes the photos that no row names any more, and tells how many objects those were."""
        entries = list(self.objects.list(self.name))
        idle = [
            each.key for each in entries if each.key.rpartition("/")[0] not in named and each.modified_at < now - _YOUNG
        ]
        for key in idle:
            self.objects.delete(key)
        return len(idle)

    def remove_all(self) -> None:
        for entry in list(self.objects.list(self.name)):
            self.objects.delete(entry.key)


def photo_name(key: str | None) -> str | None:
    """The name of a photo within its folder: what a page may show, since the key also names the folder."""
    return None if key is None else key.rpartition("/")[2]


def process(content: bytes, process_photo: ProcessPhoto) -> Picture:
    """A file as somebody sent it, made ready to be kept; what can't be is refused beside its field.

    Each address has so many pixels an hour (TooManyRequests).
    """
    with _translate_errors():
        pixels = count_pixels(content) if len(content) <= HEAVIEST else 0
        if (address := find_address()) is not None:
            _ALLOWANCE.take(address, pixels)
        return process_photo(content)


def check_together(contents: Iterable[bytes]) -> None:
    """Before the first of many is developed: ContentTooLarge when together they are more than one act may take."""
    with _translate_errors():
        if sum(map(count_pixels, contents)) > MOST_TOGETHER:
            raise PhotosTooMany


def read_photo(form: Form, folder: PhotoFolder) -> bytes | None:
    """The photo that was chosen in a form, if any was: now, or before the form was refused."""
    upload = find_upload(form, FIELD)
    if upload is not None:
        upload.file.seek(0)
        return upload.file.read()
    return _read_waiting(form[WAITING_FIELD], folder) if form[WAITING_FIELD] else None


def keep_photo(form: Form, folder: PhotoFolder, process_photo: ProcessPhoto) -> Form:
    """A refused form with its photo, which a browser would not send again. If nobody sends it again, it is swept."""
    if FIELD in form.errors:
        return forget_photo(form)
    if find_upload(form, FIELD) is None:
        return form
    try:
        with refuse_when_full():
            stored = folder.add(process(read_photo(form, folder) or b"", process_photo))
    except WebError as refusal:
        return forget_photo(form).with_errors(refusal.details)
    return replace(form, values={**form.values, WAITING_FIELD: (photo_name(stored.key) or "",)})


def forget_photo(form: Form) -> Form:
    return replace(form, values={name: each for name, each in form.values.items() if name != WAITING_FIELD})


def parse_size(text: str) -> PhotoSize:
    for size in _SIZES:
        if text == size:
            return size
    raise NoSuchPhoto


def respond(content: bytes) -> Response[bytes]:
    """Another photo has another name, so a browser may keep this one."""
    headers = {"cache-control": f"private, max-age={_YEAR}, immutable"}
    return Response(content, media_type=MEDIA_TYPE, headers=headers)


def _read_waiting(name: str, folder: PhotoFolder) -> bytes:
    try:
        return folder.read(name, "large")
    except NoSuchPhoto as swept:
        raise invalid_field(FIELD, lazy("Choose the photo again.")) from swept


def _object(key: str, size: PhotoSize) -> str:
    return f"{key}/{size}.webp"


@contextmanager
def _translate_errors() -> Iterator[None]:
    try:
        yield
    except PictureTooLarge as failure:
        raise _beside_field(PhotoTooHeavy) from failure
    except TooManyPixels as failure:
        raise PhotoTooWide(failure.most) from failure
    except NotAPicture as failure:
        raise _beside_field(NotAPhoto) from failure
    except DamagedPicture as failure:
        raise _beside_field(PhotoUnreadable) from failure
    except DarkroomFull as failure:
        raise _beside_field(TooManyPhotos) from failure


def _beside_field(error: type[WebError]) -> WebError:
    return error(details=[(FIELD, error.sentence)])
