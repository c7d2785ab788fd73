"""The fridge for programs: put in, changed, used up or thrown out, and back from its trash."""

from chabudai.apps.kondate.api.answers import Done, Listing, UndoBody, listing
from chabudai.apps.kondate.api.kitchen_bodies import FoodBody, FoodChanges, GoneFoodBody, NewFood, food_body
from chabudai.apps.kondate.kitchen import fridge
from chabudai.apps.kondate.kitchen.entities import Departure
from chabudai.common.bodies import fill, sent_fields
from chabudai.common.list_cursors import refuse_wrong_cursor
from chabudai.common.owner import Owner
from chabudai.web.routes import FromPath, FromQuery, Injected, JSONBody, delete, get, patch, post

_ITEM = "/fridge/{item_id:str}"


@get("/fridge")
def list_fridge(owner: Injected[Owner]) -> Listing[FoodBody]:
    """Soonest date first, those without one last. Access pattern 6."""
    return listing([food_body(item) for item in fridge.find_items(owner)])


@post("/fridge")
def put_in(data: JSONBody[NewFood], owner: Injected[Owner]) -> Done[FoodBody]:
    """The same thing with the same unit and date is added to what is there; it takes 500 items. Access pattern 6."""
    outcome = fridge.put_in(owner, data.text, best_before=data.best_before, place=data.place)
    return Done(data=food_body(outcome.result), undo_id=outcome.undo_id)


@patch(_ITEM)
def change_item(item_id: FromPath[str], data: JSONBody[FoodChanges], owner: Injected[Owner]) -> Done[FoodBody]:
    """A date that is given is no guess any more."""
    outcome = fridge.change_item(owner, item_id, sent_fields(data))
    return Done(data=food_body(outcome.result), undo_id=outcome.undo_id)


@delete(_ITEM, status_code=200)
def take_out(item_id: FromPath[str], owner: Injected[Owner], departure: FromQuery[Departure] = "used") -> UndoBody:
    """Used up (`used`) or thrown out (`thrown`): into the trash for thirty days. Also when it was out already."""
    return UndoBody(undo_id=fridge.take_out(owner, item_id, departure).undo_id)


@get("/fridge/trash")
def list_trash(owner: Injected[Owner], cursor: FromQuery[str | None] = None) -> Listing[GoneFoodBody]:
    """What left the fridge, the latest first. Access pattern 6."""
    with refuse_wrong_cursor():
        page = fridge.find_deleted(owner, cursor)
    return listing([fill(GoneFoodBody, row) for row in page], page.cursor)


@post("/fridge/trash/{deleted_at:str}/{item_id:str}/restore", status_code=200)
def restore(deleted_at: FromPath[str], item_id: FromPath[str], owner: Injected[Owner]) -> Done[FoodBody]:
    """With its note, date and place. `deletedAt` as the trash tells it. Access pattern 6."""
    outcome = fridge.restore(owner, fridge.parse_departure(deleted_at), item_id)
    return Done(data=food_body(outcome.result), undo_id=outcome.undo_id)
