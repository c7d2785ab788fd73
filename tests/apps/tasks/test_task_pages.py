"""A task's own page and panel: what they show, and each field saved by itself, with or without a script."""

import re
from datetime import date
from html import unescape

import pytest
from httpx import Response
from tests.apps.tasks.household import NOON
from tests.apps.tasks.site_house import SiteHouse, toasts

from chabudai.apps.tasks import checklist, comments, tags, tasks, trash
from chabudai.apps.tasks.entities import Comment, Task
from chabudai.apps.tasks.errors import TaskInTrash
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.team_pages.task_panel import LATEST

TODAY = NOON.date()


def url(task: Task, act: str = "") -> str:
    return f"/tasks/{task.team_id}/task/{task.task_id}{act}"


def fault(answer: Response) -> str:
    """What stands beside a field that was refused."""
    found = re.search(r'<p class="error" id="field-\w+-error">.*?<span>(.*?)</span>', answer.text, re.DOTALL)
    assert found, "nothing is said to be wrong"
    return unescape(found[1])


def shown(answer: Response, field: str) -> str:
    """A field's value, without what is drawn around it."""
    found = re.search(rf'id="shown-{field}">(.*?)</summary>', answer.text, re.DOTALL)
    assert found
    return re.sub(r"<svg.*?</svg>|<[^>]+>", "", found[1]).strip()


def hidden(answer: Response, field: str, name: str) -> str:
    """What a field's form carries along."""
    form = answer.text.partition(f'id="fact-{field}"')[2].partition("</form>")[0]
    found = re.search(rf'name="{name}" value="([^"]*)"', form)
    assert found
    return unescape(found[1])


def sentences(answer: Response) -> list[str]:
    """What was done to the task, in words, and when."""
    found = re.findall(r'<p class="act">(.*?) <span>· (.*?)</span></p>', answer.text)
    return [unescape(f"{did} · {moment}") for did, moment in found]


@pytest.fixture
def team(site: SiteHouse) -> Member:
    return site.team("sakura", "naoki")


def test_a_task_is_a_page_with_everything_about_it(site: SiteHouse, team: Member) -> None:
    tag = tags.add(team, name="広報")
    task = tasks.add(
        team,
        title="チラシの下書き",
        description="**A4たて**",
        start=date(2040, 11, 9),
        end=TODAY,
        assignee="naoki",
        priority="high",
        tags={tag.tag_id},
        checklist=[{"text": "さがす", "done": True}, {"text": "つくる"}],
    ).task
    comments.add(team, task.task_id, "できました")
    page = site.browser("sakura", "ja").get(url(task))
    assert "<title>チラシの下書き · チームの仕事</title>" in page.text
    assert [shown(page, field) for field in ("start", "end", "priority")] == ["11月9日(金)", "今日 11月15日(木)", "高"]
    assert "Naoki" in shown(page, "assignee")
    assert "広報" in shown(page, "tags")
    assert "<strong>A4たて</strong>" in page.text
    assert "1 / 2" in page.text
    assert "できました" in page.text
    assert sentences(page) == ["Sakuraさんが追加しました · 今日 12:00"]


def test_a_script_is_given_the_panel_alone(site: SiteHouse, team: Member) -> None:
    task = tasks.add(team, title="x").task
    part = site.browser("sakura").swap(url(task))
    assert 'id="task-name"' in part.text
    assert "<html" not in part.text


def test_beside_the_board_a_copy_is_shown_beside_it_too(site: SiteHouse, team: Member) -> None:
    task = tasks.add(team, title="x").task
    browser = site.browser("sakura")
    part = browser.swap(url(task))
    (here, *_) = re.findall(r'name="next" value="([^"]+)"', part.text)
    location = browser.send(url(task, "/duplicate"), next=unescape(here)).headers["location"]
    assert location.startswith(f"/tasks/{team.team_id}/board?task=")
    assert task.task_id not in location


