"""Taking in a file: read entry by entry, compared with what is here, kept; and a report of what it came to."""

import json
import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from itertools import islice
from typing import Any, Final, Generic, NoReturn, TypeVar
from uuid import UUID, uuid5

from chabudai.common.messages import lazy
from chabudai.common.sweeps import Write
from chabudai.common.text import shorten
from chabudai.store.errors import StoreError
from chabudai.table import Entity, Insert, OperationFailed, Put
from chabudai.web import field_sentences
from chabudai.web.errors import Conflict, ContentTooLarge, InsufficientStorage, WebError, invalid_field
from chabudai.web.full_disks import is_full
from chabudai.web.requests import MOST_JSON_PARTS
from chabudai.web.translations import Text

R = TypeVar("R")
T = TypeVar("T")
K = TypeVar("K", bound=Hashable)
E = TypeVar("E", bound=Entity)

_UPDATED_AT: Final = "updated_at"
_NAMESPACE: Final = UUID("6f1c7e0a-5f0e-5d0b-9d3e-3f6f0f2b7c11")
MOST_ENTRIES: Final = 20_000
_MOST_LINES: Final = 125 * MOST_ENTRIES
# What reading one line or entry raises when it is not as it should be.
UNREADABLE: Final = (WebError, KeyError, ValueError, TypeError, AttributeError, ArithmeticError)

_HALF_SPELLED = re.compile(r"\\u[dD][89a-fA-F]").search
_HALF = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class Problem:
    """What could not be read: the number of its line (in JSON: of its entry), how it begins, and why."""

    number: int
    text: str
    reason: Text


@dataclass(frozen=True)
class ImportReport:
    """How many came in, how many took the place of an older one, and how many were here already, as new or newer."""

    added: int
    replaced: int = 0
    kept: int = 0
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True)
class ImportComparison(Generic[R]):
    """The rows of a file beside those that are here."""

    new: tuple[R, ...]
    newer: tuple[R, ...]
    known: tuple[R, ...]


def digest(text: str) -> str:
    """Of a file, for ids that are derived from it."""
    return sha256(text.encode()).hexdigest()


def derive_id(said: str) -> str:
    """For what has no id in a file: the same file imported again finds the same row."""
    return str(uuid5(_NAMESPACE, said))


def derive_entry_id(file_digest: str, number: int) -> str:
    return derive_id(f"{file_digest} {number}")


def drop_expired(
    entries: Iterable[R],
    expiry: Callable[[R], int | None],
    now: datetime,
    describe: Callable[[R], tuple[int, str]],
    problems: list[Problem],
) -> list[R]:
    """Without what the trash would let go of at once; `describe` gives an entry's number and title."""
    fresh: list[R] = []
    for entry in entries:
        moment = expiry(entry)
        if moment is None or moment > now.timestamp():
            fresh.append(entry)
        else:
            number, title = describe(entry)
            reason = lazy("Skipped: it had been in the trash for more than 30 days.")
            problems.append(Problem(number, shorten(title), reason))
    return fresh


def plan_write(row: E, ours: E | None) -> Write[E]:
    """As the file has it, with its own times: new here, or in the place of ours if that is as it was read."""
    plan = Insert(row) if ours is None else Put(row).when(**{_UPDATED_AT: getattr(ours, _UPDATED_AT)})
    return plan.keeping_time()


@dataclass
class ImportProgress:
    done: int = 0


@contextmanager
def tell_progress(every: int) -> Iterator[ImportProgress]:
    """ImportStopped says how far it came when the store fails within; the same file again goes on from there."""
    progress = ImportProgress()
    try:
        yield progress
    except (StoreError, OperationFailed) as failure:
        stopped = NoSpaceForImport if is_full(failure) else ImportStopped
        raise stopped(progress.done, every) from failure


def compare(
    rows: Iterable[R], here: Mapping[K, R], key: Callable[[R], K], is_newer: Callable[[R, R], bool]
) -> ImportComparison[R]:
    """`is_newer` is asked of a row and the one here that has its key. Of two rows with one key the last counts."""
    new: list[R] = []
    newer: list[R] = []
    known: list[R] = []
    for row in {key(row): row for row in rows}.values():
        ours = here.get(key(row))
        if ours is None:
            new.append(row)
        else:
            (newer if is_newer(row, ours) else known).append(row)
    return ImportComparison(tuple(new), tuple(newer), tuple(known))


def problem_of(number: int, excerpt: str, refusal: Exception) -> Problem:
    """A field is called as the file calls it."""
    reason: Text = field_sentences.UNREADABLE
    if isinstance(refusal, WebError):
        field, sentence = refusal.details[0] if refusal.details else ("", refusal.message)
        reason = lazy("%(label)s: %(error)s", label=field, error=sentence) if field else sentence
    return Problem(number, shorten(excerpt), reason)


