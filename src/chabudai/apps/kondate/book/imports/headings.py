"""What single lines of a recipe say beside its ingredients and steps: headings, servings, times, tags, addresses."""

import re
import unicodedata
from typing import Final, Literal, TypeAlias

Section: TypeAlias = Literal["ingredients", "steps", "notes", "other"]

_FRAME: Final = r"[\s■□◆◇●○◎★☆▼▽▲△♪♡♥◯【〔\[(<《〈「『*_#=~\-–—・:.]*"
_END: Final = r"[\s■□◆◇●○◎★☆▼▽▲△♪】〕\])>》〉」』*_#=~\-–—・:.]*"
_WORDS: Final[dict[Section, str]] = {
    "ingredients": (
        r"材料|ざいりょう|用意するもの|食材|ingredients?(?: list)?|you(?:'|’)?ll need|what you need|shopping list"
    ),
    "steps": (
        r"作り方|作りかた|つくり方|つくりかた|調理手順|調理方法|手順|レシピ手順|調理|directions?|method|instructions?"
        r"|preparation|procedure|steps|how to make(?: it)?"
    ),
    "notes": (
        r"(?:料理の|作り方の|調理の|おいしく作る)?(?:コツ|こつ|ポイント)(?:[・&と]ポイント)?|メモ|注意|備考|補足"
        r"|ワンポイント(?:アドバイス)?|アドバイス|(?:cook'?s |recipe )?notes?|(?:cook'?s |top )?tips?|hints?"
    ),
    "other": (
        r"栄養(?:価|成分)?.{0,12}|カロリー.{0,12}|関連(?:レシピ|記事).{0,10}|おすすめ.{0,10}|コメント.{0,8}"
        r"|レビュー.{0,8}|つくれぽ.{0,8}|このレシピの生い立ち|人気.{0,10}|ランキング.{0,6}|nutrition.{0,24}|comments?.{0,10}|reviews?.{0,10}|related.{0,20}"
        r"|you may also like|equipment|share this.{0,10}|leave a (?:comment|reply)"
    ),
}
_AMOUNT_FOR: Final = r"(?P<rest>[(\[〔]?\s*[^)\]〕]{0,30}[)\]〕]?)"
_HEADINGS: Final[dict[Section, re.Pattern[str]]] = {
    section: re.compile(
        rf"{_FRAME}(?:{words}){_END}{_AMOUNT_FOR if section == 'ingredients' else ''}{_END}", re.IGNORECASE
    )
    for section, words in _WORDS.items()
}
_INLINE: Final = re.compile(
    r"(?:材料|ingredients?)\s*(?:[(\[〔][^)\]〕]{0,20}[)\]〕])?\s*:\s*(?P<rest>\S.*)", re.IGNORECASE
)
_SERVINGS: Final = re.compile(
    r"(?:約\s*)?(?P<ja>\d{1,2})\s*(?:[〜~\-–]\s*\d{1,2}\s*)?(?:人分|人前|名分|人ぶん|皿分)"
    r"|(?:serves?|servings?|yields?|makes?|for|portions?)\s*(?:size)?\s*:?\s*(?:about\s+)?(?P<en>\d{1,2})(?!\d)"
    r"(?!\s*(?:min|hour|g\b|ml\b|cm\b|inch|cup))|(?P<behind>\d{1,2})\s*(?:servings?|portions?|people|persons)",
    re.IGNORECASE,
)
_TIME: Final = re.compile(
    r"(?:(?P<hours>\d{1,2}(?:\.\d)?)\s*(?:時間|hours?|hrs?|h\b)\s*(?P<half>半)?)?\s*(?:and\s+)?"
    r"(?:(?P<minutes>\d{1,3})\s*(?:〜\s*\d{1,3}\s*)?(?:分|minutes?|mins?|m\b))?",
    re.IGNORECASE,
)
_TIME_LABEL: Final = re.compile(
    r"(?:(?P<total>調理時間|所要時間|調理の目安|合計時間|total(?: time)?|ready in|time)"
    r"|(?P<part>下ごしらえ|準備時間|加熱時間|煮込み時間|prep(?:aration)?(?: time)?|cook(?:ing)?(?: time)?))"
    r"\s*(?:の目安)?\s*[:は]?\s*(?:約|about)?\s*(?P<said>\d.*)",
    re.IGNORECASE,
)
_ADDRESS: Final = re.compile(r"https?://[^\s<>\"'）」]{4,900}")
_TAGS: Final = re.compile(
    r"(?:(?:tags?|keywords?|タグ|キーワード)\s*:\s*(?P<said>.+)|(?P<hashes>(?:#[^\s#]{1,30}\s*)+))", re.IGNORECASE
)
_AUTHOR: Final = re.compile(
    r"(?:(?:recipe )?by|author|レシピ(?:作者|制作|考案)?|作者|料理家?|監修)\s*[: ]\s*(?P<name>[^:]{1,40})",
    re.IGNORECASE,
)


_PLAIN: Final = {ord("\u200b"): "", ord("\ufeff"): "", **{ord("①") + n: f"{n + 1}. " for n in range(20)}}


def normalise(line: str) -> str:
    """As lines are compared: NFKC, one space at a time, without characters that nobody sees; ① is 1."""
    plain = unicodedata.normalize("NFKC", line.translate(_PLAIN))
    return " ".join(plain.split())


def find_section(line: str) -> Section | None:
    """Of a heading, which may say for how many it is: 材料（2人分）."""
    if len(line) > 60:
        return None
    for section, pattern in _HEADINGS.items():
        found = pattern.fullmatch(line)
        if found is not None and (section != "ingredients" or _is_for(found["rest"])):
            return section
    return None


def find_inline_ingredients(line: str) -> str | None:
    """材料：鶏肉200g、玉ねぎ1個."""
    found = _INLINE.fullmatch(line)
    return None if found is None or (find_servings(found["rest"]) and len(found["rest"]) < 12) else found["rest"]


def find_servings(line: str) -> int | None:
    """Of a range the lower end."""
    found = _SERVINGS.search(line)
    if found is None:
        return None
    number = int(found["ja"] or found["en"] or found["behind"])
    return number if 1 <= number <= 20 else None


def find_time(line: str) -> tuple[bool, int] | None:
    """Whether it is the whole time, and how many minutes."""
    found = _TIME_LABEL.search(line)
    minutes = None if found is None else read_minutes(found["said"])
    return None if found is None or minutes is None else (found["total"] is not None, minutes)


def read_minutes(text: str) -> int | None:
    found = _TIME.match(text.strip())
    if found is None or not (found["hours"] or found["minutes"]):
        return None
    minutes = int(float(found["hours"] or 0) * 60) + (30 if found["half"] else 0) + int(found["minutes"] or 0)
    return minutes if 1 <= minutes <= 1440 else None


def find_address(line: str) -> str | None:
    found = _ADDRESS.search(line)
    return None if found is None else found[0]


def find_tags(line: str) -> str | None:
    found = _TAGS.fullmatch(line)
    return None if found is None else found["said"] or found["hashes"].replace("#", " ")


def find_author(line: str) -> str | None:
    found = _AUTHOR.fullmatch(line)
    return None if found is None else found["name"].strip()


def _is_for(rest: str | None) -> bool:
    """Whether what stands behind 材料 says for how many, or how much: not that it is a sentence."""
    text = (rest or "").strip("()[]〔〕 :")
    return (
        not text
        or find_servings(text) is not None
        or re.fullmatch(r"[\d/〜~ ]{1,8}\D{1,8}分?|.{0,10}分", text) is not None
    )