def test_the_panel_asks_for_the_task_its_thread_the_people_and_the_tags(site: SiteHouse, team: Member) -> None:
    task = tasks.add(team, title="x").task
    browser = site.browser("sakura")
    browser.get(url(task))
    browser.swap(url(task))
    entered = ("TransactGetItems", "3")
    assert site.asked() == [entered, ("Query", "2"), ("Query", "5"), ("GetItem", "6"), ("Query", "23")]


def test_another_team_s_task_is_nowhere(site: SiteHouse, team: Member) -> None:
    task = tasks.add(team, title="秘密").task
    other = site.team("mallory")
    browser = site.browser("mallory")
    assert browser.get(url(task)).status_code == 404
    assert browser.get(f"/tasks/{other.team_id}/task/{task.task_id}").status_code == 404
    answer = browser.send(f"/tasks/{other.team_id}/task/{task.task_id}/edit", field="title", value="y", seen="秘密")
    assert answer.status_code == 404
    assert tasks.find_task(team, task.task_id).title == "秘密"


@pytest.mark.parametrize(
    ("field", "value", "kept"),
    [
        ("title", "新しい題名", "新しい題名"),
        ("description", "一行目\r\n二行目", "一行目\n二行目"),
        ("assignee", "naoki", "naoki"),
        ("start", "2040-11-10", date(2040, 11, 10)),
        ("end", "2040-11-20", date(2040, 11, 20)),
        ("priority", "low", "low"),
    ],
)
def test_each_field_is_saved_by_itself(site: SiteHouse, team: Member, field: str, value: str, kept: object) -> None:
    task = tasks.add(team, title="x").task
    browser = site.browser("sakura")
    seen = hidden(browser.get(url(task)), field, "seen")
    page = browser.press(url(task, "/edit"), field=field, value=value, seen=seen)
    assert page.status_code == 200
    assert getattr(tasks.find_task(team, task.task_id), field) == kept
    assert tasks.find_task(team, task.task_id).model_copy(update={field: getattr(task, field)}) == task


def test_without_a_script_one_comes_back_to_where_the_form_stood(site: SiteHouse, team: Member) -> None:
    task = tasks.add(team, title="x").task
    here = f"/tasks/{team.team_id}/board?task={task.task_id}"
    browser = site.browser("sakura")
    assert browser.send(url(task, "/edit"), field="priority", choose="low", next=here).headers["location"] == here
    answer = browser.send_by_script(url(task, "/edit"), field="priority", choose="high", next=here)
    assert answer.headers["location"] == url(task)
    away = browser.send(url(task, "/edit"), field="priority", choose="low", next="//evil.example")
    assert away.headers["location"] == url(task)


def test_a_field_that_there_is_not_is_no_form_of_ours(site: SiteHouse, team: Member) -> None:
    task = tasks.add(team, title="x").task
    browser = site.browser("sakura")
    for field in ("status", "done_at", "team_id", "comments", ""):
        assert browser.send(url(task, "/edit"), field=field, value="done").status_code == 400
    assert tasks.find_task(team, task.task_id) == task


@pytest.mark.parametrize(
    ("language", "sentence", "theirs", "mine"),
    [
        ("ja", "Naokiさんが先に11月20日(火)にしました。", "11月20日(火)のままにする", "11月18日(日)にする"),
        ("en", "Naoki changed this to Tue 20 Nov first.", "Keep Tue 20 Nov", "Change to Sun 18 Nov"),
    ],
)
def test_when_someone_was_faster_both_versions_stay(
    site: SiteHouse, team: Member, language: str, sentence: str, theirs: str, mine: str
) -> None:
    task = tasks.add(team, title="x").task
    naoki = site.household.member(team.team_id, "naoki")
    browser = site.browser("sakura", language)
    seen = hidden(browser.get(url(task)), "end", "seen")
    tasks.edit(naoki, task.task_id, {"end": date(2040, 11, 20)})
    answer = browser.send_by_script(url(task, "/edit"), field="end", value="2040-11-18", seen=seen)
    assert (answer.status_code, fault(answer)) == (409, sentence)
    assert f">{theirs}</a>" in answer.text
    assert f'value="2040-11-18">{mine}</button>' in answer.text
    assert tasks.find_task(team, task.task_id).end == date(2040, 11, 20)
    browser.press(url(task, "/edit"), field="end", choose="2040-11-18", seen=hidden(answer, "end", "seen"))
    assert tasks.find_task(team, task.task_id).end == date(2040, 11, 18)


