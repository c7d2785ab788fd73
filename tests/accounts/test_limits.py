"""A brute force leads nowhere, and whoever owns the account still comes in."""

import re
from datetime import timedelta

import pytest
from httpx import Response
from tests.accounts.house import GOOD, OTHER, Guest, House

from chabudai.accounts.errors import WrongPassword
from chabudai.accounts.limits import AccountLimits


def tries(guest: Guest, times: int, login: str = "hanako") -> list[int]:
    return [guest.try_password(f"guess {number}", login).status_code for number in range(times)]


def test_after_ten_wrong_tries_not_even_the_right_password_is_looked_at(hanako: Guest, stranger: Guest) -> None:
    assert tries(stranger, 12) == [401] * 10 + [429] * 2
    answer = stranger.try_password(GOOD)
    assert answer.status_code == 429
    assert 0 < int(answer.headers["retry-after"]) <= 600
    assert 'value="hanako"' in answer.text
    assert not stranger.is_signed_in


def test_another_spelling_of_the_name_is_the_same_account(hanako: Guest, stranger: Guest) -> None:
    tries(stranger, 10)
    assert tries(stranger, 1, " HANAKO ") == [429]
    assert tries(stranger, 1, "hana\N{KELVIN SIGN}o") == [429]


SPELLINGS = (
    "hanako",
    " HANAKO ",
    "ＨＡＮＡＫＯ",
    "hana\N{KELVIN SIGN}o",
    "\u3000Hanako\u3000",
    "hanako@example.jp",
    "Hanako@EXAMPLE.jp ",
    "hanako＠example.jp",
    "ｈａｎａｋｏ@example.jp",
    "hana\N{KELVIN SIGN}o@example.jp",
)


def test_ten_guesses_by_ten_spellings_are_ten(hanako: Guest, stranger: Guest) -> None:
    assert [tries(stranger, 1, spelling) for spelling in SPELLINGS] == [[401]] * 10
    for spelling in SPELLINGS:
        stranger.try_password(GOOD, spelling)
        assert not stranger.is_signed_in, spelling


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_the_right_password_is_right_by_each_spelling(hanako: Guest, stranger: Guest, spelling: str) -> None:
    assert stranger.try_password(GOOD, spelling).status_code == 303


def test_names_of_nobody_count_as_those_of_somebody(hanako: Guest, stranger: Guest) -> None:
    assert tries(stranger, 11, "nobody") == tries(stranger, 11, "hanako") == [401] * 10 + [429]
    assert tries(stranger, 1, " NOBODY ") == [429]


def test_an_account_that_was_guessed_at_by_one_name_does_not_tell_its_other_name(
    house: House, hanako: Guest, stranger: Guest
) -> None:
    """A name is public where games are; an address is not."""
    tries(stranger, 12, "hanako")
    elsewhere = house.browser(address="198.51.100.7")
    pages = [elsewhere.try_password("guess", login) for login in ("hanako@example.jp", "nobody@example.jp")]
    assert [page.status_code for page in pages] == [401, 401]
    shown = [re.sub(r'value="[^"]*"|content="[^"]*"', "", page.text) for page in pages]
    assert shown[0].replace("hanako", "nobody") == shown[1]
    assert elsewhere.try_password(GOOD, "hanako@example.jp").status_code == 401


def test_a_browser_that_is_known_by_one_name_is_known_by_the_other(hanako: Guest, stranger: Guest) -> None:
    hanako.submit("/sign-out")
    tries(stranger, 12, "hanako@example.jp")
    assert hanako.try_password(GOOD, "hanako@example.jp").status_code == 303


def test_the_sentence_tells_how_long_a_wrong_password_has_to_wait(house: House) -> None:
    rate = AccountLimits.default(house.accounts.store, house.clock).guesses.rate
    minutes = rate.window // timedelta(minutes=1)
    assert f"After {rate.times} tries, wait {minutes} minutes." in str(WrongPassword.sentence)


