"""Everything of a person as one document, given and taken; a recipe read from a text; and what is taken back."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta
from pydantic.alias_generators import to_camel as _camel

from chabudai.apps.kondate import transfer, transfer_import
from chabudai.apps.kondate.api.answers import Answer
from chabudai.apps.kondate.book.imports import read_text
from chabudai.apps.kondate.undo import take_back
from chabudai.common.collections.bodies import ImportReportBody, report_body
from chabudai.common.owner import Owner
from chabudai.web.bodies import Body
from chabudai.web.files import LARGEST_UPLOAD
from chabudai.web.routes import FromPath, Injected, JSONBody, get, post


class PastedText(Body):
    text: Annotated[str, Meta(min_length=1, max_length=100_000)]


class ReadRecipe(Body):
    """`form` as `POST /recipes` takes it. `doubts` are fields of which nothing was found, or which were guessed;
    `doubtful` are lines that somebody should look at. Nothing is saved.
    """

    form: dict[str, Any]
    doubts: list[str]
    doubtful: list[str]


@get("/export")
def export(owner: Injected[Owner]) -> dict[str, Any]:
    """Everything, as the import takes it back."""
    return transfer.write_document(owner.store, owner.username)


@post("/import", status_code=200, request_max_body_size=LARGEST_UPLOAD)
def import_document(data: JSONBody[dict[str, Any]], owner: Injected[Owner]) -> Answer[ImportReportBody]:
    """What is not here yet, or newer than here, comes in under new ids; what can't be read is told."""
    found = transfer.read_document(owner, msgspec.to_builtins(data))
    return Answer(data=report_body(transfer_import.import_rows(owner, found)))


@post("/recipes/read", status_code=200)
def read_recipe(data: JSONBody[PastedText], owner: Injected[Owner]) -> Answer[ReadRecipe]:
    """A recipe out of a pasted text, to be looked at before it is saved."""
    found = read_text(data.text)
    form = {_camel(name): value for name, value in found.fill_form().items()}
    doubtful = [line.text for line in found.source if line.is_doubtful]
    return Answer(data=ReadRecipe(form=form, doubts=sorted(map(_camel, found.doubts)), doubtful=doubtful))


@post("/undo/{undo_id:str}", status_code=204)
def undo(undo_id: FromPath[str], owner: Injected[Owner]) -> None:
    """Take an act back; 404 when it is over, 409 when something later depends on it, 422 where it has no room."""
    take_back(owner, undo_id)
