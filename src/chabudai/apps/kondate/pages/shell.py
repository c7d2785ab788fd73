"""What stands around every page of kondate: how much is to be bought, how many notices are new, how new it is."""

from dataclasses import dataclass

from chabudai.apps.kondate import design
from chabudai.apps.kondate.kitchen.entities import KitchenState
from chabudai.apps.kondate.market import notices
from chabudai.common.owner import Owner
from chabudai.common.unreadable_rows import get_readable
from chabudai.web.context import RequestContext
from chabudai.web.routes import Injected

REVISION_URL = "/kondate/revision"


@dataclass(frozen=True, slots=True)
class Shell:
    """`state` was read before the rest of the page: what is written meanwhile is found by the next look."""

    state: KitchenState
    unread: int
    look_url: str = REVISION_URL

    @property
    def lines_left(self) -> int:
        return self.state.lines_left

    @property
    def revision(self) -> int:
        return self.state.revision


def provide_shell(owner: Injected[Owner], context: Injected[RequestContext]) -> Shell:
    """A part that is swapped into a page shows no bell: what is new is not counted then."""
    return Shell(find_state(owner), 0 if context.is_swap else notices.count_unread(owner))


def find_state(owner: Owner) -> KitchenState:
    """As nothing was ever written where it can't be read: pages go on without it."""
    return get_readable(owner.store, design.kitchen_state(owner.username)) or KitchenState(user_id=owner.username)
