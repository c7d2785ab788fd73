"""Quick add: a task from one line, added once, with its tags made on the way; and its form on pages and in a sheet."""

import re
from collections.abc import Iterator
from html import unescape

import pytest
from httpx import Response
from tests.apps.tasks import site_house
from tests.apps.tasks.household import Household, find_faults
from tests.apps.tasks.site_house import SiteHouse, TeamBrowser, toasts

from chabudai.apps.tasks import design, own_tasks, quick_add, tags, tasks
from chabudai.apps.tasks.entities import Tag, Task
from chabudai.apps.tasks.errors import TagBeingDeleted
from chabudai.apps.tasks.membership import Member
from chabudai.web.errors import InvalidFields

ONCE = "018bcfe568007abc"  # of a moment, as a form has it


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteHouse]:
    with site_house.built(tmp_path_factory.mktemp("quick")) as house:
        yield house


@pytest.fixture
def team(built: SiteHouse) -> Member:
    return built.team("sakura", "ken")


@pytest.fixture
def sakura(built: SiteHouse) -> TeamBrowser:
    return built.browser("sakura")


def add(member: Member, text: str) -> Task:
    return quick_add.add_line(member, quick_add.read_line(member, text).line).task


def tasks_of(member: Member) -> list[Task]:
    return list(member.store.all(design.every_task(member.team_id)))


def chips(page: Response) -> list[str]:
    return [unescape(text) for text in re.findall(r'<button class="chip word[^>]*>(?:<svg.*?</svg>)([^<]*)', page.text)]


def test_a_line_is_added_with_all_that_it_says(household: Household) -> None:
    member = household.team("sakura", "ken")
    task = add(member, "のし紙を買う 18日から20日 #買い出し @ken !高")
    (tag,) = tags.find_all(member)
    assert (task.title, str(task.start), str(task.end)) == ("のし紙を買う", "2040-11-18", "2040-11-20")
    assert task.tags == {tag.tag_id}
    assert tag.name == "買い出し"
    assert (task.assignee, task.priority, task.status) == ("ken", "high", "todo")
    assert find_faults(household) == []


def test_a_tag_that_is_there_is_taken_whatever_its_case_and_a_new_one_gets_its_own_colour(household: Household) -> None:
    member = household.team("sakura")
    venue = tags.add(member, name="Venue")
    task = add(member, "book #ＶＥＮＵＥ #money")
    money = tags.find_by_name(tags.find_all(member), "money")
    assert money is not None
    assert task.tags == {venue.tag_id, money.tag_id}
    assert money.colour != venue.colour


def test_no_tag_is_made_for_a_line_that_is_refused(household: Household) -> None:
    member = household.team("sakura")
    for text in (f"{'長' * 101} #会場", f"x {' '.join(f'#t{number}' for number in range(21))}"):
        with pytest.raises(InvalidFields):
            add(member, text)
    assert tags.find_all(member) == []
    assert add(member, "長" * 100).title == "長" * 100


def test_a_tag_on_its_way_out_takes_no_line(household: Household) -> None:
    member = household.team("sakura")
    tag = tags.add(member, name="会場")
    member.store.write(Tag.update(**tag.own_key).set(leaving=True))
    with pytest.raises(TagBeingDeleted):
        add(member, "下見 #会場")
    assert tasks_of(member) == []


def test_names_are_read_only_where_the_line_has_any(built: SiteHouse, team: Member, sakura: TeamBrowser) -> None:
    sakura.press(f"/tasks/{team.team_id}/add", line="下見")
    path = f"/tasks/{team.team_id}/words"
    sakura.send_by_script(path, line="下見 金曜まで")
    without = built.asked()
    sakura.send_by_script(path, line="下見 @ken #会場")
    assert [each for each in built.asked() if each not in without] == [("Query", "2"), ("Query", "5")]


def test_the_row_of_a_list_is_the_answer_and_a_toast_where_there_is_none(team: Member, sakura: TeamBrowser) -> None:
    base = f"/tasks/{team.team_id}"
    page = sakura.press(f"{base}/add", line="下見 明日まで", next=f"{base}/list?sort=end", once=ONCE)
    (task,) = tasks_of(team)
    row, told = f'data-task="{task.task_id}"', f'data-unless="[data-task=&#39;{task.task_id}&#39;]'
    assert (row in page.text, told in page.text) == (True, True)
    narrow = sakura.press(f"{base}/add", line="支払い 明日まで !高", next=f"{base}/list?status=done")
    assert toasts(narrow) == ["Added “支払い” (Due Fri 16 Nov · Priority: High)."]
    assert sakura.undo(narrow, team.team_id).status_code == 200
    assert [task.title for task in tasks_of(team)] == ["下見"]