def read_each(
    entries: Iterable[Any], read: Callable[[Any], R], problems: list[Problem], most: int = MOST_ENTRIES
) -> list[tuple[int, R]]:
    """Every entry that can be read, with its number from 1; the others are added to the problems."""
    return read_each_numbered(entries, lambda _, entry: read(entry), problems, most)


def read_each_numbered(
    entries: Iterable[Any], read: Callable[[int, Any], R], problems: list[Problem], most: int = MOST_ENTRIES
) -> list[tuple[int, R]]:
    """The same where the number matters to what is read."""
    numbered = enumerate(entries, 1)
    return read_numbered(numbered, lambda number, entry: (number, read(number, entry)), _excerpt, problems, most)


def read_numbered(
    entries: Iterable[tuple[int, T]],
    read: Callable[[int, T], R],
    excerpt: Callable[[T], str],
    problems: list[Problem],
    most: int = MOST_ENTRIES,
) -> list[R]:
    """The same of entries that have numbers of their own, as the lines of a file do; `excerpt` tells how one begins.

    FileTooLong when there are more than an import takes: they are counted before the first is read.
    """
    taken = list(islice(entries, most + 1))
    if len(taken) > most:
        raise FileTooLong(most=most)
    found: list[R] = []
    for number, entry in taken:
        try:
            found.append(read(number, entry))
        except UNREADABLE as refusal:
            problems.append(problem_of(number, excerpt(entry), refusal))
    return found


def check_lines(text: str) -> None:
    """FileTooLong when no file that an import takes has so many lines, were most of them empty or parts of an entry."""
    if max(text.count("\n"), text.count("\r")) > _MOST_LINES:
        raise FileTooLong


def parse_document(text: str, kind: str, version: int, not_ours: Text, field: str = "file") -> dict[str, Any]:
    """A JSON export of this kind and version; what is none is refused beside the field that it was sent in."""
    if sum(map(text.count, ",[{")) > MOST_JSON_PARTS:
        raise FileTooLong(field)
    try:
        document = _mend_halves(text, json.loads(text, parse_constant=_refuse_constant))
    except json.JSONDecodeError as error:
        raise invalid_field(field, lazy("This isn't valid JSON (line %(line)s).", line=error.lineno)) from None
    except (RecursionError, ValueError):
        raise invalid_field(field, not_ours) from None
    return check_document(document, kind, version, not_ours, field)


def check_document(document: object, kind: str, version: int, not_ours: Text, field: str = "file") -> dict[str, Any]:
    if not isinstance(document, dict) or document.get("format") != kind:
        raise invalid_field(field, not_ours)
    if type(document.get("version")) is not int or document["version"] != version:  # true is no version
        raise invalid_field(field, not_ours)
    return document


def list_in(
    document: Mapping[str, Any], name: str, not_ours: Text, field: str = "file", most: int = MOST_ENTRIES
) -> list[Any]:
    """A list of the document, empty when it has none; FileTooLong when no act could take so many."""
    found = document.get(name, [])
    if not isinstance(found, list):
        raise invalid_field(field, not_ours)
    if len(found) > most:
        raise FileTooLong(field, most)
    return found


class ImportStopped(Conflict):
    """Some of a file was taken in; the rest was not."""

    code = "import_stopped"

    def __init__(self, done: int, every: int) -> None:
        super().__init__(self.explain(done, every))
        self.done = done

    def explain(self, done: int, every: int) -> Text:
        return lazy(
            "Import stopped after %(done)s of %(every)s. Import the same file again; nothing is added twice.",
            done=done,
            every=every,
        )


class NoSpaceForImport(ImportStopped):
    status = InsufficientStorage.status
    code = InsufficientStorage.code

    def explain(self, done: int, every: int) -> Text:
        return lazy(
            "There's no space left, so the import stopped after %(done)s of %(every)s."
            " Import the same file again later; nothing is added twice.",
            done=done,
            every=every,
        )


class FileTooLong(ContentTooLarge):
    code = "file_too_long"

    def __init__(self, field: str = "file", most: int = MOST_ENTRIES) -> None:
        sentence = lazy("A file can hold up to %(most)s entries.", most=f"{most:,}")
        super().__init__(sentence, details=[(field, sentence)])


def _excerpt(entry: Any) -> str:
    """How it begins, as it stands in the file."""
    if isinstance(entry, str):
        return entry
    try:
        return json.dumps(entry, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        return str(type(entry).__name__)


def _mend_halves(text: str, document: Any) -> Any:
    """Half of a surrogate pair, which JSON can spell and nothing can write, becomes a character that nobody sees.

    So it is dropped from a text, and no id has it.
    """
    if not _HALF_SPELLED(text):
        return document
    return json.loads(_HALF.sub("\u200b", json.dumps(document, ensure_ascii=False)))


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")
