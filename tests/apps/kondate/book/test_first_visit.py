"""The first visit: a row and the starter content, once, whoever races and whatever is killed; later the row follows."""

import threading
from dataclasses import replace
from zoneinfo import ZoneInfo

import pytest
from tests.adapters.clocks import SettableClock
from tests.apps.kondate.household import Household

from chabudai.apps.kondate import design, starter
from chabudai.apps.kondate.book import first_visit, recipes
from chabudai.apps.kondate.book.entities import Profile
from chabudai.common.owner import Owner
from chabudai.table import Transaction
from chabudai.web import zones


def visit(home: Household, username: str = "taro", language: str | None = "ja", name: str = "太郎") -> Profile:
    return first_visit.welcome(home.owner(username), name=name, language=language, page_language="ja")


def find_recipes(home: Household, username: str = "taro") -> list[str]:
    return [recipe.title for recipe in home.store.all(design.recipes(username))]


def find_sets(home: Household, username: str = "taro") -> list[str]:
    return [each.title for each in home.store.all(design.sets(username))]


def test_a_newcomer_has_the_whole_starter_content_in_its_own_order(home: Household) -> None:
    profile = visit(home)
    assert (profile.name, profile.language, profile.zone, profile.starter_left) == ("太郎", "ja", "Asia/Tokyo", 0)
    assert find_recipes(home) == [recipe.title for recipe in starter.load_recipes("ja")]
    assert find_sets(home) == [each.title for each in starter.load_sets("ja")]
    categories = list(home.store.all(design.categories("taro", "book")))
    assert {(each.kind, each.name) for each in categories} == {
        (each.kind, each.name) for each in starter.load_categories("ja")
    }


def test_recipes_of_the_starter_are_whole_and_stand_in_their_categories(home: Household) -> None:
    visit(home, language="en")
    by_id = {each.category_id: each.kind for each in home.store.all(design.categories("taro", "book"))}
    written = {recipe.key: recipe for recipe in starter.load_recipes("en")}
    for found in home.store.all(design.recipes("taro")):
        given = written[found.starter_key or ""]
        assert (found.title, found.origin, by_id[found.category_id or ""]) == (given.title, "starter", given.kind)
        assert [each.name for each in found.ingredients] == [each.line.name for each in given.ingredients]
        assert [step.text for step in found.steps] == [step.text for step in given.steps]


def test_sets_of_the_starter_name_recipes_that_are_there(home: Household) -> None:
    visit(home)
    ids = {recipe.recipe_id for recipe in home.store.all(design.recipes("taro"))}
    sets = list(home.store.all(design.sets("taro")))
    assert {dish.recipe_id for each in sets for dish in each.dishes} <= ids
    assert [len(each.dishes) for each in sets] == [len(each.dishes) for each in starter.load_sets("ja")]


def test_the_language_of_the_page_serves_whoever_has_chosen_none(home: Household) -> None:
    profile = first_visit.welcome(home.owner("taro"), name="Taro", language=None, page_language="en")
    assert profile.language == "en"
    assert find_recipes(home)[0] == starter.load_recipes("en")[0].title


def test_a_second_visit_writes_nothing_and_brings_nothing_back(home: Household, clock: SettableClock) -> None:
    visit(home)
    gone = home.store.first(design.recipes("taro"))
    assert gone is not None
    recipes.delete(home.owner("taro"), gone.recipe_id)
    before = visit(home)
    clock.advance(days=3)
    assert visit(home) == before
    assert gone.title not in find_recipes(home)


def test_the_row_follows_later_changes_of_the_account(home: Household) -> None:
    visit(home)
    moved = Owner(home.store, "taro", home.clock, zones.find_or("Europe/Paris", zones.TOKYO))
    first_visit.welcome(moved, name="Taro", language="en", page_language="ja")
    found = home.store.one(design.profile("taro"))
    assert (found.name, found.language, found.zone) == ("Taro", "en", "Europe/Paris")
    assert first_visit.welcome(moved, name="Taro", language=None, page_language="ja").language == "en"


def test_people_have_ids_of_their_own(home: Household) -> None:
    visit(home)
    visit(home, "jiro")
    ids = [{recipe.recipe_id for recipe in home.store.all(design.recipes(who))} for who in ("taro", "jiro")]
    assert ids[0].isdisjoint(ids[1])


def test_first_visits_that_race_leave_one_book(home: Household) -> None:
    ready = threading.Barrier(6)
    failures: list[BaseException] = []

    def come() -> None:
        ready.wait()
        try:
            visit(home)
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=come) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert find_recipes(home) == [recipe.title for recipe in starter.load_recipes("ja")]
    assert len(find_sets(home)) == len(starter.load_sets("ja"))


class Killed(Exception):
    """As if the process ended at this moment."""


class MortalStore:
    """The store of a household that dies after so many transactions."""

    def __init__(self, home: Household, lives: int) -> None:
        self._store, self._lives = home.store, lives

    def transact(self, plan: Transaction) -> None:
        if self._lives == 0:
            raise Killed
        self._lives -= 1
        self._store.transact(plan)

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)


@pytest.mark.parametrize("lives", [0, 1])
def test_a_first_visit_that_is_killed_is_finished_by_the_next(home: Household, lives: int) -> None:
    mortal = Owner(MortalStore(home, lives), "taro", home.clock, zones.TOKYO)  # type: ignore[arg-type]
    with pytest.raises(Killed):
        first_visit.welcome(mortal, name="太郎", language="ja", page_language="ja")
    assert len(find_recipes(home)) < len(starter.load_recipes("ja"))
    visit(home)
    assert find_recipes(home) == [recipe.title for recipe in starter.load_recipes("ja")]
    assert len(list(home.store.all(design.categories("taro", "book")))) == 6


def test_whoever_is_new_or_moves_settles_in_once(home: Household) -> None:
    settled: list[str] = []

    def visit(owner: Owner) -> None:
        first_visit.welcome(
            owner,
            name="Taro",
            language="ja",
            page_language="ja",
            settle_in=lambda each: settled.append(each.zone.key),
        )

    taro = home.owner("taro")
    visit(taro)
    visit(taro)
    home.clock.advance(days=1)
    visit(replace(taro, zone=ZoneInfo("Europe/Paris")))
    visit(replace(taro, zone=ZoneInfo("Europe/Paris")))
    assert settled == ["Asia/Tokyo", "Europe/Paris"]
