"""A cache of fragments that trusts nothing: what it keeps is rendered anyway, and has to be the same."""

from collections.abc import Callable

from markupsafe import Markup

from chabudai.web.fragments import FragmentCache, Key


class VerifyingFragmentCache(FragmentCache):
    """A key that leaves out something that is shown does not survive this."""

    def get(self, key: Key, render: Callable[[], Markup]) -> Markup:
        text = render()
        kept = super().get(key, lambda: text)
        assert kept == text, f"the fragment {key[:2]} depends on more than its arguments"
        return kept