def test_on_a_board_it_stands_on_top_and_a_narrower_board_tells(team: Member, sakura: TeamBrowser) -> None:
    board = f"/tasks/{team.team_id}/board"
    tasks.add(team, title="早いもの", start=team.today())
    page = sakura.press(f"/tasks/{team.team_id}/add", line="日付なし", next=board)
    cards = page.text.partition('id="cards-todo"')[2].partition("</ol>")[0]
    assert re.findall(r'task-title" href="[^"]*">([^<]*)', cards) == ["日付なし", "早いもの"]
    part = sakura.swap(f"{board}?who=me&added={page.url.params['added']}")
    added = part.text.partition('<div id="added">')[2]
    assert "task-card" not in added
    assert 'name="once"' in added
    (wanted,) = [task for task in tasks_of(team) if task.title == "日付なし"]
    assert (
        f'id="card-{wanted.task_id}"' in sakura.swap(f"{board}?added={wanted.task_id}").text.partition('id="added"')[2]
    )
    assert sakura.get(f"{board}?added=nowhere").status_code == 200


def test_a_line_that_is_sent_twice_is_added_once_and_the_same_line_again_twice(
    team: Member, sakura: TeamBrowser
) -> None:
    path = f"/tasks/{team.team_id}/add"
    for _ in range(2):
        assert sakura.send(path, line="下見 #会場", once=ONCE).status_code == 303
    assert len(tasks_of(team)) == 1
    sakura.send(path, line="下見 #会場", once="018bcfe568007abd")
    sakura.send(path, line="下見 #会場")
    assert len(tasks_of(team)) == 3
    assert len(tags.find_all(team)) == 1


def test_every_form_has_an_id_of_its_own(team: Member, sakura: TeamBrowser) -> None:
    pages = [sakura.get(path).text for path in ("/tasks", f"/tasks/{team.team_id}/list", f"/tasks/{team.team_id}/add")]
    found = [re.search(r'name="once" value="([0-9a-f]{16})"', page) for page in pages]
    assert len({each and each[1] for each in found} - {None}) == 3


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_title_that_is_too_long_is_refused_beside_the_line_and_kept(
    built: SiteHouse, team: Member, language: str
) -> None:
    line = f"{'長' * 101} 明日まで #会場"
    page = built.browser("sakura", language).send_by_script(
        f"/tasks/{team.team_id}/add", line=line, left="102 明日まで", next=f"/tasks/{team.team_id}/list"
    )
    field = page.text.partition('id="quick-field"')[2].partition('<button class="button"')[0]
    sentence = (
        "題名は100文字以内で入力してください。" if language == "ja" else "Use up to 100 characters for the title."
    )
    assert page.status_code == 422
    assert line in field
    assert sentence in field
    assert 'name="left" value="102 明日まで"' in field
    assert f'name="next" value="/tasks/{team.team_id}/list"' in page.text
    assert tasks_of(team) == []


def test_nothing_is_added_of_an_empty_line(team: Member, sakura: TeamBrowser) -> None:
    page = sakura.send(f"/tasks/{team.team_id}/add", line=" \u3000 ")
    assert page.status_code == 422
    assert 'id="line-error"' in page.text
    assert tasks_of(team) == []


def test_a_column_adds_in_its_status(team: Member, sakura: TeamBrowser) -> None:
    base = f"/tasks/{team.team_id}"
    page = sakura.get(f"{base}/add?status=doing&next={base}/list")
    assert 'name="status" value="doing"' in page.text
    assert chips(page) == ["In progress"]
    sakura.send(f"{base}/add", line="下見", status="doing")
    sakura.send(f"{base}/add", line="片づけ", status="done")
    sakura.send(f"{base}/add", line="受付", status="<nothing>")
    found = {task.title: (task.status, task.done_at) for task in tasks_of(team)}
    assert found == {"下見": ("doing", None), "片づけ": ("done", team.today()), "受付": ("todo", None)}


