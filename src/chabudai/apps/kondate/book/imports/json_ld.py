"""A recipe as a page tells it to programs: schema.org's Recipe in JSON-LD, in all the shapes that sites give it."""

import html
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from chabudai.apps.kondate.book import recipe_texts
from chabudai.apps.kondate.book.imports.headings import find_servings, normalise
from chabudai.apps.kondate.book.imports.pasted_text import (
    MOST_INGREDIENTS,
    MOST_STEPS,
    is_doubtful,
    make_step,
    read_ingredients,
)
from chabudai.apps.kondate.book.imports.review import RecipeReview, ReviewedIngredient, SourceLine, Use
from chabudai.common.text import clean_line, clean_prose

_DEEPEST: Final = 12
_MOST_NODES: Final = 5_000
_DURATION: Final = re.compile(
    r"P(?:(?P<days>\d{1,3})D)?(?:T(?:(?P<hours>\d{1,4})H)?(?:(?P<minutes>\d{1,5})M)?(?:[\d.]{1,8}S)?)?", re.IGNORECASE
)
_TAG: Final = re.compile(r"<[^<>]{0,500}>")
_BREAK: Final = re.compile(r"<\s*(?:br|/p|/li|/div)[^<>]{0,100}>", re.IGNORECASE)


def find_recipe(scripts: Iterable[str]) -> Mapping[str, Any] | None:
    """The first that has ingredients, else the first."""
    found = [node for script in scripts for node in _nodes(_parse(script)) if _is_recipe(node)]
    return next((node for node in found if _texts(_ingredients_of(node))), found[0] if found else None)


def read_recipe(node: Mapping[str, Any], address: str | None) -> RecipeReview:
    title = _text(node.get("name") or node.get("headline"))[:80]
    lines = [line for text in _texts(_ingredients_of(node)) for line in text.split("\n") if line.strip()]
    steps = [step for step in _steps(node.get("recipeInstructions"), 0) if step]
    servings = next(
        filter(None, (_servings(each) for each in _each(node.get("recipeYield") or node.get("yield")))), None
    )
    ingredients = [
        ReviewedIngredient(each, is_doubtful(each, line))
        for line in lines
        for each in recipe_texts.read_lines(line[:300])
    ]
    lead = clean_line(_text(node.get("description")))[:300]
    tags = _tags(node)
    found = {"title": title, "servings": servings, "ingredients": ingredients, "steps": steps}
    return RecipeReview(
        title=title,
        lead=lead,
        servings=servings,
        minutes=_minutes(node),
        ingredients=tuple(ingredients[:MOST_INGREDIENTS]),
        steps=tuple(make_step(step) for step in steps[:MOST_STEPS]),
        tags=tags,
        note="",
        source_url=address or _address(node),
        author_name=next((name[:80] for name in map(_name, _each(node.get("author"))) if name), None),
        source=tuple(_source(title, lead, lines, steps)),
        doubts=frozenset(name for name, value in found.items() if not value),
    )


def _source(title: str, lead: str, lines: list[str], steps: list[str]) -> Iterator[SourceLine]:
    """What the page said, as lines to look at beside what was read."""
    said: list[tuple[str, Use]] = [(title, "title"), (lead, "lead")]
    yield from (SourceLine(text, use) for text, use in said if text)
    for number, line in enumerate(lines):
        read = read_ingredients(line)
        is_read = number < MOST_INGREDIENTS and bool(read)
        yield SourceLine(line, "ingredient" if is_read else "unread", any(is_doubtful(each, line) for each in read))
    yield from (SourceLine(step, "step" if at < MOST_STEPS else "unread") for at, step in enumerate(steps))


def _parse(script: str) -> Any:
    """Also with comments around it, and with line breaks inside of texts, as some sites write it."""
    text = script.strip().removeprefix("<!--").removesuffix("-->").strip()
    text = text.removeprefix("//<![CDATA[").removesuffix("//]]>").strip().rstrip(";")
    for attempt in (text, html.unescape(text)):
        try:
            return json.loads(attempt, strict=False)
        except (ValueError, RecursionError):
            continue
    return None


