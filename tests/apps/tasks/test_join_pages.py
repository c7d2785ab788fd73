"""From an invitation's link to the board: every case with its status, limits, and nobody half in a team."""

import logging
import re
import secrets
import threading
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from httpx import Response
from litestar.testing import TestClient
from tests.apps.tasks.invited_people import (
    PASSWORD,
    InvitingTeam,
    errors,
    heading,
    is_signed_in,
    path,
    person_of,
    sign_up,
)
from tests.apps.tasks.site_house import SiteHouse, TeamBrowser, built, toasts

from chabudai.accounts import service as account
from chabudai.accounts.design import person_named
from chabudai.apps.tasks import design, invitations, notices, teams
from chabudai.apps.tasks.invitation_entities import Invitation


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteHouse]:
    with built(tmp_path_factory.mktemp("join")) as opened:
        yield opened


@pytest.fixture
def team(house: SiteHouse) -> InvitingTeam:
    """Hours after whatever was before: what counts how often something is done has forgotten it."""
    house.household.clock.advance(hours=3)
    return InvitingTeam(house, house.team("sakura", "ken", name="もちつき大会"))


@pytest.fixture
def name() -> str:
    """Somebody whom no other test knows."""
    return f"p{secrets.token_hex(6)}"


# A person who is signed in.


def test_who_is_signed_in_with_the_right_address_joins_by_one_tap(team: InvitingTeam, name: str) -> None:
    browser = team.site.browser(name)
    made = team.invite(f"{name.upper()}@example.jp", role="admin")
    page = browser.get(path(made))
    assert page.status_code == 200
    assert heading(page) == "もちつき大会"
    assert "Sakura invites you to" in page.text
    assert "2 members" in page.text
    answer = browser.send(f"{path(made)}/accept")
    assert (answer.status_code, answer.headers["location"]) == (303, team.board)
    assert team.is_member(name)
    assert person_of(team.site, f"{name}@example.jp").has_proven_email


def test_whoever_came_by_an_invitation_has_this_team_and_no_other(team: InvitingTeam, name: str) -> None:
    browser = team.site.browser(name)
    browser.send(f"{path(team.invite(f'{name}@example.jp'))}/accept")
    assert browser.get("/tasks").status_code == 200
    assert [row.team_id for row in teams.find_all(team.site.household.owner(name))] == [team.team_id]


def test_an_invitation_for_another_address_says_so_first(team: InvitingTeam, name: str) -> None:
    browser = team.site.browser(name)
    made = team.invite("mio.sato@example.com")
    page = browser.get(path(made))
    assert page.status_code == 200
    assert "This invitation is for m…@example.com." in page.text
    assert "mio.sato@example.com" not in page.text
    refused = browser.send(f"{path(made)}/accept")
    assert refused.status_code == 409
    assert "This invitation is for m…@example.com." in refused.text
    assert not team.is_member(name)
    joined = browser.send(f"{path(made)}/accept", knows="yes")
    assert (joined.status_code, joined.headers["location"]) == (303, team.board)
    assert team.is_member(name)
    assert not person_of(team.site, f"{name}@example.jp").has_proven_email


def test_one_switches_the_account_and_comes_back_to_the_invitation(team: InvitingTeam, name: str) -> None:
    browser = team.site.browser(name)
    made = team.invite("mio.sato@example.com")
    switched = browser.send(f"{path(made)}/switch")
    assert (switched.status_code, switched.headers["location"]) == (303, path(made))
    assert not is_signed_in(browser)
    assert 'name="display_name"' in browser.follow(switched).text


def test_a_member_goes_straight_to_the_board_whatever_became_of_the_invitation(team: InvitingTeam) -> None:
    browser = team.site.browser("ken")
    made = team.invite_by_link()
    for link in (path(made), path(made, "wrong"), path_unknown(team)):
        answer = browser.get(link)
        assert (answer.status_code, answer.headers["location"]) == (303, team.board)
        answer = browser.send(f"{link}/accept")
        assert (answer.status_code, answer.headers["location"]) == (303, team.board)
    assert invitations.find_all(team.admin) == [made]


def path_unknown(team: InvitingTeam) -> str:
    return f"/tasks/join/{team.team_id}/nothing/token"


def test_who_signed_out_meanwhile_is_shown_the_page_again(team: InvitingTeam) -> None:
    made = team.invite_by_link()
    answer = team.site.visitor().send(f"{path(made)}/accept")
    assert (answer.status_code, answer.headers["location"]) == (303, path(made))


# A person who has an account, and is not signed in.


