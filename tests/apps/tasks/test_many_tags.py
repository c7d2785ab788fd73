"""A team with as many tags as it can have: its pages stay small, and every tag can be chosen, without a script too."""

import re
from datetime import timedelta
from html import unescape

import pytest
from tests.apps.tasks.site_house import SiteHouse, TeamBrowser

from chabudai.apps.tasks import tags, tasks
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.pages.tag_choices import FEW

LARGEST = 60 * 1024
LAST = "タグの名前 199"
BOARD_AND_LIST = ("board", "board?who=me", "board/tags", "list", "list?select=1", "list/tags")
PLACES = (*BOARD_AND_LIST, "task/{task}", "task/{task}/tags", "settings", "schedule", "overview")


@pytest.fixture(scope="module")
def team(built_site: SiteHouse) -> Member:
    """With a hundred tasks, a third of each status."""
    team = built_site.team("sakura", "ken")
    known = [tags.add(team, name=f"タグの名前 {number:03}").tag_id for number in range(tags.MOST)]
    for number in range(100):
        day = team.today() + timedelta(days=number - 50)
        tasks.add(
            team,
            title=f"{number}番目の、すこし長めの仕事の題名",
            status=("todo", "doing", "done")[number % 3],
            start=day,
            end=day + timedelta(days=2),
            assignee="ken",
            priority="high",
            tags={known[number], known[number + 1]},
        )
    return team


@pytest.fixture
def sakura(site: SiteHouse) -> TeamBrowser:
    return site.browser("sakura", "ja")


def last_tag(team: Member) -> str:
    return tags.find_all(team)[-1].tag_id


def size(page: str) -> int:
    """Without what the page asked the table, which only those see who build."""
    return len(page.partition('<details class="drawer"')[0].encode())


@pytest.mark.parametrize("place", PLACES)
def test_pages_stay_small_with_200_tags(sakura: TeamBrowser, team: Member, place: str) -> None:
    task = tasks.add(team, title="x").task
    page = sakura.get(f"/tasks/{team.team_id}/{place.format(task=task.task_id)}")
    assert page.status_code == 200
    assert size(page.text) < LARGEST


@pytest.mark.parametrize("place", ["board", "list"])
def test_a_few_tags_stand_on_the_page_and_all_of_them_on_one_that_it_leads_to(
    sakura: TeamBrowser, team: Member, place: str
) -> None:
    path = f"/tasks/{team.team_id}/{place}"
    page = sakura.get(f"{path}?who=me")
    assert LAST not in page.text
    (link,) = set(re.findall(rf'href="({path}/tags[^"]*)" data-sheet', page.text))
    choosing = sakura.get(unescape(link))
    assert choosing.text.count('name="toggle"') == tags.MOST
    assert LAST in choosing.text
    assert '<input type="hidden" name="who" value="me">' in choosing.text
    tag = last_tag(team)
    answer = sakura.get(f"{path}/filter?who=me&toggle={tag}")
    assert answer.headers["location"] == f"{path}?who=me&tag={tag}" if place == "board" else f"{path}?tag={tag}&who=me"
    narrowed = sakura.follow(answer)
    assert LAST in narrowed.text  # what is chosen stands there, and can be taken off again
    again = sakura.get(f"{path}/filter?who=me&tag={tag}&toggle={tag}")
    assert again.headers["location"] == f"{path}?who=me"


def test_what_is_chosen_of_the_rest_stands_behind_the_first_ones(sakura: TeamBrowser, team: Member) -> None:
    tag = last_tag(team)
    page = sakura.get(f"/tasks/{team.team_id}/board?tag={tag}").text
    shown = re.findall(r'name="toggle" value="([^"]+)"', page.partition('class="menu filter-sheet"')[0])
    assert shown == [*(each.tag_id for each in tags.find_all(team)[:FEW]), tag]


def test_a_team_with_few_tags_leads_nowhere_else(site: SiteHouse, sakura: TeamBrowser) -> None:
    team = site.team("sakura")
    for number in range(FEW):
        tags.add(team, name=f"tag {number}")
    for place in ("board", "list", "list?select=1"):
        page = sakura.get(f"/tasks/{team.team_id}/{place}").text
        assert "data-sheet" not in page
        assert "to_tag_name" not in page


