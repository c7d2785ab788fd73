"""The API's views: days, calendar, statistics, suggestions, what waits, and where a piece is found again."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest
from tests.adapters.pictures.photos import corners, encoded
from tests.apps.wardrobe.browsers import Program, open_program
from tests.apps.wardrobe.wardrobes import TODAY, added, before, outfit_of, several

from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.closets import Closet, House


class Reader:
    """Looks into one wardrobe."""

    def __init__(self, program: Program, closet: Closet) -> None:
        self._program = program
        self._base = f"/{service.key_of(closet)}"

    def get(self, path: str) -> Any:
        answer = self._program.call("GET", f"{self._base}{path}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def every(self, path: str, name: str) -> list[Any]:
        """A list, read to its end."""
        found, cursor, mark = [], None, "&" if "?" in path else "?"
        while True:
            page = self.get(path if cursor is None else f"{path}{mark}cursor={cursor}")
            found += page[name]
            if (cursor := page["cursor"]) is None:
                return found


@pytest.fixture
def program(house: House) -> Iterator[Program]:
    with open_program(house) as program:
        yield program


@pytest.fixture
def reader(program: Program, closet: Closet) -> Reader:
    return Reader(program, closet)


def test_the_last_week_ends_today_and_what_is_planned_is_apart(closet: Closet, reader: Reader) -> None:
    shirt, coat = added(closet, "シャツ", "コート")
    outfit = outfit_of(closet, shirt, coat)
    service.record_template(closet, day=TODAY, template_id=outfit)
    service.record_wear(closet, day=TODAY + timedelta(days=3), clothing_ids=[coat])
    week = reader.get("/week")["days"]
    assert [(day["date"], len(day["records"])) for day in week[::6]] == [("2026-11-09", 0), ("2026-11-15", 1)]
    (worn,) = week[-1]["records"]
    assert (worn["outfitName"], [each["name"] for each in worn["thumbs"]]) == ("いつもの", ["シャツ", "コート"])
    (day,) = reader.get("/planned")["days"]
    assert (day["date"], day["isPlanned"], day["records"][0]["isPlanned"]) == ("2026-11-18", True, True)


def test_a_month_a_year_and_a_day_tell_what_was_worn(closet: Closet, reader: Reader) -> None:
    (shirt, coat) = added(closet, "シャツ", "コート")
    service.record_wear(closet, day=date(2026, 2, 28), clothing_ids=[shirt, coat])
    month = reader.get("/calendar?month=2026-02")["days"]
    assert ([len(day["records"]) for day in month], month[0]["date"]) == ([0] * 27 + [1], "2026-02-01")
    assert len(reader.get("/calendar")["days"]) == 30
    assert reader.get("/calendar/year")["days"] == [{"date": "2026-02-28", "count": 2}]
    assert reader.get("/calendar/year?year=2025") == {"year": 2025, "days": []}
    assert reader.get("/days/2026-02-28")["records"] == month[-1]["records"]
    assert reader.get("/days/2026-02-27") == {"date": "2026-02-27", "isPlanned": False, "records": []}


def test_statistics_tell_weeks_months_kinds_the_most_and_least_worn_and_the_share(
    closet: Closet, reader: Reader
) -> None:
    coat = service.add_clothing(closet, {"name": "コート", "genre": "outer", "price": 9000}).clothing_id
    shirt, hat = added(closet, "シャツ", "帽子")
    service.record_wear(closet, day=TODAY, clothing_ids=[coat, shirt])
    service.record_wear(closet, day=before(20), clothing_ids=[coat])
    service.record_wear(closet, day=before(400), clothing_ids=[hat])
    found = reader.get("/statistics")
    assert (found["first"], found["last"], found["pieces"], found["days"]) == ("2026-08-18", "2026-11-15", 3, 2)
    assert (found["owned"], found["worn"], found["share"]) == (3, 2, pytest.approx(2 / 3))
    assert [week for week in found["weeks"] if week["pieces"]] == [
        {"monday": "2026-10-26", "pieces": 1, "days": 1},
        {"monday": "2026-11-09", "pieces": 2, "days": 1},
    ]
    assert found["months"][-1] == {"month": "2026-11", "pieces": 2, "days": 1}
    assert found["kinds"][0] == {"genre": "outer", "count": 2, "worn": 1, "owned": 1}
    assert [(each["clothing"]["id"], each["count"]) for each in found["mostWorn"]] == [(coat, 2), (shirt, 1)]
    assert found["leastWorn"][0]["clothing"]["id"] == hat
    assert found["dearestPerWear"][0]["clothing"]["costPerWear"] == 4500
    longer = reader.get("/statistics?first=2025-01-01&last=2025-12-31")
    assert (longer["pieces"], len(longer["months"]), longer["worn"]) == (1, 12, 1)


@pytest.mark.parametrize(
    "query", ["first=2026-11-15&last=2026-11-14", "first=1969-12-31", "last=0001-01-01", "first=2000-01-01"]
)
def test_a_time_that_is_none_is_refused_by_its_field(program: Program, closet: Closet, query: str) -> None:
    error = program.call("GET", f"/{service.key_of(closet)}/statistics?{query}").json()["error"]
    assert (error["code"], [each["field"] for each in error["details"]]) == ("invalid_fields", ["first"])


def test_the_first_days_of_all_have_statistics_too(reader: Reader) -> None:
    assert reader.get("/statistics?last=1970-01-05")["first"] == "1970-01-01"


def test_a_suggestion_is_an_outfit_or_newly_put_together(closet: Closet, reader: Reader) -> None:
    tops, bottoms = (
        service.add_clothing(closet, {"name": genre, "genre": genre}).clothing_id for genre in ("tops", "bottoms")
    )
    outfit = outfit_of(closet, tops, name="秋の一着")
    found = reader.get("/suggestions")["suggestions"]
    assert [(each["outfitId"], each["outfitName"]) for each in found] == [(outfit, "秋の一着"), (None, None)]
    assert [piece["id"] for piece in found[1]["clothes"]] == [tops, bottoms]
    assert found[0]["date"] == "2026-11-15"


def test_what_was_never_worn_and_what_waits_for_long_are_lists(closet: Closet, reader: Reader) -> None:
    shirt, coat, _ = added(closet, "シャツ", "コート", "帽子")
    service.record_wear(closet, day=before(61), clothing_ids=[shirt])
    service.record_wear(closet, day=before(59), clothing_ids=[coat])
    assert [each["name"] for each in reader.every("/never-worn", "clothes")] == ["帽子"]
    assert [each["name"] for each in reader.every("/long-unworn", "clothes")] == ["シャツ"]
    assert [each["name"] for each in reader.every("/long-unworn?days=30", "clothes")] == ["シャツ", "コート"]


def test_a_piece_tells_its_days_and_outfits_and_an_outfit_its_days_and_pieces(closet: Closet, reader: Reader) -> None:
    ids = several(closet, 6)
    service.set_photo(closet, ids[5], encoded(corners(), "JPEG"))
    outfit, other = outfit_of(closet, *ids), outfit_of(closet, ids[1], name="別の")
    for day in (TODAY, before(3)):
        service.record_template(closet, day=day, template_id=outfit)
    service.record_wear(closet, day=TODAY, clothing_ids=ids[:1])
    service.throw_away_clothing(closet, ids[4])
    assert reader.every(f"/clothes/{ids[0]}/days", "days") == [
        {"date": "2026-11-15", "count": 2},
        {"date": "2026-11-12", "count": 1},
    ]
    assert [each["id"] for each in reader.every(f"/clothes/{ids[1]}/outfits", "outfits")] == [outfit, other]
    assert [day["count"] for day in reader.every(f"/outfits/{outfit}/days", "days")] == [1, 1]
    pieces = reader.get(f"/outfits/{outfit}/pieces")["pieces"]
    assert ([each["id"] for each in pieces], pieces[4]["isDeleted"]) == (ids, True)
    record = next(each for each in reader.get("/records")["records"] if each["outfitId"])
    assert (record["more"], reader.get(f"/records/{record['id']}/pieces")["pieces"]) == (2, pieces)


def test_a_photo_has_two_sizes(program: Program, closet: Closet) -> None:
    (shirt,) = added(closet, "シャツ")
    service.set_photo(closet, shirt, encoded(corners(1200, 900), "JPEG"))
    base = f"/{service.key_of(closet)}"
    name = program.call("GET", f"{base}/clothes/{shirt}").json()["photo"]
    large, thumb = (program.call("GET", f"{base}/photos/{name}?size={size}").content for size in ("large", "thumb"))
    assert large[8:12] == thumb[8:12] == b"WEBP"
    assert len(thumb) < len(large)
    assert program.call("GET", f"{base}/photos/{name}").content == large


def test_a_day_is_repeated_today_or_on_another_and_once_under_one_id(program: Program, closet: Closet) -> None:
    shirt, coat = added(closet, "シャツ", "コート")
    old = service.record_template(closet, day=before(9), template_id=outfit_of(closet, shirt, coat))
    service.throw_away_clothing(closet, coat)
    here = f"/{service.key_of(closet)}/records/{old.history_id}/repeat"
    again = [program.call("POST", here, {"id": "hs_mine"}).json() for _ in range(2)]
    assert again[0] == again[1]
    assert (again[0]["date"], again[0]["clothingIds"], again[0]["outfitName"]) == ("2026-11-15", [shirt], "いつもの")
    assert program.call("POST", here, {"date": "2026-12-24"}).json()["isPlanned"] is True
    assert service.clothing(closet, shirt).wear_count == 3
