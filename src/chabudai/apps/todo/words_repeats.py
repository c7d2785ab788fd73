"""Repetitions as people write them, in Japanese and English, at a place in a plain text."""

import re
from collections.abc import Callable
from typing import Final

from chabudai.apps.todo.repeats import Repeat, RepeatKind, parse
from chabudai.apps.todo.words_days import MONTHS_EN, WEEKDAYS_EN, WEEKDAYS_JA, Match, month, weekday

_DAY_JA = rf"[{WEEKDAYS_JA}](?:曜日?)?"
_DAYS_JA = rf"({_DAY_JA}(?:[・と]?{_DAY_JA})*)"
_DAYS_EN = rf"(?:{WEEKDAYS_EN})(?:(?: *, *| +and +| *& *| +)(?:{WEEKDAYS_EN}))*"
_EACH_JA = re.compile(rf"([{WEEKDAYS_JA}])(?:曜日?)?")
_EACH_EN = re.compile(WEEKDAYS_EN)
_UNITS: Final[dict[str, RepeatKind]] = {"day": "daily", "week": "weekly", "month": "monthly", "year": "yearly"}


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


def _every_en(found: Match) -> Repeat:
    count = 2 if found[1] == "other" else int(found[1] or 1)
    return Repeat(_UNITS[found[2]], count)


def _weekly_en(found: Match) -> Repeat:
    names: list[str] = _EACH_EN.findall(found[0].removeprefix("every"))
    return Repeat("weekly", 1, frozenset(map(weekday, names)))


def _yearly_en(found: Match) -> Repeat:
    return Repeat("yearly", month=month(found[1]), day=int(found[2]))


def _monthly_en(found: Match) -> Repeat:
    return Repeat("monthly", day=int(found[1]))


_RULES: list[tuple[str, Callable[[Match], Repeat]]] = [
    (r"毎日|every ?day", lambda _: Repeat("daily")),
    (r"隔日", lambda _: Repeat("daily", 2)),
    (r"平日|毎平日|every +weekday", lambda _: Repeat("weekdays")),
    (rf"毎週{_DAYS_JA}?", _weekly_ja),
    (rf"隔週{_DAYS_JA}?", _fortnightly_ja),
    (rf"(\d{{1,2}})週間?(?:ごと|毎)(?:の?{_DAYS_JA})?", _weeks_ja),
    (r"(\d{1,2})日(?:ごと|毎)", lambda found: Repeat("daily", int(found[1]))),
    (r"(\d{1,2})[かヶカヵ]月(?:ごと|毎)", lambda found: Repeat("monthly", int(found[1]))),
    (r"毎月(?:(末|\d{1,2}(?=日))日?)?", _monthly_ja),
    (r"毎年(?:(\d{1,2})月(\d{1,2})日)?", _yearly_ja),
    (r"every +(?:(\d{1,2}|other) +)?(day|week|month|year)s?", _every_en),
    (rf"every +{_DAYS_EN}", _weekly_en),
    (r"every +(?:month +on +the +)?(\d{1,2})(?:st|nd|rd|th)", _monthly_en),
    (rf"every +({MONTHS_EN}) +(\d{{1,2}})(?:st|nd|rd|th)?", _yearly_en),
]
_REPEATS: Final = [(re.compile(text, re.ASCII), repeat_of) for text, repeat_of in _RULES]
