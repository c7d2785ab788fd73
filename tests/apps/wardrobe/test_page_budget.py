"""What each page and each button asks of the table, the same of 50 clothes and of 300; and how large each page is."""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import pytest
from litestar import Litestar
from litestar.routes import HTTPRoute
from litestar.testing import TestClient
from tests.adapters.clocks import SettableClock
from tests.apps.recorded_requests import record_requests
from tests.apps.wardrobe.browsers import Visitor, open_browser
from tests.apps.wardrobe.large_wardrobes import Size, fill_wardrobe
from tests.apps.wardrobe.routes import filled
from tests.apps.wardrobe.wardrobes import added, outfit_of
from tests.web.verified_fragments import VerifyingFragmentCache

from chabudai import common, table, web
from chabudai.adapters.objects import FolderStorage
from chabudai.apps import wardrobe
from chabudai.apps.wardrobe import design, service
from chabudai.apps.wardrobe.closets import Closet, House
from chabudai.apps.wardrobe.entities import MAX_CLOTHES
from chabudai.apps.wardrobe.routes import page_routes
from chabudai.common.photos import photo_name
from chabudai.common.undo import undo_by
from chabudai.store import RecordedCall
from chabudai.web import WebSettings
from chabudai.web.secrets import Secret

# With the outfit of twenty pieces that each has besides, a page of outfits is just full.
SIZES = {"50": Size(clothes=50, outfits=29, days=40), "300": Size(clothes=300, outfits=29, days=40)}
HEAVIEST = 60_000

DOOR = ("AP-21 GetItem", "AP-02 GetItem")
TRANSACTION = "TransactWriteItems"
BY_CREATED, BY_WEAR, BY_WORN = "StatusListByCreatedAt", "StatusListByWearCount", "StatusListByLastWornAt"
PICKER = f"AP-04 Query {BY_WORN}"
STARTS = (f"AP-09 Query {BY_WORN}", "AP-09 BatchGetItem …?")

# What stands behind the door. "…" is asked once or a few times: 80 pictures make a batch, and a filter
# reads on until its page is full.
PAGES: Mapping[str, tuple[str, ...]] = {
    "/wardrobe": (),
    "{mine}": (
        *("AP-03 Query HistoryByDate", "AP-03 Query HistoryByDate", "AP-14 BatchGetItem"),
        *(f"AP-04 Query {BY_WORN}", f"AP-09 Query {BY_WORN}", "AP-16 BatchGetItem …?", f"AP-24 Query {BY_WORN} …?"),
    ),
    "{mine}/photos/{photo}/{size}": (),
    "{mine}/clothes": (f"AP-04 Query {BY_CREATED}",),
    "{mine}/clothes?sort=created&order=asc": (f"AP-04 Query {BY_CREATED}",),
    "{mine}/clothes?sort=wearCount": (f"AP-04 Query {BY_WEAR}",),
    "{mine}/clothes?sort=lastWorn&order=asc": (f"AP-04 Query {BY_WORN}",),
    f"{{mine}}/clothes?q={quote('いつもの')}": (f"AP-04 Query {BY_CREATED}",),
    "{mine}/clothes?genre=tops&season=winter": (f"AP-04 Query {BY_CREATED} …",),
    "{mine}/clothes?unworn=30": (f"AP-24 Query {BY_WORN}",),
    "{mine}/clothes/new": (),
    "{mine}/clothes/{clothing}": ("AP-05 GetItem", "AP-20 Query", "AP-17 Query", f"AP-09 Query {BY_WORN}"),
    "{mine}/clothes/{clothing}/edit": ("AP-05 GetItem",),
    "{mine}/outfits": (f"AP-09 Query {BY_CREATED}", "AP-09 BatchGetItem …"),
    "{mine}/outfits?sort=wearCount&order=asc": (f"AP-09 Query {BY_WEAR}", "AP-09 BatchGetItem …"),
    "{mine}/outfits/new": (PICKER,),
    "{mine}/outfits/{outfit}": ("AP-10 GetItem", "AP-09 BatchGetItem", "AP-17 Query"),
    "{mine}/outfits/{twenty}/edit": ("AP-10 GetItem", "AP-09 BatchGetItem", PICKER),
    "{mine}/record": (PICKER, *STARTS),
    "{mine}/record?template={twenty}": ("AP-10 GetItem", "AP-09 BatchGetItem …", PICKER, *STARTS, "AP-10 GetItem"),
    "{mine}/history": ("AP-14 Query HistoryByDate", "AP-14 BatchGetItem …"),
    "{mine}/history/{record}": ("AP-15 GetItem", "AP-15 BatchGetItem"),
    "{mine}/history/{record}/edit": ("AP-15 GetItem", "AP-09 BatchGetItem", PICKER, *STARTS),
    "{mine}/calendar": ("AP-03 Query HistoryByDate", "AP-14 BatchGetItem"),
    "{mine}/calendar/year": ("AP-03 Query HistoryByDate",),
    "{mine}/statistics": ("AP-03 Query HistoryByDate", f"AP-04 Query {BY_WORN}"),
    "{mine}/trash": (f"AP-04 Query {BY_CREATED}",),
    "{mine}/trash/outfits": (f"AP-09 Query {BY_CREATED}", "AP-09 BatchGetItem …"),
    "{mine}/settings": (),
    "{mine}/export": ("AP-25 Query", "AP-26 Query", "AP-27 Query"),
}

