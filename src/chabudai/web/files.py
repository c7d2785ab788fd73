"""Files that people send and take: an upload out of a form, a download under a name of its own."""

import codecs
import re
from urllib.parse import quote

from litestar import Response

from chabudai.web.errors import invalid_field
from chabudai.web.forms import Form, Upload
from chabudai.web.messages import lazy

LARGEST_UPLOAD = 16 * 1024 * 1024
"""More than any file may have that we take, so that one that is too large is told so in words."""


_BINARY = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]").search  # what no text file holds


def find_upload(form: Form, name: str) -> Upload | None:
    """The file that was chosen in this field, if any was."""
    return next(iter(find_uploads(form, name)), None)


def find_uploads(form: Form, name: str) -> list[Upload]:
    """All files that were chosen in this field."""
    return [upload for upload in form.files.get(name, ()) if upload.name]


def read_upload(form: Form, name: str) -> Upload:
    upload = find_upload(form, name)
    if upload is None:
        raise invalid_field(name, lazy("Choose a file."))
    return upload


def decode_text(name: str, content: bytes) -> str:
    """A file's text: UTF-8, UTF-16 that says so, or what Japanese Windows writes. The name is its field's."""
    marked = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    for encoding in ("utf-16",) if marked else ("utf-8-sig", "cp932"):
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if not _BINARY(text):
            return text
    raise invalid_field(name, lazy("We can't read this file as text."))


def download(content: bytes | str, filename: str, media_type: str) -> Response[bytes]:
    plain = "".join(each if each.isascii() and (each.isalnum() or each in "-_.") else "_" for each in filename)
    disposition = f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(filename, safe='', errors='replace')}"
    body = content.encode() if isinstance(content, str) else content
    kind, _, charset = media_type.partition("; charset=")  # the framework names the charset of a text by itself
    return Response(body, media_type=kind, encoding=charset or "utf-8", headers={"content-disposition": disposition})
