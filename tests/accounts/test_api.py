"""The account as JSON: what programs can do, and what they can't."""

from typing import Any

import pytest
from tests.accounts.house import GOOD, Guest, House

from chabudai.accounts import design, service


@pytest.fixture
def token(house: House, hanako: Guest) -> str:
    person = house.accounts.store.one(design.person_named("hanako"))
    return service.make_token(house.accounts, person, name="program").text


class Program:
    """Has a token, and no cookies."""

    def __init__(self, guest: Guest, token: str) -> None:
        self._guest = guest
        self._headers = {"authorization": f"Bearer {token}"}

    def call(self, method: str, path: str, body: Any = None, language: str = "en") -> Any:
        options = {} if body is None else {"json": body}
        headers = {**self._headers, "accept-language": language}
        return self._guest.ask(method, f"/api/account{path}", headers, **options)


@pytest.fixture
def program(stranger: Guest, token: str) -> Program:
    return Program(stranger, token)


def test_a_program_learns_whose_token_it_has(house: House, program: Program) -> None:
    assert program.call("GET", "/me").json() == {
        "username": "hanako",
        "email": "hanako@example.jp",
        "displayName": "",
        "language": None,
        "zone": None,
        "theme": None,
        "createdAt": f"{house.clock().date()}T03:04:05.678000Z",
    }


@pytest.mark.parametrize("text", ["", "x", "cbd_hanako.x.y", "cbd_" + "x" * 5000 + ".y.z", "cbd_hanako." + "x" * 5000])
def test_a_made_up_token_is_refused_in_the_one_shape(hanako: Guest, stranger: Guest, text: str) -> None:
    answer = Program(stranger, text).call("GET", "/me")
    assert answer.status_code == 401
    assert answer.json()["error"]["code"] == "token_refused"


def test_one_setting_is_changed_and_the_others_stay(program: Program) -> None:
    program.call("PATCH", "/settings", {"displayName": " 花  子 ", "language": "en", "zone": "UTC", "theme": "dark"})
    told = program.call("PATCH", "/settings", {"language": None}).json()
    assert (told["displayName"], told["language"], told["zone"], told["theme"]) == ("花 子", None, "UTC", "dark")
    assert program.call("PATCH", "/settings", {}).json() == told


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        ({"zone": "Nowhere"}, 422, "zone"),
        ({"zone": "x" * 100_000}, 422, "zone"),
        ({"displayName": "x" * 41}, 422, "displayName"),
        ({"language": "fr"}, 400, "language"),
        ({"theme": "pink"}, 400, "theme"),
        ({"username": "root"}, 400, "username"),
        ([], 400, "body"),
    ],
)
def test_what_does_not_fit_is_told_with_its_field(program: Program, body: Any, status: int, field: str) -> None:
    answer = program.call("PATCH", "/settings", body)
    assert answer.status_code == status
    assert [detail["field"] for detail in answer.json()["error"]["details"]] == [field]
    assert program.call("GET", "/me").json()["zone"] is None


@pytest.mark.parametrize(
    ("method", "path", "body", "field", "english", "japanese"),
    [
        ("PATCH", "/settings", {"displayName": 3}, "displayName", "Enter text.", "文字で入力してください。"),
        ("PATCH", "/settings", {"theme": "pink"}, "theme", "Choose one of these.", "この中から選んでください。"),
        ("PATCH", "/settings", {"x": 1}, "x", "There is no such field.", "その項目はありません。"),
        ("POST", "/tokens", {}, "name", "Fill this in.", "入力してください。"),
        ("POST", "/tokens", [], "body", "Send an object.", "オブジェクトの形で送ってください。"),
    ],
)
def test_a_body_of_another_shape_is_told_in_the_programs_language(
    program: Program, method: str, path: str, body: Any, field: str, english: str, japanese: str
) -> None:
    for language, sentence in (("en", english), ("ja", japanese)):
        answer = program.call(method, path, body, language)
        assert answer.json()["error"]["details"] == [{"field": field, "message": sentence}]


