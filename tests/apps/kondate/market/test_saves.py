"""Saving: counted exactly however many do it at once, and the order by popularity with it."""

import threading
from collections.abc import Callable, Sequence

from tests.apps.kondate.market.market_hall import MarketHall

from chabudai.apps.kondate import design
from chabudai.apps.kondate.errors import NoSuchItem
from chabudai.apps.kondate.market import catalog, items, publishing, saves
from chabudai.apps.kondate.market.entities import CatalogRecipe
from chabudai.apps.kondate.market.recount import recount


def test_saving_twice_saves_once_and_the_answer_has_the_count(hall: MarketHall) -> None:
    draft = hall.recipe()
    hall.publish(draft)
    first = saves.save(hall.taro, "RECIPE", draft.recipe_id)
    again = saves.save(hall.taro, "RECIPE", draft.recipe_id)
    other = saves.save(hall.owner("jiro"), "RECIPE", draft.recipe_id)
    assert [(each.is_saved, each.saved_count) for each in (first, again, other)] == [(True, 1), (True, 1), (True, 2)]
    assert items.find_marks(hall.taro, catalog.find_newest(hall.home.store, "RECIPE").cards).saved == {draft.recipe_id}
    gone = [saves.unsave(hall.taro, "RECIPE", draft.recipe_id) for _ in range(2)]
    assert [(each.is_saved, each.saved_count) for each in gone] == [(False, 1), (False, 1)]


def test_many_people_at_once_are_counted_exactly_and_ordered_by_it(hall: MarketHall) -> None:
    drafts = [hall.recipe(f"料理{number}") for number in range(3)]
    for draft in drafts:
        hall.publish(draft)
    people = [f"p{number}" for number in range(12)]

    def visit(username: str) -> Callable[[], None]:
        number = int(username[1:])

        def act() -> None:
            for at, draft in enumerate(drafts):
                saves.save(hall.owner(username), "RECIPE", draft.recipe_id)
                if number % (at + 2) == 0:
                    saves.unsave(hall.owner(username), "RECIPE", draft.recipe_id)

        return act

    run_at_once([visit(each) for each in people] * 2)
    counted = {
        draft.title: sum(saves.find_saved(hall.owner(each), "RECIPE", draft.recipe_id) is not None for each in people)
        for draft in drafts
    }
    popular = catalog.find_popular(hall.home.store, "RECIPE").cards
    assert {card.title: card.saved_count for card in popular} == counted
    assert [card.saved_count for card in popular] == sorted(counted.values(), reverse=True)
    assert recount(hall.home.store) == []


def test_saving_while_it_is_being_unpublished_and_published_loses_nobody(hall: MarketHall) -> None:
    draft = hall.recipe()
    hall.publish(draft)
    people = [f"p{number}" for number in range(8)]
    saves.save(hall.taro, "RECIPE", draft.recipe_id)

    def turn() -> None:
        for _ in range(4):
            publishing.unpublish(hall.hanako, "RECIPE", draft.recipe_id)
            hall.publish(draft)

    def visit(username: str) -> Callable[[], None]:
        def act() -> None:
            saves_or_gone(hall, username, draft.recipe_id)

        return act

    run_at_once([turn, *(visit(each) for each in people)])
    holders = [
        each for each in ["taro", *people] if saves.find_saved(hall.owner(each), "RECIPE", draft.recipe_id) is not None
    ]
    (card,) = catalog.find_newest(hall.home.store, "RECIPE").cards
    assert card.saved_count == len(holders)


def test_counts_are_made_anew_from_the_rows(hall: MarketHall) -> None:
    draft = hall.recipe()
    card = hall.publish(draft)
    saves.save(hall.taro, "RECIPE", draft.recipe_id)
    wrong: object = hall.home.store.write(
        CatalogRecipe.update(created_at=card.created_at, recipe_id=draft.recipe_id).set(saved_count=7)
    )
    assert wrong
    assert len(recount(hall.home.store)) == 1
    assert catalog.find_popular(hall.home.store, "RECIPE").cards[0].saved_count == 1


def test_a_creator_is_told_once_a_day_that_something_was_saved(hall: MarketHall) -> None:
    draft = hall.recipe("肉じゃが")
    hall.publish(draft)
    for username in ("taro", "jiro", "hanako"):
        saves.save(hall.owner(username), "RECIPE", draft.recipe_id)
    told = list(hall.home.store.all(design.notifications("hanako")))
    assert [(each.kind, each.title, each.target_id) for each in told] == [("saved", "肉じゃが", draft.recipe_id)]


def saves_or_gone(hall: MarketHall, username: str, recipe_id: str) -> None:
    try:
        saves.save(hall.owner(username), "RECIPE", recipe_id)
    except NoSuchItem:
        return  # just then it was not published


def run_at_once(acts: Sequence[Callable[[], object]]) -> None:
    failures: list[BaseException] = []

    def guarded(act: Callable[[], object]) -> None:
        try:
            act()
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=guarded, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
