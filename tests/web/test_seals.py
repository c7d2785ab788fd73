"""Values that a form brings back: only as we wrote them, by the same browser, to the same address, and soon."""

import pytest
from tests.web.contexts import request_to

from chabudai.web.context import use_context
from chabudai.web.seals import LIFETIME, seal, unseal

URL = "/tasks/a b/undo"


@pytest.fixture
def sealed() -> str:
    with use_context(request_to("/tasks/a b/list", "hanako.x")):
        return seal("abc-_=", URL)


def test_the_same_browser_brings_it_back(sealed: str) -> None:
    with use_context(request_to(URL, "hanako.x", lambda: LIFETIME)):
        assert unseal(sealed) == "abc-_="


def test_an_address_is_the_same_however_it_is_written() -> None:
    with use_context(request_to("/", "hanako.x")):
        sealed = seal("abc", "/tasks/a%20b/undo?x=1")
    with use_context(request_to(URL, "hanako.x")):
        assert unseal(sealed) == "abc"


@pytest.mark.parametrize(
    ("path", "session", "at"),
    [
        ("/tasks/another/undo", "hanako.x", 0),
        (URL, "taro.y", 0),
        (URL, "hanako.z", 0),
        (URL, None, 0),
        (URL, "hanako.x", LIFETIME + 1),
        (URL, "hanako.x", -1),
    ],
)
def test_elsewhere_for_somebody_else_and_too_late_it_is_nothing(
    sealed: str, path: str, session: str | None, at: int
) -> None:
    with use_context(request_to(path, session, lambda: at)):
        assert unseal(sealed) is None


def test_whatever_was_altered_is_nothing(sealed: str) -> None:
    text, _, signature = sealed.partition(".")
    with use_context(request_to(URL, "hanako.x")):
        other = seal("abd", URL).partition(".")[2]
        for altered in ("", ".", text, f"{text}.", f"x{sealed}", f"{sealed}x", f"abd.{signature}", f"{text}.{other}"):
            assert unseal(altered) is None
        for junk in ("あ.い.う", "\ud800.x.y", "." * 1000, "x" * 100_000):
            assert unseal(junk) is None
