"""What each list of the API asks of the table, with three thousand games: which operations, patterns and indexes."""

from collections.abc import Iterator
from typing import TypeAlias

import pytest
from tests.adapters.clocks import SettableClock
from tests.apps.shogi.club import NOON, Club
from tests.apps.shogi.crowd import crowd
from tests.apps.shogi.program import ENGINE, Program, work
from tests.apps.shogi.site_house import House, built

from chabudai.apps.shogi import analyses, analysis_requests, imports, jobs, sharing, tags, trash
from chabudai.apps.shogi.people import People
from chabudai.apps.shogi.records import EVEN, HANDICAPS

MANY = 3_000


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """akira has all those games; some are tagged, thrown away, shared and asked about."""
    clock = SettableClock(NOON)
    with built(clock, tmp_path_factory.mktemp("site"), lambda: ENGINE) as house:
        house.token("yuko")
        crowd(Club(house.store, clock), MANY)
        owner, people = house.owner("akira"), People.default(house.store, clock)
        house.token("akira")
        tag = tags.add(owner, "tag")
        for number in range(30):
            tags.put_on(owner, f"g{number:05}", tag.tag_id)
        for number in range(3):
            sharing.add_reader(owner, f"g{number:05}", "yuko", people)
        request = analysis_requests.write(
            analysis_requests.position_request(HANDICAPS[EVEN], (), seconds=3, candidates=1)
        )
        analyses.ask_for_position(owner, request)
        trash.throw_away(owner, "g02999")
        imports.start(owner, [("x.kif", b"rubbish")])
        work(house)
        yield house


@pytest.fixture(scope="module")
def program(site: House) -> Program:
    return Program(site, site.token("akira"))


Ask: TypeAlias = tuple[str, str, str | None, int]
HEADS: list[Ask] = [("BatchGetItem", "21", None, 25)]
EVERY_HEAD: list[Ask] = [("Query", "21", None, -1)] * 2  # a megabyte at a time, as DynamoDB gives them
LISTS: dict[str, list[Ask]] = {
    "/games": [("Query", "5", "LatestAccessIndex", 26), *HEADS],
    "/games?sort=created": [("Query", "1", "CreatedIndex", 26), *HEADS],
    "/games?sort=updated": [("Query", "6", "LatestUpdateIndex", 26), *HEADS],
    "/games?sort=name": [("Query", "7", "CommonLSI", 26), *HEADS],
    "/games?sort=name&folder=社団戦": [("Query", "7", "CommonLSI", 26), *HEADS],
    "/games?folder=社団戦": [("Query", "5", "LatestAccessIndex", 501), *HEADS],
    "/games?side=first&result=win": [*EVERY_HEAD, ("Query", "5", "LatestAccessIndex", 501), *HEADS],
    "/games?tag={tag}": [
        ("GetItem", "16", None, 1),
        ("Query", "9", "SwapIndex", 30),
        *[("Query", "5", "LatestAccessIndex", -1)] * 6,
        *HEADS,
    ],
    "/tags": [("Query", "25", None, 0), *EVERY_HEAD, ("Query", "16", None, 1)],
    "/tags/{tag}": [("GetItem", "16", None, 1)],
    "/folders": [("Query", "7", "CommonLSI", 2999)],
    "/folders?in=社団戦": [("Query", "7", "CommonLSI", 1000)],
    "/folders/all": [("Query", "7", "CommonLSI", 2999)],
    "/trash": [("Query", "25", None, 1)],
    "/readers": [("Query", "19", None, 0)],
    "/shared/games": [("Query", "10", "SwapIndex", 0)],
    "/shared/people": [("Query", "10", "SwapIndex", 0)],
    "/people/akira/games": [("Query", "1", "CreatedIndex", 26), *HEADS],
    "/positions": [("Query", "22", "CommonLSI", 0), ("Query", "22", None, 2999), *EVERY_HEAD],
    "/positions?sfen=9/9/9/9/4k4/9/9/9/4K4 b -": [("Query", "22", "CommonLSI", 0), ("Query", "22", None, 0)],
    "/statistics": EVERY_HEAD,
    "/usage": [("TransactGetItems", "14", None, 1), ("GetItem", "23", None, 1)],
    "/analyses": [("Query", "4", "CommonGSI", 1)],
    "/jobs": [("Query", "26", "CommonGSI", 1)],
    "/jobs/{job}": [("GetItem", "26", None, 1)],
    "/jobs/{job}/refused": [("GetItem", "26", None, 1), ("Query", "26", None, 1)],
    "/games/g00001": [("GetItem", "13", None, 1), ("GetItem", "21", None, 1)],
    "/games/g00001/scores": [("GetItem", "13", None, 1), ("GetItem", "24", None, 0)],
}
"""For each: operation, pattern, index, and how many items came; -1 where only all of them together say something."""


def test_no_list_scans_or_reads_a_record(site: House, program: Program) -> None:
    (tag,), (job,) = tags.find_all(site.owner("akira")), jobs.find_page(site.owner("akira"))
    for path, expected in LISTS.items():
        assert program.ask("GET", path.format(tag=tag.tag_id, job=job.job_id)).status_code == 200, path
        asked = site.asked()
        counted = [
            (call.operation, call.pattern, call.index, call.items if wanted[3] >= 0 else -1)
            for call, wanted in zip(asked, expected, strict=False)
        ]
        assert (counted, len(asked)) == (expected, len(expected)), path
        assert "Scan" not in {call.operation for call in asked}
        if "g00001" not in path:
            assert "13" not in {call.pattern for call in asked}, f"{path} reads records"


def test_what_others_see_of_a_person_and_what_is_shared_are_queries(site: House) -> None:
    yuko = Program(site, site.token("yuko"))
    assert len(yuko.get("/shared/games")["games"]) == 3
    assert [(call.operation, call.pattern, call.index) for call in site.asked()] == [
        ("Query", "10", "SwapIndex"),
        ("BatchGetItem", "21", None),
    ]
    assert yuko.refused("GET", "/people/akira/games") == (404, "no_such_person")
    assert {(call.operation, call.pattern) for call in site.asked()} == {
        ("GetItem", "19"),
        ("Query", "21"),
        ("Query", "1"),
    }


def test_a_cursor_reads_no_more_than_the_page_before(site: House, program: Program) -> None:
    cursor = program.get("/games")["cursor"]
    page = program.get(f"/games?cursor={cursor}")
    assert len(page["games"]) == 25
    assert [(call.operation, call.items) for call in site.asked()] == [("Query", 26), ("BatchGetItem", 25)]
