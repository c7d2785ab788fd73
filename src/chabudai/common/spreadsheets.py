"""CSV for spreadsheets: written so that no cell of it is run as a formula, and read back as it was."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

MARK: Final = "\ufeff"
"""At the beginning of a file: by it spreadsheets know UTF-8."""

# What a spreadsheet may take for the beginning of a formula, also in the widths that Japanese keyboards have and behind
# what it does not show; an apostrophe says that it is text.
_RUN: Final = re.compile(r"'*(?:[\t\r\n]|[\s\u200b-\u200f\u2060\ufeff]*[=+\-@＝＋－＠﹢﹣−﹦﹫])")
_DEFUSED: Final = re.compile(rf"'(?={_RUN.pattern})")


def defuse(cell: str) -> str:
    return f"'{cell}" if _RUN.match(cell) else cell


def restore(cell: str) -> str:
    """A cell as it was before it was defused; any other stays."""
    return _DEFUSED.sub("", cell, count=1) if _DEFUSED.match(cell) else cell


def write(columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> str:
    """What a row does not have is empty; what is none of the columns is left out. Every cell is quoted: a spreadsheet
    that parts cells by another mark than ours makes no new ones of them.
    """
    file = io.StringIO(newline="")
    lines = csv.writer(file, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    lines.writerow(columns)
    for row in rows:
        lines.writerow([defuse(str(row.get(name, ""))) for name in columns])
    return MARK + file.getvalue()


def read(text: str) -> Iterator[tuple[int, list[str]]]:
    """What is not empty, each with the number of the line on which it begins. BrokenLine when it can't go on."""
    reader = csv.reader(io.StringIO(text.removeprefix(MARK), newline=""), strict=True)
    begins = 1
    try:
        for cells in reader:
            number, begins = begins, reader.line_num + 1
            if any(cells):
                yield number, [restore(cell) for cell in cells]
    except csv.Error as error:
        raise BrokenLine(reader.line_num) from error


class BrokenLine(Exception):
    def __init__(self, number: int) -> None:
        super().__init__(f"line {number} is no CSV")
        self.number = number
