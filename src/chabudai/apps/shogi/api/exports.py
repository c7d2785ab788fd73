"""Exports for programs: all games as one document, and all or those of a folder as KIF files in a zip."""

from io import BytesIO
from typing import Annotated

from litestar import Response
from litestar.params import QueryParameter

from chabudai.apps.shogi import slugs, transfer
from chabudai.apps.shogi.api.jobs import ZIP, GamesDocument
from chabudai.apps.shogi.api.rights import needs
from chabudai.apps.shogi.errors import NoSuchFolder
from chabudai.common.owner import Owner
from chabudai.web.files import download
from chabudai.web.routes import Injected, get

OfFolder = Annotated[str, QueryParameter(max_length=1000, description="Only those in this folder and below it.")]


@get("/export", **needs("own"))
def export(owner: Injected[Owner]) -> GamesDocument:
    """Every game with its record, as the import takes it back; without the trash. Access pattern 13."""
    return GamesDocument(**transfer.write_document(owner))


@get("/export.zip", media_type=ZIP, **needs("own"))
def export_zip(owner: Injected[Owner], folder: OfFolder = "") -> Response[bytes]:
    """KIF files in UTF-8, in their folders."""
    path = slugs.check_folder(folder, "folder") if folder else ""
    target = BytesIO()
    if not transfer.write_zip(owner, target, path) and path:
        raise NoSuchFolder
    return download(target.getvalue(), f"{path.replace('/', '-') or 'shogi'}.zip", ZIP)
