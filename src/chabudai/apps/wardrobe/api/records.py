"""Records for programs: what was worn when, written down, changed and deleted."""

from chabudai.apps.wardrobe import days, service
from chabudai.apps.wardrobe.api.bodies import NewRecord, RecordBody, RecordPage, record_body
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.design import History
from chabudai.apps.wardrobe.history import history
from chabudai.web.routes import FromPath, FromQuery, Given, JSONBody, delete, get, post, put


@get("/{key:str}/records")
def listed(closet: Given[Closet], cursor: FromQuery[str | None] = None) -> RecordPage:
    """AP-14: latest first, thirty at a time."""
    found = service.records(closet, cursor)
    return RecordPage(records=[record_body(card.row) for card in found.cards], cursor=found.cursor)


@post("/{key:str}/records")
def record(data: JSONBody[NewRecord], closet: Given[Closet]) -> RecordBody:
    """AP-16."""
    return record_body(_recorded(closet, data))


@get("/{key:str}/records/{id_:str}")
def look(id_: FromPath[str], closet: Given[Closet]) -> RecordBody:
    """AP-15."""
    return record_body(history(closet, id_))


@put("/{key:str}/records/{id_:str}")
def change(id_: FromPath[str], data: JSONBody[NewRecord], closet: Given[Closet]) -> RecordBody:
    """Another record in the place of this one, under an id of its own."""
    day = days.parsed(data.date)
    made = service.edit_record(closet, id_, day=day, clothing_ids=data.clothing_ids, template_id=data.outfit_id)
    return record_body(made)


@delete("/{key:str}/records/{id_:str}", status_code=200)
def remove(id_: FromPath[str], closet: Given[Closet]) -> RecordBody:
    """AP-17: the record as it was. Sent again with its id, it is back."""
    return record_body(service.delete_record(closet, id_))


HANDLERS = (listed, record, look, change, remove)


def _recorded(closet: Closet, data: NewRecord) -> History:
    day = days.parsed(data.date)
    if data.outfit_id is not None and not data.clothing_ids:
        return service.record_template(closet, day=day, template_id=data.outfit_id, history_id=data.id)
    return service.record_wear(
        closet, day=day, clothing_ids=data.clothing_ids, template_id=data.outfit_id, history_id=data.id
    )
