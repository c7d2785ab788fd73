"""Signing up, in and out; passwords, reset links and tokens; leaving for good."""

import re
import threading
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from tests.accounts.clock import SetClock
from tests.full_disk import full

from chabudai.accounts import design, reset_requests, service
from chabudai.accounts.design import Person
from chabudai.accounts.errors import (
    DeletionUnfinished,
    EmailTaken,
    NoSuchToken,
    NotYourPassword,
    ResetLinkUsed,
    TokenRefused,
    UsernameTaken,
    WrongPassword,
)
from chabudai.accounts.mail_worker import new_mail_worker
from chabudai.accounts.service import Accounts
from chabudai.adapters.mail import Outbox
from chabudai.common.personal_data import PersonalData
from chabudai.web.errors import Conflict, InvalidFields

GOOD = "ちゃぶ台をかこむ夜です"
OTHER = "another good passphrase"


@pytest.fixture
def hanako(accounts: Accounts) -> Person:
    return service.sign_up(accounts, username="Hanako", email="Hanako@Example.jp", password=GOOD, language="ja")


def test_a_person_signs_up_and_in_by_name_and_by_address_however_it_is_spelled(
    accounts: Accounts, hanako: Person
) -> None:
    spellings = (
        "hanako",
        " HANAKO ",
        "ＨＡＮＡＫＯ",
        "\u3000hanako",
        "hanako@example.jp",
        "HANAKO@EXAMPLE.JP",
        "hanako＠example.jp",
    )
    for login in spellings:
        assert service.sign_in(accounts, login=login, password=GOOD) == hanako


@pytest.mark.parametrize("login", ["hanako", "nobody", "nobody@example.jp", "", "@", "a#b", "x" * 5000])
def test_a_wrong_password_and_nobody_are_refused_alike(accounts: Accounts, hanako: Person, login: str) -> None:
    with pytest.raises(WrongPassword):
        service.sign_in(accounts, login=login, password="wrong password")


def test_a_name_and_an_address_are_each_taken_once(accounts: Accounts, hanako: Person) -> None:
    with pytest.raises(UsernameTaken):
        service.sign_up(accounts, username="hanako", email="other@example.jp", password=GOOD)
    with pytest.raises(EmailTaken):
        service.sign_up(accounts, username="taro", email="hanako@EXAMPLE.jp", password=GOOD)
    assert accounts.store.get(design.person_named("taro")) is None


