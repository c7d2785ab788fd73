"""The list and one's own tasks as pages: filters in the address, groups, several at once, and what is taken back."""

import re
from html import unescape
from typing import Any

import pytest
from httpx import Response
from tests.apps.tasks.team_library import day
from tests.apps.tasks.team_library import hanako as hanako
from tests.apps.tasks.team_library import member as member
from tests.apps.tasks.team_library import site as site
from tests.common.html_forms import form_to
from tests.common.library import Library, ReaderBrowser, toast

from chabudai.apps.tasks import design, membership, tags, tasks, teams
from chabudai.apps.tasks.entities import Task
from chabudai.apps.tasks.membership import Member

_TITLE = re.compile(r'class="row-title"[^>]*>(.*?)</a>')
_GROUP = re.compile(r'class="group-name">(.*?)(?: <span class="soft">(\d+)</span>)?</h2>')


def add(member: Member, title: str, **fields: Any) -> Task:
    return tasks.add(member, title=title, **fields).task


def titles(page: Response) -> list[str]:
    assert page.status_code == 200, page.text
    return [unescape(each) for each in _TITLE.findall(page.text)]


def groups(page: Response) -> list[str]:
    return [unescape(name) for name, _ in _GROUP.findall(page.text)]


def group_counts(page: Response) -> list[str]:
    return [count for _, count in _GROUP.findall(page.text)]


def show(browser: ReaderBrowser, member: Member, query: str = "") -> Response:
    return browser.get(f"/tasks/{member.team_id}/list?{query}")


def send(browser: ReaderBrowser, page: Response, path: str, fields: dict[str, Any]) -> Response:
    """The form to which the buttons of a list belong, sent by one of them."""
    values = form_to(page.text, "/tasks").with_values()
    answer = browser.ask("POST", path, data={**values, **fields})
    return browser.get(answer.headers["location"]) if answer.status_code == 303 else answer


def test_the_first_view_is_what_is_to_do_and_being_done_by_start(hanako: ReaderBrowser, member: Member) -> None:
    add(member, "later", start=day(8))
    add(member, "now", start=day(0), status="doing")
    add(member, "over", start=day(-3), status="done")
    page = show(hanako, member)
    assert titles(page) == ["now", "later"]
    assert groups(page) == ["This week", "Next week"]
    assert group_counts(page) == ["1", "1"]
    assert "<b>2 tasks</b>" in page.text


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("status=todo", ["to do"]),
        ("status=doing", ["doing"]),
        ("status=done", ["done"]),
        ("status=todo,done", ["to do", "done"]),
        ("status=doing,done", ["doing", "done"]),
        ("status=todo,doing,done", ["to do", "doing", "done"]),
        ("status=nonsense", ["to do", "doing"]),
        ("status=todo,doing,done&sort=end&order=desc", ["done", "to do", "doing"]),
        ("late=start", ["to do"]),
        ("late=end", ["doing"]),
        ("late=end&status=doing", ["doing"]),
        ("q=do", ["to do", "doing", "done"]),
        ("q=do&status=todo,doing", ["to do", "doing"]),
        ("q=do&late=end", ["doing"]),
        ("q=do&sort=end&from=2040-11-15&to=2040-11-16", ["to do"]),
        ("q=nothing", []),
        ("who=me", ["to do"]),
        ("sort=end&from=2040-11-15&to=2040-11-16", ["to do"]),
        ("sort=end&from=2040-13-99", ["doing", "to do"]),
    ],
)
def test_filters_and_orders_are_in_the_address(
    hanako: ReaderBrowser, member: Member, query: str, found: list[str]
) -> None:
    add(member, "to do", start=day(-2), end=day(1), assignee="hanako")
    add(member, "doing", start=day(-1), end=day(-1), status="doing")
    add(member, "done", start=day(0), end=day(2), status="done")
    assert titles(show(hanako, member, query)) == found


def test_the_last_status_that_is_on_is_fixed_and_says_why(hanako: ReaderBrowser, member: Member) -> None:
    page = show(hanako, member, "status=done")
    fixed = re.findall(r'<span class="chip fixed" title="([^"]+)" aria-current="true">.+?</svg>(.+?)</span>', page.text)
    assert fixed == [("At least one status stays on.", "Done")]


