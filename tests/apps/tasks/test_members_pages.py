"""Members and invitations as pages: who may do what, what is refused beside its field, and what can be undone."""

import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import unescape
from pathlib import Path

import pytest
from httpx import Response
from tests.apps.tasks.invited_people import InvitingTeam, errors, heading, path, sign_up
from tests.apps.tasks.site_house import SiteHouse, TeamBrowser, built, toasts

from chabudai.accounts.spool.worker import SpoolWorker
from chabudai.adapters.mail import Mail, Message
from chabudai.adapters.mail.errors import MessageRefused
from chabudai.apps.tasks import design, invitations, members, tasks
from chabudai.apps.tasks.invitation_entities import MailState
from chabudai.apps.tasks.invitation_mail import find_statuses, send_email, spool_email


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteHouse]:
    with built(tmp_path_factory.mktemp("members")) as opened:
        for username in ("sakura", "ken", "mio"):
            sign_up(opened, username, display_name=username.title())
        yield opened


@pytest.fixture
def team(house: SiteHouse) -> InvitingTeam:
    house.household.clock.advance(hours=30)
    return InvitingTeam(house, house.team("sakura", "ken", "mio", name="もちつき大会"))


@pytest.fixture
def sakura(team: InvitingTeam) -> TeamBrowser:
    return team.site.browser("sakura")


def url(team: InvitingTeam, more: str = "") -> str:
    return f"/tasks/{team.team_id}/members{more}"


def rows(page: Response, prefix: str) -> list[str]:
    found = re.findall(
        rf'<li class="row"[^>]* id="{prefix}-[^"]*">.*?class="row-title">(.*?)(?:<|$)', page.text, re.DOTALL
    )
    return [unescape(each).strip() for each in found]


def test_everyone_of_the_team_is_there_admins_first(team: InvitingTeam, sakura: TeamBrowser) -> None:
    page = sakura.get(url(team))
    assert (page.status_code, heading(page)) == (200, "Members and invitations")
    assert rows(page, "m") == ["Sakura", "Ken", "Mio"]
    assert "Joined" in page.text


def test_the_page_asks_for_the_members_and_the_invitations_and_no_more(team: InvitingTeam, sakura: TeamBrowser) -> None:
    team.invite("a@example.com")
    sakura.get(url(team))
    sakura.get(url(team))
    asked = [(call.pattern, call.operation) for call in team.site.heard[-1] if call.table != "chabudai-accounts"]
    assert [each for each in asked if each[1] != "TransactGetItems"] == [
        ("21", "Query"),
        ("24", "Query"),
        ("2", "Query"),
        ("invitation 1", "Query"),
        ("invitation 5", "Query"),
        ("M-06", "BatchGetItem"),
    ]
    assert len(asked) == 7


def test_a_member_sees_who_is_there_and_no_invitation(team: InvitingTeam) -> None:
    made = team.invite_by_link()
    page = team.site.browser("ken").get(url(team))
    assert rows(page, "m") == ["Sakura", "Ken", "Mio"]
    assert "Only admins can do this." in page.text
    assert made.token not in page.text
    assert page.text.count("/leave") == 1
    assert "/role" not in page.text


# Inviting.


def test_an_address_and_one_tap_invite_somebody(team: InvitingTeam, sakura: TeamBrowser) -> None:
    page = sakura.press(url(team, "/invite"), email="Aoi@example.com", role="member")
    assert toasts(page) == ["The invitation for Aoi@example.com goes to the outbox. This site doesn't send email."]
    assert rows(page, "i") == ["Aoi@example.com"]
    assert "24 hours left" in page.text
    assert "Waiting" in page.text
    [made] = invitations.find_all(team.admin)
    assert (made.role, made.language) == ("member", "en")
    assert made.token not in page.text


