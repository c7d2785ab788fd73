"""Every way a message fails to leave, the same whichever service carries it.

MailError
├── BadMessage          the message breaks a rule of mail; nobody was asked to carry it
│   └── BadAddress      what was given is no e-mail address
├── Refused             the service said no for good: the same message will be refused again
│   └── NotAllowed      it carries nothing for us as things stand: the sign-in, the sender or the account is wrong
├── Unreachable         nobody took it this time: no whole answer, no safe connection, or "later"; worth another try
├── BadService          `open` was given something that is no mail service
└── NoSuchLetter        the outbox holds no such letter, or no longer
"""


class MailError(Exception):
    """The base of all that mail raises."""


class BadMessage(MailError): ...


class BadAddress(BadMessage): ...


class Refused(MailError): ...


class NotAllowed(Refused): ...


class Unreachable(MailError): ...


class BadService(MailError): ...


class NoSuchLetter(MailError): ...
