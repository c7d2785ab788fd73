"""Browsers, as a person would name theirs: "Safari, iPhone" instead of what it says about itself."""

from chabudai.accounts.messages import gettext

# The order matters: most of them also claim to be those that come after.
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("YaBrowser/", "Yandex"),
    ("Vivaldi/", "Vivaldi"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
    ("curl/", "curl"),
)
_DEVICES = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "Chromebook"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)
_LONGEST = 60


def describe_user_agent(agent: str) -> str:
    found = [name for name in (_first(_BROWSERS, agent), _first(_DEVICES, agent)) if name]
    return ", ".join(found) or agent[:_LONGEST].strip() or gettext("Unknown device")


def _first(marks: tuple[tuple[str, str], ...], agent: str) -> str | None:
    return next((name for mark, name in marks if mark in agent), None)