def test_without_a_role_one_is_a_member(team: InvitingTeam, sakura: TeamBrowser) -> None:
    sakura.press(url(team, "/invite"), email="aoi@example.com")
    assert [made.role for made in invitations.find_all(team.admin)] == ["member"]


@pytest.mark.parametrize(
    ("email", "status", "sentence"),
    [
        ("ken@example.jp", 409, "They're already a member."),
        ("aoi@example.com", 409, "They're already invited. You can resend the invitation."),
        ("no address", 422, "This doesn't look like an email address."),
        ("", 422, "Fill this in."),
    ],
)
def test_what_is_wrong_stands_beside_the_address_which_is_kept(
    team: InvitingTeam, sakura: TeamBrowser, email: str, status: int, sentence: str
) -> None:
    team.site.browser("ken")
    there = team.invite("aoi@example.com")
    team.site.household.clock.advance(minutes=1)
    page = sakura.send(url(team, "/invite"), email=email, role="admin")
    assert (page.status_code, errors(page)) == (status, [sentence])
    assert f'value="{email}"' in page.text
    assert (f"/invitations/{there.invite_id}/resend" in page.text.partition('id="invitations"')[0]) == ("aoi" in email)
    assert len(invitations.find_all(team.admin)) == 1


def test_what_is_sent_twice_invites_once_and_says_so_both_times(team: InvitingTeam, sakura: TeamBrowser) -> None:
    pages = [sakura.press(url(team, "/invite"), email="aoi@example.com", role="member") for _ in range(2)]
    assert [toasts(page) for page in pages] == [
        ["The invitation for aoi@example.com goes to the outbox. This site doesn't send email."]
    ] * 2
    assert len(invitations.find_all(team.admin)) == 1
    assert sakura.send(url(team, "/invite"), email="aoi@example.com", role="admin").status_code == 409
    team.site.household.clock.advance(seconds=6)
    assert sakura.send(url(team, "/invite"), email="aoi@example.com", role="member").status_code == 409


def test_a_link_is_shown_whole_to_be_copied(team: InvitingTeam, sakura: TeamBrowser) -> None:
    page = sakura.press(url(team, "/links"), role="member", uses="5")
    [made] = invitations.find_all(team.admin)
    assert made.uses == 5
    link = f"http://house.test{path(made)}"
    assert f'value="{link}"' in page.text
    assert f'data-copy="{link}"' in page.text
    assert "For 5 more people" in page.text


@pytest.mark.parametrize("uses", ["0", "101", "x", "", "-1", "9" * 30])
def test_a_link_for_nobody_or_for_too_many_is_refused(team: InvitingTeam, sakura: TeamBrowser, uses: str) -> None:
    assert sakura.send(url(team, "/links"), role="member", uses=uses).status_code == 422
    assert invitations.find_all(team.admin) == []


def test_the_state_of_the_email_is_told_and_what_failed_is_tried_again(team: InvitingTeam, sakura: TeamBrowser) -> None:
    made = team.invite("aoi@example.com")
    spool = replace(team.site.accounts.spool, mail=RefusingMail())
    spool_email(spool, made)
    assert "Waiting" in sakura.get(url(team)).text
    SpoolWorker(spool, {}).catch_up()
    failed = sakura.get(url(team)).text
    assert "Not delivered" in failed
    assert "550 no such mailbox" in failed
    assert "Send again" in failed
    page = sakura.press(url(team, f"/invitations/{made.invite_id}/resend"))
    assert "Waiting" in page.text
    assert "550 no such mailbox" not in page.text


@dataclass(frozen=True)
class House:
    """What a site does with emails, and what its pages then say."""

    mail: Mail | None  # None: the outbox
    is_open: bool
    toast: str
    again: str
    state: MailState
    badge: str
    has_link: bool


class RefusingMail(Mail):
    def send(self, message: Message) -> None:
        raise MessageRefused("10.0.0.7:25 said 550 no such mailbox", "550 no such mailbox")


class SentMail(Mail):
    def send(self, message: Message) -> None:
        """By a server elsewhere."""


