"""Words in quick add of tasks: what they say of dates, tags, people and priority, and that no title is eaten."""

import time
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chabudai.apps.tasks.quick_add_names import MOST_OFFERED, KnownNames
from chabudai.apps.tasks.quick_add_parser import ParsedTask, parse_line
from chabudai.common.quick_add.chips import LONGEST

TUESDAY = date(2026, 11, 17)
KNOWN = KnownNames(
    "sakura",
    (
        ("sakura", "山田 さくら"),
        ("ken", "佐藤 健"),
        ("hana", "鈴木 花"),
        ("tanaka-m", "田中 誠"),
        ("tanaka-y", "田中 祐子"),
        ("misaki", "高橋 美咲"),
        ("emily", "Emily Stone"),
    ),
    ("買い出し", "会場", "お金", "Big day", "Venue"),
)


def read(text: str) -> ParsedTask:
    return parse_line(text, TUESDAY, KNOWN)


def said(text: str) -> tuple[str, str]:
    """The title, and what the chips say in their order: e2026-11-20 is an end, s a start, #tag, @person, !priority."""
    marks = {"start": "s", "end": "e", "period": "p", "tag": "#", "person": "@", "priority": "!"}
    line = read(text)
    return line.title, " ".join(f"{marks[chip.kind]}{chip.value}" for chip in line.chips).replace("2026-", "")