def test_who_has_an_account_signs_in_on_the_same_page_and_joins_at_once(team: InvitingTeam, name: str) -> None:
    sign_up(team.site, name)
    made = team.invite(f"{name}@example.jp")
    visitor = team.site.visitor("ja")
    page = visitor.get(path(made))
    assert f'name="login" type="text" value="{name}@example.jp"' in page.text
    answer = visitor.send(f"{path(made)}/sign-in", login=f"{name}@example.jp", password=PASSWORD)
    assert (answer.status_code, answer.headers["location"]) == (303, team.board)
    assert team.is_member(name)
    assert is_signed_in(visitor)
    assert person_of(team.site, f"{name}@example.jp").has_proven_email


def test_a_wrong_password_is_told_beside_its_field_and_nobody_joins(team: InvitingTeam, name: str) -> None:
    sign_up(team.site, name)
    made = team.invite(f"{name}@example.jp")
    visitor = team.site.visitor()
    page = visitor.send(f"{path(made)}/sign-in", login=f"{name}@example.jp", password="not this one")
    assert page.status_code == 401
    assert errors(page) == ["That name and password don't match. After 10 tries, wait 10 minutes."]
    assert heading(page) == "もちつき大会"
    assert not team.is_member(name)
    assert not is_signed_in(visitor)


def test_who_signs_in_with_another_address_is_asked_before_they_join(team: InvitingTeam, name: str) -> None:
    sign_up(team.site, name)
    made = team.invite("somebody@example.com")
    visitor = team.site.visitor()
    answer = visitor.send(f"{path(made)}/sign-in", login=name, password=PASSWORD)
    assert (answer.status_code, answer.headers["location"]) == (303, path(made))
    assert not team.is_member(name)
    assert "This invitation is for s…@example.com." in visitor.follow(answer).text


def test_who_has_an_account_with_another_address_finds_the_way_to_sign_in_and_back(team: InvitingTeam) -> None:
    made = team.invite("somebody-new@example.com")
    visitor = team.site.visitor()
    assert f'href="{path(made)}?account=true"' in visitor.get(path(made)).text
    page = visitor.get(f"{path(made)}?account=true")
    assert 'name="login" type="text" value=""' in page.text
    assert f'href="{path(made)}"' in page.text


def test_guessing_at_a_password_here_is_limited_as_anywhere(team: InvitingTeam, name: str) -> None:
    sign_up(team.site, name)
    made = team.invite(f"{name}@example.jp")
    visitor = team.site.visitor()
    tries = [
        visitor.send(f"{path(made)}/sign-in", login=f"{name}@example.jp", password=f"guess number {number}").status_code
        for number in range(11)
    ]
    assert tries == [401] * 10 + [429]
    late = visitor.send(f"{path(made)}/sign-in", login=f"{name}@example.jp", password=PASSWORD)
    assert late.status_code == 429
    again = visitor.send(f"{path(made)}/sign-up", display_name="x", password=PASSWORD)
    assert again.status_code == 429
    assert not team.is_member(name)


# A person who has no account.


def test_who_has_no_account_gets_from_the_letter_to_the_board_with_a_name_and_a_password(
    team: InvitingTeam, name: str
) -> None:
    made = team.invite(f"{name}@example.jp")
    visitor = team.site.visitor("ja")
    page = visitor.get(path(made))
    assert "はじめて参加する" in page.text
    assert 'name="email"' not in page.text
    answer = visitor.send(f"{path(made)}/sign-up", display_name="佐藤 みお", password=PASSWORD)
    assert (answer.status_code, answer.headers["location"]) == (303, team.board)
    person = person_of(team.site, f"{name}@example.jp")
    assert (person.username, person.name, person.has_proven_email) == (name, "佐藤 みお", True)
    assert team.is_member(name)
    _, beside = team.rows(name)
    assert beside is not None
    assert beside.user_name == "佐藤 みお"
    assert toasts(visitor.get("/tasks")) == ["ようこそ。"]


def test_the_address_is_that_of_the_letter_whatever_is_sent(team: InvitingTeam, name: str) -> None:
    made = team.invite(f"{name}@example.jp")
    team.site.visitor().send(f"{path(made)}/sign-up", display_name="Mio", email="x@example.com", password=PASSWORD)
    assert person_of(team.site, f"{name}@example.jp").has_proven_email


