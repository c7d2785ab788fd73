"""Records for programs: what was worn when, written down, repeated, changed and deleted."""

from chabudai.apps.wardrobe import days, design, service
from chabudai.apps.wardrobe.api.bodies import (
    NewRecord,
    Pieces,
    RecordBody,
    RecordChanges,
    RecordPage,
    Repetition,
    record_body,
    thumb_bodies,
)
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.design import History
from chabudai.apps.wardrobe.history import history
from chabudai.apps.wardrobe.thumbs import cards_of
from chabudai.web.routes import FromPath, FromQuery, Injected, JSONBody, delete, get, post, put


@get("/{key:str}/records")
def listed(closet: Injected[Closet], cursor: FromQuery[str | None] = None) -> RecordPage:
    """AP-14: latest first, thirty at a time."""
    found = service.records(closet, cursor)
    return RecordPage(records=[record_body(closet, card) for card in found.cards], cursor=found.cursor)


@post("/{key:str}/records")
def record(data: JSONBody[NewRecord], closet: Injected[Closet]) -> RecordBody:
    """AP-16."""
    return _body(closet, _recorded(closet, data))


@get("/{key:str}/records/{id_:str}")
def look(id_: FromPath[str], closet: Injected[Closet]) -> RecordBody:
    """AP-15."""
    return _body(closet, history(closet, id_))


@get("/{key:str}/records/{id_:str}/pieces")
def pieces(id_: FromPath[str], closet: Injected[Closet]) -> Pieces:
    """All that was worn, beyond the four that its thumbs show."""
    return Pieces(pieces=thumb_bodies(service.record(closet, id_).pieces))


@put("/{key:str}/records/{id_:str}")
def change(id_: FromPath[str], data: JSONBody[RecordChanges], closet: Injected[Closet]) -> RecordBody:
    """Another record in the place of this one, under an id of its own."""
    day = days.parsed(data.date)
    made = service.edit_record(closet, id_, day=day, clothing_ids=data.clothing_ids, template_id=data.outfit_id)
    return _body(closet, made)


@post("/{key:str}/records/{id_:str}/repeat")
def repeat(id_: FromPath[str], data: JSONBody[Repetition], closet: Injected[Closet]) -> RecordBody:
    """AP-16 with the same clothes and outfit, as far as they are not in the trash."""
    day = closet.today() if data.date is None else days.parsed(data.date)
    return _body(closet, service.repeat_record(closet, id_, day=day, history_id=data.id))


@delete("/{key:str}/records/{id_:str}", status_code=200)
def remove(id_: FromPath[str], closet: Injected[Closet]) -> RecordBody:
    """AP-17: the record as it was. Sent again with its id, it is back."""
    return _body(closet, service.delete_record(closet, id_))


HANDLERS = (listed, record, look, pieces, change, repeat, remove)


def _recorded(closet: Closet, data: NewRecord) -> History:
    day = days.parsed(data.date)
    if data.outfit_id is not None and not data.clothing_ids:
        return service.record_template(closet, day=day, template_id=data.outfit_id, history_id=data.id)
    return service.record_wear(
        closet, day=day, clothing_ids=data.clothing_ids, template_id=data.outfit_id, history_id=data.id
    )


def _body(closet: Closet, made: History) -> RecordBody:
    (card,) = cards_of(closet, [made], design.history_thumbs)
    return record_body(closet, card)
