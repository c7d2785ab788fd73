"""Who plays the demo's games, when and where, and what is written beside the moves. `demo_english.py` says it again."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from chabudai.apps.shogi.entities import Side

OWN_NAME: Final = "山田 健"


@dataclass(frozen=True, slots=True)
class Story:
    """`game` is one of `demo_games.load()`, played `days` ago. `side` is None where others play.

    The year of that day goes into `folder`, where it says so.
    """

    game: str
    days: int
    first: str
    second: str
    side: Side | None
    event: str
    folder: str
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Variation:
    """What could have been played instead of the move of that number."""

    number: int
    moves: str
    comment: str = ""


# Game, days ago, the other player, own side (1, 2), event, folder, tags.
_OWN_GAMES: Final = """
league|24|鈴木 浩二|1|社団戦|社団戦/{year}|社団戦,急戦
g18|24|木村 千夏|2|社団戦|社団戦/{year}|社団戦,振り飛車
g12|24|井上 亮|1|社団戦|社団戦/{year}|社団戦
g02|115|清水 修|2|社団戦|社団戦/{year}|社団戦,振り飛車
g06|115|林 健太|1|社団戦|社団戦/{year}|社団戦,振り飛車,反省
g20|115|松本 隆|2|社団戦|社団戦/{year}|社団戦,振り飛車
g34|206|鈴木 浩二|2|社団戦|社団戦/{year}|社団戦
g15|206|吉田 美咲|1|社団戦|社団戦/{year}|社団戦
g31|52|小林 拓也|1|市民将棋大会|大会/市民大会|大会,会心
g28|52|中村 由紀|1|市民将棋大会|大会/市民大会|大会,終盤
g14|52|加藤 正|2|市民将棋大会|大会/市民大会|大会,反省
g11|233|伊藤 翔|2|新春将棋大会|大会/新春大会|大会,振り飛車
g09|233|佐藤 大輔|1|新春将棋大会|大会/新春大会|大会,穴熊,反省
impasse|10|渡辺 義男|1|駅前将棋道場|道場|入玉
g00|3|高橋 真理|1|駅前将棋道場|道場|振り飛車,反省
g03|17|高橋 真理|1|駅前将棋道場|道場|振り飛車,終盤
g10|31|佐藤 大輔|1|駅前将棋道場|道場|振り飛車,会心
g26|38|渡辺 義男|2|駅前将棋道場|道場|振り飛車
g40|45|渡辺 義男|1|駅前将棋道場|道場|駒落ち
g33|66|伊藤 翔|1|駅前将棋道場|道場|会心
g13|80|吉田 美咲|2|駅前将棋道場|道場|終盤
g21|94|松本 隆|1|駅前将棋道場|道場|反省
g16|129|清水 修|2|駅前将棋道場|道場|終盤
g17|143|高橋 真理|1|駅前将棋道場|道場|
g04|157|加藤 正|2|駅前将棋道場|道場|振り飛車,穴熊
g05|171|林 健太|1|駅前将棋道場|道場|振り飛車,穴熊
g29|185|中村 由紀|2|駅前将棋道場|道場|
g25|262|伊藤 翔|1|駅前将棋道場|道場|
g01|276|加藤 正|1|駅前将棋道場|道場|振り飛車,穴熊
g07|6|umineko55|2|ネット将棋|ネット|振り飛車
g08|13|kinran|1|ネット将棋|ネット|振り飛車
g22|20|silver7|2|ネット将棋|ネット|振り飛車,反省
g27|60|komadai_san|2|ネット将棋|ネット|振り飛車
g32|101|silver7|2|ネット将棋|ネット|反省
g19|150|umineko55|1|ネット将棋|ネット|振り飛車
repetition|73|小林 拓也|1|駅前将棋道場|道場|千日手
g23|87|hidamari|1|ネット将棋|ネット|会心
"""

# Game, days ago, first, second, event, folder, tags.
_OTHERS_GAMES: Final = """
g100|290|山田 花|山田 健|家で|家/花|駒落ち
g103|248|山田 花|山田 健|家で|家/花|駒落ち
g101|136|山田 花|山田 健|家で|家/花|駒落ち
g102|27|山田 花|山田 健|家で|家/花|駒落ち
g37|48|山田 花|渡辺 義男|駅前将棋道場|家/花|駒落ち
g36|59|林 結|山田 花|こども将棋教室|家/花|
g35|5|山田 花|林 結|こども将棋教室|家/花|終盤
g24|108|渡辺 義男|佐藤 大輔|駅前将棋道場|研究/四間飛車|研究,振り飛車
g30|122|渡辺 義男|鈴木 浩二|駅前将棋道場|研究/角換わり|研究
g43|164|鈴木 浩二|渡辺 義男|駅前将棋道場|研究/角換わり|研究
"""


def stories() -> tuple[Story, ...]:
    return (*map(_own, _OWN_GAMES.strip().splitlines()), *map(_others, _OTHERS_GAMES.strip().splitlines()))


def _own(line: str) -> Story:
    game, days, other, own, event, folder, tags = line.split("|")
    players = (OWN_NAME, other) if own == "1" else (other, OWN_NAME)
    return Story(game, int(days), *players, "first" if own == "1" else "second", event, folder, _names(tags))


def _others(line: str) -> Story:
    """The parent at home looks on from the parent's side."""
    game, days, first, second, event, folder, tags = line.split("|")
    side: Side | None = "second" if second == OWN_NAME else None
    return Story(game, int(days), first, second, side, event, folder, _names(tags))


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split(",")) if text else ()


