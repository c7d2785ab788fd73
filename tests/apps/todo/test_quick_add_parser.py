"""Words in quick add: what they say, what they leave, and that no title is eaten."""

import time
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chabudai.apps.todo import categories, service
from chabudai.apps.todo.errors import CategoryBeingDeleted
from chabudai.apps.todo.quick_add_parser import LONGEST, ParsedLine, parse_line
from chabudai.apps.todo.repeats import parse
from chabudai.common.owner import Owner
from chabudai.web.errors import InvalidFields

NOON = datetime(2026, 11, 12, 12, 0, tzinfo=ZoneInfo("Asia/Tokyo"))  # a Thursday


def said(text: str) -> tuple[str, dict[str, str]]:
    line = parse_line(text, NOON)
    return line.title, {chip.kind: chip.value for chip in line.chips}


@pytest.mark.parametrize(
    ("words", "due"),
    [
        *(("今日", "2026-11-12"), ("明日", "2026-11-13"), ("明後日", "2026-11-14"), ("あさって", "2026-11-14")),
        *(("来週", "2026-11-16"), ("金曜", "2026-11-13"), ("金曜日", "2026-11-13"), ("木曜", "2026-11-19")),
        *(("今週の金曜", "2026-11-13"), ("来週金曜", "2026-11-20"), ("再来週の月曜日", "2026-11-23")),
        *(("11/20", "2026-11-20"), ("11/20(金)", "2026-11-20"), ("11/1", "2027-11-01"), ("１１／２０", "2026-11-20")),
        *(("11月20日", "2026-11-20"), ("2027年1月5日", "2027-01-05"), ("2027-01-05", "2027-01-05")),
        *(("20日", "2026-11-20"), ("5日", "2026-12-05"), ("31日", "2026-12-31"), ("2/29", "2028-02-29")),
        *(("月末", "2026-11-30"), ("来月", "2026-12-01"), ("来月5日", "2026-12-05"), ("来月末", "2026-12-31")),
        *(("3日後", "2026-11-15"), ("2週間後", "2026-11-26"), ("3か月後", "2027-02-12"), ("今日中", "2026-11-12")),
        *(("today", "2026-11-12"), ("tomorrow", "2026-11-13"), ("day after tomorrow", "2026-11-14")),
        *(("fri", "2026-11-13"), ("Friday", "2026-11-13"), ("thu", "2026-11-19"), ("next fri", "2026-11-20")),
        *(("next week", "2026-11-16"), ("next month", "2026-12-01"), ("by friday", "2026-11-13")),
        *(("nov 20", "2026-11-20"), ("20 nov", "2026-11-20"), ("November 20th", "2026-11-20")),
        *(("on 3/5", "2027-03-05"), ("by 20th nov", "2026-11-20"), ("on 1 dec", "2026-12-01")),
        *(("jan 5 2028", "2028-01-05"), ("in 3 days", "2026-11-15"), ("in 1 month", "2026-12-12")),
    ],
)
def test_a_day_is_understood(words: str, due: str) -> None:
    assert said(f"{words} 歯医者") == ("歯医者", {"due": due})
    assert said(f"歯医者 {words}") == ("歯医者", {"due": due})


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        *(("18時", "18:00"), ("18時半", "18:30"), ("18時05分", "18:05"), ("午後6時", "18:00"), ("午前12時", "00:00")),
        *(("朝7時", "07:00"), ("夜8時半", "20:30"), ("正午", "12:00"), ("18:30", "18:30"), ("9:05", "09:05")),
        *(("6pm", "18:00"), ("12am", "00:00"), ("12pm", "12:00"), ("6:30 pm", "18:30"), ("at 18:30", "18:30")),
        *(("at noon", "12:00"), ("１８：３０", "18:30")),
    ],
)
def test_a_time_is_understood(words: str, expected: str) -> None:
    assert said(f"{words} 歯医者") == ("歯医者", {"time": expected})


