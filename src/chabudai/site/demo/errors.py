"""What the demo refuses, with the sentence that its visitor reads.

WebError
├── NotInDemo       403  a page that a household of the demo does not have
├── DemoOver        410  the household is gone, since a moment ago
├── DemoIsFull      503  all households that there may be are in use
└── HouseholdIsFull 507  this one takes all the space that it may
"""

from collections.abc import Mapping
from typing import Final

from chabudai.site.messages import lazy
from chabudai.web.errors import Forbidden, Gone, WebError

FAREWELL: Final = lazy("Your demo is over. You can start a new one.")
_RETRY_AFTER: Final = 10 * 60  # seconds


class NotInDemo(Forbidden):
    code = "not_in_demo"
    sentence = lazy("That's not part of the demo.")
    help = lazy("Sign out of the demo first to sign in or create an account.")


class DemoOver(Gone):
    code = "demo_over"
    sentence = FAREWELL


class DemoIsFull(WebError):
    status = 503
    code = "demo_is_full"
    sentence = lazy("The demo is full right now.")
    help = lazy("Many people are looking around. Try again in a few minutes.")

    @property
    def headers(self) -> Mapping[str, str]:
        return {"retry-after": str(_RETRY_AFTER)}


class HouseholdIsFull(WebError):
    status = 507
    code = "household_is_full"
    sentence = lazy("There's no more room in this demo.")
    help = lazy("Sign out and start a new one.")
