"""The demo's names and texts in English: what the Japanese ones of `demo_stories.py` say."""

from collections.abc import Mapping
from typing import Final

ENGLISH: Final[Mapping[str, str]] = {
    "山田 健": "Ken Yamada",
    "山田 花": "Hana Yamada",
    "鈴木 浩二": "Koji Suzuki",
    "木村 千夏": "Chinatsu Kimura",
    "井上 亮": "Ryo Inoue",
    "清水 修": "Osamu Shimizu",
    "林 健太": "Kenta Hayashi",
    "林 結": "Yui Hayashi",
    "松本 隆": "Takashi Matsumoto",
    "吉田 美咲": "Misaki Yoshida",
    "小林 拓也": "Takuya Kobayashi",
    "中村 由紀": "Yuki Nakamura",
    "加藤 正": "Tadashi Kato",
    "伊藤 翔": "Sho Ito",
    "佐藤 大輔": "Daisuke Sato",
    "高橋 真理": "Mari Takahashi",
    "渡辺 義男": "Yoshio Watanabe",
    "社団戦": "Team league",
    "市民将棋大会": "City tournament",
    "新春将棋大会": "New Year tournament",
    "駅前将棋道場": "Station Street Shogi Club",
    "ネット将棋": "Online",
    "家で": "At home",
    "こども将棋教室": "Children's class",
    "社団戦/{year}": "Team league/{year}",
    "大会/市民大会": "Tournaments/City",
    "大会/新春大会": "Tournaments/New Year",
    "道場": "Club",
    "ネット": "Online games",
    "家/花": "Home/Hana",
    "研究/四間飛車": "Study/Fourth File Rook",
    "研究/角換わり": "Study/Bishop Exchange",
    "十枚落ち": "Ten pieces",
    "六枚落ち": "Six pieces",
    "四枚落ち": "Four pieces",
    "急戦": "Quick attack",
    "穴熊": "Anaguma",
    "振り飛車": "Ranging Rook",
    "大会": "Tournament",
    "会心": "Proud of it",
    "反省": "To learn from",
    "終盤": "Endgame",
    "駒落ち": "Handicap",
    "入玉": "Entering kings",
    "千日手": "Repetition",
    "研究": "Study",
    "ここで仕掛けた。相手の形が整う前に動きたい。": "I attack here, before Suzuki's camp is ready.",
    "中央から動いてきた。先に▲３四歩と突けたので、ほっとした。△３六歩と桂頭をたたかれるほうが嫌だった。": (
        "A push in the centre. I could answer with P-3d first, a relief. P*3f against my knight would have been worse."
    ),
    "角と香を渡したが、飛車と桂がある。次に▲４三とで金が取れる。": (
        "A bishop and a lance gone, but I hold a rook and a knight, and +Px4c wins a gold next."
    ),
    "詰みまで読みきれていなかったが、ここで投げてくれた。": "I had not read it out to mate, but here Suzuki resigned.",
    "飛車先を伸ばされた。": "The rook's pawn comes forward.",
    "ここは▲７七角と受けておくところ。気がつかなかった。": "B-7g was the move to hold it. I did not see it.",
    "同じ失敗を二度。角を上がっていれば何でもなかった。": (
        "The same mistake twice. With the bishop up, nothing would have happened."
    ),
    "と金を作られては、もう勝てない。": "Once there is a tokin, I can't win this.",
    "勢いで金を出たが、▲６五歩と角道を開けるのが先だった。": (
        "I rushed the gold forward. Opening the bishop's line with P-6e came first."
    ),
    "苦しいと思っていた。相手が間違えてくれた。": "I thought I was losing. Then Takahashi went wrong.",
    "ここではっきり良くなった。": "From here on I was clearly better.",
    "長かったが、最後は落ち着いて指せた。": "A long one, but I kept calm at the end.",
    "▲５五角と打てば飛車取りだったらしい。感想戦で言われて二人とも笑った。": (
        "B*5e was there, hitting the rook. We both laughed when somebody told us afterwards."
    ),
    "玉の近くを削られて、しばらく自信がなかった。": (
        "My king's camp was chipped away, and for a while I had no confidence."
    ),
    "この香で流れが変わった。": "This lance turned the game.",
    "ここで勝ちが見えた。": "Here I could see the win.",
    "三間飛車は気持ちよく攻められる。": "The Third File Rook attacks so pleasantly.",
    "飛車を交換して、先に打ち込めた。": "Rooks came off, and I was the first to drop mine.",
    "こんなにきれいに決まるのは年に一度。": "It works out this neatly about once a year.",
    "ここまでは予定どおり。": "Up to here, all as planned.",
    "打開の手がわからず、玉を寄って様子を見る。": "I can't find a way forward, so the king steps aside and waits.",
    "千日手。感想戦で▲３二馬と銀に当てる手を教わった。むしろこちらが良かったそうだ。": (
        "Repetition. Afterwards I was shown +B-3b, hitting the silver: I was the one who stood better."
    ),
    "おたがい入玉して点数も足りている。先生から「持将棋にしましょう」。二時間の大熱戦。": (
        'Both kings are in and both have points enough. "Let us call it an impasse," says the teacher, after two hours.'
    ),
    "花、はじめて一人で詰ませた。": "Hana's first mate all by herself.",
    "棒銀を覚えたてで、うれしそうに銀を出てくる。": (
        "She has just learned the Climbing Silver, and out it comes, beaming."
    ),
    "最後の詰みまで自分で見つけた。": "She found the mate on her own, too.",
    "教室の代表決めの一局。見ているほうがどきどきした。": (
        "The game that decided who plays for the class. Watching was harder."
    ),
    "早く▲７七角と上がるのが大事、という話。自分もよくやる。": "B-7g early matters, they said. I forget it as well.",
    "ここも同じ。端歩を突いている場合ではなかったとのこと。": "The same again: no time for the edge pawn.",
    "これなら難しかった。": "This would have been hard to meet.",
    "桂から攻める手もある。": "Attacking with the knight is possible, too.",
    "これで互角。": "Even.",
    "飛車先は破られても、角がさばければよい。": "The rook may break through, as long as the bishop gets free.",
    "飛車取りと香取り。": "Hits the rook and the lance.",
    "教わった手順。": "The line I was shown.",
    "渡辺さんの案。": "Watanabe's idea.",
    "チームは3勝2敗。自分の一勝が効いた。次は持ち時間の使い方を見直す。": (
        "The team won 3 to 2, and my point counted. Next time, spend the clock better."
    ),
    "序盤で形を決めすぎた。飛車先を受ける▲７七角を忘れないこと。": (
        "I settled my shape too early. Remember B-7g against the rook's pawn."
    ),
    "準々決勝。終盤は時間に追われたが、最後まであきらめなかった。": (
        "Quarter-final. Short of time at the end, but I did not give up."
    ),
    "先生に指導してもらった。玉を固める前に動かれると弱い。": (
        "A lesson from the teacher. I am weak when somebody moves before my king is safe."
    ),
    "四枚落ちでも負けるようになった。つぎは二枚落ちに挑戦したいそうだ。": (
        "She beats me at four pieces now, and wants to try two."
    ),
    "はじめての持将棋。": "My first impasse.",
}
