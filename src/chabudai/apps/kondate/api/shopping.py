"""The shopping list for programs: ticks by state, so that a device without a connection catches up later."""

from msgspec import UNSET

from chabudai.apps.kondate import design
from chabudai.apps.kondate.api.answers import Answer, Done, Listing, UndoBody, listing
from chabudai.apps.kondate.api.kitchen_bodies import (
    DeliveryBody,
    LineBody,
    LineChanges,
    NewLine,
    ShoppingBody,
    Ticks,
    food_body,
    line_body,
)
from chabudai.apps.kondate.book.settings import remember_shelf
from chabudai.apps.kondate.errors import NoSuchLine
from chabudai.apps.kondate.kitchen import shopping, stocking
from chabudai.apps.kondate.kitchen.acts import Outcome
from chabudai.apps.kondate.kitchen.entities import ShoppingItem
from chabudai.apps.kondate.kitchen.shopping import Tick
from chabudai.common.owner import Owner
from chabudai.common.unreadable_rows import get_readable
from chabudai.web.routes import FromPath, Injected, JSONBody, delete, get, patch, post

_LINE = "/shopping/{line_id:str}"


@get("/shopping")
def list_shopping(owner: Injected[Owner]) -> Answer[ShoppingBody]:
    """All lines, the staples too. Access pattern 5."""
    state = get_readable(owner.store, design.kitchen_state(owner.username))
    lines = shopping.find_lines(owner)
    left = sum(line.is_left for line in lines)
    revision = 0 if state is None else state.revision
    return Answer(data=ShoppingBody(lines=[line_body(line) for line in lines], left=left, revision=revision))


@post("/shopping")
def add_line(data: JSONBody[NewLine], owner: Injected[Owner]) -> Done[LineBody]:
    """Write a line down: a person's list takes 300. Access pattern 5."""
    return _done(shopping.write_down(owner, data.text, line_id=data.id))


@post("/shopping/ticks", status_code=200)
def tick(data: JSONBody[Ticks], owner: Injected[Owner]) -> Listing[LineBody]:
    """Into the basket always lands; out of it only if the device had seen the latest state. Access pattern 5.

    Of several ticks of one line the last counts. What a `device` sends again changes nothing, also after it went on.
    """
    ticks = [Tick(each.id, each.done, each.seen) for each in data.ticks]
    return listing([line_body(line) for line in shopping.tick(owner, ticks, data.device)])


@post("/shopping/stock", status_code=200)
def stock_fridge(owner: Injected[Owner]) -> Done[DeliveryBody]:
    """What is in the basket goes into the fridge in one moment; an empty basket does nothing.

    Of more than 45 lines, or than the fridge has room for (500 items), `rest` wait for another go; 422 if it is full.
    """
    outcome = stocking.stock_fridge(owner)
    items = [food_body(item) for item in outcome.result.items]
    return Done(data=DeliveryBody(items=items, rest=outcome.result.rest), undo_id=outcome.undo_id)


@patch(_LINE)
def change_line(line_id: FromPath[str], data: JSONBody[LineChanges], owner: Injected[Owner]) -> Done[LineBody]:
    """Its amount, note or shelf, or that a staple is needed; the last of what is given can be taken back."""
    outcome = Outcome(_find(owner, line_id), None)
    if data.amount is not UNSET:
        outcome = shopping.change_amount(owner, line_id, data.amount)
    if data.note is not UNSET:
        outcome = shopping.change_note(owner, line_id, data.note)
    if data.is_needed is not UNSET:
        outcome = shopping.need(owner, line_id) if data.is_needed else shopping.dismiss(owner, line_id)
    if data.shelf is not UNSET:
        remember_shelf(owner, outcome.result.name, data.shelf)
        outcome = Outcome(_find(owner, line_id), outcome.undo_id)
    return _done(outcome)


@post(f"{_LINE}/at-home", status_code=200)
def have_at_home(line_id: FromPath[str], owner: Injected[Owner]) -> Done[LineBody]:
    """What it wants is in the fridge from now on."""
    return _done(shopping.have_at_home(owner, line_id))


@delete(_LINE, status_code=200)
def dismiss_line(line_id: FromPath[str], owner: Injected[Owner]) -> UndoBody:
    """It need not be bought; a line of one's own goes."""
    return UndoBody(undo_id=shopping.dismiss(owner, line_id).undo_id)


def _find(owner: Owner, line_id: str) -> ShoppingItem:
    found = next((line for line in shopping.find_lines(owner) if line.item_id == line_id), None)
    if found is None:
        raise NoSuchLine
    return found


def _done(outcome: Outcome[ShoppingItem]) -> Done[LineBody]:
    return Done(data=line_body(outcome.result), undo_id=outcome.undo_id)
