"""A team's settings, tags, trash and files as pages."""

import csv
import io
import json
import re
from html import unescape
from typing import Any

import pytest
from httpx import Response
from tests.apps.tasks.team_library import hanako as hanako
from tests.apps.tasks.team_library import member as member
from tests.apps.tasks.team_library import site as site
from tests.apps.tasks.team_library import visited
from tests.common.html_forms import form_to
from tests.common.library import Library, ReaderBrowser, toast

from chabudai.apps.tasks import design, membership, names, tags, tasks, teams, transfer, trash
from chabudai.apps.tasks.entities import Task, Team, TeamUser, UserTeam
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.tags import COLOURS
from chabudai.table import Insert, Transaction


def join(site: Library, member: Member, username: str = "taro") -> ReaderBrowser:
    """Somebody else in the team, as a member."""
    browser = visited(site, username)
    row: dict[str, Any] = {
        "user_id": username,
        "team_id": member.team_id,
        "role": "member",
        "joined_at": member.today(),
    }
    plan = Transaction().step("one", Insert(TeamUser(**row, user_name="Taro")))
    member.store.transact(plan.step("other", Insert(UserTeam(**row, team_name=member.team.name))))
    return browser


def base(member: Member) -> str:
    return f"/tasks/{member.team_id}"


def post(browser: ReaderBrowser, page: Response, path: str, **fields: Any) -> Response:
    """What a form with this page's token would send."""
    token = re.search(r'name="_csrf" value="([^"]+)"', page.text)
    assert token
    return browser.ask("POST", path, data={"_csrf": token[1], **fields})


def find(member: Member, task: Task) -> Task | None:
    return member.store.get(design.task(member.team_id, task.task_id).consistently())


def test_an_admin_renames_the_team_everywhere_and_takes_it_back(hanako: ReaderBrowser, member: Member) -> None:
    page = hanako.send(hanako.get(f"{base(member)}/settings"), f"{base(member)}/settings", name="Rice party")
    assert toast(page) == "Saved."
    own = member.store.one(design.team_of("hanako", member.team_id).consistently())
    assert own.team_name == "Rice party"
    hanako.send(page, f"{base(member)}/undo")
    assert member.store.one(design.team(member.team_id).consistently()).name == "Mochi party"


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("name", "", "Fill this in."),
        ("name", "x" * 41, "40"),
        ("zone", "Atlantis", "Choose a time zone."),
        ("description", "y" * 1001, "1,000"),
    ],
)
def test_what_is_wrong_stands_beside_its_field_and_what_was_typed_stays(
    hanako: ReaderBrowser, member: Member, name: str, value: str, sentence: str
) -> None:
    path = f"{base(member)}/settings"
    page = hanako.send(hanako.get(path), path, **{name: value})
    assert page.status_code == 422
    assert re.search(rf'id="field-{name}-error".*?{re.escape(sentence)}', page.text, re.DOTALL)
    assert value in unescape(page.text)


def test_a_member_sees_the_settings_and_can_not_change_them(
    site: Library, member: Member, hanako: ReaderBrowser
) -> None:
    taro = join(site, member)
    page = taro.get(f"{base(member)}/settings")
    assert "Only admins can change these." in page.text
    for path, fields in (("settings", {"name": "x", "was_name": "y"}), ("delete", {"sure": "Mochi party"})):
        refused = post(taro, page, f"{base(member)}/{path}", **fields)
        assert refused.status_code == 403
        assert f'href="{base(member)}/members"' in refused.text
        assert member.store.one(design.member(member.team_id, member.user_id)).user_name in refused.text
    assert member.store.one(design.team(member.team_id).consistently()).name == "Mochi party"


def test_a_name_that_did_not_reach_everyone_says_so_and_is_finished(hanako: ReaderBrowser, member: Member) -> None:
    member.store.write(Team.update(team_id=member.team_id).set(name="Half way", renaming=names.BEFORE_ALL))
    page = hanako.get(f"{base(member)}/settings")
    assert "reached 0 of 1 members" in page.text
    hanako.send(page, f"{base(member)}/settings/finish-renaming")
    assert member.store.one(design.team_of("hanako", member.team_id).consistently()).team_name == "Half way"