def _nodes(document: Any) -> Iterator[Mapping[str, Any]]:
    """Every object in it, the outer ones first, as far as a page of people's goes."""
    waiting: list[tuple[Any, int]] = [(document, 0)]
    seen = 0
    while waiting and seen < _MOST_NODES:
        value, depth = waiting.pop(0)
        seen += 1
        inner: Iterable[Any] = ()
        if isinstance(value, Mapping):
            yield value
            inner = (each for each in value.values() if isinstance(each, (Mapping, list)))
        elif isinstance(value, list):
            inner = value
        if depth < _DEEPEST:
            waiting += [(each, depth + 1) for each in inner]


def _is_recipe(node: Mapping[str, Any]) -> bool:
    kinds = _each(node.get("@type"))
    return any(isinstance(kind, str) and kind.rpartition("/")[2].lower() == "recipe" for kind in kinds)


def _ingredients_of(node: Mapping[str, Any]) -> Any:
    return node.get("recipeIngredient") or node.get("ingredients")


def _steps(value: Any, depth: int) -> Iterator[str]:
    """A text, a list of texts, steps, or sections with steps in them."""
    if depth > _DEEPEST:
        return
    match value:
        case str():
            yield from (step.text for step in recipe_texts.read_steps(_text(value)))
        case list():
            for each in value[:500]:
                if isinstance(each, str):
                    yield _one_step(each)
                else:
                    yield from _steps(each, depth + 1)
        case Mapping() if value.get("itemListElement"):
            yield from _steps(value["itemListElement"], depth + 1)
        case Mapping():
            yield _one_step(value.get("text") or value.get("name") or value.get("description") or "")
        case _:
            return


def _one_step(value: Any) -> str:
    return "\n".join(step.text for step in recipe_texts.read_steps(_text(value)))


def _servings(value: Any) -> int | None:
    text = normalise(_text(value))
    number = re.fullmatch(r"\D{0,12}?(\d{1,2})\D{0,12}", text)
    return find_servings(text) or (int(number[1]) if number and 1 <= int(number[1]) <= 20 else None)


def _minutes(node: Mapping[str, Any]) -> int | None:
    """The whole time, else that of the parts."""
    total = _duration(node.get("totalTime"))
    minutes = total or _duration(node.get("prepTime")) + _duration(node.get("cookTime"))
    return minutes if 1 <= minutes <= 1440 else None


def _duration(value: Any) -> int:
    found = _DURATION.fullmatch(value.strip()) if isinstance(value, str) else None
    if found is None:
        return 0
    return int(found["days"] or 0) * 1440 + int(found["hours"] or 0) * 60 + int(found["minutes"] or 0)


def _tags(node: Mapping[str, Any]) -> tuple[str, ...]:
    said = [node.get("keywords"), node.get("recipeCategory"), node.get("recipeCuisine")]
    every = [
        tag for value in said for each in _texts(value) for tag in recipe_texts.read_tags(each.replace(" ", "\u00a0"))
    ]
    cleaned = (clean_line(tag.replace("\u00a0", " ")) for tag in every)
    return tuple(dict.fromkeys(tag for tag in cleaned if 0 < len(tag) <= 30))[:10]


def _address(node: Mapping[str, Any]) -> str | None:
    page = node.get("mainEntityOfPage")
    said = [node.get("url"), page.get("@id") if isinstance(page, Mapping) else page, node.get("@id")]
    return next((each for each in said if isinstance(each, str) and _is_address(each)), None)


def _is_address(text: str) -> bool:
    return text.startswith(("https://", "http://")) and len(text) <= 1000 and " " not in text


def _name(value: Any) -> str:
    return _text(value.get("name")) if isinstance(value, Mapping) else _text(value)


def _texts(value: Any) -> list[str]:
    return [text for text in map(_text, _each(value)) if text]


def _each(value: Any) -> list[Any]:
    return value[:500] if isinstance(value, list) else [] if value is None else [value]


def _text(value: Any) -> str:
    """Without tags, which some sites leave in it; numbers as they are."""
    if isinstance(value, list):
        return _text(value[0]) if value and not isinstance(value[0], list) else ""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return f"{value:g}"
    if not isinstance(value, str):
        return ""
    plain = html.unescape(_TAG.sub("", _BREAK.sub("\n", html.unescape(value[:40_000]))))
    return clean_prose(plain)
