"""What is said of a value that a field does not take: the same of a form, of a file and of a program's JSON."""

from typing import Final

from chabudai.web.messages import lazy
from chabudai.web.translations import Text

UNREADABLE: Final = lazy("Something here is missing or can't be read.")
EMPTY: Final = lazy("Fill this in.")
NO_SUCH_FIELD: Final = lazy("There is no such field.")
NO_TEXT: Final = lazy("Enter text.")
NO_WHOLE_NUMBER: Final = lazy("Enter a whole number.")
NO_NUMBER: Final = lazy("Enter a number.")
NO_DATE: Final = lazy("Enter a date such as 2026-11-15.")
NO_FLAG: Final = lazy("Choose on or off.")
NO_LIST: Final = lazy("Send a list.")
NO_OBJECT: Final = lazy("Send an object.")
NO_CHOICE: Final = lazy("Choose one of these.")
MISSPELLED: Final = lazy("Check how this is written.")


def too_long(longest: int) -> Text:
    return lazy("Use up to %(longest)s characters.", longest=f"{longest:,}")


def too_short(shortest: int) -> Text:
    return lazy("Use at least %(shortest)s characters.", shortest=shortest) if shortest > 1 else EMPTY


def too_many(longest: int) -> Text:
    return lazy("Choose up to %(longest)s.", longest=f"{longest:,}")


def too_few(shortest: int) -> Text:
    return lazy("Choose at least %(shortest)s.", shortest=shortest) if shortest > 1 else lazy("Choose at least one.")


def too_low(lowest: int) -> Text:
    return lazy("Enter a number of at least %(lowest)s.", lowest=f"{lowest:,}")


def too_high(highest: int) -> Text:
    return lazy("Enter a number of at most %(highest)s.", highest=f"{highest:,}")