WORN = ("AP-16 BatchGetItem", f"AP-16 {TRANSACTION}")
WORN_OUTFIT = ("AP-16 BatchGetItem", "AP-10 GetItem", f"AP-16 {TRANSACTION}")
TAKEN_OFF = ("AP-16 BatchGetItem", "AP-17 BatchGetItem", "AP-17 Query", f"AP-34 {TRANSACTION}")
LINKED = ("AP-02 GetItem", f"AP-22 {TRANSACTION}", "AP-02 GetItem")
PIECE = {"clothing_ids": "{clothing}"}
DOCUMENT = {
    "format": "chabudai.wardrobe",
    "version": 1,
    "name": "x",
    "clothes": [{"clothingId": "cl_1", "name": "x", "createdAt": 0}],
    "templates": [],
    "histories": [],
}

ACTS: tuple[tuple[str, Mapping[str, Any], tuple[str, ...]], ...] = (
    ("/wardrobe", {"name": "x"}, ("AP-32 PutItem", "AP-01 PutItem")),
    ("/wardrobe/import", {}, ("AP-32 PutItem", "AP-01 PutItem", f"- {TRANSACTION}")),
    ("/wardrobe/forget", {"key": "x"}, ()),
    ("/wardrobe/undo", {"undo": undo_by("remember", key="{key}")}, DOOR),
    ("{mine}/clothes", {"name": "x"}, ("AP-06 PutItem",)),
    ("{mine}/clothes/{clothing}/edit", {"name": "x", "was_name": "あ"}, ("AP-05 GetItem", "AP-07 UpdateItem")),
    ("{mine}/clothes/{clothing}/remove-photo", {}, ("AP-05 GetItem", "AP-07 UpdateItem")),
    ("{mine}/trash/clothes/{clothing}", {}, ("AP-08 UpdateItem",)),
    ("{mine}/trash/clothes/{thrown}/restore", {}, ("AP-18 UpdateItem",)),
    ("{mine}/outfits", {"name": "x", **PIECE}, ("AP-16 BatchGetItem", "AP-11 PutItem")),
    ("{mine}/outfits/{outfit}/edit", {"name": "x", **PIECE}, ("AP-10 GetItem", "AP-12 UpdateItem")),
    ("{mine}/outfits/{outfit}/clone", {}, ("AP-10 GetItem", "AP-11 PutItem")),
    ("{mine}/trash/outfits/{outfit}", {}, ("AP-13 UpdateItem",)),
    ("{mine}/trash/outfits/{thrown_outfit}/restore", {}, ("AP-19 UpdateItem",)),
    ("{mine}/wear", {"wear": "{clothing}"}, ("AP-15 GetItem", *WORN)),
    ("{mine}/take-off", {"wear": "{clothing}"}, ("AP-15 GetItem", "AP-03 Query HistoryByDate", *TAKEN_OFF)),
    ("{mine}/wear", {"wear": "{outfit} hs_{outfit}"}, ("AP-10 GetItem", "AP-15 BatchGetItem", *WORN_OUTFIT)),
    ("{mine}/record", {"date": "2026-11-15", **PIECE}, WORN),
    ("{mine}/record", {"date": "2026-11-15", "outfit_id": "{outfit}", **PIECE}, WORN_OUTFIT),
    ("{mine}/undo", {"undo": undo_by("undo_restore", kind="clothes", id_="{clothing}")}, ("AP-08 UpdateItem",)),
    (
        "{mine}/history/{record}/repeat",
        {},
        ("AP-15 GetItem", "AP-10 GetItem", "AP-15 BatchGetItem", *WORN_OUTFIT),
    ),
    (
        "{mine}/history/{record}/edit",
        {"date": "2026-11-14", "outfit_id": "{outfit}", **PIECE},
        (
            *("AP-15 GetItem", "AP-16 BatchGetItem", "AP-17 BatchGetItem", "AP-17 Query …"),
            *("AP-10 GetItem", "AP-17 GetItem", "AP-17 Query", f"AP-28 {TRANSACTION}"),
        ),
    ),
    (
        "{mine}/history/{record}/delete",
        {},
        (
            *("AP-15 GetItem", "AP-16 BatchGetItem", "AP-17 BatchGetItem", "AP-17 Query …"),
            *("AP-10 GetItem", "AP-17 GetItem", "AP-17 Query", f"AP-17 {TRANSACTION}"),
        ),
    ),
    ("{mine}/settings", {"name": "x"}, ("AP-31 UpdateItem",)),
    ("{spare}/reissue", {}, LINKED),
    ("{spare}/share", {}, LINKED),
    ("{spare}/stop-sharing", {}, ("AP-02 GetItem",)),
    (
        "{spare}/erase",
        {},
        (
            *("AP-25 Query", "AP-26 Query", "AP-27 Query", "AP-26 Query", "AP-25 Query"),
            *("AP-27 Query", "AP-26 Query", "AP-25 Query"),  # what could not be read goes by its key
            *("AP-02 GetItem", f"AP-33 {TRANSACTION}"),
        ),
    ),
)


