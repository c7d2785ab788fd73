"""The demo's clothes and outfits: what a household of today might have in its wardrobe."""

from dataclasses import dataclass
from typing import cast, get_args

from chabudai.apps.wardrobe.entities import Colour, Genre, Season


@dataclass(frozen=True, slots=True)
class Sample:
    """One piece. Without a `garment` it has no picture."""

    name: str
    garment: str | None
    genre: Genre
    colour: Colour
    seasons: frozenset[Season]
    price: int | None
    brand: str | None = None
    size: str | None = None


@dataclass(frozen=True, slots=True)
class OutfitSample:
    name: str
    seasons: frozenset[Season]
    pieces: tuple[str, ...]


_LETTERS: dict[str, Season] = dict(zip("psaw", get_args(Season), strict=True))

# name | garment | genre | colour | seasons (p spring, s summer, a autumn, w winter) | price | brand | size
_CLOTHES = """
白いTシャツ|tee|tops|white|psa|2900|しろがね|M
紺のTシャツ|tee|tops|navy|psa|2900|しろがね|M
生成りのTシャツ|tee|tops|beige|ps|3200||M
ボーダーのカットソー|striped tee|tops|navy|psa|6900|港町|M
赤いボーダー|striped tee|tops|red|ps|5900|港町|M
藍染めのシャツ|shirt|tops|blue|psa|14800|藍工房|M
白いオックスフォードシャツ|shirt|tops|white|psaw|9800||M
リネンのシャツ|shirt|tops|beige|s|12000|麻の葉|M
格子のネルシャツ|shirt|tops|red|aw|8800||M
空色のブラウス|shirt|tops|blue|ps|11000|花筏|38
薄桃色のブラウス|shirt|tops|pink|p|9900|花筏|38
紺のニット|knit|tops|navy|aw|15800|北国編|M
灰色のセーター|knit|tops|grey|w|12800|北国編|M
からし色のニット|knit|tops|yellow|aw|9800||M
白いアランニット|knit|tops|white|w|24800|北国編|L
抹茶色の薄手ニット|knit|tops|green|pa|8900||M
松葉色のカーディガン|cardigan|tops|green|pa|13800|松屋敷|M
灰色のカーディガン|cardigan|tops|grey|paw|11800||M
灰色のパーカー|hoodie|tops|grey|paw|7900||L
黒いパーカー|hoodie|tops|black|aw|7900||L
濃紺のジーンズ|trousers|bottoms|navy|psaw|16800|児島|29
淡い色のジーンズ|trousers|bottoms|blue|ps|14800|児島|29
ベージュのチノ|trousers|bottoms|beige|psa|8900||M
黒いスラックス|trousers|bottoms|black|psaw|12800||M
コーデュロイのパンツ|trousers|bottoms|brown|aw|11800||M
灰色のウールパンツ|trousers|bottoms|grey|w|15800||M
白いリネンパンツ|trousers|bottoms|white|s|9800|麻の葉|M
カーキの短パン|shorts|bottoms|green|s|4900||M
紺の短パン|shorts|bottoms|navy|s|4900||M
紺のプリーツスカート|skirt|bottoms|navy|psa|13800||38
芥子のフレアスカート|skirt|bottoms|yellow|pa|10800||38
チェックのスカート|skirt|bottoms|brown|aw|12800||38
柿色のワンピース|dress|dress|orange|ps|18800|花筏|38
黒いワンピース|dress|dress|black|psaw|22800||38
小花のワンピース|dress|dress|pattern|s|15800|花筏|38
若草のワンピース|dress|dress|green|p|16800||38
紺のトレンチコート|coat|outer|navy|pa|39800|松屋敷|M
ベージュのトレンチ|coat|outer|beige|pa|42000||M
灰色のチェスターコート|coat|outer|grey|w|48000||M
黒いダッフルコート|coat|outer|black|w|36800||M
紺のダウン|down|outer|navy|w|32800||M
赤いダウンベスト|down|outer|red|aw|15800||M
山吹のスニーカー|sneakers|shoes|yellow|psa|9800||24.5
白いスニーカー|sneakers|shoes|white|psaw|8800||24.5
黒い革のスニーカー|sneakers|shoes|black|psaw|16800||24.5
茶色のブーツ|boots|shoes|brown|aw|28800|靴の轟|24.5
黒いブーツ|boots|shoes|black|w|26800|靴の轟|24.5
黒いパンプス|pumps|shoes|black|psaw|14800||24
ベージュのパンプス|pumps|shoes|beige|ps|13800||24
革の手さげ|bag|bag|brown|psaw|34800||
生成りの布かばん|bag|bag|beige|psa|4800||
黒い通勤かばん|bag|bag|black|psaw|22800||
麦わら帽子|hat|hat|beige|s|4800||
茶色のフェルト帽|hat|hat|brown|aw|7800||
紺の野球帽|cap|hat|navy|psa|3800||
灰色のマフラー|scarf|accessory|grey|w|6800||
赤いマフラー|scarf|accessory|red|w|5800||
藍の浴衣|yukata|kimono|navy|s|19800|藍工房|
母にもらったストール||accessory|purple|aw|||
走るときのTシャツ||sport|blue|psa|3900||L
"""