def test_by_an_open_link_the_address_is_asked_for_and_not_taken_for_proven(team: InvitingTeam, name: str) -> None:
    made = team.invite_by_link()
    visitor = team.site.visitor()
    assert 'name="email"' in visitor.get(path(made)).text
    answer = visitor.send(
        f"{path(made)}/sign-up", display_name="Mio Sato", email=f"{name}@example.jp", password=PASSWORD
    )
    assert (answer.status_code, answer.headers["location"]) == (303, team.board)
    person = person_of(team.site, f"{name}@example.jp")
    assert person.username.startswith("mio-sato")
    assert not person.has_proven_email
    assert team.is_member(person.username)


def test_of_two_with_one_name_each_has_a_username(team: InvitingTeam) -> None:
    made = team.invite_by_link(uses=3)
    code = secrets.token_hex(4)
    for number in range(3):
        fields = {"display_name": f"Ren {code}", "email": f"{code}-{number}@example.jp", "password": PASSWORD}
        assert team.site.visitor().send(f"{path(made)}/sign-up", **fields).status_code == 303
    people = {person_of(team.site, f"{code}-{number}@example.jp").username for number in range(3)}
    assert len(people) == 3
    assert f"ren-{code}" in people


@pytest.mark.parametrize(
    ("display_name", "email", "password", "expected"),
    [
        ("", "a@example.jp", PASSWORD, 1),
        ("Mio", "no address", PASSWORD, 1),
        ("Mio", "a@example.jp", "short", 1),
        (" ", "", "", 3),
        ("x" * 41, "a@example.jp", PASSWORD, 1),
    ],
)
def test_what_is_wrong_is_said_beside_each_field_and_nobody_is_made(
    team: InvitingTeam, display_name: str, email: str, password: str, expected: int
) -> None:
    made = team.invite_by_link()
    visitor = team.site.visitor()
    page = visitor.send(f"{path(made)}/sign-up", display_name=display_name, email=email, password=password)
    assert page.status_code == 422
    assert len(re.findall('class="error"', page.text)) == expected
    assert not is_signed_in(visitor)
    assert invitations.find_all(team.admin) == [made]


def test_an_address_that_has_an_account_is_told_beside_it(team: InvitingTeam, name: str) -> None:
    sign_up(team.site, name)
    made = team.invite_by_link()
    fields = {"display_name": "Mio", "email": f"{name}@example.jp", "password": "some other passphrase"}
    page = team.site.visitor().send(f"{path(made)}/sign-up", **fields)
    assert (page.status_code, errors(page)) == (409, ["An account with this email address already exists."])
    assert not team.is_member(name)


def test_who_has_got_an_account_meanwhile_is_shown_the_way_to_sign_in(team: InvitingTeam, name: str) -> None:
    made = team.invite(f"{name}@example.jp")
    visitor = team.site.visitor()
    visitor.get(path(made))
    sign_up(team.site, name)
    page = visitor.send(f"{path(made)}/sign-up", display_name="Mio", password="some other passphrase")
    assert (page.status_code, errors(page)) == (409, ["You already have an account. Sign in to join."])
    assert 'name="login"' in page.text
    assert not team.is_member(name)


def test_an_account_that_never_answered_an_email_does_not_hold_the_address_against_the_letter(
    team: InvitingTeam, name: str
) -> None:
    squatter = sign_up(team.site, name)
    made = team.invite(squatter.email, role="admin")
    visitor = team.site.visitor()
    assert f"{path(made)}?account=false" in visitor.get(path(made)).text
    assert 'name="anew"' in visitor.get(f"{path(made)}?account=false").text
    fields = {"display_name": "Mio", "password": "some other passphrase", "anew": "yes"}
    assert visitor.send(f"{path(made)}/sign-up", **fields).headers["location"] == team.board
    owner = person_of(team.site, squatter.email)
    assert owner.username != name
    assert team.is_member(owner.username)
    assert not team.is_member(name)
    # The other account is there still, can have another address, and can be deleted; the address stays where it is.
    account.prove_email(team.site.accounts, squatter, squatter.email)
    assert not team.site.accounts.store.one(person_named(name)).has_proven_email
    account.change_email(team.site.accounts, squatter, email=f"other.{name}@example.jp", password=PASSWORD)
    assert person_of(team.site, f"other.{name}@example.jp").username == name
    assert person_of(team.site, squatter.email).username == owner.username


def test_an_account_without_its_address_can_be_deleted(team: InvitingTeam, name: str) -> None:
    squatter = sign_up(team.site, name)
    assert account.release_address(team.site.accounts, squatter.email)
    assert not account.release_address(team.site.accounts, squatter.email)
    account.delete_account(team.site.accounts, squatter, password=PASSWORD)
    assert team.site.accounts.store.get(person_named(name)) is None


