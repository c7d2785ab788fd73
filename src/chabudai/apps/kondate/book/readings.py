"""How foods that are written in kanji are said, so that とり finds 鶏 and 茄子 finds なす."""

import re
from functools import lru_cache
from pathlib import Path
from typing import Final

from chabudai.common.text import fold_search

_FILE: Final = Path(__file__).with_name("readings.txt")
_TABLE: Final = dict(line.split(maxsplit=1) for line in _FILE.read_text(encoding="utf-8").splitlines() if line)
_LONGEST_FIRST: Final = sorted(_TABLE, key=len, reverse=True)
_PATTERN: Final = re.compile("|".join(map(re.escape, _LONGEST_FIRST)))


@lru_cache(maxsize=4096)
def spell(text: str) -> str:
    """The text as it is searched, with known kanji in kana."""
    return _PATTERN.sub(lambda found: _TABLE[found[0]], fold_search(text))