@dataclass(frozen=True)
class Grown:
    """A wardrobe of some size, whoever visits it, and what each of their requests asked."""

    closet: Closet
    visitor: Visitor
    application: Litestar
    heard: list[list[RecordedCall]]
    names: Mapping[str, str]


@pytest.fixture(scope="module", params=SIZES)
def grown(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Grown]:
    clock = SettableClock()
    with table.open(":memory:", clock=clock) as store:
        store.create(*design.design.tables)
        house = House(store, FolderStorage(tmp_path_factory.mktemp("photos")), clock)
        closet = service.create_wardrobe(house, name="わたしの服")
        contents = fill_wardrobe(closet, SIZES[request.param])
        pieces = [piece.clothing_id for piece in contents.clothes[:MAX_CLOTHES]]
        names = {
            "clothing": contents.templates[0].clothing_ids[0],
            "outfit": contents.templates[0].template_id,
            "record": contents.histories[-1].history_id,
            "twenty": outfit_of(closet, *pieces, name="二十着を重ねる、いつものコーデ"),
            "photo": photo_name(contents.clothes[0].image_key) or "",
        }
        with _overheard(closet, names) as opened:
            yield opened


@pytest.fixture
def own(grown: Grown) -> Mapping[str, str]:
    """What one act may change, apart from all others."""
    closet = grown.closet
    pieces = added(closet, "あ", "い")
    outfit = outfit_of(closet, *pieces)
    (thrown,) = added(closet, "う")
    spare = service.create_wardrobe(closet.house, name="もうひとつ")
    service.throw_away_clothing(closet, thrown)
    return {
        "clothing": pieces[0],
        "outfit": outfit,
        "record": service.record_template(closet, day=closet.today(), template_id=outfit).history_id,
        "thrown": thrown,
        "thrown_outfit": service.throw_away_template(closet, outfit_of(closet, *pieces)).template_id,
        "spare": _address(spare),
        "key": service.key_of(spare),
    }


@pytest.mark.parametrize("path", PAGES)
def test_a_page_asks_for_what_it_shows(grown: Grown, path: str) -> None:
    grown.visitor.cookies.clear()
    answer = grown.visitor.get(_url(grown, path))
    assert answer.status_code == 200
    _check(grown.heard[-1], path, PAGES[path])


def test_every_route_has_a_budget(grown: Grown) -> None:
    assert {_route(path) for path in PAGES} == _routes(grown.application, "GET")
    assert {_route(path) for path, _, _ in ACTS} == _routes(grown.application, "POST")


