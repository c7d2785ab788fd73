"""Files: everything to take along as JSON, CSV or todo.txt, and a file of any of them imported."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from litestar import Response

from chabudai.apps.todo import service, transfer, transfer_csv, transfer_json, transfer_todotxt
from chabudai.apps.todo.todos import TodosAndCategories
from chabudai.apps.todo.transfer import FileContent
from chabudai.common.owner import Owner
from chabudai.web.answers import submit
from chabudai.web.errors import NotFound
from chabudai.web.files import LARGEST_UPLOAD, decode_text, download, read_upload
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.routes import FromPath, Injected, get, post

_PAGE = "todo/files.html"


@dataclass(frozen=True, slots=True)
class FileFormat:
    """A kind of file, both ways."""

    ending: str
    media_type: str
    write: Callable[[TodosAndCategories, Owner], str]
    read: Callable[[Owner, str], FileContent]


FORMATS: Final[Mapping[str, FileFormat]] = {
    "json": FileFormat("json", "application/json", lambda rows, _: transfer_json.write(rows), transfer_json.read),
    "csv": FileFormat("csv", "text/csv; charset=utf-8", lambda rows, _: transfer_csv.write(rows), transfer_csv.read),
    "todotxt": FileFormat("txt", "text/plain; charset=utf-8", transfer_todotxt.write, transfer_todotxt.read),
}


@get("/files")
def show_files(owner: Injected[Owner], pages: Injected[Pages]) -> Response[str]:
    return pages.page(_PAGE, report=None)


@get("/files/export/{name:str}")
def export(name: FromPath[str], owner: Injected[Owner]) -> Response[bytes]:
    format_ = FORMATS.get(name)
    if format_ is None:
        raise NotFound
    text = format_.write(service.everything(owner), owner)
    return download(text, f"todo-{owner.today().isoformat()}.{format_.ending}", format_.media_type)


@post("/files/import", request_max_body_size=LARGEST_UPLOAD)
def import_file(owner: Injected[Owner], form: Injected[Form], pages: Injected[Pages]) -> Response[str]:
    def act() -> Response[str]:
        upload = read_upload(form, "file")
        text = decode_text("file", upload.file.read())
        content = _guess_format(upload.name, text).read(owner, text)
        return pages.page(_PAGE, report=transfer.import_content(owner, content))

    return submit(form, act, lambda again: pages.page(_PAGE, report=None, form=again))


def _guess_format(name: str, text: str) -> FileFormat:
    """By the end of its name, else by how it begins."""
    ending = name.rpartition(".")[2].lower()
    by_ending = next((each for each in FORMATS.values() if each.ending == ending), None)
    if by_ending is not None:
        return by_ending
    first = text.lstrip().partition("\n")[0]
    if first.startswith(("{", "[")):
        return FORMATS["json"]
    return FORMATS["csv" if "," in first and "title" in first.lower() else "todotxt"]
