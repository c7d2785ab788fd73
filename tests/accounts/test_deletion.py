"""Leaving: everything taken along, and nothing left behind."""

from tests.accounts.house import GOOD, Guest, House

from chabudai.accounts import service


def test_everything_is_handed_over_as_one_file(house: House, hanako: Guest) -> None:
    hanako.submit("/account/tokens", {"name": "phone"})
    answer = hanako.get("/account/export")
    today = house.clock().date()  # also in Tokyo, at this time of day
    assert (
        answer.headers["content-disposition"]
        == f"attachment; filename=\"chabudai-hanako-{today}.json\"; filename*=UTF-8''chabudai-hanako-{today}.json"
    )
    assert answer.headers["content-type"].startswith("application/json")
    told = answer.json()
    assert told["todo"] == {"todos": ["麦茶"]}
    account = told["account"]
    assert (account["username"], account["email"]) == ("hanako", "hanako@example.jp")
    assert account["createdAt"] == f"{today}T03:04:05.678Z"
    assert [token["name"] for token in account["tokens"]] == ["phone"]
    assert len(account["sessions"]) == 1


def test_what_is_handed_over_opens_nothing(house: House, hanako: Guest) -> None:
    text = hanako.get("/account/export").text
    secrets = [item[name]["S"] for item in house.rows() for name in ("passwordHash", "digest") if name in item]
    assert len(secrets) >= 1
    assert [secret for secret in secrets if secret in text] == []


def test_the_page_says_what_goes(hanako: Guest) -> None:
    page = hanako.get("/account/delete", accept_language="en").text
    assert "everything in To do" in page
    assert "your username hanako" in page
    assert 'href="/account/export"' in page


def test_an_account_goes_with_all_that_belongs_to_it(house: House, hanako: Guest) -> None:
    other = house.browser()
    other.try_password(GOOD)
    hanako.submit("/account/tokens", {"name": "phone"})
    assert hanako.submit("/account/delete", {"current": GOOD}).headers["location"] == "/"
    assert not other.is_signed_in
    assert house.browser().try_password(GOOD).status_code == 401
    left = [row for row in house.rows() if not row["PK"]["S"].startswith("ATTEMPTS#")]  # which name nobody, and expire
    assert [row["SK"]["S"] for row in left] == ["GONE"]  # the name is kept back until requests under way are over
    house.clock.pass_by(service.NAME_PAUSE)
    service.free_names(house.accounts)
    again = house.browser().sign_up("hanako")
    assert again.get("/account/export").json()["todo"] == {"todos": []}


def test_without_the_password_nothing_goes(hanako: Guest) -> None:
    answer = hanako.submit("/account/delete", {"current": "wrong"})
    assert answer.status_code == 422
    assert 'aria-invalid="true"' in answer.text
    assert hanako.get("/account/export").json()["todo"] == {"todos": ["麦茶"]}
