"""A text read as a record, whatever its format."""

import re
from collections.abc import Callable
from enum import StrEnum
from typing import Final

from .csa_reader import read_csa
from .decoding import check_size
from .errors import Reason, UnreadableRecord
from .kif_reader import read_kif
from .record import Record
from .usi_reader import read_usi


class Format(StrEnum):
    KIF = "kif"
    KI2 = "ki2"
    CSA = "csa"
    USI = "usi"


def parse(text: str, *, format: Format | None = None, is_kept: bool = False) -> Record:  # noqa: A002
    """The record that a text spells, its every move held against the rules; UnreadableRecord for anything else.

    One that `is_kept` from a time without that bound may have more variations than a new one.
    """
    check_size(text)
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise UnreadableRecord(Reason.EMPTY)
    found = format or detect(text)
    return read_kif(text, is_kept=is_kept) if found in _WITH_VARIATIONS else _READERS[found](text)


def detect(text: str) -> Format:
    """The format by what the text looks like; what is none of the others is read as KIF, whose reader says why not."""
    for format, looks in _LOOKS:  # noqa: A001
        if looks.search(text):
            return format
    return Format.KIF


#: What only one format has, the surest first.
_LOOKS: Final = (
    (Format.KIF, re.compile(r"\A\ufeff?#\s*+(?:KIF|-.*Kifu)")),
    (Format.KI2, re.compile(r"\A\ufeff?#\s*KI2")),
    (Format.USI, re.compile(r"\A\s*(?:position|startpos|sfen)\s|\A\s*(?:[1-9+a-zA-Z]{1,18}/){8}")),
    (Format.USI, re.compile(r"\A\s*(?:[1-9][a-i]|[RBGSNLP]\*)[1-9][a-i]\+?(?:\s|\Z)")),
    (Format.CSA, re.compile(r"^(?:[+-][0-9]{4}[A-Z]{2}|PI|P1[ +-]|N[+-]|%[A-Z]|\$[A-Z_]+[+-]?:)", re.MULTILINE)),
    (Format.CSA, re.compile(r"^V[123](?:\.[0-9])?[ \t\r]*$", re.MULTILINE)),
    (Format.KIF, re.compile(r"^[ 　]*[0-9]+[ 　].*[(（][1-9１-９]{2}[)）]", re.MULTILINE)),
    (Format.KI2, re.compile(r"^[ 　]*[▲△☗☖▼▽]", re.MULTILINE)),
)
_WITH_VARIATIONS: Final = frozenset({Format.KIF, Format.KI2})
_READERS: Final[dict[Format, Callable[[str], Record]]] = {
    Format.CSA: read_csa,
    Format.USI: read_usi,
}
