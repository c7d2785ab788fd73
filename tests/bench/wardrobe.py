"""The wardrobe's pages over HTTP: one with 2,000 clothes and five years of days, beside one with 50 and two months."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from tests.apps.wardrobe.large_wardrobes import Size, fill_wardrobe
from tests.bench.ground import Ground
from tests.bench.measure import Bar, Line, Section, Side, at_most, interleave, seconds_per_call, times_the_time
from tests.bench.scale import Scale
from tests.e2e.house import serving

from chabudai import table
from chabudai.adapters.clock import now
from chabudai.adapters.objects import FolderStorage
from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.closets import Closet, House
from chabudai.apps.wardrobe.design import design

SIZES = {"large": Size(clothes=2000, outfits=300, days=1826), "small": Size(clothes=50, outfits=40, days=61)}
_SHOWN = "いつもの".encode()  # every piece and outfit is called so
_BAR = at_most(1.3)
_MORE_PICTURES = at_most(1.5)


@dataclass(frozen=True, slots=True)
class Work:
    """`path` is within a wardrobe; `{clothing}`, `{outfit}` and `{record}` stand for one of each."""

    name: str
    path: str
    calls: int = 10
    bar: Bar | None = None
    wants: bytes = _SHOWN  # what a right answer holds


@dataclass(frozen=True, slots=True)
class Door:
    """How a wardrobe is found, and one of each kind in it."""

    key: str
    ids: Mapping[str, str]

    def url(self, work: Work) -> str:
        return f"/wardrobe/{self.key}{work.path.format(**self.ids)}"


WORKS = (
    Work("Home", "", bar=_BAR),
    Work("Clothes, last added first", "/clothes?sort=created&order=desc", bar=_BAR),
    Work("Clothes, first added first", "/clothes?sort=created&order=asc", bar=_BAR),
    Work("Clothes, most worn first", "/clothes?sort=wearCount&order=desc", bar=_BAR),
    Work("Clothes, least worn first", "/clothes?sort=wearCount&order=asc", bar=_BAR),
    Work("Clothes, last worn first", "/clothes?sort=lastWorn&order=desc", bar=_BAR),
    Work("Clothes, longest unworn first", "/clothes?sort=lastWorn&order=asc", bar=_BAR),
    Work("Clothes, a search that all fit", f"/clothes?q={quote('いつもの')}", bar=_BAR),
    Work("Outfits", "/outfits", bar=_MORE_PICTURES),
    Work("Outfits, longest unworn first", "/outfits?sort=lastWorn&order=asc", bar=_MORE_PICTURES),
    Work("Records", "/history", bar=_MORE_PICTURES),
    Work("Calendar", "/calendar", bar=_BAR),
    Work("Trash, clothes", "/trash", bar=_BAR),
    Work("Trash, outfits", "/trash/outfits", bar=_MORE_PICTURES),
    Work("A piece of clothing", "/clothes/{clothing}", bar=_BAR),
    Work("An outfit", "/outfits/{outfit}", bar=_BAR),
    Work("A record", "/history/{record}", bar=_BAR),
    Work("Form of a record", "/record", bar=_BAR),
    Work("Form of a record, with an outfit", "/record?template={outfit}", bar=_BAR),
    Work("Form of an outfit", "/outfits/new", bar=_BAR),
    Work("Clothes, a search that one fits", "/clothes?q=0049"),
    Work("Clothes of one kind", "/clothes?genre=shoes"),
    Work("Clothes of one season", "/clothes?season=winter"),
    Work("Clothes of one colour", "/clothes?colour=navy"),
    Work("Clothes that were worn", "/clothes?worn=yes"),
    Work("Clothes not worn for 30 days", "/clothes?unworn=30"),
    Work("Outfits, a search that one fits", "/outfits?q=039"),
    Work("Calendar of a year", "/calendar/year", 3, wants=b"<svg"),
    Work("Statistics of 30 days", "/statistics?span=30"),
    Work("Statistics of 90 days", "/statistics?span=90"),
    Work("Statistics of a year", "/statistics?span=365", 3),
    Work("Statistics of 5 years", "/statistics?span=1826", 3),
)


def run(scale: Scale, ground: Ground) -> Section:
    path = ground.folder / "wardrobe.db"
    doors = _laid(path, ground.folder / "wardrobe-photos")
    with serving(path, demo=False) as address, _asking(address) as ask:
        lines = tuple(_measured(work, scale, doors, ask) for work in WORKS)
        sizes = {work.name: _size(work, doors["large"], ask) for work in WORKS}
    largest = max(sizes, key=lambda name: sizes[name])
    return Section(
        "The wardrobe with 2,000 clothes, against one with 50",
        lines,
        (
            "300 outfits of six pieces and a record for each day of five years, against 40 outfits and a record for "
            "each of 61 days; 50 clothes and 30 outfits are in the trash of both. So every page with a bar is as full "
            "on both. The pictures of outfits and records (bar 1.5) show up to 120 different pieces, in two batches, "
            "where 50 clothes have about 45: more than the smaller wardrobe can show, and never more than that.",
            "Without a bar: a filter reads until its page is full, which 50 clothes seldom fill; statistics rank all "
            "clothes; they and the year read the records of their time, of which two months have no more than 61 "
            "days.",
            f"The heaviest page with 2,000 clothes is “{largest}”: {sizes[largest] / 1000:.0f} KB of HTML, with what "
            "it asked the table at its foot. Both were filled at once, and `repair` found nothing to make right.",
        ),
        ("2,000 clothes", "50 clothes"),
    )


def _measured(work: Work, scale: Scale, doors: Mapping[str, Door], ask: Callable[[str], bytes]) -> Line:
    sides = {name: _side(ask, door.url(work), scale.calls(work.calls)) for name, door in doors.items()}
    times = interleave(sides, scale.rounds)
    return times_the_time(work.name, times["large"], times["small"], work.bar)


def _size(work: Work, door: Door, ask: Callable[[str], bytes]) -> int:
    body = ask(door.url(work))
    assert work.wants in body, work.name
    return len(body)


def _side(ask: Callable[[str], bytes], url: str, calls: int) -> Side:
    return lambda _: seconds_per_call(ask, [url] * calls)


@contextmanager
def _asking(address: str) -> Iterator[Callable[[str], bytes]]:
    """One request and its whole answer, over a connection that stays."""
    connection = HTTPConnection(urlsplit(address).netloc)

    def ask(url: str) -> bytes:
        connection.request("GET", url, headers={"Accept-Language": "ja"})
        answer = connection.getresponse()
        body = answer.read()
        assert answer.status == 200, (answer.status, url)
        return body

    yield ask
    connection.close()


def _laid(path: Path, photos: Path) -> dict[str, Door]:
    with table.open(path) as store:
        store.create(*design.tables)
        house = House(store, FolderStorage(photos), now)
        return {name: _grown(house, size) for name, size in SIZES.items()}


def _grown(house: House, size: Size) -> Door:
    closet = service.create_wardrobe(house, name=f"{size.clothes}着の家")
    fill_wardrobe(closet, size)
    assert not service.repair(closet).drifts
    return Door(service.key_of(closet), _ids(closet))


def _ids(closet: Closet) -> dict[str, Any]:
    """The most worn, and the last record."""
    return {
        "clothing": service.clothes(closet, "wearCount", "desc", rows=1).items[0].clothing_id,
        "outfit": service.templates(closet, "wearCount", "desc", rows=1).cards[0].row.template_id,
        "record": service.records(closet, rows=1).cards[0].row.history_id,
    }
