"""Recipes as they are typed: lines, steps, tags and the times that steps name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chabudai.apps.kondate.book.recipe_texts import (
    find_seconds,
    read_lines,
    read_steps,
    read_tags,
    write_lines,
    write_steps,
)
from chabudai.apps.kondate.starter import LANGUAGES, Language, load_recipes


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("弱火で10〜15分煮る", 600),
        ("中火で７分ゆでる", 420),
        ("1時間半おく", 5400),
        ("電子レンジで30秒加熱する", 30),
        ("2時間ほど冷やす", 7200),
        ("Simmer for 20 minutes.", 1200),
        ("Leave for 1 hour", 3600),
        ("食べる15分前に出す", None),
        ("半分に切る", None),
        ("8等分に切る", None),
        ("切って並べる", None),
        ("5分間煮る", 300),
        ("0分", None),
        ("999時間", None),
    ],
)
def test_a_timer_is_read_from_what_a_step_says(text: str, seconds: int | None) -> None:
    assert find_seconds(text) == seconds


def test_steps_are_divided_by_empty_lines_or_line_by_line() -> None:
    assert [step.text for step in read_steps("1. 切る\n2) 煮る\n③盛る")] == ["切る", "煮る", "盛る"]
    assert [step.text for step in read_steps("切る。\n小さく。\n\n煮る。")] == ["切る。\n小さく。", "煮る。"]
    assert read_steps(" \n\n ") == ()


def test_tags_are_divided_by_commas_or_spaces_and_stand_once() -> None:
    assert read_tags("#和食 おかず 和食") == ("和食", "おかず")
    assert read_tags("quick lunch, kids, ,quick lunch") == ("quick lunch", "kids")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_written_for_editing_reads_back_the_same(language: Language) -> None:
    for recipe in load_recipes(language):
        lines = read_lines("\n".join(each.text for each in recipe.ingredients))
        assert read_lines(write_lines(lines)) == lines
        steps = read_steps("\n\n".join(step.text for step in recipe.steps))
        assert read_steps(write_steps(steps)) == steps


@given(st.text(max_size=300))
def test_any_text_is_read_without_harm(text: str) -> None:
    assert all(0 < len(step.text) <= 1000 for step in read_steps(text))
    read_tags(text)
    find_seconds(text)


def test_groups_by_marks_and_by_headings_are_written_such_that_they_are_read_again() -> None:
    text = "豆腐 1丁\nA しょうゆ 大さじ1\nA 酒 大さじ1\n★ごま 少々\n【たれ】\nみそ 大さじ1\n---\nねぎ 1本"
    read = read_lines(text)
    assert [each.group for each in read] == [None, "A", "A", "★", "たれ", None]
    assert read_lines(write_lines(read)) == read