HOUSES = {
    "sends": House(
        SentMail(),
        False,
        "An invitation is on its way to aoi@example.com.",
        "A new email is on its way. The link in the earlier one no longer works.",
        "sent",
        "Sent",
        False,
    ),
    "keeps, and shows": House(
        None,
        True,
        "The invitation for aoi@example.com goes to the outbox. This site doesn't send email.",
        "A new email goes to the outbox. The link in the earlier one no longer works.",
        "kept",
        "In the outbox",
        True,
    ),
    "keeps": House(
        None,
        False,
        "Invited aoi@example.com, but this site can't send emails. Send a link instead.",
        "This site can't send emails. Create a link and send it yourself.",
        "kept",
        "Not sent",
        False,
    ),
}


@pytest.mark.parametrize("name", HOUSES)
def test_an_email_is_said_to_be_where_it_is(tmp_path: Path, name: str) -> None:
    expected = HOUSES[name]
    with built(tmp_path, mail=expected.mail, has_open_outbox=expected.is_open) as house:
        sign_up(house, "sakura", display_name="Sakura")
        team = InvitingTeam(house, house.team("sakura"))
        sakura = house.browser("sakura")
        assert toasts(sakura.press(url(team, "/invite"), email="aoi@example.com", role="member")) == [expected.toast]
        [made] = invitations.find_all(team.admin)
        send_email(house.accounts.spool, made)
        assert find_statuses(house.accounts.store, [made])[made.invite_id].state == expected.state
        page = sakura.get(url(team))
        row = page.text.partition(f'id="i-{made.invite_id}"')[2].partition("</li>")[0]
        assert expected.badge in row
        there = page.text.partition('id="invitations"')[2].partition('id="members"')[0]
        assert there.count('href="/outbox"') == expected.has_link  # said once, however many there are
        assert ("Sent" in row) == (expected.state == "sent")
        assert toasts(sakura.press(url(team, f"/invitations/{made.invite_id}/resend"))) == [expected.again]


def test_what_is_sent_again_has_another_link(team: InvitingTeam, sakura: TeamBrowser) -> None:
    made = team.invite("aoi@example.com")
    page = sakura.press(url(team, f"/invitations/{made.invite_id}/resend"))
    assert toasts(page) == ["A new email goes to the outbox. The link in the earlier one no longer works."]
    assert invitations.find_invitation(team.admin, made.invite_id).token != made.token
    assert team.site.visitor().get(path(made)).status_code == 403


def test_a_cancelled_invitation_can_be_brought_back_by_its_toast(team: InvitingTeam, sakura: TeamBrowser) -> None:
    made = team.invite("aoi@example.com")
    page = sakura.press(url(team, f"/invitations/{made.invite_id}/revoke"))
    assert (toasts(page), rows(page, "i")) == (["Invitation cancelled."], [])
    back = sakura.undo(page, team.team_id)
    assert rows(back, "i") == ["aoi@example.com"]
    assert team.site.visitor().get(path(made)).status_code == 200


def test_what_has_expired_lies_below_a_fold_and_is_made_anew_by_one_tap(
    team: InvitingTeam, sakura: TeamBrowser
) -> None:
    team.invite("aoi@example.com", role="admin")
    team.site.household.clock.advance(hours=25)
    page = sakura.get(url(team))
    assert rows(page, "i") == []
    assert "Expired invitations" in page.text
    sakura.press(url(team, "/invite"), email="aoi@example.com", role="admin")
    assert [each.role for each in invitations.find_all(team.admin)] == ["admin"]


def test_emails_to_one_address_are_limited_and_it_is_said_in_its_row(team: InvitingTeam, sakura: TeamBrowser) -> None:
    email = f"{secrets.token_hex(4)}@example.com"
    sakura.press(url(team, "/invite"), email=email)
    [made] = invitations.find_all(team.admin)
    answers = [sakura.send(url(team, f"/invitations/{made.invite_id}/resend")) for _ in range(6)]
    assert [each.status_code for each in answers] == [303] * 5 + [429]
    assert "retry-after" in answers[-1].headers
    assert "Too many attempts." in errors(answers[-1])[0]


