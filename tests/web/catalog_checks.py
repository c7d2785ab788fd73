"""Which sentences of a package have no Japanese, or one that does not fit: every package's tests ask this."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from babel.messages.catalog import Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

KEYWORDS = {"_": None, "gettext": None, "lazy": None, "ngettext": (1, 2)}
METHODS = [("**.py", "python"), ("**.html", "jinja2.ext:babel_extract")]
OPTIONS = {"**.html": {"silent": "false", "trimmed": "true"}}

_PLACEHOLDER = re.compile(r"%\(\w+\)s")


def find_problems(package: Path, also: Iterable[Path] = ()) -> list[str]:
    """One line for each sentence without Japanese, each with other placeholders, each that nothing says any more.

    `also` are packages whose catalogs may speak for this one, as the look's does for all.
    """
    said = set(sentences(package))
    own = {_first(message): message for message in _catalog(package)}
    others = {_first(message) for each in also for message in _catalog(each)}
    missing = [f"no Japanese: {text}" for text in sorted(said - own.keys() - others)]
    unused = [f"nothing says: {text}" for text in sorted(own.keys() - said)]
    return missing + unused + [f"does not fit: {text}" for text, message in own.items() if not _fits(message)]


def find_conflicts(packages: Iterable[Path]) -> list[str]:
    """What packages say differently in Japanese: all speak from one catalog, and only the first would be heard."""
    heard: dict[str, set[str]] = {}
    for package in packages:
        for message in _catalog(package):
            heard.setdefault(_first(message), set()).add(_forms(message.string)[0])
    return [f"{text}: {' | '.join(sorted(said))}" for text, said in heard.items() if len(said) > 1]


def sentences(package: Path) -> Iterator[str]:
    """Every sentence in the package's code and templates; of a plural the singular."""
    for _, _, text, _, _ in extract_from_dir(package, METHODS, OPTIONS, KEYWORDS):
        yield text if isinstance(text, str) else text[0]


def _catalog(package: Path) -> list[Message]:
    path = package / "locale" / "ja" / "LC_MESSAGES" / "messages.po"
    if not path.is_file():
        return []
    with path.open("rb") as file:
        catalog = read_po(file, abort_invalid=True)
    return [message for message in catalog if message.id and _forms(message.string)[0] and not message.fuzzy]


def _first(message: Message) -> str:
    return _forms(message.id)[0]


def _fits(message: Message) -> bool:
    wanted = Counter(_PLACEHOLDER.findall(_forms(message.id)[-1]))
    return all(Counter(_PLACEHOLDER.findall(form)) == wanted for form in _forms(message.string))


def _forms(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ("",))
