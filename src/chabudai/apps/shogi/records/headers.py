"""A record's headers as every format can hold them: one line each, under a key that no other line is taken for."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from .csa_codes import HEADER_OF_WORD

LONGEST_KEY: Final = 20
_KEY: Final = re.compile(rf"[^\s：:|*＊#&0-9０-９+'][^：:|\r\n]{{0,{LONGEST_KEY - 1}}}")
#: Lines that mean something else in KIF, though they look like headers.
_RESERVED: Final = re.compile(r"変化|まで|手数|手合割|(?:先手|後手|上手|下手)(?:番|の?持ち?駒)")
_BLANKS: Final = " 　\t\f\v"
_ROLES: Final = {"下手": "先手", "上手": "後手"}


def clean_headers(headers: Mapping[str, str]) -> Mapping[str, str]:
    """Keys and values without blanks around them, values on one line; keys that no record can hold are left out."""
    cleaned: dict[str, str] = {}
    for key, value in headers.items():
        key = clean_value(key)
        key = HEADER_OF_WORD.get(key[1:], key) if key.startswith("$") else _ROLES.get(key, key)
        if _KEY.fullmatch(key) and not _RESERVED.match(key):
            cleaned[key] = clean_value(value)
    return MappingProxyType(cleaned)


def clean_value(text: str) -> str:
    return re.sub(r"[\r\n]+", " ", text).strip(_BLANKS)
