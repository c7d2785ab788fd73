"""CSV: no cell is run by a spreadsheet, and each comes back as it was."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chabudai.common import spreadsheets
from chabudai.common.spreadsheets import BrokenLine

RUN = "=+-@＝＋－＠﹢﹣−"


@pytest.mark.parametrize("mark", [*RUN])
@pytest.mark.parametrize("before", ["", " ", "\u3000", "\u200b", "\ufeff", "  \t"])
def test_what_would_be_run_is_text(mark: str, before: str) -> None:
    cell = f'{before}{mark}HYPERLINK("https://example.jp")'
    assert spreadsheets.defuse(cell) == f"'{cell}"
    assert spreadsheets.restore(f"'{cell}") == cell


@pytest.mark.parametrize("cell", ["\ta", "\ra", "\na", "'=1", "''＝1"])
def test_what_begins_with_a_tab_or_an_apostrophe_comes_back_too(cell: str) -> None:
    assert spreadsheets.defuse(cell) == f"'{cell}"
    assert spreadsheets.restore(f"'{cell}") == cell


@pytest.mark.parametrize("cell", ["", "a=1", "'", "'a", "''", "1-2", "麦茶", "a\n=1"])
def test_what_would_not_be_run_stays(cell: str) -> None:
    assert spreadsheets.defuse(cell) == spreadsheets.restore(cell) == cell


@given(st.lists(st.text(alphabet=st.sampled_from("'=＝-@a \t\r\n,;\"\u200b日"), max_size=6), min_size=1, max_size=4))
def test_every_cell_comes_back_as_it_was(cells: list[str]) -> None:
    columns = [f"c{number}" for number in range(len(cells))]
    text = spreadsheets.write(columns, [dict(zip(columns, cells, strict=True))])
    rows = [row for _, row in spreadsheets.read(text)]
    assert rows == ([columns, cells] if any(cells) else [columns])
    stored = list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline="")))
    assert not any(cell.lstrip(" \t\r\n\u3000\u200b").startswith(tuple(RUN)) for row in stored for cell in row)


def test_another_mark_between_cells_makes_no_new_ones() -> None:
    text = spreadsheets.write(["title"], [{"title": "a;=1+1"}])
    assert list(csv.reader(io.StringIO(text.removeprefix("\ufeff")), delimiter=";")) == [["title"], ["a;=1+1"]]


def test_a_line_that_is_no_csv_is_told_by_its_number() -> None:
    rows = spreadsheets.read('title\n"a"b\n')
    assert next(rows) == (1, ["title"])
    with pytest.raises(BrokenLine) as broken:
        next(rows)
    assert broken.value.number == 2
