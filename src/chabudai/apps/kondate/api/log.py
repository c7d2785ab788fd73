"""The cooking log for programs: by month and by day."""

from datetime import date

from chabudai.apps.kondate.api.answers import Answer, Done, Listing, UndoBody, listing
from chabudai.apps.kondate.api.kitchen_bodies import LogBody, LogChanges, NewLogEntry, log_body
from chabudai.apps.kondate.errors import NoSuchLogEntry
from chabudai.apps.kondate.kitchen import cooking_log
from chabudai.common.bodies import sent_fields
from chabudai.common.days import Month, parse_day
from chabudai.common.owner import Owner
from chabudai.web.routes import FromPath, Injected, JSONBody, delete, get, patch, post

_DAY = "/log/{day:str}"
_ENTRY = "/log/{day:str}/{log_id:str}"


@get("/log/months/{month:str}")
def list_month(month: FromPath[str], owner: Injected[Owner]) -> Listing[LogBody]:
    """What was cooked in a month, as in 2026-11, from its first day to its last. Access pattern 8."""
    found = Month.parse(month)
    if found is None:
        raise NoSuchLogEntry
    return listing([log_body(entry) for entry in cooking_log.find_month(owner, found.year, found.number)])


@get(_DAY)
def list_day(day: FromPath[str], owner: Injected[Owner]) -> Listing[LogBody]:
    """What was cooked on a day. Access pattern 8."""
    return listing([log_body(entry) for entry in cooking_log.find_day(owner, _parse(day))])


@post("/log")
def add_entry(data: JSONBody[NewLogEntry], owner: Injected[Owner]) -> Done[LogBody]:
    """Something that was cooked without a plan. Access pattern 8."""
    outcome = cooking_log.add_entry(owner, data.day, data.title, recipe_id=data.recipe_id, servings=data.servings)
    return Done(data=log_body(outcome.result), undo_id=outcome.undo_id)


@get(_ENTRY)
def find_entry(day: FromPath[str], log_id: FromPath[str], owner: Injected[Owner]) -> Answer[LogBody]:
    """One entry."""
    return Answer(data=log_body(cooking_log.find_entry(owner, _parse(day), log_id)))


@patch(_ENTRY)
def change_entry(
    day: FromPath[str], log_id: FromPath[str], data: JSONBody[LogChanges], owner: Injected[Owner]
) -> Done[LogBody]:
    """Its memo, servings or title."""
    outcome = cooking_log.change_entry(owner, _parse(day), log_id, sent_fields(data))
    return Done(data=log_body(outcome.result), undo_id=outcome.undo_id)


@delete(_ENTRY, status_code=200)
def delete_entry(day: FromPath[str], log_id: FromPath[str], owner: Injected[Owner]) -> UndoBody:
    """The fridge stays as it is, and so does the mark on the plan; `uncook` gives back what it took for thirty days."""
    return UndoBody(undo_id=cooking_log.delete_entry(owner, _parse(day), log_id).undo_id)


def _parse(day: str) -> date:
    found = parse_day(day)
    if found is None:
        raise NoSuchLogEntry
    return found
