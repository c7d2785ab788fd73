"""Projections and paths: which parts of an item come back, and which paths cannot stand together."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chabudai.engine.errors import ValidationFailed
from chabudai.engine.expressions.paths import Path, find_overlap, format_path, pick, read
from chabudai.engine.expressions.placeholders import RequestPlaceholders
from chabudai.engine.expressions.projections import Projection, parse_projection
from chabudai.engine.expressions.reserved import RESERVED, is_reserved

ITEM: dict[str, Any] = {
    "p": {"S": "key"},
    "a": {"M": {"b": {"L": [{"N": "2"}, {"N": "4"}, {"M": {"x": {"S": "hi"}, "y": {"S": "yo"}}}]}, "c": {"N": "5"}}},
    "b": {"S": "hello"},
}


def projection(text: str, names: Mapping[str, str] | None = None) -> Projection:
    return parse_projection(text, RequestPlaceholders.parse(names, None))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("b", {"b": {"S": "hello"}}),
        ("nothing", {}),
        ("a.b[0]", {"a": {"M": {"b": {"L": [{"N": "2"}]}}}}),
        ("a.b[2].y", {"a": {"M": {"b": {"L": [{"M": {"y": {"S": "yo"}}}]}}}}),
        ("a.b[2].y, a.b[2].x", {"a": {"M": {"b": {"L": [{"M": {"x": {"S": "hi"}, "y": {"S": "yo"}}}]}}}}),
        ("a.b[1], a.b[0]", {"a": {"M": {"b": {"L": [{"N": "2"}, {"N": "4"}]}}}}),
        ("a.b[0], a.c", {"a": {"M": {"b": {"L": [{"N": "2"}]}, "c": {"N": "5"}}}}),
        ("a.x, a.b[0], x, a.b[3].x", {"a": {"M": {"b": {"L": [{"N": "2"}]}}}}),
        ("a.b[3]", {}),
        ("a[0]", {}),
        ("a.b.x", {}),
        ("b.x", {}),
        ("a.b[0][0]", {}),
    ],
)
def test_a_projection_keeps_the_structure_and_closes_the_gaps_of_lists(text: str, expected: dict[str, Any]) -> None:
    assert projection(text).project(ITEM) == expected


def test_a_projection_knows_its_attributes() -> None:
    parsed = projection("#a.b, c, #d", {"#a": "x.y", "#d": "year"})
    assert parsed.attributes == {"x.y", "c", "year"}
    assert parsed.nested == {"x.y"}
    assert parsed.project({"year": {"N": "1"}, "x": {"M": {"y": {"M": {}}}}}) == {"year": {"N": "1"}}


CLASH = " with each other; must remove or rewrite one of these paths; path one: "


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "The expression can not be empty;"),
        ("whatever(stuff)", 'Syntax error; token: "(", near: "whatever(stuff"'),
        (":a", 'Syntax error; token: ":a", near: ":a"'),
        ("abort,", 'Syntax error; token: "<EOF>", near: ","'),
        ("a,,b", 'Syntax error; token: ",", near: ",,b"'),
        ("(a.b).c", 'Syntax error; token: "(", near: "(a"'),
        ("a-b", 'Syntax error; token: "-", near: "a-b"'),
        ("a, _id", 'Syntax error; token: "_", near: ", _id"'),
        ("a.abORt", "Attribute name is a reserved keyword; reserved keyword: abORt"),
        (
            "a,b,a,#e",
            "An expression attribute name used in the document path is not defined; attribute name: #e",
        ),
        ("b[1], b.a, #a.b, a", "Two document paths overlap" + CLASH + "[a, b], path two: [a]"),
        ("a, #a[1]", "Two document paths overlap" + CLASH + "[a], path two: [a, [1]]"),
        ("a.b, #a[1], #b", "Two document paths conflict" + CLASH + "[a, b], path two: [a, [1]]"),
        ("a[3].b, #a.#b.b", "Two document paths conflict" + CLASH + "[a, [3], b], path two: [a, [3], b]"),
        ("a" + "[0]" * 32, "The document path has too many nesting levels; nesting levels: 33"),
    ],
)
def test_a_projection_that_makes_no_sense_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValidationFailed) as caught:
        projection(text, {"#a": "a", "#b": "[3]"})
    assert caught.value.message == f"Invalid ProjectionExpression: {message}"


def test_a_path_may_have_32_steps() -> None:
    projection("a" + "[0]" * 31)


def test_there_are_573_reserved_words_in_any_case() -> None:
    assert len(RESERVED) == 573
    assert is_reserved("Status")
    assert not is_reserved("wearCount")


steps = st.one_of(st.sampled_from(["a", "b"]), st.integers(0, 2))
paths = st.tuples(st.sampled_from(["a", "b", "c"])).flatmap(
    lambda head: st.lists(steps, max_size=3).map(lambda rest: (*head, *rest))
)


@given(st.lists(paths, max_size=6))
def test_paths_clash_when_one_leads_to_another_or_a_map_is_a_list_elsewhere(given_paths: list[Path]) -> None:
    def overlap(one: Path, other: Path) -> bool:
        shorter = min(len(one), len(other))
        return one[:shorter] == other[:shorter]

    def conflict(one: Path, other: Path) -> bool:
        for mine, yours in zip(one, other, strict=False):
            if type(mine) is not type(yours):
                return True
            if mine != yours:
                return False
        return False

    pairs = [(one, two) for index, two in enumerate(given_paths) for one in given_paths[:index]]
    reason = find_overlap(given_paths)
    if any(overlap(*pair) for pair in pairs):
        assert reason is not None
        assert reason.startswith("Two document paths overlap")
    elif any(conflict(*pair) for pair in pairs):
        assert reason is not None
        assert reason.startswith("Two document paths conflict")
    else:
        assert reason is None


values: st.SearchStrategy[dict[str, Any]] = st.recursive(
    st.builds(lambda text: {"S": text}, st.text(max_size=3)),
    lambda inner: st.one_of(
        st.builds(lambda members: {"M": members}, st.dictionaries(st.sampled_from(["a", "b"]), inner)),
        st.builds(lambda elements: {"L": elements}, st.lists(inner, max_size=3)),
    ),
)


@given(st.dictionaries(st.sampled_from(["a", "b", "c"]), values), paths)
def test_what_is_picked_is_what_stands_at_the_path(item: dict[str, Any], path: Path) -> None:
    value = read(item, path)
    picked = pick(item, [path])
    gapless = tuple(0 if isinstance(step, int) else step for step in path)
    assert (read(picked, gapless) if picked else None) == value


def test_a_path_is_spelt_as_dynamodb_spells_it() -> None:
    assert format_path(("a", 1, "b")) == "[a, [1], b]"
