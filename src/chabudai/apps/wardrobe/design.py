"""The wardrobe's access patterns, AP-01 to AP-17 of the seed, on the rows of `entities`; beyond it says so."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Final, TypeAlias, TypeVar

from pydantic import BaseModel

from chabudai.apps.wardrobe.entities import (
    Access,
    Clothing,
    ClothingWearDaily,
    History,
    Link,
    Order,
    Piece,
    RememberedWardrobe,
    Sort,
    Status,
    Template,
    TemplateWearDaily,
    Thumb,
    Wardrobe,
    WardrobeTable,
    WearDaily,
    epoch_ms,
)
from chabudai.common.share_links import replace_link
from chabudai.table import (
    BatchGet,
    Delete,
    Design,
    Get,
    Gsi,
    Insert,
    Put,
    Query,
    Transaction,
    Update,
    between,
    ge,
)

Changes: TypeAlias = Mapping[str, Any]
THUMBS_AT_ONCE: Final = 80
Worn = TypeVar("Worn", bound=Piece)
Daily = TypeVar("Daily", bound=WearDaily)


class ClothingChange(BaseModel, frozen=True):
    """A piece of a record that goes or changes: as it was read, and what its figures become.

    `less` is the row of the day on which it was worn once less, None without such a row; `more` the day on which it was
    worn once more. `is_new` when the record did not have it before: then it may not be in the trash.
    """

    clothing: Clothing
    wear_count: int
    last_worn_at: int
    less: ClothingWearDaily | None = None
    more: date | None = None
    is_new: bool = False


class TemplateChange(BaseModel, frozen=True):
    template: Template
    wear_count: int
    last_worn_at: int
    less: TemplateWearDaily | None = None
    more: date | None = None
    is_new: bool = False


_BY: Mapping[Sort, Gsi] = {
    "created": WardrobeTable.by_created,
    "wearCount": WardrobeTable.by_wear,
    "lastWorn": WardrobeTable.by_worn,
}


def _thumbs(wardrobe_id: str, clothing_ids: Sequence[str]) -> BatchGet[Thumb]:
    thumbs = Thumb.batch(wardrobe_id=wardrobe_id, clothing_id=list(clothing_ids))
    return thumbs.with_trash().in_batches_of(THUMBS_AT_ONCE)


def _set_figures(piece: Worn, wear_count: int, last_worn_at: int) -> Update[Worn]:
    """Both figures at once, if they are still what was read."""
    update = type(piece).update(**piece.own_key).set(wear_count=wear_count, last_worn_at=last_worn_at)
    return update.when(wear_count=piece.wear_count, last_worn_at=piece.last_worn_at, taken_back=piece.taken_back)


def _wear_once_more(piece: Worn, day: date) -> Update[Worn]:
    update = _set_figures(piece, piece.wear_count + 1, max(piece.last_worn_at, epoch_ms(day)))
    return update.when(status="ACTIVE")


def _add_change(transaction: Transaction, name: str, change: ClothingChange | TemplateChange) -> Transaction:
    """What a change of a record does to one of its pieces, and to the days of that piece."""
    piece = change.clothing if isinstance(change, ClothingChange) else change.template
    update: Update[Any] = _set_figures(piece, change.wear_count, change.last_worn_at)
    update = update.when(status="ACTIVE") if change.is_new else update.add(taken_back=1)
    transaction = transaction.step(name, update)
    if change.less is not None:
        transaction = transaction.step(f"day before of {name}", _wear_once_less(change.less))
    if change.more is not None:
        daily = ClothingWearDaily if isinstance(change, ClothingChange) else TemplateWearDaily
        once_more = daily.upsert(**piece.own_key, day=change.more).add(count=1)
        transaction = transaction.step(f"day of {name}", once_more)
    return transaction


def _delete_unchanged(history: History) -> Delete[History]:
    """A record that gained or lost pieces since it was read has other counters to change."""
    return History.delete(**history.own_key).existing().when(clothing_ids=history.clothing_ids)


def _add_changes(
    transaction: Transaction, clothes: Sequence[ClothingChange], template: TemplateChange | None
) -> Transaction:
    if template is not None:
        transaction = _add_change(transaction, "template", template)
    for change in clothes:
        transaction = _add_change(transaction, change.clothing.clothing_id, change)
    return transaction


def _wear_once_less(daily: Daily) -> Update[Daily] | Delete[Daily]:
    """One less on a day; the last one takes the row with it."""
    if daily.count > 1:
        return type(daily).update(**daily.own_key).set(count=daily.count - 1).when(count=daily.count)
    return type(daily).delete(**daily.own_key).when(count=daily.count)


def secret_of(wardrobe: Wardrobe, access: Access) -> str | None:
    """Of the link that holds at present."""
    return wardrobe.edit_secret if access == "EDIT" else wardrobe.read_secret


def _delete_link(secret: str) -> Delete[Link]:
    return Link.delete(secret=secret)


@WardrobeTable.pattern("AP-01", "make a wardrobe")
def add_wardrobe(wardrobe: Wardrobe) -> Insert[Wardrobe]:
    return Insert(wardrobe)


@WardrobeTable.pattern("AP-02", "open a wardrobe")
def wardrobe(wardrobe_id: str) -> Get[Wardrobe]:
    return Wardrobe.get(wardrobe_id=wardrobe_id)


@WardrobeTable.pattern("AP-03", "what was worn from one day to another, latest first")
def histories_between(wardrobe_id: str, first: date, last: date) -> Query[History]:
    days = between(first, last)
    return WardrobeTable.by_date.query(History, wardrobe_id=wardrobe_id, day=days).descending()


@WardrobeTable.pattern("AP-04", "clothes, or those in the trash, in one of three orders", rows=50)
def clothes(wardrobe_id: str, sort: Sort, order: Order = "desc", status: Status = "ACTIVE") -> Query[Clothing]:
    query = _BY[sort].query(Clothing, wardrobe_id=wardrobe_id, status=status)
    return query if order == "asc" else query.descending()


@WardrobeTable.pattern("AP-05", "one piece of clothing")
def clothing(wardrobe_id: str, clothing_id: str) -> Get[Clothing]:
    return Clothing.get(wardrobe_id=wardrobe_id, clothing_id=clothing_id).with_trash()


@WardrobeTable.pattern("AP-06", "add a piece of clothing")
def add_clothing(clothing: Clothing) -> Insert[Clothing]:
    return Insert(clothing)


@WardrobeTable.pattern("AP-07", "edit a piece of clothing that is not in the trash")
def edit_clothing(wardrobe_id: str, clothing_id: str, changes: Changes) -> Update[Clothing]:
    return Clothing.update(wardrobe_id=wardrobe_id, clothing_id=clothing_id).set(**changes).when(status="ACTIVE")


@WardrobeTable.pattern("AP-08", "throw a piece of clothing into the trash")
def throw_away_clothing(wardrobe_id: str, clothing_id: str, at: int) -> Update[Clothing]:
    return Clothing.move_to_trash(at, wardrobe_id=wardrobe_id, clothing_id=clothing_id)


@WardrobeTable.pattern("AP-09", "templates, or those in the trash, in one of three orders", rows=30)
def templates(wardrobe_id: str, sort: Sort, order: Order = "desc", status: Status = "ACTIVE") -> Query[Template]:
    query = _BY[sort].query(Template, wardrobe_id=wardrobe_id, status=status)
    return query if order == "asc" else query.descending()


template_thumbs = WardrobeTable.pattern("AP-09", "pictures of the clothes of templates")(_thumbs)


@WardrobeTable.pattern("AP-10", "one template")
def template(wardrobe_id: str, template_id: str) -> Get[Template]:
    return Template.get(wardrobe_id=wardrobe_id, template_id=template_id).with_trash()


@WardrobeTable.pattern("AP-11", "add a template")
def add_template(template: Template) -> Insert[Template]:
    return Insert(template)


@WardrobeTable.pattern("AP-12", "edit a template that is not in the trash")
def edit_template(wardrobe_id: str, template_id: str, changes: Changes) -> Update[Template]:
    return Template.update(wardrobe_id=wardrobe_id, template_id=template_id).set(**changes).when(status="ACTIVE")


@WardrobeTable.pattern("AP-13", "throw a template into the trash")
def throw_away_template(wardrobe_id: str, template_id: str, at: int) -> Update[Template]:
    return Template.move_to_trash(at, wardrobe_id=wardrobe_id, template_id=template_id)


@WardrobeTable.pattern("AP-14", "what was worn, latest first, back to a day or to the beginning", rows=30)
def histories(wardrobe_id: str, since: date | None = None) -> Query[History]:
    days = {} if since is None else {"day": ge(since)}
    return WardrobeTable.by_date.query(History, wardrobe_id=wardrobe_id, **days).descending()


history_thumbs = WardrobeTable.pattern("AP-14", "pictures of the clothes of several days")(_thumbs)


@WardrobeTable.pattern("AP-15", "one record of what was worn")
def history(wardrobe_id: str, history_id: str) -> Get[History]:
    return History.get(wardrobe_id=wardrobe_id, history_id=history_id)


worn_thumbs = WardrobeTable.pattern("AP-15", "pictures and names of the clothes of a record")(_thumbs)


@WardrobeTable.pattern("AP-16", "the clothes of a record, whole")
def worn_clothes(wardrobe_id: str, clothing_ids: Sequence[str]) -> BatchGet[Clothing]:
    return Clothing.batch(wardrobe_id=wardrobe_id, clothing_id=list(clothing_ids)).with_trash().consistently()


@WardrobeTable.pattern("AP-16", "record what was worn on a day, with every counter")
def record_wear(history: History, clothes: Sequence[Clothing], template: Template | None) -> Transaction:
    """`clothes` and `template` as they were read: should they have changed meanwhile, nothing is done."""
    transaction = Transaction().step("history", Insert(history))
    if template is not None:
        daily = TemplateWearDaily.upsert(**template.own_key, day=history.day).add(count=1)
        transaction = transaction.step("template", _wear_once_more(template, history.day)).step("template day", daily)
    for piece in clothes:
        on_day = ClothingWearDaily.upsert(**piece.own_key, day=history.day).add(count=1)
        transaction = transaction.step(piece.clothing_id, _wear_once_more(piece, history.day))
        transaction = transaction.step(f"day of {piece.clothing_id}", on_day)
    return transaction


@WardrobeTable.pattern("AP-17", "the days on which a piece was worn, latest first")
def clothing_days(wardrobe_id: str, clothing_id: str) -> Query[ClothingWearDaily]:
    return WardrobeTable.query(ClothingWearDaily, wardrobe_id=wardrobe_id, clothing_id=clothing_id).descending()


@WardrobeTable.pattern("AP-17", "the days on which a template was worn, latest first")
def template_days(wardrobe_id: str, template_id: str) -> Query[TemplateWearDaily]:
    return WardrobeTable.query(TemplateWearDaily, wardrobe_id=wardrobe_id, template_id=template_id).descending()


@WardrobeTable.pattern("AP-17", "the rows of one day for the clothes of a record")
def clothing_rows(wardrobe_id: str, clothing_ids: Sequence[str], day: date) -> BatchGet[ClothingWearDaily]:
    rows = ClothingWearDaily.batch(wardrobe_id=wardrobe_id, clothing_id=list(clothing_ids), day=day)
    return rows.consistently()


@WardrobeTable.pattern("AP-17", "the row of one day for the template of a record")
def template_row(wardrobe_id: str, template_id: str, day: date) -> Get[TemplateWearDaily]:
    return TemplateWearDaily.get(wardrobe_id=wardrobe_id, template_id=template_id, day=day).consistently()


@WardrobeTable.pattern("AP-17", "delete a record of what was worn, with every counter")
def delete_history(history: History, clothes: Sequence[ClothingChange], template: TemplateChange | None) -> Transaction:
    """`history`, `clothes` and `template` as they were read: should they have changed meanwhile, nothing is done."""
    return _add_changes(Transaction().step("history", _delete_unchanged(history)), clothes, template)


@WardrobeTable.pattern("AP-18", "beyond the seed: take a piece of clothing back out of the trash")
def restore_clothing(wardrobe_id: str, clothing_id: str) -> Update[Clothing]:
    return Clothing.restore(wardrobe_id=wardrobe_id, clothing_id=clothing_id)


@WardrobeTable.pattern("AP-19", "beyond the seed: take a template back out of the trash")
def restore_template(wardrobe_id: str, template_id: str) -> Update[Template]:
    return Template.restore(wardrobe_id=wardrobe_id, template_id=template_id)


@WardrobeTable.pattern("AP-20", "beyond the seed: the days of a period on which a piece was worn")
def clothing_days_between(wardrobe_id: str, clothing_id: str, first: date, last: date) -> Query[ClothingWearDaily]:
    days = between(first, last)
    return WardrobeTable.query(ClothingWearDaily, wardrobe_id=wardrobe_id, clothing_id=clothing_id, day=days)


@WardrobeTable.pattern("AP-21", "beyond the seed: what a secret link opens")
def link(secret: str) -> Get[Link]:
    return Link.get(secret=secret)


@WardrobeTable.pattern("AP-22", "beyond the seed: a new secret link to a wardrobe, and the end of the one before it")
def reissue_link(wardrobe: Wardrobe, link: Link) -> Transaction:
    """`wardrobe` as it was read."""
    named_by = "edit_secret" if link.access == "EDIT" else "read_secret"
    old = secret_of(wardrobe, link.access)
    return replace_link(Wardrobe.update(**wardrobe.own_key), named_by, old, _delete_link, (link.secret, link))


@WardrobeTable.pattern("AP-23", "beyond the seed: the end of a wardrobe's read-only link")
def revoke_read_link(wardrobe: Wardrobe) -> Transaction:
    return replace_link(Wardrobe.update(**wardrobe.own_key), "read_secret", wardrobe.read_secret, _delete_link, None)


@WardrobeTable.pattern("AP-24", "beyond the seed: clothes last worn within a time, longest ago first", rows=50)
def clothes_last_worn(wardrobe_id: str, since: int, until: int, status: Status = "ACTIVE") -> Query[Clothing]:
    last_worn_at = between(since, until)
    return WardrobeTable.by_worn.query(Clothing, wardrobe_id=wardrobe_id, status=status, last_worn_at=last_worn_at)


@WardrobeTable.pattern("AP-25", "beyond the seed: every piece of clothing, whatever its status")
def all_clothes(wardrobe_id: str) -> Query[Clothing]:
    return WardrobeTable.query(Clothing, wardrobe_id=wardrobe_id).with_trash().consistently()


@WardrobeTable.pattern("AP-26", "beyond the seed: every template, whatever its status")
def all_templates(wardrobe_id: str) -> Query[Template]:
    return WardrobeTable.query(Template, wardrobe_id=wardrobe_id).with_trash().consistently()


@WardrobeTable.pattern("AP-27", "beyond the seed: every record of what was worn")
def all_histories(wardrobe_id: str) -> Query[History]:
    return WardrobeTable.query(History, wardrobe_id=wardrobe_id).consistently()


@WardrobeTable.pattern("AP-28", "beyond the seed: one record in the place of another, with every counter")
def replace_history(
    old: History, new: History, clothes: Sequence[ClothingChange], templates: Sequence[TemplateChange]
) -> Transaction:
    transaction = Transaction().step("history", _delete_unchanged(old)).step("new history", Insert(new))
    for each in templates:
        transaction = _add_change(transaction, each.template.template_id, each)
    for change in clothes:
        transaction = _add_change(transaction, change.clothing.clothing_id, change)
    return transaction


@WardrobeTable.pattern("AP-34", "beyond the seed: a record gains or loses pieces, with every counter")
def change_history(old: History, new: History, clothes: Sequence[ClothingChange]) -> Transaction:
    """The same record with other clothes. `old` and `clothes` as they were read: have they changed, nothing is done."""
    update = History.update(**old.own_key).set(clothing_ids=new.clothing_ids).when(clothing_ids=old.clothing_ids)
    return _add_changes(Transaction().step("history", update), clothes, None)


@WardrobeTable.pattern("AP-35", "beyond the seed: a record that was deleted comes back, with every counter")
def restore_history(
    history: History, clothes: Sequence[ClothingChange], template: TemplateChange | None
) -> Transaction:
    """`clothes` and `template` as they were read, in the trash or not."""
    return _add_changes(Transaction().step("history", Insert(history)), clothes, template)


@WardrobeTable.pattern("AP-29", "beyond the seed: figures of a piece of clothing made right")
def mend_clothing(clothing: Clothing, wear_count: int, last_worn_at: int) -> Update[Clothing]:
    """`clothing` as it was read before its days were."""
    return _set_figures(clothing, wear_count, last_worn_at)


@WardrobeTable.pattern("AP-30", "beyond the seed: figures of a template made right")
def mend_template(template: Template, wear_count: int, last_worn_at: int) -> Update[Template]:
    return _set_figures(template, wear_count, last_worn_at)


@WardrobeTable.pattern("AP-31", "beyond the seed: give a wardrobe another name")
def rename_wardrobe(wardrobe_id: str, name: str) -> Update[Wardrobe]:
    return Wardrobe.update(wardrobe_id=wardrobe_id).set(name=name)


@WardrobeTable.pattern("AP-32", "beyond the seed: a first secret link, before the wardrobe that it opens")
def add_link(link: Link) -> Insert[Link]:
    return Insert(link)


@WardrobeTable.pattern("AP-33", "beyond the seed: the end of a wardrobe and of its links, when all else of it is gone")
def forget_wardrobe(wardrobe: Wardrobe) -> Transaction:
    transaction = Transaction().step("wardrobe", Wardrobe.delete(**wardrobe.own_key))
    for number, secret in enumerate(filter(None, (wardrobe.edit_secret, wardrobe.read_secret))):
        transaction = transaction.step(f"link {number}", Link.delete(secret=secret))
    return transaction


@WardrobeTable.pattern("AP-36", "beyond the seed: the wardrobes that a person's account remembers", rows=50)
def remembered(username: str) -> Query[RememberedWardrobe]:
    return WardrobeTable.query(RememberedWardrobe, username=username).consistently()


@WardrobeTable.pattern("AP-37", "beyond the seed: what the wardrobes are that an account remembers")
def remembered_wardrobes(wardrobe_ids: Sequence[str]) -> BatchGet[Wardrobe]:
    return Wardrobe.batch(wardrobe_id=list(wardrobe_ids)).in_batches_of(THUMBS_AT_ONCE).consistently()


@WardrobeTable.pattern("AP-38", "beyond the seed: an account remembers a wardrobe, or that it was opened again")
def remember_wardrobe(row: RememberedWardrobe) -> Put[RememberedWardrobe]:
    return Put(row)


@WardrobeTable.pattern("AP-39", "beyond the seed: an account remembers a wardrobe no longer")
def forget_remembered(username: str, secret: str) -> Delete[RememberedWardrobe]:
    return RememberedWardrobe.delete(username=username, secret=secret)


design = Design("wardrobe", WardrobeTable)
