"""Files: a team's tasks to take along as JSON or CSV; a JSON file looked at first, then taken in."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from litestar import Response

from chabudai.apps.tasks import transfer, transfer_csv
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.messages import lazy
from chabudai.apps.tasks.pages.shell import Shell
from chabudai.web.answers import submit
from chabudai.web.errors import NotFound, invalid_field
from chabudai.web.files import LARGEST_UPLOAD, decode_text, download, read_upload
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.routes import FromPath, Injected, get, post

_FORMATS: Final[Mapping[str, tuple[str, Callable[[Member], str]]]] = {
    "json": ("application/json", transfer.write),
    "csv": ("text/csv; charset=utf-8", transfer_csv.write),
}
_SHOWN: Final = 10
_LARGEST_KEPT: Final = 4 * 1024 * 1024
"""Of a file that was looked at: it travels in the page that asks whether it is meant. A larger one is sent again."""


@get("/files")
def show_files(member: Injected[Member], shell: Injected[Shell], pages: Injected[Pages]) -> Response[str]:
    return _show(pages, member, shell)


@get("/files/export/{name:str}")
def export(name: FromPath[str], member: Injected[Member]) -> Response[bytes]:
    if name not in _FORMATS:
        raise NotFound
    media_type, write = _FORMATS[name]
    return download(write(member), f"{member.team.name}-{member.today().isoformat()}.{name}", media_type)


@post("/files/preview", request_max_body_size=LARGEST_UPLOAD)
def preview_file(
    member: Injected[Member], shell: Injected[Shell], form: Injected[Form], pages: Injected[Pages]
) -> Response[str]:
    def act() -> Response[str]:
        text = _read_text(form)
        found = transfer.preview(member, text)
        kept = text if len(text.encode()) <= _LARGEST_KEPT else None
        return _show(pages, member, shell, preview=found, text=kept, shown=found.new[:_SHOWN])

    return submit(form, act, lambda again: _show(pages, member, shell, form=again))


@post("/files/import", request_max_body_size=LARGEST_UPLOAD)
def import_file(
    member: Injected[Member], shell: Injected[Shell], form: Injected[Form], pages: Injected[Pages]
) -> Response[str]:
    """What was looked at, or a file at once."""

    def act() -> Response[str]:
        text = form["text"] or _read_text(form)
        return _show(pages, member, shell, report=transfer.import_text(member, text))

    return submit(form, act, lambda again: _show(pages, member, shell, form=again))


def _read_text(form: Form) -> str:
    """A spreadsheet holds too little of a task to be taken in: whoever brings one is told which file is meant."""
    upload = read_upload(form, "file")
    if upload.name.lower().endswith(".csv"):
        raise invalid_field("file", lazy("A CSV file can't be imported. Choose the JSON file of an export."))
    return decode_text("file", upload.file.read())


def _show(pages: Pages, member: Member, shell: Shell, **values: Any) -> Response[str]:
    shown = {"report": None, "preview": None, **values}
    return pages.page("tasks/files.html", shell=shell, base=f"/tasks/{member.team_id}", **shown)
