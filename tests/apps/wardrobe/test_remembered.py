"""Wardrobes that an account remembers: on every device, in the export, gone with the account, and nobody else's."""

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from tests.apps.wardrobe.people import PASSWORD, Member, Street, opened
from tests.apps.wardrobe.wardrobes import TODAY, several

from chabudai.accounts import service as account
from chabudai.accounts.design import person_named
from chabudai.apps.wardrobe import access, remembered, service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.remembered import MOST, Memory


@pytest.fixture
def street(tmp_path: Path) -> Iterator[Street]:
    with opened(tmp_path) as street:
        yield street


@pytest.fixture
def hanako(street: Street) -> Member:
    return street.browser().sign_up("hanako")


def made(street: Street, name: str) -> Closet:
    return access.create_wardrobe(street.house, name=name)


def test_a_wardrobe_is_on_every_device_of_the_person(street: Street, hanako: Member) -> None:
    key = hanako.create("母の服")
    phone = street.browser().enter("hanako")
    assert (phone.wardrobes(), phone.listed_keys()) == (["母の服"], [key])
    phone.create("夏の服")
    assert phone.wardrobes() == street.browser().enter("hanako").wardrobes() == ["夏の服", "母の服"]
    assert hanako.wardrobes() == ["母の服", "夏の服"]  # which was the last one there


def test_it_is_nobody_elses(street: Street, hanako: Member) -> None:
    key = hanako.create("母の服")
    taro = street.browser().sign_up("taro")
    assert taro.wardrobes() == street.browser().wardrobes() == []
    taro.send("/wardrobe/forget", key=key)
    assert hanako.wardrobes() == ["母の服"]
    assert {row["PK"]["S"] for row in street.rows()} == {"PERSON#hanako"}


def test_what_the_browser_knew_is_taken_over_when_somebody_signs_up_or_in(street: Street) -> None:
    browser = street.browser()
    keys = [browser.create(name) for name in ("一", "二", "三")]
    browser.sign_up("hanako")
    assert browser.wardrobes() == ["三", "二", "一"]
    phone = street.browser()
    phone.create("四")
    phone.enter("hanako")
    assert phone.wardrobes() == ["四", "三", "二", "一"]
    assert set(phone.listed_keys()) >= set(keys)


def test_it_is_also_taken_over_by_whoever_was_signed_in_all_along(street: Street, hanako: Member) -> None:
    """As people were before accounts remembered anything."""
    session = hanako.cookies["session"]
    browser = street.browser()
    browser.create("昔の服")
    browser.cookies.set("session", session, domain="house.test", path="/")
    assert browser.wardrobes() == ["昔の服"]
    assert hanako.wardrobes() == ["昔の服"]


def test_a_browser_learns_nothing_of_what_is_opened_while_somebody_is_signed_in(street: Street, hanako: Member) -> None:
    hanako.create("母の服")
    hanako.sign_out()
    assert hanako.wardrobes() == []
    hanako.sign_up("taro")
    assert hanako.wardrobes() == []
    hanako.sign_out().enter("hanako")
    assert hanako.wardrobes() == ["母の服"]


def test_no_key_stays_in_the_browser_of_who_signed_out(hanako: Member) -> None:
    key = hanako.create("母の服")
    hanako.sign_out()
    kept = " ".join(f"{name}={value}" for name, value in hanako.cookies.items())
    assert key not in kept
    assert "wardrobes" not in hanako.cookies


def test_what_the_browser_knew_before_stays_in_it(street: Street) -> None:
    """A tablet of the whole family does not lose its wardrobes to whoever signs in there once."""
    tablet = street.browser()
    tablet.create("家族の服")
    tablet.sign_up("hanako")
    tablet.create("花子の服")
    tablet.sign_out()
    assert tablet.wardrobes() == ["家族の服"]


def test_what_is_opened_between_two_sign_ins_is_taken_over_too(street: Street, hanako: Member) -> None:
    hanako.get("/wardrobe")
    hanako.sign_out()
    hanako.create("あいだの服")
    hanako.enter("hanako")
    assert street.browser().enter("hanako").wardrobes() == []
    assert hanako.wardrobes() == ["あいだの服"]
    assert street.browser().enter("hanako").wardrobes() == ["あいだの服"]


