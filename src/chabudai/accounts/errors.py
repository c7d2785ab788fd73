"""What can go wrong with an account, in the person's words.

WebError
├── InvalidInput        422
│   ├── InvalidUsername   InvalidEmail   InvalidPassword
│   ├── InvalidName       of a person
│   │   └── InvalidTokenName
│   ├── NotYourPassword   who is signed in must say it once more, and did not
│   └── TooManyTokens
├── Conflict            409
│   └── UsernameTaken   EmailTaken
├── NotSignedIn         401
│   └── WrongPassword   TokenRefused
├── Forbidden           403
│   └── NotByToken        a token can't make others
├── Gone                410
│   └── ResetLinkUsed     a reset link that is too old, used, or none of ours
└── NotFound            404
    └── NoSuchToken   NoSuchSession
"""

from chabudai.web.errors import Conflict, Forbidden, Gone, InvalidInput, NotFound, NotSignedIn
from chabudai.web.translations import Text, lazy


class InvalidUsername(InvalidInput):
    code = "invalid_username"
    sentence = lazy("Use 3 to 30 lowercase letters, digits, - or _, starting with a letter.")

    def __init__(self) -> None:
        super().__init__(details=[("username", self.sentence)])


class InvalidEmail(InvalidInput):
    code = "invalid_email"
    sentence = lazy("This doesn't look like an email address.")

    def __init__(self) -> None:
        super().__init__(details=[("email", self.sentence)])


class InvalidPassword(InvalidInput):
    code = "invalid_password"

    def __init__(self, reason: Text) -> None:
        super().__init__(reason, details=[("password", reason)])


class InvalidName(InvalidInput):
    code = "invalid_name"
    sentence = lazy("Use up to 40 visible characters.")

    def __init__(self, field: str) -> None:
        super().__init__(details=[(field, self.sentence)])


class InvalidTokenName(InvalidName):
    sentence = lazy("Give it a name of up to 40 characters.")

    def __init__(self) -> None:
        super().__init__("name")


class NotYourPassword(InvalidInput):
    code = "not_your_password"
    sentence = lazy("That password isn't right.")

    def __init__(self) -> None:
        super().__init__(details=[("current", self.sentence)])


class TooManyTokens(InvalidInput):
    code = "too_many_tokens"

    def __init__(self, most: int) -> None:
        sentence = lazy("You already have %(most)s tokens. Revoke one you no longer use.", most=most)
        super().__init__(sentence, details=[("name", sentence)])


class UsernameTaken(Conflict):
    code = "username_taken"
    sentence = lazy("That username is taken.")

    def __init__(self) -> None:
        super().__init__(details=[("username", self.sentence)])


class EmailTaken(Conflict):
    code = "email_taken"
    sentence = lazy("An account with this email address already exists.")

    def __init__(self) -> None:
        super().__init__(details=[("email", self.sentence)])


class WrongPassword(NotSignedIn):
    code = "wrong_password"
    sentence = lazy("That name and password don't match.")

    def __init__(self) -> None:
        super().__init__(details=[("password", self.sentence)])


class TokenRefused(NotSignedIn):
    code = "token_refused"
    sentence = lazy("This token is unknown or was revoked.")


class NotByToken(Forbidden):
    code = "not_by_token"
    sentence = lazy("A token can't create tokens. Sign in on the site to create one.")


class ResetLinkUsed(Gone):
    code = "reset_link_used"
    sentence = lazy("This link has expired or was already used. Ask for a new one.")


class NoSuchToken(NotFound):
    code = "no_such_token"
    sentence = lazy("We can't find that token.")


class NoSuchSession(NotFound):
    code = "no_such_session"
    sentence = lazy("That device is no longer signed in.")
