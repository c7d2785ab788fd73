"""Categories of the book for programs."""

from chabudai.apps.kondate.api.answers import Answer, Listing, UndoBody, listing
from chabudai.apps.kondate.api.recipe_bodies import CategoryBody, CategoryChanges, NewCategory, category_body
from chabudai.apps.kondate.book import categories
from chabudai.common.bodies import sent_fields
from chabudai.common.owner import Owner
from chabudai.web.routes import FromPath, Injected, JSONBody, delete, get, patch, post


@get("/categories")
def list_categories(owner: Injected[Owner]) -> Listing[CategoryBody]:
    """In their order, the hidden ones too. Access pattern 7."""
    return listing([category_body(each) for each in categories.find_all(owner)])


@post("/categories")
def add_category(data: JSONBody[NewCategory], owner: Injected[Owner]) -> Answer[CategoryBody]:
    """At the end; 409 when the name is taken. Access pattern 7."""
    return Answer(data=category_body(categories.add(owner, sent_fields(data))))


@patch("/categories/{category_id:str}")
def edit_category(
    category_id: FromPath[str], data: JSONBody[CategoryChanges], owner: Injected[Owner]
) -> Answer[CategoryBody]:
    """Rename it, colour it, hide it, or move it."""
    sent = sent_fields(data)
    place = sent.pop("place", None)
    after = categories.edit(owner, category_id, sent)
    if place is not None:
        moved = categories.move(owner, category_id, place)
        after = next(each for each in moved if each.category_id == category_id)
    return Answer(data=category_body(after))


@delete("/categories/{category_id:str}", status_code=200)
def delete_category(category_id: FromPath[str], owner: Injected[Owner]) -> UndoBody:
    """Its recipes stay, without a category."""
    return UndoBody(undo_id=categories.delete(owner, category_id))
