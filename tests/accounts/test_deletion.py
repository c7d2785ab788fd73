"""Leaving: everything taken along, and nothing left behind."""

from dataclasses import replace

import pytest
from tests.accounts.house import GOOD, Guest, House

from chabudai.accounts import reset_requests, service
from chabudai.accounts.design import begin_deletion, person_named
from chabudai.accounts.errors import DeletionUnfinished
from chabudai.common.personal_data import PersonalData


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


def test_an_account_that_can_not_go_yet_is_closed_and_goes_later(house: House, hanako: Guest) -> None:
    """An app has a row, say, that it does not know how to delete."""
    house.todos.stuck.add("hanako")
    answer = hanako.submit("/account/delete", {"current": GOOD})
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert "アカウントは閉じました。" in hanako.get("/sign-in").text
    assert not hanako.is_signed_in
    assert house.browser().try_password("not the passphrase").status_code == 401
    again = house.browser().try_password(GOOD)
    assert again.status_code == 409
    assert "削除の途中" in again.text
    fields = {"username": "hanako", "email": "hanako@example.jp", "password": GOOD}
    assert house.browser().submit("/sign-up", fields).status_code == 409
    house.todos.stuck.clear()
    assert service.finish_deletions(house.accounts) == ["hanako"]
    assert house.browser().try_password(GOOD).status_code == 401
    house.clock.pass_by(service.NAME_PAUSE)
    assert service.free_names(house.accounts) == ["hanako"]
    house.browser().sign_up("hanako")


def test_a_sign_in_makes_an_account_go_when_it_can(house: House, hanako: Guest) -> None:
    house.todos.stuck.add("hanako")
    hanako.submit("/account/delete", {"current": GOOD})
    house.todos.stuck.clear()
    assert house.browser().try_password(GOOD).status_code == 401
    assert house.accounts.store.get(person_named("hanako")) is None


def test_one_account_that_can_not_go_holds_up_no_other(house: House) -> None:
    people = ["hanako", "ichiro", "jiro"]
    for name in people:
        house.browser().sign_up(name)
        house.accounts.store.write(begin_deletion(name))
    house.todos.stuck.add("hanako")
    assert sorted(service.finish_deletions(house.accounts)) == ["ichiro", "jiro"]
    house.todos.stuck.clear()
    assert service.finish_deletions(house.accounts) == ["hanako"]
    assert service.finish_deletions(house.accounts) == []


def test_what_one_app_can_not_let_go_of_stays_in_no_other(house: House, hanako: Guest) -> None:
    def fail(name: str) -> None:
        raise LookupError(name)

    broken = PersonalData("tasks", lambda name: {}, fail)
    accounts = replace(house.accounts, personal_data=(broken, *house.accounts.personal_data))
    person = accounts.store.one(person_named("hanako"))
    with pytest.raises(DeletionUnfinished):
        service.delete_account(accounts, person, password=GOOD)
    assert "hanako" not in house.todos.kept


def test_an_account_that_is_closed_gets_no_reset_link(house: House, hanako: Guest) -> None:
    house.todos.stuck.add("hanako")
    hanako.submit("/account/delete", {"current": GOOD})
    reset_requests.request_reset(house.accounts, login="hanako", language="ja")
    house.post()
    assert list(house.outbox.folder.glob("*")) == []