def test_one_is_forgotten_everywhere_and_that_is_taken_back(street: Street, hanako: Member) -> None:
    key = hanako.create("母の服")
    hanako.create("夏の服")
    phone = street.browser().enter("hanako")
    page = hanako.follow(hanako.send("/wardrobe/forget", key=key))
    assert "Removed from your list." in page.text
    assert hanako.wardrobes() == phone.wardrobes() == ["夏の服"]
    hanako.undo(page)
    assert set(hanako.wardrobes()) == set(phone.wardrobes()) == {"夏の服", "母の服"}
    assert service.open_wardrobe(street.house, key).wardrobe.name == "母の服"


def test_what_was_forgotten_does_not_come_back_by_itself(street: Street) -> None:
    browser = street.browser()
    key = browser.create("母の服")
    browser.sign_up("hanako")
    assert browser.wardrobes() == ["母の服"]
    browser.send("/wardrobe/forget", key=key)
    browser.sign_out().enter("hanako")
    assert browser.wardrobes() == []


@pytest.mark.parametrize("key", ["", "x", "ed_nothing", "a#b", "x" * 5000, "../x"])
def test_forgetting_what_is_not_there_is_no_fault(hanako: Member, key: str) -> None:
    hanako.create("母の服")
    assert hanako.send("/wardrobe/forget", key=key).status_code == 303
    assert hanako.wardrobes() == ["母の服"]


def test_a_wardrobe_that_was_erased_disappears(street: Street, hanako: Member) -> None:
    key = hanako.create("母の服")
    phone = street.browser().enter("hanako")
    assert phone.wardrobes() == ["母の服"]
    service.erase_wardrobe(service.open_wardrobe(street.house, key))
    assert phone.wardrobes() == []
    assert street.rows() == []
    other = hanako.create("夏の服")
    hanako.send(f"/wardrobe/{other}/erase")
    assert street.rows() == []


def test_a_wardrobe_with_a_new_key_is_opened_by_that_and_others_have_to_be_told(street: Street, hanako: Member) -> None:
    key = hanako.create("母の服")
    taro = street.browser().sign_up("taro")
    taro.get(f"/wardrobe/{key}")
    assert taro.wardrobes() == ["母の服"]
    hanako.send(f"/wardrobe/{key}/reissue")
    (new,) = street.browser().enter("hanako").listed_keys()
    assert new != key
    assert hanako.get(f"/wardrobe/{new}").status_code == 200
    assert taro.wardrobes() == []
    assert {row["PK"]["S"] for row in street.rows()} == {"PERSON#hanako"}


def test_a_link_for_looking_stands_beside_the_other_and_goes_when_it_is_taken_away(
    street: Street, hanako: Member
) -> None:
    key = hanako.create("母の服")
    hanako.send(f"/wardrobe/{key}/share")
    closet = service.open_wardrobe(street.house, key)
    assert closet.wardrobe.read_secret is not None
    hanako.get(f"/wardrobe/{closet.wardrobe.read_secret}")
    assert hanako.listed_keys() == [closet.wardrobe.read_secret, key]
    assert hanako.get("/wardrobe").text.count("View only") == 1
    service.stop_sharing(closet)
    assert hanako.listed_keys() == [key]


def test_a_wardrobe_that_can_not_be_read_is_left_out_and_not_forgotten(street: Street, hanako: Member) -> None:
    key = hanako.create("母の服")
    (row,) = street.rows()
    stored = {"PK": {"S": f"W#{row['wardrobeId']['S']}"}, "SK": {"S": "META"}}
    raw = street.house.store.raw
    item = raw.call("GetItem", {"TableName": "WardrobeTable", "Key": stored})["Item"]
    raw.call("PutItem", {"TableName": "WardrobeTable", "Item": {**item, "name": {"N": "1"}}})
    assert hanako.wardrobes() == []
    raw.call("PutItem", {"TableName": "WardrobeTable", "Item": item})
    assert hanako.listed_keys() == [key]


def test_a_full_list_takes_no_more_and_loses_none(street: Street, hanako: Member) -> None:
    """However many links of others one is led to, one's own keys stay."""
    memory = Memory(street.house, "hanako")
    keys = []
    for number in range(MOST):
        closet = made(street, f"服 {number}")
        assert memory.remember(closet)
        keys.append(access.key_of(closet))
    page = hanako.get("/wardrobe").text
    assert f"This list holds up to {MOST} wardrobes." in page
    other = made(street, "もう一つ")
    assert not memory.remember(other)
    assert hanako.get(f"/wardrobe/{access.key_of(other)}").status_code == 200
    assert sorted(hanako.listed_keys()) == sorted(keys)
    hanako.send("/wardrobe/forget", key=keys[0])
    hanako.get(f"/wardrobe/{access.key_of(other)}")
    assert access.key_of(other) in hanako.listed_keys()


