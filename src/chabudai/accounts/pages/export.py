"""Everything that is kept of a person, as one file to download."""

from collections.abc import Mapping
from typing import Any

from litestar import Response

from chabudai.accounts import service
from chabudai.accounts.design import Person
from chabudai.accounts.service import Accounts
from chabudai.web.context import RequestContext
from chabudai.web.routes import Injected, get


@get("/account/export")
def export(
    accounts: Injected[Accounts], person: Injected[Person], context: Injected[RequestContext]
) -> Response[Mapping[str, Any]]:
    name = f"chabudai-{person.username}-{context.today.isoformat()}.json"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(service.export(accounts, person), headers=headers)


HANDLERS = (export,)
