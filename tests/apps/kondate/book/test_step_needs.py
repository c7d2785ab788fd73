"""What a step needs: named in full, in short, in plural, by its group; and never a name within a longer word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chabudai.apps.kondate.book.ingredients import store_line
from chabudai.apps.kondate.book.recipe_texts import read_lines
from chabudai.apps.kondate.book.step_needs import find_needs
from chabudai.apps.kondate.starter.content import LANGUAGES, load_recipes
from chabudai.apps.kondate.starter.values import Language

PORK_SOUP = """豚バラ薄切り肉 150g
大根 1/4本
油揚げ 1枚
長ねぎ 1/2本
ごま油 大さじ1
水 600ml
みそ 大さじ3
【A】
(A) しょうゆ 大さじ1
(A) 砂糖 小さじ1"""
MAPO = """絹ごし豆腐 1丁
豚ひき肉 150g
長ねぎ 1/2本
油 大さじ1
ごま油 小さじ1
【合わせ調味料】
水 200ml
みそ 大さじ1
【水溶き片栗粉】
片栗粉 大さじ1
水 大さじ2"""
OMELETTE = "卵 4個\nだし汁 60ml\n塩 少々\n油 小さじ1\n大根 3cm\n食パン 2枚\n米 1合"
FISH = "たら 2切れ\nいか 1杯\nかぶ 2個\nなす 2本\n乾燥わかめ 大さじ1\nさば缶 1缶\nポン酢 大さじ2\n酢 小さじ1"
NOODLES = "焼きそば用蒸し麺 3袋\nミニトマト 6個\nトマトケチャップ 大さじ2\n玉葱 1個\n生姜 1かけ\n醤油 大さじ1"
TWO_MEATS = (
    "豚ロース肉 2枚\n鶏もも肉 1枚\n長ねぎ 1本\n小ねぎ 3本\n卵 1個\n【タルタルソース】\n卵 2個\nマヨネーズ 大さじ3"
)
SIMMERED = (
    "牛こま切れ肉 200g\nさつまいも 1本\n揚げ油 適量\n干ししいたけ 4枚\n塩鮭 2切れ\n【肉の下味】\n酒 大さじ1\n塩 少々"
)

SOUP = "2 onions, sliced\n1 tbsp soy sauce\n1 carrot\n400 ml water\n1 leek\n2 tbsp olive oil"
FRIED = (
    "2 yellowtail fillets\n1/2 tsp salt\n2 tbsp plain flour\n1 tbsp oil\n1 tsp black pepper\n200 g cooked rice\n2 eggs"
)
STEW = """300 g boneless chicken thighs
150 g thinly sliced pork belly
2 tbsp chicken stock powder
4 shiitake mushrooms
10 shiso leaves
1 tbsp rice vinegar
2 tbsp tomato ketchup
Dipping sauce:
2 tbsp soy sauce
1 tsp sugar
To thicken:
1 tbsp potato starch
2 tbsp water"""
PUDDING = "3 eggs\n300 ml milk\n60 g sugar\nCaramel:\n50 g sugar\n2 tbsp water"

ROWS = [
    # in full, in its group, by its letter
    (PORK_SOUP, "大根をいちょう切りにする。", "大根"),
    (PORK_SOUP, "豚バラ薄切り肉を3cmに切り、油揚げは短冊に。", "豚バラ薄切り肉 油揚げ"),
    (PORK_SOUP, "Aを入れて煮る。", "しょうゆ 砂糖"),
    (PORK_SOUP, "Ａを合わせる。", "しょうゆ 砂糖"),
    (PORK_SOUP, "火を止める。", ""),
    (MAPO, "合わせ調味料を混ぜる。", "水 みそ"),
    (MAPO, "調味料を入れて煮立てる。", "水 みそ"),
    (SIMMERED, "牛肉に下味をもみこむ。", "牛こま切れ肉 酒 塩"),
    # in short, as people say it
    (PORK_SOUP, "豚肉は3cmに切る。", "豚バラ薄切り肉"),
    (PORK_SOUP, "豚を炒め、大根を加える。", "豚バラ薄切り肉 大根"),
    (PORK_SOUP, "肉の色が変わったら肉を取り出す。", "豚バラ薄切り肉"),
    (PORK_SOUP, "肉の色が変わるまで待つ。", ""),
    (PORK_SOUP, "ねぎを散らす。", "長ねぎ"),
    (MAPO, "豆腐は2cm角に切る。", "絹ごし豆腐"),
    (MAPO, "ひき肉をぽろぽろに炒める。", "豚ひき肉"),
    (FISH, "わかめはもどし、さばをほぐす。", "乾燥わかめ さば缶"),
    (NOODLES, "麺をほぐして焼く。", "焼きそば用蒸し麺"),
    (NOODLES, "トマトを半分に切り、ケチャップをからめる。", "ミニトマト トマトケチャップ"),
    (SIMMERED, "いもをからめ、しいたけと鮭をのせる。", "さつまいも 干ししいたけ 塩鮭"),
    (SIMMERED, "油を190℃に上げる。", "揚げ油"),
    # as it is written elsewhere
    (NOODLES, "玉ねぎとしょうがを炒め、しょうゆをかける。", "玉葱 生姜 醤油"),
    (OMELETTE, "たまごを割り、ご飯…ではなくお米をとぐ。", "卵 米"),
    # no name within another word
    (MAPO, "長ねぎを加え、水溶き片栗粉でとろみをつける。", "長ねぎ 片栗粉 水"),
    (MAPO, "豆腐の水気を切る。", "絹ごし豆腐"),
    (MAPO, "ごま油を回しかける。", "ごま油"),
    (OMELETTE, "卵焼き器に油をなじませて熱し、卵液の1/4量を流す。", "油"),
    (OMELETTE, "卵黄を分ける。", "卵"),
    (OMELETTE, "フライパンを熱する。", ""),
    (OMELETTE, "パンを焼く。", "食パン"),
    (OMELETTE, "塩気をみて、塩少々をふる。", "塩"),
    (OMELETTE, "炊飯器の米粉モードを使う。", ""),
    (FISH, "煮立ったらあくをとる。", ""),
    (FISH, "香りが出たらチリソースを加える。", ""),
    (FISH, "たらを加え、煮立ったらいかを入れる。", "たら いか"),
    (FISH, "かぶるくらいの水を入れ、かぶをなすりつけない。", "かぶ"),
    (FISH, "ポン酢をかける。", "ポン酢"),
    # what takes nothing of it
    (PORK_SOUP, "大根は水に5分さらし、冷水でしめる。", "大根"),
    (PORK_SOUP, "鍋に水を入れて煮立てる。", "水"),
    (PORK_SOUP, "水大さじ2をふって蒸す。", ""),
    (PORK_SOUP, "手を水でぬらす。", ""),
    (PORK_SOUP, "油揚げは熱湯をかけて油を抜く。", "油揚げ"),
    (PORK_SOUP, "油を切って盛る。", ""),
    (PORK_SOUP, "油を熱する。", "ごま油"),
    (PORK_SOUP, "豚肉と、長ねぎ以外の野菜を炒める。", "豚バラ薄切り肉"),
    # what could be several is not guessed; a group's own is not mixed up with the rest
    (TWO_MEATS, "肉を切る。", ""),
    (TWO_MEATS, "豚肉と鶏肉を切る。", "豚ロース肉 鶏もも肉"),
    (TWO_MEATS, "ねぎを刻む。", ""),
    (TWO_MEATS, "溶いた卵をつける。", "卵"),
    (TWO_MEATS, "ゆで卵を刻んでタルタルソースにする。", "卵 マヨネーズ"),
    # English: in full, in plural, in short
    (SOUP, "Fry the onion until soft.", "onions"),
    (SOUP, "Add the water and the carrots.", "carrot|water"),
    (SOUP, "Season with soy sauce.", "soy sauce"),
    (SOUP, "Heat the oil.", "olive oil"),
    (SOUP, "Waterproof your oven.", ""),
    (FRIED, "Salt the yellowtail, leave for 5 minutes, pat dry and dust thinly with the flour.",
     "yellowtail fillets|salt|plain flour"),
    (FRIED, "Pepper it and serve with the rice.", "black pepper|cooked rice"),
    (FRIED, "Boil in salted water.", "salt"),
    (FRIED, "Put everything in a rice cooker.", ""),
    (STEW, "Cut the chicken small and the pork into strips.", "boneless chicken thighs|thinly sliced pork belly"),
    (STEW, "Add the stock powder, shiitake and shiso.", "chicken stock powder|shiitake mushrooms|shiso leaves"),
    (STEW, "Stir in the vinegar and ketchup.", "rice vinegar|tomato ketchup"),
    (STEW, "Serve with the sauce.", "soy sauce|sugar"),
    (STEW, "Stir in the starch mixed with its water and let it thicken.", "potato starch|water"),
    # English: what takes nothing of it, what is left out, what belongs to a group
    (SOUP, "Bring a pan of water to the boil.", ""),
    (SOUP, "Rinse in cold water and soak in water.", ""),
    (SOUP, "Pour in the water.", "water"),
    (SOUP, "Add everything but the leek.", ""),
    (PUDDING, "Boil the sugar for the caramel with half its water.", "sugar|water"),
    (PUDDING, "Dissolve the other sugar in the warmed milk.", "milk|sugar"),
    (PUDDING, "Stand the moulds in 2 cm of hot water.", ""),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "text", "named"), ROWS, ids=[text for _, text, _ in ROWS])
def test_a_step_names_what_it_needs(lines: str, text: str, named: str) -> None:
    expected = named.split("|") if "|" in named or named.isascii() else named.split()
    assert [each.name for each in find_needs(text, read_lines(lines))] == [each for each in expected if each]


def test_of_two_that_are_called_the_same_the_one_of_the_group_that_is_meant() -> None:
    ingredients = read_lines(MAPO)
    (thickener,) = [each for each in find_needs("水溶き片栗粉を加える。", ingredients) if each.name == "水"]
    assert thickener.group == "水溶き片栗粉"
    plain = find_needs("Dissolve the other sugar in the milk.", read_lines(PUDDING))
    assert [each.group for each in plain] == [None, None]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ingredient_of_the_first_recipes_is_needed_in_a_step(language: Language) -> None:
    for recipe in load_recipes(language):
        ingredients = [store_line(each.line) for each in recipe.ingredients]
        needed = [each for step in recipe.steps for each in find_needs(step.text, ingredients)]
        assert {each.name for each in ingredients} == {each.name for each in needed}, recipe.title


@given(st.text(max_size=80), st.text(alphabet="水油卵たら肉豚鶏パン大根の(A) ricewatoil", min_size=1, max_size=20))
def test_any_text_and_any_name_are_read(text: str, name: str) -> None:
    ingredients = read_lines(f"{name}\n塩 少々")
    assert set(find_needs(text, ingredients)) <= set(ingredients)
