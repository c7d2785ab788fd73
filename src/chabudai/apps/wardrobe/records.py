"""Records: what a person writes down of a day, takes back, or writes down otherwise."""

from collections.abc import Sequence
from datetime import date

from chabudai.apps.wardrobe import design, pieces, wear_counts
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.entities import History
from chabudai.apps.wardrobe.errors import AllInTrash
from chabudai.apps.wardrobe.history import history
from chabudai.apps.wardrobe.pieces import TEMPLATES
from chabudai.apps.wardrobe.record_input import FIELDS
from chabudai.table import StepFailed, uuid7


def new_history_id() -> str:
    """For a form: what is sent twice under the same id is recorded once."""
    return f"hs_{uuid7()}"


def record_wear(
    closet: Closet,
    *,
    day: date,
    clothing_ids: Sequence[str],
    template_id: str | None = None,
    history_id: str | None = None,
) -> History:
    """AP-16: what was worn on a day, with every counter and last-worn date moved in the same transaction."""
    closet.require_edit()
    made = _new_history(closet, history_id, day, clothing_ids, template_id)
    return closet.retry(lambda: _insert(closet, made))


def record_template(closet: Closet, *, day: date, template_id: str, history_id: str | None = None) -> History:
    """AP-16 with a template's own clothes, but for those in the trash."""
    template = pieces.find_active(closet, TEMPLATES, template_id)
    worn = _active_ids(closet, template.clothing_ids)
    return record_wear(closet, day=day, clothing_ids=worn, template_id=template_id, history_id=history_id)


def repeat_record(closet: Closet, repeated_id: str, *, day: date, history_id: str | None = None) -> History:
    """AP-16 with the clothes and the template of another day, as far as they are not in the trash."""
    old = history(closet, repeated_id)
    template_id = old.template_id if _is_template_active(closet, old.template_id) else None
    worn = _active_ids(closet, old.clothing_ids)
    return record_wear(closet, day=day, clothing_ids=worn, template_id=template_id, history_id=history_id)


def delete_record(closet: Closet, history_id: str) -> History:
    """AP-17: the record as it was, for whoever wants it back."""
    closet.require_edit()
    return closet.retry(lambda: _delete(closet, history_id))


def restore_record(closet: Closet, gone: History) -> History:
    """The very record that `delete_record` gave back, whatever of it is in the trash by now."""
    closet.require_edit()
    return closet.retry(lambda: _restore(closet, gone))


def edit_record(
    closet: Closet, history_id: str, *, day: date, clothing_ids: Sequence[str], template_id: str | None = None
) -> History:
    """Another record in the place of this one, in one transaction. Clothes that it had may be in the trash by now."""
    closet.require_edit()
    made = _new_history(closet, None, day, clothing_ids, template_id)
    return closet.retry(lambda: _replace(closet, history_id, made))


def _new_history(
    closet: Closet, history_id: str | None, day: date, clothing_ids: Sequence[str], template_id: str | None
) -> History:
    fields = FIELDS.check_new({"date": day, "clothing_ids": clothing_ids, "id": history_id})
    return History(
        wardrobe_id=closet.wardrobe_id,
        history_id=fields["id"] or new_history_id(),
        created_at=closet.now(),
        day=fields["date"],
        template_id=TEMPLATES.check_id(template_id) if template_id else None,
        clothing_ids=fields["clothing_ids"],
    )


def _insert(closet: Closet, made: History) -> History:
    clothes = wear_counts.active_clothes(closet, made.clothing_ids)
    template = None if made.template_id is None else pieces.find_active(closet, TEMPLATES, made.template_id)
    kept = made.model_copy(update={"template_name": template.name if template else None})
    try:
        closet.writable_store.transact(design.record_wear(kept, clothes, template))
    except StepFailed as failure:
        if failure.step != "history":
            raise
        return history(closet, made.history_id)  # it was sent twice
    return kept


def _delete(closet: Closet, history_id: str) -> History:
    old = history(closet, history_id)
    clothes, template = wear_counts.changes_by_deletion(closet, old)
    closet.writable_store.transact(design.delete_history(old, clothes, template))
    return old


def _restore(closet: Closet, gone: History) -> History:
    clothes, template = wear_counts.changes_by_restoration(closet, gone)
    try:
        closet.writable_store.transact(design.restore_history(gone, clothes, template))
    except StepFailed as failure:
        if failure.step != "history":
            raise
        return history(closet, gone.history_id)  # it is back already
    return gone


def _replace(closet: Closet, history_id: str, made: History) -> History:
    old = history(closet, history_id)
    if (old.day, old.clothing_ids, old.template_id) == (made.day, made.clothing_ids, made.template_id):
        return old
    clothes, templates = wear_counts.changes_by_replacement(closet, old, made)
    names = {each.template.template_id: each.template.name for each in templates}
    is_same = made.template_id == old.template_id
    name = old.template_name if is_same else names.get(made.template_id or "")
    kept = made.model_copy(update={"template_name": name})
    closet.writable_store.transact(design.replace_history(old, kept, clothes, templates))
    return kept


def _active_ids(closet: Closet, clothing_ids: Sequence[str]) -> tuple[str, ...]:
    found = closet.store.batch(design.worn_thumbs(closet.wardrobe_id, clothing_ids))
    active = tuple(each.clothing_id for each in found if each is not None and each.status == "ACTIVE")
    if clothing_ids and not active:
        raise AllInTrash
    return active


def _is_template_active(closet: Closet, template_id: str | None) -> bool:
    if template_id is None:
        return False
    template = closet.store.get(design.template(closet.wardrobe_id, template_id))
    return template is not None and template.status == "ACTIVE"