COMMENTS: Final[Mapping[str, Mapping[int, str]]] = {
    "league": {
        31: "ここで仕掛けた。相手の形が整う前に動きたい。",
        46: "中央から動いてきた。先に▲３四歩と突けたので、ほっとした。△３六歩と桂頭をたたかれるほうが嫌だった。",
        56: "角と香を渡したが、飛車と桂がある。次に▲４三とで金が取れる。",
        79: "詰みまで読みきれていなかったが、ここで投げてくれた。",
    },
    "g00": {
        22: "飛車先を伸ばされた。",
        23: "ここは▲７七角と受けておくところ。気がつかなかった。",
        29: "同じ失敗を二度。角を上がっていれば何でもなかった。",
        58: "と金を作られては、もう勝てない。",
    },
    "g03": {
        45: "勢いで金を出たが、▲６五歩と角道を開けるのが先だった。",
        74: "苦しいと思っていた。相手が間違えてくれた。",
        96: "ここではっきり良くなった。",
        117: "長かったが、最後は落ち着いて指せた。",
    },
    "g28": {
        23: "▲５五角と打てば飛車取りだったらしい。感想戦で言われて二人とも笑った。",
        45: "玉の近くを削られて、しばらく自信がなかった。",
        72: "この香で流れが変わった。",
        96: "ここで勝ちが見えた。",
    },
    "g10": {105: "三間飛車は気持ちよく攻められる。"},
    "g33": {25: "飛車を交換して、先に打ち込めた。", 59: "こんなにきれいに決まるのは年に一度。"},
    "repetition": {
        57: "ここまでは予定どおり。",
        61: "打開の手がわからず、玉を寄って様子を見る。",
        72: "千日手。感想戦で▲３二馬と銀に当てる手を教わった。むしろこちらが良かったそうだ。",
    },
    "impasse": {171: "おたがい入玉して点数も足りている。先生から「持将棋にしましょう」。二時間の大熱戦。"},
    "g100": {34: "花、はじめて一人で詰ませた。"},
    "g101": {14: "棒銀を覚えたてで、うれしそうに銀を出てくる。", 72: "最後の詰みまで自分で見つけた。"},
    "g35": {97: "教室の代表決めの一局。見ているほうがどきどきした。"},
    "g24": {
        23: "早く▲７七角と上がるのが大事、という話。自分もよくやる。",
        27: "ここも同じ。端歩を突いている場合ではなかったとのこと。",
    },
}

VARIATIONS: Final[Mapping[str, tuple[Variation, ...]]] = {
    "league": (
        Variation(46, "P*3f 3e3d 3f3g+ 3d3c+ 3g4h 5h4h 4b4a", "これなら難しかった。"),
        Variation(57, "N*8d 5c4b 8d7b+ 6a7b S*8h", "桂から攻める手もある。"),
    ),
    "g00": (
        Variation(23, "8h7g 2b4d 5g5f 2a3c 4g4f 3b2a 3g3f", "これで互角。"),
        Variation(29, "8h7g 3b2a 3g3f 4d5c 6h8h 8b7b 2i3g"),
    ),
    "g03": (Variation(45, "6f6e 8e8f 5e5d P*3c 8h5e", "飛車先は破られても、角がさばければよい。"),),
    "g28": (Variation(23, "B*5e", "飛車取りと香取り。"), Variation(72, "7c6e 6h6f 5f5g+ 5h5g 6e5g+ 4h5g S*5f")),
    "repetition": (Variation(71, "2a3b 4b5a 3b2c 5c5d L*3f 3e5c 2c3d", "教わった手順。"),),
    "g24": (Variation(27, "8h7g 5e4f 3h4g 4f2d 3g3f 4c4d 6h8h", "渡辺さんの案。"),),
}

MEMOS: Final[Mapping[str, str]] = {
    "league": "チームは3勝2敗。自分の一勝が効いた。次は持ち時間の使い方を見直す。",
    "g00": "序盤で形を決めすぎた。飛車先を受ける▲７七角を忘れないこと。",
    "g28": "準々決勝。終盤は時間に追われたが、最後まであきらめなかった。",
    "g26": "先生に指導してもらった。玉を固める前に動かれると弱い。",
    "g102": "四枚落ちでも負けるようになった。つぎは二枚落ちに挑戦したいそうだ。",
    "impasse": "はじめての持将棋。",
}
