"""Titles are divided between words, whatever foods are in them."""

import pytest

from chabudai.apps.kondate.phrases import split_phrases
from chabudai.apps.kondate.starter import load_recipes


@pytest.mark.parametrize(
    "divided",
    [
        "鮭と|きのこの|みそ|バター蒸し",
        "かぼちゃの|豆乳|ポタージュ",
        "かつおのたたき|サラダ",
        "鶏と|ごぼうの|炊き込み|ごはん",
        "豆腐と|わかめの|みそ汁",
        "ほうれん草の|ごま和え",
        "きゅうりと|わかめの|酢のもの",
        "お好み焼き",
        "かぶと|柿の|なます",
        "みたらし|団子",
        "鍋ひとつ、|二晩と|朝",
        "Salt-grilled salmon, twice",
        "カレー| Indian style",
    ],
)
def test_a_title_is_divided_between_words(divided: str) -> None:
    assert split_phrases(divided.replace("|", "")) == tuple(divided.split("|"))


def test_phrases_together_are_the_title() -> None:
    titles = [recipe.title for language in ("ja", "en") for recipe in load_recipes(language)]
    assert ["".join(split_phrases(title)) for title in titles] == titles
