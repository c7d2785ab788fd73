"""`open`: from an address to a mail service. A folder, an SMTP server or SES: the same messages, the same errors."""

from pathlib import Path

from chabudai.adapters.mail.errors import InvalidMailService
from chabudai.adapters.mail.outbox import Outbox
from chabudai.adapters.mail.protocol import Mail
from chabudai.adapters.mail.renderer import EmailRenderer
from chabudai.adapters.mail.servers import parse_server
from chabudai.adapters.mail.smtp import SmtpMail

_ADDRESSES = "a folder's path, smtp://USER:PASSWORD@HOST:587, smtps://USER:PASSWORD@HOST:465 or ses://REGION"


def open(address: str | Path, renderer: EmailRenderer) -> Mail:  # noqa: A001 - read as `mail.open`
    """Mail into the folder `outbox`, through `smtp://user:password@mail.example.jp`, or through `ses://ap-northeast-1`.

    Nothing is connected to before the first message.
    """
    scheme, separator, rest = str(address).partition("://")
    if isinstance(address, Path) or not separator:
        return _open_outbox(str(address), renderer)
    match scheme:
        case "smtp" | "smtps":
            return SmtpMail(parse_server(str(address)), renderer)
        case "ses":
            return _open_ses(rest, renderer)
    raise InvalidMailService(f"Unknown mail service {scheme}://: give {_ADDRESSES}.")


def _open_outbox(path: str, renderer: EmailRenderer) -> Outbox:
    if not path:
        raise InvalidMailService(f"The address of the mail service is missing: give {_ADDRESSES}.")
    folder = Path(path)
    if folder.exists() and not folder.is_dir():
        raise InvalidMailService(f"{folder} is not a folder, and mail is stored in one.")
    return Outbox(folder, renderer)


def _open_ses(region: str, renderer: EmailRenderer) -> Mail:
    """Loaded when it is needed: the others stand without botocore."""
    try:
        from chabudai.adapters.mail.ses import open_region
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] != "botocore":
            raise
        raise InvalidMailService("SES needs botocore: install chabudai[aws].") from None
    return open_region(region, renderer)
