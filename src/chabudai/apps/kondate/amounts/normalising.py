"""Text as it is read: full-width figures and half-width kana as they should be, ½ and its kin left whole."""

import re
import unicodedata

from chabudai.apps.kondate.amounts.numbers import VULGAR

_HALF_WIDTH_KANA = re.compile("[ｦ-ﾟ]+")
_SPACES = re.compile(r"\s+")


def normalise(text: str) -> str:
    """One line, NFKC but for vulgar fractions: 1½ would become 11/2."""
    whole = _HALF_WIDTH_KANA.sub(lambda found: unicodedata.normalize("NFKC", found[0]), text)
    folded = "".join(sign if sign in VULGAR else unicodedata.normalize("NFKC", sign) for sign in whole)
    return _SPACES.sub(" ", folded).strip()
