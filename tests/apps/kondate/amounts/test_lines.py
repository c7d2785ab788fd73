"""Lines of ingredients, read as a person would: each line of the two files says what comes out of it."""

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chabudai.apps.kondate.amounts import Amount, IngredientLine, read_ingredient, read_ingredients
from chabudai.apps.kondate.amounts.lines import LONGEST

HERE = Path(__file__).parent
JAPANESE = (HERE / "lines_ja.txt").read_text().splitlines()
ENGLISH = (HERE / "lines_en.txt").read_text().splitlines()


def _describe(line: IngredientLine) -> str:
    quantity = line.quantity
    parts = (line.group, line.name, quantity.text, _say(quantity.amount), _say(quantity.also), line.note)
    return " | ".join(parts)


def _say(amount: Amount | None) -> str:
    if amount is None:
        return ""
    upper = "" if amount.upper is None else f"~{amount.upper}"
    return f"{amount.value}{upper} {amount.unit}".strip()


@pytest.mark.parametrize("row", [*JAPANESE, *ENGLISH])
def test_a_line_is_read_as_a_person_reads_it(row: str) -> None:
    line, _, expected = row.partition(" => ")
    assert " && ".join(map(_describe, read_ingredient(line))) == expected


def test_there_are_lines_enough_of_both_languages() -> None:
    assert len(set(JAPANESE)) >= 150
    assert len(set(ENGLISH)) >= 80


def test_a_heading_is_the_group_of_what_stands_below_it() -> None:
    text = "豚肉 200g\n【合わせ調味料】\n・酒 大さじ1\n\nしょうゆ 大さじ1\n\n＜飾り＞\nA ねぎ 少々\n"
    assert [(line.group, line.name) for line in read_ingredients(text)] == [
        ("", "豚肉"),
        ("合わせ調味料", "酒"),
        ("合わせ調味料", "しょうゆ"),
        ("A", "ねぎ"),
    ]
    sauce = read_ingredients("1 onion\nFor the sauce:\n2 tbsp soy sauce")
    assert [(line.group, line.name) for line in sauce] == [("", "onion"), ("For the sauce", "soy sauce")]


@given(st.text(max_size=300))
def test_any_text_is_read_and_none_of_its_words_are_lost(text: str) -> None:
    for line in read_ingredients(text):
        assert line.name or line.quantity.text
        for amount in (line.quantity.amount, line.quantity.also):
            assert amount is None or (isinstance(amount.value, Fraction) and amount.most >= amount.value >= 0)


@pytest.mark.parametrize("piece", ["1", "1/", "大さじ1と", "(", "1〜", "a ", "酒・", "½", "半", "1個と1/2"])
def test_a_hostile_line_is_kept_whole(piece: str) -> None:
    line = piece * (LONGEST // len(piece) + 50)
    assert [one.quantity.amount for one in read_ingredient(line)] == [None]
    read_ingredient((piece * LONGEST)[:LONGEST])
