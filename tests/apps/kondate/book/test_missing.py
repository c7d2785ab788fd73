"""What of a recipe is missing at home: told, put on the list, and off again; and how kanji are said."""

import pytest
from tests.apps.kondate.household import Household

from chabudai.apps.kondate import undo
from chabudai.apps.kondate.book import missing, recipes
from chabudai.apps.kondate.book.cookable import open_larder
from chabudai.apps.kondate.book.readings import spell
from chabudai.apps.kondate.errors import ListFull
from chabudai.apps.kondate.kitchen import fridge, shopping
from chabudai.apps.kondate.kitchen.shopping import Tick


def test_every_food_is_at_home_to_buy_or_a_staple(home: Household) -> None:
    recipe = home.recipe("豚汁", "豆腐 1丁\n豚肉 200g\n塩 少々\n香菜 適量")
    fridge.put_in(home.owner(), "豆腐 1丁")
    fridge.put_in(home.owner(), "香菜")
    assert missing.find_supplies(open_larder(home.owner()), recipe, 2) == {
        "豆腐": "home",
        "豚肉": "buy",
        "塩": "staple",
        "香菜": "home",
    }
    assert missing.find_supplies(open_larder(home.owner()), recipe, 4)["豆腐"] == "buy"


def test_what_is_missing_is_written_down_once_and_can_be_undone(home: Household) -> None:
    recipe = home.recipe("豚汁", "豆腐 1丁\n豚肉 200g\n豚肉 50g")
    fridge.put_in(home.owner(), "豆腐 1丁")
    written = missing.write_down_missing(home.owner(), recipe, 4)
    assert home.shopping() == {"豆腐": "1丁", "豚肉": "500g"}
    assert missing.write_down_missing(home.owner(), recipe, 4).undo_id is None
    assert written.undo_id
    undo.take_back(home.owner(), written.undo_id)
    assert home.shopping() == {}


def test_only_what_somebody_wrote_and_nobody_bought_comes_off(home: Household) -> None:
    recipe = home.recipe("豚汁", "豆腐 1丁\n豚肉 200g")
    shopping.write_down(home.owner(), "牛乳 1本")
    missing.write_down_missing(home.owner(), recipe, 2)
    shopping.tick(home.owner(), [Tick(home.line("豚肉").item_id, done=True)])
    missing.take_off_missing(home.owner(), recipe, 2)
    assert {line.name for line in shopping.find_lines(home.owner())} == {"牛乳", "豚肉"}


def test_a_full_list_takes_nothing_of_it(home: Household, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(missing, "MOST_LINES", 1)
    with pytest.raises(ListFull):
        missing.write_down_missing(home.owner(), home.recipe("豚汁", "豆腐 1丁\n豚肉 200g"), 2)
    assert home.shopping() == {}


@pytest.mark.parametrize(
    ("words", "title"),
    [("とり", "鶏の照り焼き"), ("なす", "茄子の揚げびたし"), ("茄子", "なすの味噌汁"), ("ミソ", "なすの味噌汁")],
)
def test_foods_are_found_as_they_are_said(home: Household, words: str, title: str) -> None:
    book = [home.recipe(each, "塩 少々") for each in ("鶏の照り焼き", "茄子の揚げびたし", "なすの味噌汁", "プリン")]
    found = [recipe.title for recipe in recipes.search(book, words)]
    assert title in found
    assert "プリン" not in found


def test_the_longest_word_is_read_first() -> None:
    assert spell("牛蒡と牛乳") == "ごぼうとぎゅうにゅう"
