"""The form of a recipe: filled in from one, read back, and shown with what is made of it while one types."""

from collections.abc import Sequence
from typing import Any, Final

from litestar import Response

from chabudai.adapters.objects import ObjectStorage
from chabudai.adapters.pictures import process_photo
from chabudai.apps.kondate.book import categories, photos, recipe_texts, recipes
from chabudai.apps.kondate.book.entities import Recipe
from chabudai.apps.kondate.book.imports import SourceLine
from chabudai.apps.kondate.book.photos import photo_folder
from chabudai.apps.kondate.pages.book.picture_choices import choose, list_choices, spell
from chabudai.apps.kondate.pages.book.reading_view import read_form
from chabudai.apps.kondate.pages.book.shown_recipes import photo_url
from chabudai.apps.kondate.pages.readers import reader_language
from chabudai.apps.kondate.pages.shell import Shell
from chabudai.apps.kondate.picture_words import guess_picture
from chabudai.common.form_fields import FormFields
from chabudai.common.owner import Owner
from chabudai.common.photos import HEAVIEST, WAITING_FIELD, keep_photo, read_photo
from chabudai.web.forms import Form
from chabudai.web.pages import Pages

_FIELDS: Final = FormFields(recipes.RECIPE_FIELDS)


def fill(recipe: Recipe) -> Form:
    said = {
        "title": recipe.title,
        "lead": recipe.lead,
        "servings": str(recipe.servings),
        "minutes": "" if recipe.minutes is None else str(recipe.minutes),
        "ingredients": recipe_texts.write_lines(recipe.ingredients),
        "steps": recipe_texts.write_steps(recipe.steps),
        "tags": _write_tags(recipe.tags),
        "category_id": recipe.category_id or "",
        "note": recipe.note or "",
        "source_url": recipe.source_url or "",
        "author_name": recipe.author_name or "",
        "picture": _chosen_picture(recipe),
        "seen": recipes.stamp(recipe),
    }
    return Form.of(**said)


def read(form: Form) -> dict[str, Any]:
    """As `recipes.add` and `recipes.edit` take it."""
    picture = choose(form["picture"], form["title"])
    return {**_FIELDS.read(form), "picture_kind": picture.kind, "picture_palette": picture.palette}


def read_new_photo(owner: Owner, objects: ObjectStorage, form: Form) -> bytes | None:
    """Looked at before anything is written, so that a file that is no photo leaves nothing behind."""
    content = read_photo(form, photo_folder(objects, owner.username))
    if content is not None:
        photos.check_photo(content)
    return content


def show(
    owner: Owner,
    objects: ObjectStorage,
    shell: Shell,
    pages: Pages,
    form: Form,
    *,
    recipe: Recipe | None = None,
    source: Sequence[SourceLine] | None = None,
    doubts: frozenset[str] = frozenset(),
) -> Response[str]:
    """A new one without `recipe`; with `source` it is what was read from elsewhere, to be looked over."""
    kept = keep_photo(form, photo_folder(objects, owner.username), process_photo) if form.errors else form
    waiting = kept[WAITING_FIELD]
    is_changed = recipe is not None and kept["seen"] != recipes.stamp(recipe)
    return pages.page(
        "kondate/recipe_review.html" if source is not None else "kondate/recipe_editor.html",
        shell=shell,
        recipe=recipe,
        form=kept,
        errors=kept.errors,
        reading=read_form(kept, is_import=source is not None),
        choices=list_choices(reader_language()),
        categories=categories.find_all(owner),
        photo=photo_url(f"/{waiting}" if waiting else recipe.image_key if recipe is not None else None, "large"),
        waiting=waiting,
        heaviest=HEAVIEST,
        other=fill(recipe) if recipe is not None and is_changed else None,
        seen=recipes.stamp(recipe) if recipe is not None else "",
        source=source,
        doubts=doubts,
    )


def _chosen_picture(recipe: Recipe) -> str:
    """Empty where it is the one that the title calls for: then it follows the title."""
    if recipe.picture is None or recipe.picture == guess_picture(recipe.title):
        return ""
    return spell(recipe.picture)


def _write_tags(tags: Sequence[str]) -> str:
    """With a comma even behind a single one that has a space in it: without any, spaces divide."""
    comma = ", " if reader_language() == "en" else "、"
    return f"{tags[0]}{comma}" if len(tags) == 1 and " " in tags[0] else comma.join(tags)