def test_an_address_that_was_answered_for_stays_its_owners(team: InvitingTeam, name: str) -> None:
    owner = sign_up(team.site, name)
    account.prove_email(team.site.accounts, owner, owner.email)
    made = team.invite(owner.email)
    page = team.site.visitor().send(
        f"{path(made)}/sign-up", display_name="Mio", password="some other passphrase", anew="yes"
    )
    assert (page.status_code, errors(page)) == (409, ["You already have an account. Sign in to join."])
    assert person_of(team.site, owner.email).username == name


def test_what_is_sent_twice_makes_one_account_and_leads_to_the_board(team: InvitingTeam, name: str) -> None:
    made = team.invite(f"{name}@example.jp")
    visitor = team.site.visitor()
    token = visitor.token()
    fields = {"_csrf": token, "display_name": "Mio", "password": PASSWORD}
    cookies = dict(visitor.cookies)
    first = visitor.ask("POST", f"{path(made)}/sign-up", data=fields)
    visitor.cookies.clear()
    for each, value in cookies.items():
        visitor.cookies.set(each, value, domain="house.test", path="/")
    second = visitor.ask("POST", f"{path(made)}/sign-up", data=fields)
    assert first.headers["location"] == team.board
    assert second.status_code in (303, 404)
    assert team.is_member(person_of(team.site, f"{name}@example.jp").username)


def test_signing_up_is_limited_as_anywhere(team: InvitingTeam) -> None:
    made = team.invite_by_link(uses=1)
    answers = [
        team.site.visitor().send(f"{path(made)}/sign-up", display_name="", email="", password="").status_code
        for _ in range(31)
    ]
    assert answers == [422] * 30 + [429]


# Invitations that can't be used.


def revoked(team: InvitingTeam, made: Invitation) -> None:
    invitations.revoke(team.admin, made.invite_id)


def resent(team: InvitingTeam, made: Invitation) -> None:
    invitations.resend(team.inviter, made.invite_id)


def used(team: InvitingTeam, made: Invitation) -> None:
    team.site.browser("ren").send(f"{path(made)}/accept", knows="yes")


def expired(team: InvitingTeam, _: Invitation) -> None:
    team.site.household.clock.advance(hours=25)


def long_expired(team: InvitingTeam, _: Invitation) -> None:
    team.site.household.clock.advance(hours=49)


def nothing(_: InvitingTeam, __: Invitation) -> None: ...


OVER: list[tuple[Callable[[InvitingTeam, Invitation], None], bool, int, str]] = [
    (nothing, False, 403, "This invitation can't be used."),
    (revoked, True, 404, "This invitation can't be used."),
    (revoked, False, 403, "This invitation can't be used."),
    (resent, True, 403, "This invitation can't be used."),
    (used, True, 404, "This invitation can't be used."),
    (expired, True, 410, "This invitation has expired."),
    (expired, False, 403, "This invitation can't be used."),
    (long_expired, True, 404, "This invitation can't be used."),
]


@pytest.mark.parametrize(("happened", "is_right", "status", "sentence"), OVER)
@pytest.mark.parametrize("who", ["visitor", "with an account", "signed in"])
def test_what_can_not_be_used_says_so_with_its_status_to_everyone(
    team: InvitingTeam,
    name: str,
    who: str,
    happened: Callable[[InvitingTeam, Invitation], None],
    is_right: bool,
    status: int,
    sentence: str,
) -> None:
    browser = team.site.browser(name) if who == "signed in" else team.site.visitor()
    if who == "with an account":
        sign_up(team.site, name)
    made = team.invite(f"{name}@example.jp")
    happened(team, made)
    link = path(made) if is_right else path(made, made.token[::-1])
    act: dict[str, tuple[str, dict[str, str]]] = {
        "visitor": ("sign-up", {"display_name": "Mio", "password": PASSWORD}),
        "with an account": ("sign-in", {"login": name, "password": PASSWORD}),
        "signed in": ("accept", {}),
    }
    pressed, fields = act[who]
    for page in (browser.get(link), browser.send(f"{link}/{pressed}", **fields)):
        assert (page.status_code, heading(page)) == (status, sentence)
    assert not team.is_member(name)
    if who == "visitor":
        assert not is_signed_in(browser)  # and no account was made for nothing


@pytest.mark.parametrize("link", ["/tasks/join/a%23b/c/d", "/tasks/join/x/y/z", "/tasks/join/x/y%0a/z"])
def test_what_never_was_is_not_there(house: SiteHouse, link: str) -> None:
    assert house.visitor().get(link).status_code == 404


