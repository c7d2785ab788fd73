"""Repetitions as people write them, in Japanese and English, at a place in a plain text."""

import re
from collections.abc import Callable
from typing import Final, TypeAlias

from chabudai.apps.todo.repeats import Repeat, RepeatKind, parse
from chabudai.common.quick_add.days import MONTHS_EN, WEEKDAYS_EN, WEEKDAYS_JA, Match, month, weekday

RepeatOf: TypeAlias = Callable[[Match], Repeat]

_DAY_JA = rf"[{WEEKDAYS_JA}](?:曜日?)?"
_DAYS_JA = rf"({_DAY_JA}(?:[・と]?{_DAY_JA})*)"
_EACH_JA = re.compile(rf"([{WEEKDAYS_JA}])(?:曜日?)?")
_EACH_EN = re.compile(WEEKDAYS_EN)
_COUNTS: Final = {"other": 2, "second": 2, "two": 2, "three": 3, "four": 4, "six": 6}
_TH = r"(?:st|nd|rd|th)"
_EACH = r"(?:every|each) +"
_EVERY = rf"{_EACH}(?:(?P<count>\d{{1,2}}|{'|'.join(_COUNTS)}) +)?"
_AND = r"(?: *, *| +and +| *& *| +)"
_DAYS_EN = rf"(?P<days>(?:{WEEKDAYS_EN})s?(?:{_AND}(?:{WEEKDAYS_EN})s?)*)"
_PLURALS = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days"
_DAYS_EN_PLURAL = rf"(?P<days>{_PLURALS}(?:{_AND}{_PLURALS})*)"
_NTH = rf"(?:the +)?(?P<day>\d{{1,2}}(?={_TH})|first|last)(?:{_TH}| +day)?"
_MONTH_DAY = rf"(?P<month>{MONTHS_EN})\.? +(?P<day>\d{{1,2}}){_TH}?"
_DAY_MONTH = rf"(?:the +)?(?P<day>\d{{1,2}}){_TH}?(?: +of)? +(?P<month>{MONTHS_EN})\.?"


def match(plain: str, place: int) -> tuple[str, int] | None:
    """The repetition as it is stored, and where the words for it end."""
    best: tuple[str, int] | None = None
    for pattern, repeat_of in _REPEATS:
        found = pattern.match(plain, place)
        if found is None or (best is not None and found.end() <= best[1]):
            continue
        text = str(repeat_of(found))
        # Only what can be read back: no thirty-second, no every nought days.
        if parse(text) is not None:
            best = text, found.end()
    return best


def _weekly_ja(found: Match) -> Repeat:
    return Repeat("weekly", 1, _days_ja(found[1]))


def _fortnightly_ja(found: Match) -> Repeat:
    return Repeat("weekly", 2, _days_ja(found[1]))


def _weeks_ja(found: Match) -> Repeat:
    return Repeat("weekly", int(found[1]), _days_ja(found[2]))


def _days_ja(text: str | None) -> frozenset[int]:
    return frozenset(weekday(name) for name in _EACH_JA.findall(text or ""))


def _monthly_ja(found: Match) -> Repeat:
    return Repeat("monthly", day=31 if found[1] == "末" else int(found[1]) if found[1] else None)


def _yearly_ja(found: Match) -> Repeat:
    if found[1] is None:
        return Repeat("yearly")
    return Repeat("yearly", month=int(found[1]), day=int(found[2]))


def _english(kind: RepeatKind) -> RepeatOf:
    """By what is named: a count, weekdays, the day of a month, the month of a year."""

    def repeat_of(found: Match) -> Repeat:
        said = found.groupdict()
        count, day, name = said.get("count") or "1", said.get("day"), said.get("month")
        return Repeat(
            kind,
            _COUNTS.get(count) or int(count),
            frozenset(map(weekday, _EACH_EN.findall(said.get("days") or ""))),
            {"first": 1, "last": 31}.get(day) or int(day) if day else None,
            month(name) if name else None,
        )

    return repeat_of


_ADVERBS: Final[dict[str, RepeatOf]] = {
    "daily": lambda _: Repeat("daily"),
    "weekly": lambda _: Repeat("weekly"),
    "fortnightly": lambda _: Repeat("weekly", 2),
    "monthly": lambda _: Repeat("monthly"),
    "yearly|annually": lambda _: Repeat("yearly"),
}
_RULES: list[tuple[str, RepeatOf]] = [
    (r"毎日|every ?day", lambda _: Repeat("daily")),
    (r"隔日|[1一]日おき", lambda _: Repeat("daily", 2)),
    (rf"平日|毎平日|{_EACH}weekday|on +weekdays", lambda _: Repeat("weekdays")),
    (rf"毎週(?:の?{_DAYS_JA})?", _weekly_ja),
    (r"毎週末", lambda _: Repeat("weekly", 1, frozenset({5}))),
    (r"週に?[1一]回", lambda _: Repeat("weekly")),
    (r"月に?[1一]回", lambda _: Repeat("monthly")),
    (rf"隔週(?:の?{_DAYS_JA})?", _fortnightly_ja),
    (rf"(\d{{1,2}})週間?(?:ごと|毎)(?:の?{_DAYS_JA})?", _weeks_ja),
    (r"(\d{1,2})日(?:ごと|毎)", lambda found: Repeat("daily", int(found[1]))),
    (r"(\d{1,2})[かヶカヵ]月(?:ごと|毎)", lambda found: Repeat("monthly", int(found[1]))),
    (r"毎月(?:の?月?(末|\d{1,2}(?=日))日?)?", _monthly_ja),
    (r"毎年(?:の?(\d{1,2})月(\d{1,2})日)?", _yearly_ja),
    (rf"{_EVERY}days?", _english("daily")),
    (rf"{_EVERY}weeks?(?: +on +{_DAYS_EN})?", _english("weekly")),
    (rf"{_EVERY}{_DAYS_EN}", _english("weekly")),
    (rf"on +{_DAYS_EN_PLURAL}(?: +{_EVERY}weeks?)?", _english("weekly")),
    (rf"weekly +on +{_DAYS_EN}", _english("weekly")),
    (rf"{_EACH}weekend|on +weekends", lambda _: Repeat("weekly", 1, frozenset({5}))),
    (rf"{_EVERY}months?(?:,? +on +{_NTH})?", _english("monthly")),
    (rf"(?:on +)?{_NTH}(?: +of)?,? +{_EVERY}months?", _english("monthly")),
    (rf"{_EACH}(?P<day>\d{{1,2}}){_TH}(?: +of +(?:the|every|each) +month)?", _english("monthly")),
    (rf"monthly +on +{_NTH}", _english("monthly")),
    *((rf"(?:{_EVERY}years?|yearly)(?: +on)? +{date}", _english("yearly")) for date in (_MONTH_DAY, _DAY_MONTH)),
    *((rf"{_EACH}{date}", _english("yearly")) for date in (_MONTH_DAY, _DAY_MONTH)),
    (rf"{_EVERY}years?", _english("yearly")),
    # A single word says it where nothing follows: a monthly report is a report.
    *((rf"(?:{word})(?= *$)", repeat_of) for word, repeat_of in _ADVERBS.items()),
]
_REPEATS: Final = [(re.compile(text, re.ASCII), repeat_of) for text, repeat_of in _RULES]
