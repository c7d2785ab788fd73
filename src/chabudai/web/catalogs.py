"""Catalogs as they lie in the packages: locale/<language>/LC_MESSAGES/messages.po, read at start, none compiled."""

from collections.abc import Iterable
from gettext import c2py
from pathlib import Path

from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from chabudai.web.packages import Package
from chabudai.web.translations import LANGUAGES, MessageCatalog, PluralText, Translations, contextual_key


def load_translations(packages: Iterable[Package]) -> dict[str, Translations]:
    """Every language with what the packages say in it."""
    packages = tuple(packages)
    return {code: load_language(code, packages) for code in LANGUAGES}


def load_language(code: str, packages: Iterable[Package]) -> Translations:
    """A package's own catalog is heard first, then those of the packages that speak for all, the last named first.

    They are put together here, so that a sentence is found by one look into one dictionary.
    """
    packages = tuple(packages)
    own = {package.domain: _read(package.locale / code / "LC_MESSAGES" / "messages.po") for package in packages}
    shared = [own[package.domain] for package in packages if package.is_shared]
    return Translations(code, {domain: _join([*shared, catalog]) for domain, catalog in own.items()})


def _join(catalogs: Iterable[MessageCatalog]) -> MessageCatalog:
    """Of several that say the same, the last is heard."""
    texts: dict[str, str] = {}
    plurals: dict[str, PluralText] = {}
    for catalog in catalogs:
        texts |= catalog.texts
        plurals |= catalog.plurals
    return MessageCatalog(texts, plurals)


def _read(path: Path) -> MessageCatalog:
    if not path.is_file():
        return MessageCatalog()
    with path.open("rb") as file:
        catalog = read_po(file, abort_invalid=True)
    choose = c2py(catalog.plural_expr)
    texts: dict[str, str] = {}
    plurals: dict[str, PluralText] = {}
    for message in catalog:
        forms = _forms(message)
        if not message.id or message.fuzzy or not all(forms):
            continue
        if message.pluralizable:
            plurals[_key(message)] = PluralText(forms, choose)
        else:
            texts[_key(message)] = forms[0]
    return MessageCatalog(texts, plurals)


def _key(message: Message) -> str:
    text = message.id if isinstance(message.id, str) else message.id[0]
    return contextual_key(message.context, text) if message.context else text


def _forms(message: Message) -> tuple[str, ...]:
    """One, or of a plural as many as its language has; empty where it is not translated."""
    text = message.string
    return (text,) if isinstance(text, str) else tuple(text or ("",))
