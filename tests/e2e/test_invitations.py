"""From the letter to the board in a real browser, with the real outbox; the switch between teams by its keys."""

import re
import secrets

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from tests.e2e.conftest import Language, Opening, Scheme, Size
from tests.e2e.teams import found_team
from tests.e2e.test_access import LOOKS, found
from tests.e2e.test_todo import PASSWORD, sign_up

from chabudai.apps.tasks import people, teams
from chabudai.table import TypedStore

WORDS = {
    "ja": {
        "send": "送る",
        "kept": "送信箱にあります",
        "join": "参加する",
        "first": "はじめて参加する",
        "welcome": "ようこそ",
    },
    "en": {"kept": "In the outbox", "join": "Join", "first": "Create account and join", "welcome": "Welcome"},
}


def open_members(page: Page) -> str:
    """Of one's first team; its address."""
    page.goto("/tasks")
    overview = page.locator("a.tab[href$='/overview']").get_attribute("href")
    assert overview
    url = overview.replace("/overview", "/members")
    page.goto(url)
    return url


def invite(page: Page, email: str) -> None:
    page.locator("#field-email").fill(email)
    page.locator("#invite form").first.locator("button[type=submit]").click()
    expect(page.locator("#invitations .row", has_text=email)).to_be_visible()


@pytest.mark.parametrize(("size", "language"), [("phone", "ja"), ("desktop", "en")])
def test_who_has_no_account_gets_from_the_letter_to_the_board_in_one_flow(
    visit: Opening, size: Size, language: Language
) -> None:
    words = WORDS[language]
    sakura = visit(size, language)
    sign_up(sakura)
    url = open_members(sakura.page)
    email = f"m{secrets.token_hex(5)}@example.com"
    invite(sakura.page, email)
    # it is looked after until it is where it stays, without a tap
    expect(sakura.page.locator("#invitations .row", has_text=email)).to_contain_text(words["kept"])

    mio = visit(size, language)
    mio.sit_at_the_machine()
    page = mio.go("/outbox")
    page.locator("a.row", has_text=email).click()
    letter = page.frame_locator("iframe")
    button = letter.get_by_role("link", name=words["join"], exact=True)
    expect(button).to_have_css("background-color", "rgb(63, 95, 74)")  # the letter is seen as it is
    button.click()
    expect(page).to_have_url(re.compile("/tasks/join/"))
    expect(page.locator("main input[type=email]")).to_have_value(email)
    page.locator("[name=display_name]").fill("佐藤 みお")
    page.locator("main [name=password]").fill(PASSWORD)
    page.get_by_role("button", name=words["first"]).click()
    expect(page).to_have_url(re.compile("/board$"))
    expect(page.locator(".toast")).to_contain_text(words["welcome"])

    sakura.go(url)
    expect(sakura.page.locator(".row", has_text="佐藤 みお")).to_be_visible()
    expect(sakura.page.locator("#invitations .row")).to_have_count(0)


LINES = """element => {
  const range = document.createRange();
  const text = element.firstChild;
  const lines = [""];
  let top = null;
  for (let at = 0; at < text.length; at += 1) {
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    const box = range.getBoundingClientRect();
    if (top !== null && box.top - top > 4) lines.push("");
    top = box.top;
    lines[lines.length - 1] += text.data[at];
  }
  return lines;
}"""


def test_no_word_of_the_letters_heading_is_broken_on_a_phone(visit: Opening, household_store: TypedStore) -> None:
    sakura = visit("phone", "ja")
    team = found_team(household_store, sakura)
    people.save(team.owner, name="山田さくら", email=f"{team.user_id}@example.jp")
    teams.edit(team, {"name": "もちつき大会 実行委員"})
    page = sakura.go(f"/tasks/{team.team_id}/members")
    email = f"m{secrets.token_hex(5)}@example.com"
    invite(page, email)
    expect(page.locator("#invitations .row", has_text=email)).to_contain_text(WORDS["ja"]["kept"])
    sakura.sit_at_the_machine()
    page = sakura.go("/outbox")
    page.locator("a.row", has_text=email).click()
    source = page.locator("iframe").get_attribute("src")
    assert source
    letter = sakura.context.new_page()  # the same without its sandbox, in which nothing can be measured
    letter.set_content(sakura.context.request.get(source).text())
    lines = letter.locator("p").first.evaluate(LINES)
    assert len(lines) > 1
    for word in ("さくらさんから", "もちつき", "大会", "実行", "委員」", "招待です。", "参加できます。"):
        assert any(word in line for line in lines), lines


