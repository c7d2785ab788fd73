"""Why an email is not spooled, or not sent yet. None of it is a sentence for people: pages tell how an email stands.

SpoolError
├── SpoolFull       the person has as many emails waiting as one may have
├── EmailTooLarge   longer than any that we send
└── EmailPending    it is neither sent nor given up: whoever asked for it has to ask again
"""


class SpoolError(Exception):
    """The base of all that the spool raises."""


class SpoolFull(SpoolError): ...


class EmailTooLarge(SpoolError): ...


class EmailPending(SpoolError): ...
