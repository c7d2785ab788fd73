"""The account's own page: settings; and the pages for the address and the password."""

import pytest
from tests.accounts.house import GOOD, OTHER, Guest, House
from tests.web.test_look import Page

SETTINGS = {"display_name": "花子", "language": "en", "zone": "Europe/Paris", "theme": "dark"}


def test_settings_are_shown_as_they_were_saved(hanako: Guest) -> None:
    assert hanako.submit("/account", SETTINGS).headers["location"] == "/account"
    page = Page(hanako.get("/account").text)
    assert (page.by_name("display_name")["value"], page.by_name("zone")["value"]) == ("花子", "Europe/Paris")
    chosen = {each["name"]: each["value"] for each in page.of("input") if "checked" in each and "name" in each}
    assert chosen == {"language": "en", "theme": "dark"}
    html = page.of("html")[0]
    assert (html["lang"], html["data-theme"]) == ("en", "dark")


def test_what_is_saved_is_said_but_not_in_a_language_that_was_just_left(hanako: Guest) -> None:
    same = hanako.submit("/account", {**SETTINGS, "language": "ja"}, accept_language="ja")
    assert "設定を保存しました。" in hanako.follow(same).text
    assert "設定を保存しました。" not in hanako.follow(hanako.submit("/account", SETTINGS)).text


@pytest.mark.parametrize("typed", ["Asia/Tokyo", "asia/tokyo", "tokyo", " Tokyo ", "東京"])
def test_a_zone_may_be_named_by_its_city(hanako: Guest, typed: str) -> None:
    hanako.submit("/account", {**SETTINGS, "zone": typed})
    assert Page(hanako.get("/account").text).by_name("zone")["value"] == "Asia/Tokyo"


@pytest.mark.parametrize(
    ("name", "value"),
    [("zone", "Nowhere"), ("language", "fr"), ("theme", "pink"), ("display_name", "x" * 41)],
)
def test_what_is_wrong_stands_beside_its_field_and_the_rest_is_kept(hanako: Guest, name: str, value: str) -> None:
    answer = hanako.submit("/account", {**SETTINGS, name: value})
    page = Page(answer.text)
    assert answer.status_code == 422
    assert page.ids.count(f"field-{name}-error") == 1
    kept = {"display_name": "花子", "zone": "Europe/Paris", name: value}
    assert {each: page.by_name(each)["value"] for each in ("display_name", "zone")} == {
        each: kept[each] for each in ("display_name", "zone")
    }


def test_a_zone_that_is_taken_away_is_the_sites(hanako: Guest) -> None:
    hanako.submit("/account", SETTINGS)
    hanako.submit("/account", {**SETTINGS, "zone": " "})
    assert Page(hanako.get("/account").text).by_name("zone")["value"] == "Asia/Tokyo"


def test_the_address_is_changed_with_the_password_only(house: House, hanako: Guest) -> None:
    wrong = hanako.submit("/account/email", {"email": "new@example.jp", "current": "wrong"})
    assert wrong.status_code == 422
    assert Page(wrong.text).by_name("email")["value"] == "new@example.jp"
    assert Page(wrong.text).by_name("current")["aria-invalid"] == "true"
    assert hanako.submit("/account/email", {"email": "new@example.jp", "current": GOOD}).status_code == 303
    assert house.browser().try_password(GOOD, "new@example.jp").status_code == 303


def test_another_persons_address_can_not_be_had(house: House, hanako: Guest) -> None:
    house.browser().sign_up("taro")
    answer = hanako.submit("/account/email", {"email": "TARO@example.jp", "current": GOOD})
    assert answer.status_code == 409
    assert Page(answer.text).by_name("email")["aria-invalid"] == "true"


def test_a_new_password_signs_out_all_others_but_not_this_browser(house: House, hanako: Guest) -> None:
    other = house.browser()
    other.try_password(GOOD)
    answer = hanako.submit("/account/password", {"current": GOOD, "password": OTHER})
    assert answer.status_code == 303
    assert hanako.is_signed_in
    assert not other.is_signed_in
    assert house.browser().try_password(OTHER).status_code == 303


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [({"current": "wrong", "password": OTHER}, "current"), ({"current": GOOD, "password": "short"}, "password")],
)
def test_a_password_that_is_not_changed_says_why(hanako: Guest, fields: dict[str, str], wrong: str) -> None:
    answer = hanako.submit("/account/password", fields)
    page = Page(answer.text)
    assert answer.status_code == 422
    assert page.by_name(wrong)["aria-invalid"] == "true"
    assert not [each for each in page.of("input") if each.get("type") == "password" and "value" in each]
