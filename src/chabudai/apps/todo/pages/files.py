"""Files: everything to take along as JSON, CSV or todo.txt, and a file of any of them taken in."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from litestar import Response

from chabudai.apps.todo import service, transfer, transfer_csv, transfer_json, transfer_todotxt
from chabudai.apps.todo.pages.answers import WORDS
from chabudai.apps.todo.todos import Kept, Todos
from chabudai.apps.todo.transfer import Reading
from chabudai.web.errors import InvalidInput, NotFound, WebError
from chabudai.web.files import LARGEST_UPLOAD
from chabudai.web.forms import Form, Upload
from chabudai.web.pages import Pages
from chabudai.web.routes import FromPath, Injected, get, post
from chabudai.web.translations import lazy

_PAGE = "todo/files.html"


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file, both ways."""

    ending: str
    media_type: str
    written: Callable[[Kept, Todos], str]
    read: Callable[[Todos, str], Reading]


FORMATS: Final[Mapping[str, Format]] = {
    "json": Format("json", "application/json", lambda kept, _: transfer_json.written(kept), transfer_json.read),
    "csv": Format("csv", "text/csv; charset=utf-8", lambda kept, _: transfer_csv.written(kept), transfer_csv.read),
    "todotxt": Format("txt", "text/plain; charset=utf-8", transfer_todotxt.written, transfer_todotxt.read),
}


@get("/files")
def overview(pages: Injected[Pages], person: Injected[object]) -> Response[str]:
    return pages.page(_PAGE, **WORDS)


@get("/files/export/{name:str}")
def export(name: FromPath[str], todos: Injected[Todos]) -> Response[bytes]:
    kind = FORMATS.get(name)
    if kind is None:
        raise NotFound
    text = kind.written(service.everything(todos), todos)
    file = f"todo-{todos.today().isoformat()}.{kind.ending}"
    headers = {"content-disposition": f'attachment; filename="{file}"'}
    return Response(text.encode(), media_type=kind.media_type, headers=headers)


@post("/files/import", request_max_body_size=LARGEST_UPLOAD)
def take_in(todos: Injected[Todos], form: Injected[Form], pages: Injected[Pages]) -> Response[str]:
    try:
        report = transfer.bring_in(todos, _read(todos, form))
    except WebError as refusal:
        refused = form.with_errors([("file", message) for _, message in refusal.details or (("", refusal.message),)])
        return pages.page(_PAGE, status=refusal.status, form=refused, **WORDS)
    return pages.page(_PAGE, report=report, **WORDS)


HANDLERS = (overview, export, take_in)


def _read(todos: Todos, form: Form) -> Reading:
    upload = next(iter(form.files.get("file", ())), None)
    if upload is None or not upload.name:
        raise InvalidInput(details=[("file", lazy("Choose a file."))])
    text = transfer.text_of(upload.file.read())
    return FORMATS[_kind(upload, text)].read(todos, text)


def _kind(upload: Upload, text: str) -> str:
    """By the end of its name, else by how it begins."""
    ending = upload.name.rpartition(".")[2].lower()
    by_ending = next((name for name, each in FORMATS.items() if each.ending == ending), None)
    if by_ending is not None:
        return by_ending
    first = text.lstrip().partition("\n")[0]
    return "json" if first.startswith(("{", "[")) else "csv" if "," in first and "title" in first.lower() else "todotxt"
