"""A photo of one's own on a recipe, in the place of its drawing."""

from datetime import UTC
from typing import Final

from chabudai.adapters.objects import ObjectStorage
from chabudai.adapters.pictures import ProcessPhoto, process_photo
from chabudai.apps.kondate import design
from chabudai.apps.kondate.book import recipes
from chabudai.apps.kondate.book.entities import Recipe
from chabudai.apps.kondate.errors import NoSuchRecipe, StarterReadOnly
from chabudai.apps.kondate.kitchen.entities import CookLog, UndoRecord
from chabudai.common.owner import Owner
from chabudai.common.photos import PhotoFolder, process
from chabudai.common.store_errors import translate

_FOLDER: Final = "kondate-"


def photo_folder(objects: ObjectStorage, username: str) -> PhotoFolder:
    return PhotoFolder(objects, f"{_FOLDER}{username}")


def check_photo(content: bytes, process_photo: ProcessPhoto = process_photo) -> None:
    """Refused beside `photo` if it can't be kept: before anything else is written."""
    process(content, process_photo)


def set_photo(
    owner: Owner, objects: ObjectStorage, recipe_id: str, content: bytes, process_photo: ProcessPhoto = process_photo
) -> Recipe:
    """What can't be kept is refused beside `photo`, and nothing changes. Photos that nothing names are swept."""
    _find_own(owner, recipe_id)
    folder = photo_folder(objects, owner.username)
    stored = folder.add(process(content, process_photo))
    changes = {"image_key": stored.key, "image_tint": stored.tint}
    try:
        with translate(missing=NoSuchRecipe):
            changed = owner.store.write(design.edit_recipe(owner.username, recipe_id, changes))
    except BaseException:
        folder.remove(stored.key)
        raise
    sweep(owner, objects)
    return changed


def remove_photo(owner: Owner, objects: ObjectStorage, recipe_id: str) -> Recipe:
    """The drawing is there again."""
    _find_own(owner, recipe_id)
    with translate(missing=NoSuchRecipe):
        changed = owner.store.write(
            design.edit_recipe(owner.username, recipe_id, {"image_key": None, "image_tint": None})
        )
    sweep(owner, objects)
    return changed


def sweep(owner: Owner, objects: ObjectStorage) -> int:
    """Removes photos that no row names: a copy names the same one, and so does what can still be taken back."""
    named: set[str | None] = set()
    for row in owner.store.all(design.everything(owner.username).consistently()):
        match row:
            case Recipe() | CookLog():
                named.add(row.image_key)
            case UndoRecord():
                named |= {_key_in(image.before) for image in row.images} | {
                    _key_in(image.after) for image in row.images
                }
    return photo_folder(objects, owner.username).sweep(named, owner.clock().astimezone(UTC))


def _find_own(owner: Owner, recipe_id: str) -> Recipe:
    found = recipes.find_recipe(owner, recipe_id)
    if found.origin == "starter":
        raise StarterReadOnly
    return found


def _key_in(image: str | None) -> str | None:
    """Of a row as it is kept in JSON."""
    _, _, behind = (image or "").partition('"image_key":"')
    return behind.partition('"')[0] or None
