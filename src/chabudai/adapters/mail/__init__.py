"""Mail: one protocol, `send(message)`, whether it stays in a folder or goes by SMTP or SES."""

from chabudai.adapters.mail.addresses import EmailAddress
from chabudai.adapters.mail.emails import StoredEmail
from chabudai.adapters.mail.factory import open  # noqa: A004 - read as `mail.open`
from chabudai.adapters.mail.message import Message
from chabudai.adapters.mail.outbox import Outbox
from chabudai.adapters.mail.protocol import Mail
from chabudai.adapters.mail.renderer import EmailRenderer

__all__ = ["EmailAddress", "EmailRenderer", "Mail", "Message", "Outbox", "StoredEmail", "open"]
