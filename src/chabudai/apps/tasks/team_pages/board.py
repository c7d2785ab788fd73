"""The board: three columns of tasks, their next pages, what has no date, and what became of cards that are shown."""

from collections.abc import Sequence
from typing import Annotated, Any, Final

from litestar import Response
from litestar.params import QueryParameter

from chabudai.apps.tasks import figures, members, tags
from chabudai.apps.tasks.entities import Tag, TeamUser
from chabudai.apps.tasks.errors import NoSuchTask
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.membership_proof import MembershipProofs
from chabudai.apps.tasks.messages import lazy
from chabudai.apps.tasks.pages.board_address import BoardAddress, BoardOrder
from chabudai.apps.tasks.pages.board_columns import BoardReader, Column, read_seen
from chabudai.apps.tasks.pages.cards import Names
from chabudai.apps.tasks.pages.looks import look_at_team
from chabudai.apps.tasks.pages.shell import Shell
from chabudai.apps.tasks.pages.tag_choices import choose_few
from chabudai.apps.tasks.team_pages.task_panel import panel_values_among
from chabudai.common.quick_add.forms import ONCE
from chabudai.table import Cursors
from chabudai.web.context import RequestContext
from chabudai.web.pages import Pages
from chabudai.web.routes import Injected, get
from chabudai.web.translations import Text

ORDERS: Final[dict[BoardOrder, Text]] = {
    "usual": lazy("Usual order"),
    "due": lazy("By due date"),
    "start": lazy("By start date"),
}


@get("/board")
def show_board(
    member: Injected[Member],
    shell: Injected[Shell],
    cursors: Injected[Cursors],
    proofs: Injected[MembershipProofs],
    context: Injected[RequestContext],
    pages: Injected[Pages],
    seen: Annotated[str | None, QueryParameter(name="seen")] = None,
) -> Response[str]:
    """The script asks for one column's next page, for what has no date, or says which cards it shows: `seen`."""
    address = BoardAddress.parse(context.query)
    total = figures.find_total(member)  # before the rest: what is written meanwhile is found by the next look
    people, known_tags = members.find_all(member), tags.find_all(member)
    names = Names.of(people, known_tags)
    reader = BoardReader(member, address, names, cursors)
    values: dict[str, Any] = {"team_id": member.team_id, "address": address, "once": ONCE}
    if context.is_swap and address.added:
        return pages.page("tasks/board_added.html", added=reader.added, **values)
    if context.is_swap and address.undated:
        return pages.page("tasks/board_fold.html", column=reader.find_undated(address.undated), **values)
    if context.is_swap and address.more:
        return pages.page("tasks/board_more.html", column=reader.find_column(address.more, total), **values)
    columns = reader.find_columns(total)
    others, movers, gone = reader.find_others(read_seen(seen or ""), columns)
    return pages.page(
        "tasks/board.html" if seen is None else "tasks/board_content.html",
        shell=shell,
        columns=columns,
        others=others,
        added=None,
        movers=movers,
        gone=gone,
        is_new=not (total.todo or total.doing or total.done),
        choices=choose_few(names.tags.values(), address.tags),
        orders=tuple(ORDERS.items()),
        day=member.today(),
        look=look_at_team(member, proofs, total),
        first=_first_column(columns, member),
        **_open_task(member, address, people, known_tags),
        **values,
    )


def _open_task(
    member: Member, address: BoardAddress, people: Sequence[TeamUser], known_tags: Sequence[Tag]
) -> dict[str, Any]:
    """What stands beside the board; nothing when it is nowhere any more."""
    here, closed = (each.within(member.team_id) for each in (address.but(task=address.task), address.but()))
    try:
        panel = panel_values_among(member, address.task, people, known_tags) if address.task else {"panel": None}
    except NoSuchTask:
        panel = {"panel": None}
    return {"here": here, "close_url": closed, **panel}


def _first_column(columns: tuple[Column, ...], member: Member) -> str:
    """On a phone that was never here: what one is at, if there is any."""
    is_at_it = any(
        card.assignee and card.assignee.user_id == member.user_id
        for column in columns
        if column.status == "doing"
        for card in column.cards
    )
    return "doing" if is_at_it else "todo"
