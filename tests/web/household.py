"""A tiny site of routes that only tests need: each does one thing that an app would do with this package."""

import threading
from dataclasses import dataclass
from pathlib import Path

from litestar import Response
from litestar.handlers import HTTPRouteHandler
from litestar.types import ControllerRouterHandler
from tests.web.verified_fragments import VerifyingFragmentCache

from chabudai import store
from chabudai.web import NavigationEntry, Package, WebSettings, errors
from chabudai.web.answers import redirect_with_toast, submit
from chabudai.web.bodies import Body
from chabudai.web.context import Credentials, RequestContext
from chabudai.web.errors import NotSignedIn, WebError
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import safe_next
from chabudai.web.routes import FromPath, Injected, JSONBody, api, get, pages, post
from chabudai.web.secrets import Secret
from chabudai.web.toasts import UndoForm
from chabudai.web.translations import MessageDomain, current_language

HERE = Path(__file__).parent
BASE = Package("", HERE, is_shared=True)
PROBE = Package("probe", HERE / "probe")
MESSAGES = MessageDomain(PROBE.domain)
NAVIGATION = (
    NavigationEntry("probe", MESSAGES.lazy("Probe"), "/probe", "ai", "plus"),
    NavigationEntry("other", "Other", "/other", "kaki", "plus"),
)
SECRET = Secret(b"k" * 32)

TABLE = {
    "TableName": "notes",
    "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}],
    "BillingMode": "PAY_PER_REQUEST",
}


@dataclass(frozen=True, slots=True)
class Member:
    name: str
    language: str | None = None
    zone: str | None = None
    theme: str | None = None


MEMBERS = {
    "session-of-hana": Member("Hana"),
    "session-of-tom": Member("Tom", "en", "Europe/London", "dark"),
    "session-of-nobody-knows-where": Member("Aki", zone="Nowhere/At_all"),
}


def authenticate(credentials: Credentials) -> Member | None:
    if credentials.token is None:
        return MEMBERS.get(credentials.session or "")
    if credentials.token != "token-of-hana":
        raise NotSignedIn
    return MEMBERS["session-of-hana"]


def settings() -> WebSettings:
    return WebSettings(
        secret=SECRET,
        version="1.0",
        packages=(PROBE,),
        navigation=NAVIGATION,
        authenticate=authenticate,
        base_package=BASE,
        body_limit=10_000,
        fragments=VerifyingFragmentCache(),
    )


class Note(Body):
    note_title: str
    stars: int = 0


@get("/show/{text:str}")
def show(text: FromPath[str], pages: Injected[Pages]) -> Response[str]:
    return pages.page_or_part("probe/show.html", "probe/shown.html", text=text)


@get("/kept/{text:str}")
def kept(text: FromPath[str], pages: Injected[Pages]) -> Response[str]:
    return pages.kept_page("probe/kept.html", text=text, ago=None)


@get("/kept-ago")
def kept_ago(pages: Injected[Pages], context: Injected[RequestContext]) -> Response[str]:
    return pages.kept_page("probe/kept.html", text="", ago=context.clock())


@get("/note")
def empty_note(pages: Injected[Pages]) -> Response[str]:
    return pages.page("probe/note.html", form=Form.of(title="first"))


@post("/note")
def keep_note(form: Injected[Form], pages: Injected[Pages], context: Injected[RequestContext]) -> Response[str]:
    def act() -> Response[str]:
        title = form["title"].strip()
        if not 0 < len(title) <= 10:
            raise errors.invalid_field("title", "Use up to ten characters.")
        undo = UndoForm("/probe/forget", {"title": title})
        sentence = MESSAGES.gettext("Kept: %(title)s", title=title)
        return redirect_with_toast(context, safe_next(form["next"], "/probe/show/kept"), sentence, undo)

    return submit(form, act, lambda again: pages.page("probe/note.html", form=again))


@post("/file")
def keep_file(form: Injected[Form]) -> dict[str, str]:
    (upload,) = form.files["file"]
    return {"name": upload.name, "type": upload.media_type, "text": upload.file.read().decode()}


@post("/session/{name:str}")
def sign_in(name: FromPath[str], context: Injected[RequestContext]) -> None:
    context.sign_in(f"session-of-{name}")


@get("/mine")
def mine(person: Injected[Member], context: Injected[RequestContext]) -> dict[str, str]:
    return {"name": person.name, "zone": context.zone.key, "theme": context.theme, "today": context.today.isoformat()}


@get("/refused/{name:str}")
def refused(name: FromPath[str]) -> None:
    raise REFUSALS[name]


@get("/crash")
def crash() -> None:
    raise RuntimeError("the password is hunter2")


@get("/undefined")
def undefined(pages: Injected[Pages]) -> Response[str]:
    return pages.page("probe/undefined.html")


@get("/where")
def where(context: Injected[RequestContext]) -> dict[str, str]:
    notes = MESSAGES.ngettext("%(n)s note", "%(n)s notes", 2)
    thread = threading.current_thread().name
    return {"thread": thread, "language": current_language(), "notes": notes, "address": context.address}


@get("/notes/{number:int}")
def read_note(number: FromPath[int]) -> Note:
    return Note(note_title=f"note {number}", stars=number)


@post("/notes")
def add_note(data: JSONBody[Note]) -> Note:
    return data


@get("/me")
def me(person: Injected[Member]) -> dict[str, str]:
    return {"name": person.name}


def asking(opened: store.Store) -> HTTPRouteHandler:
    """A page whose handler asks the table, for the call log."""

    @get("/asking")
    def ask(pages: Injected[Pages]) -> Response[str]:
        with store.label_calls("AP-01"):
            opened.call("GetItem", {"TableName": "notes", "Key": {"PK": {"S": "1"}}})
        return pages.page("probe/show.html", text="asked")

    return ask


REFUSALS: dict[str, WebError] = {
    "bad-request": errors.BadRequest(),
    "not-signed-in": errors.NotSignedIn(),
    "forbidden": errors.Forbidden(),
    "not-found": errors.NotFound(),
    "conflict": errors.Conflict(),
    "gone": errors.Gone(),
    "content-too-large": errors.ContentTooLarge(),
    "unsupported-media-type": errors.UnsupportedMediaType(),
    "invalid-input": errors.InvalidInput("Too many stars.", [("stars", "At most five.")]),
    "too-many-requests": errors.TooManyRequests(30),
}
HANDLERS: tuple[ControllerRouterHandler, ...] = (
    pages(
        "/probe",
        [show, kept, kept_ago, empty_note, keep_note, keep_file, sign_in, mine, refused, crash, undefined, where],
    ),
    api("/probe", [read_note, add_note, me, refused, crash]),
)
