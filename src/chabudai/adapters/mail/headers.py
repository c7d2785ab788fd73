"""Text as a mail header carries it: in ASCII, in lines of a bounded length, and never more than one header."""

import re
from email.header import Header

# Line breaks of every kind (U+0085, U+2028 and U+2029 too), the other controls, and halves of characters.
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_AS_IT_IS = re.compile(r"[!-~]([ -~]{0,58}[!-~])?")


def has_controls(text: str) -> bool:
    return _CONTROLS.search(text) is not None


def encode_unstructured(text: str) -> str:
    """A sentence, as a subject is one: short ASCII stays readable, all else becomes encoded words."""
    # "=?" would be read as the beginning of an encoded word, although the person typed it.
    return text if _AS_IT_IS.fullmatch(text) and "=?" not in text else encoded_words(text)


def encoded_words(text: str) -> str:
    return Header(text, "utf-8", header_name="Subject", maxlinelen=76).encode(linesep="\r\n")
