"""The wardrobes that an account remembers, for programs: told, added and forgotten. It needs a token, or a session."""

from chabudai.accounts.design import Person
from chabudai.accounts.scopes import Rights
from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.api.bodies import RememberedBody, RememberedKey, RememberedList, remembered_body
from chabudai.apps.wardrobe.closets import House
from chabudai.apps.wardrobe.errors import TooManyRemembered
from chabudai.apps.wardrobe.remembered import MOST, Memory
from chabudai.web.context import RequestContext
from chabudai.web.routes import FromPath, Injected, JSONBody, delete, get, post

_PATH = "/remembered"


@get(_PATH)
def find_all(
    house: Injected[House], person: Injected[Person], rights: Injected[Rights], context: Injected[RequestContext]
) -> RememberedList:
    """The wardrobes that the person has opened, the last one first. A token that only reads gets keys for looking."""
    closets = Memory(house, person.username, context.zone).closets()
    return RememberedList(wardrobes=[remembered_body(each, rights) for each in closets])


@post(_PATH)
def add(
    data: JSONBody[RememberedKey],
    house: Injected[House],
    person: Injected[Person],
    rights: Injected[Rights],
    context: Injected[RequestContext],
) -> RememberedBody:
    """Remember the wardrobe that this key opens, of either kind."""
    found = service.open_wardrobe(house, data.key, context.zone)
    if not Memory(house, person.username, context.zone).remember(found):
        raise TooManyRemembered(MOST)
    return remembered_body(found, rights)


@delete(f"{_PATH}/{{secret:str}}")
def forget(secret: FromPath[str], house: Injected[House], person: Injected[Person]) -> None:
    """Forget this key, if it is remembered. The wardrobe stays as it is."""
    Memory(house, person.username).forget(secret)
