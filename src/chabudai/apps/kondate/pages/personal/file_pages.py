"""Everything of a person as a file, taken along and brought back."""

from litestar import Response

from chabudai.apps.kondate import transfer, transfer_import
from chabudai.apps.kondate.pages.shell import Shell
from chabudai.common.owner import Owner
from chabudai.web.answers import submit
from chabudai.web.files import LARGEST_UPLOAD, decode_text, download, read_upload
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.routes import Injected, get, post

_PAGE = "kondate/files.html"


@get("/files")
def show_files(shell: Injected[Shell], pages: Injected[Pages]) -> Response[str]:
    return pages.page(_PAGE, shell=shell, report=None)


@get("/files/meals.json")
def export(owner: Injected[Owner]) -> Response[bytes]:
    return download(transfer.write_json(owner), f"meals-{owner.today().isoformat()}.json", "application/json")


@post("/files/import", status_code=200, request_max_body_size=LARGEST_UPLOAD)
def import_file(
    owner: Injected[Owner], form: Injected[Form], shell: Injected[Shell], pages: Injected[Pages]
) -> Response[str]:
    def act() -> Response[str]:
        text = decode_text("file", read_upload(form, "file").file.read())
        report = transfer_import.import_rows(owner, transfer.read_json(owner, text))
        return pages.page(_PAGE, shell=shell, report=report)

    return submit(form, act, lambda again: pages.page(_PAGE, shell=shell, report=None, form=again, errors=again.errors))
