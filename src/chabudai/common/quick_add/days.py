"""Days and times of day as people write them, in Japanese and English, at a place in a plain text."""

import re
from calendar import monthrange
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import Final, TypeAlias

from chabudai.common.field_checks import FIRST_DAY, LAST_DAY

Match: TypeAlias = re.Match[str]
DayOf: TypeAlias = Callable[[Match, date], date | None]

WEEKDAYS_JA: Final = "月火水木金土日"
WEEKDAYS_EN: Final = (
    r"mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r?s(?:day)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?"
)
MONTHS_EN: Final = (
    r"jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?"
)
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_IN_BRACKETS = rf"(?:\([{WEEKDAYS_JA}]\))?"
_BEFORE = r"(?:(?:by|on|due) +)?"


def match_day(plain: str, place: int, today: date) -> tuple[str, int] | None:
    """The day as ISO writes it, and where the words for it end."""
    best: tuple[str, int] | None = None
    for pattern, day_of in _DAYS:
        match = pattern.match(plain, place)
        if match is None or (best is not None and match.end() <= best[1]) or _is_plain_word(match):
            continue
        day = _within(match, day_of, today)
        if day is not None:
            best = day.isoformat(), match.end()
    return best


def match_time(plain: str, place: int) -> tuple[str, int] | None:
    """The time as HH:MM, and where the words for it end."""
    best: tuple[str, int] | None = None
    for pattern, time_of in _TIMES:
        match = pattern.match(plain, place)
        if match is None or (best is not None and match.end() <= best[1]):
            continue
        hour, minute = time_of(match)
        if hour < 24 and minute < 60:
            best = f"{hour:02}:{minute:02}", match.end()
    return best


def weekday(name: str) -> int:
    """0 is Monday; of an English name the first three letters count."""
    return WEEKDAYS_JA.index(name[0]) if name[0] in WEEKDAYS_JA else _WEEKDAYS.index(name[:3])


def month(name: str) -> int:
    return _MONTHS.index(name[:3]) + 1


def _is_plain_word(match: Match) -> bool:
    """Sat and sun are words of their own: they are days at either end of a line only."""
    is_short = match[0] in ("sat", "sun")
    return is_short and match.start() > 0 and bool(match.string[match.end() :].strip())


def _within(match: Match, day_of: DayOf, today: date) -> date | None:
    """None for a day that no calendar has, or that nothing can be due on."""
    try:
        day = day_of(match, today)
    except (ValueError, OverflowError):
        return None
    return day if day is not None and FIRST_DAY <= day <= LAST_DAY else None


def _ahead(days: int) -> DayOf:
    return lambda _, today: today + timedelta(days=days)


def _coming(match: Match, today: date) -> date:
    """The next one, which is not today; of a week that is named, the day in it."""
    which, name = match[1], match[2]
    if which is None:
        return today + timedelta(days=(weekday(name) - today.weekday() - 1) % 7 + 1)
    return _monday(today, _WEEKS[which]) + timedelta(days=weekday(name))


def _week(match: Match, today: date) -> date:
    return _monday(today, _WEEKS[match[1]])


_WEEKS: Final = {"今週": 0, "this": 0, "来週": 1, "next": 1, "再来週": 2}


def _monday(today: date, weeks: int) -> date:
    return today - timedelta(days=today.weekday()) + timedelta(weeks=weeks)


def _next_month(match: Match, today: date) -> date:
    year, number = divmod(today.year * 12 + today.month, 12)
    said = match.group(1) if match.re.groups else None
    return _month_day(year, number + 1, "末" if said == "末" else said or "1")


def _month_day(year: int, number: int, said: str) -> date:
    return date(year, number, monthrange(year, number)[1] if said == "末" else int(said))


def _full(match: Match, _: date) -> date:
    return date(int(match[1]), int(match[2]), int(match[3]))


def _in_year(match: Match, today: date) -> date | None:
    return _coming_date(int(match[1]), int(match[2]), today)


def _named_first(match: Match, today: date) -> date | None:
    return _named(match[1], match[2], match[3], today)


def _named_last(match: Match, today: date) -> date | None:
    return _named(match[2], match[1], match[3], today)


def _named(name: str, day: str, year: str | None, today: date) -> date | None:
    return date(int(year), month(name), int(day)) if year else _coming_date(month(name), int(day), today)


def _coming_date(number: int, day: int, today: date) -> date | None:
    """In this year, or when it is past, in the next that has it."""
    if not 1 <= number <= 12 or not 1 <= day <= 31:
        return None
    years = range(today.year, today.year + 9)
    days = (date(year, number, day) for year in years if day <= monthrange(year, number)[1])
    return next((each for each in days if each >= today), None)


