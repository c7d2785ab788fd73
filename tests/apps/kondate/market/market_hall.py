"""A market on a real engine: people who publish, and what is asked of the store meanwhile."""

from dataclasses import dataclass

from tests.apps.kondate.household import Household

from chabudai.apps.kondate.book.entities import CookStep, Profile, Recipe, RecipeSet
from chabudai.apps.kondate.main_table import Kind
from chabudai.apps.kondate.market import creators, publishing
from chabudai.apps.kondate.market.cards import Card
from chabudai.apps.kondate.market.drafts import PublishForm
from chabudai.common.owner import Owner

SECRET_STEP = "秘伝のたれを三日寝かせる"
SECRET_FOOD = "山椒の若芽"


@dataclass
class MarketHall:
    """`hanako` publishes; `taro` and others come to look."""

    home: Household

    @property
    def hanako(self) -> Owner:
        return self.home.owner()

    @property
    def taro(self) -> Owner:
        return self.owner("taro")

    def owner(self, username: str) -> Owner:
        return self.home.owner(username)

    def settle(self, *usernames: str) -> None:
        for username in usernames:
            self.home.live(2, username)

    def recipe(self, title: str = "肉じゃが", lines: str = "じゃがいも 3個\n牛肉 150g", **fields: object) -> Recipe:
        made = self.home.recipe(title, lines)
        self.home.store.write(Profile.update(user_id="hanako").add(own_recipes=1))
        return self.home.store.put(Recipe.model_validate({**made.model_dump(), **fields}))

    def secret_recipe(self, title: str = "うなぎのたれ") -> Recipe:
        return self.recipe(title, f"{SECRET_FOOD} 10g\n醤油 大さじ2", steps=(CookStep(text=SECRET_STEP),))

    def publish(self, row: Recipe | RecipeSet, price: int = 0) -> Card:
        creators.edit_creator(self.hanako, {"name": "花子の台所", "is_selling": True})
        kind: Kind = "RECIPE" if isinstance(row, Recipe) else "SET"
        item_id = row.recipe_id if isinstance(row, Recipe) else row.set_id
        self.home.clock.advance(seconds=1)
        return publishing.publish(self.hanako, kind, item_id, PublishForm(price=price, author_name="花子"))