def test_emails_of_one_person_are_limited_whatever_the_team(team: InvitingTeam, sakura: TeamBrowser) -> None:
    other = team.site.team("sakura", name="町内会")
    statuses = [
        sakura.send(
            f"/tasks/{(team.team_id, other.team_id)[number % 2]}/members/invite", email=f"a{number}@example.com"
        ).status_code
        for number in range(61)
    ]
    assert statuses == [303] * 60 + [429]
    page = sakura.send(url(team, "/invite"), email="late@example.com")
    assert page.status_code == 429
    assert 'value="late@example.com"' in page.text


# Members.


def test_a_role_is_changed_and_changed_back(team: InvitingTeam, sakura: TeamBrowser) -> None:
    page = sakura.press(url(team, "/ken/role"), role="admin")
    assert toasts(page) == ["Ken is now an admin."]
    assert team.site.household.member(team.team_id, "ken").role == "admin"
    sakura.undo(page, team.team_id)
    assert team.site.household.member(team.team_id, "ken").role == "member"


def test_the_last_admin_stays_one_and_is_told_so_in_their_row(team: InvitingTeam, sakura: TeamBrowser) -> None:
    for page in (
        sakura.send(url(team, "/sakura/role"), role="member"),
        sakura.send(url(team, "/leave")),
        sakura.get(url(team, "/leave")),  # what can't be done is not asked for
        sakura.get(url(team, "/sakura/remove")),
    ):
        assert page.status_code == 422
        assert errors(page) == ["A team needs at least one admin. Make someone else an admin first."]
        assert len(re.findall(r"<p class=\"error\"[^>]* autofocus>", page.text)) == 1
    assert team.site.household.member(team.team_id, "sakura").role == "admin"


def test_one_may_give_up_being_an_admin_when_there_is_another(team: InvitingTeam, sakura: TeamBrowser) -> None:
    sakura.press(url(team, "/ken/role"), role="admin")
    page = sakura.press(url(team, "/sakura/role"), role="member")
    assert toasts(page) == ["Sakura is now a member."]
    assert "/undo" not in page.text


@pytest.mark.parametrize("role", ["", "owner", "ADMIN"])
def test_a_role_that_there_is_not_is_no_request(team: InvitingTeam, sakura: TeamBrowser, role: str) -> None:
    assert sakura.send(url(team, "/ken/role"), role=role).status_code == 400


def test_whoever_is_taken_out_is_asked_for_first_with_what_becomes_of_their_tasks(
    team: InvitingTeam, sakura: TeamBrowser
) -> None:
    for number in range(4):
        tasks.add(team.admin, title=str(number), assignee="ken")
    page = sakura.get(url(team, "/ken/remove"))
    assert heading(page) == "Remove Ken from the team?"
    assert "4 tasks become unassigned." in page.text
    assert (
        "担当の仕事4件は、担当なしになります。" in team.site.browser("sakura", "ja").get(url(team, "/ken/remove")).text
    )
    done = sakura.press(url(team, "/ken/remove"))
    assert (toasts(done), rows(done, "m")) == (["Removed Ken from the team."], ["Sakura", "Mio"])
    assert members.count_tasks(team.admin, "ken") == 0
    again = sakura.press(url(team, "/ken/remove"))
    assert toasts(again) == ["They're no longer in the team."]
    assert team.site.browser("ken").get(url(team)).status_code == 404


