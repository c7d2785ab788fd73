"""Personal tokens: shown once, used by programs, revoked."""

import re

import pytest
from tests.accounts.house import Guest, House

from chabudai.accounts import service


def make(guest: Guest, name: str = "phone") -> str:
    found = re.search(r'value="(cbd_[^"]+)"', guest.submit("/account/tokens", {"name": name}).text)
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