def test_of_eight_who_sign_up_at_once_with_one_name_one_gets_it(accounts: Accounts) -> None:
    outcomes: list[str] = []

    def sign_up(number: int) -> None:
        try:
            service.sign_up(accounts, username="hanako", email=f"h{number}@example.jp", password=GOOD)
            outcomes.append("in")
        except UsernameTaken:
            outcomes.append("taken")

    threads = [threading.Thread(target=sign_up, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["in"] + ["taken"] * 7


@pytest.mark.parametrize("username", ["ha", "はな", "花子さん", "1hana", "x" * 31])
def test_a_refused_username_is_told_all_that_one_may_be(accounts: Accounts, username: str) -> None:
    with pytest.raises(InvalidFields) as refusal:
        service.sign_up(accounts, username=username, email="a@example.jp", password=GOOD)
    sentence = "Use 3 to 30 lowercase letters, digits, - or _, starting with a letter."
    assert [str(said) for _, said in refusal.value.details] == [sentence]


@pytest.mark.parametrize("username", ["", "ab", "1abc", "a b c", "花子さん", "a#b", "admin", "x" * 31, "a\nbc"])
def test_an_unfit_username_is_refused_beside_its_field(accounts: Accounts, username: str) -> None:
    with pytest.raises(InvalidFields) as refusal:
        service.sign_up(accounts, username=username, email="a@example.jp", password=GOOD)
    assert [field for field, _ in refusal.value.details] == ["username"]


def test_a_name_that_speaks_for_the_site_is_taken(accounts: Accounts) -> None:
    with pytest.raises(InvalidFields) as refusal:
        service.sign_up(accounts, username="Admin", email="a@example.jp", password=GOOD)
    assert [(field, str(said)) for field, said in refusal.value.details] == [("username", "That username is taken.")]


def test_all_that_is_wrong_is_told_at_once(accounts: Accounts) -> None:
    with pytest.raises(InvalidFields) as refusal:
        service.sign_up(accounts, username="ab", email="nowhere", password="short")
    assert [field for field, _ in refusal.value.details] == ["username", "email", "password"]


@pytest.mark.parametrize("email", ["", "a", "a@", "@b.jp", "a b@c.jp", "a@b\n.jp", "a@b@c", "x" * 400 + "@b.jp"])
def test_an_unfit_address_is_refused_beside_its_field(accounts: Accounts, email: str) -> None:
    with pytest.raises(InvalidFields) as refusal:
        service.sign_up(accounts, username="hanako", email=email, password=GOOD)
    assert [field for field, _ in refusal.value.details] == ["email"]


@pytest.mark.parametrize("password", ["", "short", "1234567890", "aaaaaaaaaaaa", "my hanako word", "x1y2" * 60])
def test_an_unfit_password_is_refused_beside_its_field(accounts: Accounts, password: str) -> None:
    with pytest.raises(InvalidFields) as refusal:
        service.sign_up(accounts, username="hanako", email="a@example.jp", password=password)
    assert [field for field, _ in refusal.value.details] == ["password"]


def test_a_session_leads_to_its_person_until_it_is_ended(accounts: Accounts, hanako: Person) -> None:
    session = service.begin_session(accounts, hanako, "a browser")
    assert service.person_of_session(accounts, session) == hanako
    service.end_session(accounts, session)
    assert service.person_of_session(accounts, session) is None


@pytest.mark.parametrize(
    "text", ["", ".", "hanako", "hanako.", "hanako.wrong", "a#b.c", "nobody.x", "hanako." + "x" * 9999]
)
def test_a_made_up_session_leads_nowhere(accounts: Accounts, hanako: Person, text: str) -> None:
    assert service.person_of_session(accounts, text) is None


def test_a_session_that_is_used_lives_on_and_one_that_is_not_ends(
    accounts: Accounts, hanako: Person, clock: SetClock
) -> None:
    session = service.begin_session(accounts, hanako, "")
    for _ in range(3):
        clock.pass_by(timedelta(days=50))
        assert service.person_of_session(accounts, session) == hanako
    clock.pass_by(timedelta(days=61))
    assert service.person_of_session(accounts, session) is None


def test_what_is_stored_does_not_open_a_session_or_speak_for_a_token(accounts: Accounts, hanako: Person) -> None:
    session = service.begin_session(accounts, hanako, "")
    token = service.make_token(accounts, hanako, name="phone").text
    stored = repr(accounts.store.raw.call("Scan", {"TableName": design.AccountsTable.name}))
    assert session.partition(".")[2] not in stored
    assert token.rpartition(".")[2] not in stored
    assert GOOD not in stored


def test_a_new_password_signs_out_every_other_browser(accounts: Accounts, hanako: Person) -> None:
    here, there = (service.begin_session(accounts, hanako, name) for name in ("here", "there"))
    service.change_password(accounts, hanako, old=GOOD, new=OTHER, session=here)
    assert service.person_of_session(accounts, here) is not None
    assert service.person_of_session(accounts, there) is None
    service.sign_in(accounts, login="hanako", password=OTHER)
    with pytest.raises(WrongPassword):
        service.sign_in(accounts, login="hanako", password=GOOD)


def test_a_password_is_not_changed_without_the_old_one(accounts: Accounts, hanako: Person) -> None:
    with pytest.raises(NotYourPassword):
        service.change_password(accounts, hanako, old="wrong password", new=OTHER, session=None)
    service.sign_in(accounts, login="hanako", password=GOOD)


def test_sign_out_everywhere(accounts: Accounts, hanako: Person) -> None:
    sessions = [service.begin_session(accounts, hanako, str(number)) for number in range(5)]
    assert len(service.sessions_of(accounts, hanako)) == 5
    service.end_every_session(accounts, hanako)
    assert [service.person_of_session(accounts, session) for session in sessions] == [None] * 5


def request_reset(accounts: Accounts, *, login: str, language: str) -> None:
    reset_requests.request_reset(accounts, login=login, language=language)
    new_mail_worker(accounts, {}).catch_up()


def reset_link(outbox: Outbox) -> tuple[str, str]:
    found = re.search(r"/account/reset/([^/]+)/(\S+)", next(iter(outbox.emails())).text)
    assert found
    return found[1], found[2]


def test_a_reset_link_sets_a_new_password_once(accounts: Accounts, hanako: Person, outbox: Outbox) -> None:
    session = service.begin_session(accounts, hanako, "")
    request_reset(accounts, login="hanako@example.jp", language="en")
    username, secret = reset_link(outbox)
    assert service.is_reset_link_valid(accounts, username=username, secret=secret)
    service.reset_password(accounts, username=username, secret=secret, password=OTHER)
    service.sign_in(accounts, login="hanako", password=OTHER)
    assert service.person_of_session(accounts, session) is None
    with pytest.raises(ResetLinkUsed):
        service.reset_password(accounts, username=username, secret=secret, password=GOOD)


def test_an_old_or_forged_reset_link_is_refused(
    accounts: Accounts, hanako: Person, outbox: Outbox, clock: SetClock
) -> None:
    request_reset(accounts, login="hanako", language="ja")
    username, secret = reset_link(outbox)
    with pytest.raises(ResetLinkUsed):
        service.reset_password(accounts, username=username, secret=secret + "x", password=OTHER)
    clock.pass_by(timedelta(hours=1, seconds=1))
    with pytest.raises(ResetLinkUsed):
        service.reset_password(accounts, username=username, secret=secret, password=OTHER)
    service.sign_in(accounts, login="hanako", password=GOOD)


def test_an_unfit_password_does_not_use_up_the_reset_link(accounts: Accounts, hanako: Person, outbox: Outbox) -> None:
    request_reset(accounts, login="hanako", language="ja")
    username, secret = reset_link(outbox)
    with pytest.raises(InvalidFields):
        service.reset_password(accounts, username=username, secret=secret, password="short")
    service.reset_password(accounts, username=username, secret=secret, password=OTHER)


def test_an_address_counts_as_proven_once_an_email_to_it_was_answered_and_while_it_is_theirs(
    accounts: Accounts, hanako: Person, outbox: Outbox
) -> None:
    assert not hanako.has_proven_email
    request_reset(accounts, login="hanako", language="ja")
    username, secret = reset_link(outbox)
    proven = service.reset_password(accounts, username=username, secret=secret, password=OTHER)
    assert proven.has_proven_email
    service.change_email(accounts, proven, email="other@example.jp", password=OTHER)
    moved = accounts.store.one(design.person_named("hanako"))
    assert not moved.has_proven_email
    assert not service.prove_email(accounts, moved, "hanako@example.jp").has_proven_email
    assert service.prove_email(accounts, moved, "Other@example.jp").has_proven_email


def test_who_signs_up_may_say_at_once_what_they_are_called(accounts: Accounts) -> None:
    person = service.sign_up(
        accounts, username="mio", email="mio@example.jp", password=GOOD, display_name=" 佐藤 みお "
    )
    assert person.name == "佐藤 みお"
    with pytest.raises(InvalidFields) as refused:
        service.sign_up(accounts, username="ren", email="ren", password="x", display_name="x" * 41)
    assert [name for name, _ in refused.value.details] == ["email", "display_name", "password"]


def test_nobody_gets_no_email_and_no_error(accounts: Accounts, outbox: Outbox) -> None:
    request_reset(accounts, login="nobody@example.jp", language="ja")
    assert list(outbox.emails()) == []


def test_a_token_speaks_for_its_person_until_it_is_revoked(accounts: Accounts, hanako: Person) -> None:
    text = service.make_token(accounts, hanako, name="  my   phone ").text
    assert service.person_of_token(accounts, text) == hanako
    (token,) = service.tokens_of(accounts, hanako)
    assert (token.name, token.used_at is not None) == ("my phone", True)
    service.revoke_token(accounts, hanako, token.token_id)
    with pytest.raises(TokenRefused):
        service.person_of_token(accounts, text)
    with pytest.raises(NoSuchToken):
        service.revoke_token(accounts, hanako, token.token_id)


@pytest.mark.parametrize("text", ["", "cbd_", "cbd_hanako", "cbd_hanako.x", "cbd_hanako.x.y", "Bearer", "cbd_a#b.c.d"])
def test_a_made_up_token_is_refused(accounts: Accounts, hanako: Person, text: str) -> None:
    with pytest.raises(TokenRefused):
        service.person_of_token(accounts, text)


@pytest.mark.parametrize("name", ["", "   ", "x" * 41])
def test_a_token_has_a_name(accounts: Accounts, hanako: Person, name: str) -> None:
    with pytest.raises(InvalidFields):
        service.make_token(accounts, hanako, name=name)


def test_another_persons_token_can_not_be_revoked(accounts: Accounts, hanako: Person) -> None:
    taro = service.sign_up(accounts, username="taro", email="taro@example.jp", password=GOOD)
    text = service.make_token(accounts, hanako, name="phone").text
    (token,) = service.tokens_of(accounts, hanako)
    with pytest.raises(NoSuchToken):
        service.revoke_token(accounts, taro, token.token_id)
    assert service.person_of_token(accounts, text) == hanako


def test_an_address_moves_and_frees_the_old_one(accounts: Accounts, hanako: Person) -> None:
    service.change_email(accounts, hanako, email="new@example.jp", password=GOOD)
    assert service.sign_in(accounts, login="new@example.jp", password=GOOD).email == "new@example.jp"
    taro = service.sign_up(accounts, username="taro", email="hanako@example.jp", password=GOOD)
    with pytest.raises(EmailTaken):
        service.change_email(accounts, taro, email="New@example.jp", password=GOOD)


def test_settings_are_kept(accounts: Accounts, hanako: Person) -> None:
    changed = service.change_settings(
        accounts, hanako, display_name=" 花  子 ", language="en", zone="Europe/Paris", theme="dark"
    )
    assert (changed.name, changed.language, changed.zone, changed.theme) == ("花 子", "en", "Europe/Paris", "dark")
    with pytest.raises(InvalidFields):
        service.change_settings(accounts, hanako, display_name="x" * 41, language="en", zone="UTC", theme="auto")


def test_leaving_takes_everything_along_and_can_be_asked_again_when_interrupted(
    accounts: Accounts, hanako: Person
) -> None:
    service.begin_session(accounts, hanako, "")
    service.make_token(accounts, hanako, name="phone")
    request_reset(accounts, login="hanako", language="ja")
    erased: list[str] = []

    def erase(username: str) -> None:
        if not erased:
            erased.append("tried")
            raise ConnectionError("the line is cut")
        erased.append(username)

    def export(username: str) -> Any:
        return [username]

    with_apps = Accounts(
        accounts.store,
        accounts.mail,
        accounts.clock,
        accounts.address,
        accounts.hasher,
        personal_data=(PersonalData("todo", export, erase),),
    )
    assert service.export(with_apps, hanako)["todo"] == ["hanako"]
    with pytest.raises(NotYourPassword):
        service.delete_account(with_apps, hanako, password="wrong password")
    with pytest.raises(DeletionUnfinished):
        service.delete_account(with_apps, hanako, password=GOOD)
    service.delete_account(with_apps, hanako, password=GOOD)
    assert erased == ["tried", "hanako", "hanako"]
    left = accounts.store.raw.call("Scan", {"TableName": design.AccountsTable.name})["Items"]
    assert [row["SK"]["S"] for row in left] == ["GONE"]
    service.sign_up(accounts, username="other", email="hanako@example.jp", password=GOOD)  # the address is free at once


def test_a_name_is_nobodys_until_what_was_on_its_way_is_swept_up(
    accounts: Accounts, hanako: Person, clock: SetClock
) -> None:
    """A request that was let in before the account was deleted writes after it: whoever is called so next has none."""
    kept: set[str] = set()
    with_app = replace(accounts, personal_data=(PersonalData("todo", lambda _: [], kept.discard),))
    service.delete_account(with_app, hanako, password=GOOD)
    kept.add("hanako")
    service.begin_session(with_app, hanako, "late")

    def sign_up() -> Person:
        return service.sign_up(with_app, username="hanako", email="another@example.jp", password=GOOD)

    with pytest.raises(UsernameTaken):
        sign_up()
    clock.pass_by(service.NAME_PAUSE - timedelta(seconds=1))
    assert service.free_names(with_app) == []
    with pytest.raises(UsernameTaken):
        sign_up()
    clock.pass_by(timedelta(seconds=1))
    assert service.free_names(with_app) == ["hanako"]
    assert kept == set()
    assert service.sessions_of(with_app, sign_up()) == []
    clock.pass_by(service.NAME_PAUSE)
    assert service.free_names(with_app) == []


def test_of_two_who_sweep_for_a_name_at_once_one_does_so(accounts: Accounts, hanako: Person, clock: SetClock) -> None:
    """The other would erase what the next one of that name has by then."""
    swept: list[list[str]] = []

    def erase(_: str) -> None:
        swept.append(service.free_names(with_app))

    with_app = replace(accounts, personal_data=(PersonalData("todo", lambda _: [], erase),))
    service.delete_account(accounts, hanako, password=GOOD)
    clock.pass_by(service.NAME_PAUSE)
    assert service.free_names(with_app) == ["hanako"]
    assert swept == [[]]


def test_a_sweep_that_broke_off_is_done_again(accounts: Accounts, hanako: Person, clock: SetClock) -> None:
    def erase(_: str) -> None:
        raise ConnectionError("the line is cut")

    broken = replace(accounts, personal_data=(PersonalData("todo", lambda _: [], erase),))
    service.delete_account(accounts, hanako, password=GOOD)
    clock.pass_by(service.NAME_PAUSE)
    with pytest.raises(ConnectionError):
        service.free_names(broken)
    with pytest.raises(UsernameTaken):
        service.sign_up(accounts, username="hanako", email="another@example.jp", password=GOOD)
    clock.pass_by(service.NAME_PAUSE)
    assert service.free_names(accounts) == ["hanako"]


def test_of_two_changes_of_one_address_at_once_none_leaves_a_row_behind(accounts: Accounts, hanako: Person) -> None:
    service.change_email(accounts, hanako, email="first@example.jp", password=GOOD)
    with pytest.raises(Conflict):
        service.change_email(accounts, hanako, email="second@example.jp", password=GOOD)
    assert accounts.store.get(design.owner_of("second@example.jp")) is None
    assert accounts.store.one(design.person_named("hanako")).email == "first@example.jp"


@pytest.mark.parametrize("name", ["a\u202eb", "zero\u200bwidth", "bell\x07"])
def test_a_name_hides_nothing(accounts: Accounts, hanako: Person, name: str) -> None:
    assert service.change_settings(accounts, hanako, display_name=name).display_name.isprintable()
    assert service.make_token(accounts, hanako, name=name).token.name.isprintable()


def test_one_setting_is_changed_and_the_others_stay(accounts: Accounts, hanako: Person) -> None:
    service.change_settings(accounts, hanako, display_name="花子", language="en", zone="UTC", theme="dark")
    changed = service.change_settings(accounts, hanako, language=None)
    assert (changed.display_name, changed.language, changed.zone, changed.theme) == ("花子", None, "UTC", "dark")


def test_on_a_full_disk_whoever_is_signed_in_stays_so_though_it_can_not_be_noted(
    accounts: Accounts, hanako: Person, clock: SetClock
) -> None:
    session = service.begin_session(accounts, hanako, "")
    token = service.make_token(accounts, hanako, name="phone")
    clock.pass_by(timedelta(hours=1))
    with full(accounts.store):
        assert service.person_of_session(accounts, session) == hanako
        assert service.person_of_token(accounts, token.text) == hanako
