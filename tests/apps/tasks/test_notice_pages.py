"""Notices as a page, the switch between teams, and how the tasks follow what becomes of an account."""

import re
import secrets
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from html import unescape
from types import SimpleNamespace
from typing import Any

import pytest
from httpx import Response
from tests.apps.tasks.household import find_faults
from tests.apps.tasks.invited_people import PASSWORD, InvitingTeam, heading, path, sign_up
from tests.apps.tasks.site_house import SiteHouse, built, toasts

from chabudai.accounts import service as account
from chabudai.accounts.design import person_named
from chabudai.apps.tasks import (
    PACKAGE,
    acceptance,
    comments,
    design,
    invitations,
    members,
    notices,
    personal_data,
    tasks,
    teams,
)
from chabudai.apps.tasks.acceptance import InvitationLink
from chabudai.apps.tasks.entities import Notice
from chabudai.apps.tasks.summary import summarizer
from chabudai.common.personal_data import PersonalData
from chabudai.store import record_calls
from chabudai.web.catalogs import load_language
from chabudai.web.translations import use_translations


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteHouse]:
    with built(tmp_path_factory.mktemp("notices")) as opened:
        sign_up(opened, "sakura", display_name="Sakura")
        yield opened


@pytest.fixture
def name(house: SiteHouse) -> str:
    """Somebody with an account, whom no other test knows."""
    username = f"p{secrets.token_hex(6)}"
    sign_up(house, username, display_name=username.title())
    return username


@pytest.fixture
def team(house: SiteHouse) -> InvitingTeam:
    house.household.clock.advance(hours=30)
    return InvitingTeam(house, house.team("sakura", name="もちつき大会"))


def prove(team: InvitingTeam, username: str) -> None:
    person = team.site.accounts.store.one(person_named(username))
    account.prove_email(team.site.accounts, person, person.email)


def said(page: Response) -> list[str]:
    found = re.findall(r'class="row-title"[^>]*>(.*?)</(?:a|span)>', page.text)
    return [unescape(each) for each in found]


def unread(page: Response) -> int:
    found = re.search(r'href="/tasks/notices"[^>]*>.*?(?:<span class="count">(\d+)</span>)?</a>', page.text, re.DOTALL)
    assert found
    return int(found[1] or 0)


# Notices.


def test_notices_stand_in_two_groups_and_are_read_by_opening_them(team: InvitingTeam, name: str) -> None:
    site = team.site
    site.household.join(team.team_id, name)
    yesterday = tasks.add(team.admin, title="会場をおさえる", assignee=name).task
    site.household.clock.advance(hours=26)
    comments.add(team.admin, yesterday.task_id, f"@{name} どうですか")
    browser = site.browser(name)
    assert unread(browser.get("/tasks")) == 2
    page = browser.get("/tasks/notices")
    assert unread(page) == 0
    assert page.text.index(">Today<") < page.text.index("mentioned you") < page.text.index(">Earlier<")
    assert said(page) == [
        "Sakura mentioned you in “会場をおさえる”.",
        "Sakura assigned “会場をおさえる” to you.",
    ]
    assert f'href="/tasks/{team.team_id}/task/{yesterday.task_id}"' in page.text
    assert page.text.count("row fresh") == 2
    again = browser.get("/tasks/notices")
    assert again.text.count("row fresh") == 0
    assert len(said(again)) == 2


def test_notices_name_a_task_in_full(team: InvitingTeam, name: str) -> None:
    member = team.site.household.join(team.team_id, name)
    title = "商店街の皆さんと相談しながら決める、" * 5
    task = tasks.add(team.admin, title=title, end=member.today(), assignee=name).task
    comments.add(team.admin, task.task_id, f"@{name} どうですか")
    assert sorted(said(team.site.browser(name).get("/tasks/notices"))) == [
        f"Sakura assigned “{title}” to you.",
        f"Sakura mentioned you in “{title}”.",
        f"“{title}” is due today.",
    ]