def test_tags_are_made_renamed_recoloured_and_deleted(hanako: ReaderBrowser, member: Member) -> None:
    page = hanako.send(hanako.get(f"{base(member)}/settings"), f"{base(member)}/tags", name="Venue", colour="3")
    (tag,) = tags.find_all(member)
    assert (tag.name, tag.colour) == ("Venue", COLOURS[3])
    taken = hanako.send(page, f"{base(member)}/tags", name="ＶＥＮＵＥ")
    assert taken.status_code == 409
    assert "That name is taken." in taken.text
    path = f"{base(member)}/tags/{tag.tag_id}"
    hanako.send(hanako.get(path), path, name="Place", colour="4")
    assert tags.find_tag(member, tag.tag_id).colour == COLOURS[4]
    task = tasks.add(member, title="x", tags={tag.tag_id}).task
    done = hanako.send(hanako.get(path), f"{path}/delete")
    assert toast(done) == "Deleted “Place”, also from 1 task."
    left = find(member, task)
    assert left is not None
    assert left.tags == frozenset()


def test_a_colour_that_is_none_of_the_ten_stays_when_only_the_name_changes(
    hanako: ReaderBrowser, member: Member
) -> None:
    own = {"color": "#123456", "background_color": "#fedcba"}
    tag = tags.add(member, name="Own", colour=own)
    path = f"{base(member)}/tags/{tag.tag_id}"
    hanako.send(hanako.get(path), path, name="Still own")
    after = tags.find_tag(member, tag.tag_id)
    assert (after.name, after.colour) == ("Still own", tag.colour)


def test_only_admins_delete_tags(site: Library, member: Member, hanako: ReaderBrowser) -> None:
    tag = tags.add(member, name="Kept")
    taro = join(site, member)
    page = taro.get(f"{base(member)}/tags/{tag.tag_id}")
    assert "Delete tag" not in page.text
    assert post(taro, page, f"{base(member)}/tags/{tag.tag_id}/delete").status_code == 403
    assert tags.find_all(member) == [tag]


def test_a_team_is_deleted_by_its_typed_name_alone(hanako: ReaderBrowser, member: Member) -> None:
    path = f"{base(member)}/delete"
    page = hanako.get(f"{base(member)}/settings")
    refused = hanako.send(page, path, sure="Mochi")
    assert refused.status_code == 422
    assert "exactly" in refused.text
    gone = hanako.send(page, path, sure="mochi PARTY")
    assert toast(gone) == "Deleted “Mochi party”."
    assert list(member.store.all(design.whole_team(member.team_id).consistently())) == []


def test_a_task_is_restored_from_the_trash_and_thrown_back(hanako: ReaderBrowser, member: Member) -> None:
    task = tasks.add(member, title="come back", status="doing").task
    trash.throw_away(member, task.task_id)
    page = hanako.get(f"{base(member)}/trash")
    assert "30 days left" in page.text
    assert "by Hana" in page.text
    back = hanako.send(page, f"{base(member)}/trash/restore", id=task.task_id)
    assert toast(back) == "Restored “come back”."
    restored = find(member, task)
    assert restored is not None
    assert restored.status == "doing"
    hanako.send(back, f"{base(member)}/undo")
    assert find(member, task) is None


def test_only_admins_empty_the_trash(site: Library, member: Member, hanako: ReaderBrowser) -> None:
    task = tasks.add(member, title="gone").task
    trash.throw_away(member, task.task_id)
    taro = join(site, member)
    page = taro.get(f"{base(member)}/trash")
    for act in ("empty", "delete"):
        assert post(taro, page, f"{base(member)}/trash/{act}", id=task.task_id).status_code == 403
    done = hanako.send(hanako.get(f"{base(member)}/trash"), f"{base(member)}/trash/empty")
    assert toast(done) == "Deleted 1 task for good."
    assert "Trash is empty" in done.text


def test_what_was_thrown_away_last_stands_first_and_the_days_are_said_once(
    site: Library, hanako: ReaderBrowser, member: Member
) -> None:
    assert hanako.get(f"{base(member)}/trash").text.count("30 days") == 1
    made = [tasks.add(member, title=title).task for title in ("older", "newer")]
    for task in reversed(made):
        trash.throw_away(member, task.task_id)
        site.clock.pass_by(minutes=1)
    page = hanako.get(f"{base(member)}/trash")
    assert re.findall(r'class="row-title" id="n[^"]+">(\w+)<', page.text) == ["older", "newer"]
    assert page.text.count("after 30 days") == 1


