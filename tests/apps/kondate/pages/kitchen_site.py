"""A site with nothing but kondate, whose people have an empty list and fridge, and how its forms are sent."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from httpx import Response
from tests.common import library
from tests.common.html_forms import forms_of
from tests.common.library import PEOPLE, Library, ReaderBrowser

from chabudai.apps.kondate import app as kondate
from chabudai.apps.kondate import design


@contextmanager
def opened(folder: Path) -> Iterator[Library]:
    with library.opened(folder, kondate.build) as site:
        for username in PEOPLE:
            assert site.reader(username).get("/kondate/shopping").status_code == 200  # the first visit
        yield site


def clear(site: Library) -> None:
    """Nothing is left on anybody's list or in their fridge."""
    for username in PEOPLE:
        for line in list(site.store.all(design.shopping(username))):
            site.store.write(design.delete_shopping(line))
        for item in list(site.store.all(design.fridge(username))):
            site.store.write(design.delete_fridge(item))
        for gone in list(site.store.all(design.deleted_fridge(username))):
            site.store.write(design.drop_deleted_fridge(gone))


def post(browser: ReaderBrowser, path: str, **fields: str | list[str]) -> Response:
    """A form with the token of the shopping page; the answer is where it leads to."""
    page = browser.get("/kondate/shopping")
    token = next(form.fields["_csrf"] for form in forms_of(page.text) if "_csrf" in form.fields)
    answer = browser.ask("POST", path, data={"_csrf": token, **fields})
    return browser.get(answer.headers["location"].partition("#")[0]) if answer.status_code == 303 else answer
