"""How the steps of a recipe call an ingredient: 豚バラ薄切り肉 is 豚肉, boneless chicken thighs are chicken."""

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final

from chabudai.apps.kondate.amounts import is_japanese
from chabudai.apps.kondate.kitchen import foods

_LINES: Final = Path(__file__).with_name("ingredient_words.txt").read_text(encoding="utf-8").splitlines()


def _words(kind: str) -> Iterator[list[str]]:
    return (line.split()[1:] for line in _LINES if line.startswith(f"{kind} "))


_STATES: Final = frozenset(word for words in _words("state") for word in words)
_HEADS: Final = frozenset(word for words in _words("head") for word in words)
_PARTS: Final = frozenset(word for words in _words("part") for word in words)
_SPELLINGS: Final = {other: usual for usual, *others in _words("spelling") for other in others}
_OTHERWISE: Final = re.compile("|".join(sorted(map(re.escape, _SPELLINGS), key=len, reverse=True)))

_BRACKETS: Final = re.compile(r"[(\[〔【].*?(?:[)\]〕】]|$)")
_PREPARED: Final = re.compile(r"^(?:ゆで|粉|むき|生|干し|乾燥|冷凍|刻み|きざみ|おろし|すりおろし)(?=.{3})")
_CUT: Final = re.compile(r"(?:の?(?:切り身|薄切り|水煮|すりおろし|みじん切り|しぼり汁|たたき|素)|缶)$")
_ANIMALS: Final = re.compile("[鶏豚牛鴨羊]|ラム")
_MEAT: Final = re.compile("肉$|もも|むね|胸|ささみ|手羽|ロース|バラ|こま|ヒレ|レバー")
_JAPANESE_HEADS: Final = ("いも", "芋", "麺", "めん", "ルウ", "コーン", "たけのこ")
_NO_HEADS: Final = {"玉ねぎ": frozenset({"ねぎ"})}
_SINGLE: Final = frozenset("鮭卵酢油酒米塩餅鯛")
"""Foods of one sign that the end of a longer name may mean: ごま油 is oil, but 冷水 is not what a recipe measures."""

_ENGLISH_MEAT: Final = re.compile(r"\b(?:beef|pork|chicken|lamb|turkey|duck|veal|mince)\b(?! (?:stock|suet|fat|bone))")
_FOR: Final = re.compile(r"^(?:for|to)\s+(?:the\s+)?|\s+for\s+.*$")
_MORE: Final = re.compile(r"\s+(?:(?:sliced|cut)\s+)?(?:for|in|with|on|from|to)\s.*$|,.*$|(?<=\S)\s+rice flour$")


def spell(text: str) -> str:
    """As names and texts are compared: folded, and each food as it is mostly written."""
    return _OTHERWISE.sub(lambda found: _SPELLINGS[found[0]], foods.fold(text))


@lru_cache(maxsize=4096)
def full_name(name: str) -> str:
    """Without what stands in brackets: そば(乾麺) is そば."""
    return spell(_BRACKETS.sub("", foods.fold(name)).strip()) or spell(name)


@lru_cache(maxsize=4096)
def short_names(name: str) -> frozenset[str]:
    """What else it is called once it is known; another ingredient may be called so too."""
    whole = full_name(name)
    names = _name_in_japanese(whole) if is_japanese(whole) else _name_in_english(whole)
    return frozenset(names - {whole, ""})


@lru_cache(maxsize=1024)
def group_names(group: str) -> frozenset[str]:
    """What the group of some ingredients is called beside its own name: 肉の下味 is 下味, For the sauce is sauce."""
    whole = spell(group)
    if is_japanese(whole):
        names = {whole.rpartition("の")[2], "調味料" if whole.endswith("調味料") else ""}
    else:
        bare = _FOR.sub("", whole)
        names = {bare} if whole.startswith("to ") else {bare, bare.rpartition(" ")[2]}
    return frozenset(names - {whole, ""})


def _name_in_japanese(whole: str) -> set[str]:
    bare = _CUT.sub("", whole)
    names = {bare, _PREPARED.sub("", bare)}
    for name in (whole, bare):
        names |= {spell(known) for known in foods.find_endings(name) if len(known) > 1 or known in _SINGLE}
        names |= {head for head in _JAPANESE_HEADS if name.endswith(head)}
    shelf = foods.find_food(whole).shelf
    if shelf == "meat" and _MEAT.search(whole):
        names |= {"肉", *(f"{animal}肉" for animal in _ANIMALS.findall(whole)), *_ANIMALS.findall(whole)}
    if shelf == "fish":
        names.add("魚")
    return names - _NO_HEADS.get(bare, frozenset())


def _name_in_english(whole: str) -> set[str]:
    """Its last words, since what stands before says which one; and its first, where only a cut follows them."""
    names = {"salted water"} if whole == "salt" else set[str]()
    for part in re.split(r"\s+(?:and|or)\s+", _MORE.sub("", whole)):
        words = part.split()
        names |= _endings(words)
        while len(words) > 1 and words[-1] in _PARTS | _HEADS:
            words.pop()
            names |= _endings(words)
    if _ENGLISH_MEAT.search(whole):
        names |= {"meat", "mince"} if re.search(r"\bminced?\b", whole) else {"meat"}
    return {name for name in names if any(word not in _STATES | _PARTS for word in name.split())}


def _endings(words: list[str]) -> set[str]:
    return {" ".join(words[start:]) for start in range(len(words))}
