"""Files that people send and take."""

from tempfile import SpooledTemporaryFile

import pytest

from chabudai.web.errors import InvalidFields
from chabudai.web.files import decode_text, download, find_upload, read_upload
from chabudai.web.forms import Form, Upload


def form(name: str) -> Form:
    with SpooledTemporaryFile() as content:
        return Form(files={"file": (Upload(name, "text/plain", content),)})


def test_the_file_that_was_chosen_is_found() -> None:
    assert read_upload(form("books.json"), "file").name == "books.json"


@pytest.mark.parametrize("sent", [Form(), form(""), Form.of(file="typed")])
def test_a_form_without_a_file_is_told_so_beside_the_field(sent: Form) -> None:
    assert find_upload(sent, "file") is None
    with pytest.raises(InvalidFields) as refused:
        read_upload(sent, "file")
    assert [(name, str(sentence)) for name, sentence in refused.value.details] == [("file", "Choose a file.")]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932", "utf-16"])
def test_text_is_read_as_it_was_written(encoding: str) -> None:
    assert decode_text("file", "題名,家\n".encode(encoding)) == "題名,家\n"


@pytest.mark.parametrize("content", [b"\x81\x20\xff", b"\xff\xfe\x00\xd8"])
def test_what_is_no_text_is_refused_beside_its_field(content: bytes) -> None:
    with pytest.raises(InvalidFields) as refused:
        decode_text("photo", content)
    assert refused.value.details[0][0] == "photo"


@pytest.mark.parametrize(
    ("name", "plain", "quoted"),
    [
        ("books-2026.json", "books-2026.json", "books-2026.json"),
        ("本 棚.json", "___.json", "%E6%9C%AC%20%E6%A3%9A.json"),
        ('a"b\r\nset-cookie: x', "a_b__set-cookie__x", "a%22b%0D%0Aset-cookie%3A%20x"),
        ("../../etc/passwd", ".._.._etc_passwd", "..%2F..%2Fetc%2Fpasswd"),
        ("\ud800.txt", "_.txt", "%3F.txt"),
    ],
)
def test_a_download_has_a_name_that_breaks_no_header(name: str, plain: str, quoted: str) -> None:
    answer = download("x", name, "text/plain")
    assert answer.headers["content-disposition"] == f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quoted}"
    assert answer.content == b"x"


@pytest.mark.parametrize(
    "content", [b"PK\x03\x04" + bytes(100), b"\x89PNG\r\n\x1a\n" + bytes(range(1, 128))], ids=["zip", "png"]
)
def test_a_file_that_is_no_text_is_refused_beside_its_field(content: bytes) -> None:
    with pytest.raises(InvalidFields) as refusal:
        decode_text("file", content)
    assert [field for field, _ in refusal.value.details] == ["file"]


@pytest.mark.parametrize("charset", ["utf-8", "shift_jis"])
def test_a_download_names_its_charset_once(charset: str) -> None:
    answer = download(b"x", "x.txt", f"text/plain; charset={charset}")
    sent = answer.to_asgi_response(None, None)  # type: ignore[arg-type]
    assert (b"content-type", f"text/plain; charset={charset}".encode()) in sent.encode_headers()
