"""Lists as their address says them."""

from dataclasses import dataclass
from datetime import date
from typing import ClassVar, Literal
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chabudai.web.lists import CursorAddress, ListAddress, PagedAddress


@dataclass(frozen=True, slots=True, kw_only=True)
class Books(PagedAddress):
    PATH: ClassVar[str] = "/books"
    NAMES: ClassVar[dict[str, str]] = {**PagedAddress.NAMES, "is_selecting": "select"}
    PASSING: ClassVar[tuple[str, ...]] = (*PagedAddress.PASSING, "marked")
    NARROWING: ClassVar[tuple[str, ...]] = ("q", "kind", "tags", "colours")

    q: str = ""
    sort: Literal["title", "added"] = "added"
    kind: Literal["novel", "manga"] | None = None
    tags: tuple[str, ...] = ()
    colours: tuple[Literal["red", "blue"], ...] = ()
    is_selecting: bool = False
    has_covers: bool = True
    columns: int = 3
    marked: str | None = None


ADDRESSES = st.builds(
    Books,
    start=st.integers(0, 999_999),
    end=st.none() | st.integers(0, 999_999),
    q=st.text(max_size=250).map(lambda text: text.strip()[:200].strip()),
    sort=st.sampled_from(["title", "added"]),
    kind=st.sampled_from([None, "novel", "manga"]),
    tags=st.lists(st.sampled_from(["a", "b & c", "日本", "?="]), unique=True).map(tuple),
    colours=st.lists(st.sampled_from(["red", "blue"]), unique=True).map(tuple),
    is_selecting=st.booleans(),
    has_covers=st.booleans(),
    columns=st.integers(0, 9),
    marked=st.none() | st.just("x"),
)


@given(ADDRESSES)
def test_what_an_address_says_is_read_as_the_same_address(address: Books) -> None:
    assert Books.parse(address.query) == address
    assert Books.at(address.url) == address or len(address.url) > 2000


@given(
    st.text() | st.dictionaries(st.sampled_from(["q", "sort", "kind", "tags", "from", "to"]), st.text()).map(urlencode)
)
def test_any_query_at_all_is_heard_as_far_as_it_makes_sense(query: str) -> None:
    heard = Books.parse(query)
    assert Books.parse(heard.query) == heard


def test_the_usual_list_has_a_plain_address() -> None:
    assert Books().url == "/books"
    assert Books.parse("") == Books()


@pytest.mark.parametrize(
    "query",
    [
        "sort=upwards",
        "kind=poem",
        "kind=",
        "from=-1",
        "from=1e3",
        "from=１",
        "from=99999999",
        "columns=x",
        "q=%20",
        "unknown=1",
        "colours=green",
        "PATH=/elsewhere",
    ],
)
def test_what_an_address_says_wrongly_is_not_heard(query: str) -> None:
    assert Books.parse(query) == Books()


def test_of_several_values_the_last_counts_unless_many_are_wanted() -> None:
    heard = Books.parse("sort=added&sort=title&tags=a&tags=b&tags=a&colours=red&colours=green")
    assert (heard.sort, heard.tags, heard.colours) == ("title", ("a", "b"), ("red",))
    assert len(Books.parse("&".join(f"tags={number}" for number in range(1000))).tags) == 50


def test_long_and_hostile_words_are_cut() -> None:
    assert len(Books.parse(urlencode({"q": "x" * 1_000_000})).q) == 200
    assert Books.parse("q=%ff%00").q == "\ufffd\0"


def test_a_flag_is_there_or_not() -> None:
    assert Books.parse("select=1").is_selecting
    assert not Books.parse("select=0").is_selecting
    assert not Books.parse("has_covers=0").has_covers


@pytest.mark.parametrize(
    "url", ["https://elsewhere.test/books?q=a", "//elsewhere/books?q=a", "/other?q=a", "", "\\books"]
)
def test_an_address_of_another_page_is_the_plain_list(url: str) -> None:
    assert Books.at(url) == Books()


def test_a_changed_list_begins_anew() -> None:
    address = Books(q="a", start=50, end=75, marked="x")
    assert address.but(sort="title") == Books(q="a", sort="title")
    assert Books(q="a", kind="novel", start=5).widen() == Books()


def test_a_list_is_narrowed_by_what_it_says() -> None:
    assert not Books(sort="title", start=5).is_narrowed
    assert Books(q="a").is_narrowed
    assert Books(tags=("a",)).is_narrowed


def test_pages_follow_each_other() -> None:
    first = Books(q="a")
    assert (first.start, first.last) == (0, 25)
    assert (first.more().start, first.more().last, first.more().q) == (25, 50, "a")
    assert Books(start=10, end=5).last == 35
    assert Books(start=10, end=999_999).last == 1010


def test_what_stands_in_a_form_is_what_is_unusual() -> None:
    assert Books(q="a", tags=("x", "y"), is_selecting=True).parameters() == [
        ("q", "a"),
        ("tags", "x"),
        ("tags", "y"),
        ("select", "1"),
    ]


def test_a_type_that_no_address_can_say_is_a_mistake() -> None:
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Odd(ListAddress):
        PATH: ClassVar[str] = "/odd"
        day: date = date(2026, 1, 1)

    with pytest.raises(TypeError, match="day"):
        Odd.parse("day=2026-01-02")


def test_a_cursor_is_not_cut_and_forgotten_by_another_list() -> None:
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Found(CursorAddress):
        PATH: ClassVar[str] = "/found"

        q: str = ""

    found = Found.parse(f"q=a&cursor={'x' * 1500}")
    assert found.cursor == "x" * 1500
    assert Found.parse(found.query) == found
    assert found.but(q="b") == Found(q="b")
    assert found.but(cursor="y").url == "/found?cursor=y&q=a"
