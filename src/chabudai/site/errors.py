"""Why the site does not start.

SiteError
└── BadSetting   a setting that can't be meant
"""


class SiteError(Exception):
    """The text is a sentence for whoever starts it."""


class BadSetting(SiteError): ...
