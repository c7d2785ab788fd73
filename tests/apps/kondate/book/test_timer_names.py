"""What a timer is called: what is done for that long, in the words of its step."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chabudai.apps.kondate.book.timer_names import name_timer


@pytest.mark.parametrize(
    ("text", "minutes", "name"),
    [
        ("だし汁を加え、煮立ったらあくをとり、みその半量を溶いて12分煮る。", 12, "みその半量を溶いて煮る"),
        ("だし汁と大根を加え、落としぶたをして弱めの中火で20分煮る。", 20, "落としぶたをして弱めの中火で煮る"),
        ("卵は熱湯から11分ゆで、冷水にとって殻をむく。", 11, "卵は熱湯からゆでる"),
        ("かぶは薄切りにして塩をまぶし、10分おいてしぼる。", 10, "おく"),
        ("みりんとしょうゆを加え、さらに12分煮る。", 12, "煮る"),
        ("動かさずに7分、皮がきつね色になるまで焼く。", 7, "動かさずに皮がきつね色になるまで焼く"),
        ("フライパンに並べ、中火で2分、底に焼き色をつける。", 2, "中火で底に焼き色をつける"),
        ("袋の表示より1分長く、9分ほどゆでる。", 9, "ゆでる"),
        ("フライパンに油を熱し、皮を下にして4分、裏返して2分焼く。", 4, "皮を下にして"),
        ("野菜がやわらかくなるまで10〜15分煮る", 10, "野菜がやわらかくなるまで煮る"),
        ("ふたをして待つ。", 5, "ふたをして待つ"),
        ("Stir in half the miso and simmer for 12 minutes.", 12, "simmer"),
        ("Heat the oil and fry the bacon and vegetables for 8 minutes.", 8, "fry the bacon and vegetables"),
        ("Bring to the boil and leave for 5 minutes, covered.", 5, "leave"),
        ("Take off the heat and let it stand for 10 minutes.", 10, "let it stand"),
        ("Cook over a medium heat for about 5 minutes.", 5, "cook over a medium heat"),
        ("Cook under a hot grill for 10 minutes.", 10, "cook under a hot grill"),
        ("After about 4 minutes, when open, skim.", 4, "After about 4 minutes, when open, skim"),
        ("Boil them; 2 minutes after they float, lift out.", 2, "Boil them"),
    ],
)
def test_a_timer_is_called_by_what_is_done_meanwhile(text: str, minutes: int, name: str) -> None:
    assert name_timer(text, minutes * 60) == name


@given(st.text(max_size=60), st.integers(1, 86_400))
def test_any_text_has_a_name_that_is_no_longer_than_it(text: str, seconds: int) -> None:
    assert len(name_timer(text, seconds)) <= len(text) + 2