def test_many_addresses_share_an_accounts_tries(house: House, hanako: Guest) -> None:
    answers = [tries(house.browser(address=f"198.51.100.{number}"), 1)[0] for number in range(12)]
    assert answers == [401] * 10 + [429] * 2


def test_the_persons_own_browser_still_comes_in_meanwhile(hanako: Guest, stranger: Guest) -> None:
    hanako.submit("/sign-out")
    tries(stranger, 12)
    assert hanako.try_password(GOOD).status_code == 303


def test_a_browser_that_knows_one_person_is_a_stranger_to_another(house: House, hanako: Guest) -> None:
    mallory = house.browser().sign_up("mallory")
    tries(mallory, 10)
    assert tries(house.browser(), 1) == [429]
    assert tries(mallory, 1) == [429]


def test_a_family_at_one_browser_is_known_there_person_by_person(house: House, stranger: Guest) -> None:
    tablet = house.browser()
    for name in ("hanako", "taro"):
        tablet.sign_up(name)
        tablet.submit("/sign-out")
    tries(stranger, 12)
    assert tablet.try_password(GOOD, "hanako").status_code == 303


def test_even_a_known_browser_has_no_more_than_ten_tries(hanako: Guest) -> None:
    hanako.submit("/sign-out")
    assert tries(hanako, 11) == [401] * 10 + [429]


def test_after_ten_minutes_one_may_try_again(house: House, hanako: Guest, stranger: Guest) -> None:
    tries(stranger, 12)
    house.clock.pass_by(timedelta(minutes=10, seconds=1))
    assert stranger.try_password(GOOD).status_code == 303


def test_a_sign_in_that_works_makes_up_for_those_that_did_not(hanako: Guest, stranger: Guest) -> None:
    tries(stranger, 9)
    assert stranger.try_password(GOOD).status_code == 303
    assert tries(stranger, 10) == [401] * 10


def test_signing_in_to_ones_own_account_does_not_buy_tries_at_others(house: House, hanako: Guest) -> None:
    mallory = house.browser(address="203.0.113.66").sign_up("mallory")
    outcomes: list[int] = []
    for number in range(40):
        outcomes += tries(mallory, 1, f"victim{number}")
        outcomes.append(mallory.try_password(GOOD, "mallory").status_code)
    assert outcomes[-1] == 429
    assert outcomes.count(401) <= 30


def test_accounts_are_not_made_without_end(house: House, stranger: Guest) -> None:
    def sign_up(number: int) -> Response:
        fields = {"username": f"bot{number}", "email": f"bot{number}@example.jp", "password": GOOD}
        return stranger.submit("/sign-up", fields)

    answers = [sign_up(number).status_code for number in range(32)]
    assert answers == [303] * 30 + [429] * 2
    house.clock.pass_by(timedelta(hours=1, seconds=1))
    assert sign_up(99).status_code == 303


def test_a_browser_that_was_left_open_does_not_give_the_password_away(hanako: Guest) -> None:
    wrong = {"current": "guess", "password": OTHER}
    answers = [hanako.submit("/account/password", wrong).status_code for _ in range(11)]
    assert answers == [422] * 10 + [429]
    assert hanako.submit("/account/email", {"current": GOOD, "email": "x@example.jp"}).status_code == 429
    assert hanako.submit("/account/delete", {"current": GOOD}).status_code == 429


def test_a_reset_link_leads_in_while_others_guess_and_the_browser_is_known_from_then_on(
    house: House, hanako: Guest, stranger: Guest
) -> None:
    tries(stranger, 12)
    elsewhere = house.browser(address="198.51.100.7")
    assert elsewhere.try_password(GOOD).status_code == 429
    elsewhere.submit("/account/forgot", {"login": "hanako"})
    house.post()
    link = next(word for word in next(house.outbox.emails()).text.split() if "/account/reset/" in word)
    assert elsewhere.submit(link.removeprefix("http://house.test"), {"password": OTHER}).status_code == 303
    elsewhere.submit("/sign-out")
    tries(stranger, 12)
    assert elsewhere.try_password(OTHER).status_code == 303
