"""Recipes as people paste them, and what is to be read of each. All of them were written for these tests."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Pasted:
    """`ingredients` as "name | quantity", with the group before a colon; `steps` how each begins."""

    name: str
    text: str
    title: str
    ingredients: tuple[str, ...]
    steps: tuple[str, ...]
    servings: int | None = None
    minutes: int | None = None
    doubtful: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    note: str = ""


PASTED = (
    Pasted(
        "a whole Japanese recipe with headings",
        """肉じゃが
ほくほくの定番です。
材料（4人分）
じゃがいも 4個
玉ねぎ 1個
牛こま切れ肉 200g
A しょうゆ 大さじ3
A みりん 大さじ2
作り方
1. じゃがいもは皮をむいて4等分に切る。
2. 鍋に油を熱し、牛肉を炒める。
3. Aを加え、落としぶたをして15分煮る。
ポイント
冷めるときに味が染みます。""",
        "肉じゃが",
        ("じゃがいも | 4個", "玉ねぎ | 1個", "牛こま切れ肉 | 200g", "A: しょうゆ | 大さじ3", "A: みりん | 大さじ2"),
        ("じゃがいもは皮をむいて", "鍋に油", "Aを加え"),
        servings=4,
        note="冷めるときに味が染みます。",
    ),
    Pasted(
        "a whole English recipe with times",
        """Simple Pancakes
Serves 4
Prep time: 10 minutes
Cook time: 15 minutes

Ingredients
1 1/2 cups flour
2 tbsp sugar
1 egg
1 1/4 cups milk

Method
Mix the dry ingredients.
Whisk in the egg and milk.
Fry in a hot pan for 2 minutes on each side.""",
        "Simple Pancakes",
        ("flour | 1 1/2 cups", "sugar | 2 tbsp", "egg | 1", "milk | 1 1/4 cups"),
        ("Mix the dry", "Whisk in", "Fry in"),
        servings=4,
        minutes=25,
    ),
    Pasted(
        "no headings at all, in Japanese",
        """卵焼き
卵 3個
砂糖 大さじ1
塩 少々

卵を溶いて砂糖と塩をまぜる。
フライパンで焼く。""",
        "卵焼き",
        ("卵 | 3個", "砂糖 | 大さじ1", "塩 | 少々"),
        ("卵を溶いて", "フライパン"),
    ),
    Pasted(
        "no headings at all, in English",
        """Garlic butter noodles
200 g spaghetti
3 cloves garlic, sliced
50 g butter

1. Boil the spaghetti until just done.
2. Fry the garlic in the butter and toss.""",
        "Garlic butter noodles",
        ("spaghetti | 200 g", "garlic | 3 cloves", "butter | 50 g"),
        ("Boil the", "Fry the"),
    ),
    Pasted(
        "a table whose columns were torn into lines",
        """豚の生姜焼き
材料 2人分
豚ロース
200g
しょうが
1かけ
サラダ油
適量
作り方
1
豚肉に下味をつける。
2
強火で焼く。""",
        "豚の生姜焼き",
        ("豚ロース | 200g", "しょうが | 1かけ", "サラダ油 | 適量"),
        ("豚肉に下味", "強火で焼く"),
        servings=2,
    ),
    Pasted(
        "tabs and dotted leaders",
        "ほうれん草のおひたし\n【材料】\nほうれん草\t1束\nしょうゆ……小さじ2\nかつお節・・・少々\n"
        "【作り方】\nゆでて切る。\nしょうゆをかける。",
        "ほうれん草のおひたし",
        ("ほうれん草 | 1束", "しょうゆ | 小さじ2", "かつお節 | 少々"),
        ("ゆでて", "しょうゆを"),
    ),
    Pasted(
        "everything on one line",
        "親子丼\n材料：鶏もも肉200g、玉ねぎ1個、卵3個、塩少々\n作り方：\n鶏肉と玉ねぎを煮る。\n卵でとじる。",
        "親子丼",
        ("鶏もも肉 | 200g", "玉ねぎ | 1個", "卵 | 3個", "塩 | 少々"),
        ("鶏肉と", "卵でとじる"),
    ),
    Pasted(
        "circled numbers and a group of seasonings",
        """麻婆豆腐（3人分）