JAPANESE = [
    ("のし紙と箱を買う 金曜まで #買い出し @佐藤 !高", "のし紙と箱を買う", "e11-20 #買い出し @ken !high"),
    ("会場の下見 月曜から", "会場の下見", "s11-23"),
    ("月曜から会場の下見", "会場の下見", "s11-23"),
    ("18日から20日 もち米を浸す", "もち米を浸す", "p11-18/11-20"),
    ("18日から20日までもち米を浸す", "もち米を浸す", "p11-18/11-20"),
    ("18日〜20日 もち米を浸す", "もち米を浸す", "p11-18/11-20"),
    ("18〜20日 もち米を浸す", "もち米を浸す", "p11-18/11-20"),
    ("18日～20日に もち米を浸す", "もち米を浸す", "p11-18/11-20"),
    ("１８日から２０日まで もち米を浸す", "もち米を浸す", "p11-18/11-20"),
    ("28日から3日 里帰り", "里帰り", "p11-28/12-03"),
    ("11月18日から20日 飾りつけ", "飾りつけ", "p11-18/11-20"),
    ("11月18日〜12月1日 飾りつけ", "飾りつけ", "p11-18/12-01"),
    ("11/18-20 飾りつけ", "飾りつけ", "p11-18/11-20"),
    ("11/18〜11/20 飾りつけ", "飾りつけ", "p11-18/11-20"),
    ("11/18から 飾りつけ", "飾りつけ", "s11-18"),
    ("12/1までに 飾りつけ", "飾りつけ", "e12-01"),
    ("月曜から金曜まで 受付", "受付", "p11-23/11-27"),
    ("月曜から金曜 受付", "受付", "p11-23/11-27"),
    ("来週月曜から金曜まで 受付", "受付", "p11-23/11-27"),
    ("月曜から 受付 金曜まで", "受付", "s11-23 e11-27"),
    ("金曜まで 受付 月曜から", "受付", "e11-27 s11-23"),
    ("明日から旅行の準備", "旅行の準備", "s11-18"),
    ("明日〜明後日 大掃除", "大掃除", "p11-18/11-19"),
    ("今日から3日後まで 大掃除", "大掃除", "p11-17/11-20"),
    ("今日中に見積もりを送る", "見積もりを送る", "e11-17"),
    ("今日まで 見積もり", "見積もり", "e11-17"),
    ("明日 見積もり", "見積もり", "e11-18"),
    ("見積もり 明後日まで", "見積もり", "e11-19"),
    ("金曜締切 原稿", "原稿", "e11-20"),
    ("金曜〆切 原稿", "原稿", "e11-20"),
    ("金曜締め切り 原稿", "原稿", "e11-20"),
    ("金曜日までに、原稿", "原稿", "e11-20"),
    ("金曜に原稿", "原稿", "e11-20"),
    ("来週 打ち合わせ", "打ち合わせ", "e11-23"),
    ("来週から打ち合わせ", "打ち合わせ", "s11-23"),
    ("月末までに精算", "精算", "e11-30"),
    ("来月末まで 精算 #お金", "精算", "e12-31 #お金"),
    ("2027年1月5日まで 年賀状の返事", "年賀状の返事", "e2027-01-05"),
    ("12月28日から1月4日 休み", "休み", "p12-28/2027-01-04"),
    ("2週間後 町内会に報告", "町内会に報告", "e12-01"),
    ("チラシ #買い出し #お金", "チラシ", "#買い出し #お金"),
    ("チラシ #印刷", "チラシ", "#印刷"),
    ("チラシ ＃印刷", "チラシ", "#印刷"),
    ("チラシ #印刷@佐藤", "チラシ", "#印刷 @ken"),
    ("会場を押さえる @自分", "会場を押さえる", "@sakura"),
    ("会場を押さえる ＠自分", "会場を押さえる", "@sakura"),
    ("会場を押さえる @わたし", "会場を押さえる", "@sakura"),
    ("会場を押さえる @佐藤 健", "会場を押さえる", "@ken"),
    ("会場を押さえる @佐藤健", "会場を押さえる", "@ken"),
    ("会場を押さえる @佐藤さん", "会場を押さえる", "@ken"),
    ("@佐藤さんに 会場を押さえる", "会場を押さえる", "@ken"),
    ("@佐藤、会場を押さえる", "会場を押さえる", "@ken"),
    ("会場を押さえる @美咲", "会場を押さえる", "@misaki"),
    ("会場を押さえる @高橋ちゃん", "会場を押さえる", "@misaki"),
    ("会場を押さえる @鈴", "会場を押さえる", "@hana"),
    ("会場を押さえる @hana", "会場を押さえる", "@hana"),
    ("会場を押さえる @誠", "会場を押さえる", "@tanaka-m"),
    ("会場を押さえる @田中 祐子", "会場を押さえる", "@tanaka-y"),
    ("会場を押さえる @田中", "会場を押さえる @田中", ""),
    ("会場を押さえる @木村", "会場を押さえる @木村", ""),
    ("会場を押さえる @佐藤 @鈴木", "会場を押さえる @鈴木", "@ken"),
    ("至急 見積もり !高", "至急 見積もり", "!high"),
    ("見積もり ！中", "見積もり", "!medium"),
    ("見積もり !低", "見積もり", "!low"),
    ("!高い山に登る", "!高い山に登る", ""),
    ("3日間の予定を立てる", "3日間の予定を立てる", ""),
    ("10-20人ぶん用意する", "10-20人ぶん用意する", ""),
    ("2から5ページを直す", "2から5ページを直す", ""),
    ("毎日新聞を買う", "毎日新聞を買う", ""),
    ("金曜会の会費", "金曜会の会費", ""),
    ("11/18号を読む", "11/18号を読む", ""),
    ("10:00 打ち合わせ", "10:00 打ち合わせ", ""),
    ("今日は寒い", "今日は寒い", ""),
    ("#1 の道具", "#1 の道具", ""),
    ("20日から18日 逆さま", "逆さま", "p11-20/12-18"),
]
ENGLISH = [
    ("Book the hall by fri #venue @ken !high", "Book the hall", "e11-20 #Venue @ken !high"),
    ("Book the hall fri", "Book the hall", "e11-20"),
    ("Book the hall by friday", "Book the hall", "e11-20"),
    ("Book the hall due friday", "Book the hall", "e11-20"),
    ("Book the hall until friday", "Book the hall", "e11-20"),
    ("Book the hall till 20 nov", "Book the hall", "e11-20"),
    ("Book the hall from mon", "Book the hall", "s11-23"),
    ("From Monday book the hall", "book the hall", "s11-23"),
    ("Book the hall starting monday", "Book the hall", "s11-23"),
    ("Book the hall starting on 1 dec", "Book the hall", "s12-01"),
    ("Book the hall 18-20 nov", "Book the hall", "p11-18/11-20"),
    ("Book the hall 18 - 20 nov", "Book the hall", "p11-18/11-20"),
    ("Book the hall 18–20 November", "Book the hall", "p11-18/11-20"),
    ("Book the hall 18th to 20th nov", "Book the hall", "p11-18/11-20"),
    ("Book the hall from 18 to 20 nov", "Book the hall", "p11-18/11-20"),
    ("Book the hall 18th to 20th", "Book the hall", "p11-18/11-20"),
    ("Book the hall from the 18th to the 20th", "Book the hall", "p11-18/11-20"),
    ("Book the hall 18th-20th #venue", "Book the hall", "p11-18/11-20 #Venue"),
    ("Book the hall the 28th to the 2nd", "Book the hall", "p11-28/12-02"),
    ("Paint from the 2nd to the 3rd floor", "Paint from the 2nd to the 3rd floor", ""),
    ("Book the hall nov 18-20", "Book the hall", "p11-18/11-20"),
    ("Book the hall nov 18 to 20", "Book the hall", "p11-18/11-20"),
    ("Book the hall nov 28 to dec 3", "Book the hall", "p11-28/12-03"),
    ("Book the hall from 18 nov to 20 nov", "Book the hall", "p11-18/11-20"),
    ("Book the hall between 18 nov and 20 nov", "Book the hall", "p11-18/11-20"),
    ("Book the hall from mon to wed", "Book the hall", "p11-23/11-25"),
    ("Book the hall from mon until wed", "Book the hall", "p11-23/11-25"),
    ("Book the hall monday through friday", "Book the hall", "p11-23/11-27"),
    ("Book the hall mon-fri", "Book the hall", "p11-23/11-27"),
    ("Book the hall today", "Book the hall", "e11-17"),
    ("Book the hall tomorrow to friday", "Book the hall", "p11-18/11-20"),
    ("from monday Book the hall by friday", "Book the hall", "s11-23 e11-27"),
    ("Book the hall next week", "Book the hall", "e11-23"),
    ("Book the hall from next week", "Book the hall", "s11-23"),
    ("Book the hall in 3 days", "Book the hall", "e11-20"),
    ("Book the hall by 2027-01-05", "Book the hall", "e2027-01-05"),
    ("Book the hall on dec 1", "Book the hall", "e12-01"),
    ("Flyers #print #Money", "Flyers", "#print #Money"),
    ("Flyers #VENUE", "Flyers", "#Venue"),
    ("Flyers #big day", "Flyers", "#Big day"),
    ("Flyers @me", "Flyers", "@sakura"),
    ("Flyers @ME", "Flyers", "@sakura"),
    ("Flyers @emily", "Flyers", "@emily"),
    ("Flyers @Emily Stone", "Flyers", "@emily"),
    ("Flyers @stone", "Flyers", "@emily"),
    ("Flyers @emi", "Flyers", "@emily"),
    ("Flyers @nobody", "Flyers @nobody", ""),
    ("@ken, flyers", "flyers", "@ken"),
    ("Flyers !high", "Flyers", "!high"),
    ("Flyers !med", "Flyers", "!medium"),
    ("Flyers p3", "Flyers", "!low"),
    ("Mail ken@example.com", "Mail ken@example.com", ""),
    ("Read pages 3-5", "Read pages 3-5", ""),
    ("From the top", "From the top", ""),
    ("Starting from scratch", "Starting from scratch", ""),
    ("Between you and me", "Between you and me", ""),
    ("Wait until it rains", "Wait until it rains", ""),
    ("The cat sat on the mat", "The cat sat on the mat", ""),
    ("Fix #12", "Fix #12", ""),
    ("C# course", "C# course", ""),
    ("Meet at 18:30", "Meet at 18:30", ""),
]


