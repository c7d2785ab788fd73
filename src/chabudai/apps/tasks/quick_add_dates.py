"""Dates of a task as people write them: a day is its end, 月曜から or "from mon" its start, 18日から20日 both."""

import re
from collections.abc import Iterator
from datetime import date
from typing import Final

from chabudai.common.quick_add.chips import Meaning, is_word_end
from chabudai.common.quick_add.days import MONTHS_EN, match_day

_TH = r"(?:st|nd|rd|th)?"
_FROM = re.compile(r"(?:from|starting(?: +on)?) +")
_BETWEEN = re.compile(r"between +")
_UNTIL = re.compile(r"(?:until|till) +")
_TO = re.compile(r"(?:から|より) *|、? *[~〜–—-] *| +(?:to|until|till|through|and) +")
_STARTS = re.compile(r"(?:から|より)、?")
_ENDS = re.compile(r"(?:までに|まで|締め?切り?|〆切り?|に)、?|[、,] *")
_END_OF_PERIOD = re.compile(r"(?:までに|まで|の間に?|に)、?|[、,] *")
# 18-20 nov, 18〜20日: the first has no month of its own.
_FIRST_OF_MONTH = re.compile(
    rf"(\d{{1,2}}){_TH}(?: *[~〜–—-] *| +to +|から)(?=\d{{1,2}}{_TH} +(?:{MONTHS_EN})|\d{{1,2}}日)", re.ASCII
)
# 18th to 20th, from the 18th to the 20th: neither has one, and both are days only because of each other.
_ORDINALS = re.compile(
    r"(?:from +)?(?:the +)?(\d{1,2})(?:st|nd|rd|th)(?: *[~–—-] *| +(?:to|until|till|through) +)(?:the +)?"
    rf"(\d{{1,2}})(?:st|nd|rd|th)(?! +(?:{MONTHS_EN}))(?= *(?:$|[!#@,]))",
    re.ASCII,
)
# nov 18-20, 11/18〜20: the last has none.
_LAST_OF_MONTH = re.compile(r"(\d{1,2})(?:st|nd|rd|th|日)?(?![\d/:月])", re.ASCII)
PERIOD: Final = "/"
"""Between the two days of a period, as ISO 8601 writes one."""


def read_dates(plain: str, place: int, today: date) -> Iterator[Meaning]:
    """What may begin here; particles behind it are `close_date`'s."""
    if said := _ORDINALS.match(plain, place):
        yield from _read_ordinals(said, today)
    if said := _FROM.match(plain, place) or _BETWEEN.match(plain, place):
        yield from _read_from(plain, said.end(), today, needs_end=plain.startswith("b", place))
    elif said := _UNTIL.match(plain, place):
        if day := match_day(plain, said.end(), today):
            yield Meaning("end", *day)
    elif said := _FIRST_OF_MONTH.match(plain, place):
        yield from _read_within_month(plain, int(said[1]), said.end(), today)
    if day := match_day(plain, place, today):
        yield _period_from(plain, day, today) or Meaning("end", *day)


def close_date(meaning: Meaning, plain: str) -> Meaning | None:
    """With its particle, which may make of an end a start."""
    if meaning.kind == "end" and (found := _STARTS.match(plain, meaning.end)):
        return Meaning("start", meaning.value, found.end())
    ending = {"end": _ENDS, "start": _STARTS, "period": _END_OF_PERIOD}.get(meaning.kind)
    found = ending.match(plain, meaning.end) if ending else None
    return Meaning(meaning.kind, meaning.value, found.end()) if found else None


def end_after(plain: str, place: int, start: date) -> date | None:
    """The end that begins at a place, once the start is known: 月曜から … 金曜まで means the same week."""
    said = _UNTIL.match(plain, place)
    found = match_day(plain, said.end() if said else place, start)
    return date.fromisoformat(found[0]) if found else None


def _read_from(plain: str, place: int, today: date, *, needs_end: bool) -> Iterator[Meaning]:
    if said := _FIRST_OF_MONTH.match(plain, place):
        yield from _read_within_month(plain, int(said[1]), said.end(), today)
    day = match_day(plain, place, today)
    if day is None:
        return
    period = _period_from(plain, day, today)
    if period is not None:
        yield period
    elif not needs_end:
        yield Meaning("start", *day)


def _read_ordinals(said: re.Match[str], today: date) -> Iterator[Meaning]:
    """The next days with these numbers; the second of them after the first."""
    first = match_day(f"{said[1]}日", 0, today)
    last = match_day(f"{said[2]}日", 0, date.fromisoformat(first[0])) if first else None
    if first and last:
        yield _period(date.fromisoformat(first[0]), date.fromisoformat(last[0]), said.end())


def _read_within_month(plain: str, first: int, place: int, today: date) -> Iterator[Meaning]:
    found = match_day(plain, place, today)
    if found is None:
        return
    end = date.fromisoformat(found[0])
    if 1 <= first <= end.day:
        yield _period(end.replace(day=first), end, found[1])


def _period_from(plain: str, first: tuple[str, int], today: date) -> Meaning | None:
    """When another day follows the first one, and is no earlier."""
    to = _TO.match(plain, first[1])
    if to is None:
        return None
    start = date.fromisoformat(first[0])
    for base in (today, start):
        last = match_day(plain, to.end(), base)
        if last is not None and date.fromisoformat(last[0]) >= start:
            return _period(start, date.fromisoformat(last[0]), last[1])
    day = _LAST_OF_MONTH.match(plain, to.end())
    if day is None or not (is_word_end(plain, day.end()) or _END_OF_PERIOD.match(plain, day.end())):
        return None
    try:
        end = start.replace(day=int(day[1]))
    except ValueError:
        return None
    return _period(start, end, day.end()) if end >= start else None


def _period(start: date, end: date, place: int) -> Meaning:
    return Meaning("period", f"{start.isoformat()}{PERIOD}{end.isoformat()}", place)