def test_what_is_due_today_is_told_once_and_later_says_when_it_was(team: InvitingTeam, name: str) -> None:
    member = team.site.household.join(team.team_id, name)
    tasks.add(member, title="申し込み", end=member.today(), assignee=name)
    browser = team.site.browser(name)
    for _ in range(2):
        assert said(browser.get("/tasks/notices")) == ["“申し込み” is due today."]
    team.site.household.clock.advance(hours=24)
    assert "“申し込み” was due" in said(browser.get("/tasks/notices"))[0]


def test_the_page_asks_for_a_page_of_notices_the_names_in_them_and_little_more(team: InvitingTeam, name: str) -> None:
    team.site.household.join(team.team_id, name)
    for number in range(12):
        tasks.add(team.admin, title=str(number), assignee=name)
    browser = team.site.browser(name)
    page = browser.get("/tasks/notices")
    assert len(said(page)) == 10
    more = re.search(r'href="(/tasks/notices\?cursor=[^"]+)"', page.text)
    assert more
    assert len(said(browser.get(unescape(more[1])))) == 2
    browser.get("/tasks/notices")
    asked = [each for each in team.site.asked() if each[0] != "TransactGetItems"]
    assert asked == [
        ("Query", "4"),
        ("Query", "21"),
        ("Query", "24"),
        ("Query", "24"),
        ("BatchGetItem", "1"),
        ("Query", "4"),
        ("GetItem", "1"),
    ]


def test_an_empty_page_says_what_it_is_for(team: InvitingTeam, name: str) -> None:
    assert "Nothing new" in team.site.browser(name).get("/tasks/notices").text
    assert "新しいお知らせはありません" in team.site.browser(name, "ja").get("/tasks/notices").text


def test_an_invitation_is_accepted_where_it_is_told(team: InvitingTeam, name: str) -> None:
    made = team.invite(f"{name}@example.jp")
    prove(team, name)
    browser = team.site.browser(name)
    page = browser.get("/tasks/notices")
    assert said(page) == ["Sakura invited you to “もちつき大会”."]
    assert f'action="/tasks/notices/{made.invite_id}/accept"' in page.text
    answer = browser.send(f"/tasks/notices/{made.invite_id}/accept")
    assert (answer.status_code, answer.headers["location"]) == (303, team.board)
    assert team.is_member(name)
    again = browser.send(f"/tasks/notices/{made.invite_id}/accept")
    assert again.status_code == 404
    assert said(browser.get("/tasks/notices")) == []


def test_who_is_a_member_by_now_lands_on_the_board(team: InvitingTeam, name: str) -> None:
    made = team.invite(f"{name}@example.jp")
    prove(team, name)
    team.site.household.join(team.team_id, name)
    browser = team.site.browser(name)
    answer = browser.send(f"/tasks/notices/{made.invite_id}/accept")
    assert answer.headers["location"] == team.board


def test_an_invitation_is_declined_and_the_inviter_sees_it(team: InvitingTeam, name: str) -> None:
    made = team.invite(f"{name}@example.jp")
    prove(team, name)
    browser = team.site.browser(name)
    page = browser.press(f"/tasks/notices/{made.invite_id}/decline")
    assert toasts(page) == ["You declined the invitation to “もちつき大会”."]
    assert said(page) == []
    assert not team.is_member(name)
    assert team.site.visitor().get(path(made)).status_code == 404
    told = team.site.browser("sakura").get("/tasks/notices")
    assert said(told)[0] == f"{name}@example.jp declined your invitation."
    assert toasts(browser.press(f"/tasks/notices/{made.invite_id}/decline")) == ["This invitation can't be used."]


def test_who_has_not_proven_the_address_is_told_to_open_the_email(team: InvitingTeam, name: str) -> None:
    made = team.invite(f"{name}@example.jp")
    browser = team.site.browser(name)
    page = browser.get("/tasks/notices")
    assert "To join, open the link in the email we sent you." in page.text
    assert f"/tasks/notices/{made.invite_id}" not in page.text
    for act in ("accept", "decline"):
        refused = browser.press(f"/tasks/notices/{made.invite_id}/{act}")
        assert toasts(refused) == ["To join, open the link in the email we sent you."]
    assert not team.is_member(name)
    assert team.site.visitor().get(path(made)).status_code == 200


