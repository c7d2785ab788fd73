"""The colours of people's faces."""

import re
from collections.abc import Sequence
from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st
from tests.apps.tasks.site_house import SiteHouse

from chabudai.apps.tasks import comments, members, tasks
from chabudai.apps.tasks.entities import TeamUser
from chabudai.apps.tasks.person_colours import COLOURS, choose_colours

PEOPLE = ("sakura", "ken", "yuta", "mika", "sora", "hana", "riku", "aoi")


def joined(user_ids: Sequence[str]) -> list[TeamUser]:
    """One after the other, each on another day."""
    return [
        TeamUser(
            team_id="t",
            user_id=user_id,
            user_name=user_id,
            role="member",
            joined_at=date(2040, 1, 1) + timedelta(days=number),
        )
        for number, user_id in enumerate(user_ids)
    ]


@given(st.lists(st.text("abcdefgh", min_size=1, max_size=4), unique=True, min_size=1, max_size=20))
def test_nobody_shares_a_colour_while_there_are_enough(user_ids: list[str]) -> None:
    rows = joined(user_ids)
    colours = choose_colours(reversed(rows))
    in_order = [colours[each] for each in user_ids]
    for start in range(0, len(in_order), len(COLOURS)):
        some = in_order[start : start + len(COLOURS)]
        assert len(set(some)) == len(some)
    assert choose_colours(rows[:-1]) == {each: colours[each] for each in user_ids[:-1]}  # a newcomer changes nobody's


def test_a_person_has_one_colour_on_all_pages_of_a_team(site: SiteHouse) -> None:
    team = site.team(*PEOPLE)
    for number, person in enumerate(PEOPLE):
        day = team.today() + timedelta(days=number - 2)
        task = tasks.add(team, title=person, status="doing", start=day, end=day, assignee=person).task
        comments.add(site.household.member(team.team_id, person), task.task_id, text="はい")
    browser = site.browser("sakura")
    expected = choose_colours(members.find_all(team))
    assert len(set(expected.values())) == len(PEOPLE)
    for place in ("board", "list", "list?select=1", "schedule?view=timeline", "members", "overview"):
        shown = faces(browser.get(f"/tasks/{team.team_id}/{place}").text)
        assert shown, place
        assert shown.items() <= expected.items(), place
    assert faces(browser.get(f"/tasks/{team.team_id}/task/{task.task_id}").text) == expected
    assert faces(browser.get(f"/tasks/{team.team_id}/members/{PEOPLE[-1]}/remove").text).items() <= expected.items()
    refused = site.browser("ken").get(f"/tasks/{team.team_id}/members/aoi/remove")
    assert faces(refused.text) == {"sakura": expected["sakura"]}


def faces(page: str) -> dict[str, str]:
    """Names, which are as ids here, and colours; one has the same wherever it stands."""
    found = set(re.findall(r'class="avatar[^>]* data-colour="(\w+)"[^>]* title="(\w+)"', page.partition("<main")[2]))
    named = {name.lower(): colour for colour, name in found}
    assert len(named) == len(found)
    return named
