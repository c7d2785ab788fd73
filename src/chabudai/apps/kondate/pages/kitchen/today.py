"""Today: the set that is being cooked, tonight's dishes on their tray, the others as cards or a week, and the next."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import ClassVar, Final, Literal

from litestar import Response

from chabudai.apps.kondate import design
from chabudai.apps.kondate.kitchen import cooking_log
from chabudai.apps.kondate.kitchen.entities import Plan
from chabudai.apps.kondate.kitchen.plans import find_plans, find_tonight
from chabudai.apps.kondate.pages.kitchen import nudges
from chabudai.apps.kondate.pages.kitchen.set_cards import SetCard, suggest_cards
from chabudai.apps.kondate.pages.kitchen.shown_dishes import (
    Cupboard,
    ShownDish,
    TrayPlace,
    lay_tray,
    open_cupboard,
    show_dishes,
)
from chabudai.apps.kondate.pages.shell import Shell
from chabudai.common.owner import Owner
from chabudai.common.text import is_id
from chabudai.web.context import RequestContext
from chabudai.web.lists import ListAddress
from chabudai.web.offline import keep_offline
from chabudai.web.pages import Pages
from chabudai.web.routes import Injected, get

TODAY_URL: Final = "/kondate"
_WEEK: Final = 7
_FIRST_SETS: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class TodayAddress(ListAddress):
    """`began` takes back what ended the set before: its banner stands as long as that can be done."""

    PATH: ClassVar[str] = TODAY_URL

    view: Literal["cards", "week"] = "cards"
    began: str = ""


@dataclass(frozen=True, slots=True)
class ShownPlan:
    """`tonight`, `others` and `skipped` are all of its dishes."""

    plan: Plan
    tonight: tuple[ShownDish, ...]
    others: tuple[ShownDish, ...]
    skipped: tuple[ShownDish, ...]

    @property
    def counted(self) -> tuple[ShownDish, ...]:
        """Without those that are not cooked this time, in their own order."""
        shown = {each.dish.item_id: each for each in (*self.tonight, *self.others)}
        return tuple(shown[dish.item_id] for dish in self.plan.items if dish.item_id in shown)

    @property
    def cooked(self) -> int:
        return sum(each.dish.log_id is not None for each in self.counted)

    @property
    def is_finished(self) -> bool:
        return not any(dish.is_open for dish in self.plan.items)

    @property
    def servings(self) -> int | None:
        """How many eat, where it is the same for all dishes."""
        said = {each.dish.servings for each in self.counted}
        return said.pop() if len(said) == 1 else None

    @property
    def minutes_left(self) -> int:
        return sum(each.dish.minutes or 0 for each in self.tonight if each.dish.is_open)

    @property
    def tray(self) -> list[TrayPlace]:
        return lay_tray(self.tonight)


@dataclass(frozen=True, slots=True)
class WeekColumn:
    """`day` is None for dishes without one, and for those that stand outside of the week."""

    day: date | None
    dishes: tuple[ShownDish, ...]


@get("/")
def show_today(
    owner: Injected[Owner],
    shell: Injected[Shell],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    address = TodayAddress.parse(context.query)
    plans = find_plans(owner)
    cupboard = open_cupboard(owner, [dish.recipe_id for plan in plans.values() for dish in plan.items])
    current, following = (_show(plans.get(slot), cupboard, owner) for slot in ("CURRENT", "NEXT"))
    dishes = (*current.tonight, *current.others) if current else ()
    return keep_offline(
        pages.page(
            "kondate/today.html",
            today=owner.today(),
            current=current,
            following=following,
            suggested=_suggest(owner, current),
            shopping=nudges.describe_shopping(owner, shell.state),
            fridge=nudges.describe_fridge(owner, shell.state, dishes),
            week=lay_week(current, owner.today()) if address.view == "week" and current else None,
            is_new=not plans and shell.revision == 0,
            undo_of_begin=address.began if _can_take_back(owner, address.began) else None,
            shell=shell,
        )
    )


def lay_week(shown: ShownPlan, today: date) -> list[WeekColumn]:
    """Seven days from the first of the set, or from today if that is long ago; then what stands on none of them."""
    dishes = shown.counted
    first = min((each.dish.day for each in dishes if each.dish.day is not None), default=today)
    start = first if first <= today < first + timedelta(days=_WEEK) else today
    days = [start + timedelta(days=number) for number in range(_WEEK)]
    columns = [WeekColumn(day, tuple(each for each in dishes if each.dish.day == day)) for day in days]
    return [*columns, WeekColumn(None, tuple(each for each in dishes if each.dish.day not in days))]


def _show(plan: Plan | None, cupboard: Cupboard, owner: Owner) -> ShownPlan | None:
    if plan is None or not plan.items:
        return None
    today = owner.today()
    is_cooked_today = any(dish.cooked_on == today for dish in plan.items)
    logs = cooking_log.find_day(owner, today) if is_cooked_today else ()
    shown = show_dishes(plan, cupboard, logs)
    tonight = {dish.item_id for dish in find_tonight(plan, today)}
    others = [each for each in shown if each.dish.item_id not in tonight and not each.dish.is_skipped]
    return ShownPlan(
        plan,
        tuple(each for each in shown if each.dish.item_id in tonight),
        tuple(sorted(others, key=_by_day)),
        tuple(each for each in shown if each.dish.is_skipped),
    )


def _by_day(shown: ShownDish) -> tuple[bool, date]:
    """What is still to be cooked first, each by its day; those without one last."""
    return shown.dish.log_id is not None, shown.dish.day or date.max


def _suggest(owner: Owner, current: ShownPlan | None) -> list[SetCard]:
    """Where nothing is left to be cooked: what could come next."""
    if current is not None and not current.is_finished:
        return []
    return suggest_cards(owner, _FIRST_SETS, but=None if current is None else current.plan.set_id)


def _can_take_back(owner: Owner, undo_id: str) -> bool:
    if not is_id(undo_id):
        return False
    record = owner.store.get(design.undo_record(owner.username, undo_id))
    return record is not None and record.act == "cook" and record.expires_at > owner.clock().timestamp()
