"""The first pages of the team tasks: what stands around all of them, and who may see a team's."""

from tests.apps.tasks.site_house import SiteHouse, toasts

from chabudai.apps.tasks import tasks


def test_one_s_own_tasks_are_the_first_page(site: SiteHouse) -> None:
    team = site.team("sakura")
    tasks.add(team, title="のし紙を買う", assignee="sakura")
    page = site.browser("sakura", "ja").get("/tasks")
    assert "<h1>自分の仕事</h1>" in page.text
    assert "のし紙を買う" in page.text


def test_a_ring_sets_the_status_without_a_script_and_the_toast_takes_it_back(site: SiteHouse) -> None:
    team = site.team("sakura")
    task = tasks.add(team, title="のし紙を買う", assignee="sakura").task
    browser = site.browser("sakura")
    page = browser.press(f"/tasks/{team.team_id}/status", set=f"{task.task_id} done", next="/tasks")
    assert toasts(page) == ["Moved “のし紙を買う” to Done."]
    assert tasks.find_task(team, task.task_id).status == "done"
    browser.undo(page, team.team_id)
    assert tasks.find_task(team, task.task_id).status == "todo"


def test_a_team_is_not_there_for_whoever_is_not_in_it(site: SiteHouse) -> None:
    team = site.team("sakura")
    task = tasks.add(team, title="秘密").task
    answer = site.browser("mallory").send(f"/tasks/{team.team_id}/status", set=f"{task.task_id} done")
    assert answer.status_code == 404
    assert tasks.find_task(team, task.task_id).status == "todo"