def test_of_two_descriptions_none_is_lost(site: SiteHouse, team: Member) -> None:
    task = tasks.add(team, title="x", description="はじめ").task
    naoki = site.household.member(team.team_id, "naoki")
    browser = site.browser("sakura", "ja")
    tasks.edit(naoki, task.task_id, {"description": "健の**文**"})
    answer = browser.send_by_script(url(task, "/edit"), field="description", value="さくらの文", seen="はじめ")
    assert (answer.status_code, fault(answer)) == (409, "Naokiさんが先に説明を変えました。")
    assert ">\nさくらの文</textarea>" in answer.text
    assert "健の<strong>文</strong>" in answer.text
    seen = hidden(answer, "description", "seen")
    assert seen == "健の**文**"
    browser.press(url(task, "/edit"), field="description", value="さくらの文", seen=seen, join="1")
    assert tasks.find_task(team, task.task_id).description == "健の**文**\n\nさくらの文"


def test_what_both_wanted_is_no_conflict(site: SiteHouse, team: Member) -> None:
    task = tasks.add(team, title="x").task
    tasks.edit(site.household.member(team.team_id, "naoki"), task.task_id, {"title": "y"})
    assert site.browser("sakura").send(url(task, "/edit"), field="title", value="y", seen="x").status_code == 303


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("ja", "期限は開始（11月20日(火)）以降にしてください。"),
        ("en", "Choose a due date on or after the start (Tue 20 Nov)."),
    ],
)
def test_an_end_before_the_start_moves_nothing_and_is_told_beside_the_field(
    site: SiteHouse, team: Member, language: str, sentence: str
) -> None:
    task = tasks.add(team, title="x", start=date(2040, 11, 20)).task
    answer = site.browser("sakura", language).send(url(task, "/edit"), field="end", value="2040-11-18", seen="")
    assert (answer.status_code, fault(answer)) == (422, sentence)
    assert 'id="fact-end" name="fact" open' in answer.text
    assert 'name="value" value="2040-11-18"' in answer.text
    assert tasks.find_task(team, task.task_id).end is None


def test_a_title_that_is_too_long_stays_in_its_field(site: SiteHouse, team: Member) -> None:
    task = tasks.add(team, title="x").task
    typed = "長" * 101
    answer = site.browser("sakura").send(url(task, "/edit"), field="title", value=typed, seen="x")
    assert answer.status_code == 422
    assert f">\n{typed}</textarea>" in answer.text
    assert tasks.find_task(team, task.task_id).title == "x"


def test_whoever_has_left_is_not_assigned(site: SiteHouse, team: Member) -> None:
    task = tasks.add(team, title="x").task
    answer = site.browser("sakura").send(url(task, "/edit"), field="assignee", choose="nobody", seen="")
    assert (answer.status_code, fault(answer)) == (404, "We can't find that person in the team.")


def test_the_later_status_wins_and_says_that_someone_was_faster(site: SiteHouse, team: Member) -> None:
    task = tasks.add(team, title="x").task
    browser = site.browser("sakura", "ja")
    tasks.set_status(site.household.member(team.team_id, "naoki"), task.task_id, "doing")
    page = browser.press(url(task, "/status"), choose="done", seen="todo")
    assert toasts(page) == ["Naokiさんが進行中にしていました。完了にしました。"]
    browser.undo(page, team.team_id)
    assert tasks.find_task(team, task.task_id).status == "doing"


