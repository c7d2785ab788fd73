"""The units of a kitchen: how each is written in Japanese and English, and how finely it can be measured there."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

Step: TypeAlias = Literal["exact", "quarter", "half", "five"]
"""To what an amount that was scaled is rounded: `five` is for grams and millilitres."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """`before` are words that stand before the number, 大さじ2; `japanese` and `english` those behind it.

    The first of each is how it is shown; `plural` is the English one of two. `of` and `times` say what it is a
    multiple of: kilograms are grams. A unit without an English word is counted in its things: 2 onions. `is_whole`:
    nobody sells a part of one.
    """

    key: str
    before: tuple[str, ...] = ()
    japanese: tuple[str, ...] = ()
    english: tuple[str, ...] = ()
    plural: str = ""
    step: Step = "half"
    of: str = ""
    times: Fraction = Fraction(1)
    is_whole: bool = False


def _counter(
    key: str, japanese: str, english: str = "", plural: str = "", step: Step = "half", *, is_whole: bool = True
) -> Unit:
    words = tuple(english.split("|")) if english else ()
    return Unit(
        key=key,
        japanese=tuple(japanese.split("|")) if japanese else (),
        english=words,
        plural=plural or (f"{words[0]}s" if words else ""),
        step=step,
        is_whole=is_whole,
    )


_METRIC = (
    Unit(key="g", japanese=("g", "グラム", "gr"), english=("g", "grams", "gram", "gr"), plural="g", step="five"),
    Unit(
        key="kg",
        japanese=("kg", "キログラム", "キロ"),
        english=("kg", "kilograms", "kilogram", "kilos", "kilo"),
        plural="kg",
        of="g",
        times=Fraction(1000),
    ),
    Unit(key="mg", japanese=("mg",), english=("mg",), plural="mg", of="g", times=Fraction(1, 1000)),
    Unit(
        key="ml",
        japanese=("ml", "mℓ", "ミリリットル", "cc", "シーシー"),
        english=("ml", "millilitres", "milliliters", "millilitre", "milliliter", "cc"),
        plural="ml",
        step="five",
    ),
    Unit(
        key="l",
        japanese=("L", "l", "ℓ", "リットル"),
        english=("l", "litres", "liters", "litre", "liter"),
        plural="l",
        of="ml",
        times=Fraction(1000),
    ),
    Unit(key="dl", japanese=("dl", "dL", "デシリットル"), english=("dl",), plural="dl", of="ml", times=Fraction(100)),
    Unit(key="cm", japanese=("cm", "センチ", "センチメートル"), english=("cm",), plural="cm", step="exact"),
    Unit(key="mm", japanese=("mm", "ミリ"), english=("mm",), plural="mm", step="exact"),
)

_IMPERIAL = (
    Unit(key="oz", english=("oz", "ounces", "ounce"), plural="oz", step="quarter"),
    Unit(key="lb", english=("lb", "lbs", "pounds", "pound"), plural="lb", step="quarter"),
    Unit(key="fl oz", english=("fl oz", "fl. oz", "fluid ounces", "fluid ounce"), plural="fl oz", step="quarter"),
    Unit(key="pint", english=("pint", "pints"), plural="pints", step="quarter"),
    Unit(key="quart", english=("quart", "quarts"), plural="quarts", step="quarter"),
    Unit(key="inch", english=("inch", "inches"), plural="inches", step="half"),
)

_SPOONS = (
    Unit(
        key="tbsp",
        before=("大さじ", "大匙", "大サジ", "おおさじ", "大"),
        english=("tbsp", "tbsps", "tbs", "tablespoons", "tablespoon", "T"),
        plural="tbsp",
        step="quarter",
    ),
    Unit(
        key="tsp",
        before=("小さじ", "小匙", "小サジ", "こさじ", "小"),
        english=("tsp", "tsps", "teaspoons", "teaspoon", "t"),
        plural="tsp",
        step="quarter",
    ),
    Unit(
        key="cup",
        before=("カップ", "計量カップ"),
        japanese=("カップ", "カツプ"),
        english=("cup", "cups"),
        plural="cups",
        step="quarter",
    ),
    Unit(key="go", japanese=("合",), english=("gō", "go"), plural="gō", step="quarter"),
    Unit(
        key="bowl",
        before=("茶碗", "お茶碗", "茶わん", "ちゃわん", "丼", "どんぶり"),
        english=("bowl", "bowls"),
        plural="bowls",
    ),
    Unit(key="ladle", before=("お玉", "おたま", "玉じゃくし"), english=("ladle", "ladles"), plural="ladles"),
    Unit(key="glass", before=("コップ", "グラス"), english=("glass", "glasses"), plural="glasses"),
    Unit(key="mug", before=("マグカップ",), english=("mug", "mugs"), plural="mugs"),
    Unit(
        key="spoon",
        before=("スプーン", "ティースプーン"),
        english=("spoon", "spoons"),
        plural="spoons",
    ),
)

_COUNTERS = (
    _counter("ko", "個|コ|ケ|こ|ヶ"),
    _counter("tsu", "つ"),
    _counter("hon", "本", step="quarter"),
    _counter("mai", "枚", "sheet|sheets", "sheets"),
    _counter("kire", "切れ|きれ|切", "piece|pieces|pc|pcs", "pieces"),
    _counter("cho", "丁|挺", "block|blocks", "blocks"),
    _counter("taba", "束|たば|把|わ", "bunch|bunches", "bunches"),
    _counter("kabu", "株|かぶ", "head|heads", "heads"),
    _counter("tama", "玉", "portion|portions", "portions", step="quarter"),
    _counter("kake", "かけ|片|かけら|カケ|欠け|へん", "knob|knobs", "knobs", is_whole=False),
    _counter("clove", "", "clove|cloves", "cloves", is_whole=False),
    _counter("fukuro", "袋|ふくろ", "bag|bags", "bags"),
    _counter("pack", "パック|ぱっく|P|pc", "pack|packs|packet|packets|package|packages|pkg", "packs"),
    _counter("box", "箱", "box|boxes", "boxes"),
    _counter("kin", "斤", "loaf|loaves", "loaves"),
    _counter("can", "缶", "tin|tins|can|cans", "tins"),
    _counter("bottle", "瓶|びん", "bottle|bottles", "bottles"),
    _counter("jar", "", "jar|jars", "jars"),
    _counter("cut", "カット"),
    _counter("block", "ブロック"),
    _counter("leaf", "葉", "leaf|leaves", "leaves"),
    _counter("stalk", "茎", "stalk|stalks|stick|sticks|rib|ribs", "stalks"),
    _counter("sprig", "枝", "sprig|sprigs", "sprigs"),
    _counter("slice", "スライス", "slice|slices|rasher|rashers", "slices"),
    _counter("fillet", "", "fillet|fillets", "fillets"),
    _counter("ear", "", "ear|ears", "ears"),
    _counter("bunch", "房|ふさ"),
    _counter("tail", "尾|匹|ぴき|びき"),
    _counter("bird", "羽"),
    _counter("cup-of", "杯|ぱい|はい|ばい", is_whole=False),
    _counter("drop", "滴", "drop|drops", "drops", is_whole=False),
    _counter("row", "列"),
    _counter("roll", "ロール|ろーる", "roll|rolls", "rolls"),
    _counter("saku", "さく|柵|サク"),
    _counter("plate", "皿", "plate|plates", "plates", is_whole=False),
    _counter("serving", "人前|人分|食|食分", "serving|servings", "servings", is_whole=False),
    _counter("handful", "つかみ|掴み|握り|にぎり", "handful|handfuls", "handfuls", is_whole=False),
    _counter("pinch", "つまみ|摘み", "pinch|pinches", "pinches", is_whole=False),
    _counter("shake", "振り|ふり", "dash|dashes|splash|splashes", "dashes", is_whole=False),
    _counter("turn", "回し|まわし", "drizzle|drizzles", "drizzles", is_whole=False),
    _counter("mori", "盛り", is_whole=False),
    _counter("kan", "貫"),
    _counter("ri", "粒|つぶ", "grain|grains", "grains"),
    _counter("gu", "球"),
    _counter("kushi", "串"),
    _counter("hara", "腹"),
    _counter("fushi", "節"),
)

UNITS: dict[str, Unit] = {unit.key: unit for unit in (*_METRIC, *_IMPERIAL, *_SPOONS, *_COUNTERS)}