def test_one_s_own_tasks_take_a_line_for_oneself_unless_it_says_whom_for(team: Member, sakura: TeamBrowser) -> None:
    sakura.get(f"/tasks/{team.team_id}/list")
    page = sakura.press("/tasks/add", line="下見 明日まで", team=team.team_id, next="/tasks")
    assert "下見" in page.text
    sakura.press("/tasks/add", line="支払い @ken")
    assert {task.title: task.assignee for task in tasks_of(team)} == {"下見": "sakura", "支払い": "ken"}
    assert [row.title for row in own_tasks.find_page(team.owner).items if row.team_id == team.team_id] == ["下見"]


def test_another_s_team_takes_no_line(built: SiteHouse, sakura: TeamBrowser) -> None:
    foreign = built.team("hanako")
    for path in (f"/tasks/{foreign.team_id}/add", f"/tasks/{foreign.team_id}/words"):
        assert sakura.send(path, line="x").status_code == 404
    for path in ("/tasks/add", "/tasks/words"):
        assert sakura.send(path, line="x", team=foreign.team_id).status_code == 404
    assert tasks_of(foreign) == []


def test_what_the_words_say_is_shown_while_one_types(built: SiteHouse, team: Member) -> None:
    tags.add(team, name="会場")
    browser = built.browser("sakura", "ja")
    path = f"/tasks/{team.team_id}/words"
    line = "下見 18日から20日 #会場 #お金 @自分 !高"
    page = browser.send_by_script(path, line=line)
    expected = ["11/18(日)〜11/20(火)", "会場", "お金（新しいタグ）", "Sakura", "優先度：高"]
    assert chips(page) == expected
    left = browser.send_by_script(path, line=line, left="16 #お金 ")
    assert "お金（新しいタグ）" not in left.text
    assert chips(browser.send_by_script("/tasks/words", line="下見 金曜から", team=team.team_id)) == ["11/16(金)から"]


def test_names_are_offered_where_one_types(team: Member, sakura: TeamBrowser) -> None:
    for number in range(8):
        tags.add(team, name=f"tag {number}")
    path = f"/tasks/{team.team_id}/words"
    page = sakura.send_by_script(path, line="下見 # あと", caret="4")
    assert re.findall(r'data-offer="([^"]*)" data-from="(\d+)"', page.text) == [(f"#tag {n}", "3") for n in range(6)]
    people = sakura.send_by_script(path, line="下見 @k", caret="5")
    assert re.findall(r'data-offer="([^"]*)"', people.text) == ["@Ken", "@Sakura"]
    assert "data-offer" not in sakura.send_by_script(path, line="下見 #").text
    assert "data-offer" not in sakura.send_by_script(path, line="下見 #", caret="-1").text


def test_hostile_lines_are_text(team: Member, sakura: TeamBrowser) -> None:
    line = '<script>"x"</script> #<b> @<i> & 金曜まで'
    page = sakura.send_by_script(f"/tasks/{team.team_id}/words", line=line, left='0 <script>"', caret="99")
    assert "<script>" not in page.text
    assert "<b>" not in page.text
    sakura.send(f"/tasks/{team.team_id}/add", line=line)
    assert tasks_of(team)[0].title.startswith('<script>"x"</script>')
    assert '<script>"x"' not in sakura.get(f"/tasks/{team.team_id}/list?status=todo,doing,done").text


def test_a_task_that_was_added_can_be_taken_back(household: Household) -> None:
    member = household.team("sakura")
    outcome = quick_add.add_line(member, quick_add.read_line(member, "下見").line)
    assert tasks.find_task(member, outcome.task.task_id).title == "下見"
    assert outcome.undo.acts[0].name == "throw_away"


def test_pages_have_their_line_and_the_way_to_it_without_a_script(team: Member, sakura: TeamBrowser) -> None:
    base = f"/tasks/{team.team_id}"
    for page, path in ((f"{base}/list", base), ("/tasks", "/tasks")):
        text = sakura.get(page).text
        assert f'action="{path}/add"' in text
        assert f'data-words="{path}/words"' in text
        assert f'href="{path}/add"' in text
        assert sakura.get(f"{path}/add").status_code == 200
