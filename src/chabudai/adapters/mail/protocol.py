"""What every mail service does: take one message, or say why not."""

from abc import abstractmethod
from typing import Protocol

from chabudai.adapters.mail.message import Message


class Mail(Protocol):
    """A folder, an SMTP server, or SES. Threads may share one."""

    @property
    def stays_home(self) -> bool:
        """Whether messages reach nobody: they lie in a folder, to be looked at there."""
        return False

    @abstractmethod
    def send(self, message: Message) -> None:
        """Returns when the service has the message. Raises MailError; after MailUnavailable it may yet have arrived."""
