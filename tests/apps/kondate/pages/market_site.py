"""A site with kondate alone, where Hanako publishes and Taro looks."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from httpx import Response
from tests.common import library
from tests.common.html_forms import forms_of
from tests.common.library import SITE, Library, ReaderBrowser

from chabudai.apps.kondate import app as kondate
from chabudai.apps.kondate.book import recipes, sets
from chabudai.apps.kondate.book.entities import Profile, Recipe, RecipeSet
from chabudai.apps.kondate.main_table import Kind
from chabudai.apps.kondate.market import creators, publishing
from chabudai.apps.kondate.market.drafts import PublishForm
from chabudai.common.owner import Owner

SECRET_STEP = "秘伝のたれを三日寝かせる"
SECRET_FOOD = "山椒の若芽"


@dataclass
class Market:
    """`hanako` and `taro` are their browsers, in Japanese and without scripts."""

    site: Library
    hanako: ReaderBrowser
    taro: ReaderBrowser

    def owner(self, username: str = "hanako") -> Owner:
        return self.site.owner(username)

    def recipe(self, title: str = "肉じゃが", lines: str = "じゃがいも 3個\n牛肉 150g", **given: object) -> Recipe:
        said = {"title": title, "ingredients": lines, "steps": "切る\n\n煮る", "servings": 2, "minutes": 30}
        return recipes.add(self.owner(), {**said, **given})

    def secret_recipe(self, title: str = "うなぎのたれ") -> Recipe:
        return self.recipe(title, f"{SECRET_FOOD} 10g\n醤油 大さじ2", steps=SECRET_STEP)

    def meal_set(self, title: str, *dishes: Recipe) -> RecipeSet:
        named = [{"recipe_id": dish.recipe_id, "day": day} for day, dish in enumerate(dishes, start=1)]
        return sets.add(self.owner(), {"title": title}, named)

    def publish(self, row: Recipe | RecipeSet, price: int = 0) -> str:
        """The address of its page."""
        creators.edit_creator(self.owner(), {"name": "花子の台所", "is_selling": True})
        kind: Kind = "RECIPE" if isinstance(row, Recipe) else "SET"
        item_id = row.recipe_id if isinstance(row, Recipe) else row.set_id
        self.site.clock.pass_by(seconds=1)
        publishing.publish(self.owner(), kind, item_id, PublishForm(price, author_name="花子"))
        return f"/kondate/discover/{'recipes' if kind == 'RECIPE' else 'sets'}/{item_id}"


def post(browser: ReaderBrowser, path: str, **fields: str) -> Response:
    """A form with some page's token; the answer as it is, also where it leads elsewhere."""
    page = browser.get("/kondate/creator")
    token = next(form.fields["_csrf"][0] for form in forms_of(page.text) if "_csrf" in form.fields)
    return browser.ask("POST", path, data={"_csrf": token, **fields})


def follow(browser: ReaderBrowser, answer: Response) -> Response:
    """The page that a form leads to."""
    assert answer.status_code == 303, answer.text
    return browser.get(answer.headers["location"].removeprefix(SITE))


@contextmanager
def open_market(folder: Path) -> Iterator[Market]:
    with library.opened(folder, kondate.build) as site:
        yield Market(site, site.reader("hanako", "ja"), site.reader("taro", "ja"))


def begin(market: Market) -> Market:
    """Nothing is published, and both have a book without the starter content, which takes its time."""
    site = market.site
    site.clock.reset()
    for row in site.store.raw.call("Scan", {"TableName": "MainTable"})["Items"]:
        key = {name: row[name] for name in ("PK", "SK")}
        site.store.raw.call("DeleteItem", {"TableName": "MainTable", "Key": key})
    now = site.clock()
    for username in ("hanako", "taro"):
        site.store.put(Profile(user_id=username, name=username, zone="Asia/Tokyo", created_at=now, updated_at=now))
    return Market(site, site.reader("hanako", "ja"), site.reader("taro", "ja"))