def test_a_cancelled_invitation_comes_back_by_its_toast(visit: Opening) -> None:
    sakura = visit("phone", "ja")
    sign_up(sakura)
    page = sakura.page
    open_members(page)
    invite(page, "aoi@example.com")
    expect(page.locator("#invitations .row")).to_contain_text("送信箱にあります")
    row = page.locator("#invitations .row", has_text="aoi@example.com")
    row.locator("summary").click()
    row.get_by_role("button", name="招待を取り消す").click()
    expect(row).to_have_count(0)
    expect(page.locator("#invitations")).to_be_focused()
    page.locator(".toast .undo").click()
    expect(row).to_be_visible()


def test_an_address_that_is_invited_already_is_told_beside_it_and_sent_again(visit: Opening) -> None:
    sakura = visit("phone", "en")
    sign_up(sakura)
    page = sakura.page
    open_members(page)
    invite(page, "aoi@example.com")
    expect(page.locator("#field-email")).to_have_value("")
    page.locator("#role-email-admin + span").click()  # another role: not the same form sent twice
    page.locator("#field-email").fill("aoi@example.com")
    page.locator("#field-email").press("Enter")
    expect(page.locator("#invite .error")).to_have_text("They're already invited. You can resend the invitation.")
    expect(page.locator("#field-email")).to_be_focused()
    page.locator("#invite").get_by_role("button", name="Resend").click()
    expect(page.locator(".toast")).to_contain_text("A new email goes to the outbox.")
    expect(page.locator("#field-email")).to_have_value("")
    expect(page.locator("#invite").get_by_role("button", name="Resend")).to_have_count(0)


def test_what_was_offered_for_one_address_goes_with_the_next(visit: Opening) -> None:
    first, second = (f"{name}-{secrets.token_hex(4)}@example.com" for name in ("aoi", "ren"))
    sakura = visit("phone", "en")
    sign_up(sakura)
    page = sakura.page
    open_members(page)
    invite(page, first)
    page.locator("#role-email-admin + span").click()
    page.locator("#field-email").fill(first)
    page.locator("#field-email").press("Enter")
    expect(page.locator("#invite").get_by_role("button", name="Resend")).to_be_visible()
    invite(page, second)
    expect(page.locator("#invite").get_by_role("button", name="Resend")).to_have_count(0)


@pytest.mark.parametrize("scripts", [True, False])
def test_a_last_admin_who_leaves_is_told_where_they_look(visit: Opening, scripts: bool) -> None:
    """Below many invitations, which stand before the members."""
    helper = visit("desktop", "en")
    username = sign_up(helper)
    url = open_members(helper.page)
    for number in range(6):
        helper.page.locator("#field-email").fill(f"{secrets.token_hex(6)}@example.com")
        helper.page.locator("#field-email").press("Enter")
        expect(helper.page.locator("#invitations .row")).to_have_count(number + 1)
    page = helper.page
    if not scripts:
        plain = visit("desktop", "en", scripts=False)
        session = next(each for each in helper.context.cookies() if each.get("name") == "session")
        plain.context.add_cookies([{"name": "session", "value": session.get("value", ""), "url": page.url}])
        page = plain.go(f"{url}/leave")
    else:
        row = page.locator(f"#m-{username}")
        row.locator("summary").click()
        row.get_by_role("link", name="Leave team").click()
    error = page.locator(f"#m-{username} .error")
    expect(error).to_have_text("A team needs at least one admin. Make someone else an admin first.")
    expect(error).to_be_in_viewport()
    expect(page.get_by_role("button", name="Leave team")).to_have_count(0)


def test_an_address_that_is_being_typed_outlives_every_other_act(visit: Opening) -> None:
    sakura = visit("phone", "en")
    sign_up(sakura)
    page = sakura.page
    open_members(page)
    invite(page, "aoi@example.com")
    page.locator("#field-email").fill("half an addr")
    page.locator("details.fold summary").click()
    page.get_by_role("button", name="Create link").click()
    expect(page.locator(".link-line input")).to_be_visible()
    row = page.locator("#invitations .row", has_text="aoi@example.com")
    expect(row).to_contain_text("In the outbox")
    row.locator("summary").click()
    row.get_by_role("button", name="Cancel invitation").click()
    expect(row).to_have_count(0)
    expect(page.locator("#field-email")).to_have_value("half an addr")


