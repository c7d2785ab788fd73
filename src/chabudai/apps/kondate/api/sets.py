"""Meal sets of a person for programs; by an id alone also those of the catalog."""

from typing import Any

from chabudai.apps.kondate.api.answers import Answer, Listing, UndoBody, listing
from chabudai.apps.kondate.api.catalog_bodies import ItemBody, item_body
from chabudai.apps.kondate.api.recipe_bodies import NewSet, SetBody, SetChanges, set_body
from chabudai.apps.kondate.book import sets
from chabudai.apps.kondate.errors import NoSuchItem, NoSuchSet
from chabudai.apps.kondate.market import items
from chabudai.common.bodies import sent_fields
from chabudai.common.list_cursors import take_page
from chabudai.common.owner import Owner
from chabudai.table import Cursors
from chabudai.web.routes import FromPath, FromQuery, Injected, JSONBody, delete, get, patch, post

PAGE = 30


@get("/sets")
def list_sets(
    owner: Injected[Owner], cursors: Injected[Cursors], cursor: FromQuery[str | None] = None
) -> Listing[SetBody]:
    """One's own, newest first, 30 at a time. Access pattern 3."""
    list_ = {"owner": owner.username}
    page, more = take_page(cursors, "sets", list_, sets.find_all(owner), lambda row: row.set_id, cursor, PAGE)
    return listing([set_body(row) for row in page], more)


@post("/sets")
def add_set(data: JSONBody[NewSet], owner: Injected[Owner]) -> Answer[SetBody]:
    """Make a set of one's own recipes. Access pattern 3."""
    sent = sent_fields(data)
    return Answer(data=set_body(sets.add(owner, sent, sent.pop("dishes"))))


@get("/sets/{set_id:str}")
def find_set(set_id: FromPath[str], owner: Injected[Owner]) -> Answer[SetBody | ItemBody]:
    """One's own; else the published one of this id, as the catalog has it. Access pattern 3, GSI1."""
    try:
        return Answer(data=set_body(sets.find_set(owner, set_id)))
    except NoSuchSet:
        return Answer(data=_published(owner, set_id))


@patch("/sets/{set_id:str}")
def edit_set(set_id: FromPath[str], data: JSONBody[SetChanges], owner: Injected[Owner]) -> Answer[SetBody]:
    """One's own alone; starter content is copied first (403). A plan that was made of it stays."""
    sent = sent_fields(data)
    dishes: list[dict[str, Any]] | None = sent.pop("dishes", None)
    seen = sent.pop("seen", None)
    return Answer(data=set_body(sets.edit(owner, set_id, sent, dishes, seen=seen)))


@post("/sets/{set_id:str}/copy")
def copy_set(set_id: FromPath[str], owner: Injected[Owner]) -> Answer[SetBody]:
    """One that can be edited."""
    return Answer(data=set_body(sets.copy(owner, set_id)))


@delete("/sets/{set_id:str}", status_code=200)
def delete_set(set_id: FromPath[str], owner: Injected[Owner]) -> UndoBody:
    """A plan that was made of it stays."""
    return UndoBody(undo_id=sets.delete(owner, set_id))


def _published(owner: Owner, set_id: str) -> ItemBody:
    try:
        return item_body(items.find_item(owner, "SET", set_id))
    except NoSuchItem:
        raise NoSuchSet from None