def test_tags_narrow_by_any_or_by_all(hanako: ReaderBrowser, member: Member) -> None:
    venue, money = (tags.add(member, name=name).tag_id for name in ("Venue", "Money"))
    add(member, "one", start=day(0), tags={venue})
    add(member, "both", start=day(1), tags={venue, money})
    assert titles(show(hanako, member, f"tag={venue}")) == ["one", "both"]
    page = show(hanako, member, f"tag={money},{venue}")
    assert "Money or Venue" in page.text
    assert titles(page) == ["one", "both"]
    assert titles(show(hanako, member, f"tag={money},{venue}&match=all")) == ["both"]
    assert titles(show(hanako, member, "tag=..%2F..,no-such-tag")) == []


def test_pages_are_full_and_go_on_where_the_last_one_ended(hanako: ReaderBrowser, member: Member) -> None:
    for number in range(23):
        add(member, f"task {number:02}", start=day(number), assignee="hanako")
    assert "<b>10 or more</b>" in show(hanako, member, "who=me").text
    page = show(hanako, member)
    assert "<b>23 tasks</b>" in page.text
    seen = titles(page)
    while more := re.search(r'href="([^"]+)" data-more', page.text):
        page = hanako.get(unescape(more[1]))
        seen += titles(page)
    assert seen == [f"task {number:02}" for number in range(23)]
    assert "<b>23 tasks</b>" in page.text


def test_what_goes_on_with_a_group_has_no_second_heading(hanako: ReaderBrowser, member: Member) -> None:
    for number in range(12):
        add(member, f"task {number:02}", start=day(0))
    page = show(hanako, member)
    more = re.search(r'href="([^"]+)" data-more', page.text)
    assert more
    assert (groups(page), group_counts(page)) == (["This week"], [""])  # it goes on
    assert groups(hanako.get(unescape(more[1]))) == []


def test_what_has_only_a_due_date_stands_among_those_that_have_a_start(hanako: ReaderBrowser, member: Member) -> None:
    add(member, "starts today", start=day(0))
    add(member, "due today", end=day(0), status="doing")
    add(member, "overdue", end=day(-9))
    for number in range(10):
        add(member, f"later {number}", end=day(20 + number))
    page = show(hanako, member)
    assert titles(page)[:3] == ["overdue", *sorted(["starts today", "due today"], reverse=True)]
    assert groups(page)[1] == "This week"
    more = re.search(r'href="([^"]+)" data-more', page.text)
    assert more
    assert titles(hanako.get(unescape(more[1]))) == ["later 7", "later 8", "later 9"]
    assert "No date" not in page.text


def test_tasks_without_the_date_are_opened_when_wanted(hanako: ReaderBrowser, member: Member) -> None:
    add(member, "dated", start=day(0))
    add(member, "some day")
    page = show(hanako, member)
    assert titles(page) == ["dated"]
    link = re.search(r'href="([^"]+)" data-swap="#undated"', page.text)
    assert link
    assert titles(hanako.get(unescape(link[1]))) == ["some day"]


@pytest.mark.parametrize(("status", "expected"), [("doing", "3 tasks"), ("done", "2 tasks"), ("todo", "No tasks")])
def test_the_number_of_a_list_is_that_of_the_board(
    hanako: ReaderBrowser, member: Member, status: str, expected: str
) -> None:
    add(member, "dated", start=day(0), status="doing")
    for title in ("only due", "some day"):
        add(member, title, end=day(-1) if title == "only due" else None, status="doing")
        add(member, title, status="done")
    page = show(hanako, member, f"status={status}")
    assert f"<b>{expected}</b>" in page.text
    assert ("No date 1" in page.text) == (status == "doing")


def test_a_narrowed_list_says_that_it_counts_what_has_a_date(hanako: ReaderBrowser, member: Member) -> None:
    add(member, "dated", start=day(0), assignee="hanako")
    add(member, "some day", assignee="hanako")
    assert "<b>1 with a date</b>" in show(hanako, member, "who=me").text
    add(member, "due", end=day(0), assignee="hanako")
    assert "<b>1 with a due date</b>" in show(hanako, member, "who=me&sort=end").text


