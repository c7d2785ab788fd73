"""A recipe as somebody pasted it: title, servings, ingredients and steps in Japanese or English, line by line."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from chabudai.apps.kondate.amounts import is_japanese, read_quantity
from chabudai.apps.kondate.book import recipe_texts
from chabudai.apps.kondate.book.entities import CookStep, Ingredient
from chabudai.apps.kondate.book.imports import headings
from chabudai.apps.kondate.book.imports.headings import Section, normalise
from chabudai.apps.kondate.book.imports.review import RecipeReview, ReviewedIngredient, SourceLine, Use
from chabudai.common.text import clean_line, clean_prose

MOST_LINES: Final = 1_500
LONGEST_LINE: Final = 2_000
MOST_INGREDIENTS, MOST_STEPS, LONGEST_STEP = 50, 30, 1_000
_LONGEST_INGREDIENT: Final = 90

_NUMBERED: Final = re.compile(
    r"(?:step|手順|工程)?\s*(?:[(（]?(?P<number>\d{1,2})\s*(?:[.)．）、:]|\s(?=[^\d\s/½¼¾⅓⅔])))\s*(?P<text>.*)",
    re.IGNORECASE,
)
_STEP_ALONE: Final = re.compile(r"(?:step|手順|工程)\s*\d{1,2}\s*[:.]?|\d{1,2}\.?", re.IGNORECASE)
_BESIDE: Final = re.compile(r"^[※*★☆]\s*\S")
_LEADERS: Final = re.compile(r"[…‥]+|[・.]{3,}|\s*\|\s*|[-–—_]{3,}")
_SENTENCE: Final = re.compile(r"[。！!]\s*$|(?<=[a-z)])\.\s*$|(?:ます|る|です|せる|ける)$")
_NOISE: Final = re.compile(
    r"(?:印刷(?:する)?|保存(?:する)?|シェア(?:する)?|いいね!?\s*[\d,.]*|フォロー(?:する)?|お気に入り.{0,8}|広告|pr|スポンサー.{0,6}"
    r"|続きを読む|もっと見る|画像|写真"
    r"|print(?: recipe)?|save(?: recipe)?|share|pin(?: it| recipe)?|jump to recipe|rate(?: this)?.{0,10}"
    r"|advertisement|ad|subscribe|follow(?: us)?|cook mode.{0,40}|metric|us customary"
    r"|[\d,.]+(?:件|k|likes?|views?)?|[×x✕]?\d?x|\W+)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Line:
    """As it stands, and as it is compared."""

    text: str
    plain: str
    place: int


@dataclass
class _Step:
    """Its text so far, and the lines that it is made of; a numbered one goes on below."""

    text: str
    is_numbered: bool
    places: list[int]


@dataclass
class _Reading:
    """What was found so far. `uses` says what each line was taken for; lines that it has not are unread."""

    title: str = ""
    lead: list[str] = field(default_factory=list)
    servings: int | None = None
    total: int | None = None
    parts: int = 0
    tags: tuple[str, ...] = ()
    address: str | None = None
    author: str | None = None
    ingredients: list[tuple[int, str]] = field(default_factory=list)
    steps: list["_Step"] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    uses: dict[int, Use] = field(default_factory=dict)
    doubtful: set[int] = field(default_factory=set)


def read_text(text: str, title: str = "") -> RecipeReview:
    """Any text gives a review: what was not understood is unread. `title` is used where the text begins without one."""
    lines = list(_lines(text))
    reading = _Reading(title=clean_line(title)[:80])
    has_headings = any(headings.find_section(line.plain) in ("ingredients", "steps") for line in lines)
    section: Section | None = None
    for at, line in enumerate(lines):
        heading = _find_heading(line)
        if heading is not None:
            section = heading
            _read_heading(reading, line)
        elif section is None and not has_headings:
            section = _guess(reading, lines, at)
        elif section == "ingredients" and _begins_steps(lines, at):
            section = "steps"
            _read_step(reading, line)
        else:
            _read_line(reading, line, section)
    return _finish(reading, lines)


def _lines(text: str) -> Iterator[_Line]:
    every = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")[:MOST_LINES]
    for place, line in enumerate(every):
        shown = clean_line(line)[:LONGEST_LINE]
        if shown:
            yield _Line(shown, normalise(shown), place)


def _find_heading(line: _Line) -> Section | None:
    if headings.find_inline_ingredients(line.plain) is not None:
        return "ingredients"
    return headings.find_section(line.plain)


def _read_heading(reading: _Reading, line: _Line) -> None:
    reading.servings = reading.servings or headings.find_servings(line.plain)
    reading.uses[line.place] = "heading"
    inline = headings.find_inline_ingredients(line.plain)
    if inline is not None:
        reading.uses[line.place] = "ingredient"
        reading.ingredients += [(line.place, part) for part in _divide(inline)]


def _divide(text: str) -> list[str]:
    """Several on one line: at 、 in Japanese, at ; or a comma before a number in English."""
    parts = re.split(r"[、,;/]\s*", text) if is_japanese(text) else re.split(r";\s*|,\s*(?=[\d½¼¾⅓⅔]|an? )", text)
    return [part.strip(" 。.") for part in parts if part.strip(" 。.")]


def _guess(reading: _Reading, lines: list[_Line], at: int) -> Section | None:
    """Without headings: the title comes first, then what looks like ingredients, then what does not."""
    line = lines[at]
    if not reading.title and not _is_ingredient(line.plain) and not _NUMBERED.fullmatch(line.plain):
        _read_line(reading, line, None)
        return None
    if _is_ingredient(line.plain):
        _read_line(reading, line, "ingredients")
        return "ingredients"
    if _NUMBERED.fullmatch(line.plain) or (reading.ingredients and _SENTENCE.search(line.plain)):
        _read_step(reading, line)
        return "steps"
    _read_line(reading, line, None)
    return None


def _begins_steps(lines: list[_Line], at: int) -> bool:
    """Below ingredients, where nobody wrote 作り方: a numbered sentence, or one that ends as sentences do."""
    line = lines[at].plain
    if _STEP_ALONE.fullmatch(line):
        return False
    numbered = _NUMBERED.fullmatch(line)
    if numbered and numbered["text"]:
        rest = numbered["text"]
        return _SENTENCE.search(rest) is not None or (len(rest) > 24 and not _is_ingredient(rest)) or _is_action(rest)
    return len(line) > 12 and _SENTENCE.search(line) is not None and not _is_ingredient(line)


def _is_action(text: str) -> bool:
    """切る, 煮る; chop, mix: with a verb and without an amount."""
    if is_japanese(text):
        return "を" in text
    return not _is_ingredient(text) and re.match(r"[A-Z][a-z]+ ", text) is not None


def _is_ingredient(text: str) -> bool:
    """A short line with an amount: 玉ねぎ 1個, 1 onion."""
    if len(text) > _LONGEST_INGREDIENT or _SENTENCE.search(text) or "。" in text:
        return False
    read = read_ingredients(_LEADERS.sub(" ", text))
    return len(read) > 0 and all(each.quantity and len(each.name) <= 40 for each in read)


def _read_line(reading: _Reading, line: _Line, section: Section | None) -> None:
    had_title = bool(reading.title)
    if _read_facts(reading, line):
        reading.uses[line.place] = "facts"
    elif reading.title and not had_title:
        reading.uses[line.place] = "title"
    elif section == "other" or (_NOISE.fullmatch(line.plain) and not _STEP_ALONE.fullmatch(line.plain)):
        return
    elif section == "ingredients":
        _read_ingredient(reading, line)
    elif section == "steps":
        _read_step(reading, line)
    elif section == "notes":
        reading.notes.append(line.text)
        reading.uses[line.place] = "note"
    elif not reading.title:
        reading.title = line.text.strip("【】「」『』■◆●★☆#* ")[:80] or line.text[:80]
        reading.uses[line.place] = "title"
    elif not reading.ingredients and len("\n".join([*reading.lead, line.text])) <= 300:
        reading.lead.append(line.text)
        reading.uses[line.place] = "lead"


def _read_facts(reading: _Reading, line: _Line) -> bool:
    """Lines that say nothing else; inside of steps a time belongs to the step."""
    text = line.plain
    if len(text) > 120 and not headings.find_address(text):
        return False
    address, tags, author = headings.find_address(text), headings.find_tags(text), headings.find_author(text)
    if address is not None and len(text) - len(address) < 20:
        reading.address = reading.address or address
        return True
    if tags is not None:
        reading.tags = (*reading.tags, *recipe_texts.read_tags(tags))
        return True
    if author is not None and not reading.steps:
        reading.author = reading.author or author
        return True
    if reading.steps or _SENTENCE.search(text):
        return False
    return _read_numbers(reading, text)


def _read_numbers(reading: _Reading, text: str) -> bool:
    time, servings = headings.find_time(text), headings.find_servings(text)
    if time is not None and len(text) <= 60:
        is_whole, minutes = time
        reading.total = (reading.total or minutes) if is_whole else reading.total
        reading.parts += 0 if is_whole else minutes
        reading.servings = reading.servings or servings
        return True
    if servings is None or len(text) > 40:
        return False
    reading.servings = reading.servings or servings
    return bool(reading.title) or not _take_title(reading, text)


def _take_title(reading: _Reading, text: str) -> bool:
    """麻婆豆腐(3人分): whether something was before what says for how many."""
    found = re.fullmatch(r"(?P<title>[^(\[]{2,}?)\s*[(\[].{1,20}[)\]]", text)
    if found is not None and headings.find_servings(found["title"]) is None:
        reading.title = found["title"][:80]
    return bool(reading.title)


def _read_ingredient(reading: _Reading, line: _Line) -> None:
    """An amount alone belongs to the name above it, as tables of pages are pasted."""
    text = _LEADERS.sub(" ", line.text).strip()
    plain = normalise(text)
    before = reading.ingredients[-1] if reading.ingredients else None
    is_amount = read_quantity(plain).amount is not None or plain in _ONLY_SAID
    if is_amount and before is not None and not _has_amount(before[1]):
        reading.ingredients[-1] = (before[0], f"{before[1]} {text}")
    else:
        reading.ingredients.append((line.place, text))
    reading.uses[line.place] = "ingredient"


_ONLY_SAID: Final = frozenset(
    {"少々", "適量", "適宜", "お好みで", "お好み", "少量", "ひとつまみ", "to taste", "as needed"}
)


def _has_amount(text: str) -> bool:
    return any(each.quantity for each in read_ingredients(text))


def _read_step(reading: _Reading, line: _Line) -> None:
    """A number begins a step; what stands below it without one goes on with it, if steps are numbered."""
    numbered = _NUMBERED.fullmatch(line.plain)
    reading.uses[line.place] = "step"
    is_alone = _STEP_ALONE.fullmatch(line.plain) is not None
    text = numbered["text"] if numbered is not None and numbered["text"] else line.text
    text = "" if is_alone else re.sub(r"^[・•\-–*]\s*", "", text)
    last = reading.steps[-1] if reading.steps else None
    if last is not None and not is_alone and (not last.text or _goes_on(last, line, is_new=numbered is not None)):
        last.text = f"{last.text}\n{text}".strip()
        last.places.append(line.place)
    else:
        reading.steps.append(_Step(text, numbered is not None or is_alone, [line.place]))


def _goes_on(last: _Step, line: _Line, *, is_new: bool) -> bool:
    return not is_new and (last.is_numbered or _BESIDE.match(line.text) is not None)


def _finish(reading: _Reading, lines: list[_Line]) -> RecipeReview:
    ingredients = list(_finish_ingredients(reading))
    steps = [(part, step.places) for step in reading.steps if step.text for part in divide_step(step.text)]
    for _, places in steps[MOST_STEPS:]:
        reading.uses.update(dict.fromkeys(places, "unread"))
    minutes = reading.total or reading.parts or None
    found = {"title": reading.title, "servings": reading.servings, "ingredients": ingredients, "steps": steps}
    note = clean_prose("\n".join(reading.notes))
    return RecipeReview(
        title=reading.title,
        lead=clean_line(" ".join(reading.lead))[:300],
        servings=reading.servings,
        minutes=minutes if minutes is None or minutes <= 1440 else None,
        ingredients=tuple(ingredients[:MOST_INGREDIENTS]),
        steps=tuple(make_step(text) for text, _ in steps[:MOST_STEPS]),
        tags=tuple(tag[:30] for tag in dict.fromkeys(reading.tags))[:10],
        note=note[:1000],
        source_url=reading.address,
        author_name=reading.author,
        source=tuple(
            SourceLine(line.text, reading.uses.get(line.place, "unread"), line.place in reading.doubtful)
            for line in lines
        ),
        doubts=frozenset(name for name, value in found.items() if not value),
    )


def divide_step(text: str) -> list[str]:
    """One that is longer than a step may be, at the ends of its sentences."""
    parts = [""]
    for sentence in re.findall(r"[^。.]{1,900}[。.]*|[。.]+", text) if len(text) > LONGEST_STEP else [text]:
        if len(parts[-1]) + len(sentence) > LONGEST_STEP:
            parts.append("")
        parts[-1] += sentence[:LONGEST_STEP]
    return [part.strip() for part in parts if part.strip()]


def make_step(text: str) -> CookStep:
    return CookStep(text=text, seconds=recipe_texts.find_seconds(text))


def read_ingredients(text: str) -> tuple[Ingredient, ...]:
    """Nothing of a line that is none: too long for any food."""
    try:
        return recipe_texts.read_lines(text[:300])
    except ValueError:
        return ()


def is_doubtful(ingredient: Ingredient, text: str) -> bool:
    """No amount was found, or what it would be of reads like no food."""
    return not ingredient.quantity or len(ingredient.name) > 30 + 20 * text.isascii() or "。" in ingredient.name


def _finish_ingredients(reading: _Reading) -> Iterator[ReviewedIngredient]:
    """A heading among them names the group of those below it."""
    heading = ""
    count = 0
    for place, text in reading.ingredients:
        read = read_ingredients(f"{heading}\n{text}" if heading else text)
        if not read and len(text) <= 40:
            heading = text
            reading.uses[place] = "heading"
        elif not read or count + len(read) > MOST_INGREDIENTS:
            reading.uses[place] = "unread"
            continue
        count += len(read)
        for each in read:
            doubtful = is_doubtful(each, text)
            if doubtful:
                reading.doubtful.add(place)
            yield ReviewedIngredient(each, doubtful)
