"""Templates speak from their own package's catalog, also where one extends or includes another's."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from jinja2 import BaseLoader, ChoiceLoader, Environment, FileSystemLoader, PrefixLoader
from jinja2.ext import Extension
from jinja2.lexer import TOKEN_NAME, Token, TokenStream

from chabudai.web.packages import WEB, Package
from chabudai.web.translations import MessageDomain

_FUNCTIONS: Final = {"_": "gettext", "gettext": "gettext", "ngettext": "ngettext", "pgettext": "pgettext"}


class PackageLoader(BaseLoader):
    """Every template under its whole name, its package's key included."""

    def __init__(self, packages: Iterable[Package]) -> None:
        packages = tuple(packages)
        apps = PrefixLoader({each.key: FileSystemLoader(each.templates) for each in packages if each.key})
        self._loader = ChoiceLoader([apps, *(FileSystemLoader(each.templates) for each in packages if not each.key)])

    def get_source(self, environment: Environment, template: str) -> tuple[str, str | None, Callable[[], bool] | None]:
        return self._loader.get_source(environment, template)


def message_extension(packages: Iterable[Package]) -> type[Extension]:
    """Makes `_` and its like those of the template's package.

    They are told apart when a template is compiled: at run time all parts of a page share one set of names.
    """
    domains = {package.key: package.domain for package in packages}

    class MessageExtension(Extension):
        def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
            domain = domains.get((stream.name or "").partition("/")[0], WEB.domain)
            for token in stream:
                if token.type == TOKEN_NAME and token.value in _FUNCTIONS:
                    yield Token(token.lineno, token.type, _qualify(_FUNCTIONS[token.value], domain))
                else:
                    yield token

    return MessageExtension


def message_globals(packages: Iterable[Package]) -> dict[str, Any]:
    """The functions by which the extension calls them."""
    domains = [MessageDomain(package.domain) for package in packages]
    return {_qualify(name, each.name): getattr(each, name) for each in domains for name in set(_FUNCTIONS.values())}


def _qualify(name: str, domain: str) -> str:
    return f"{name}_{domain}"