def test_a_status_is_one_tap_and_says_nothing(site: SiteHouse, team: Member) -> None:
    task = tasks.add(team, title="x").task
    page = site.browser("sakura").press(url(task, "/status"), choose="doing", seen="todo")
    assert toasts(page) == []
    assert 'value="doing" aria-pressed="true"' in page.text
    assert sentences(page)[-1] == "Sakura moved it to In progress · Today 12:00"


def test_tags_are_added_removed_and_made_in_place(site: SiteHouse, team: Member) -> None:
    known = tags.add(team, name="会場")
    task = tasks.add(team, title="x").task
    browser = site.browser("sakura", "ja")
    browser.press(url(task, "/tags"), add=known.tag_id)
    page = browser.press(url(task, "/tags"), new="買い出し")
    assert "会場買い出し" in shown(page, "tags")
    browser.press(url(task, "/tags"), new="買い出し")
    assert [tag.name for tag in tags.find_all(team)] == ["会場", "買い出し"]
    page = browser.press(url(task, "/tags"), remove=known.tag_id)
    assert "会場" not in shown(page, "tags")
    assert sentences(page)[-1] == "Sakuraさんがタグ「会場」を外しました · 今日 12:00"


def test_a_tag_that_is_refused_stays_typed(site: SiteHouse, team: Member) -> None:
    task = tasks.add(team, title="x").task
    answer = site.browser("sakura").send(url(task, "/tags"), new="長" * 21)
    assert answer.status_code == 422
    assert f'value="{"長" * 21}"' in answer.text


def test_a_task_in_the_trash_can_be_read_and_restored(site: SiteHouse, team: Member) -> None:
    task = tasks.add(team, title="x", description="読めます").task
    browser = site.browser("sakura", "ja")
    trash.throw_away(site.household.member(team.team_id, "naoki"), task.task_id)
    page = browser.get(url(task))
    assert page.status_code == 200
    assert "ごみ箱にあります" in page.text
    assert "読めます" in page.text
    assert 'id="field-title"' not in page.text
    browser.press(url(task, "/restore"))
    assert tasks.find_task(team, task.task_id).title == "x"


def test_what_is_saved_into_a_task_in_the_trash_is_told_beside_its_field(site: SiteHouse, team: Member) -> None:
    task = tasks.add(team, title="x").task
    trash.throw_away(site.household.member(team.team_id, "naoki"), task.task_id)
    answer = site.browser("sakura").send_by_script(url(task, "/edit"), field="title", value="typed", seen="x")
    assert (answer.status_code, fault(answer)) == (409, "This task is in the trash. Restore it first.")
    assert ">\ntyped</textarea>" in answer.text


def test_a_task_is_duplicated_and_thrown_away_and_both_can_be_taken_back(site: SiteHouse, team: Member) -> None:
    task = tasks.add(team, title="x", checklist=[{"text": "a", "done": True}]).task
    browser = site.browser("sakura")
    page = browser.press(url(task, "/duplicate"), next=url(task))
    assert toasts(page) == ["Duplicated “x”."]
    (copy_id,) = re.findall(r'data-task="([^"]+)"', page.text)
    assert [(line.text, line.done) for line in tasks.find_task(team, copy_id).checklist] == [("a", False)]
    browser.undo(page, team.team_id)
    with pytest.raises(TaskInTrash):
        tasks.find_task(team, copy_id)
    page = browser.press(url(task, "/trash"), next="/tasks")
    assert toasts(page) == ["Moved “x” to trash."]
    browser.undo(page, team.team_id)
    assert tasks.find_task(team, task.task_id) == task


