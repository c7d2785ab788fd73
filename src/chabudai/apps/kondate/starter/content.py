"""Reads the starter content from its files: recipes/*.toml, sets.toml, tags.toml and categories.toml."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, get_args

from chabudai.apps.kondate.amounts import read_ingredients
from chabudai.apps.kondate.kitchen.foods import find_food
from chabudai.apps.kondate.pictures import read_picture
from chabudai.apps.kondate.starter.values import (
    KINDS,
    Language,
    StarterCategory,
    StarterDish,
    StarterIngredient,
    StarterRecipe,
    StarterSet,
    StarterStep,
)

FOLDER: Final = Path(__file__).parent
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)
_TIMER: Final = re.compile(r"\[(?P<minutes>\d+)\] (?P<text>.+)")


@cache
def load_recipes(language: Language) -> tuple[StarterRecipe, ...]:
    """All of them, in the order of the files."""
    tags = _load_tags(language)
    return tuple(_read_recipe(key, row, language, tags) for key, row in _recipe_rows())


@cache
def load_sets(language: Language) -> tuple[StarterSet, ...]:
    tags = _load_tags(language)
    rows: dict[str, dict[str, Any]] = _load("sets.toml")
    return tuple(_read_set(key, row, language, tags) for key, row in rows.items())


@cache
def load_categories(language: Language) -> tuple[StarterCategory, ...]:
    """One for each kind of dish."""
    side = LANGUAGES.index(language)
    rows = _load("categories.toml")
    return tuple(StarterCategory(kind, rows[kind]["name"][side], rows[kind]["colour"]) for kind in KINDS)


def find_recipe(key: str, language: Language) -> StarterRecipe | None:
    return _by_key(language).get(key)


@cache
def tag_names(key: str) -> frozenset[str]:
    """What a tag of the starter content is called in any language."""
    return frozenset(_load("tags.toml")[key])


@cache
def _by_key(language: Language) -> Mapping[str, StarterRecipe]:
    return MappingProxyType({recipe.key: recipe for recipe in load_recipes(language)})


def _recipe_rows() -> Iterator[tuple[str, dict[str, Any]]]:
    for path in sorted((FOLDER / "recipes").glob("*.toml")):
        yield from _load(f"recipes/{path.name}").items()


def _load(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))


@cache
def _load_tags(language: Language) -> Mapping[str, str]:
    side = LANGUAGES.index(language)
    return {key: names[side] for key, names in _load("tags.toml").items()}


def _read_recipe(key: str, row: dict[str, Any], language: Language, tags: Mapping[str, str]) -> StarterRecipe:
    side = LANGUAGES.index(language)
    return StarterRecipe(
        key=key,
        kind=row["kind"],
        title=row["title"][side],
        lead=row["lead"][side],
        tip=row["tip"][side],
        tags=tuple(tags[tag] for tag in row["tags"].split()),
        minutes=row["minutes"],
        servings=row["servings"],
        ingredients=tuple(_read_ingredients(row["ingredients"], side)),
        steps=tuple(_read_steps(row["steps"], side)),
        picture=read_picture(row["picture"]),
    )


def _read_ingredients(text: str, side: int) -> Iterator[StarterIngredient]:
    """Japanese before the bar, English behind it; a heading names the group below it."""
    lines = [line.split(" | ")[side] for line in text.strip().splitlines()]
    written = iter(line for line in lines if not line.startswith("【") and not line.endswith(":"))
    for read in read_ingredients("\n".join(lines)):
        food = find_food(read.name)
        yield StarterIngredient(text=next(written), line=read, shelf=food.shelf, is_staple=food.is_staple)


def _read_steps(text: str, side: int) -> Iterator[StarterStep]:
    """A step is two lines, Japanese and English; the timer stands before the first."""
    for block in text.strip().split("\n\n"):
        japanese, english = block.splitlines()
        timer = _TIMER.fullmatch(japanese)
        minutes = int(timer["minutes"]) if timer else None
        yield StarterStep((timer["text"] if timer else japanese, english)[side], minutes)


def _read_set(key: str, row: dict[str, Any], language: Language, tags: Mapping[str, str]) -> StarterSet:
    side = LANGUAGES.index(language)
    return StarterSet(
        key=key,
        title=row["title"][side],
        note=row["note"][side],
        tags=tuple(tags[tag] for tag in row["tags"].split()),
        dishes=tuple(_read_dish(dish) for dish in row["dishes"]),
    )


def _read_dish(text: str) -> StarterDish:
    """gyoza, or on a day of the set: 2 gyoza."""
    day, _, recipe = text.rpartition(" ")
    return StarterDish(recipe, int(day) if day else None)