@pytest.mark.parametrize(("text", "title", "words"), [*JAPANESE, *ENGLISH])
def test_a_line_is_understood(text: str, title: str, words: str) -> None:
    assert said(text) == (title, words)


def test_there_are_enough_lines_of_both_languages() -> None:
    assert len(JAPANESE) >= 60
    assert len(ENGLISH) >= 40


def test_a_line_says_all_that_a_task_holds() -> None:
    line = read("18日から20日 もち米を浸す #買い出し #買い出し @自分 !高")
    assert (line.start, line.end) == (date(2026, 11, 18), date(2026, 11, 20))
    assert (line.tags, line.assignee, line.priority) == (("買い出し",), "sakura", "high")


@pytest.mark.parametrize("text", ["金曜まで", "#買い出し", "@佐藤 !高", "月曜から金曜まで #買い出し", "from mon"])
def test_a_line_of_nothing_but_words_is_a_title(text: str) -> None:
    assert read(text) == ParsedTask(text)


def test_of_two_that_say_the_same_the_first_counts_and_the_other_stays() -> None:
    assert said("明日まで 金曜まで 原稿") == ("金曜まで 原稿", "e11-18")
    assert said("18日から20日 原稿 金曜まで") == ("原稿 金曜まで", "p11-18/11-20")
    assert said("金曜まで 原稿 18日から20日") == ("原稿 18日から20日", "e11-20")