def test_lines_of_a_checklist_are_added_ticked_moved_and_deleted(site: SiteHouse, team: Member) -> None:
    task = tasks.add(team, title="x").task
    browser = site.browser("sakura")
    for text in ("a", "b", "c"):
        browser.press(url(task, "/checks/add"), text=text)
    a, b, c = checklist.line_keys(tasks.find_task(team, task.task_id).checklist)
    browser.press(url(task, "/checks/tick"), line=b)
    browser.press(url(task, "/checks/move"), id=c, before=a, order=f"{c},{a},{b}")
    browser.press(url(task, "/checks/change"), up=b)
    lines = tasks.find_task(team, task.task_id).checklist
    assert [(line.text, line.done) for line in lines] == [("c", False), ("b", True), ("a", False)]
    browser.press(url(task, "/checks/untick"), line=b)
    page = browser.press(url(task, "/checks/change"), delete=c)
    assert [(line.text, line.done) for line in tasks.find_task(team, task.task_id).checklist] == [
        ("b", False),
        ("a", False),
    ]
    assert sentences(page) == ["Sakura added it · Today 12:00", "Sakura changed the checklist · Today 12:00"]


def test_a_line_is_reworded_in_its_place(site: SiteHouse, team: Member) -> None:
    task = tasks.add(team, title="x", checklist=[{"text": "a", "done": True}, {"text": "b"}]).task
    key, _ = checklist.line_keys(task.checklist)
    browser = site.browser("sakura")
    browser.press(url(task, "/checks/change"), line=key, text="言いなおす")
    lines = tasks.find_task(team, task.task_id).checklist
    assert [(line.text, line.done) for line in lines] == [("言いなおす", True), ("b", False)]
    answer = browser.send_by_script(url(task, "/checks/change"), line=key, text="もう一度")
    assert (answer.status_code, fault(answer)) == (409, "Someone else changed this line, or deleted it.")
    assert 'value="もう一度"' in answer.text  # where it can be added


def test_a_line_that_is_too_long_stays_typed(site: SiteHouse, team: Member) -> None:
    task = tasks.add(team, title="x").task
    answer = site.browser("sakura").send_by_script(url(task, "/checks/add"), text="長" * 201)
    assert answer.status_code == 422
    assert f'value="{"長" * 201}"' in answer.text


def test_a_comment_sent_twice_is_said_once(site: SiteHouse, team: Member) -> None:
    task = tasks.add(team, title="x").task
    browser = site.browser("sakura")
    (id_,) = re.findall(r'name="comment" value="([^"]+)" form="say"', browser.get(url(task)).text)
    browser.press(url(task, "/comments"), text="はい", comment=id_)
    browser.press(url(task, "/comments"), text="はい", comment=id_)
    page = browser.press(url(task, "/comments"), text="いいえ", comment=id_)
    assert re.findall(r'<div class="said"><p>(.*?)</p>', page.text) == ["はい", "いいえ"]
    assert tasks.find_task(team, task.task_id).comments == 2


def test_a_comment_that_is_empty_or_too_long_stays_typed(site: SiteHouse, team: Member) -> None:
    task = tasks.add(team, title="x").task
    browser = site.browser("sakura")
    assert browser.send(url(task, "/comments"), text=" ").status_code == 422
    answer = browser.send_by_script(url(task, "/comments"), text="長" * 5001)
    assert answer.status_code == 422
    assert f">\n{'長' * 5001}</textarea>" in answer.text


def test_a_preview_saves_nothing_and_keeps_what_is_typed(site: SiteHouse, team: Member) -> None:
    task = tasks.add(team, title="x", description="はじめ").task
    browser = site.browser("sakura")
    page = browser.send(url(task, "/preview"), value="**太い**", seen="はじめ")
    assert page.status_code == 200
    assert '<div class="prose" id="description-preview"><p><strong>太い</strong></p>' in page.text
    assert ">\n**太い**</textarea>" in page.text
    assert hidden(page, "description", "seen") == "はじめ"
    part = browser.send_by_script(url(task, "/preview"), value="**太い**", seen="はじめ")
    assert part.text.strip().startswith('<div class="prose" id="description-preview">')
    assert tasks.find_task(team, task.task_id) == task


