"""The statistics as pictures: bars, ring and lengths as long as their numbers say, with those numbers in a table."""

import re
from html import unescape
from xml.etree import ElementTree as Xml

import pytest
from tests.apps.wardrobe.browsers import Visitor
from tests.apps.wardrobe.wardrobes import TODAY, added, before, wore

from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.statistics import Kind
from chabudai.web.charts import HEIGHT, WIDTH

HOSTILE = "</title></svg><script>alert('1')</script>&\""


@pytest.mark.parametrize(
    ("names", "worn", "most", "least"),
    [
        (["Coat", "Hat"], 2, ["Coat", "Hat"], []),
        (["Coat", "Hat", "Scarf"], 1, ["Coat"], ["Hat", "Scarf"]),
        (["A", "B", "C", "D", "E", "F", "G"], 7, ["A", "B", "C", "D", "E"], ["G", "F"]),
    ],
)
def test_of_few_pieces_each_is_told_once(
    visitor: Visitor, closet: Closet, names: list[str], worn: int, most: list[str], least: list[str]
) -> None:
    """The first of them is worn most."""
    pieces = added(closet, *names)
    for day in range(worn):
        service.record_wear(closet, day=before(day), clothing_ids=pieces[: worn - day])
    page = visitor.see(closet, "/statistics?span=30").text
    assert (_ranked(page, "Most worn"), sorted(_ranked(page, "Least worn"))) == (most, sorted(least))


@pytest.mark.parametrize("language", ["ja", "en"])
def test_the_bars_and_the_table_behind_them_tell_the_service_s_numbers(
    visitor: Visitor, closet: Closet, language: str
) -> None:
    _a_year_of_shirts(closet)
    for span, by in ((30, "week"), (90, "week"), (90, "month"), (365, "month"), (365, "week"), (1826, "month")):
        found = service.statistics(closet, before(span - 1), TODAY)
        numbers = [amount.pieces for amount in (found.months if by == "month" else found.weeks).values()]
        page = visitor.see(closet, f"/statistics?span={span}&by={by}", language).text
        picture = _picture(page, "bars")
        told = [_text(mark.find("title")) for mark in picture.findall("rect")]
        assert [int(each.rpartition(": ")[2]) for each in told] == numbers
        assert _heights(picture) == pytest.approx([140 * n / max(numbers) for n in numbers], abs=0.01)
        rows = re.findall(r'<tr><th scope="row">([^<]*)</th><td class="number">(\d+)</td></tr>', page)
        assert [f"{unescape(name)}: {number}" for name, number in rows] == told
        assert picture.get("viewBox") == f"0 0 {WIDTH} {HEIGHT}"


@pytest.mark.parametrize(
    ("language", "title", "running", "begun"),
    [
        ("en", "Items worn per week", "9 Nov 2026 (so far)", "17 Aug 2026 (from 18 Aug)"),
        ("ja", "週ごとに着た数", "2026年11月9日（途中）", "2026年8月17日（8/18から）"),
    ],
)
def test_a_week_of_which_not_all_is_shown_says_so(
    visitor: Visitor, closet: Closet, language: str, title: str, running: str, begun: str
) -> None:
    _a_year_of_shirts(closet)
    picture = _picture(visitor.see(closet, "/statistics", language).text, "bars")
    assert picture.findtext("title") == title
    in_part = [mark for mark in picture.findall("rect") if mark.get("class") == "bar-mark part"]
    assert [_text(mark.find("title")).rpartition(":")[0] for mark in in_part] == [begun, running]


def test_a_week_that_ends_today_is_still_running_and_one_of_yesterday_is_not(visitor: Visitor, closet: Closet) -> None:
    assert TODAY.weekday() == 6
    _a_year_of_shirts(closet)
    marks = _picture(visitor.see(closet, "/statistics").text, "bars").findall("rect")
    assert [mark.get("class") for mark in marks[-2:]] == ["bar-mark", "bar-mark part"]


def test_weeks_and_months_are_offered_where_the_time_allows_both(visitor: Visitor, closet: Closet) -> None:
    (shirt,) = added(closet, "シャツ")
    service.record_wear(closet, day=TODAY, clothing_ids=[shirt])
    for span, usual in (("30", []), ("90", ["week"]), ("365", ["month"]), ("1826", [])):
        page = visitor.see(closet, f"/statistics?span={span}&by=day").text
        chips = re.findall(r'href="[^"]*&amp;by=(\w+)"( aria-current="true")?', page)
        assert {step for step, _ in chips} == ({"week", "month"} if usual else set())
        assert [step for step, is_chosen in chips if is_chosen] == usual


