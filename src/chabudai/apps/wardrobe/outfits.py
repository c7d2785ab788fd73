"""Outfits: clothes that go together, which the seed calls templates."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from chabudai.apps.wardrobe import design, rules
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.clothes import named
from chabudai.apps.wardrobe.design import Order, Sort, Status, Template, TemplateWearDaily
from chabudai.apps.wardrobe.errors import NoSuchOrder, NoSuchTemplate, TemplateInTrash
from chabudai.apps.wardrobe.messages import gettext
from chabudai.apps.wardrobe.thumbs import Cards, Small, page_of, smalls
from chabudai.apps.wardrobe.wearing import active_clothes
from chabudai.table import ConditionNotMet, ItemNotFound, Page, Query, Update, gt, where

_LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class Outfit:
    """A template with each of its pieces, in order."""

    template: Template
    pieces: tuple[Small, ...]


def templates(
    closet: Closet,
    sort: Sort,
    order: Order,
    text: str = "",
    is_worn: bool | None = None,
    cursor: str | None = None,
    rows: int | None = None,
) -> Cards[Template]:
    """AP-09: thirty at a time; `text` is sought in their names, `is_worn` False leaves those that were never worn."""
    condition = named(text) if is_worn is None else named(text) & where(wear_count=gt(0) if is_worn else 0)
    query = _ordered(closet, sort, order, "ACTIVE").filter(condition)
    return page_of(closet, closet.page(query, cursor, rows), design.template_thumbs)


def templates_in_trash(closet: Closet, cursor: str | None = None) -> Cards[Template]:
    """AP-09: what was thrown away, the last added first."""
    page = closet.page(_ordered(closet, "created", "desc", "DELETED"), cursor)
    return page_of(closet, page, design.template_thumbs)


def template(closet: Closet, template_id: str) -> Template:
    """AP-10, in the trash or not."""
    found = closet.store.get(design.template(closet.wardrobe_id, _known(template_id)))
    if found is None:
        raise NoSuchTemplate
    return found


def outfit(closet: Closet, template_id: str) -> Outfit:
    """AP-10, with the pictures of its pieces."""
    found = template(closet, template_id)
    seen = smalls(closet, found.clothing_ids, design.template_thumbs)
    return Outfit(found, tuple(seen[piece] for piece in found.clothing_ids))


def days_of_template(
    closet: Closet, template_id: str, cursor: str | None = None, rows: int | None = None
) -> Page[TemplateWearDaily]:
    """The days on which it was worn, latest first."""
    return closet.page(design.template_days(closet.wardrobe_id, _known(template_id)), cursor, rows)


def add_template(closet: Closet, *, name: str, clothing_ids: Sequence[str]) -> Template:
    """AP-11: of clothes that are not in the trash."""
    closet.must_be_mine()
    chosen = rules.clothing_ids(clothing_ids)
    active_clothes(closet, chosen)
    return _added(closet, rules.name(name), chosen)


def edit_template(closet: Closet, template_id: str, *, name: str, clothing_ids: Sequence[str]) -> Template:
    """AP-12: pieces that it had may be in the trash by now, those that are added may not."""
    closet.must_be_mine()
    called, chosen = rules.name(name), rules.clothing_ids(clothing_ids)
    before = template(closet, template_id)
    if added := [piece for piece in chosen if piece not in before.clothing_ids]:
        active_clothes(closet, added)
    return _changed(closet, before, {"name": called, "search_name": rules.folded(called), "clothing_ids": chosen})


def clone_template(closet: Closet, template_id: str) -> Template:
    """Another of the same clothes, those in the trash included, worn by nobody yet."""
    closet.must_be_mine()
    source = template(closet, template_id)
    copy = gettext("%(name)s (copy)", name=source.name)
    return _added(closet, copy if len(copy) <= _LONGEST_NAME else source.name, source.clothing_ids)


def throw_away_template(closet: Closet, template_id: str) -> Template:
    """AP-13: into the trash, from which it can be taken back. One that is there stays there."""
    return _turned(closet, design.throw_away_template(closet.wardrobe_id, _known(template_id), closet.now()))


def restore_template(closet: Closet, template_id: str) -> Template:
    """AP-19."""
    return _turned(closet, design.restore_template(closet.wardrobe_id, _known(template_id)))


def _ordered(closet: Closet, sort: Sort, order: Order, status: Status) -> Query[Template]:
    if sort not in get_args(Sort) or order not in get_args(Order):
        raise NoSuchOrder
    return design.templates(closet.wardrobe_id, sort, order, status)


def _added(closet: Closet, name: str, clothing_ids: tuple[str, ...]) -> Template:
    made = Template(
        wardrobe_id=closet.wardrobe_id,
        name=name,
        search_name=rules.folded(name),
        created_at=closet.now(),
        clothing_ids=clothing_ids,
    )
    return closet.writing.write(design.add_template(made))


def _changed(closet: Closet, before: Template, fields: Mapping[str, Any]) -> Template:
    try:
        return closet.writing.write(design.edit_template(closet.wardrobe_id, before.template_id, fields))
    except ItemNotFound as nothing:
        raise NoSuchTemplate from nothing
    except ConditionNotMet as otherwise:
        raise TemplateInTrash(before.name) from otherwise


def _turned(closet: Closet, update: Update[Template]) -> Template:
    try:
        return closet.writing.write(update)
    except ItemNotFound as nothing:
        raise NoSuchTemplate from nothing
    except ConditionNotMet:
        return template(closet, update.key["template_id"])


def _known(template_id: str) -> str:
    if not rules.is_id(template_id):
        raise NoSuchTemplate
    return template_id
