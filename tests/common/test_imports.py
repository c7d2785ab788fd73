"""What taking in a file came to."""

import json
from itertools import count
from typing import Any

import pytest

from chabudai.common import imports
from chabudai.common.imports import Problem
from chabudai.common.text import clean_line, is_id
from chabudai.store.errors import StoreFailed, StoreFull
from chabudai.web.errors import InvalidFields, NotFound, WebError, invalid_field

NOT_OURS = "This is none of ours."


def parse(text: str) -> dict[str, Any]:
    return imports.parse_document(text, "things", 1, NOT_OURS)


def test_a_document_of_this_kind_and_version_is_read() -> None:
    assert parse('{"format": "things", "version": 1, "rows": []}')["rows"] == []


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "This isn't valid JSON (line 1)."),
        ('{\n"format": }', "This isn't valid JSON (line 2)."),
        ("[" * 100_000, NOT_OURS),
        ("9" * 10_000, NOT_OURS),
        ('{"format": "things", "version": NaN}', NOT_OURS),
        ('{"format": "things", "version": true}', NOT_OURS),
        ('{"format": "things", "version": 1.0}', NOT_OURS),
        ("null", NOT_OURS),
        ('"things"', NOT_OURS),
        ('{"format": "things"}', NOT_OURS),
        ('{"format": "others", "version": 1}', NOT_OURS),
        ('{"format": ["things"], "version": 1}', NOT_OURS),
    ],
)
def test_what_is_none_is_refused_beside_its_field(text: str, sentence: str) -> None:
    with pytest.raises(InvalidFields) as refused:
        parse(text)
    assert [(name, str(said)) for name, said in refused.value.details] == [("file", sentence)]


def test_a_list_that_is_not_there_is_empty_and_one_that_is_none_is_refused() -> None:
    assert imports.list_in({}, "rows", NOT_OURS) == []
    with pytest.raises(InvalidFields):
        imports.list_in({"rows": {}}, "rows", NOT_OURS)
    with pytest.raises(imports.FileTooLong) as refused:
        imports.list_in({"rows": [0] * 20_001}, "rows", NOT_OURS)
    assert str(refused.value) == "A file can hold up to 20,000 entries."


def test_every_entry_is_read_and_what_can_not_be_is_told_by_its_number() -> None:
    problems: list[Problem] = []

    def read(entry: Any) -> int:
        if entry == "gone":
            raise NotFound("Nowhere.")
        if entry == "wrong":
            raise invalid_field("x", "Too wrong.")
        return int(entry["n"])

    entries = [{"n": 1}, "gone", {"m": "あ" * 100}, "wrong", {"n": "x"}, None]
    assert imports.read_each(entries, read, problems) == [(1, 1)]
    assert [problem.number for problem in problems] == [2, 3, 4, 5, 6]
    assert [str(problem.reason) for problem in problems[:3]] == [
        "Nowhere.",
        "Something here is missing or can't be read.",
        "x: Too wrong.",
    ]
    assert problems[1].text == '{"m": "' + "あ" * 32 + "…"
    assert all(len(problem.text) <= 40 for problem in problems)


def test_what_is_a_fault_of_ours_is_not_taken_for_one_of_the_file() -> None:
    def read(_: Any) -> None:
        raise AssertionError

    with pytest.raises(AssertionError):
        imports.read_each([1], read, [])


def test_a_refusal_without_a_field_is_told_by_its_own_sentence() -> None:
    assert str(imports.problem_of(1, "x", WebError("No.")).reason) == "No."


def test_rows_are_new_newer_or_known_and_of_two_with_one_key_the_last_counts() -> None:
    rows = [("a", 1), ("b", 5), ("c", 2), ("a", 3)]
    here = {"b": ("b", 4), "c": ("c", 2)}
    found = imports.compare(rows, here, lambda row: row[0], lambda row, ours: row[1] > ours[1])
    assert (found.new, found.newer, found.known) == ((("a", 3),), (("b", 5),), (("c", 2),))


def test_a_file_that_is_too_long_is_refused_before_its_first_entry_is_read() -> None:
    read: list[int] = []
    with pytest.raises(imports.FileTooLong, match="up to 20,000 entries"):
        imports.read_each(count(), read.append, [])
    assert read == []
    with pytest.raises(imports.FileTooLong):
        imports.read_numbered(enumerate(count()), lambda _, entry: int("?" * entry), str, [], most=3)


def test_a_stopped_import_says_how_far_it_came() -> None:
    assert str(imports.ImportStopped(3, 9)).startswith("Import stopped after 3 of 9.")
    assert imports.ImportStopped(3, 9).done == 3


def test_an_entry_that_no_json_could_be_is_still_told() -> None:
    problems: list[Problem] = []
    imports.read_each([{1, 2}], lambda entry: entry["x"], problems)
    assert problems[0].text == "set"
    assert json.dumps(problems[0].text)


def test_half_of_a_surrogate_pair_can_be_told_of_wherever_it_stands() -> None:
    half = r'"a\ud83d"'
    read = parse(f'{{"format": "things", "version": 1, {half}: [{half}, "\\ud83d\\ude00", {{{half}: {half}}}]}}')
    json.dumps(read, ensure_ascii=False).encode()
    half_read, whole, _ = read["a\u200b"]
    assert (clean_line(half_read), is_id(half_read), whole) == ("a", False, "😀")


def test_lines_are_counted_before_anything_else() -> None:
    imports.check_lines("\n" * 2_500_000)
    for line_end in ("\n", "\r", "\r\n"):
        with pytest.raises(imports.FileTooLong):
            imports.check_lines(line_end * 2_500_001)


def test_a_document_of_more_parts_than_any_export_has_is_refused_before_it_is_read() -> None:
    with pytest.raises(imports.FileTooLong):
        parse('{"format": "things", "version": 1, "rows": [' + "[]," * 600_000 + "[]]}")


def test_an_import_that_stops_for_want_of_space_says_so() -> None:
    def fail(done: int) -> None:
        with imports.tell_progress(9) as progress:
            progress.done = done
            raise StoreFull("InternalServerError", "There is no space left.", {})

    with pytest.raises(imports.NoSpaceForImport) as stopped:
        fail(3)
    assert (stopped.value.status, stopped.value.done) == (507, 3)
    assert str(stopped.value).startswith("There's no space left, so the import stopped after 3 of 9.")
    with pytest.raises(imports.ImportStopped) as stopped_otherwise, imports.tell_progress(9):
        raise StoreFailed("InternalServerError", "", {})
    assert stopped_otherwise.value.status == 409
