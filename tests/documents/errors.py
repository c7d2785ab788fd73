"""docs/errors.md: the mistakes that the tests make, each with what it is told and what to do instead."""

import inspect
from pathlib import Path
from textwrap import fill

from tests.table.mistakes import CHAPTERS, library
from tests.table.mistakes.mistake import Mistake

DOCUMENT = Path(__file__).parents[2] / "docs" / "errors.md"
_WIDTH = 120

_HEAD = """# What the toolkit says to mistakes

Made from the tests by `make documents`: each of these was made, and this is what came. A message tells which pattern
asked, if one did; which entity, table or field it is about; what was given; and what to do. What each class of error
means is in [docs/toolkit.md](toolkit.md#what-each-error-means).

All of them are made with this design, a store that has its table, and `kokoro`, a book in it.

"""


def render() -> str:
    chapters = [f"## {title}\n\n" + "\n".join(map(_entry, mistakes)) for title, mistakes in CHAPTERS.items()]
    return _HEAD + _block("python", _design()) + "\n" + "\n".join(chapters)


def _design() -> str:
    """From its first class on."""
    source = inspect.getsource(library)
    return source[source.index("Place = ") :]


def _entry(mistake: Mistake) -> str:
    told = "\n".join(fill(line, _WIDTH, break_long_words=False) for line in mistake.message.split("\n"))
    return f"### {mistake.title}\n\n{_block('python', mistake.code)}\n{_block('text', told)}\n{mistake.remedy}\n"


def _block(kind: str, text: str) -> str:
    body = text.strip("\n")
    return f"```{kind}\n{body}\n```\n"
