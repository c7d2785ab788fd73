"""Everything of a person as one document, given and taken."""

from typing import Any

import msgspec

from chabudai.apps.todo import service, transfer, transfer_json
from chabudai.apps.todo.api.bodies import FaultBody, ReportBody
from chabudai.apps.todo.todos import Todos
from chabudai.web.bodies import Body
from chabudai.web.files import LARGEST_UPLOAD
from chabudai.web.routes import Injected, JSONBody, get, post


class Document(Body):
    """All todos, the trash included, and all categories, as the export gives them."""

    format: str = transfer_json.FORMAT
    version: int = transfer_json.VERSION
    categories: list[dict[str, Any]] = msgspec.field(default_factory=list)
    todos: list[dict[str, Any]] = msgspec.field(default_factory=list)


@get("/export")
def export(todos: Injected[Todos]) -> Document:
    """Everything, as the import takes it back."""
    return Document(**transfer_json.document(service.everything(todos)))


@post("/import", status_code=200, request_max_body_size=LARGEST_UPLOAD)
def take_in(data: JSONBody[Document], todos: Injected[Todos]) -> ReportBody:
    """What is not here yet, or newer than here, comes in; what can't be read is told."""
    text = msgspec.json.encode(data).decode()
    report = transfer.bring_in(todos, transfer_json.read(todos, text))
    faults = [FaultBody(number=each.number, text=each.text, reason=str(each.reason)) for each in report.faults]
    return ReportBody(added=report.added, replaced=report.replaced, kept=report.kept, faults=faults)


HANDLERS = (export, take_in)
