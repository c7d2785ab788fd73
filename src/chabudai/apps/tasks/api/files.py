"""A team's tasks as one document, given and taken."""

from typing import Any

import msgspec

from chabudai.apps.tasks import transfer
from chabudai.apps.tasks.membership import Member
from chabudai.common.collections.bodies import ImportReportBody, report_body
from chabudai.web.bodies import Body
from chabudai.web.files import LARGEST_UPLOAD
from chabudai.web.routes import Injected, JSONBody, get, post


class TeamDocument(Body):
    """Tags, tasks and comments of a team, without the trash, as the export gives them."""

    format: str = transfer.FORMAT
    version: int = transfer.VERSION
    team: dict[str, Any] = msgspec.field(default_factory=dict)
    tags: list[dict[str, Any]] = msgspec.field(default_factory=list)
    tasks: list[dict[str, Any]] = msgspec.field(default_factory=list)
    comments: list[dict[str, Any]] = msgspec.field(default_factory=list)


@get("/teams/{team_id:str}/export")
def export(member: Injected[Member]) -> TeamDocument:
    """Everything, as the import takes it back. Access pattern 26."""
    return TeamDocument(**transfer.write_document(member))


@post("/teams/{team_id:str}/import", status_code=200, request_max_body_size=LARGEST_UPLOAD)
def import_document(data: JSONBody[TeamDocument], member: Injected[Member]) -> ImportReportBody:
    """What is not here yet comes in; what can't be read is told."""
    return report_body(transfer.import_document(member, msgspec.structs.asdict(data)))
