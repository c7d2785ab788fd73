"""All tags of a team to choose from: opened over a board, a list or a task, which show only a few of many."""

from collections.abc import Collection
from typing import Any

from litestar import Response

from chabudai.apps.tasks import tags
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.pages.addresses import TaskListAddress
from chabudai.apps.tasks.pages.board_address import BoardAddress
from chabudai.apps.tasks.pages.cards import Names
from chabudai.apps.tasks.pages.shell import Shell
from chabudai.apps.tasks.team_pages.task_panel import read_task, task_url
from chabudai.web.context import RequestContext
from chabudai.web.pages import Pages
from chabudai.web.redirects import safe_next, see_other
from chabudai.web.routes import FromPath, FromQuery, Injected, get


@get("/board/tags")
def show_board_tags(
    member: Injected[Member], shell: Injected[Shell], pages: Injected[Pages], context: Injected[RequestContext]
) -> Response[str]:
    """Those that narrow a board."""
    address = BoardAddress.parse(context.query).but()
    back = address.within(member.team_id)
    return _show(pages, member, shell, "board", address.tags, back, fields=address.parameters())


@get("/board/filter")
def filter_board(
    member: Injected[Member], context: Injected[RequestContext], toggle: FromQuery[str] = ""
) -> Response[str]:
    """On to the board as its fields and the button that was pressed say it: `toggle` is a tag more, or one less."""
    address = BoardAddress.parse(context.query)
    return see_other((address.but_tag(toggle) if toggle else address.but()).within(member.team_id))


@get("/list/tags")
def show_list_tags(
    member: Injected[Member], shell: Injected[Shell], pages: Injected[Pages], context: Injected[RequestContext]
) -> Response[str]:
    """Those that narrow a list."""
    address = TaskListAddress.parse(context.query).but()
    back = f"/tasks/{member.team_id}{address.url}"
    return _show(pages, member, shell, "list", address.tags, back, fields=address.parameters())


@get("/list/filter")
def filter_list(
    member: Injected[Member], context: Injected[RequestContext], toggle: FromQuery[str] = ""
) -> Response[str]:
    return see_other(f"/tasks/{member.team_id}{TaskListAddress.parse(context.query).toggle_tag(toggle).url}")


@get("/task/{task_id:str}/tags")
def show_task_tags(
    task_id: FromPath[str],
    member: Injected[Member],
    shell: Injected[Shell],
    pages: Injected[Pages],
    next: FromQuery[str] = "",  # noqa: A002 (the address says so)
) -> Response[str]:
    """Those that a task has, and those that it could have."""
    task, own = read_task(member, task_id), task_url(member.team_id, task_id)
    return _show(pages, member, shell, "task", task.tags, safe_next(next, own), url=own)


def _show(
    pages: Pages, member: Member, shell: Shell, place: str, chosen: Collection[str], back: str, **values: Any
) -> Response[str]:
    labels = tuple(Names.of((), tags.find_all(member)).tags.values())
    return pages.page(
        "tasks/all_tags.html",
        shell=shell,
        base=f"/tasks/{member.team_id}",
        place=place,
        labels=labels,
        chosen=chosen,
        back=back,
        **values,
    )
