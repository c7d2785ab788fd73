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
    assert set(known) == {"id", "name", "readOnly", "scopes", "createdAt", "usedAt"}
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


def scoped(house: House, guest: Guest, *scopes: str, read_only: bool = False) -> Program:
    person = house.accounts.store.one(design.person_named("hanako"))
    made = service.make_token(house.accounts, person, name="scoped", read_only=read_only, scopes=scopes or None)
    return Program(guest, made.text)


@pytest.mark.parametrize(("method", "path"), [("GET", "/me"), ("GET", "/export"), ("PATCH", "/settings")])
def test_a_token_for_an_app_is_none_for_the_account(
    house: House, hanako: Guest, stranger: Guest, method: str, path: str
) -> None:
    refused = scoped(house, stranger, "todo").call(method, path, {} if method == "PATCH" else None)
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "token_out_of_scope")
    assert refused.json()["error"]["message"] == "This token is for other apps. Create one that includes this app."
    assert scoped(house, stranger, "account").call(method, path, {} if method == "PATCH" else None).status_code == 200


def test_a_token_for_some_apps_exports_those_alone(house: House, hanako: Guest, stranger: Guest) -> None:
    assert set(scoped(house, stranger, "account").call("GET", "/export").json()) == {"account"}
    assert set(scoped(house, stranger, "account", "todo").call("GET", "/export").json()) == {"account", "todo"}
    assert set(scoped(house, stranger).call("GET", "/export").json()) == {"account", "todo"}


def test_scopes_are_chosen_told_and_exported(hanako: Guest) -> None:
    made = hanako.call("POST", "/tokens", {"name": "widget", "scopes": ["todo", "todo"]})
    assert (made.status_code, made.json()["scopes"]) == (201, ["todo"])
    whole = hanako.call("POST", "/tokens", {"name": "all"})
    assert whole.json()["scopes"] is None
    told = {each["name"]: (each["scopes"], each["usedAt"]) for each in hanako.call("GET", "/tokens").json()["tokens"]}
    assert told == {"widget": (["todo"], None), "all": (None, None)}
    exported = {each["name"]: each for each in hanako.get("/account/export").json()["account"]["tokens"]}
    assert exported["widget"]["scopes"] == ["todo"]
    assert "scopes" not in exported["all"]


def test_the_export_tells_when_a_token_was_used(house: House, hanako: Guest, program: Program) -> None:
    assert program.call("GET", "/me").status_code == 200
    (token,) = hanako.get("/account/export").json()["account"]["tokens"]
    assert token["usedAt"] == f"{house.clock().date()}T03:04:05.678Z"


@pytest.mark.parametrize("scopes", [[], ["nothing"], ["todo", "nothing"], [""], ["x"] * 21])
def test_scopes_that_are_none_are_refused_and_no_token_is_made(hanako: Guest, scopes: list[str]) -> None:
    answer = hanako.call("POST", "/tokens", {"name": "widget", "scopes": scopes})
    assert answer.status_code == 422
    assert [each["field"] for each in answer.json()["error"]["details"]] == ["scopes"]
    assert hanako.call("GET", "/tokens").json()["tokens"] == []


def test_a_token_from_before_there_were_scopes_is_for_everything(
    house: House, hanako: Guest, stranger: Guest, program: Program
) -> None:
    (row,) = [row for row in house.rows() if row["SK"]["S"].startswith("TOKEN#")]
    assert "scopes" not in row
    assert program.call("GET", "/me").status_code == 200


def test_tokens_go_with_every_session_when_that_is_asked_for(house: House, hanako: Guest, program: Program) -> None:
    assert hanako.call("DELETE", "/sessions").status_code == 204
    assert program.call("GET", "/me").status_code == 200
    assert hanako.call("DELETE", "/sessions?tokens=true").status_code == 204
    assert program.call("GET", "/me").status_code == 401