def test_a_long_trash_goes_on(hanako: ReaderBrowser, member: Member) -> None:
    for number in range(12):
        trash.throw_away(member, tasks.add(member, title=f"number {number}").task.task_id)
    page = hanako.get(f"{base(member)}/trash")
    more = re.search(r'href="([^"]+)" data-more', page.text)
    assert more
    assert page.text.count("data-row-key") + hanako.get(unescape(more[1])).text.count("data-row-key") == 12


def test_a_team_goes_out_as_json_and_comes_into_another_after_a_look(
    site: Library, hanako: ReaderBrowser, member: Member
) -> None:
    tag = tags.add(member, name="会場")
    tasks.add(member, title="もち米 <b>30kg</b>", tags={tag.tag_id}, description="two\nlines")
    answer = hanako.get(f"{base(member)}/files/export/json")
    assert "attachment" in answer.headers["content-disposition"]
    owner = site.owner("hanako")
    other = membership.enter(owner, teams.create(owner, name="Another").team_id)
    path = f"{base(other)}/files"
    form = form_to(hanako.get(path).text, f"{path}/preview").with_values()
    upload = {"file": ("team.json", answer.content, "application/json")}
    preview = hanako.ask("POST", f"{path}/preview", data=form, files=upload)
    assert preview.status_code == 200
    assert "もち米 &lt;b&gt;30kg&lt;/b&gt;" in preview.text
    assert list(other.store.all(design.every_task(other.team_id))) == []  # only looked at
    kept = form_to(preview.text, f"{path}/import").with_values()
    done = hanako.ask("POST", f"{path}/import", data=kept)
    assert "Imported 1 task." in done.text
    (task,) = other.store.all(design.every_task(other.team_id))
    assert (task.title, task.description, len(task.tags)) == ("もち米 <b>30kg</b>", "two\nlines", 1)
    again = hanako.ask("POST", f"{path}/import", data=kept)
    assert "1 skipped: already here." in again.text


@pytest.mark.parametrize(
    "content", [b"", b"nonsense", b"{}", b"\x00\x01", b"[" * 10_000, json.dumps({"format": "x"}).encode()]
)
def test_a_file_that_is_none_of_ours_is_told_so(hanako: ReaderBrowser, member: Member, content: bytes) -> None:
    path = f"{base(member)}/files"
    form = form_to(hanako.get(path).text, f"{path}/preview").with_values()
    answer = hanako.ask("POST", f"{path}/preview", data=form, files={"file": ("x.json", content, "application/json")})
    assert 400 <= answer.status_code < 500
    assert 'id="field-file-error"' in answer.text or "summary-box" in answer.text


def test_a_file_is_looked_at_first_and_a_spreadsheet_is_none(hanako: ReaderBrowser, member: Member) -> None:
    path = f"{base(member)}/files"
    page = hanako.get(path)
    assert "See what&#39;s in it" in page.text
    form = form_to(page.text, f"{path}/preview").with_values()
    answer = hanako.ask("POST", f"{path}/preview", data=form, files={"file": ("Team.CSV", b"title\nOne\n", "text/csv")})
    assert "A CSV file can&#39;t be imported." in answer.text


def test_cells_of_a_spreadsheet_are_never_formulas(hanako: ReaderBrowser, member: Member) -> None:
    tag = tags.add(member, name="+tag")
    tasks.add(
        member, title="=HYPERLINK(1)", tags={tag.tag_id}, assignee="hanako", checklist=({"text": "-1", "done": True},)
    )
    text = hanako.get(f"{base(member)}/files/export/csv").text
    (row,) = csv.DictReader(io.StringIO(text.removeprefix("\ufeff")))
    assert (row["title"], row["tags"], row["assignee"], row["checklist"]) == (
        "'=HYPERLINK(1)",
        "'+tag",
        "Hana",
        "[x] -1",
    )


def test_nothing_else_is_exported(hanako: ReaderBrowser, member: Member) -> None:
    assert hanako.get(f"{base(member)}/files/export/exe").status_code == 404
    assert transfer.FORMAT in hanako.get(f"{base(member)}/files/export/json").text


@pytest.mark.parametrize("path", ["settings", "trash", "files", "files/export/json", "tags/x"])
def test_strangers_find_none_of_it(site: Library, hanako: ReaderBrowser, member: Member, path: str) -> None:
    assert visited(site, "taro").get(f"{base(member)}/{path}").status_code == 404
