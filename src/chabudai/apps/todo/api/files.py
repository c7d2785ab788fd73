"""Everything of a person as one document, given and taken."""

from typing import Any

import msgspec

from chabudai.apps.todo import service, transfer, transfer_json
from chabudai.common.collections.bodies import ImportReportBody, report_body
from chabudai.common.owner import Owner
from chabudai.web.bodies import Body
from chabudai.web.files import LARGEST_UPLOAD
from chabudai.web.routes import Injected, JSONBody, get, post


class TodoDocument(Body):
    """All todos, the trash included, and all categories, as the export gives them."""

    format: str = transfer_json.FORMAT
    version: int = transfer_json.VERSION
    categories: list[dict[str, Any]] = msgspec.field(default_factory=list)
    todos: list[dict[str, Any]] = msgspec.field(default_factory=list)


@get("/export")
def export(owner: Injected[Owner]) -> TodoDocument:
    """Everything, as the import takes it back."""
    return TodoDocument(**transfer_json.write_document(service.everything(owner)))


@post("/import", status_code=200, request_max_body_size=LARGEST_UPLOAD)
def import_document(data: JSONBody[TodoDocument], owner: Injected[Owner]) -> ImportReportBody:
    """What is not here yet, or newer than here, comes in; what can't be read is told."""
    content = transfer_json.read_document(owner, msgspec.structs.asdict(data))
    return report_body(transfer.import_content(owner, content))