def test_a_member_leaves_and_is_told_what_becomes_of_their_tasks(team: InvitingTeam) -> None:
    tasks.add(team.admin, title="x", assignee="ken")
    ken = team.site.browser("ken")
    page = ken.get(url(team, "/leave"))
    assert heading(page) == "Leave “もちつき大会”?"
    assert "1 task becomes unassigned." in page.text
    answer = ken.send(url(team, "/leave"))
    assert (answer.status_code, answer.headers["location"]) == (303, "/tasks")
    assert toasts(ken.follow(answer)) == ["You left “もちつき大会”."]
    assert team.rows("ken") == (None, None)


# Who may do what.


def test_who_may_not_sees_the_faces_of_those_who_may(team: InvitingTeam) -> None:
    page = team.site.browser("ken").send(url(team, "/invite"), email="new@example.com")
    assert page.status_code == 403
    assert heading(page) == "Only admins can do this."
    assert "Ask an admin of your team." in page.text
    assert "belong to someone else" not in page.text
    assert re.findall(r'class="avatar "[^>]* title="([^"]+)"', page.text.partition("<h1")[2]) == ["Sakura"]
    assert f'href="{url(team)}"' in page.text


def cells(team: InvitingTeam) -> list[tuple[str, str, dict[str, str]]]:
    made = team.invite("aoi@example.com")
    other = team.invite("ren@example.com")
    return [
        ("GET", "", {}),
        ("GET", "/leave", {}),
        ("GET", "/mio/remove", {}),
        ("POST", "/invite", {"email": "new@example.com"}),
        ("POST", "/links", {"uses": "1"}),
        ("POST", f"/invitations/{made.invite_id}/resend", {}),
        ("POST", f"/invitations/{other.invite_id}/revoke", {}),
        ("POST", "/mio/role", {"role": "admin"}),
        ("POST", "/mio/remove", {}),
    ]


EXPECTED: dict[str, list[int]] = {
    "sakura": [200, 422, 200, 303, 303, 303, 303, 303, 303],
    "ken": [200, 200, 403, 403, 403, 403, 403, 403, 403],
    "outsider": [404] * 9,
    "removed": [404] * 9,
    "nobody": [303] * 3 + [401] * 6,
}


@pytest.mark.parametrize("who", EXPECTED)
def test_every_cell_of_who_may_do_what(team: InvitingTeam, who: str) -> None:
    team.site.household.join(team.team_id, "removed")
    members.remove(team.admin, "removed")
    browser = team.site.visitor() if who == "nobody" else team.site.browser(who)
    wanted = cells(team)
    before = of_team(team)
    found = [
        browser.get(url(team, more)) if method == "GET" else browser.send(url(team, more), **fields)
        for method, more, fields in wanted
    ]
    assert [each.status_code for each in found] == EXPECTED[who]
    assert (of_team(team) == before) == (who != "sakura")
    if who == "nobody":
        assert all(each.headers["location"].startswith("/sign-in?next=") for each in found[:3])


def of_team(team: InvitingTeam) -> list[str]:
    """All that is stored of it."""
    return sorted(str(each) for each in team.site.household.items() if each["PK"]["S"] == f"TEAM#{team.team_id}")


def test_two_admins_who_leave_at_once_leave_one(team: InvitingTeam, sakura: TeamBrowser) -> None:
    sakura.press(url(team, "/ken/role"), role="admin")
    ken = team.site.browser("ken")
    first, second = sakura.send(url(team, "/leave")), ken.send(url(team, "/leave"))
    assert sorted([first.status_code, second.status_code]) == [303, 422]
    admins = [row.user_id for row in team.site.household.store.all(design.members(team.team_id)) if row.role == "admin"]
    assert len(admins) == 1


def test_somebody_with_an_account_who_is_invited_has_a_notice(team: InvitingTeam, sakura: TeamBrowser) -> None:
    name = f"p{secrets.token_hex(4)}"
    sign_up(team.site, name)
    sakura.press(url(team, "/invite"), email=f"{name}@example.jp")
    [notice] = team.site.household.store.all(design.notices(name))
    assert notice.about == "invited"
