"""What a token is for, at every route of the API there is: one that an app adds is held to it without knowing of it."""

import re
from collections.abc import Iterator

import pytest
from litestar import Litestar
from litestar.routes import HTTPRoute
from litestar.testing import TestClient

from chabudai.accounts import service
from chabudai.accounts.design import Person
from chabudai.accounts.scopes import name_scopes
from chabudai.site.compose import Site, compose
from chabudai.site.settings import SiteSettings

OPEN = {"/api", "/api/openapi.json"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with compose(SiteSettings(db=str(tmp_path_factory.mktemp("scopes") / "household.db"))) as site:
        yield site


@pytest.fixture(scope="module")
def client(site: Site) -> Iterator[TestClient[Litestar]]:
    with TestClient(site.application, base_url="http://house.localhost") as client:
        yield client


@pytest.fixture(scope="module")
def person(site: Site) -> Person:
    return service.sign_up(
        site.accounts, username="hanako", email="hanako@example.jp", password="ちゃぶ台をかこむ夜です"
    )


def routes(site: Site) -> list[tuple[str, str]]:
    """Every method and address of the API, with something in the place of ids."""
    found = [route for route in site.application.routes if isinstance(route, HTTPRoute)]
    ours = [route for route in found if route.path.startswith("/api") and route.path not in OPEN]
    methods = [(method, route.path) for route in ours for method in sorted(route.methods - {"OPTIONS"})]
    return [(method, re.sub(r"\{[^}]+\}", "x1", path)) for method, path in methods]


def is_refused(client: TestClient[Litestar], token: str, method: str, path: str) -> bool:
    answer = client.request(method, path, headers={"authorization": f"Bearer {token}"}, follow_redirects=False)
    code = answer.json()["error"]["code"] if answer.status_code == 403 else ""
    assert answer.status_code != 401, (method, path)
    return bool(code == "token_out_of_scope")


def test_every_route_of_the_api_lies_in_a_scope_that_can_be_chosen(site: Site) -> None:
    parts = {path.split("/")[2] for _, path in routes(site)}
    assert parts == name_scopes(site.accounts.apps).keys() == {"account", *(app.entry.key for app in site.apps)}
    assert len(routes(site)) > 200


@pytest.mark.parametrize("scope", ["account", "todo", "tasks", "kondate", "wardrobe", "shogi"])
def test_a_token_for_one_app_opens_no_route_of_another(
    site: Site, client: TestClient[Litestar], person: Person, scope: str
) -> None:
    token = service.make_token(site.accounts, person, name=scope, read_only=True, scopes=[scope]).text
    wrong = [
        (method, path)
        for method, path in routes(site)
        if is_refused(client, token, method, path) is (path.split("/")[2] == scope)
    ]
    assert wrong == []


def test_a_token_for_everything_is_refused_nowhere_for_its_scope(
    site: Site, client: TestClient[Litestar], person: Person
) -> None:
    token = service.make_token(site.accounts, person, name="all", read_only=True).text
    assert [route for route in routes(site) if is_refused(client, token, *route)] == []


def test_where_nothing_is_yet_a_token_with_scopes_opens_nothing(
    site: Site, client: TestClient[Litestar], person: Person
) -> None:
    """So it will be when something is there."""
    token = service.make_token(site.accounts, person, name="some", scopes=["todo"]).text
    for path in ("/api/garden/plants", "/api/todos", "/api/todo-lists", "/api/accounts", "/api/x"):
        assert is_refused(client, token, "GET", path), path


@pytest.mark.parametrize("path", sorted(OPEN))
def test_the_description_of_the_api_is_everyones(
    site: Site, client: TestClient[Litestar], person: Person, path: str
) -> None:
    token = service.make_token(site.accounts, person, name="reads", scopes=["todo"]).text
    assert client.get(path, headers={"authorization": f"Bearer {token}"}).status_code == client.get(path).status_code


@pytest.mark.parametrize(
    "path",
    [
        "/api/tasks",
        "//api/tasks",
        "/api//tasks",
        "/api/./tasks",
        "/api/%74asks",
        "/api/todo/../tasks",
        "/api/todo%2f..%2ftasks",
    ],
)
def test_another_spelling_of_a_path_leads_nowhere_else(
    site: Site, client: TestClient[Litestar], person: Person, path: str
) -> None:
    token = service.make_token(site.accounts, person, name="spells", scopes=["todo"]).text
    url = f"http://house.localhost{path}"
    answer = client.get(url, headers={"authorization": f"Bearer {token}"}, follow_redirects=False)
    assert answer.status_code in (403, 404), answer.text
