"""Mail: one protocol, `send(message)`, whether it stays in a folder or goes by SMTP or SES."""

from chabudai.outside.mail.addresses import Address
from chabudai.outside.mail.letterhead import Letterhead
from chabudai.outside.mail.letters import Letter
from chabudai.outside.mail.message import Message
from chabudai.outside.mail.opening import open  # noqa: A004 - read as `mail.open`
from chabudai.outside.mail.outbox import Outbox
from chabudai.outside.mail.protocol import Mail

__all__ = ["Address", "Letter", "Letterhead", "Mail", "Message", "Outbox", "open"]
