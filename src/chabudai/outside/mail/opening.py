"""`open`: from an address to a mail service. A folder, an SMTP server or SES: the same messages, the same errors."""

from pathlib import Path

from chabudai.outside.mail.errors import BadService
from chabudai.outside.mail.letterhead import Letterhead
from chabudai.outside.mail.outbox import Outbox
from chabudai.outside.mail.protocol import Mail
from chabudai.outside.mail.servers import server_of
from chabudai.outside.mail.smtp import SmtpMail

_ADDRESSES = "a folder's path, smtp://USER:PASSWORD@HOST:587, smtps://USER:PASSWORD@HOST:465 or ses://REGION"


def open(address: str | Path, letterhead: Letterhead) -> Mail:  # noqa: A001 - read as `mail.open`
    """Mail into the folder `outbox`, through `smtp://user:password@mail.example.jp`, or through `ses://ap-northeast-1`.

    Nothing is connected to before the first message.
    """
    scheme, separator, rest = str(address).partition("://")
    if isinstance(address, Path) or not separator:
        return _outbox(str(address), letterhead)
    match scheme:
        case "smtp" | "smtps":
            return SmtpMail(server_of(str(address)), letterhead)
        case "ses":
            return _ses(rest, letterhead)
    raise BadService(f"{scheme}:// is no mail service: give {_ADDRESSES}.")


def _outbox(path: str, letterhead: Letterhead) -> Outbox:
    if not path:
        raise BadService(f"The address of the mail service is missing: give {_ADDRESSES}.")
    folder = Path(path)
    if folder.exists() and not folder.is_dir():
        raise BadService(f"{folder} is no folder, and mail is kept in one.")
    return Outbox(folder, letterhead)


def _ses(region: str, letterhead: Letterhead) -> Mail:
    """Loaded when it is needed: the others stand without botocore."""
    try:
        from chabudai.outside.mail.ses import in_region
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] != "botocore":
            raise
        raise BadService("SES needs botocore: install chabudai[aws].") from None
    return in_region(region, letterhead)