def test_who_comes_too_late_asks_again_once_and_the_inviter_is_told(team: InvitingTeam, name: str) -> None:
    made = team.invite(f"{name}@example.jp")
    expired(team, made)
    visitor = team.site.visitor("ja")
    page = visitor.get(path(made))
    assert (page.status_code, "もう一度お願いする" in page.text) == (410, True)
    before = notices.count_unread(team.admin.owner)
    for _ in range(2):
        asked = visitor.press(f"{path(made)}/ask")
        assert (asked.status_code, "もう一度お願いする" in asked.text) == (410, False)
    assert notices.count_unread(team.admin.owner) == before + 1
    wrong = visitor.send(f"{path(made, 'wrong')}/ask")
    assert wrong.status_code == 403


# Two at once.


def at_once(acts: list[Callable[[], Response]]) -> list[Response]:
    gate, answers = threading.Barrier(len(acts)), list[Response]()

    def run(act: Callable[[], Response]) -> None:
        gate.wait()
        answers.append(act())

    threads = [threading.Thread(target=run, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


@pytest.fixture
def several(house: SiteHouse) -> Callable[[], TeamBrowser]:
    """Browsers that ask at the same time: each has a client of its own."""

    def open_browser() -> TeamBrowser:
        return TeamBrowser(TestClient(house.application, base_url="http://house.test"), "en")

    return open_browser


def test_of_two_taps_at_once_one_joins_and_the_other_lands_on_the_board(
    team: InvitingTeam, name: str, several: Callable[[], TeamBrowser]
) -> None:
    made = team.invite(f"{name}@example.jp")
    signed_in = team.site.browser(name)
    browsers = [several() for _ in range(3)]
    for browser in browsers:
        browser.cookies.update(signed_in.cookies)
        browser.get(path(made))
    answers = at_once([partial(each.send, f"{path(made)}/accept") for each in browsers])
    assert {(answer.status_code, answer.headers.get("location")) for answer in answers} == {(303, team.board)}
    assert team.is_member(name)


def test_of_two_forms_sent_at_once_one_account_is_made_and_nobody_is_half_in(
    team: InvitingTeam, name: str, several: Callable[[], TeamBrowser]
) -> None:
    made = team.invite(f"{name}@example.jp")
    browsers = [several() for _ in range(3)]
    fields = {"display_name": "Mio", "password": PASSWORD}
    answers = at_once([partial(each.send, f"{path(made)}/sign-up", **fields) for each in browsers])
    # whoever begins when the first is through finds the invitation used: nobody can know that it is the same person
    assert {answer.status_code for answer in answers} - {404} == {303}
    assert team.is_member(person_of(team.site, f"{name}@example.jp").username)


def test_of_two_people_at_one_link_one_joins_and_the_other_is_told(
    team: InvitingTeam, several: Callable[[], TeamBrowser]
) -> None:
    made = team.invite_by_link()
    code = secrets.token_hex(4)
    emails = [f"{code}-{number}@example.jp" for number in range(3)]
    forms = [{"display_name": "Mio", "email": email, "password": PASSWORD} for email in emails]
    answers = at_once([partial(several().send, f"{path(made)}/sign-up", **form) for form in forms])
    assert sorted(answer.status_code for answer in answers) == [303, 404, 404]
    members = [row.user_id for row in team.site.household.store.all(design.members(team.team_id))]
    assert len(members) == 3


# The token.


def test_the_token_leaves_the_site_by_no_header_and_no_log(
    team: InvitingTeam, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    made = team.invite(f"{name}@example.jp")
    visitor = team.site.visitor()
    answers = [
        visitor.get(path(made)),
        visitor.send(f"{path(made)}/sign-up", display_name="", password=""),
        visitor.send(f"{path(made)}/sign-up", display_name="Mio", password=PASSWORD),
    ]
    for answer in answers:
        assert answer.headers["referrer-policy"] == "same-origin"
        assert answer.headers["cache-control"] == "no-store"
    ours = [record.getMessage() for record in caplog.records if record.name.startswith(("chabudai", "litestar"))]
    assert [said for said in ours if made.token in said] == []
    assert [call for page in team.site.heard for call in page if made.token in repr(call)] == []


def test_nobody_joins_without_the_forms_own_token(team: InvitingTeam, name: str) -> None:
    browser = team.site.browser(name)
    made = team.invite(f"{name}@example.jp")
    for act in ("accept", "sign-in", "sign-up", "switch", "ask"):
        assert browser.ask("POST", f"{path(made)}/{act}", data={}).status_code == 403
    assert not team.is_member(name)
