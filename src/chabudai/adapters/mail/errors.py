"""Every way a message fails to leave, the same whichever service carries it.

MailError
├── InvalidMessage            the message breaks a rule of mail; nothing was sent
│   └── InvalidEmailAddress   what was given is no e-mail address
├── MessageRefused            the service said no for good: the same message will be refused again
│   └── SenderRefused         it carries nothing for us as things stand: the sign-in, the sender or the account is wrong
├── MailUnavailable           nobody took it now: no whole answer, no safe connection, or "later"; worth another try
├── InvalidMailService        `open` was given something that is no mail service
└── NoSuchEmail               the outbox holds no such email, or no longer
"""


class MailError(Exception):
    """The base of all that mail raises.

    `reply` is what the service said of this message, if anything: its reader may see it. The text is for whoever runs
    the site, and names servers and folders.
    """

    def __init__(self, text: str = "", reply: str = "") -> None:
        super().__init__(text)
        self.reply = reply


class InvalidMessage(MailError): ...


class InvalidEmailAddress(InvalidMessage): ...


class MessageRefused(MailError): ...


class SenderRefused(MessageRefused): ...


class MailUnavailable(MailError): ...


class InvalidMailService(MailError): ...


class NoSuchEmail(MailError): ...