# name | seasons | pieces
_OUTFITS = """
通勤の定番|psaw|白いオックスフォードシャツ,黒いスラックス,黒いパンプス,黒い通勤かばん
週末の買い物|psa|ボーダーのカットソー,濃紺のジーンズ,白いスニーカー,生成りの布かばん
春の散歩|p|薄桃色のブラウス,ベージュのチノ,ベージュのトレンチ,ベージュのパンプス,革の手さげ
花見|p|若草のワンピース,灰色のカーディガン,ベージュのパンプス,生成りの布かばん
雨の日|pa|紺のTシャツ,濃紺のジーンズ,紺のトレンチコート,黒い革のスニーカー
夏の普段着|s|白いTシャツ,カーキの短パン,山吹のスニーカー,麦わら帽子
海へ|s|リネンのシャツ,白いリネンパンツ,白いスニーカー,麦わら帽子,生成りの布かばん
夏のおでかけ|s|柿色のワンピース,ベージュのパンプス,革の手さげ
花火|s|藍の浴衣,革の手さげ
図書館の日|pa|藍染めのシャツ,ベージュのチノ,松葉色のカーディガン,山吹のスニーカー
秋の公園|a|からし色のニット,コーデュロイのパンツ,茶色のブーツ,茶色のフェルト帽,革の手さげ
落ち葉色|a|格子のネルシャツ,チェックのスカート,赤いダウンベスト,茶色のブーツ
冬の通勤|w|紺のニット,灰色のウールパンツ,灰色のチェスターコート,黒いブーツ,灰色のマフラー,黒い通勤かばん
雪の日|w|白いアランニット,濃紺のジーンズ,紺のダウン,茶色のブーツ,赤いマフラー
家でのんびり|paw|灰色のパーカー,淡い色のジーンズ
"""


def clothes() -> list[Sample]:
    return [_sample(line) for line in _CLOTHES.strip().splitlines()]


def outfits() -> list[OutfitSample]:
    found: list[OutfitSample] = []
    for line in _OUTFITS.strip().splitlines():
        name, letters, pieces = line.split("|")
        found.append(OutfitSample(name, _seasons(letters), tuple(pieces.split(","))))
    return found


def _sample(line: str) -> Sample:
    name, garment, genre, colour, letters, price, brand, size = line.split("|")
    paid = int(price) if price else None
    return Sample(
        name,
        garment or None,
        cast(Genre, genre),
        cast(Colour, colour),
        _seasons(letters),
        paid,
        brand or None,
        size or None,
    )


def _seasons(letters: str) -> frozenset[Season]:
    return frozenset() if len(letters) == len(_LETTERS) else frozenset(_LETTERS[letter] for letter in letters)