def test_a_chip_that_is_taken_back_is_text_again() -> None:
    text = "原稿 金曜まで #買い出し @佐藤"
    for chip in read(text).chips:
        without = parse_line(text, TUESDAY, KNOWN, [chip.span])
        assert chip.text.strip() in without.title
        assert chip not in without.chips
        assert len(without.chips) == 2


def test_nobody_is_taken_for_oneself_who_is_not_in_the_team() -> None:
    assert parse_line("原稿 @自分", TUESDAY, KnownNames("sakura"), ()).title == "原稿 @自分"


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("原稿 #", ["買い出し", "会場", "お金", "Big day", "Venue"]),
        ("原稿 #会", ["会場"]),
        ("原稿 ＃会", ["会場"]),
        ("原稿 #day", ["Big day"]),
        ("原稿 #会場", []),
        ("原稿 @", ["山田 さくら", "佐藤 健", "鈴木 花", "田中 誠", "田中 祐子", "高橋 美咲"]),
        ("原稿 @田", ["田中 誠", "田中 祐子", "山田 さくら"]),
        ("原稿 @mis", ["高橋 美咲"]),
        ("原稿 @EMI", ["Emily Stone"]),
        ("mail@ex", []),
        ("原稿", []),
        ("", []),
    ],
)
def test_names_are_offered_while_one_types_them(typed: str, names: list[str]) -> None:
    offers = KNOWN.offer(typed)
    assert [offer.name for offer in offers] == names
    assert len(offers) <= MOST_OFFERED


def test_what_is_offered_is_understood_also_of_two_with_one_name() -> None:
    known = KnownNames("a", (("a", "田中 誠"), ("b", "田中 誠"), ("c", "Ann Lee")), ("Big day",))
    for typed, person in (("x @", "a"), ("x @b", "b"), ("x @ann", "c")):
        (offer, *_) = known.offer(typed)
        line = parse_line(f"x {offer.text}", TUESDAY, known)
        assert (line.title, line.assignee) == ("x", person)
    (offer,) = known.offer("x #big")
    assert parse_line(f"x {offer.text} ", TUESDAY, known).tags == ("Big day",)


PIECES = [
    *(
        "明日",
        "金曜まで",
        "月曜から",
        "18日",
        "〜",
        "から",
        "20日",
        "!高",
        "#買い出し",
        "#新",
        "@佐藤",
        "@",
        "11/20",
        "nov 18",
    ),
    *(
        "-20",
        "from ",
        "between ",
        " and ",
        " to ",
        "、",
        "。",
        " ",
        "\u3000",
        "\n",
        "に",
        "さん",
        "歯医者",
        "#",
        "!",
        "1",
        "🥛",
    ),
]
lines = st.one_of(st.text(), st.lists(st.sampled_from(PIECES), max_size=12).map("".join))


@given(lines)
def test_nothing_is_lost_chips_and_title_together_are_the_line(text: str) -> None:
    line = read(text)
    left, place = "", 0
    for chip in sorted(line.chips, key=lambda chip: chip.start):
        assert place <= chip.start < chip.end
        assert chip.text == text[chip.start : chip.end]
        left, place = left + text[place : chip.start], chip.end
    assert "".join((left + text[place:]).split()) == "".join(line.title.split())
    assert bool(line.title) == bool(text.split())


@given(lines)
def test_dates_are_in_their_order(text: str) -> None:
    line = read(text)
    assert line.start is None or line.end is None or line.start <= line.end


@given(lines)
def test_taking_back_whatever_is_found_ends_with_the_line_itself(text: str) -> None:
    left: list[tuple[int, int]] = []
    line = read(text)
    while line.chips:
        left.append(line.chips[0].span)
        line = parse_line(text, TUESDAY, KNOWN, left)
        assert len(left) <= len(text)
    assert line.title == " ".join(text.split())


@pytest.mark.parametrize(
    "text",
    [
        *("月曜から" * 250, "1" * LONGEST, "#" * LONGEST, "@" * LONGEST, "@佐藤" * 300, "#買い出し" * 200),
        *("from " * 200, "18-" * 300, "11/18〜" * 140, "between 1 nov and " * 50, "牛" * 1_000_000),
    ],
)
def test_a_hostile_line_is_read_in_no_time(text: str) -> None:
    begun = time.perf_counter()
    read(text)
    assert time.perf_counter() - begun < 1.0
