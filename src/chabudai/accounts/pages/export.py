"""Everything that is kept of a person, as one file to download."""

from litestar import MediaType, Response
from litestar.serialization import encode_json

from chabudai.accounts import service
from chabudai.accounts.design import Person
from chabudai.accounts.service import Accounts
from chabudai.web.context import RequestContext
from chabudai.web.files import download
from chabudai.web.routes import Injected, get


@get("/account/export")
def export(
    accounts: Injected[Accounts], person: Injected[Person], context: Injected[RequestContext]
) -> Response[bytes]:
    name = f"chabudai-{person.username}-{context.today.isoformat()}.json"
    return download(encode_json(service.export(accounts, person)), name, MediaType.JSON)
