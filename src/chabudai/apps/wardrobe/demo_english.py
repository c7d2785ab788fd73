"""The demo's wardrobe in English: what the Japanese names of `demo_clothes.py` say."""

from collections.abc import Mapping
from typing import Final

from chabudai.apps.wardrobe.contents import Contents
from chabudai.common.text import fold_search

_ENGLISH: Final[Mapping[str, str]] = {
    "しろがね": "Shirogane",
    "港町": "Minatomachi",
    "藍工房": "Aikobo",
    "麻の葉": "Asanoha",
    "花筏": "Hanaikada",
    "北国編": "Kitaguni",
    "松屋敷": "Matsuyashiki",
    "児島": "Kojima",
    "靴の轟": "Todoroki",
    "白いTシャツ": "White T-shirt",
    "紺のTシャツ": "Navy T-shirt",
    "生成りのTシャツ": "Off-white T-shirt",
    "ボーダーのカットソー": "Striped top",
    "赤いボーダー": "Red striped top",
    "藍染めのシャツ": "Indigo shirt",
    "白いオックスフォードシャツ": "White Oxford shirt",
    "リネンのシャツ": "Linen shirt",
    "格子のネルシャツ": "Checked flannel shirt",
    "空色のブラウス": "Sky blue blouse",
    "薄桃色のブラウス": "Pale pink blouse",
    "紺のニット": "Navy jumper",
    "灰色のセーター": "Grey sweater",
    "からし色のニット": "Mustard jumper",
    "白いアランニット": "White Aran jumper",
    "抹茶色の薄手ニット": "Light matcha jumper",
    "松葉色のカーディガン": "Pine green cardigan",
    "灰色のカーディガン": "Grey cardigan",
    "灰色のパーカー": "Grey hoodie",
    "黒いパーカー": "Black hoodie",
    "濃紺のジーンズ": "Dark blue jeans",
    "淡い色のジーンズ": "Light jeans",
    "ベージュのチノ": "Beige chinos",
    "黒いスラックス": "Black trousers",
    "コーデュロイのパンツ": "Corduroy trousers",
    "灰色のウールパンツ": "Grey wool trousers",
    "白いリネンパンツ": "White linen trousers",
    "カーキの短パン": "Khaki shorts",
    "紺の短パン": "Navy shorts",
    "紺のプリーツスカート": "Navy pleated skirt",
    "芥子のフレアスカート": "Mustard flared skirt",
    "チェックのスカート": "Checked skirt",
    "柿色のワンピース": "Persimmon dress",
    "黒いワンピース": "Black dress",
    "小花のワンピース": "Floral dress",
    "若草のワンピース": "Grass green dress",
    "紺のトレンチコート": "Navy trench coat",
    "ベージュのトレンチ": "Beige trench coat",
    "灰色のチェスターコート": "Grey Chesterfield coat",
    "黒いダッフルコート": "Black duffel coat",
    "紺のダウン": "Navy down jacket",
    "赤いダウンベスト": "Red down vest",
    "山吹のスニーカー": "Yellow trainers",
    "白いスニーカー": "White trainers",
    "黒い革のスニーカー": "Black leather trainers",
    "茶色のブーツ": "Brown boots",
    "黒いブーツ": "Black boots",
    "黒いパンプス": "Black pumps",
    "ベージュのパンプス": "Beige pumps",
    "革の手さげ": "Leather handbag",
    "生成りの布かばん": "Canvas tote",
    "黒い通勤かばん": "Black work bag",
    "麦わら帽子": "Straw hat",
    "茶色のフェルト帽": "Brown felt hat",
    "紺の野球帽": "Navy baseball cap",
    "灰色のマフラー": "Grey scarf",
    "赤いマフラー": "Red scarf",
    "藍の浴衣": "Indigo yukata",
    "母にもらったストール": "Stole from Mum",
    "走るときのTシャツ": "Running T-shirt",
    "通勤の定番": "Everyday work",
    "週末の買い物": "Weekend shopping",
    "春の散歩": "Spring walk",
    "花見": "Cherry blossom picnic",
    "雨の日": "Rainy day",
    "夏の普段着": "Summer casual",
    "海へ": "To the sea",
    "夏のおでかけ": "Summer outing",
    "花火": "Fireworks",
    "図書館の日": "Library day",
    "秋の公園": "Autumn park",
    "落ち葉色": "Autumn leaves",
    "冬の通勤": "Winter work",
    "雪の日": "Snowy day",
    "家でのんびり": "Cosy at home",
}


def translate(contents: Contents) -> Contents:
    """The same wardrobe, with other names."""
    return Contents(
        [
            each.model_copy(update={**_name(each.name), "brand": each.brand and _ENGLISH[each.brand]})
            for each in contents.clothes
        ],
        [each.model_copy(update=_name(each.name)) for each in contents.templates],
        [
            each.model_copy(update={"template_name": each.template_name and _ENGLISH[each.template_name]})
            for each in contents.histories
        ],
    )


def _name(japanese: str) -> dict[str, str]:
    english = _ENGLISH[japanese]
    return {"name": english, "search_name": fold_search(english)}
