"""Statistics for programs: how much was worn in a time, by week and month, what most and least."""

from collections.abc import Iterable
from datetime import date, timedelta

from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.api.bodies import ClothingBody, clothing_body
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.entities import FIRST_DAY
from chabudai.apps.wardrobe.statistics import Statistics, Times
from chabudai.web.bodies import Body
from chabudai.web.routes import FromQuery, Injected, get

_USUAL = timedelta(days=89)


class WeekBody(Body):
    """`pieces` counts each piece for each time that it was worn, `days` those with anything at all."""

    monday: date
    pieces: int
    days: int


class MonthBody(Body):
    """`month` as 2026-11."""

    month: str
    pieces: int
    days: int


class TimesBody(Body):
    """How often a piece was worn in this time."""

    clothing: ClothingBody
    count: int


class KindBody(Body):
    """How often the pieces of a kind were worn, how many of them at all, of how many; null for those of none."""

    genre: str | None
    count: int
    worn: int
    owned: int


class StatisticsBody(Body):
    """`share` is the part of what one has that was worn, from 0 to 1; the lists hold at most ten pieces each."""

    first: date
    last: date
    pieces: int
    days: int
    owned: int
    worn: int
    share: float
    weeks: list[WeekBody]
    months: list[MonthBody]
    kinds: list[KindBody]
    most_worn: list[TimesBody]
    least_worn: list[TimesBody]
    dearest_per_wear: list[TimesBody]


@get("/{key:str}/statistics")
def count(
    closet: Injected[Closet], first: FromQuery[date | None] = None, last: FromQuery[date | None] = None
) -> StatisticsBody:
    """Of a time of at most ten years; of the ninety days up to today, if none is asked for."""
    end = last or closet.today()
    return _body(service.statistics(closet, first or _usual_first(end), end))


def _usual_first(last: date) -> date:
    return last - _USUAL if last - FIRST_DAY > _USUAL else FIRST_DAY


def _body(found: Statistics) -> StatisticsBody:
    return StatisticsBody(
        first=found.first,
        last=found.last,
        pieces=found.total.pieces,
        days=found.total.days,
        owned=found.owned,
        worn=found.worn,
        share=found.share,
        weeks=[WeekBody(monday=day, pieces=each.pieces, days=each.days) for day, each in found.weeks.items()],
        months=[
            MonthBody(month=f"{month.first:%Y-%m}", pieces=each.pieces, days=each.days)
            for month, each in found.months.items()
        ],
        kinds=[
            KindBody(genre=kind.genre, count=kind.count, worn=kind.worn, owned=kind.owned) for kind in found.by_kind()
        ],
        most_worn=_times(found.most_worn()),
        least_worn=_times(found.least_worn()),
        dearest_per_wear=_times(found.dearest_per_wear()),
    )


def _times(some: Iterable[Times]) -> list[TimesBody]:
    return [TimesBody(clothing=clothing_body(each.clothing), count=each.count) for each in some]
