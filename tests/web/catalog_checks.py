"""Which sentences of a package have no Japanese, or one that does not fit: every package's tests ask this."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from babel.messages.catalog import Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from chabudai.web.packages import Package

KEYWORDS = {
    "_": None,
    "gettext": None,
    "lazy": None,
    "lazy_plural": (1, 2),
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
}
METHODS = [("**.py", "python"), ("**.html", "jinja2.ext:babel_extract")]
OPTIONS = {"**.html": {"silent": "false", "trimmed": "true", "extensions": "chabudai.web.fragments.FragmentExtension"}}

_PLACEHOLDER = re.compile(r"%\(\w+\)s")


@dataclass(frozen=True, order=True)
class Sentence:
    """As it is looked up: a plural by both of its English forms, so that it is never taken for a plain text."""

    forms: tuple[str, ...]
    context: str = ""

    def __str__(self) -> str:
        said = " / ".join(self.forms)
        return f"{self.context}: {said}" if self.context else said


def find_problems(package: Package, shared: Iterable[Package] = ()) -> list[str]:
    """One line for each sentence without Japanese, each with other placeholders, each that nothing says any more.

    `shared` are the packages whose catalogs speak for this one too; what they say need not be said again.
    """
    said = set(sentences(package))
    own = _catalog(package)
    others = {sentence: forms for each in shared for sentence, forms in _catalog(each).items()}
    return [
        *(f"no Japanese: {each}" for each in sorted(said - own.keys() - others.keys())),
        *(f"nothing says: {each}" for each in sorted(own.keys() - said)),
        *(f"the shared catalog says it too: {each}" for each in sorted(own) if others.get(each) == own[each]),
        *(f"does not fit: {each}" for each in sorted(own) if not _fits(each, own[each])),
    ]


def sentences(package: Package) -> Iterator[Sentence]:
    """Every sentence in the package's code and templates."""
    for _, _, text, _, context in extract_from_dir(package.folder, METHODS, OPTIONS, KEYWORDS):
        yield Sentence(_forms(text), context or "")


def _catalog(package: Package) -> dict[Sentence, tuple[str, ...]]:
    path = package.locale / "ja" / "LC_MESSAGES" / "messages.po"
    if not path.is_file():
        return {}
    with path.open("rb") as file:
        catalog = read_po(file, abort_invalid=True)
    return {_sentence(each): _forms(each.string) for each in catalog if each.id and _is_translated(each)}


def _sentence(message: Message) -> Sentence:
    return Sentence(_forms(message.id), message.context or "")


def _is_translated(message: Message) -> bool:
    return all(_forms(message.string)) and not message.fuzzy


def _fits(sentence: Sentence, forms: tuple[str, ...]) -> bool:
    wanted = Counter(_PLACEHOLDER.findall(sentence.forms[-1]))
    return all(Counter(_PLACEHOLDER.findall(form)) == wanted for form in forms)


def _forms(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ("",))
