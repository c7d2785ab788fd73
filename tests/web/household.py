"""A tiny site of routes that only tests need: each does one thing that an app would do with this package."""

import threading
from dataclasses import dataclass
from pathlib import Path

from litestar import Response
from litestar.handlers import HTTPRouteHandler
from litestar.types import ControllerRouterHandler

from chabudai import store
from chabudai.web import Package, Seat, Settings, errors, language, toasts
from chabudai.web.bodies import Body
from chabudai.web.errors import NotSignedIn, RuleBroken, WebError
from chabudai.web.forms import Form
from chabudai.web.language import gettext, lazy, ngettext
from chabudai.web.pages import Pages
from chabudai.web.readings import Reading
from chabudai.web.redirects import safe_next, see_other
from chabudai.web.routes import FromPath, Given, JSONBody, api, get, pages, post
from chabudai.web.secrets import Secret
from chabudai.web.toasts import Toast, Undo
from chabudai.web.visits import Credentials, Visit

HERE = Path(__file__).parent
LOOK = Package("", HERE)
PROBE = Package("probe", HERE / "probe")
SEATS = (Seat("probe", lazy("Probe"), "/probe", "ai"), Seat("other", "Other", "/other", "kaki"))
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


def recognise(credentials: Credentials) -> Member | None:
    if credentials.token is None:
        return MEMBERS.get(credentials.session or "")
    if credentials.token != "token-of-hana":
        raise NotSignedIn
    return MEMBERS["session-of-hana"]


def settings() -> Settings:
    return Settings(
        secret=SECRET, version="1.0", packages=(PROBE,), seats=SEATS, recognise=recognise, look=LOOK, body_limit=10_000
    )


class Note(Body):
    note_title: str
    stars: int = 0


@get("/show/{text:str}")
def show(text: FromPath[str], pages: Given[Pages]) -> Response[str]:
    return pages.page_or_part("probe/show.html", "probe/shown.html", text=text)


@get("/note")
def empty_note(pages: Given[Pages]) -> Response[str]:
    return pages.page("probe/note.html", form=Form.of(title="first"))


@post("/note")
def keep_note(form: Given[Form], pages: Given[Pages], visit: Given[Visit]) -> Response[str]:
    reading = Reading(form)
    title = reading.required_text("title", longest=10)
    try:
        reading.finish()
    except RuleBroken as error:
        return pages.page("probe/note.html", status=422, form=form.refused(error.details))
    undo = Undo("/probe/forget", {"title": title})
    toasts.leave(visit.jar, Toast(gettext("Kept: %(title)s", title=title), undo=undo))
    return see_other(safe_next(form["next"], "/probe/show/kept"))


@post("/file")
def keep_file(form: Given[Form]) -> dict[str, str]:
    (upload,) = form.files["file"]
    return {"name": upload.name, "type": upload.media_type, "text": upload.file.read().decode()}


@post("/session/{name:str}")
def sign_in(name: FromPath[str], visit: Given[Visit]) -> None:
    visit.sign_in(f"session-of-{name}")


@get("/mine")
def mine(person: Given[Member], visit: Given[Visit]) -> dict[str, str]:
    return {"name": person.name, "zone": visit.zone.key, "theme": visit.theme, "today": visit.today.isoformat()}


@get("/refused/{name:str}")
def refused(name: FromPath[str]) -> None:
    raise REFUSALS[name]


@get("/crash")
def crash() -> None:
    raise RuntimeError("the password is hunter2")


@get("/undefined")
def undefined(pages: Given[Pages]) -> Response[str]:
    return pages.page("probe/undefined.html")


@get("/where")
def where(visit: Given[Visit]) -> dict[str, str]:
    notes = ngettext("%(n)s note", "%(n)s notes", 2)
    thread = threading.current_thread().name
    return {"thread": thread, "language": language.spoken(), "notes": notes, "address": visit.address}


@get("/notes/{number:int}")
def read_note(number: FromPath[int]) -> Note:
    return Note(note_title=f"note {number}", stars=number)


@post("/notes")
def add_note(data: JSONBody[Note]) -> Note:
    return data


@get("/me")
def me(person: Given[Member]) -> dict[str, str]:
    return {"name": person.name}


def asking(opened: store.Store) -> HTTPRouteHandler:
    """A page whose handler asks the table, for the drawer."""

    @get("/asking")
    def ask(pages: Given[Pages]) -> Response[str]:
        with store.asking("AP-01"):
            opened.call("GetItem", {"TableName": "notes", "Key": {"PK": {"S": "1"}}})
        return pages.page("probe/show.html", text="asked")

    return ask


REFUSALS: dict[str, WebError] = {
    "malformed": errors.Malformed(),
    "not-signed-in": errors.NotSignedIn(),
    "not-allowed": errors.NotAllowed(),
    "not-found": errors.NotFound(),
    "conflict": errors.Conflict(),
    "gone": errors.Gone(),
    "too-large": errors.TooLarge(),
    "wrong-type": errors.WrongType(),
    "rule-broken": errors.RuleBroken("Too many stars.", [("stars", "At most five.")]),
    "slow-down": errors.SlowDown(30),
}
HANDLERS: tuple[ControllerRouterHandler, ...] = (
    pages("/probe", [show, empty_note, keep_note, keep_file, sign_in, mine, refused, crash, undefined, where]),
    api("/probe", [read_note, add_note, me, refused, crash]),
)