def test_who_is_asked_again_gets_to_the_form_with_the_address_filled_in(team: InvitingTeam) -> None:
    made = team.invite("late+1@example.com")
    team.site.household.clock.advance(hours=25)
    link = InvitationLink(team.team_id, made.invite_id, made.token)
    acceptance.ask_again(team.site.household.store, link, team.site.household.clock)
    sakura = team.site.browser("sakura")
    page = sakura.get("/tasks/notices")
    assert said(page)[0] == "late+1@example.com asks to be invited again."
    found = re.search(r'href="(/tasks/[^"]+/members\?email=[^"]+)"', page.text)
    assert found
    assert 'name="email" type="email" value="late+1@example.com"' in sakura.get(unescape(found[1])).text


def test_a_kind_that_is_turned_off_is_not_told_any_more(team: InvitingTeam, name: str) -> None:
    team.site.household.join(team.team_id, name)
    browser = team.site.browser(name)
    wanted = [kind for kind in notices.KINDS if kind != "assigned"]
    page = browser.press("/tasks/notices/kinds", on=wanted)
    assert toasts(page) == ["Saved."]
    assert 'value="assigned">' in page.text
    assert 'value="due" checked>' in page.text
    tasks.add(team.admin, title="x", assignee=name)
    assert unread(browser.get("/tasks")) == 0
    browser.press("/tasks/notices/kinds", on=list(notices.KINDS))
    tasks.add(team.admin, title="y", assignee=name)
    assert unread(browser.get("/tasks")) == 1


def test_nobody_sees_or_answers_what_is_not_theirs(team: InvitingTeam, name: str) -> None:
    other = f"p{secrets.token_hex(4)}"
    sign_up(team.site, other)
    made = team.invite(f"{name}@example.jp")
    prove(team, other)
    browser = team.site.browser(other)
    assert browser.send(f"/tasks/notices/{made.invite_id}/accept").status_code == 404
    assert toasts(browser.press(f"/tasks/notices/{made.invite_id}/decline")) == ["This invitation can't be used."]
    visitor = team.site.visitor()
    assert visitor.get("/tasks/notices").headers["location"].startswith("/sign-in?next=")
    for act in ("kinds", f"{made.invite_id}/accept", f"{made.invite_id}/decline"):
        assert visitor.send(f"/tasks/notices/{act}").status_code == 401


def test_home_says_how_many_invitations_wait(team: InvitingTeam, name: str) -> None:
    household = team.site.household
    summarize = summarizer(household.store, household.clock)
    person = team.site.accounts.store.one(person_named(name))
    context: Any = SimpleNamespace(zone=household.owner("sakura").zone)
    with use_translations(load_language("en", [PACKAGE])):
        assert summarize(person, context).badges == ()
        made = team.invite(f"{name}@example.jp")
        with record_calls() as calls:
            assert [str(badge) for badge in summarize(person, context).badges] == ["1 invitation"]
        assert [(call.operation, call.pattern) for call in calls] == [("Query", "21"), ("Query", "24")]
        invitations.revoke(team.admin, made.invite_id)
        assert summarize(person, context).badges == ()


# The switch between teams.


def test_the_menu_has_every_team_with_what_is_open_and_keeps_the_tab(team: InvitingTeam, name: str) -> None:
    member = team.site.household.join(team.team_id, name)
    other = teams.create(team.site.household.owner(name), name="町内会")
    for number in range(3):
        tasks.add(member, title=str(number))
    tasks.set_status(member, tasks.add(member, title="done").task.task_id, "done")
    browser = team.site.browser(name)
    page = browser.swap(f"/tasks/teams?tab=list&team={team.team_id}")
    assert "<html" not in page.text
    line = r'href="(/tasks/[^"]+/list)"( aria-current="true")?>.*?clip">(.*?)<.*?>(\d+)</span></a>'
    found = re.findall(line, page.text)
    assert found == [
        (f"/tasks/{team.team_id}/list", ' aria-current="true"', "もちつき大会", "3"),
        (f"/tasks/{other.team_id}/list", "", "町内会", "0"),
    ]
    for more in ("members", "settings", "trash", "files"):
        assert f'href="/tasks/{team.team_id}/{more}"' in page.text
    assert 'href="/tasks/teams/new"' in page.text
    patterns = [pattern for operation, pattern in team.site.asked() if operation == "BatchGetItem"]
    assert patterns == ["16"]


