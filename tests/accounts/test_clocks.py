"""Clocks that are a few minutes off: set back or forth, or those of two machines. Nobody is signed out by them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

import pytest
from litestar.testing import TestClient
from tests.accounts.clock import SetClock
from tests.accounts.house import GOOD, OTHER, Guest, House, site

from chabudai.accounts import design, service

TEN_MINUTES = timedelta(minutes=10)
SHIFTS = pytest.mark.parametrize("shift", [-TEN_MINUTES, TEN_MINUTES], ids=["back", "forth"])
_TOKEN = re.compile(r'name="_csrf" value="([^"]+)"')


@dataclass
class OtherMachine:
    """Serves the same household by a clock of its own."""

    house: House
    clock: SetClock = field(default_factory=SetClock)

    def tell(self, moment: datetime) -> None:
        self.clock.now = moment


@pytest.fixture(scope="module")
def other_machine(standing_house: House) -> Iterator[OtherMachine]:
    clock = SetClock()
    accounts = replace(standing_house.accounts, clock=clock)
    application = site(accounts, clock, standing_house.outbox)
    with TestClient(application, base_url="http://house.test") as client:
        yield OtherMachine(replace(standing_house, accounts=accounts, clock=clock, client=client), clock)


def _token_on(guest: Guest, page: str) -> str:
    found = _TOKEN.search(guest.get(page).text)
    assert found
    return found[1]


def _link(house: House) -> str:
    house.post()
    link = next(word for word in next(house.outbox.emails()).text.split() if "/account/reset/" in word)
    return link.removeprefix("http://house.test")


@SHIFTS
def test_a_session_goes_on_and_so_do_forms_that_were_open(house: House, hanako: Guest, shift: timedelta) -> None:
    token = _token_on(hanako, "/account")
    house.clock.pass_by(shift)
    assert hanako.is_signed_in
    settings = {"_csrf": token, "display_name": "花子", "language": "", "zone": "Asia/Tokyo", "theme": "auto"}
    assert hanako.ask("POST", "/account", data=settings).status_code == 303
    assert "花子" in hanako.get("/account").text


@SHIFTS
def test_who_has_the_form_open_signs_in(house: House, hanako: Guest, stranger: Guest, shift: timedelta) -> None:
    token = _token_on(stranger, "/sign-in")
    house.clock.pass_by(shift)
    sent = stranger.ask("POST", "/sign-in", data={"_csrf": token, "login": "hanako", "password": GOOD})
    assert sent.status_code == 303
    assert stranger.is_signed_in


@SHIFTS
def test_a_link_from_an_email_still_leads_to_a_new_password(
    house: House, hanako: Guest, stranger: Guest, shift: timedelta
) -> None:
    stranger.submit("/account/forgot", {"login": "hanako"})
    house.clock.pass_by(shift)
    assert stranger.get(_link(house)).status_code == 200
    assert stranger.submit(_link(house), {"password": OTHER}).status_code == 303


@SHIFTS
def test_a_token_goes_on_and_was_never_used_later_than_now(
    house: House, hanako: Guest, stranger: Guest, shift: timedelta
) -> None:
    person = house.accounts.store.one(design.person_named("hanako"))
    shown = {"authorization": f"Bearer {service.make_token(house.accounts, person, name='phone').text}"}
    assert stranger.ask("GET", "/api/account/me", shown).status_code == 200
    house.clock.pass_by(shift)
    assert stranger.ask("GET", "/api/account/me", shown).status_code == 200
    page = hanako.get("/account/tokens", accept_language="en").text
    assert ("Last used just now" in page) or ("Last used 10 minutes ago" in page)


@SHIFTS
def test_no_browser_was_seen_later_than_now(house: House, hanako: Guest, shift: timedelta) -> None:
    house.browser("curl/8").try_password(GOOD)
    house.clock.pass_by(shift)
    page = hanako.get("/account/sessions", accept_language="en").text
    assert ("Last active just now" in page) or ("Last active 10 minutes ago" in page)


@SHIFTS
def test_what_was_said_and_can_be_taken_back_is_still_shown(house: House, hanako: Guest, shift: timedelta) -> None:
    hanako.submit("/account", {"display_name": "花子", "language": "en", "zone": "Asia/Tokyo", "theme": "auto"})
    hanako.submit("/account", {"display_name": "はな", "language": "en", "zone": "Asia/Tokyo", "theme": "auto"})
    house.clock.pass_by(shift)
    assert "Settings saved." in hanako.get("/account").text


@SHIFTS
def test_a_browser_that_is_known_stays_known(house: House, hanako: Guest, stranger: Guest, shift: timedelta) -> None:
    hanako.submit("/sign-out")
    house.clock.pass_by(shift)
    for number in range(12):
        stranger.try_password(f"guess {number}")
    assert hanako.try_password(GOOD).status_code == 303


@SHIFTS
def test_two_machines_know_the_same_people(
    house: House, other_machine: OtherMachine, hanako: Guest, shift: timedelta
) -> None:
    other_machine.tell(house.clock() + shift)
    there = other_machine.house.browser()
    there.cookies = hanako.cookies
    assert there.is_signed_in
    token = _token_on(there, "/account")
    assert hanako.ask("POST", "/account/sessions/end-others", data={"_csrf": token}).status_code == 303
    assert there.is_signed_in


@SHIFTS
def test_two_machines_together_allow_no_endless_guesses(
    house: House, other_machine: OtherMachine, hanako: Guest, shift: timedelta
) -> None:
    """Each by its own clock has ten; going from one to the other buys no more."""
    other_machine.tell(house.clock() + shift)
    guests = [house.browser(address="203.0.113.9"), other_machine.house.browser(address="198.51.100.9")]
    answers = [guest.try_password(f"guess {number}").status_code for number in range(25) for guest in guests]
    assert answers.count(401) <= 20


def test_a_clock_that_was_far_ahead_does_not_keep_a_session_from_being_noted(house: House, hanako: Guest) -> None:
    person = house.accounts.store.one(design.person_named("hanako"))
    ahead = replace(house.accounts, clock=lambda: house.clock() + timedelta(days=30))
    secret = service.begin_session(ahead, person, "curl/8")
    assert service.person_of_session(house.accounts, secret) is not None
    seen = [each.seen_at for each in service.sessions_of(house.accounts, person) if each.agent == "curl/8"]
    assert seen == [house.clock()]
