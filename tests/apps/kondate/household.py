"""A household that cooks, on a real engine: recipes by their lines, and what stands on its list and in its fridge."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from tests.adapters.clocks import SettableClock

from chabudai.apps.kondate import design
from chabudai.apps.kondate.amounts import read_ingredients, show_amount
from chabudai.apps.kondate.book.entities import CookStep, Profile, Recipe, RecipeSet, SetDish
from chabudai.apps.kondate.book.ingredients import store_line
from chabudai.apps.kondate.kitchen import fridge, plans, shopping
from chabudai.apps.kondate.kitchen.entities import Dish, FridgeItem, Measure, ShoppingItem
from chabudai.apps.kondate.kitchen.measures import amount_of
from chabudai.common.owner import Owner
from chabudai.table import BatchWrite, Put, TypedStore
from chabudai.web import zones

NOON = datetime(2040, 11, 19, 3, microsecond=250_000, tzinfo=UTC)
"""A Monday, at noon in Tokyo; far ahead, so that the store finds nothing expired."""


@dataclass
class Household:
    """`hanako` cooks; others are made by their names."""

    store: TypedStore
    clock: SettableClock

    def owner(self, username: str = "hanako") -> Owner:
        return Owner(self.store, username, self.clock, zones.TOKYO)

    def live(self, servings: int, username: str = "hanako", **said: object) -> None:
        """Somebody who said how many eat at home."""
        now = self.clock().replace(microsecond=0)
        row = {
            "user_id": username,
            "name": username,
            "servings": servings,
            "created_at": now,
            "updated_at": now,
            **said,
        }
        self.store.put(Profile.model_validate(row))

    def recipe(self, title: str, lines: str, *, servings: int = 2, username: str = "hanako") -> Recipe:
        now = self.clock().replace(microsecond=0)
        return self.store.insert(
            Recipe(
                user_id=username,
                title=title,
                servings=servings,
                ingredients=tuple(store_line(line) for line in read_ingredients(lines)),
                steps=(CookStep(text="作る"),),
                created_at=now,
                updated_at=now,
            )
        )

    def meal_set(self, title: str, recipes: Sequence[Recipe], days: Sequence[int | None] = ()) -> RecipeSet:
        now = self.clock().replace(microsecond=0)
        numbers = [*days, *[None] * len(recipes)]
        dishes = tuple(
            SetDish(recipe_id=recipe.recipe_id, day=day) for recipe, day in zip(recipes, numbers, strict=False)
        )
        made = RecipeSet(user_id="hanako", title=title, dishes=dishes, created_at=now, updated_at=now)
        return self.store.insert(made)

    def write_down(self, count: int, name: str = "品", **said: object) -> list[str]:
        """So many lines of one's own at once, by their ids."""
        now = self.clock().replace(microsecond=0)
        row = {"user_id": "hanako", "is_manual": True, "created_at": now, "updated_at": now, **said}
        lines = [ShoppingItem.model_validate({**row, "name": f"{name}{number}"}) for number in range(count)]
        self.store.batch_write(BatchWrite(tuple(map(Put, lines))))
        return [line.item_id for line in lines]

    def put_in(self, names: Sequence[str], **said: object) -> list[str]:
        """These into the fridge at once, a piece of each, by their ids."""
        now = self.clock().replace(microsecond=0)
        row = {"user_id": "hanako", "amount": "1", "unit": "ko", "created_at": now, "updated_at": now, **said}
        items = [FridgeItem.model_validate({**row, "name": name}) for name in names]
        self.store.batch_write(BatchWrite(tuple(map(Put, items))))
        return [item.item_id for item in items]

    def dish(self, title: str) -> Dish:
        """Of the current plan or the next."""
        found = [dish for plan in plans.find_plans(self.owner()).values() for dish in plan.items if dish.title == title]
        return found[0]

    def line(self, name: str) -> ShoppingItem:
        (found,) = [line for line in shopping.find_lines(self.owner()) if line.name == name]
        return found

    def shopping(self) -> dict[str, str]:
        """What is to be bought, with ✓ before what is in the basket."""
        lines = [line for line in shopping.find_lines(self.owner()) if line.is_shown]
        return {("✓" if line.done else "") + line.name: described(line) for line in lines}

    def fridge(self) -> dict[str, str]:
        """Several items of one name are told one after the other."""
        found: dict[str, str] = {}
        for item in fridge.find_items(self.owner()):
            text = shown(Measure(value=item.amount, unit=item.unit or "")) if item.amount else item.quantity
            found[item.name] = f"{found[item.name]} + {text}" if item.name in found else text
        return found

    def item(self, name: str) -> FridgeItem:
        return next(item for item in fridge.find_items(self.owner()) if item.name == name)

    def revision(self) -> int:
        state = self.store.get(design.kitchen_state("hanako"))
        return 0 if state is None else state.revision


def described(line: ShoppingItem) -> str:
    return " + ".join(map(shown, line.measures)) or line.quantity


def shown(measure: Measure) -> str:
    return show_amount(amount_of(measure), "ja")
