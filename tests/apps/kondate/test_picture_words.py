"""Which drawing a title calls for: over all starter recipes, and dishes that people write themselves."""

import pytest

from chabudai.apps.kondate.picture_words import BY_KIND, FILE, OTHERWISE, guess_picture
from chabudai.apps.kondate.pictures import PICTURES, read_picture
from chabudai.apps.kondate.starter import LANGUAGES, StarterRecipe, load_recipes

RECIPES = [recipe for language in LANGUAGES for recipe in load_recipes(language)]
OTHERS = {
    "肉じゃがコロッケ": "croquette",
    "海老とブロッコリーのグラタン": "gratin",
    "きのこの和風パスタ": "pasta:cream",
    "鶏の水炊き": "nabe",
    "カレーうどん": "udon",
    "麻婆なす": "mapo",
    "なすのみそ汁": "miso",
    "焼きなす": "aubergine",
    "しじみの味噌汁": "miso:clam",
    "栗ごはん": "rice:mixed",
    "海鮮丼": "chirashi",
    "天丼": "tempura",
    "かつ丼": "egg-bowl:cutlet",
    "豚丼": "beef-bowl",
    "味噌ラーメン": "udon:ramen",
    "冷やし中華": "udon:ramen",
    "たらこスパゲッティ": "pasta:tomato",
    "ツナサンド": "sandwich",
    "エビチリ": "chilli-prawns",
    "エビフライ": "cutlet:fish",
    "チキンカツ": "cutlet",
    "ねぎま串": "skewers",
    "鶏手羽元のから揚げ": "karaage",
    "豚キムチ": "pork-saute",
    "野菜炒め": "stir-fry",
    "ぶり大根": "simmered-daikon:mince",
    "鯖の塩焼き": "whole-fish",
    "サーモンのムニエル": "fillet:salmon",
    "たらのムニエル": "fillet:white",
    "まぐろの刺身": "sashimi:tuna",
    "鯛めしのおにぎり": "onigiri",
    "小松菜のかつお和え": "greens:fried-tofu",
    "いんげんのごま和え": "greens:broccoli",
    "れんこんのきんぴら": "kinpira",
    "きゅうりの浅漬け": "pickles:cucumber",
    "たくあん": "pickles",
    "ミートボールのトマト煮": "tsukune",
    "抹茶プリン": "pudding",
    "杏仁豆腐": "pudding:milk",
    "いちごのショートケーキ": "cake",
    "かぼちゃのポタージュ": "potage:pumpkin",
    "オニオンスープ": "egg-soup",
    "ビーフシチュー": "cream-stew:brown",
    "おかゆ": "zosui",
    "恵方巻き寿司": "nigiri",
    "Chicken tikka": "teriyaki:grilled",
    "Beef stew with carrots": "cream-stew:brown",
    "Prawn tempura": "tempura",
    "Spaghetti carbonara": "pasta:cream",
    "Spaghetti bolognese": "pasta:tomato",
    "Lasagne": "gratin",
    "Grilled mackerel": "whole-fish",
    "Baked cod with lemon": "fillet:white",
    "Salmon teriyaki": "fillet:salmon",
    "Pumpkin soup": "potage:pumpkin",
    "Caesar salad": "salad",
    "Pickled cucumbers": "pickles:cucumber",
    "Blueberry pancakes": "pancakes",
    "Strawberry tart": "cake",
    "Yakitori": "skewers",
    "Miso ramen": "udon:ramen",
    "Vegetable stir-fry": "stir-fry",
    "Potato and leek soup": "potage:corn",
    "Cheese and ham sandwiches": "sandwich",
    "Sweet and sour pork": "stir-fry",
    "Thai green curry": "curry",
    "Price of Wales": "chunky-simmer",
    "目玉焼き丼": "beef-bowl",
    "": "chunky-simmer",
}


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.title)
def test_the_title_of_a_starter_recipe_calls_for_its_own_picture(recipe: StarterRecipe) -> None:
    assert guess_picture(recipe.title, recipe.kind) == recipe.picture


@pytest.mark.parametrize(("title", "picture"), OTHERS.items())
def test_a_dish_that_somebody_writes_gets_a_picture_that_fits(title: str, picture: str) -> None:
    assert guess_picture(title) == read_picture(picture)


def test_there_are_enough_dishes_to_tell() -> None:
    assert len(OTHERS) >= 60


def test_case_and_script_do_not_matter() -> None:
    assert (
        guess_picture("ｶﾚｰﾗｲｽ") == guess_picture("かれーらいす") == guess_picture("CURRY RICE") == read_picture("curry")
    )


@pytest.mark.parametrize(("kind", "picture"), BY_KIND.items())
def test_a_title_that_says_nothing_gets_the_picture_of_its_kind(kind: str, picture: str) -> None:
    assert guess_picture("祖母のあれ", kind) == read_picture(picture)
    assert guess_picture("Grandmother's favourite", kind) == read_picture(picture)


def test_an_unknown_kind_is_as_none() -> None:
    assert guess_picture("祖母のあれ", "友だちの日") == guess_picture("祖母のあれ") == read_picture(OTHERWISE)


def test_every_picture_can_be_guessed_and_no_word_stands_twice() -> None:
    rows = [line for line in FILE.read_text().splitlines() if line and not line.startswith("#")]
    named = {read_picture(row.split(" ", 1)[0]) for row in rows} | {read_picture(each) for each in BY_KIND.values()}
    assert set(PICTURES) - named == set()
    words = [word for row in rows for word in row.split(" ", 1)[1].split("|")]
    assert len(set(words)) == len(words)
