"""Several games at once, for programs: moved to a folder, tagged, into the trash, or out as a zip."""

from io import BytesIO
from typing import Annotated, Literal

from litestar import Response
from msgspec import Meta

from chabudai.apps.shogi import bulk, transfer
from chabudai.apps.shogi.api.jobs import ZIP
from chabudai.apps.shogi.api.parameters import Id
from chabudai.apps.shogi.api.rights import needs
from chabudai.apps.shogi.bulk import BulkOutcome
from chabudai.common.owner import Owner
from chabudai.web.bodies import Body
from chabudai.web.files import download
from chabudai.web.routes import Injected, JSONBody, post

Ids = Annotated[list[Id], Meta(max_length=bulk.MOST)]


class ManyGames(Body):
    """`toFolder` is where those go that are moved, empty for the top; `tagName` what they are tagged with."""

    ids: Ids
    act: Literal["move", "tag", "trash"]
    to_folder: Annotated[str, Meta(max_length=1000)] = ""
    tag_name: Annotated[str, Meta(max_length=1000)] = ""


class ChosenGames(Body):
    ids: Ids


class ManyOutcome(Body):
    """`missed` are the ids that nothing was done to: gone, changed at this moment, or full of tags."""

    done: int
    missed: list[str]


@post("/games/many", status_code=200, **needs("own"))
def act_on_many(data: JSONBody[ManyGames], owner: Injected[Owner]) -> ManyOutcome:
    """The same to several of one's own games, at most 200."""
    outcome = _act(data, owner)
    return ManyOutcome(done=outcome.done, missed=list(outcome.missed))


@post("/export.zip", status_code=200, media_type=ZIP, **needs("own"))
def export_chosen(data: JSONBody[ChosenGames], owner: Injected[Owner]) -> Response[bytes]:
    """KIF files of these games; one that is not there any more is left out."""
    target = BytesIO()
    transfer.write_zip_of(owner, target, data.ids)
    return download(target.getvalue(), "shogi.zip", ZIP)


def _act(data: ManyGames, owner: Owner) -> BulkOutcome:
    match data.act:
        case "move":
            return bulk.move(owner, data.ids, data.to_folder)
        case "tag":
            return bulk.put_tag_on(owner, data.ids, data.tag_name)
        case "trash":
            return bulk.throw_away(owner, data.ids)