def test_what_opens_nothing_any_more_takes_no_room(street: Street, hanako: Member) -> None:
    memory = Memory(street.house, "hanako")
    for number in range(MOST):
        memory.remember(made(street, f"服 {number}"))
    service.erase_wardrobe(memory.closets()[7])
    assert memory.remember(made(street, "もう一つ"))
    assert len(memory.closets()) == MOST


def test_a_long_list_is_two_questions_and_staying_in_a_wardrobe_none(street: Street, hanako: Member) -> None:
    key = hanako.create("母の服")
    Memory(street.house, "hanako").remember(*(made(street, f"服 {number}") for number in range(30)))
    assert len(hanako.wardrobes()) == 31
    assert street.asked() == ["AP-36 Query", "AP-37 BatchGetItem"]
    hanako.get(f"/wardrobe/{key}/settings")
    hanako.get(f"/wardrobe/{key}/settings")
    assert street.asked() == ["AP-21 GetItem", "AP-02 GetItem"]


def test_the_home_of_a_wardrobe_leads_to_the_others_of_the_account(street: Street, hanako: Member) -> None:
    first = hanako.create("母の服")
    second = hanako.create("夏の服")
    page = street.browser().enter("hanako").get(f"/wardrobe/{first}").text
    assert f'href="/wardrobe/{second}"' in page


def test_the_home_of_the_site_tells_of_the_wardrobe_that_was_opened_last_anywhere(
    street: Street, hanako: Member
) -> None:
    hanako.create("母の服")
    assert Memory(street.house, "hanako").closets()[0].wardrobe.name == "母の服"
    street.clock.advance(hours=1)
    street.browser().enter("hanako").create("夏の服")
    assert Memory(street.house, "hanako").closets()[0].wardrobe.name == "夏の服"


def test_who_has_no_account_is_told_that_the_link_is_the_key(street: Street, hanako: Member) -> None:
    told = "The link of this page is the only key to this wardrobe."
    stranger = street.browser()
    assert told in stranger.get(f"/wardrobe/{stranger.create('母の服')}").text
    assert told not in hanako.get(f"/wardrobe/{hanako.create('夏の服')}").text


def test_the_export_holds_every_wardrobe_with_its_key_and_what_can_be_changed(street: Street, hanako: Member) -> None:
    key = hanako.create("母の服")
    closet = service.open_wardrobe(street.house, key)
    service.record_wear(closet, day=TODAY - timedelta(days=1), clothing_ids=several(closet, 2))
    others = service.share(made(street, "よその服"))
    read_key = others.wardrobe.read_secret
    hanako.get(f"/wardrobe/{read_key}")
    told = hanako.get("/account/export").json()["wardrobe"]["wardrobes"]
    assert [(each["key"], each["access"], each["name"]) for each in told] == [
        (read_key, "READ", "よその服"),
        (key, "EDIT", "母の服"),
    ]
    assert (len(told[1]["clothes"]), len(told[1]["histories"])) == (2, 1)
    assert "clothes" not in told[0]
    assert service.import_wardrobe(street.house, told[1]).wardrobe.name == "母の服"
    assert access.key_of(others) not in json.dumps(told)


def test_the_memory_goes_with_the_account_and_the_wardrobe_stays(street: Street, hanako: Member) -> None:
    key = hanako.create("母の服")
    page = hanako.get("/account/delete").text
    assert "your list of wardrobes; they stay for anyone who has their links" in page
    assert "everything in Wardrobe" not in page
    assert hanako.send("/account/delete", current=PASSWORD).status_code == 303
    assert street.rows() == []
    assert service.open_wardrobe(street.house, key).wardrobe.name == "母の服"
    remembered.erase(street.house, "hanako")