@pytest.mark.parametrize(
    ("words", "repeat", "due"),
    [
        ("毎日", "daily", "2026-11-12"),
        ("隔日", "daily/2", "2026-11-12"),
        ("3日ごと", "daily/3", "2026-11-12"),
        ("平日", "weekdays", "2026-11-12"),
        ("毎週", "weekly", "2026-11-12"),
        ("毎週月曜", "weekly:mon", "2026-11-16"),
        ("毎週月曜日と木曜日", "weekly:mon,thu", "2026-11-12"),
        ("毎週月・木", "weekly:mon,thu", "2026-11-12"),
        ("毎週土日", "weekly:sat,sun", "2026-11-14"),
        ("隔週金曜", "weekly/2:fri", "2026-11-13"),
        ("2週間ごとの月曜", "weekly/2:mon", "2026-11-16"),
        ("毎月", "monthly", "2026-11-12"),
        ("毎月25日", "monthly:25", "2026-11-25"),
        ("毎月末", "monthly:31", "2026-11-30"),
        ("3か月ごと", "monthly/3", "2026-11-12"),
        ("毎年11月20日", "yearly:11-20", "2026-11-20"),
        ("every day", "daily", "2026-11-12"),
        ("every other day", "daily/2", "2026-11-12"),
        ("every 3 days", "daily/3", "2026-11-12"),
        ("every weekday", "weekdays", "2026-11-12"),
        ("every monday", "weekly:mon", "2026-11-16"),
        ("every mon, wed and fri", "weekly:mon,wed,fri", "2026-11-13"),
        ("every 2 weeks", "weekly/2", "2026-11-12"),
        ("every month", "monthly", "2026-11-12"),
        ("every 25th", "monthly:25", "2026-11-25"),
        ("every nov 20", "yearly:11-20", "2026-11-20"),
    ],
)
def test_a_repetition_is_understood_and_has_a_first_day(words: str, repeat: str, due: str) -> None:
    line = parse_line(f"{words} ごみ", NOON)
    assert (line.title, line.repeat, str(line.due)) == ("ごみ", repeat, due)


@pytest.mark.parametrize(
    ("repeat", "due", "phrasings"),
    [
        (
            "monthly:1",
            "2026-12-01",
            ["毎月1日", "毎月の1日", "every month on the 1st", "every 1st", "1st of every month"],
        ),
        ("monthly:1", "2026-12-01", ["on the 1st every month", "the 1st of every month", "on the 1st of each month"]),
        ("monthly:1", "2026-12-01", ["every month on the first", "every 1st of the month", "monthly on the 1st"]),
        ("monthly:31", "2026-11-30", ["毎月末", "毎月月末", "every month on the last day", "last day of every month"]),
        ("monthly/3:1", "2026-12-01", ["every 3 months on the 1st", "on the 1st every three months"]),
        ("monthly", "2026-11-12", ["毎月", "月に1回", "each month"]),
        ("weekly:mon", "2026-11-16", ["毎週の月曜", "every monday", "each mon", "every week on monday", "on mondays"]),
        ("weekly:mon", "2026-11-16", ["weekly on monday", "every Mondays"]),
        ("weekly:mon,thu", "2026-11-12", ["on mondays and thursdays", "every mon & thu", "every week on mon, thu"]),
        ("weekly/2:fri", "2026-11-13", ["隔週金曜", "隔週の金曜", "every other friday", "every 2 weeks on friday"]),
        ("weekly/2:fri", "2026-11-13", ["on fridays every two weeks", "every second week on fri"]),
        ("weekly/2", "2026-11-12", ["隔週", "every other week", "every two weeks", "every second week"]),
        ("weekly:sat", "2026-11-14", ["毎週末", "every weekend", "on weekends"]),
        ("weekly", "2026-11-12", ["週1回", "週に一回", "each week"]),
        ("weekdays", "2026-11-12", ["平日", "each weekday", "on weekdays"]),
        ("daily/2", "2026-11-12", ["一日おき", "1日おき", "every second day", "every two days"]),
        ("yearly:05-03", "2027-05-03", ["毎年5月3日", "every may 3", "every 3rd of may", "every year on 3 May"]),
        ("yearly:05-03", "2027-05-03", ["each year on may 3rd", "yearly on the 3rd of May"]),
    ],
)
def test_one_repetition_is_said_in_many_ways(repeat: str, due: str, phrasings: list[str]) -> None:
    for line in (line for words in phrasings for line in (f"{words} ごみ", f"ごみ {words}")):
        found = parse_line(line, NOON)
        assert (line, found.title, found.repeat, str(found.due)) == (line, "ごみ", repeat, due)


