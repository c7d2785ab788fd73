"""Photos of recipes: kept, replaced, removed, shared by copies, swept when nothing names them."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from tests.apps.kondate.household import Household

from chabudai.adapters import objects
from chabudai.apps.kondate.book import first_visit, photos, recipes
from chabudai.apps.kondate.errors import NoSuchRecipe, StarterReadOnly
from chabudai.common.photos import NoSuchPhoto, NotAPhoto, photo_name

FORM = {"title": "肉じゃが", "ingredients": "じゃがいも 3個", "steps": "煮る。"}


def photo() -> bytes:
    content = BytesIO()
    Image.new("RGB", (64, 48), "brown").save(content, "PNG")
    return content.getvalue()


def test_a_photo_takes_the_place_of_the_drawing_and_goes_again(home: Household, tmp_path: Path) -> None:
    kept = objects.open(str(tmp_path))
    made = recipes.add(home.owner(), FORM)
    shown = photos.set_photo(home.owner(), kept, made.recipe_id, photo())
    folder = photos.photo_folder(kept, "hanako")
    assert folder.read(photo_name(shown.image_key) or "", "thumb")[:4] == b"RIFF"
    assert shown.image_tint
    bare = photos.remove_photo(home.owner(), kept, made.recipe_id)
    assert (bare.image_key, bare.image_tint, bare.picture) == (None, None, made.picture)


def test_what_is_no_photo_changes_nothing(home: Household, tmp_path: Path) -> None:
    kept = objects.open(str(tmp_path))
    made = recipes.add(home.owner(), FORM)
    with pytest.raises(NotAPhoto):
        photos.set_photo(home.owner(), kept, made.recipe_id, b"<svg/>")
    assert recipes.find_recipe(home.owner(), made.recipe_id) == made
    assert list(kept.list("kondate-hanako")) == []


def test_nobody_else_reaches_a_photo_and_starter_content_has_none(home: Household, tmp_path: Path) -> None:
    kept = objects.open(str(tmp_path))
    made = recipes.add(home.owner(), FORM)
    taro = home.owner("taro")
    first_visit.welcome(taro, name="太郎", language="ja", page_language="ja")
    with pytest.raises(NoSuchRecipe):
        photos.set_photo(taro, kept, made.recipe_id, photo())
    with pytest.raises(StarterReadOnly):
        photos.set_photo(taro, kept, recipes.find_all(taro)[0].recipe_id, photo())
    shown = photos.set_photo(home.owner(), kept, made.recipe_id, photo())
    with pytest.raises(NoSuchPhoto):
        photos.photo_folder(kept, "taro").read(photo_name(shown.image_key) or "", "large")


def test_a_photo_stays_as_long_as_a_copy_or_an_undo_names_it(home: Household, tmp_path: Path) -> None:
    kept = objects.open(str(tmp_path))
    owner = home.owner()
    made = recipes.add(owner, FORM)
    key = photos.set_photo(owner, kept, made.recipe_id, photo()).image_key
    copied = recipes.copy(owner, made.recipe_id)
    photos.remove_photo(owner, kept, made.recipe_id)
    undo = recipes.delete(owner, copied.recipe_id)
    photos.sweep(owner, kept)
    assert recipes.restore(owner, undo).image_key == key
    assert photos.photo_folder(kept, "hanako").read(photo_name(key) or "", "large")
    photos.remove_photo(owner, kept, copied.recipe_id)
    assert list(kept.list("kondate-hanako")) == []
