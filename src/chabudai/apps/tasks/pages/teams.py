"""Making a team, and going from one to another."""

from dataclasses import dataclass
from typing import Annotated, Final

from litestar import Response
from litestar.params import QueryParameter

from chabudai.apps.tasks import design, teams
from chabudai.apps.tasks.pages.shell import Shell
from chabudai.common.owner import Owner
from chabudai.web.answers import submit
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.routes import Injected, get, post

_TABS: Final = ("board", "list", "schedule", "overview", "members", "settings", "trash", "files")
"""What one looks at stays the same in another team."""


@dataclass(frozen=True, slots=True)
class TeamLine:
    """`open` is how many of its tasks are not done."""

    team_id: str
    name: str
    url: str
    open: int


@get("/teams")
def show_teams(
    owner: Injected[Owner],
    shell: Injected[Shell],
    pages: Injected[Pages],
    tab: Annotated[str, QueryParameter(name="tab")] = "",
    team: Annotated[str, QueryParameter(name="team")] = "",
) -> Response[str]:
    """What the switch in the bar opens, and a page of its own where there is no script.

    `tab` and `team` say where it is opened.
    """
    lines = _lines(owner, tab if tab in _TABS else "board")
    here = next((line for line in lines if line.team_id == team), None)
    present = here.team_id if here else shell.team_id
    return pages.page_or_part("tasks/teams.html", "tasks/team_menu.html", shell=shell, lines=lines, present=present)


def _lines(owner: Owner, tab: str) -> tuple[TeamLine, ...]:
    found = teams.find_all(owner)
    totals = owner.store.batch(design.totals([row.team_id for row in found])) if found else []
    return tuple(
        TeamLine(
            row.team_id,
            row.team_name,
            f"/tasks/{row.team_id}/{tab}",
            0 if total is None else total.todo + total.doing,
        )
        for row, total in zip(found, totals, strict=True)
    )


@get("/teams/new")
def show_new_team(shell: Injected[Shell], pages: Injected[Pages]) -> Response[str]:
    return _show_form(pages, shell, Form())


@post("/teams/new")
def create_team(
    owner: Injected[Owner], shell: Injected[Shell], form: Injected[Form], pages: Injected[Pages]
) -> Response[str]:
    def act() -> Response[str]:
        team = teams.create(owner, name=form["name"])
        return see_other(f"/tasks/{team.team_id}/board")

    return submit(form, act, lambda again: _show_form(pages, shell, again))


def _show_form(pages: Pages, shell: Shell, form: Form) -> Response[str]:
    return pages.page("tasks/new_team.html", shell=shell, form=form)