def test_a_button_of_the_boards_filters_changes_one_thing_of_its_address(sakura: TeamBrowser, team: Member) -> None:
    path, tag = f"/tasks/{team.team_id}/board", last_tag(team)
    for pressed, expected in (
        ("sort=due&who=me&sort=start", "who=me&sort=start"),
        ("sort=due&who=me&sort=usual", "who=me"),
        ("who=me&who=", ""),
        (f"tag={tag}&task=x&cursor=y&who=me", f"who=me&tag={tag}"),
    ):
        answer = sakura.get(f"{path}/filter?{pressed}")
        assert answer.headers["location"] == f"{path}{'?' if expected else ''}{expected}"


def test_every_tag_can_be_given_to_a_task_and_taken_from_it(sakura: TeamBrowser, team: Member) -> None:
    task, tag = tasks.add(team, title="x").task, last_tag(team)
    path = f"/tasks/{team.team_id}/task/{task.task_id}"
    board = f"/tasks/{team.team_id}/board?task={task.task_id}"
    assert f'href="{path}/tags" data-sheet' in sakura.get(path).text
    choosing = sakura.get(f"{path}/tags?next={board}")
    assert f'name="add" value="{tag}"' in choosing.text
    assert f'<input type="hidden" name="next" value="{board}">' in choosing.text
    sakura.press(f"{path}/tags", add=tag)
    assert tasks.find_task(team, task.task_id).tags == {tag}
    assert f'name="remove" value="{tag}"' in sakura.get(path).text
    assert f'name="remove" value="{tag}" aria-pressed="true"' in sakura.get(f"{path}/tags").text
    sakura.press(f"{path}/tags", remove=tag)
    assert tasks.find_task(team, task.task_id).tags == frozenset()
    assert sakura.get(f"/tasks/{team.team_id}/task/nowhere/tags").status_code == 404


def test_several_tasks_get_any_tag_by_its_name(sakura: TeamBrowser, team: Member) -> None:
    marked = [tasks.add(team, title=f"x{number}").task.task_id for number in range(2)]
    path = f"/tasks/{team.team_id}"
    assert 'name="to_tag_name"' in sakura.get(f"{path}/list?select=1").text
    fields = {"act": "tag_name", "marked": marked, "next": f"{path}/list?select=1"}
    refused = sakura.send(f"{path}/several", to_tag_name="何か", **fields)
    assert refused.status_code == 422
    assert '<div class="summary-box" role="alert"><p>その名前のタグはありません。</p></div>' in refused.text
    sakura.press(f"{path}/several", to_tag_name="タグの名前　199", **fields)
    assert all(tasks.find_task(team, each).tags == {last_tag(team)} for each in marked)


def test_the_settings_list_them_a_piece_at_a_time(sakura: TeamBrowser, team: Member) -> None:
    url: str | None = f"/tasks/{team.team_id}/settings"
    found: list[str] = []
    while url:
        page = sakura.get(url).text
        found += re.findall(r'<a class="row-title" href="[^"]+/list\?tag=[^"]+">([^<]+)</a>', page)
        more = re.search(r'href="([^"]+)" data-more', page)
        url = unescape(more[1]) if more else None
    assert found == [tag.name for tag in tags.find_all(team)]


def test_a_card_names_five_of_its_tags_and_how_many_more_there_are(site: SiteHouse, sakura: TeamBrowser) -> None:
    team = site.team("sakura")
    known = {tags.add(team, name=f"tag {number}").tag_id for number in range(7)}
    tasks.add(team, title="x", start=team.today(), tags=known)
    board = sakura.get(f"/tasks/{team.team_id}/board").text
    assert re.findall(r'class="bit tag"[^>]*>([^<]+)<', board) == [f"tag {number}" for number in range(5)]
    assert '<span class="bit">+2<span class="sr"> タグ</span></span>' in board