def test_all_tasks_without_the_date_are_reached_from_their_group(hanako: ReaderBrowser, member: Member) -> None:
    add(member, "dated", start=day(0))
    for number in range(12):
        add(member, f"some day {number:02}")
    page = show(hanako, member, "undated=1")
    seen = titles(page)
    more = re.search(r'href="([^"]+)" data-more data-swap="#undated-rows"', page.text)
    assert more
    assert sorted(seen + titles(hanako.get(unescape(more[1])))) == [f"some day {number:02}" for number in range(12)]


def test_where_nothing_has_the_date_those_without_are_open(hanako: ReaderBrowser, member: Member) -> None:
    add(member, "some day")
    page = show(hanako, member)
    assert (titles(page), groups(page)) == (["some day"], ["No date"])
    assert "<b>1 task</b>" in page.text


def test_an_empty_list_says_what_comes_here(hanako: ReaderBrowser, member: Member) -> None:
    assert "No tasks here yet" in show(hanako, member).text


def test_a_search_looks_through_all_tasks_and_says_how_many_it_found(hanako: ReaderBrowser, member: Member) -> None:
    tag = tags.add(member, name="もちつき").tag_id
    add(member, "餅を丸める", description="もち米から")
    add(member, "きねを返す", status="done", end=day(-2), tags={tag})
    add(member, "もち米を買う", start=day(1))
    add(member, "うすを洗う", start=day(1))
    page = show(hanako, member, "q=%E3%82%82%E3%81%A1")
    assert titles(page) == ["もち米を買う", "餅を丸める", "きねを返す"]
    assert "<b>3 tasks</b> · “もち” · Everything" in page.text
    for number in range(30):
        add(member, f"もち {number:02}", start=day(2))
    page = show(hanako, member, "q=%E3%82%82%E3%81%A1")
    seen = titles(page)
    while more := re.search(r'href="([^"]+)" data-more', page.text):
        assert "<b>33 tasks</b>" in page.text
        page = hanako.get(unescape(more[1]))
        seen += titles(page)
    assert len(seen) == len(set(seen)) == 33


def test_words_that_find_nothing_can_be_added(hanako: ReaderBrowser, member: Member) -> None:
    add(member, "rice", start=day(0))
    page = show(hanako, member, "q=mochi+%26+tea")
    assert "Nothing found for “mochi &amp; tea”" in page.text
    link = re.search(r'href="([^"]+/add[?][^"]+)"', page.text)
    assert link
    assert "Add “mochi &amp; tea”" in page.text
    form = hanako.get(unescape(link[1]))
    assert ">mochi &amp; tea</textarea>" in form.text
    assert f'name="next" value="/tasks/{member.team_id}/list?q=mochi' in form.text


def test_several_change_together_and_are_taken_back_as_one(hanako: ReaderBrowser, member: Member) -> None:
    first, second = (add(member, name, start=day(0)) for name in ("first", "second"))
    page = show(hanako, member, "select=1")
    path = f"/tasks/{member.team_id}/several"
    marked = [first.task_id, second.task_id]
    done = send(hanako, page, path, {"marked": marked, "act": "status", "to_status": "done"})
    assert toast(done) == "Marked 2 as done."
    assert titles(done) == []
    back = hanako.send(done, f"/tasks/{member.team_id}/undo")
    assert titles(back) == ["first", "second"]


def test_those_that_can_not_change_are_told_and_stay_marked(hanako: ReaderBrowser, member: Member) -> None:
    fits, late = add(member, "fits", start=day(0)), add(member, "starts later", start=day(9))
    page = show(hanako, member, "select=1")
    path = f"/tasks/{member.team_id}/several"
    fields = {"marked": [fits.task_id, late.task_id], "act": "end", "to_end": day(2).isoformat()}
    left = send(hanako, page, path, fields)
    assert "1 left unchanged." in left.text
    checked = re.findall(r'name="marked" value="([^"]+)" checked', left.text)
    assert checked == [late.task_id]


@pytest.mark.parametrize("act", ["status", "end", "tag", "assignee"])
def test_what_no_list_would_send_changes_nothing(hanako: ReaderBrowser, member: Member, act: str) -> None:
    task = add(member, "as it was", start=day(0))
    page = show(hanako, member, "select=1")
    fields = {"marked": [task.task_id], "act": act, f"to_{act}": "\U0001f600" * 300}
    answer = send(hanako, page, f"/tasks/{member.team_id}/several", fields)
    assert answer.status_code in (200, 404, 422)
    assert member.store.one(design.task(member.team_id, task.task_id).consistently()) == task


