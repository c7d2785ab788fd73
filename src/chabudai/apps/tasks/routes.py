"""The routes of the tasks: pages of a person, pages within a team, and the API; with what each of them is given."""

from litestar import Router
from litestar.di import Provide
from litestar.types import ControllerRouterHandler

from chabudai.accounts.limits import AccountLimits
from chabudai.accounts.routes import read_agent
from chabudai.accounts.service import Accounts
from chabudai.adapters.clock import Clock
from chabudai.apps.tasks import api, pages, resumption, team_pages, teams
from chabudai.apps.tasks.errors import NoSuchTeam
from chabudai.apps.tasks.invitation_limits import InvitationLimits
from chabudai.apps.tasks.leavings import LeavingQueue
from chabudai.apps.tasks.membership import Member, enter
from chabudai.apps.tasks.membership_proof import MembershipProofs
from chabudai.apps.tasks.pages import guests, people_page, shell, visits
from chabudai.apps.tasks.team_pages import task_request
from chabudai.common.owner import Owner, provide_owner
from chabudai.table import Cursors, TypedStore
from chabudai.web import routes as web_routes
from chabudai.web.registration import handlers_in
from chabudai.web.routes import FromPath, Injected
from chabudai.web.secrets import Secret
from chabudai.web.signing import Signer


def routes(
    store: TypedStore, clock: Clock, secret: bytes, accounts: Accounts, leavings: LeavingQueue
) -> tuple[ControllerRouterHandler, ...]:
    """`secret` signs cursors, and who is in a team."""
    cursors, limits = Cursors(secret), AccountLimits.default(store, clock)
    invitation_limits = InvitationLimits.default(store, clock)
    proofs = MembershipProofs(Signer(Secret(secret), lambda: clock().timestamp()))
    given = {
        "signed_in": provide_owner(store, clock),
        "cursors": Provide(lambda: cursors, sync_to_thread=False),
        "accounts": Provide(lambda: accounts, sync_to_thread=False),
        "proofs": Provide(lambda: proofs, sync_to_thread=False),
        "leavings": Provide(lambda: leavings, sync_to_thread=False),
        "limits": Provide(lambda: limits, sync_to_thread=False),
        "agent": Provide(read_agent, sync_to_thread=False),
        "invitation_limits": Provide(lambda: invitation_limits, sync_to_thread=False),
    }
    of_pages = {"owner": web_routes.provide(visits.greet), "member": web_routes.provide(_enter)}
    in_team = {
        "shell": web_routes.provide(shell.of_team),
        "asked": web_routes.provide(task_request.read),
        "people_page": web_routes.provide(people_page.provide_people_page),
    }
    of_person = {"shell": web_routes.provide(shell.of_person), "guest": web_routes.provide(guests.provide_guest)}
    personal = web_routes.pages("/tasks", handlers_in(pages))
    within = web_routes.pages("/tasks/{team_id:str}", handlers_in(team_pages))
    programs = web_routes.api("/tasks", handlers_in(api))
    of_programs = {"owner": provide_owner(store, clock), "member": web_routes.provide(_enter)}
    routers = [
        Router("/", route_handlers=[programs], dependencies=of_programs),
        Router("/", route_handlers=[personal], dependencies={**of_pages, **of_person}),
        Router("/", route_handlers=[within], dependencies={**of_pages, **in_team}),
    ]
    return (Router("/", route_handlers=routers, dependencies=given),)


def _enter(owner: Injected[Owner], team_id: FromPath[str], leavings: Injected[LeavingQueue]) -> Member:
    """NoSuchTeam for whoever is not in it, or not any more: with the teams that they are in."""
    try:
        return enter(owner, team_id)
    except NoSuchTeam:
        resumption.finish_for(owner, team_id, leavings)
        raise NoSuchTeam((row.team_name, row.team_id) for row in teams.find_all(owner)) from None