def test_removing_somebody_is_asked_in_their_row_and_escape_leaves_it(visit: Opening) -> None:
    sakura, ken = visit("desktop", "en"), visit("phone", "en")
    sign_up(sakura)
    name = sign_up(ken)
    page = sakura.page
    open_members(page)
    page.locator("details.fold summary").click()
    page.get_by_role("button", name="Create link").click()
    link = page.locator(".link-line input").input_value()
    ken.go(link)
    ken.page.get_by_role("button", name="Join").click()
    expect(ken.page).to_have_url(re.compile("/board$"))
    page.reload()
    row = page.locator(".row", has_text=name)
    row.locator("summary").click()
    row.get_by_role("link", name="Remove from team").click()
    question = page.locator("[data-editor]")
    expect(question).to_contain_text("No tasks are assigned to them.")
    page.keyboard.press("Escape")
    expect(question).to_have_count(0)
    row.locator("summary").click()
    row.get_by_role("link", name="Remove from team").click()
    question.get_by_role("button", name="Remove from team").click()
    expect(row).to_have_count(0)


def test_the_switch_is_worked_by_its_keys_and_the_bell_by_two(visit: Opening) -> None:
    sakura = visit("desktop", "en")
    name = sign_up(sakura)
    page = sakura.page
    page.goto("/tasks/teams/new")
    page.locator("[name=name]").fill("Zebra crossing")
    page.locator("main form button[type=submit]").click()
    expect(page).to_have_url(re.compile("/board$"))
    url = open_members(page)
    page.keyboard.press("t")
    expect(page.locator(".menu-item[aria-current]", has_text="Zebra crossing")).to_be_focused()
    for letter in name[:3]:
        page.keyboard.press(letter)
    expect(page.locator(".menu-item", has_text=name)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".team-switch")).to_contain_text(name)
    expect(page).to_have_url(re.compile("/members$"))  # the same page, of the other team
    assert not page.url.endswith(url)
    page.locator("h1").click()
    page.keyboard.press("g")
    page.keyboard.press("b")
    expect(page).to_have_url(re.compile("/tasks/notices$"))


def test_without_a_script_one_invites_and_joins_by_plain_forms(visit: Opening) -> None:
    sakura, mio = visit("phone", "en", scripts=False), visit("phone", "en", scripts=False)
    sign_up(sakura)
    page = sakura.page
    open_members(page)
    page.locator("details.fold summary").click()
    page.get_by_role("button", name="Create link").click()
    link = page.locator(".link-line input").input_value()
    mio.go(link)
    email = f"m{secrets.token_hex(5)}@example.com"
    mio.page.locator("[name=display_name]").fill("Mio")
    mio.page.locator("[name=email]").fill(email)
    mio.page.locator("main [name=password]").fill(PASSWORD)
    mio.page.get_by_role("button", name="Create account and join").click()
    expect(mio.page).to_have_url(re.compile("/board$"))


@pytest.mark.parametrize(("size", "language", "scheme"), LOOKS)
def test_no_page_of_these_has_a_fault_that_axe_finds_or_is_wider_than_its_screen(
    visit: Opening, size: Size, language: Language, scheme: Scheme
) -> None:
    visitor = visit(size, language, scheme)
    visitor.context.add_init_script(Axe().axe_script)
    name = sign_up(visitor)
    page = visitor.page
    url = open_members(page)
    invite(page, f"{'long-' * 8}{name}@example.com")
    page.locator("details.fold summary").click()
    page.locator("#invite form").last.locator("button[type=submit]").click()
    link = page.locator(".link-line input").input_value()
    inside = (url, f"{url}/leave", "/tasks/notices", "/tasks/teams", "/tasks/nothing/members")
    faults = [fault for path in inside for fault in found(visitor, path, size, scheme)]
    stranger = visit(size, language, scheme)
    stranger.context.add_init_script(Axe().axe_script)
    outside = (link, f"{link}?account=true", f"{link}x")
    faults += [fault for path in outside for fault in found(stranger, path, size, scheme)]
    assert faults == []
