"""Links for programs: made, taken away, looked at by anyone, copied from."""

from chabudai.apps.kondate.api.answers import Answer, UndoBody
from chabudai.apps.kondate.api.catalog import copied_body
from chabudai.apps.kondate.api.catalog_bodies import (
    CopiedBody,
    NewShare,
    ShareBody,
    SharedBody,
    outline_body,
    text_body,
)
from chabudai.apps.kondate.errors import NoSuchLink
from chabudai.apps.kondate.main_table import Kind
from chabudai.apps.kondate.market import shares
from chabudai.apps.kondate.market.entities import Share
from chabudai.apps.kondate.market.kinds import KINDS
from chabudai.common.bodies import fill
from chabudai.common.owner import Owner
from chabudai.web.routes import FromPath, Injected, JSONBody, delete, get, post


@post("/shares", status_code=200)
def share(data: JSONBody[NewShare], owner: Injected[Owner]) -> Answer[ShareBody]:
    """The link to one's own recipe or set; where there is one already, it is given, with the new name or source."""
    made = shares.share(owner, data.kind, data.id, author_name=data.author_name, source_url=data.source_url)
    return Answer(data=_body(made))


@get("/shares/of/{kind:str}/{target_id:str}")
def find_share(kind: FromPath[str], target_id: FromPath[str], owner: Injected[Owner]) -> Answer[ShareBody]:
    """The link to something of one's own; `kind` is recipes or sets. 404 when there is none."""
    found = shares.find_share(owner, _kind(kind), target_id)
    if found is None:
        raise NoSuchLink
    return Answer(data=_body(found))


@delete("/shares/of/{kind:str}/{target_id:str}", status_code=200)
def revoke_share(kind: FromPath[str], target_id: FromPath[str], owner: Injected[Owner]) -> UndoBody:
    """The link opens nothing any more; taken back within half an hour, it is the same again."""
    return UndoBody(undo_id=shares.revoke(owner, _kind(kind), target_id))


@get("/shares/{share_id:str}")
def open_share(share_id: FromPath[str], owner: Injected[Owner]) -> Answer[SharedBody]:
    """What a link shows whoever asks. One that was taken away answers as one that never was."""
    view = shares.open_link(owner, share_id, owner)
    body = SharedBody(
        kind=view.kind,
        title=view.title,
        lead=view.lead,
        author_name=view.author_name,
        source_url=view.source_url,
        dishes=[outline_body(dish) for dish in view.dishes],
        recipes=[None if recipe is None else text_body(recipe) for recipe in view.recipes],
    )
    return Answer(data=body)


@post("/shares/{share_id:str}/copy")
def copy_share(share_id: FromPath[str], owner: Injected[Owner]) -> Answer[CopiedBody]:
    """Into one's own book; 403 when some of it has to be bought first."""
    return Answer(data=copied_body(shares.copy_shared(owner, share_id)))


def _body(row: Share) -> ShareBody:
    return fill(ShareBody, row, url=shares.path_of(row))


def _kind(plural: str) -> Kind:
    try:
        return KINDS[plural]
    except KeyError:
        raise NoSuchLink from None
