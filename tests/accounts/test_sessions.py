"""Signed-in browsers: told apart, and signed out one by one or all at once."""

import re

import pytest
from tests.accounts.house import GOOD, Guest, House

IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/17.0 Mobile/15E148 Safari/604.1"
)


@pytest.fixture
def phone(house: House, hanako: Guest) -> Guest:
    phone = house.browser(IPHONE)
    phone.try_password(GOOD)
    return phone


def ends(guest: Guest) -> list[str]:
    return re.findall(r'action="(/account/sessions/[0-9a-f]{64}/end)"', guest.get("/account/sessions").text)


def test_browsers_are_named_as_people_know_them_and_this_one_first(hanako: Guest, phone: Guest) -> None:
    page = hanako.get("/account/sessions", accept_language="en").text
    assert page.index("Firefox, Windows") < page.index("This device") < page.index("Safari, iPhone")


def test_another_browser_is_signed_out_and_this_one_stays(hanako: Guest, phone: Guest) -> None:
    (other,) = ends(hanako)
    assert hanako.submit(other).status_code == 303
    assert not phone.is_signed_in
    assert hanako.is_signed_in
    assert hanako.submit(other).status_code == 404


@pytest.mark.parametrize("id_", ["0" * 64, "x", "a%23b", "x" * 5000, "%00"])
def test_a_browser_that_is_none_is_not_found(hanako: Guest, id_: str) -> None:
    assert hanako.submit(f"/account/sessions/{id_}/end").status_code == 404


def test_another_persons_browser_is_not_found(house: House, hanako: Guest, phone: Guest) -> None:
    (hanakos_phone,) = ends(hanako)
    assert house.browser().sign_up("taro").submit(hanakos_phone).status_code == 404
    assert phone.is_signed_in


def test_all_others_are_signed_out(hanako: Guest, phone: Guest) -> None:
    hanako.submit("/account/sessions/end-others")
    assert (hanako.is_signed_in, phone.is_signed_in) == (True, False)


def test_everywhere_means_here_too(house: House, hanako: Guest, phone: Guest) -> None:
    taro = house.browser().sign_up("taro")
    assert hanako.submit("/account/sessions/end-all").headers["location"] == "/sign-in"
    assert (hanako.is_signed_in, phone.is_signed_in, taro.is_signed_in) == (False, False, True)
