"""What of a recipe is at home, should be there anyway, or is missing: put on the shopping list, and off again."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal, TypeAlias

from chabudai.apps.kondate.book.cookable import Larder, open_larder
from chabudai.apps.kondate.book.entities import Recipe
from chabudai.apps.kondate.book.ingredients import amount_of
from chabudai.apps.kondate.errors import ListFull
from chabudai.apps.kondate.kitchen import foods
from chabudai.apps.kondate.kitchen.acts import Outcome, act
from chabudai.apps.kondate.kitchen.demand import Stock
from chabudai.apps.kondate.kitchen.draft import Draft, moment
from chabudai.apps.kondate.kitchen.entities import Measure, ShoppingItem
from chabudai.apps.kondate.kitchen.measures import measure_of, subtract
from chabudai.apps.kondate.kitchen.shopping import MOST_LINES
from chabudai.common.owner import Owner
from chabudai.table import ulid

Supply: TypeAlias = Literal["home", "buy", "staple"]


def find_supplies(larder: Larder, recipe: Recipe, servings: int) -> Mapping[str, Supply]:
    """Of each food, by its folded name. What is only said, 適量, has to be there too, if it is no staple."""
    missing = {foods.fold(name) for name in larder.look_up(recipe, servings).missing}
    found: dict[str, Supply] = {}
    for each in recipe.ingredients:
        folded = foods.fold(each.name)
        if foods.is_staple(each.name, larder.profile):
            found[folded] = "staple"
        else:
            found[folded] = "home" if folded in larder.items and folded not in missing else "buy"
    return found


def write_down_missing(owner: Owner, recipe: Recipe, servings: int) -> Outcome[list[ShoppingItem]]:
    """As lines of one's own, less what is at home; what stands on the list already is not added again."""
    larder = open_larder(owner)
    supplies = find_supplies(larder, recipe, servings)

    def decide(draft: Draft) -> list[ShoppingItem]:
        listed = {foods.fold(line.name) for line in draft.lines if line.is_shown}
        wanted = [name for name, supply in supplies.items() if supply == "buy" and name not in listed]
        if len(list(draft.lines)) + len(wanted) > MOST_LINES:
            raise ListFull(MOST_LINES)
        return [draft.put(_line(draft, larder, recipe, name, servings)) for name in wanted]

    return act(owner, "write_down_missing", decide)


def take_off_missing(owner: Owner, recipe: Recipe, servings: int) -> Outcome[None]:
    """Lines that somebody wrote down and nobody has bought; what dishes want stays."""
    supplies = find_supplies(open_larder(owner), recipe, servings)

    def decide(draft: Draft) -> None:
        for line in list(draft.lines):
            if line.is_manual and not line.done and supplies.get(foods.fold(line.name)) == "buy":
                draft.drop(line)

    return act(owner, "take_off_missing", decide)


def _line(draft: Draft, larder: Larder, recipe: Recipe, folded: str, servings: int) -> ShoppingItem:
    same = [each for each in recipe.ingredients if foods.fold(each.name) == folded]
    factor = Fraction(servings, recipe.servings)
    amounts = [amount for each in same if (amount := amount_of(each)) is not None]
    wanted: list[Measure] = [measure_of(amount.times(factor)) for amount in amounts]
    stock = larder.stocks.get(folded, Stock((), is_there=False))
    now = moment(draft.owner)
    return ShoppingItem(
        user_id=draft.owner.username,
        item_id=ulid(),
        name=same[0].name,
        quantity="" if wanted else same[0].quantity[:80],
        measures=subtract(wanted, stock.measures),
        shelf=foods.shelf_of(same[0].name, draft.profile),
        is_manual=True,
        created_at=now,
        updated_at=now,
    )
