"""Amounts are exact, are added where their units agree, and are shown so that a kitchen can measure them."""

import re
from fractions import Fraction

import pytest

from chabudai.apps.kondate.amounts import (
    UNITS,
    Amount,
    add,
    read_ingredient,
    read_quantity,
    read_value,
    scale_quantity,
    show_amount,
    write_value,
)
from chabudai.apps.kondate.amounts.showing import Language

THIRD = Fraction(1, 3)


def test_thirds_stay_thirds_through_scaling_and_storing() -> None:
    third = Amount(THIRD, "cup")
    assert third.times(Fraction(3)) == Amount(Fraction(1), "cup")
    assert read_value(write_value(third.value)) == THIRD
    for text in ("", "1/0", "many"):
        with pytest.raises(ValueError, match=re.escape(repr(text))):
            read_value(text)


@pytest.mark.parametrize(
    ("one", "other", "sum_"),
    [
        (Amount(Fraction(1, 2), "hon"), Amount(Fraction(1), "hon"), Amount(Fraction(3, 2), "hon")),
        (Amount(Fraction(1), "kg"), Amount(Fraction(200), "g"), Amount(Fraction(1200), "g")),
        (Amount(Fraction(1), "l"), Amount(Fraction(2), "dl"), Amount(Fraction(1200), "ml")),
        (Amount(Fraction(2), "ko", Fraction(3)), Amount(Fraction(1), "ko"), Amount(Fraction(3), "ko", Fraction(4))),
        (Amount(Fraction(1), "hon"), Amount(Fraction(200), "g"), None),
        (Amount(Fraction(1), "tbsp"), Amount(Fraction(1), "tsp"), None),
        (Amount(Fraction(1)), Amount(Fraction(1), "ko"), None),
    ],
)
def test_only_what_is_of_one_unit_is_added(one: Amount, other: Amount, sum_: Amount | None) -> None:
    assert add(one, other) == sum_
    assert add(other, one) == sum_


@pytest.mark.parametrize(
    ("written", "factor", "japanese", "english"),
    [
        ("大さじ1と1/2", Fraction(2), "大さじ3", "3 tbsp"),
        ("大さじ1", Fraction(1, 2), "大さじ½", "½ tbsp"),
        ("小さじ1", Fraction(3, 8), "約小さじ½", "about ½ tsp"),
        ("2/3カップ", Fraction(2), "1⅓カップ", "1⅓ cups"),
        ("200g", Fraction(3, 4), "150g", "150 g"),
        ("250g", Fraction(2, 3), "約165g", "about 165 g"),
        ("20g", Fraction(1, 3), "約6½g", "about 6½ g"),
        ("1個", Fraction(3, 4), "¾個", "¾"),
        ("1個", Fraction(5, 4), "約1個", "about 1"),
        ("1/2個", Fraction(1, 2), "¼個", "¼"),
        ("2枚(500g)", Fraction(3, 4), "1½枚(375g)", "1½ sheets (375 g)"),
        ("2枚(500g)", Fraction(1, 3), "⅔枚(約165g)", "⅔ sheet (about 165 g)"),
        ("1本", Fraction(3, 4), "¾本", "¾"),
        ("1丁半", Fraction(2), "3丁", "3 blocks"),
        ("2〜3個", Fraction(2), "4〜6個", "4–6"),
        ("茶碗2杯分", Fraction(2), "茶碗4杯", "4 bowls"),
        ("1かけ", Fraction(1, 8), "約¼かけ", "about ¼ knob"),
        ("少々", Fraction(4), "少々", "少々"),
        ("適量", Fraction(1, 2), "適量", "適量"),
        ("大さじ1と小さじ1", Fraction(2), "大さじ1と小さじ1", "大さじ1と小さじ1"),
        ("2 cloves", Fraction(1, 2), "1 cloves", "1 clove"),
    ],
)
def test_a_scaled_amount_is_shown_as_one_measures_it(
    written: str, factor: Fraction, japanese: str, english: str
) -> None:
    quantity = read_quantity(written)
    shown: dict[Language, str] = {"ja": japanese, "en": english}
    for language, text in shown.items():
        assert scale_quantity(quantity, factor, language) == text


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("大さじ1と1/2強", "大さじ1½強"),
        ("1/4個", "¼個"),
        ("1 1/2 tsp", "1½ tsp"),
        ("小さじ3/4", "小さじ¾"),
        ("3/16カップ", "3/16カップ"),
        ("1/0個", "1/0個"),
        ("2枚(500g)", "2枚(500g)"),
        ("½本", "½本"),
        ("11/2本", "11/2本"),
    ],
)
def test_what_is_not_scaled_stays_as_it_was_written_with_its_fractions_as_glyphs(written: str, shown: str) -> None:
    assert scale_quantity(read_quantity(written), Fraction(1), "ja") == shown


@pytest.mark.parametrize("key", UNITS)
def test_an_amount_of_every_unit_is_read_again_as_it_is_shown_in_japanese(key: str) -> None:
    unit = UNITS[key]
    if unit.japanese or unit.before:
        shown = show_amount(Amount(Fraction(2), key), "ja")
        (line,) = read_ingredient(f"もの {shown}")
        assert line.quantity.amount == Amount(Fraction(2), key)


@pytest.mark.parametrize("key", UNITS)
def test_an_amount_of_every_unit_is_read_again_as_it_is_shown_in_english(key: str) -> None:
    if UNITS[key].english:
        (line,) = read_ingredient(f"{show_amount(Amount(Fraction(2), key), 'en')} thing")
        assert (line.name, line.quantity.amount) == ("thing", Amount(Fraction(2), key))
