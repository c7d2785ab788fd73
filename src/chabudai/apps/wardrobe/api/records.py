"""Records for programs: what was worn when, written down, repeated, changed and deleted."""

from chabudai.apps.wardrobe import design, record_input, service
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
from chabudai.apps.wardrobe.entities import History
from chabudai.apps.wardrobe.thumbs import cards_of
from chabudai.common.bodies import sent_fields
from chabudai.web.routes import FromPath, FromQuery, Injected, JSONBody, delete, get, post, put


@get("/{key:str}/records")
def list_records(closet: Injected[Closet], cursor: FromQuery[str | None] = None) -> RecordPage:
    """AP-14: latest first, thirty at a time."""
    found = service.records(closet, cursor)
    return RecordPage(records=[record_body(closet, card) for card in found.cards], cursor=found.cursor)


@get("/{key:str}/records/{id_:str}/pieces")
def list_pieces(id_: FromPath[str], closet: Injected[Closet]) -> Pieces:
    """All that was worn, beyond the four that its thumbs show."""
    return Pieces(pieces=thumb_bodies(service.record(closet, id_).pieces))


@post("/{key:str}/records")
def add(data: JSONBody[NewRecord], closet: Injected[Closet]) -> RecordBody:
    """AP-16."""
    return _body(closet, _record(closet, data))


@get("/{key:str}/records/{id_:str}")
def find(id_: FromPath[str], closet: Injected[Closet]) -> RecordBody:
    """AP-15."""
    return _body(closet, service.history(closet, id_))


@put("/{key:str}/records/{id_:str}")
def edit(id_: FromPath[str], data: JSONBody[RecordChanges], closet: Injected[Closet]) -> RecordBody:
    """Another record in the place of this one, under an id of its own."""
    read = service.read_record(sent_fields(data))
    made = service.edit_record(closet, id_, day=read.date, clothing_ids=read.clothing_ids, template_id=read.outfit_id)
    return _body(closet, made)


@post("/{key:str}/records/{id_:str}/repeat")
def repeat(id_: FromPath[str], data: JSONBody[Repetition], closet: Injected[Closet]) -> RecordBody:
    """AP-16 with the same clothes and outfit, as far as they are not in the trash."""
    fields = record_input.FIELDS.check({"date": closet.today(), "id": None, **sent_fields(data)})
    return _body(closet, service.repeat_record(closet, id_, day=fields["date"], history_id=fields["id"]))


@delete("/{key:str}/records/{id_:str}", status_code=200)
def remove(id_: FromPath[str], closet: Injected[Closet]) -> RecordBody:
    """AP-17: the record as it was. Sent again with its id, it is back."""
    return _body(closet, service.delete_record(closet, id_))


def _record(closet: Closet, data: NewRecord) -> History:
    sent = sent_fields(data)
    if sent["outfit_id"] is not None and not sent["clothing_ids"]:
        del sent["clothing_ids"]
        fields = record_input.FIELDS.check(sent)
        outfit = {"template_id": fields["outfit_id"], "history_id": fields["id"]}
        return service.record_template(closet, day=fields["date"], **outfit)
    read = service.read_record(sent)
    return service.record_wear(
        closet, day=read.date, clothing_ids=read.clothing_ids, template_id=read.outfit_id, history_id=read.id
    )


def _body(closet: Closet, made: History) -> RecordBody:
    (card,) = cards_of(closet, [made], design.history_thumbs)
    return record_body(closet, card)