def test_one_s_own_comment_is_deleted_at_once_and_taken_back_to_its_place(site: SiteHouse, team: Member) -> None:
    task = tasks.add(team, title="x").task
    said = [comments.add(team, task.task_id, text) for text in ("一", "二")]
    browser = site.browser("sakura")
    page = browser.press(url(task, "/comments/delete"), comment=said[0].comment_id)
    assert toasts(page) == ["Comment deleted."]
    assert re.findall(r'<div class="said"><p>(.*?)</p>', page.text) == ["二"]
    browser.undo(page, team.team_id)
    browser.undo(page, team.team_id)
    assert [row.text for row in comments.find_all(team, task.task_id) if row.type == "comment"] == ["一", "二"]
    assert tasks.find_task(team, task.task_id).comments == 2


def test_another_s_comment_is_deleted_by_admins_alone_who_are_asked_first(site: SiteHouse) -> None:
    team = site.team("sakura", "hana")
    task = tasks.add(team, title="x").task
    hana = site.household.member(team.team_id, "hana")
    said = comments.add(hana, task.task_id, "花の")
    own = comments.add(team, task.task_id, "さくらの")
    page = site.browser("hana").get(url(task))
    assert page.text.count("/comments/delete") == 1
    assert site.browser("hana").send(url(task, "/comments/delete"), comment=own.comment_id).status_code == 403
    browser = site.browser("sakura")
    assert "Delete this comment for good?" in browser.get(url(task)).text
    page = browser.press(url(task, "/comments/delete"), comment=said.comment_id)
    assert "/undo" not in page.text


def test_nobody_puts_words_into_another_s_mouth_by_taking_back(site: SiteHouse, team: Member) -> None:
    task = tasks.add(team, title="x").task
    said = comments.add(team, task.task_id, "さくらの")
    comments.delete(team, task.task_id, said.comment_id)
    naoki = site.household.member(team.team_id, "naoki")
    back = comments.put_back(naoki, task.task_id, said.comment_id, "健の")
    assert back.author == "naoki"
    assert back.created_at <= said.created_at


def test_whoever_is_mentioned_stands_out(site: SiteHouse, team: Member) -> None:
    task = tasks.add(team, title="x").task
    comments.add(team, task.task_id, "@Naoki 見てください <b>")
    page = site.browser("sakura").get(url(task))
    assert "<p><strong>@Naoki</strong> 見てください &lt;b&gt;</p>" in page.text


@pytest.mark.parametrize("language", ["ja", "en"])
def test_everything_that_can_be_done_is_told_in_words(site: SiteHouse, team: Member, language: str) -> None:
    tag = tags.add(team, name="会場")
    task = tasks.add(team, title="x").task
    given: list[dict[str, object]] = [
        {"title": "y"},
        {"status": "doing"},
        {"description": "z"},
        {"start": "2040-11-10"},
        {"start": None},
        {"end": "2041-01-05"},
        {"assignee": "naoki"},
        {"assignee": None},
        {"priority": "high"},
        {"priority": None},
        {"checklist": [{"text": "a"}]},
        {"tags": {tag.tag_id}},
        {"tags": set()},
    ]
    for fields in given:
        tasks.edit(team, task.task_id, fields)
        comments.add(team, task.task_id, "-")  # acts of one kind are not joined over it
    trash.throw_away(team, task.task_id)
    trash.restore(team, task.task_id)
    page = site.browser("sakura", language).get(url(task, "?thread=all"))
    assert [each.rpartition(" · ")[0] for each in sentences(page)] == TOLD[language]