def test_an_act_without_a_mark_says_so(hanako: ReaderBrowser, member: Member) -> None:
    add(member, "x", start=day(0))
    answer = send(hanako, show(hanako, member, "select=1"), f"/tasks/{member.team_id}/several", {"act": "trash"})
    assert "Select at least one task." in answer.text


def test_one_row_is_put_into_the_trash_from_its_menu(hanako: ReaderBrowser, member: Member) -> None:
    task = add(member, "off it goes", start=day(0))
    path = f"/tasks/{member.team_id}/several"
    answer = send(hanako, show(hanako, member), path, {"act": f"trash {task.task_id}"})
    assert toast(answer) == "Moved 1 task to trash."
    assert titles(answer) == []


def test_the_ring_goes_one_step_on(hanako: ReaderBrowser, member: Member) -> None:
    task = add(member, "begin it", start=day(0))
    page = show(hanako, member)
    assert f'value="{task.task_id} doing todo"' in page.text
    send(hanako, page, f"/tasks/{member.team_id}/status", {"set": f"{task.task_id} doing todo"})
    assert member.store.one(design.task(member.team_id, task.task_id).consistently()).status == "doing"


def test_nobody_else_sees_the_list_of_a_team(site: Library, hanako: ReaderBrowser, member: Member) -> None:
    add(member, "secret", start=day(0))
    taro = site.reader("taro")
    assert taro.get(f"/tasks/{member.team_id}/list").status_code == 404
    assert taro.post(f"/tasks/{member.team_id}/several", act="trash x").status_code in (403, 404)


def test_a_forged_cursor_begins_the_list_again(hanako: ReaderBrowser, member: Member) -> None:
    answer = show(hanako, member, "status=todo&cursor=forged")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/tasks/{member.team_id}/list?status=todo")


def test_titles_are_text_and_nothing_else(hanako: ReaderBrowser, member: Member) -> None:
    add(member, "<script>alert(1)</script>", start=day(0))
    assert "<script>alert" not in show(hanako, member, "q=%3Cscript%3Ealert").text


def test_ones_own_tasks_of_all_teams_are_grouped_by_when_they_are_due(
    hanako: ReaderBrowser, member: Member, site: Library
) -> None:
    owner = site.owner("hanako")
    other = membership.enter(owner, teams.create(owner, name="Family").team_id)
    for team, title, end in ((member, "late", -1), (other, "now", 0), (member, "soon", 2), (other, "far", 30)):
        add(team, title, end=day(end), assignee="hanako")
    add(member, "some day", assignee="hanako")
    add(member, "somebody's", end=day(0))
    page = hanako.get(f"/tasks?team={member.team_id}")
    assert titles(page) == ["late", "soon", "some day"]
    assert groups(page) == ["Overdue", "This week", "No date"]
    assert {"now", "far"} <= set(titles(hanako.get(f"/tasks?team={other.team_id}")))


def test_ones_own_done_tasks_are_a_view_of_their_own(hanako: ReaderBrowser, member: Member) -> None:
    add(member, "ready", assignee="hanako", status="done")
    assert "ready" in titles(hanako.get(f"/tasks?view=done&team={member.team_id}"))
    assert "ready" not in titles(hanako.get(f"/tasks?team={member.team_id}"))


@pytest.mark.parametrize(
    ("to_end", "other", "becomes"), [("2040-11-20", "", 5), ("other", "2040-11-21", 6), ("", "", None)]
)
def test_a_due_date_is_put_off_from_ones_own_tasks(
    hanako: ReaderBrowser, member: Member, to_end: str, other: str, becomes: int | None
) -> None:
    task = add(member, "put off", end=day(0), assignee="hanako")
    fields = {"next": "/tasks", "act": f"end {task.task_id}", "to_end": to_end, "other_end": other}
    answer = send(hanako, hanako.get("/tasks"), f"/tasks/{member.team_id}/several", fields)
    assert answer.url.path == "/tasks"
    after = member.store.one(design.task(member.team_id, task.task_id).consistently())
    assert after.end == (None if becomes is None else day(becomes))