def _day_of_month(match: Match, today: date) -> date | None:
    """In this month, or when it is past, in the next that has it."""
    day = int(match[1])
    months = (divmod(today.year * 12 + today.month - 1 + ahead, 12) for ahead in range(3))
    fitting = ((year, number + 1) for year, number in months if 1 <= day <= monthrange(year, number + 1)[1])
    return next((each for year, number in fitting if (each := date(year, number, day)) >= today), None)


def _after(match: Match, today: date) -> date:
    count, unit = int(match[1]), match[2]
    if unit in ("日", "day"):
        return today + timedelta(days=count)
    if unit in ("週間", "week"):
        return today + timedelta(weeks=count)
    year, number = divmod(today.year * 12 + today.month - 1 + count, 12)
    return date(year, number + 1, min(today.day, monthrange(year, number + 1)[1]))


def _patterns(rows: Sequence[tuple[str, DayOf]]) -> list[tuple[re.Pattern[str], DayOf]]:
    return [(re.compile(text, re.ASCII), day_of) for text, day_of in rows]


_DAYS: Final = _patterns(
    [
        (r"(?:今日|きょう|本日)中?", _ahead(0)),
        (r"(?:明日|あした|あす)中?", _ahead(1)),
        (r"明後日|あさって", _ahead(2)),
        (r"明々後日|しあさって", _ahead(3)),
        (rf"(?:(今週|来週|再来週)の?)?([{WEEKDAYS_JA}])曜日?", _coming),
        (r"(来週|再来週)", _week),
        (r"来月(?:(末|\d{1,2}(?=日))日?)?", _next_month),
        (r"(?:今)?(月末)", lambda _, today: _month_day(today.year, today.month, "末")),
        (rf"(\d{{4}})年(\d{{1,2}})月(\d{{1,2}})日{_IN_BRACKETS}", _full),
        (rf"{_BEFORE}(\d{{4}})[/-](\d{{1,2}})[/-](\d{{1,2}}){_IN_BRACKETS}", _full),
        (rf"(\d{{1,2}})月(\d{{1,2}})日{_IN_BRACKETS}", _in_year),
        (rf"{_BEFORE}(\d{{1,2}})/(\d{{1,2}}){_IN_BRACKETS}", _in_year),
        (rf"(\d{{1,2}})日{_IN_BRACKETS}", _day_of_month),
        (r"(\d{1,3})(日|週間|[かヶカヵ]月)後", _after),
        (rf"{_BEFORE}today", _ahead(0)),
        (rf"{_BEFORE}(?:tomorrow|tmrw?)", _ahead(1)),
        (r"(?:the +)?day +after +tomorrow", _ahead(2)),
        (rf"{_BEFORE}(?:(this|next) +)?({WEEKDAYS_EN})", _coming),
        (r"(next) +week", _week),
        (r"next +month", _next_month),
        (rf"{_BEFORE}({MONTHS_EN})\.? +(\d{{1,2}})(?:st|nd|rd|th)?(?:,? +(\d{{4}}))?(?![\d:])", _named_first),
        (rf"{_BEFORE}(\d{{1,2}})(?:st|nd|rd|th)? +({MONTHS_EN})\.?(?:,? +(\d{{4}}))?(?![a-z\d:])", _named_last),
        # Nothing but the line's marks may follow: on the 2nd floor is no day.
        (r"(?:by|on|due) +the +(\d{1,2})(?:st|nd|rd|th)(?= *(?:$|[!#]))", _day_of_month),
        (r"in +(\d{1,3}) +(day|week|month)s?", _after),
    ]
)


def _clock(match: Match) -> tuple[int, int]:
    return int(match[1]), int(match[2])


def _half_day(match: Match) -> tuple[int, int]:
    hour = int(match[1]) % 12 + (12 if match[3] == "pm" else 0)
    return hour, int(match[2] or 0)


def _japanese(match: Match) -> tuple[int, int]:
    part, hour = match[1], int(match[2])
    minute = 30 if match[3] == "半" else int(match[4] or 0)
    if part is None or hour > 12:
        return hour, minute
    return hour % 12 + (12 if part in ("午後", "夜") else 0), minute


_TIMES: Final[list[tuple[re.Pattern[str], Callable[[Match], tuple[int, int]]]]] = [
    (re.compile(r"(?:at +)?(\d{1,2}):([0-5]\d)(?![\d:])", re.ASCII), _clock),
    (re.compile(r"(?:at +)?(1[0-2]|0?[1-9])(?::([0-5]\d))? ?(am|pm)", re.ASCII), _half_day),
    (re.compile(r"(午前|午後|朝|夜)?(\d{1,2})時(半|(\d{1,2})分)?", re.ASCII), _japanese),
    (re.compile(r"正午|(?:at +)?noon"), lambda _: (12, 0)),
]
