"""What a step needs: named in full, in short, in plural, by its group; and never a name within a longer one."""

import pytest

from chabudai.apps.kondate.book.recipe_texts import read_lines
from chabudai.apps.kondate.book.step_needs import find_needs

PORK = "豚バラ肉 150g\n大根 1/4本\n油揚げ 1枚\nごま油 大さじ1\n【A】\n(A) しょうゆ 大さじ1\n(A) 砂糖 小さじ1"
SOUP = "2 onions, sliced\n1 tbsp soy sauce\n1 carrot\n400 ml water"


@pytest.mark.parametrize(
    ("text", "lines", "named"),
    [
        ("大根をいちょう切りにする。", PORK, ["大根"]),
        ("豚肉を炒める。", PORK, []),
        ("豚バラ肉を3cmに切り、油揚げは短冊に。", PORK, ["豚バラ肉", "油揚げ"]),
        ("Aを入れて煮る。", PORK, ["しょうゆ", "砂糖"]),
        ("Ａを合わせる。", PORK, ["しょうゆ", "砂糖"]),
        ("火を止める。", PORK, []),
        ("Fry the onion until soft.", SOUP, ["onions"]),
        ("Add the water and the carrots.", SOUP, ["carrot", "water"]),
        ("Season with soy sauce.", SOUP, ["soy sauce"]),
        ("Waterproof your oven.", SOUP, []),
    ],
)
def test_a_step_names_what_it_needs(text: str, lines: str, named: list[str]) -> None:
    assert [each.name for each in find_needs(text, read_lines(lines))] == named
