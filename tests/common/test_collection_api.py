"""The shelf's API: every operation, and what it refuses."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import requests
import schemathesis
from httpx import Cookies, Response
from hypothesis import HealthCheck, given, settings
from schemathesis.core.result import Ok
from schemathesis.schemas import BaseSchema
from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance
from tests.common.library import SITE, Library

PATIENCE = (HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large)
# Cursors and ids have rules that no schema can say; schemathesis would ask without a sign-in over a network.
NOT_HERE = [positive_data_acceptance, ignored_auth]


def add(library: Library, title: str = "A", **fields: Any) -> dict[str, Any]:
    answer = library.call("POST", "/books", json={"title": title, **fields})
    assert answer.status_code == 201
    made: dict[str, Any] = answer.json()
    return made


def refused(answer: Response) -> tuple[int, str, list[str]]:
    error = answer.json()["error"]
    return answer.status_code, error["code"], [detail["field"] for detail in error["details"]]


def test_a_book_is_made_with_the_entitys_defaults(library: Library) -> None:
    made = add(library, " こころ ")
    assert made == {
        "id": made["id"],
        "title": "こころ",
        "author": "",
        "kind": "novel",
        "pages": None,
        "notes": "",
        "readOn": None,
        "createdAt": "2040-11-15T03:00:00Z",
        "updatedAt": "2040-11-15T03:00:00Z",
        "deletedAt": None,
    } | {name: made[name] for name in ("createdAt", "updatedAt")}
    assert library.call("GET", f"/books/{made['id']}").json() == made


def test_what_a_body_may_not_be_is_refused_with_its_fields(library: Library) -> None:
    assert refused(library.call("POST", "/books", json={"title": " \u200b "})) == (422, "invalid_fields", ["title"])
    assert refused(library.call("POST", "/books", json={"title": "A", "readOn": "1800-01-01"}))[2] == ["readOn"]
    assert refused(library.call("POST", "/books", json={"title": "x" * 101})) == (422, "invalid_fields", ["title"])
    bodies: tuple[Any, ...] = ({}, {"title": 3}, {"title": "A", "x": 1}, [], None)
    for body in bodies:
        assert library.call("POST", "/books", json=body).status_code == 400


@pytest.mark.parametrize(
    ("body", "field", "english", "japanese"),
    [
        ({}, "title", "Fill this in.", "入力してください。"),
        ({"title": 3}, "title", "Enter text.", "文字で入力してください。"),
        ({"title": "A", "pages": "many"}, "pages", "Enter a whole number.", "整数を入力してください。"),
        ({"title": "A", "x": 1}, "x", "There is no such field.", "その項目はありません。"),
        ([], "body", "Send an object.", "オブジェクトの形で送ってください。"),
    ],
)
def test_a_body_of_another_shape_is_told_in_the_programs_language(
    library: Library, body: Any, field: str, english: str, japanese: str
) -> None:
    for language, sentence in (("en", english), ("ja", japanese)):
        answer = library.call("POST", "/books", language=language, json=body)
        assert answer.json()["error"]["details"] == [{"field": field, "message": sentence}]


def test_a_field_that_is_called_like_something_of_ours_is_refused_like_any_other(library: Library) -> None:
    answer = library.call("POST", "/books", json={"title": "A", "pages": "many"})
    assert refused(answer) == (400, "bad_request", ["pages"])
    answer = library.call("POST", "/books", json={"title": "A", "pages": 0})
    assert refused(answer) == (422, "invalid_fields", ["pages"])


def test_a_book_is_changed_where_something_is_sent(library: Library) -> None:
    made = add(library, pages=10, notes="n")
    library.clock.pass_by(seconds=1)
    changed = library.call("PATCH", f"/books/{made['id']}", json={"pages": None, "readOn": "2040-01-02"}).json()
    assert (changed["pages"], changed["readOn"], changed["notes"]) == (None, "2040-01-02", "n")
    assert changed["updatedAt"] > made["updatedAt"]
    assert library.call("PATCH", f"/books/{made['id']}", json={}).json() == changed


def test_a_book_goes_into_the_trash_and_comes_back(library: Library) -> None:
    url = f"/books/{add(library)['id']}"
    assert library.call("DELETE", url).json()["deletedAt"] is not None
    assert library.call("DELETE", url).status_code == 200
    assert library.call("GET", "/books").json()["total"] == 0
    assert refused(library.call("PATCH", url, json={"title": "B"}))[:2] == (409, "in_trash")
    assert library.call("POST", f"{url}/restore").json()["deletedAt"] is None
    assert library.call("GET", "/books").json()["total"] == 1


def test_the_trash_is_emptied(library: Library) -> None:
    kept, gone = add(library), add(library)
    library.call("DELETE", f"/books/{gone['id']}")
    assert library.call("DELETE", "/trash/books").json() == {"count": 1}
    assert library.call("GET", f"/books/{gone['id']}").status_code == 404
    assert library.call("GET", f"/books/{kept['id']}").status_code == 200


@pytest.mark.parametrize("id_", ["nothing", "a%23b", "%0A", "x" * 201])
def test_another_persons_book_is_as_unknown_as_any_other(library: Library, id_: str) -> None:
    theirs = add(library)["id"]
    sent: dict[str, Any] = {"json": {}}
    answers = [
        library.call(method, f"/books/{each}{more}", "taro", **(sent if method == "PATCH" else {}))
        for each in (theirs, id_)
        for method, more in (("GET", ""), ("PATCH", ""), ("DELETE", ""), ("POST", "/restore"))
    ]
    assert {answer.status_code for answer in answers} == {404}
    assert len({answer.json()["error"]["message"] for answer in answers}) == 1


def test_nobody_gets_anything(library: Library) -> None:
    library.client.cookies = Cookies()
    assert library.client.get("/api/shelf/books").status_code == 401
    assert library.call("GET", "/books", "stranger").status_code == 401


def test_pages_follow_each_other_through_their_cursors(library: Library) -> None:
    for number in range(5):
        add(library, f"{number}", kind="manga" if number % 2 else "novel")
    seen: list[str] = []
    cursor = None
    while True:
        params = {"sort": "title", "limit": "2", **({"cursor": cursor} if cursor else {})}
        page = library.call("GET", "/books", params=params).json()
        seen += [book["title"] for book in page["books"]]
        cursor = page["cursor"]
        if cursor is None:
            break
    assert (seen, page["total"]) == (["0", "1", "2", "3", "4"], 5)
    chosen = library.call("GET", "/books", params={"kind": "manga", "q": "1"}).json()
    assert [book["title"] for book in chosen["books"]] == ["1"]


def test_a_page_goes_on_where_the_last_one_ended_whatever_came_in_between(library: Library) -> None:
    for title in "bdf":
        add(library, title)
    first = library.call("GET", "/books", params={"sort": "title", "limit": "2"}).json()
    add(library, "a")
    params = {"sort": "title", "limit": "2", "cursor": first["cursor"]}
    assert [book["title"] for book in library.call("GET", "/books", params=params).json()["books"]] == ["f"]
    library.call("DELETE", f"/books/{first['books'][1]['id']}")
    assert [book["title"] for book in library.call("GET", "/books", params=params).json()["books"]] == ["f"]


def test_a_cursor_that_was_altered_or_is_of_another_list_is_refused(library: Library) -> None:
    for title in "abc":
        add(library, title)
    cursor = library.call("GET", "/books", params={"sort": "title", "limit": "1"}).json()["cursor"]
    altered = ("A" if cursor[0] != "A" else "B") + cursor[1:]
    for params, who in (
        ({"sort": "title", "cursor": altered}, "hanako"),
        ({"sort": "title", "cursor": "x"}, "hanako"),
        ({"sort": "title", "cursor": ""}, "hanako"),
        ({"sort": "added", "cursor": cursor}, "hanako"),
        ({"sort": "title", "kind": "novel", "cursor": cursor}, "hanako"),
        ({"sort": "title", "q": "a", "cursor": cursor}, "hanako"),
        ({"sort": "title", "cursor": cursor}, "taro"),
    ):
        assert refused(library.call("GET", "/books", who, params=params)) == (400, "wrong_cursor", ["cursor"])


@pytest.mark.parametrize("params", [{"sort": "size"}, {"kind": "poem"}, {"limit": "0"}, {"limit": "201"}])
def test_a_list_that_there_is_not_is_refused(library: Library, params: dict[str, str]) -> None:
    assert library.call("GET", "/books", params=params).status_code == 400


def test_everything_goes_out_and_comes_back(library: Library) -> None:
    add(library, "A", notes="one\ntwo", pages=5, readOn="2040-01-02", kind="other")
    library.call("DELETE", f"/books/{add(library, 'B')['id']}")
    document = library.call("GET", "/export/books").json()
    assert (document["format"], document["version"]) == ("chabudai-shelf-books", 1)
    assert library.call("POST", "/import/books", json=document).json() == {
        "added": 0,
        "replaced": 0,
        "kept": 2,
        "problems": [],
    }
    assert library.call("POST", "/import/books", "taro", json=document).json()["added"] == 2
    theirs = library.call("GET", "/export/books", "taro").json()
    assert theirs == document
    library.clear()
    assert library.call("POST", "/import/books", json=document).json()["added"] == 2
    assert library.call("GET", "/export/books").json() == document


def test_what_is_newer_takes_the_place_of_what_is_here(library: Library) -> None:
    made = add(library, "A")
    old = library.call("GET", "/export/books").json()
    library.clock.pass_by(minutes=1)
    library.call("PATCH", f"/books/{made['id']}", json={"title": "B"})
    new = library.call("GET", "/export/books").json()
    assert library.call("POST", "/import/books", json=old).json()["kept"] == 1
    assert library.call("GET", f"/books/{made['id']}").json()["title"] == "B"
    library.clear()
    library.call("POST", "/import/books", json=old)
    assert library.call("POST", "/import/books", json=new).json()["replaced"] == 1
    assert library.call("GET", "/export/books").json() == new


def test_what_the_trash_would_let_go_of_is_left_out_of_an_import(library: Library) -> None:
    library.call("DELETE", f"/books/{add(library)['id']}")
    document = library.call("GET", "/export/books").json()
    library.clear()
    library.clock.pass_by(days=31)
    report = library.call("POST", "/import/books", json=document).json()
    assert (report["added"], [problem["number"] for problem in report["problems"]]) == (0, [1])


def test_a_document_of_another_kind_is_refused(library: Library) -> None:
    assert refused(library.call("POST", "/import/books", json={"format": "x"}))[2] == ["format"]
    assert library.call("POST", "/import/books", json={"books": {}}).status_code == 400
    assert library.call("POST", "/import/books", json={"books": [{}] * 20_001}).status_code == 413


def test_others_are_answered_while_a_long_import_runs(library: Library) -> None:
    moment = datetime(2040, 11, 1, tzinfo=UTC)
    times = [(moment - timedelta(minutes=number)).isoformat() for number in range(2_000)]
    books = [{"id": f"b{number}", "title": "A", "createdAt": at, "updatedAt": at} for number, at in enumerate(times)]
    document = {"format": "chabudai-shelf-books", "version": 1, "books": books}
    answered = 0
    with ThreadPoolExecutor(1) as elsewhere:
        importing = elsewhere.submit(library.call, "POST", "/import/books", "taro", json=document)
        while not importing.done():
            assert library.call("GET", "/books").status_code == 200
            answered += 1
    assert importing.result().json()["added"] == 2_000
    assert answered > 2
    exported = library.call("GET", "/export/books", "taro").json()["books"]
    assert {each["updatedAt"] for each in exported} == {f"{at[:19]}.000Z" for at in times}


def test_another_persons_id_in_a_file_is_ones_own_book(library: Library) -> None:
    made = add(library, "A")
    document = library.call("GET", "/export/books").json()
    document["books"][0]["title"] = "stolen"
    library.call("POST", "/import/books", "taro", json=document)
    assert library.call("GET", f"/books/{made['id']}").json()["title"] == "A"


def test_personal_data_is_handed_over_and_let_go_of(library: Library) -> None:
    add(library, "A")
    data = library.app.personal_data
    assert data is not None
    assert [book["title"] for book in data.export("hanako")["books"]] == ["A"]
    data.erase("hanako")
    assert data.export("hanako") == {"books": []}


@pytest.fixture(scope="module")
def described(building: Library) -> Iterator[BaseSchema]:
    document = schemathesis.openapi.from_dict(building.client.get("/api/openapi.json").json())
    for title in ("A", "B"):
        add(building, title)
    yield document.include(path_regex="^/api/shelf")
    building.clear()


def test_the_api_is_as_it_describes_itself(described: BaseSchema, building: Library) -> None:
    asked = 0
    for result in described.get_all_operations():
        assert isinstance(result, Ok)
        operation = result.ok()

        @settings(max_examples=20, deadline=None, derandomize=True, suppress_health_check=PATIENCE)
        @given(case=operation.as_strategy())
        def holds(case: Any) -> None:
            headers = {"authorization": "Bearer hanako"}
            case.validate_response(_send(case, building, headers), headers=headers, excluded_checks=NOT_HERE)

        holds()
        asked += 1
    assert asked == 9


def test_the_description_tells_the_entitys_own_limits(building: Library) -> None:
    schemas = building.client.get("/api/openapi.json").json()["components"]["schemas"]
    new = schemas["NewBook"]
    assert new["required"] == ["title"]
    assert (new["properties"]["title"]["maxLength"], new["properties"]["title"]["examples"]) == (100, ["こころ"])
    assert set(schemas) >= {"NewBook", "BookChanges", "BookBody", "BookPage", "BookDocument"}


def _send(case: Any, library: Library, headers: dict[str, str]) -> Response:
    """Through the client that is open already: schemathesis's own would open one for each call."""
    wanted: Any = requests.Request(**case.as_transport_kwargs(base_url=SITE, headers=headers)).prepare()
    library.client.cookies = Cookies()
    return library.client.request(wanted.method, wanted.url, headers=dict(wanted.headers), content=wanted.body)