@pytest.mark.parametrize(
    ("word", "repeat"),
    [
        ("daily", "daily"),
        ("weekly", "weekly"),
        ("fortnightly", "weekly/2"),
        ("monthly", "monthly"),
        ("yearly", "yearly"),
    ],
)
def test_a_single_word_repeats_at_the_end_of_a_line_only(word: str, repeat: str) -> None:
    assert said(f"Bins {word}") == ("Bins", {"repeat": repeat})
    assert said(f"{word} report") == (f"{word} report", {})


@pytest.mark.parametrize(
    ("words", "priority"),
    [
        *(("!高", "high"), ("！高", "high"), ("!high", "high"), ("!1", "high"), ("p1", "high"), ("P1", "high")),
        *(("!中", "medium"), ("!med", "medium"), ("p2", "medium"), ("!低", "low"), ("!low", "low"), ("p3", "low")),
    ],
)
def test_a_priority_is_understood(words: str, priority: str) -> None:
    assert said(f"牛乳 {words}") == ("牛乳", {"priority": priority})


def test_the_day_of_a_month_ends_a_line() -> None:
    assert said("Rent on the 1st") == ("Rent", {"due": "2026-12-01"})
    assert said("Rent by the 20th !high") == ("Rent", {"due": "2026-11-20", "priority": "high"})


def test_a_category_keeps_its_own_spelling() -> None:
    assert said("牛乳 #買い物") == ("牛乳", {"category": "買い物"})
    assert said("Milk ＃Food") == ("Milk", {"category": "Food"})


def test_all_of_them_stand_in_one_line_with_or_without_spaces() -> None:
    expected = {"due": "2026-11-13", "time": "18:00", "priority": "high", "category": "病院"}
    assert said("明日18時 歯医者 !高 #病院") == ("歯医者", expected)
    assert said("明日 18時 #病院 !高 歯医者") == ("歯医者", expected)
    assert said("Dentist tomorrow at 6pm p1 #病院") == ("Dentist", expected)


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("明日までに本を返す", "本を返す"),
        ("金曜に歯医者", "歯医者"),
        ("18時から会議", "会議"),
        ("明日、歯医者", "歯医者"),
    ],
)
def test_a_particle_goes_with_its_word(text: str, title: str) -> None:
    assert parse_line(text, NOON).title == title


@pytest.mark.parametrize(
    "text",
    [
        *("明日香に電話", "18時間 寝る", "今日は寒い", "月曜会の会費", "毎日新聞を買う", "11/20号を読む", "日曜大工"),
        *("the cat sat on the mat", "buy sun cream", "friend's party", "fix #12", "#1 in the list", "p4 cable"),
        *("!高い山", "25:00 radio", "2/30 nothing", "13/45", "99月99日 x", "C# course", "a#b", "monthly report"),
        *("meet on the 2nd floor", "the 1st chapter", "on monday's list", "every second counts", "each of us"),
        *("every so often", "may day", "24時 x", "!", "#", "p", "@home"),
    ],
)
def test_what_only_looks_like_a_word_stays_in_the_title(text: str) -> None:
    assert said(text) == (text, {})


@pytest.mark.parametrize("text", ["明日", "明日 18時", "#仕事", "every day", "!高 p2", "today tomorrow"])
def test_a_line_of_nothing_but_words_is_a_title_or_leaves_one(text: str) -> None:
    assert parse_line(text, NOON).title != ""


def test_of_two_days_the_first_counts_and_the_other_stays() -> None:
    assert said("明日 金曜の資料 11/20") == ("金曜の資料 11/20", {"due": "2026-11-13"})


def test_a_time_that_is_past_today_is_meant_for_tomorrow() -> None:
    assert str(parse_line("9時 薬", NOON).due) == "2026-11-13"
    assert str(parse_line("13時 薬", NOON).due) == "2026-11-12"
    assert str(parse_line("毎日 9時 薬", NOON).due) == "2026-11-13"


def test_a_chip_that_is_taken_back_is_text_again() -> None:
    line = parse_line("明日 #仕事 資料", NOON)
    due, category = line.chips
    assert (due.text, category.text) == ("明日", "#仕事")
    without = parse_line("明日 #仕事 資料", NOON, [due.span])
    assert (without.title, without.due, without.category) == ("明日 資料", None, "仕事")
    neither = parse_line("明日 #仕事 資料", NOON, [due.span, category.span])
    assert (neither.title, neither.chips) == ("明日 #仕事 資料", ())


