"""What was typed into a form: kept as it was, with what is wrong about it beside each field."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from tempfile import SpooledTemporaryFile
from typing import Any
from urllib.parse import parse_qsl

from litestar import Request
from litestar.concurrency import sync_to_thread
from litestar.datastructures import UploadFile

from chabudai.web.errors import BadRequest, ContentTooLarge, UnsupportedMediaType
from chabudai.web.requests import LARGEST_FORM, LARGEST_ON_LOOP, URL_ENCODED
from chabudai.web.translations import Text

_MULTIPART = "multipart/form-data"
_MOST_FIELDS = 1000
_MOST_TEXT = 5 * LARGEST_FORM  # of a form with files: a file that was looked at is sent again as text
_STATE_KEY = "form"


@dataclass(frozen=True, slots=True)
class Upload:
    """A file as it was sent; neither its name nor its type can be trusted."""

    name: str
    media_type: str
    file: SpooledTemporaryFile[bytes]


@dataclass(frozen=True, slots=True)
class Form:
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    files: Mapping[str, tuple[Upload, ...]] = field(default_factory=dict)
    errors: Mapping[str, Text] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash(tuple(self.values.items()))

    @classmethod
    def of(cls, **values: str | Iterable[str]) -> "Form":
        """A form as it is first shown, with what is known already."""
        return cls({name: (each,) if isinstance(each, str) else tuple(each) for name, each in values.items()})

    def __getitem__(self, name: str) -> str:
        """The first value, or nothing."""
        return next(iter(self.values.get(name, ())), "")

    def __contains__(self, name: str) -> bool:
        return name in self.values

    def all(self, name: str) -> tuple[str, ...]:
        return self.values.get(name, ())

    def with_errors(self, details: Iterable[tuple[str, Text]]) -> "Form":
        """The same form with what is wrong about it; of several errors in a field the first is shown."""
        errors = dict(self.errors)
        for name, message in details:
            errors.setdefault(name, message)
        return replace(self, errors=errors)


def is_form(request: Request[Any, Any, Any]) -> bool:
    return request.content_type[0] in (URL_ENCODED, _MULTIPART)


async def read(request: Request[Any, Any, Any]) -> Form:
    """The form in the body, read once however often it is asked for. A body that is no form is refused."""
    kept = request.scope["state"]
    if _STATE_KEY not in kept:
        kept[_STATE_KEY] = await _read(request)
    form: Form = kept[_STATE_KEY]
    return form


async def _read(request: Request[Any, Any, Any]) -> Form:
    match request.content_type[0]:
        case "application/x-www-form-urlencoded":
            body = await request.body()
            return await _decode(len(body), lambda: _to_form(_url_encoded(body)))
        case "multipart/form-data":
            pairs = await _multipart(request)
            return await _decode(_count_text(pairs), partial(_to_form, pairs))
        case "" if not await request.body():
            return Form()
        case _:
            raise UnsupportedMediaType


async def _decode(size: int, decode: Callable[[], Form]) -> Form:
    return decode() if size <= LARGEST_ON_LOOP else await sync_to_thread(decode)


def _url_encoded(body: bytes) -> list[tuple[str, Any]]:
    # not the framework's parser, which remembers the bodies of a thousand requests, passwords and all
    try:
        pairs = parse_qsl(body.decode(), keep_blank_values=True, errors="strict", max_num_fields=_MOST_FIELDS)
    except ValueError as error:
        raise BadRequest from error
    return list(pairs)


async def _multipart(request: Request[Any, Any, Any]) -> list[tuple[str, Any]]:
    try:
        form = await request.form()
    except (UnicodeDecodeError, LookupError) as error:  # a part in no encoding, or in one that nobody knows
        raise BadRequest from error
    return list(form.multi_items())


def _count_text(pairs: Iterable[tuple[str, Any]]) -> int:
    size = sum(len(value) for _, value in pairs if isinstance(value, str))
    if size > _MOST_TEXT:
        raise ContentTooLarge
    return size


def _to_form(pairs: Iterable[tuple[str, Any]]) -> Form:
    values: dict[str, list[str]] = {}
    files: dict[str, list[Upload]] = {}
    for name, value in pairs:
        if isinstance(value, UploadFile):
            files.setdefault(name, []).append(_upload(value))
        else:
            values.setdefault(name, []).append(_text(value))
    return Form(
        {name: tuple(each) for name, each in values.items()}, {name: tuple(each) for name, each in files.items()}
    )


def _upload(file: UploadFile) -> Upload:
    name = file.filename.replace("\\", "/").rpartition("/")[2]
    return Upload("".join(each for each in name if each.isprintable()), file.content_type, file.file)


def _text(value: str) -> str:
    if "\0" in value:
        raise BadRequest
    return value.replace("\r\n", "\n")