def test_a_browser_makes_a_token_and_a_program_can_not(hanako: Guest, stranger: Guest, program: Program) -> None:
    made = hanako.call("POST", "/tokens", {"name": "phone"})
    assert made.status_code == 201
    assert Program(stranger, made.json()["token"]).call("GET", "/me").status_code == 200
    refused = program.call("POST", "/tokens", {"name": "more"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "not_by_token")
    assert [token["name"] for token in program.call("GET", "/tokens").json()["tokens"]].count("more") == 0


def test_tokens_are_listed_without_their_secrets_and_revoked(program: Program, token: str) -> None:
    (known,) = program.call("GET", "/tokens").json()["tokens"]
    assert set(known) == {"id", "name", "readOnly", "createdAt", "usedAt"}
    assert program.call("DELETE", f"/tokens/{known['id']}").status_code == 204
    assert program.call("GET", "/me").status_code == 401


def test_sessions_are_listed_and_ended(house: House, hanako: Guest, program: Program) -> None:
    house.browser("curl/8").try_password(GOOD)
    listed = hanako.call("GET", "/sessions").json()["sessions"]
    assert sorted((each["agent"][:5], each["isCurrent"]) for each in listed) == [("Mozil", True), ("curl/", False)]
    other = next(each["id"] for each in listed if not each["isCurrent"])
    assert program.call("DELETE", f"/sessions/{other}").status_code == 204
    assert program.call("DELETE", f"/sessions/{other}").status_code == 404
    assert len(program.call("GET", "/sessions").json()["sessions"]) == 1
    assert hanako.is_signed_in


def test_every_browser_but_the_one_that_asks_is_signed_out(house: House, hanako: Guest, program: Program) -> None:
    other = house.browser()
    other.try_password(GOOD)
    assert hanako.call("DELETE", "/sessions").status_code == 204
    assert (hanako.is_signed_in, other.is_signed_in) == (True, False)
    assert program.call("DELETE", "/sessions").status_code == 204
    assert not hanako.is_signed_in


def test_another_persons_things_are_not_found(house: House, hanako: Guest, program: Program) -> None:
    taro = house.browser().sign_up("taro")
    (session,) = taro.call("GET", "/sessions").json()["sessions"]
    token = taro.call("POST", "/tokens", {"name": "phone"}).json()
    for path in (f"/sessions/{session['id']}", f"/tokens/{token['id']}"):
        foreign, missing = program.call("DELETE", path), program.call("DELETE", path[:-1] + "x")
        assert (foreign.status_code, foreign.json()) == (404, missing.json())
    assert taro.is_signed_in


def test_the_export_is_what_the_page_hands_over(hanako: Guest, program: Program) -> None:
    assert program.call("GET", "/export").json() == hanako.get("/account/export").json()


@pytest.mark.parametrize(
    ("method", "path"),
    [("POST", "/tokens"), ("PATCH", "/settings"), ("DELETE", "/sessions"), ("DELETE", "/tokens/x")],
)
def test_a_browsers_session_needs_the_pages_token_too(hanako: Guest, method: str, path: str) -> None:
    answer = hanako.ask(method, f"/api/account{path}", json={"name": "phone"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "form_forged")


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/me"),
        ("PATCH", "/settings"),
        ("GET", "/tokens"),
        ("POST", "/tokens"),
        ("DELETE", "/tokens/x"),
        ("GET", "/sessions"),
        ("DELETE", "/sessions/x"),
        ("DELETE", "/sessions"),
        ("GET", "/export"),
    ],
)
def test_nobody_gets_nothing(stranger: Guest, method: str, path: str) -> None:
    bodies: dict[str, dict[str, str]] = {"POST": {"name": "x"}, "PATCH": {"theme": "dark"}}
    answer = stranger.ask(method, f"/api/account{path}", json=bodies.get(method))
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "not_signed_in")


def test_a_token_that_can_only_read_changes_nothing(house: House, hanako: Guest, stranger: Guest) -> None:
    person = house.accounts.store.one(design.person_named("hanako"))
    reading = Program(stranger, service.make_token(house.accounts, person, name="screen", read_only=True).text)
    assert reading.call("GET", "/me").status_code == 200
    refused = reading.call("PATCH", "/settings", {"displayName": "Eve"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "read_only_token")
    assert reading.call("DELETE", "/sessions").status_code == 403
    assert house.accounts.store.one(design.person_named("hanako")) == person
