"""What can go wrong with an account beside a field that is filled in wrongly, in the person's words.

WebError
├── InvalidInput        422
│   ├── NotYourPassword   who is signed in must say it once more, and did not
│   └── TooManyTokens
├── Conflict            409
│   ├── UsernameTaken   EmailTaken
│   └── DeletionUnfinished  an account that is closed, and not gone yet
├── NotSignedIn         401
│   └── WrongPassword   TokenRefused
├── Forbidden           403
│   ├── NotByToken        a token can't make others
│   ├── ReadOnlyToken     a token that may only look
│   └── TokenOutOfScope   a token that is for other apps
├── Gone                410
│   └── ResetLinkUsed     a reset link that is too old, used, or none of ours
└── NotFound            404
    └── NoSuchToken   NoSuchSession
"""

from chabudai.accounts.messages import lazy
from chabudai.web.errors import Conflict, Forbidden, Gone, InvalidInput, NotFound, NotSignedIn


class NotYourPassword(InvalidInput):
    code = "not_your_password"
    sentence = lazy("That password isn't right.")
    field = "current"


class TooManyTokens(InvalidInput):
    code = "too_many_tokens"
    field = "name"

    def __init__(self, most: int) -> None:
        super().__init__(lazy("You already have %(most)s tokens. Revoke one you no longer use.", most=most))


class UsernameTaken(Conflict):
    code = "username_taken"
    sentence = lazy("That username is taken.")
    field = "username"


class EmailTaken(Conflict):
    code = "email_taken"
    sentence = lazy("An account with this email address already exists.")
    field = "email"


class DeletionUnfinished(Conflict):
    """What was in the way is logged, and tried again until it is gone."""

    code = "deletion_unfinished"
    sentence = lazy("This account is being deleted and can't be used any more.")


class WrongPassword(NotSignedIn):
    code = "wrong_password"
    sentence = lazy("That name and password don't match. After 10 tries, wait 10 minutes.")
    field = "password"


class TokenRefused(NotSignedIn):
    code = "token_refused"
    sentence = lazy("This token is unknown or was revoked.")


class NotByToken(Forbidden):
    code = "not_by_token"
    sentence = lazy("A token can't create tokens. Sign in on the site to create one.")


class ReadOnlyToken(Forbidden):
    code = "read_only_token"
    sentence = lazy("This token can only read. Create one that can also make changes.")


class TokenOutOfScope(Forbidden):
    code = "token_out_of_scope"
    sentence = lazy("This token is for other apps. Create one that includes this app.")


class ResetLinkUsed(Gone):
    code = "reset_link_used"
    sentence = lazy("This link has expired or was already used. Ask for a new one.")


class NoSuchToken(NotFound):
    code = "no_such_token"
    sentence = lazy("We can't find that token.")


class NoSuchSession(NotFound):
    code = "no_such_session"
    sentence = lazy("That device is no longer signed in.")
