"""Reading a form field by field: each becomes a value, and all that is wrong is told at once, beside its field."""

import re
import unicodedata
from collections.abc import Collection
from datetime import date

from chabudai.web.errors import InvalidInput
from chabudai.web.forms import Form
from chabudai.web.translations import Text, lazy

_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,15}")
_ISO_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class FormReader:
    """A field that is wrong gives an empty value, and `finish` then raises: nothing is done with half a form."""

    def __init__(self, form: Form) -> None:
        self._form = form
        self._details: list[tuple[str, Text]] = []

    def text(self, name: str, longest: int) -> str:
        """Without the space around it; empty when nothing was typed."""
        text = self._form[name].strip()
        if len(text) > longest:
            self.refuse(name, lazy("Use up to %(longest)s characters.", longest=longest))
            return ""
        return text

    def required_text(self, name: str, longest: int) -> str:
        if not self._form[name].strip():
            self.refuse(name, lazy("Fill this in."))
        return self.text(name, longest)

    def number(self, name: str, lowest: int, highest: int) -> int | None:
        """A whole number, also in full-width digits; None when nothing was typed."""
        text = unicodedata.normalize("NFKC", self._form[name]).strip()
        if not text:
            return None
        number = int(text) if _WHOLE_NUMBER.fullmatch(text) else None
        if number is None or not lowest <= number <= highest:
            wanted = lazy("Enter a number from %(lowest)s to %(highest)s.", lowest=lowest, highest=highest)
            self.refuse(name, wanted)
            return None
        return number

    def day(self, name: str) -> date | None:
        """None when nothing was typed."""
        text = self._form[name].strip()
        if not text:
            return None
        try:
            return _iso_day(text)
        except ValueError:
            self.refuse(name, lazy("Enter a valid date."))
            return None

    def choice(self, name: str, choices: Collection[str]) -> str:
        """One of them; empty when none was chosen."""
        chosen = self._form[name]
        if chosen and chosen not in choices:
            self.refuse(name, lazy("Choose one of these."))
            return ""
        return chosen

    def refuse(self, name: str, message: Text) -> None:
        self._details.append((name, message))

    def finish(self) -> None:
        if self._details:
            raise InvalidInput(details=self._details)


def _iso_day(text: str) -> date:
    """Only what a date field sends; Python itself also knows weeks and leaves out dashes."""
    if not _ISO_DAY.fullmatch(text):
        raise ValueError(text)
    return date.fromisoformat(text)
