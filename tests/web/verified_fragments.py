"""A cache of fragments that trusts nothing: what it keeps is rendered anyway, and has to be the same."""

from collections.abc import Callable

from jinja2.environment import TemplateModule
from markupsafe import Markup

from chabudai.web.fragments import FragmentCache, Key


class VerifyingFragmentCache(FragmentCache):
    """A key that leaves out something that is shown does not survive this."""

    def __init__(self) -> None:
        super().__init__()
        self._modules: dict[str, TemplateModule] = {}

    def get(self, key: Key, render: Callable[[], Markup]) -> Markup:
        for each in key:
            if isinstance(each, TemplateModule):
                shared = self._modules.setdefault(each.__name__, each)
                assert shared is each, f"{key[:2]} uses {each.__name__} with context, and so would never be found again"
        text = render()
        kept = super().get(key, lambda: text)
        assert kept == text, f"the fragment {key[:2]} depends on more than its arguments"
        return kept