def test_a_program_of_the_person_is_told_of_them(street: Street, hanako: Member) -> None:
    key = hanako.create("母の服")
    token = street.token("hanako", scopes=["wardrobe"])
    (told,) = street.call(token, "GET", "/wardrobe/remembered").json()["wardrobes"]
    assert (told["key"], told["name"], told["access"], told["readKey"]) == (key, "母の服", "EDIT", None)
    created = street.call(token, "POST", "/wardrobe", {"name": "夏の服"}).json()["key"]
    assert hanako.listed_keys() == [key, created]
    renewed = street.call(token, "POST", f"/wardrobe/{created}/reissue").json()["key"]
    assert hanako.listed_keys() == [key, renewed]
    assert street.call(token, "DELETE", f"/wardrobe/{renewed}").status_code == 204
    assert [row["SK"]["S"] for row in street.rows()] == [f"LINK#{key}"]
    assert street.call(token, "DELETE", f"/wardrobe/remembered/{key}").status_code == 204
    assert hanako.listed_keys() == []
    assert street.call(token, "POST", "/wardrobe/remembered", {"key": key}).status_code == 201
    assert hanako.listed_keys() == [key]


def test_a_program_that_takes_in_a_file_is_remembered_as_well(street: Street, hanako: Member) -> None:
    document = service.export_wardrobe(made(street, "母の服"))
    token = street.token("hanako")
    key = street.call(token, "POST", "/wardrobe/import", document).json()["key"]
    assert hanako.listed_keys() == [key]


def test_a_program_that_only_reads_gets_no_key_that_changes(street: Street, hanako: Member) -> None:
    key = hanako.create("母の服")
    hanako.create("夏の服")
    hanako.send(f"/wardrobe/{key}/share")
    read_key = service.open_wardrobe(street.house, key).wardrobe.read_secret
    token = street.token("hanako", read_only=True)
    told = street.call(token, "GET", "/wardrobe/remembered")
    assert {each["name"]: (each["key"], each["readKey"]) for each in told.json()["wardrobes"]} == {
        "母の服": (None, read_key),
        "夏の服": (None, None),
    }
    exported = street.call(token, "GET", "/account/export")
    for answer in (told, exported):
        assert not re.search(r"\bed_", answer.text)
    assert str(read_key) in exported.text
    assert street.call(token, "POST", "/wardrobe/remembered", {"key": key}).status_code == 403
    assert street.call(token, "DELETE", f"/wardrobe/remembered/{key}").status_code == 403


def test_a_program_of_another_or_of_nobody_learns_and_changes_nothing(street: Street, hanako: Member) -> None:
    key = hanako.create("母の服")
    street.browser().sign_up("taro")
    taros = street.token("taro")
    assert street.call(taros, "GET", "/wardrobe/remembered").json() == {"wardrobes": []}
    assert street.call(taros, "DELETE", f"/wardrobe/remembered/{key}").status_code == 204
    scoped = street.token("hanako", scopes=["account"])
    for token, status in (("", 401), ("cbd_hanako.x.y", 401), (scoped, 403)):
        assert street.call(token, "GET", "/wardrobe/remembered").status_code == status
        assert street.call(token, "POST", "/wardrobe/remembered", {"key": key}).status_code == status
        assert street.call(token, "DELETE", f"/wardrobe/remembered/{key}").status_code == status
    assert hanako.listed_keys() == [key]
    assert set(street.call(scoped, "GET", "/account/export").json()) == {"account"}


@pytest.mark.parametrize("key", ["", "x", "ed_nothing", "a#b", "x" * 5000, "wd_nothing"])
def test_a_key_that_opens_nothing_is_not_remembered(street: Street, hanako: Member, key: str) -> None:
    answer = street.call(street.token("hanako"), "POST", "/wardrobe/remembered", {"key": key})
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no_such_wardrobe")
    assert street.rows() == []


def test_a_program_is_told_when_the_list_is_full(street: Street, hanako: Member) -> None:
    Memory(street.house, "hanako").remember(*(made(street, f"服 {number}") for number in range(MOST)))
    key = access.key_of(made(street, "もう一つ"))
    answer = street.call(street.token("hanako"), "POST", "/wardrobe/remembered", {"key": key})
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "too_many_remembered")


def test_somebody_who_takes_a_name_that_is_free_again_finds_nothing(street: Street, hanako: Member) -> None:
    hanako.create("母の服")
    hanako.send("/account/delete", current=PASSWORD)
    Memory(street.house, "hanako").remember(made(street, "まだ来ていた"))  # a request that was under way
    street.clock.advance(minutes=31)
    account.free_names(street.accounts)
    assert street.accounts.store.get(person_named("hanako")) is None
    assert street.browser().sign_up("hanako").wardrobes() == []