TOLD = {
    "ja": [
        "Sakuraさんが追加しました",
        "Sakuraさんが題名を「y」に変えました",
        "Sakuraさんが進行中にしました",
        "Sakuraさんが説明を変えました",
        "Sakuraさんが開始を11月10日(土)にしました",
        "Sakuraさんが開始をなしにしました",
        "Sakuraさんが期限を2041年1月5日にしました",
        "Sakuraさんが担当をNaokiさんにしました",
        "Sakuraさんが担当なしにしました",
        "Sakuraさんが優先度を高にしました",
        "Sakuraさんが優先度をなしにしました",
        "Sakuraさんがチェックリストを変えました",
        "Sakuraさんがタグ「会場」を付けました",
        "Sakuraさんがタグ「会場」を外しました",
        "Sakuraさんがごみ箱に入れました",
        "Sakuraさんがごみ箱から戻しました",
    ],
    "en": [
        "Sakura added it",
        "Sakura renamed it to “y”",
        "Sakura moved it to In progress",
        "Sakura changed the description",
        "Sakura set the start to Sat 10 Nov",
        "Sakura removed the start date",
        "Sakura set the due date to 5 Jan 2041",
        "Sakura assigned it to Naoki",
        "Sakura removed the assignee",
        "Sakura set the priority to High",
        "Sakura removed the priority",
        "Sakura changed the checklist",
        "Sakura added tag 会場",
        "Sakura removed tag 会場",
        "Sakura moved it to trash",
        "Sakura restored it",
    ],
}


def test_a_long_thread_begins_with_its_end(site: SiteHouse, team: Member) -> None:
    task = tasks.add(team, title="x").task
    for number in range(40):
        comments.add(team, task.task_id, f"number {number}")
    browser = site.browser("sakura")
    page = browser.get(url(task))
    assert "number 39" in page.text
    assert f"number {39 - LATEST}<" not in page.text
    assert "number 0<" in browser.get(url(task, "?thread=all")).text


def test_a_full_task_is_small_enough(site: SiteHouse, team: Member) -> None:
    known = [tags.add(team, name=f"タグの名前 {number}").tag_id for number in range(10)]
    task = tasks.add(
        team,
        title="題" * 100,
        description="説明です。" * 100,
        tags=set(known),
        checklist=[{"text": f"{number}番目のすこし長めの項目"} for number in range(10)],
    ).task
    for number in range(LATEST):
        comments.add(team, task.task_id, f"{number}番目の、すこし長めのひとことです。" * 2)
    browser = site.browser("sakura", "ja")
    browser.get(url(task))
    assert len(browser.get(url(task)).content) < 60_000


def test_acts_ask_no_more_than_they_need(site: SiteHouse, team: Member) -> None:
    task = tasks.add(team, title="x").task
    browser = site.browser("sakura")
    browser.get(url(task))
    browser.send_by_script(url(task, "/edit"), field="title", value="y", seen="x")
    assert site.asked() == [("TransactGetItems", "3"), ("GetItem", "6"), ("TransactWriteItems", None)]
    browser.send_by_script(url(task, "/comments"), text="y")
    assert site.asked() == [("TransactGetItems", "3"), ("GetItem", "6"), ("TransactWriteItems", None)]
    browser.send_by_script(url(task, "/preview"), value="y")
    assert site.asked() == [("TransactGetItems", "3")]


def test_an_entry_that_can_not_be_told_never_hides_the_others(
    site: SiteHouse, team: Member, caplog: pytest.LogCaptureFixture
) -> None:
    task = tasks.add(team, title="x").task
    comments.add(team, task.task_id, "見える")
    for row in (
        Comment(team_id=team.team_id, task_id=task.task_id, text="いつ", created_at=10**13),
        Comment(team_id=team.team_id, task_id=task.task_id, type="activity", about="end", after="mañana", created_at=5),
    ):
        site.household.store.insert(row)
    page = site.browser("sakura").get(url(task))
    assert page.status_code == 200
    assert ("見える" in page.text, "いつ" in page.text) == (True, False)
    assert len([record for record in caplog.records if "Left out" in record.message]) == 2


def test_what_came_in_a_file_says_whose_it_was_and_is_nobodys(site: SiteHouse, team: Member) -> None:
    task = tasks.add(team, title="x").task
    site.household.store.insert(
        Comment(team_id=team.team_id, task_id=task.task_id, text="ひとこと", said_by="次郎 <b>", created_at=5)
    )
    page = site.browser("sakura").get(url(task))
    assert "Imported; originally by 次郎 &lt;b&gt;" in page.text
