"""The API's cursors: each goes on in its own list, and in no other, of no other wardrobe, and not when altered."""

from collections.abc import Iterator, Mapping
from datetime import timedelta

import pytest
from tests.apps.wardrobe.browsers import Program, open_program
from tests.apps.wardrobe.routes import routes
from tests.apps.wardrobe.wardrobes import TODAY, outfit_of, several

from chabudai.apps.wardrobe import access, service
from chabudai.apps.wardrobe.closets import Closet, House

ORDERS = ("/clothes?sort=wearCount", "/clothes?order=asc", "/clothes?q=服", "/clothes?worn=false")
LONG = ("/clothes", *ORDERS, "/never-worn", "/outfits", "/outfits?order=asc", "/records", "/trash/clothes")


@pytest.fixture(scope="module")
def program(lasting_house: House) -> Iterator[Program]:
    with open_program(lasting_house) as program:
        yield program


@pytest.fixture(scope="module")
def ids() -> dict[str, str]:
    return {}


@pytest.fixture(scope="module")
def closet(lasting_house: House, ids: dict[str, str]) -> Closet:
    """Longer than a page in every list of `LONG`."""
    made = access.create_wardrobe(lasting_house, name="わたしの服")
    for piece in several(made, 51):
        service.throw_away_clothing(made, piece)
    pieces = several(made, 52)
    for number in range(31):
        ids["outfit"] = outfit_of(made, pieces[0], name=str(number))
        record = service.record_wear(made, day=TODAY - timedelta(days=number), clothing_ids=pieces[:1])
        ids["record"] = record.history_id
    ids["clothing"] = pieces[0]
    return made


@pytest.fixture(scope="module")
def cursors(program: Program, closet: Closet) -> Mapping[str, str]:
    base = f"/{service.key_of(closet)}"
    found = {path: program.call("GET", f"{base}{path}").json()["cursor"] for path in LONG}
    assert None not in found.values()
    return found


def test_a_cursor_goes_on_in_its_own_list(program: Program, closet: Closet, cursors: Mapping[str, str]) -> None:
    for path, cursor in cursors.items():
        assert _status(program, closet, path, cursor) == 200, path


def test_every_list_refuses_the_cursors_of_all_others(
    program: Program, closet: Closet, cursors: Mapping[str, str], ids: dict[str, str]
) -> None:
    paged = [path for path, handler in _api(program).items() if "cursor" in handler]
    assert len(paged) == 10
    for path in {*(path.format(**ids) for path in paged), *LONG}:
        for other, cursor in cursors.items():
            assert path == other or _status(program, closet, path, cursor) == 400, (path, other)


def test_a_cursor_of_another_wardrobe_is_refused(
    program: Program, lasting_house: House, closet: Closet, cursors: Mapping[str, str]
) -> None:
    strangers = access.create_wardrobe(lasting_house, name="よその服")
    several(strangers, 52)
    for path, cursor in cursors.items():
        assert _status(program, strangers, path, cursor) == 400, path


def test_an_altered_cursor_is_refused_wherever_it_was(
    program: Program, closet: Closet, cursors: Mapping[str, str]
) -> None:
    cursor = cursors["/clothes"]
    for place in range(0, len(cursor), 7):
        other = "A" if cursor[place] != "A" else "B"
        assert _status(program, closet, "/clothes", cursor[:place] + other + cursor[place + 1 :]) == 400, place
    for altered in (cursor[:-1], cursor + "A", cursor + "=", cursor * 2, "", " ", "あ", "\0", "x" * 60_000):
        assert _status(program, closet, "/clothes", altered) == 400, altered[:20]


def test_a_cursor_of_the_key_for_looking_is_of_the_same_list(
    program: Program, closet: Closet, cursors: Mapping[str, str]
) -> None:
    looker = service.open_wardrobe(closet.house, service.share(closet).wardrobe.read_secret or "")
    assert _status(program, looker, "/clothes", cursors["/clothes"]) == 200


def _api(program: Program) -> dict[str, set[str]]:
    """The paths of what the API shows, with their parameters."""
    start = "GET /api/wardrobe/{key}"
    found = routes(program.application).items()
    return {
        route.removeprefix(start): set(handler.parsed_fn_signature.parameters)
        for route, handler in found
        if route.startswith(start)
    }


def _status(program: Program, closet: Closet, path: str, cursor: str) -> int:
    """400 only if it is the cursor that is named."""
    where, _, query = path.partition("?")
    given = dict(part.split("=") for part in query.split("&") if part)
    url = f"/api/wardrobe/{service.key_of(closet)}{where}"
    answer = program.ask("GET", url, params={**given, "cursor": cursor})
    if answer.status_code == 400:
        assert answer.json()["error"]["code"] == "wrong_cursor"
        assert [each["field"] for each in answer.json()["error"]["details"]] == ["cursor"]
    return answer.status_code