@pytest.mark.parametrize("tab", ["", "mine", "x", "../account", "board"])
def test_a_tab_that_no_team_has_leads_to_the_board(team: InvitingTeam, name: str, tab: str) -> None:
    team.site.household.join(team.team_id, name)
    page = team.site.browser(name).get(f"/tasks/teams?tab={tab}&team=nothing")
    assert f'href="/tasks/{team.team_id}/board"' in page.text


def test_whoever_was_removed_meanwhile_is_told_and_shown_their_other_teams(team: InvitingTeam, name: str) -> None:
    team.site.household.join(team.team_id, name)
    other = teams.create(team.site.household.owner(name), name="町内会")
    browser = team.site.browser(name, "ja")
    assert browser.get(f"/tasks/{team.team_id}/members").status_code == 200
    members.remove(team.admin, name)
    for team_id in (team.team_id, "nothing", "a%23b"):
        page = browser.get(f"/tasks/{team_id}/members")
        assert (page.status_code, heading(page)) == (404, "このチームは見られません。")
        assert f'href="/tasks/{other.team_id}/board"' in page.text
        assert "町内会" in page.text
        assert "もちつき大会" not in page.text


# The account.


def test_a_new_name_and_a_new_address_reach_the_team_at_the_next_visit(team: InvitingTeam, name: str) -> None:
    team.site.household.join(team.team_id, name)
    browser = team.site.browser(name)
    browser.get("/tasks")
    person = team.site.accounts.store.one(person_named(name))
    account.change_settings(team.site.accounts, person, display_name="佐藤 みお")
    account.change_email(team.site.accounts, person, email=f"new-{name}@example.jp", password=PASSWORD)
    browser.get("/tasks")
    _, beside = team.rows(name)
    assert beside is not None
    assert beside.user_name == "佐藤 みお"
    assert team.site.household.store.one(design.user(name)).email == f"new-{name}@example.jp"
    made = team.invite_by_link()
    assert made.invited_user is None


def test_a_deleted_account_leaves_nothing_in_the_tasks(team: InvitingTeam, name: str) -> None:
    store, clock = team.site.household.store, team.site.household.clock
    team.site.household.join(team.team_id, name)
    task = tasks.add(team.admin, title="x", assignee=name).task
    comments.add(team.site.household.member(team.team_id, name), task.task_id, "はい")
    other = InvitingTeam(team.site, team.site.team("sakura", name="町内会"))
    invitation = other.invite(f"{name}@example.jp")
    assert invitation.invited_user == name
    erasing = PersonalData("tasks", partial(personal_data.export, store), partial(personal_data.erase, store, clock))
    accounts = replace(team.site.accounts, personal_data=(erasing,))
    person = accounts.store.one(person_named(name))
    exported = account.export(accounts, person)["tasks"]
    assert {row["type"] for row in exported["rows"]} >= {"user", "user_team", "notice"}
    account.delete_account(accounts, person, password=PASSWORD)
    assert f"USER#{name}" not in str(team.site.household.items())
    assert tasks.find_task(team.admin, task.task_id).assignee is None
    mine = [fault for fault in find_faults(team.site.household) if team.team_id in fault or name in fault]
    assert mine == []
    assert list(store.all(design.notices(name))) == []


@pytest.mark.parametrize("seconds", [10**14, -(10**14)])
def test_a_moment_that_no_calendar_has_hides_no_notice(house: SiteHouse, team: InvitingTeam, seconds: int) -> None:
    username = team.admin.user_id
    known: dict[str, Any] = {
        "user_id": username,
        "about": "assigned",
        "team_id": team.team_id,
        "expires_at": 4102444800,
    }
    store = house.household.store
    for notice_id, moment in (("far", seconds), ("near", int(house.household.clock().timestamp()))):
        store.put(Notice(**known, notice_id=notice_id, title=f"the {notice_id} one", created_at=moment))
    page = house.browser(username).get("/tasks/notices")
    assert page.status_code == 200
    assert "the near one" in page.text
    for notice_id in ("far", "near"):
        store.write(Notice.delete(user_id=username, notice_id=notice_id))
