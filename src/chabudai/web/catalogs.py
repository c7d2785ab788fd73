"""Translations as they lie in the packages: locale/<language>/LC_MESSAGES/messages.po, read at start, none compiled."""

from collections.abc import Iterable
from pathlib import Path

from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from chabudai.web.translations import LANGUAGES, Translations


def load_translations(folders: Iterable[Path]) -> dict[str, Translations]:
    """Every language with what the locale folders together say in it; the first folder to say something is heard."""
    folders = tuple(folders)
    return {code: Translations(code, _texts(code, folders)) for code in LANGUAGES}


def _texts(code: str, folders: tuple[Path, ...]) -> dict[str, str]:
    texts: dict[str, str] = {}
    for folder in reversed(folders):
        path = folder / code / "LC_MESSAGES" / "messages.po"
        if path.is_file():
            texts |= _read(path)
    return texts


def _read(path: Path) -> dict[str, str]:
    with path.open("rb") as file:
        catalog = read_po(file, abort_invalid=True)
    return {_first(message.id): _first(message.string) for message in catalog if _is_translated(message)}


def _is_translated(message: Message) -> bool:
    return bool(message.id and _first(message.string) and not message.fuzzy)


def _first(text: str | tuple[str, ...] | list[str] | None) -> str:
    """Of the forms of a plural the first, which is the only one that Japanese has."""
    return text if isinstance(text, str) else text[0] if text else ""