■材料
豆腐 1丁
豚ひき肉 150g
【合わせ調味料】
みそ 大さじ1
豆板醤 小さじ1
■作り方
①豆腐を切る。
②ひき肉を炒める。
③合わせ調味料を加えて煮る。""",
        "麻婆豆腐",
        ("豆腐 | 1丁", "豚ひき肉 | 150g", "合わせ調味料: みそ | 大さじ1", "合わせ調味料: 豆板醤 | 小さじ1"),
        ("豆腐を切る", "ひき肉を", "合わせ調味料を"),
        servings=3,
    ),
    Pasted(
        "English groups with colons",
        """Roast chicken thighs
Yield: 2 servings
Ingredients:
4 chicken thighs
1 tsp salt
For the sauce:
2 tbsp soy sauce
1 tbsp honey
Directions:
1) Rub the salt into the chicken.
2) Roast for 35 minutes.
3) Stir the sauce together and pour it over.""",
        "Roast chicken thighs",
        (
            "chicken thighs | 4",
            "salt | 1 tsp",
            "For the sauce: soy sauce | 2 tbsp",
            "For the sauce: honey | 1 tbsp",
        ),
        ("Rub", "Roast", "Stir"),
        servings=2,
    ),
    Pasted(
        "full width digits and an ideographic space",
        "味噌汁\n材料（２人分）\n豆腐　１／２丁\nわかめ　５ｇ\nみそ　大さじ２\n"
        "作り方\n１．だしを温める。\n２．みそを溶く。",
        "味噌汁",
        ("豆腐 | 1/2丁", "わかめ | 5g", "みそ | 大さじ2"),
        ("だしを", "みそを"),
        servings=2,
    ),
    Pasted(
        "what a page has around its recipe",
        """印刷する
保存
鮭のムニエル
1,234
材料（2人分）
鮭 2切れ
バター 10g
広告
作り方
鮭に粉をまぶす。
バターで焼く。
関連レシピ
さばの味噌煮
コメント 3件""",
        "鮭のムニエル",
        ("鮭 | 2切れ", "バター | 10g"),
        ("鮭に粉", "バターで"),
        servings=2,
        unread=("印刷する", "保存", "1,234", "広告", "さばの味噌煮"),
    ),
    Pasted(
        "an ingredient without an amount is doubtful",
        "冷ややっこ\n材料\n豆腐 1丁\nねぎ\nしょうが\n作り方\n豆腐に薬味をのせる。",
        "冷ややっこ",
        ("豆腐 | 1丁", "ねぎ | ", "しょうが | "),
        ("豆腐に",),
        doubtful=("ねぎ", "しょうが"),
    ),
    Pasted(
        "bullets before everything",
        """- Tomato salad -
Ingredients
- 3 tomatoes
- 1 tbsp olive oil
* salt to taste
Instructions
- Slice the tomatoes.
- Dress with oil and salt.""",
        "- Tomato salad -",
        ("tomatoes | 3", "olive oil | 1 tbsp", "salt | to taste"),
        ("Slice", "Dress"),
    ),
    Pasted(
        "steps that go on below their numbers",
        """カレー
材料 4皿分
牛肉 300g
カレールウ 1/2箱
作り方
1. 肉を炒める。
焦げないように気をつける。
2. 煮込む。
※あくを取る。""",
        "カレー",
        ("牛肉 | 300g", "カレールウ | 1/2箱"),
        ("肉を炒める。\n焦げない", "煮込む。\n※あく"),
        servings=4,
    ),
    Pasted(
        "an address, tags and an author among the lines",
        """かぼちゃの煮もの
