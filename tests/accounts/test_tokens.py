"""Personal tokens: shown once, used by programs, revoked."""

import re
from datetime import timedelta

import pytest
from tests.accounts.house import GOOD, OTHER, Guest, House

from chabudai.accounts import service


def make(guest: Guest, name: str = "phone", **fields: str) -> str:
    found = re.search(r'value="(cbd_[^"]+)"', guest.submit("/account/tokens", {"name": name, **fields}).text)
    assert found
    return found[1]


def me(guest: Guest, token: str) -> int:
    return guest.get("/api/account/me", authorization=f"Bearer {token}").status_code


def revokes(guest: Guest) -> list[str]:
    return re.findall(r'action="(/account/tokens/[^"]+/revoke)"', guest.get("/account/tokens").text)


def test_a_token_is_shown_once_and_speaks_for_its_person(hanako: Guest, stranger: Guest) -> None:
    token = make(hanako)
    assert me(stranger, token) == 200
    page = hanako.get("/account/tokens").text
    assert "phone" in page
    assert token not in page
    assert token.rpartition(".")[2] not in page


def test_a_revoked_token_speaks_for_nobody(hanako: Guest, stranger: Guest) -> None:
    token = make(hanako)
    (revoke,) = revokes(hanako)
    assert hanako.submit(revoke).status_code == 303
    assert me(stranger, token) == 401
    assert hanako.submit(revoke).status_code == 404


def test_another_persons_token_is_not_found(house: House, hanako: Guest, stranger: Guest) -> None:
    token = make(hanako)
    (revoke,) = revokes(hanako)
    assert house.browser().sign_up("taro").submit(revoke).status_code == 404
    assert me(stranger, token) == 200


@pytest.mark.parametrize("id_", ["x", "a%23b", "x" * 5000, "%00"])
def test_a_token_that_is_none_is_not_found(hanako: Guest, id_: str) -> None:
    assert hanako.submit(f"/account/tokens/{id_}/revoke").status_code == 404


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "\u200b"])
def test_an_unfit_name_is_told_beside_its_field_and_kept(hanako: Guest, name: str) -> None:
    answer = hanako.submit("/account/tokens", {"name": name})
    assert answer.status_code == 422
    assert 'aria-invalid="true"' in answer.text
    assert f'value="{name}"' in answer.text
    assert revokes(hanako) == []


def test_there_is_an_end_to_tokens(hanako: Guest) -> None:
    for number in range(service.MOST_TOKENS):
        make(hanako, f"token {number}")
    assert hanako.submit("/account/tokens", {"name": "one more"}).status_code == 422
    assert len(revokes(hanako)) == service.MOST_TOKENS


def test_a_token_opens_no_page(hanako: Guest, stranger: Guest) -> None:
    token = make(hanako)
    assert stranger.get("/account", authorization=f"Bearer {token}").status_code == 303


def test_a_token_is_made_for_an_app_and_shown_as_such(hanako: Guest, stranger: Guest) -> None:
    whole, scoped = make(hanako, "whole"), make(hanako, "scoped", scopes="todo", read_only="1")
    assert (me(stranger, whole), me(stranger, scoped)) == (200, 403)
    rows = hanako.get("/account/tokens", accept_language="en").text.split('class="row-title"')[1:]
    told = {row.partition(">")[2].partition("<")[0]: re.findall(r'class="badge ">([^<]+)<', row) for row in rows}
    assert told == {"whole": ["Everything"], "scoped": ["To do", "Can only read"]}


def test_it_is_shown_when_a_token_was_used_last(house: House, hanako: Guest, stranger: Guest) -> None:
    token = make(hanako)
    assert "Never used" in hanako.get("/account/tokens", accept_language="en").text
    me(stranger, token)
    house.clock.pass_by(timedelta(hours=3))
    assert "Last used 3 hours ago" in hanako.get("/account/tokens", accept_language="en").text


def test_an_app_that_is_none_is_told_and_what_was_typed_is_kept(hanako: Guest) -> None:
    answer = hanako.submit("/account/tokens", {"name": "phone", "scopes": "nothing"})
    assert answer.status_code == 422
    assert 'value="phone"' in answer.text
    assert revokes(hanako) == []


ACTS = [
    ("/account/password", {"current": GOOD, "password": OTHER}),
    ("/account/sessions/end-others", {}),
    ("/account/sessions/end-all", {}),
]


@pytest.mark.parametrize(("path", "fields"), ACTS, ids=lambda each: str(each).rpartition("/")[2][:12])
def test_tokens_are_revoked_with_devices_unless_they_are_to_stay(
    hanako: Guest, stranger: Guest, path: str, fields: dict[str, str]
) -> None:
    token = make(hanako)
    page = path.removesuffix("/end-others").removesuffix("/end-all")
    (offered,) = re.findall(r'<input type="checkbox" name="tokens"[^>]*>', hanako.get(page).text)
    assert "checked" in offered
    assert hanako.submit(path, fields).status_code == 303
    assert me(stranger, token) == 200
    if not hanako.is_signed_in:
        hanako.try_password(GOOD)
    again = {**fields, "current": fields.get("password", ""), "password": "a third passphrase"}
    assert hanako.submit(path, {**again, "tokens": "1"}).status_code == 303
    assert me(stranger, token) == 401


@pytest.mark.parametrize("page", ["/account/password", "/account/sessions"])
def test_who_has_no_token_is_not_asked_about_any(hanako: Guest, page: str) -> None:
    text = hanako.get(page).text
    assert 'type="checkbox" name="tokens"' not in text
    assert '<input type="hidden" name="tokens" value="1">' in text


def test_what_was_chosen_about_tokens_is_kept_when_the_password_is_wrong(hanako: Guest) -> None:
    make(hanako)
    for sent, is_checked in (({"tokens": "1"}, True), ({}, False)):
        page = hanako.submit("/account/password", {"current": "wrong", "password": OTHER, **sent})
        assert page.status_code == 422
        (offered,) = re.findall(r'<input type="checkbox" name="tokens"[^>]*>', page.text)
        assert ("checked" in offered) is is_checked