def test_a_search_reads_every_row_once_and_stops_at_a_full_page(grown: Grown) -> None:
    count = grown.closet.store.count(design.clothes(grown.closet.wardrobe_id, "created"))
    grown.visitor.get(_url(grown, "{mine}/clothes?q=0007"))
    assert len(grown.heard[-1]) - len(DOOR) <= 1 + count // 50
    grown.visitor.get(_url(grown, f"{{mine}}/clothes?order=asc&q={quote('いつもの')}"))
    assert [each.items for each in grown.heard[-1][len(DOOR) :]] == [min(count, 51)]


@pytest.mark.parametrize("language", ["ja", "en"])
def test_no_page_is_too_heavy(grown: Grown, language: str) -> None:
    with open_browser(grown.closet.house) as visitor:
        for path in PAGES:
            answer = visitor.get(_url(grown, path), accept_language=language)
            if "html" in answer.headers["content-type"]:
                assert len(answer.content) < HEAVIEST, path


@pytest.mark.parametrize(("path", "fields", "asks"), ACTS, ids=[path for path, _, _ in ACTS])
def test_an_act_asks_for_what_it_changes(
    grown: Grown, own: Mapping[str, str], path: str, fields: Mapping[str, Any], asks: tuple[str, ...]
) -> None:
    given: dict[str, Any] = filled(dict(fields), own)
    files = {"file": ("wardrobe.json", json.dumps(DOCUMENT))} if path.endswith("/import") else None
    grown.visitor.cookies.clear()
    token, url = grown.visitor.token(), _url(grown, path, own)
    if "undo" in given:
        given["undo"] = grown.visitor.seal(given["undo"], url, grown.closet.house.clock)
    answer = grown.visitor.ask("POST", url, data={"_csrf": token, **given}, files=files)
    assert answer.status_code == 303
    _check(grown.heard[-1], path, asks)


@contextmanager
def _overheard(closet: Closet, names: Mapping[str, str]) -> Iterator[Grown]:
    heard, noting = record_requests()
    settings = WebSettings(
        secret=Secret(b"k" * 32),
        version="1.0",
        packages=(common.PACKAGE, wardrobe.PACKAGE),
        navigation=(),
        clock=closet.house.clock,
        record_calls=noting,
        fragments=VerifyingFragmentCache(),
    )
    application = web.build(page_routes(closet.house, "https://family.example"), settings)
    with TestClient(application, base_url="http://house.test") as client:
        yield Grown(closet, Visitor(client), application, heard, {**names, "mine": _address(closet), "size": "thumb"})


def _pattern(call: str) -> str:
    name, _, times = call.partition(" …")
    fewest, most = 0 if times == "?" else 1, 8 if name != call else 1
    return f"(?:{re.escape(name)}\n){{{fewest},{most}}}"


def _check(heard: list[RecordedCall], path: str, asks: tuple[str, ...]) -> None:
    """In this order and no more; "…" stands for up to eight of the same, "…?" for none too."""
    told = [" ".join(filter(None, (each.pattern or "-", each.operation, each.index))) for each in heard]
    wanted = [*(DOOR if path.startswith("{") else ()), *asks]
    pattern = "".join(map(_pattern, wanted))
    assert re.fullmatch(pattern, "".join(f"{each}\n" for each in told)), told
    assert {each.table for each in heard} <= {"WardrobeTable"}


def _url(grown: Grown, path: str, own: Mapping[str, str] | None = None) -> str:
    return path.format(**{**grown.names, **(own or {})})


def _address(closet: Closet) -> str:
    return f"/wardrobe/{service.key_of(closet)}"


def _route(path: str) -> str:
    """As the application knows it."""
    known = {"mine": "/wardrobe/{key:str}", "spare": "/wardrobe/{key:str}", "photo": "{name:str}", "size": "{size:str}"}
    named = re.sub(r"{(\w+)}", lambda found: known.get(found[1], "{id_:str}"), path.partition("?")[0])
    return re.sub(r"/trash/(clothes|outfits)", "/trash/{kind:str}", named)


def _routes(application: Litestar, method: str) -> set[str]:
    found = (route for route in application.routes if isinstance(route, HTTPRoute))
    return {route.path for route in found if route.path.startswith("/wardrobe") and method in route.methods}
