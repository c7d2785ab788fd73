"""Today: the set that is being cooked, tonight's dishes, the others, and what comes next."""

from dataclasses import dataclass

from litestar import Response

from chabudai.apps.kondate.drawing.cloths import choose_cloths
from chabudai.apps.kondate.kitchen.entities import Dish, Plan
from chabudai.apps.kondate.kitchen.plans import find_plans, find_tonight
from chabudai.apps.kondate.pages.shell import Shell
from chabudai.apps.kondate.pictures import FALLBACK, picture_file
from chabudai.common.owner import Owner
from chabudai.web.pages import Pages
from chabudai.web.routes import Injected, get


@dataclass(frozen=True, slots=True)
class ShownDish:
    """`picture` is a file of the app's static folder, `cloth` what it stands on."""

    dish: Dish
    picture: str
    cloth: str


@dataclass(frozen=True, slots=True)
class ShownPlan:
    """`tonight` and `others` are all of its dishes but those that are left out this time."""

    plan: Plan
    tonight: tuple[ShownDish, ...]
    others: tuple[ShownDish, ...]

    @property
    def dishes(self) -> int:
        return len(self.tonight) + len(self.others)

    @property
    def cooked(self) -> int:
        return sum(each.dish.log_id is not None for each in (*self.tonight, *self.others))


@get("/")
def show_today(owner: Injected[Owner], shell: Injected[Shell], pages: Injected[Pages]) -> Response[str]:
    plans = find_plans(owner)
    return pages.page(
        "kondate/today.html",
        today=owner.today(),
        current=_show(plans.get("CURRENT"), owner),
        following=_show(plans.get("NEXT"), owner),
        shell=shell,
    )


def _show(plan: Plan | None, owner: Owner) -> ShownPlan | None:
    if plan is None or not plan.items:
        return None
    dishes = [dish for dish in plan.items if not dish.is_skipped]
    pictures = [dish.picture or FALLBACK for dish in dishes]
    cloths = choose_cloths([picture.kind for picture in pictures], across=2)
    shown = [
        ShownDish(dish, f"kondate/{picture_file(picture)}", cloth)
        for dish, picture, cloth in zip(dishes, pictures, cloths, strict=True)
    ]
    tonight = {dish.item_id for dish in find_tonight(plan, owner.today())}
    return ShownPlan(
        plan,
        tuple(each for each in shown if each.dish.item_id in tonight),
        tuple(each for each in shown if each.dish.item_id not in tonight),
    )