PIECES = [
    *("明日", "金曜に", "毎週月・木", "18時", "18:30", "!高", "#仕事", "11/20", "every monday", "nov 20", "p1", "6pm"),
    *("、", "。", " ", "\u3000", "\n", "に", "の", "歯医者", "Dentist", "every", "#", "!", "/", "1", "毎", "曜", "🥛"),
]
lines = st.one_of(st.text(), st.lists(st.sampled_from(PIECES), max_size=12).map("".join))


def characters(text: str) -> str:
    return "".join(text.split())


@given(lines)
def test_nothing_is_lost_chips_and_title_together_are_the_line(text: str) -> None:
    line = parse_line(text, NOON)
    left, place = "", 0
    for chip in sorted(line.chips, key=lambda chip: chip.start):
        assert place <= chip.start < chip.end
        assert chip.text == text[chip.start : chip.end]
        left, place = left + text[place : chip.start], chip.end
    assert characters(left + text[place:]) == characters(line.title)
    assert bool(line.title) == bool(text.split())


@given(lines)
def test_what_chips_say_can_be_kept(text: str) -> None:
    line = parse_line(text, NOON)
    assert len({chip.kind for chip in line.chips}) == len(line.chips)
    assert line.repeat is None or parse(line.repeat) is not None
    assert line.due is None or line.due >= NOON.date() or any(chip.kind == "due" for chip in line.chips)
    assert (line.due_time is None and line.repeat is None) or line.due is not None


@given(lines)
def test_taking_back_whatever_is_found_ends_with_the_line_itself(text: str) -> None:
    left: list[tuple[int, int]] = []
    line: ParsedLine = parse_line(text, NOON)
    while line.chips:
        left.append(line.chips[0].span)
        line = parse_line(text, NOON, left)
        assert len(left) <= len(text)
    assert line.title == " ".join(text.split())


@pytest.mark.parametrize(
    "text",
    [
        *("毎週" + "月曜" * 400, "every " + "mon, " * 190 + "x", "1" * LONGEST, "#" * LONGEST, "明日" * 500),
        *("a " * 499, "(" * 900, "by " * 300, "every " * 160, "11/" * 300, " " * 999 + "x", "牛" * 1_000_000),
    ],
)
def test_a_hostile_line_is_read_in_no_time(text: str) -> None:
    begun = time.perf_counter()
    parse_line(text, NOON)
    assert time.perf_counter() - begun < 0.5


def test_a_line_is_added_with_all_that_it_says(owner: Owner) -> None:
    added = service.add_line(owner, "明日18時 歯医者 !高 #病院").todo
    (category,) = service.everything(owner).categories
    assert (added.title, str(added.due), added.due_time, added.priority) == ("歯医者", "2040-11-16", "18:00", "high")
    assert (category.name, added.category_id) == ("病院", category.category_id)


def test_a_category_that_is_there_is_taken_whatever_its_case(owner: Owner) -> None:
    work = categories.add(owner, name="Work")
    assert service.add_line(owner, "slides #ＷＯＲＫ").todo.category_id == work.category_id
    assert len(service.everything(owner).categories) == 1


def test_a_chip_that_was_taken_back_makes_no_category(owner: Owner) -> None:
    text = "資料 #仕事"
    added = service.add_line(owner, text, [parse_line(text, NOON).chips[0].span]).todo
    assert (added.title, added.category_id) == (text, None)
    assert service.everything(owner).categories == ()


def test_nothing_is_added_of_an_empty_line_or_into_a_category_that_leaves(owner: Owner) -> None:
    with pytest.raises(InvalidFields):
        service.add_line(owner, " \u3000 ")
    work = categories.add(owner, name="仕事")
    owner.store.write(type(work).update(**work.own_key).set(leaving=True))
    with pytest.raises(CategoryBeingDeleted):
        service.add_line(owner, "資料 #仕事")
    assert service.everything(owner).todos == ()


def test_new_categories_take_one_colour_after_the_other(owner: Owner) -> None:
    categories.add(owner, name="first", color="primary")
    for name in "abcdefgh":
        service.add_line(owner, f"x #{name}")
    colours = [category.color for category in categories.find_all_now(owner)]
    assert sorted(colours[1:8]) == ["danger", "dark", "info", "light", "link", "success", "warning"]
    assert colours[1] == "info"
    assert colours[8] == "primary"