https://example.com/kabocha
#和食 #作りおき
材料
かぼちゃ 1/4個
砂糖 大さじ1
作り方
かぼちゃを切って煮る。""",
        "かぼちゃの煮もの",
        ("かぼちゃ | 1/4個", "砂糖 | 大さじ1"),
        ("かぼちゃを",),
    ),
    Pasted(
        "several of one amount",
        "照り焼き\n材料\n鶏もも肉 1枚\n酒・みりん・しょうゆ 各大さじ1\n作り方\n焼いて、たれをからめる。",
        "照り焼き",
        ("鶏もも肉 | 1枚", "酒 | 大さじ1", "みりん | 大さじ1", "しょうゆ | 大さじ1"),
        ("焼いて",),
    ),
    Pasted(
        "Step 1 on a line of its own",
        """Miso soup
Ingredients (serves 2)
1/2 block tofu
2 tbsp miso
Steps
Step 1
Warm the stock.
Step 2
Stir in the miso.""",
        "Miso soup",
        ("tofu | 1/2 block", "miso | 2 tbsp"),
        ("Warm", "Stir"),
        servings=2,
    ),
    Pasted(
        "a time of one and a half hours",
        "角煮\n調理時間：1時間30分\n材料\n豚バラ肉 500g\nねぎ 1本\n作り方\n肉を下ゆでする。\n弱火で1時間煮る。",
        "角煮",
        ("豚バラ肉 | 500g", "ねぎ | 1本"),
        ("肉を", "弱火で"),
        minutes=90,
    ),
    Pasted(
        "servings as a range",
        "鍋\n材料（2〜3人分）\n白菜 1/4個\n豆腐 1丁\n作り方\n全部煮る。",
        "鍋",
        ("白菜 | 1/4個", "豆腐 | 1丁"),
        ("全部煮る",),
        servings=2,
    ),
    Pasted(
        "only ingredients",
        "材料\n卵 2個\n牛乳 100ml",
        "",
        ("卵 | 2個", "牛乳 | 100ml"),
        (),
    ),
    Pasted(
        "only a letter",
        "お元気ですか。\n昨日は楽しかったです。また遊びに来てください。",
        "お元気ですか。",
        (),
        (),
    ),
    Pasted("nothing", " \n\n\t\n", "", (), ()),
    Pasted(
        "Windows line ends and a mark of byte order",
        "\ufeffそぼろ\r\n材料\r\n鶏ひき肉 200g\r\nしょうゆ 大さじ2\r\n作り方\r\nいためる。\r\n",
        "そぼろ",
        ("鶏ひき肉 | 200g", "しょうゆ | 大さじ2"),
        ("いためる",),
    ),
    Pasted(
        "metric and American units",
        """Banana bread
Makes 1 loaf
Ingredients
3 ripe bananas
1/2 cup (115 g) butter, melted
250 g plain flour
1 teaspoon baking soda
Directions
Mash the bananas.
Mix everything.
Bake for 60 minutes.""",
        "Banana bread",
        ("ripe bananas | 3", "butter | 1/2 cup (115 g)", "plain flour | 250 g", "baking soda | 1 teaspoon"),
        ("Mash", "Mix", "Bake"),
        servings=1,
    ),
    Pasted(
        "notes in English behind the steps",
        """Rice porridge
Ingredients
50 g rice
500 ml water
Method
Simmer for 40 minutes, stirring now and then.
Notes
Leftover rice works too.""",
        "Rice porridge",
        ("rice | 50 g", "water | 500 ml"),
        ("Simmer",),
        note="Leftover rice works too.",
    ),
    Pasted(
        "steps below ingredients without a heading of their own",
        """きんぴら
材料（2人分）
ごぼう 1本
にんじん 1/2本
ごま油 大さじ1
1.ごぼうとにんじんを細切りにする
2.ごま油で炒める
3.味をつけて仕上げる""",
        "きんぴら",
        ("ごぼう | 1本", "にんじん | 1/2本", "ごま油 | 大さじ1"),
        ("ごぼうと", "ごま油で", "味をつけて"),
        servings=2,
    ),
)