def test_the_ring_the_ranks_and_the_kinds_tell_the_service_s_numbers(visitor: Visitor, closet: Closet) -> None:
    shirt = service.add_clothing(closet, {"name": "Shirt", "genre": "tops", "price": 3000}).clothing_id
    coat = service.add_clothing(closet, {"name": "Coat", "genre": "outer"}).clothing_id
    added(closet, "Scarf")
    for days in range(4):
        service.record_wear(closet, day=before(days), clothing_ids=[shirt])
    service.record_wear(closet, day=TODAY, clothing_ids=[coat])
    page = visitor.see(closet, "/statistics?span=30").text
    ring = _picture(page, "ring")
    assert (ring.findtext("title"), ring.findtext("text")) == ("67% of the wardrobe worn", "67%")
    filled, around = map(float, ring.findall("circle")[1].attrib["stroke-dasharray"].split())
    assert filled / around == pytest.approx(2 / 3, abs=0.001)
    assert _ranks(page, "Most worn") == [("Shirt", 100.0, "4"), ("Coat", 25.0, "1")]
    assert _ranks(page, "Least worn") == [("Scarf", None, "–")]
    assert "not worn in this period" in _section(page, "Least worn")
    assert "worn 0 times" not in page
    assert _ranks(page, "Highest cost per wear") == [("Shirt", 100.0, "¥750")]
    kinds = re.findall(r'<span>([^<]+)</span>.*?length-mark" width="([\d.]+)%".*?<b>(\d+)%', _section(page, "By type"))
    assert kinds == [("Tops", "80.0", "80"), ("Coats and jackets", "20.0", "20")]


def test_kinds_are_gathered_with_what_was_worn_of_them_and_what_there_is(closet: Closet) -> None:
    one, two, _ = (service.add_clothing(closet, {"name": "x", "genre": "shoes"}).clothing_id for _ in range(3))
    (other,) = added(closet, "y")
    for pieces in ([one, other], [one], [two]):
        service.record_wear(closet, day=TODAY, clothing_ids=pieces)
    found = service.statistics(closet, TODAY, TODAY).by_kind()
    assert found == (Kind("shoes", count=3, worn=2, owned=3), Kind(None, count=1, worn=1, owned=1))


def test_a_hostile_name_is_only_text_in_every_picture(visitor: Visitor, closet: Closet) -> None:
    hostile = service.add_clothing(closet, {"name": HOSTILE[:40], "price": 100}).clothing_id
    service.record_wear(closet, day=TODAY, clothing_ids=[hostile])
    for path in ("/statistics", "/calendar", "/calendar/year", "/history", f"/clothes/{hostile}"):
        page = visitor.see(closet, path).text
        assert HOSTILE[:12] not in page.replace("</title></head>", ""), path
        assert "<script>alert" not in page, path
        assert "&lt;/title&gt;&lt;/svg&gt;" in page or path == "/calendar/year", path
        for each in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
            Xml.fromstring(each)


@pytest.mark.parametrize(
    ("language", "nothing_yet", "nothing_now"),
    [
        ("en", "Charts of what you wear", "Nothing logged in this period"),
        ("ja", "着た服がグラフになります", "この期間の記録はありません"),
    ],
)
def test_without_records_the_page_says_what_will_be_here_and_what_to_do(
    visitor: Visitor, closet: Closet, language: str, nothing_yet: str, nothing_now: str
) -> None:
    empty = visitor.see(closet, "/statistics", language).text
    assert nothing_yet in empty
    assert f'href="/wardrobe/{service.key_of(closet)}/clothes/new"' in empty
    (shirt,) = added(closet, "シャツ")
    service.record_wear(closet, day=before(200), clothing_ids=[shirt])
    quiet = visitor.see(closet, "/statistics", language).text
    assert nothing_now in quiet
    assert re.search(r'class="button " href="[^"]+/record"', quiet)
    assert 'class="chart bars"' not in quiet
    assert 'class="chart bars"' in visitor.see(closet, "/statistics?span=365", language).text


def test_what_was_worn_and_thrown_away_is_in_the_bars_alone(visitor: Visitor, closet: Closet) -> None:
    (shirt,) = added(closet, "シャツ")
    service.record_wear(closet, day=TODAY, clothing_ids=[shirt])
    service.throw_away_clothing(closet, shirt)
    page = visitor.see(closet, "/statistics?span=30").text
    assert _heights(_picture(page, "bars"))[-1] == 140
    assert "Most worn" not in page
    assert 'class="chart ring"' not in page


def _a_year_of_shirts(closet: Closet) -> None:
    """Each fifth day one of them, each tenth day both; and one planned."""
    wore(closet, {before(days): 2 - days % 2 for days in range(-5, 365, 5)})


def _picture(page: str, name: str) -> Xml.Element:
    found = re.search(rf'<svg class="chart {name}".*?</svg>', page, re.DOTALL)
    assert found, name
    picture = Xml.fromstring(found[0])
    assert picture.get("role") == "img"
    assert picture[0].tag == "title"
    return picture


def _heights(picture: Xml.Element) -> list[float]:
    return [float(mark.attrib["height"]) for mark in picture.findall("rect")]


def _text(element: Xml.Element | None) -> str:
    assert element is not None
    assert element.text
    return element.text


def _section(page: str, title: str) -> str:
    return page.partition(f"<h2>{title}</h2>")[2].partition("</section>")[0]


def _ranks(page: str, title: str) -> list[tuple[str, float | None, str]]:
    """Names, lengths of bars in per cent, and what is said at the end of each row."""
    found: list[tuple[str, float | None, str]] = []
    for row in _section(page, title).split("<tr>")[2:]:
        length = re.search(r'class="length-mark" width="([\d.]+)%"', row)
        name, said = re.findall(r"<a [^>]*>(.*?)</a>", row)[0], re.findall(r"<b>(.*?)</b>", row)[0]
        found.append((name, float(length[1]) if length else None, said))
    return found


def _ranked(page: str, title: str) -> list[str]:
    """The names under a heading."""
    _, _, after = page.partition(f"<h2>{title}")
    return re.findall(r'class="clip" href="[^"]*">([^<]*)</a>', after.partition("</section>")[0])
