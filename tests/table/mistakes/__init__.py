"""The mistakes that newcomers make, with what each of them is told: the tests try them, docs/errors.md shows them."""

from tests.table.mistakes import asking, declaring, designing, evolving, following, running, writing
from tests.table.mistakes.mistake import Mistake

CHAPTERS: dict[str, tuple[Mistake, ...]] = {
    "Entities, fields and keys": declaring.MISTAKES,
    "Tables, patterns and designs": designing.MISTAKES,
    "What is asked for": asking.MISTAKES,
    "Stores and plans": running.MISTAKES,
    "What is written": writing.MISTAKES,
    "Rows and programs of other times": evolving.MISTAKES,
    "Streams and workers": following.MISTAKES,
}
