"""Outfits: clothes that go together, which the seed calls templates."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from chabudai.apps.wardrobe import design, pieces
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.entities import Clothing, Order, Sort, Template, TemplateWearDaily
from chabudai.apps.wardrobe.messages import gettext
from chabudai.apps.wardrobe.pieces import TEMPLATES, name_contains
from chabudai.apps.wardrobe.thumbs import Cards, Thumbnail, card_page, thumbnails
from chabudai.apps.wardrobe.wear_counts import active_clothes
from chabudai.common.fields import Fields
from chabudai.common.text import fold_search
from chabudai.table import Page

FIELDS: Final = Fields(Template, "name", "clothing_ids")
"""What is told of an outfit: by forms, by programs, and in files."""


@dataclass(frozen=True, slots=True)
class Outfit:
    """A template with each of its pieces, in order."""

    template: Template
    pieces: tuple[Thumbnail, ...]


def templates(
    closet: Closet,
    sort: Sort,
    order: Order,
    text: str = "",
    is_worn: bool | None = None,
    cursor: str | None = None,
    rows: int | None = None,
    known: Iterable[Clothing] = (),
) -> Cards[Template]:
    """AP-09: thirty at a time; `text` is sought in their names, `is_worn` False leaves those that were never worn.

    Pieces that are `known` are not asked for to be shown.
    """
    condition = name_contains(text) & pieces.is_worn(is_worn)
    query = design.templates(closet.wardrobe_id, sort, order).filter(condition)
    return card_page(closet, closet.page(query, cursor, rows), design.template_thumbs, known)


def templates_in_trash(closet: Closet, cursor: str | None = None) -> Cards[Template]:
    """AP-09: what was thrown away, the last added first."""
    page = closet.page(design.templates(closet.wardrobe_id, "created", "desc", "DELETED"), cursor)
    return card_page(closet, page, design.template_thumbs)


def template(closet: Closet, template_id: str) -> Template:
    """AP-10, in the trash or not."""
    return pieces.find(closet, TEMPLATES, template_id)


def active_template(closet: Closet, template_id: str) -> Template:
    """AP-10, for who is about to change it: TemplateInTrash when it is there."""
    return pieces.find_active(closet, TEMPLATES, template_id)


def outfit(closet: Closet, template_id: str) -> Outfit:
    """AP-10, with the pictures of its pieces."""
    found = template(closet, template_id)
    seen = thumbnails(closet, found.clothing_ids, design.template_thumbs)
    return Outfit(found, tuple(seen[piece] for piece in found.clothing_ids))


def days_of_template(
    closet: Closet, template_id: str, cursor: str | None = None, rows: int | None = None
) -> Page[TemplateWearDaily]:
    """The days on which it was worn, latest first."""
    return closet.page(design.template_days(closet.wardrobe_id, TEMPLATES.check_id(template_id)), cursor, rows)


def add_template(closet: Closet, *, name: str, clothing_ids: Sequence[str]) -> Template:
    """AP-11: of clothes that are not in the trash."""
    closet.require_edit()
    fields = FIELDS.check_new({"name": name, "clothing_ids": clothing_ids})
    active_clothes(closet, fields["clothing_ids"])
    return _insert(closet, fields["name"], fields["clothing_ids"])


def edit_template(closet: Closet, template_id: str, *, name: str, clothing_ids: Sequence[str]) -> Template:
    """AP-12: pieces that it had may be in the trash by now, those that are added may not."""
    closet.require_edit()
    fields = FIELDS.check_new({"name": name, "clothing_ids": clothing_ids})
    before = template(closet, template_id)
    if added := [piece for piece in fields["clothing_ids"] if piece not in before.clothing_ids]:
        active_clothes(closet, added)
    return pieces.change(closet, TEMPLATES, template_id, {**fields, "search_name": fold_search(fields["name"])})


def clone_template(closet: Closet, template_id: str) -> Template:
    """Another of the same clothes, those in the trash included, worn by nobody yet."""
    closet.require_edit()
    source = template(closet, template_id)
    copy = gettext("%(name)s (copy)", name=source.name)
    longest = FIELDS["name"].longest or len(copy)
    return _insert(closet, copy if len(copy) <= longest else source.name, source.clothing_ids)


def throw_away_template(closet: Closet, template_id: str) -> Template:
    """AP-13."""
    return pieces.throw_away(closet, TEMPLATES, template_id)


def restore_template(closet: Closet, template_id: str) -> Template:
    """AP-19."""
    return pieces.restore(closet, TEMPLATES, template_id)


def _insert(closet: Closet, name: str, clothing_ids: tuple[str, ...]) -> Template:
    made = Template(
        wardrobe_id=closet.wardrobe_id,
        name=name,
        search_name=fold_search(name),
        created_at=closet.now(),
        clothing_ids=clothing_ids,
    )
    return closet.writable_store.write(design.add_template(made))
