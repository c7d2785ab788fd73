"""Why the site does not start.

SiteError
├── BadSetting     a setting that can't be meant
└── WorkerFailed   one of several processes ended before it served
"""


class SiteError(Exception):
    """The text is a sentence for whoever starts it."""


class BadSetting(SiteError): ...


class WorkerFailed(SiteError): ...
