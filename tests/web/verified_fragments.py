"""A cache of fragments that trusts nothing: what it keeps is rendered anyway, and has to be the same."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from difflib import unified_diff
from typing import NoReturn

from httpx import Response
from jinja2.environment import TemplateModule

from chabudai.web.fragments import FragmentCache, Key, TextT

_OF_ONE_REQUEST = re.compile(
    r"[\w-]{16}\.[0-9a-f]{64}"  # tokens
    r"|\bhs_[\w-]+|(?<=name=\"once\" value=\")\w+"  # ids of what a button will make
    r'|<details class="drawer".*?</details>',  # what this page asked the table, and how long that took
    re.DOTALL,
)

_WHOLE_PAGE = 0  # its line; of a page that is kept the fragments are looked at too


class VerifyingFragmentCache(FragmentCache):
    """A key that leaves out something that is shown does not survive this."""

    def __init__(self) -> None:
        super().__init__()
        self._modules: dict[str, TemplateModule] = {}
        self._is_trusted = False

    @contextmanager
    def trust(self) -> Iterator[None]:
        """As it is where nobody verifies: what is kept is shown, what is not is a mistake."""
        self._is_trusted = True
        try:
            yield
        finally:
            self._is_trusted = False

    def get(self, key: Key, render: Callable[[], TextT]) -> TextT:
        if self._is_trusted and key[1] != _WHOLE_PAGE:
            return super().get(key, lambda: _refuse(key))
        for each in key:
            if isinstance(each, TemplateModule):
                shared = self._modules.setdefault(str(each.__name__), each)
                assert shared is each, f"{key[:2]} uses {each.__name__} with context, and so would never be found again"
        text = render()
        kept = super().get(key, lambda: _refuse(key) if self._is_trusted else text)
        assert kept == text, f"the fragment {key[:2]} shows more than its key says"
        return kept


def text_of(page: Response) -> str:
    """Without what every request has its own of."""
    assert page.status_code == 200, page.url
    return _OF_ONE_REQUEST.sub("…", page.text)


def check_kept_pages(cache: VerifyingFragmentCache, ask: Callable[[str], Response], paths: list[str]) -> None:
    """Every page is the same whether its fragments are rendered for it or were kept from before."""
    for path in paths:
        rendered = text_of(ask(path))
        with cache.trust():
            kept = text_of(ask(path))
        assert kept == rendered, "\n".join([path, *unified_diff(rendered.splitlines(), kept.splitlines(), n=0)])


def _refuse(key: Key) -> NoReturn:
    raise AssertionError(f"the fragment {key[:2]} was not kept")
