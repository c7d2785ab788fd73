"""What a timer is for, in a few words: what a step's text says is done for that long, as 落としぶたをして煮る."""

import re
from typing import Final

from chabudai.apps.kondate.amounts import is_japanese
from chabudai.apps.kondate.book.recipe_texts import find_times

_SENTENCE: Final = re.compile(r"[。．\n]|[.;](?=\s|$)")
_CLAUSE: Final = re.compile(r"[、，。．\n]")
_BEFORE_TIME: Final = re.compile(r"(?:約|およそ|さらに|もう一度|それぞれ|各|\s)*$")
_AFTER_TIME: Final = re.compile(r"^(?:間|ほど|くらい|ぐらい|程度|以内|ずつ|かけて|[で、\s])*")
_VERB: Final = re.compile(
    "(?P<る>煮からめ|煮つめ|炒め|ゆで|揚げ|温め|休ませ|からめ|漬け|冷やし固め|寝かせ|煮)(?:る|て|$)"
    "|(?P<する>下ゆで|蒸し焼きに|揚げ焼きに|加熱|放置|発酵)(?:する|し|$)"
    "|(?P<く>お|炊|焼|置)(?:く|い|き(?!色))"
    "|(?P<す>蒸ら|蒸|さら|ひた|冷や|冷ま|浸|ふやか|乾か)[すし]"
)
"""What one does for a while, in the forms with which a sentence goes on (煮て, おき, ゆで); a group is named for the
ending of the word itself.
"""
_ENGLISH_VERB: Final = re.compile(
    r"\b(?:let (?:it|them) \w+|simmer|fry|boil|parboil|blanch|cook|bake|roast|grill|toast|steam|braise|poach|brown"
    r"|soften|warm|melt|chill|cool|freeze|leave|rest(?! of)|stand|soak|marinate|press|wrap|toss|stir|spoon|whisk|beat"
    r"|knead|prove|rise|microwave|reduce|steep|infuse|sear|sweat)\b",
    re.IGNORECASE,
)
_NOUN_NEXT: Final = re.compile(r"\b(?:the|a|an|hot|rolling)\s$", re.IGNORECASE)
_BEFORE_ENGLISH_TIME: Final = re.compile(
    r"(?:[\s,]|\b(?:for|after|about|around|another|up to|at least|none|no more than|more than))*$", re.IGNORECASE
)


def name_timer(text: str, seconds: int) -> str:
    """Of the time in the text that is as long, else of the first; the first sentence where it says none."""
    times = find_times(text)
    same = [time for time in times if time.seconds == seconds] or times
    if not same:
        return _first_sentence(text)
    before, after = text[: same[0].start], text[same[0].end :]
    name = _name_in_japanese(before, after) if is_japanese(text) else _name_in_english(before)
    return name or _first_sentence(text)


def _name_in_japanese(before: str, after: str) -> str:
    how = _CLAUSE.split(_BEFORE_TIME.sub("", before))[-1].strip()
    what = _CLAUSE.split(_AFTER_TIME.sub("", after))[0].strip()
    if find_times(what):  # the next wait
        return how
    verb = _VERB.search(what)
    if verb is None or verb.lastgroup is None:
        return how + what
    return how + what[: verb.start()] + verb[verb.lastgroup] + verb.lastgroup


def _name_in_english(before: str) -> str:
    sentence = _SENTENCE.split(_BEFORE_ENGLISH_TIME.sub("", before))[-1].strip()
    verbs = [each.start() for each in _ENGLISH_VERB.finditer(sentence)]
    acts = [start for start in verbs if not _NOUN_NEXT.search(sentence[:start])]
    name = sentence[acts[-1] :] if acts else sentence
    return name[:1].lower() + name[1:]


def _first_sentence(text: str) -> str:
    return _SENTENCE.split(text.strip())[0].strip()
