"""What a step of a recipe needs: the ingredients that its text names, and those of a group that it names."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from chabudai.apps.kondate.book.entities import Ingredient
from chabudai.apps.kondate.book.ingredient_names import full_name, group_names, short_names, spell

_WATER: Final = re.compile(
    r"(?:に|で|へ)(?:\d+\s*(?:分|時間|秒)(?:間|ほど)?)?(?:さっと|軽く|しばらく|よく)?"
    r"(?:さら|と[っりる]|取|放|ひた|浸|つけ|漬|もど|戻|洗|ぬら|くぐ|しめ)|を(?:つけ|切|き[っり]|捨|\d+\s*cm)|が|大さじ|小さじ"
)
_IDLE_BEHIND: Final[Mapping[str, re.Pattern[str]]] = {
    "水": _WATER,
    "湯": _WATER,
    "油": re.compile(r"を(?:抜|切|き[っり]|ふ|落と)|が"),
    "rice": re.compile(r"\s+(?:cooker|paddle)"),
    "meat": re.compile(r"\s+side"),
}
"""What is said of a food that takes nothing of it: one soaks in water, and drains oil."""
_IDLE_BEFORE: Final[Mapping[str, re.Pattern[str]]] = {
    "water": re.compile(
        r"\b(?:of|in|into|under|let the|boiling|boiled|cold|hot|iced|running|salted|warm|tap|fresh|clean|tepid)\s+$"
    ),
}
_LEFT_OUT_BEHIND: Final = re.compile("以外|を除")
_LEFT_OUT_BEFORE: Final = re.compile(r"\b(?:but|except(?:\s+for)?|without|excluding|apart from)\s+(?:the\s+)?$")

_KANJI: Final = "一-龯々"
_KANA: Final = "ァ-ヶー"
_OF_KANJI: Final = re.compile(f"[{_KANJI}]")
_OF_KANA: Final = re.compile(f"[{_KANA}]+")
_OF_HIRAGANA: Final = re.compile("[ぁ-ん]{1,2}")
_OF_LETTERS: Final = re.compile("[ -~]+")
_AFTER_KANJI: Final = "少|適|大さじ|小さじ|各|半量|全量|以外|黄|白|一部"
_HIRAGANA_BEFORE: Final = "はとやもにをでのがてただいなかへ長小白青赤黒生新真米"
_HIRAGANA_AFTER: Final = "(?=[をはがとやもにでのへか]|から|まで|など|だけ|ごと|[^ぁ-ん]|$)"


def find_needs(text: str, ingredients: Sequence[Ingredient]) -> tuple[Ingredient, ...]:
    """In the order of the recipe. A longer name goes before a shorter one within it: 油揚げ is no 油.

    What could mean several of them is not guessed.
    """
    said = set(_find_said(spell(text), _collect_names(ingredients)))
    groups = {each.group for each in ingredients if each.group and _is_group_said(each.group, said, text)}
    named = {at for name in said for at in _choose(name, ingredients, groups, spell(text))}
    return tuple(each for at, each in enumerate(ingredients) if at in named or (each.group and each.group in groups))


def _collect_names(ingredients: Sequence[Ingredient]) -> dict[str, str]:
    """What each name means: a full name of an ingredient or a group itself, a short one the only one that has it."""
    groups = {each.group for each in ingredients if each.group and len(each.group) > 1 and not _is_purpose(each.group)}
    meanings = {full_name(each.name): full_name(each.name) for each in ingredients}
    meanings |= {spell(group): _mark(group) for group in groups}
    short: dict[str, set[str]] = {}
    for each in ingredients:
        for name in short_names(each.name):
            short.setdefault(name, set()).add(full_name(each.name))
    for group in groups:
        within = {full_name(each.name) for each in ingredients if each.group == group}
        for name in group_names(group):
            others = short.get(name, set()) - within
            if all(each.startswith("[") for each in others):  # an ingredient outside of it keeps its name
                short[name] = others | {_mark(group)}
    return {name: next(iter(meant)) for name, meant in short.items() if len(meant) == 1} | meanings


def _find_said(text: str, names: Mapping[str, str]) -> Iterator[str]:
    """What the text means by names in it, each part of it read once."""
    left = text
    for name in sorted(names, key=len, reverse=True):
        found = list(_pattern(name, is_short=names[name] != name).finditer(left))
        if any(_is_needed(name, left[: each.start()], left[each.end() :]) for each in found):
            yield names[name]
        for each in found:
            left = f"{left[: each.start()]}{'、' * len(each[0])}{left[each.end() :]}"


def _is_needed(name: str, before: str, behind: str) -> bool:
    if _LEFT_OUT_BEHIND.match(behind) or _LEFT_OUT_BEFORE.search(before):
        return False
    idle_before, idle_behind = _IDLE_BEFORE.get(name), _IDLE_BEHIND.get(name)
    return not (idle_before and idle_before.search(before)) and not (idle_behind and idle_behind.match(behind))


def _choose(name: str, ingredients: Sequence[Ingredient], groups: set[str], text: str) -> list[int]:
    """Of those that are called so: none beside that of a group that is named; else what is in no group."""
    same = [at for at, each in enumerate(ingredients) if full_name(each.name) == name]
    if any(ingredients[at].group in groups for at in same if ingredients[at].group):
        return []
    alone = [at for at in same if not ingredients[at].group]
    near = [at for at in same if any(word in text for word in group_names(ingredients[at].group or ""))]
    return alone or near or (same if len(same) == 1 else [])


def _is_group_said(group: str, said: set[str], text: str) -> bool:
    """A letter where it stands alone, but for the word with which an English sentence begins: A pinch of salt."""
    if len(group) == 1:
        letter = re.compile(rf"(?<![A-Za-z]){re.escape(group)}(?![A-Za-z])(?!(?<=^.)\s[a-z])(?!(?<=[.!?]\s.)\s[a-z])")
        return letter.search(unicodedata.normalize("NFKC", text)) is not None
    if _is_purpose(group):
        return any(name in spell(text) for name in group_names(group))
    return _mark(group) in said


def _is_purpose(group: str) -> bool:
    """Whether it is called by what is done with it: To thicken."""
    return spell(group).startswith("to ")


def _mark(group: str) -> str:
    """A group as it is told from an ingredient of the same name."""
    return f"[{group}]"


@lru_cache(maxsize=4096)
def _pattern(name: str, *, is_short: bool) -> re.Pattern[str]:
    """Where the name is a word of its own: パン is not in フライパン, たら not in 煮立ったら, 水 not in 水気."""
    written = re.escape(name)
    if _OF_LETTERS.fullmatch(name):
        return re.compile(rf"(?<![a-z-]){written}(?![a-z-])")
    if _OF_KANA.fullmatch(name):
        return re.compile(f"(?<![{_KANA}]){written}(?![{_KANA}])")
    if _OF_HIRAGANA.fullmatch(name):
        return re.compile(
            f"(?:(?<=[{_HIRAGANA_BEFORE}])|(?<=たら)|(?<=れば)|(?<![ぁ-ん{_KANJI}])){written}{_HIRAGANA_AFTER}"
        )
    if _OF_KANJI.fullmatch(name):
        behind = "(?=[をはもとにや、。])" if is_short else f"(?!(?!{_AFTER_KANJI})[{_KANJI}])"
        return re.compile(f"(?<![{_KANJI}{_KANA}]){written}{behind}")
    return re.compile(written)
