"""A forgotten password: from asking for a reset link, through the outbox, to a new one."""

import re
from datetime import timedelta
from html import unescape

import pytest
from tests.accounts.house import GOOD, OTHER, Guest, House

from chabudai.accounts import service
from chabudai.accounts.design import person_named
from chabudai.accounts.errors import TokenRefused
from chabudai.adapters.mail import StoredEmail


def ask(guest: Guest, login: str = "hanako", language: str = "ja") -> str:
    answer = guest.submit("/account/forgot", {"login": login}, accept_language=language)
    assert answer.status_code == 303
    return guest.follow(answer).text


def emails(house: House) -> list[StoredEmail]:
    house.post()
    return list(house.outbox.emails())


def link_in(page: str) -> str:
    found = re.search(r'href="http://house\.test(/account/reset/[^"]+)"', unescape(page))
    assert found
    return found[1]


def link(house: House) -> str:
    return link_in(emails(house)[0].html or "")


def test_the_whole_way_through_the_outbox(house: House, hanako: Guest, stranger: Guest) -> None:
    assert 'href="/outbox"' in ask(stranger, "hanako@example.jp")
    house.post()
    (found,) = re.findall(r'href="(/outbox/[^"]+)"', stranger.get("/outbox").text)
    reset = link_in(stranger.get(found).text)
    form = stranger.get(reset)
    assert form.status_code == 200
    assert form.headers["referrer-policy"] == "same-origin"
    assert form.headers["cache-control"] == "no-store"
    assert stranger.submit(reset, {"password": OTHER}).headers["location"] == "/"
    assert stranger.is_signed_in
    assert not hanako.is_signed_in
    assert house.browser().try_password(GOOD).status_code == 401
    assert house.browser().try_password(OTHER).status_code == 303


def test_looking_at_the_form_does_not_use_the_link_up_and_neither_does_an_unfit_password(
    house: House, hanako: Guest, stranger: Guest
) -> None:
    ask(stranger)
    for _ in range(3):
        assert stranger.get(link(house)).status_code == 200
    unfit = stranger.submit(link(house), {"password": "short"})
    assert unfit.status_code == 422
    assert "short" not in unfit.text.replace("A short sentence", "")
    assert stranger.submit(link(house), {"password": OTHER}).status_code == 303


@pytest.mark.parametrize("language", ["ja", "en"])
def test_a_link_that_is_too_old_says_so_and_leads_to_a_new_one(
    house: House, hanako: Guest, stranger: Guest, language: str
) -> None:
    ask(stranger)
    old = link(house)
    house.clock.pass_by(timedelta(hours=1, seconds=1))
    for answer in (stranger.get(old), stranger.submit(old, {"password": OTHER})):
        assert answer.status_code == 410
        assert 'href="/account/forgot"' in answer.text
    assert house.browser().try_password(GOOD).status_code == 303


def test_whoever_made_tokens_before_has_none_that_opens_anything(house: House, hanako: Guest, stranger: Guest) -> None:
    person = house.accounts.store.one(person_named("hanako"))
    made = service.make_token(house.accounts, person, name="planted")
    ask(stranger)
    stranger.submit(link(house), {"password": OTHER})
    with pytest.raises(TokenRefused):
        service.person_of_token(house.accounts, made.text)
    assert service.tokens_of(house.accounts, person) == []


def test_a_link_works_once(house: House, hanako: Guest, stranger: Guest) -> None:
    ask(stranger)
    used = link(house)
    stranger.submit(used, {"password": OTHER})
    assert stranger.get(used).status_code == 410
    assert stranger.submit(used, {"password": "a third passphrase"}).status_code == 410
    assert house.browser().try_password(OTHER).status_code == 303


@pytest.mark.parametrize(
    "forged", ["hanako/x", "hanako/" + "A" * 43, "nobody/x", "a%23b/x", "x" * 5000 + "/y", "%00/y"]
)
def test_a_forged_link_is_refused(hanako: Guest, stranger: Guest, forged: str) -> None:
    ask(stranger)
    for answer in (
        stranger.get(f"/account/reset/{forged}"),
        stranger.submit(f"/account/reset/{forged}", {"password": OTHER}),
    ):
        assert answer.status_code == 410


def test_one_persons_link_does_not_open_anothers_account(house: House, hanako: Guest, stranger: Guest) -> None:
    house.browser().sign_up("taro")
    ask(stranger, "hanako")
    assert stranger.get(link(house).replace("hanako", "taro")).status_code == 410


@pytest.mark.parametrize("act", ["password", "email", "link"])
def test_links_under_way_are_worth_nothing_after_a_change(
    house: House, hanako: Guest, stranger: Guest, act: str
) -> None:
    ask(stranger)
    old = link(house)
    match act:
        case "password":
            hanako.submit("/account/password", {"current": GOOD, "password": OTHER})
        case "email":
            hanako.submit("/account/email", {"current": GOOD, "email": "new@example.jp"})
        case _:
            ask(stranger)
            newer = next(each for each in map(link_in, (one.html or "" for one in emails(house))) if each != old)
            stranger.submit(newer, {"password": OTHER})
    assert stranger.get(old).status_code == 410


def test_the_answer_is_the_same_whether_there_is_an_account_or_not(
    house: House, hanako: Guest, stranger: Guest
) -> None:
    def plain(page: str) -> str:
        return re.sub(r'(value|content)="[^"]*\.[0-9a-f]{64}"', "", page)

    assert plain(ask(stranger, "hanako")) == plain(ask(stranger, "nobody"))
    assert len(emails(house)) == 1


def test_an_email_is_written_in_the_language_of_the_page_unless_the_person_has_chosen(
    house: House, hanako: Guest, stranger: Guest
) -> None:
    ask(stranger, language="en")
    assert emails(house)[0].subject == "Choose a new password"
    hanako.submit("/account", {"display_name": "", "language": "ja", "zone": "Asia/Tokyo", "theme": "auto"})
    ask(stranger, language="en")
    assert {email.subject for email in emails(house)} == {"Choose a new password", "新しいパスワードを決める"}


def test_nobody_is_drowned_in_emails(house: House, hanako: Guest, stranger: Guest) -> None:
    answers = [stranger.submit("/account/forgot", {"login": "hanako"}) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [303, 303, 303, 429]
    assert 'value="hanako"' in answers[-1].text
    assert len(emails(house)) == 3
    house.clock.pass_by(timedelta(minutes=15, seconds=1))
    ask(stranger)
    assert len(emails(house)) == 4


def test_an_empty_form_is_told_beside_its_field(stranger: Guest) -> None:
    answer = stranger.submit("/account/forgot", {"login": "  "})
    assert answer.status_code == 422
    assert 'aria-invalid="true"' in answer.text


def test_an_email_that_can_not_be_sent_changes_nothing_of_the_answer_and_is_sent_later(
    house: House, hanako: Guest, stranger: Guest
) -> None:
    house.outbox.folder.write_text("a file where the folder should be")
    ask(stranger)
    assert emails(house) == []
    house.outbox.folder.unlink()
    house.clock.pass_by(timedelta(seconds=12))
    assert len(emails(house)) == 1
