"""A site with kondate alone, somebody who cooks there, and what their pages show."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, timedelta
from html import unescape
from pathlib import Path

from httpx import Response
from tests.common import library
from tests.common.html_forms import forms_of
from tests.common.library import Library, ReaderBrowser

from chabudai.apps.kondate import app as kondate
from chabudai.apps.kondate.book import first_visit, recipes, sets
from chabudai.apps.kondate.book.entities import Recipe, RecipeSet
from chabudai.apps.kondate.kitchen import fridge, plans
from chabudai.apps.kondate.kitchen.entities import Dish, Plan
from chabudai.common.owner import Owner

TODAY = date(2040, 11, 15)


@dataclass
class Kitchen:
    """`browser` is Hanako's, who has the starter content."""

    site: Library
    browser: ReaderBrowser

    @property
    def owner(self) -> Owner:
        return self.site.owner("hanako")

    def get(self, path: str = "/kondate") -> Response:
        return self.browser.get(path)

    def post(self, path: str, **fields: str | list[str]) -> Response:
        """The answer is the page that it leads to."""
        token = next(
            form.fields["_csrf"] for form in forms_of(self.get("/kondate/sets/new").text) if "_csrf" in form.fields
        )
        answer = self.browser.ask("POST", path, data={"_csrf": token, **fields})
        return self.get(answer.headers["location"]) if answer.status_code == 303 else answer

    def recipe(self, title: str, lines: str = "豆腐 1丁", **given: object) -> Recipe:
        return recipes.add(self.owner, {"title": title, "ingredients": lines, "steps": "作る", "servings": 2, **given})

    def meal_set(self, title: str, *dishes: tuple[Recipe, int | None]) -> RecipeSet:
        named = [{"recipe_id": recipe.recipe_id, "day": day} for recipe, day in dishes]
        return sets.add(self.owner, {"title": title}, named)

    def begin(self, *titles: str, slot: str = "CURRENT", title: str = "三日の献立") -> list[Dish]:
        """A plan with a dish on each day from today."""
        dishes = [(self.recipe(each), day) for day, each in enumerate(titles, start=1)]
        made = self.meal_set(title, *dishes)
        chosen = plans.apply_set(
            self.owner, made.set_id, slot="NEXT" if slot == "NEXT" else "CURRENT", start=TODAY, leftover="drop"
        )
        return list(chosen.result.items)

    def plan(self, slot: str = "CURRENT") -> Plan:
        return plans.find_plans(self.owner)["NEXT" if slot == "NEXT" else "CURRENT"]

    def dish(self, title: str) -> Dish:
        every = [dish for plan in plans.find_plans(self.owner).values() for dish in plan.items]
        return next(dish for dish in every if dish.title == title)

    def clear(self) -> None:
        """Nothing is planned or in the fridge, and it is today."""
        self.site.clock.reset()
        for item in fridge.find_items(self.owner):
            fridge.take_out(self.owner, item.item_id)
        for slot in ("NEXT", "CURRENT"):
            plans.remove_plan(self.owner, "NEXT" if slot == "NEXT" else "CURRENT")


@contextmanager
def open_kitchen(folder: Path) -> Iterator[Kitchen]:
    with library.opened(folder, kondate.build) as site:
        for username in ("hanako", "taro"):
            owner = site.owner(username)
            first_visit.welcome(owner, name=username, language="ja", page_language="ja")
        yield Kitchen(site, site.reader("hanako", "ja"))


def tonight(page: Response) -> dict[str, bool]:
    """Dishes of tonight by their titles, and whether each is pressed."""
    rows = re.findall(r'<div class="dish-row.*?<a [^>]*>(.*?)</a>.*?aria-pressed="(\w+)"', page.text, re.DOTALL)
    return {unescape(title.replace("<wbr>", "")): pressed == "true" for title, pressed in rows}


def cards(page: Response) -> list[str]:
    found = re.findall(r'<li class="card dish-card.*?id="name-[^"]*">(.*?)</', page.text, re.DOTALL)
    return [unescape(title.replace("<wbr>", "")) for title in found]


def day_after(days: int) -> date:
    return TODAY + timedelta(days=days)
