"""What can go wrong with an account, in the person's words.

WebError
├── RuleBroken          422
│   ├── UsernameUnfit   EmailUnfit   PasswordUnfit   NameUnfit
│   │                                                └── TokenNameUnfit
│   ├── NotYourPassword   who is signed in must say it once more, and did not
│   └── TooManyTokens
├── Conflict            409
│   └── UsernameTaken   EmailTaken
├── NotSignedIn         401
│   └── WrongPassword   TokenRefused
├── NotAllowed          403
│   └── NotByToken        a token can't make others
├── Gone                410
│   └── LetterUsed        a letter of reset that is too old, used, or none of ours
└── NotFound            404
    └── NoSuchToken   NoSuchSession
"""

from chabudai.web.errors import Conflict, Gone, NotAllowed, NotFound, NotSignedIn, RuleBroken
from chabudai.web.language import Text, lazy


class UsernameUnfit(RuleBroken):
    code = "username_unfit"
    sentence = lazy("A username has 3 to 30 characters: small letters, digits, - and _, beginning with a letter.")

    def __init__(self) -> None:
        super().__init__(details=[("username", self.sentence)])


class EmailUnfit(RuleBroken):
    code = "email_unfit"
    sentence = lazy("This does not look like an e-mail address.")

    def __init__(self) -> None:
        super().__init__(details=[("email", self.sentence)])


class PasswordUnfit(RuleBroken):
    code = "password_unfit"

    def __init__(self, reason: Text) -> None:
        super().__init__(reason, details=[("password", reason)])


class NameUnfit(RuleBroken):
    code = "name_unfit"
    sentence = lazy("A name has at most 40 characters, and none that can't be seen.")

    def __init__(self, field: str) -> None:
        super().__init__(details=[(field, self.sentence)])


class TokenNameUnfit(NameUnfit):
    sentence = lazy("Please give it a name, of at most 40 characters.")

    def __init__(self) -> None:
        super().__init__("name")


class NotYourPassword(RuleBroken):
    code = "not_your_password"
    sentence = lazy("This is not your password.")

    def __init__(self) -> None:
        super().__init__(details=[("current", self.sentence)])


class TooManyTokens(RuleBroken):
    code = "too_many_tokens"

    def __init__(self, most: int) -> None:
        sentence = lazy("There are %(most)s tokens already. Please revoke one that you no longer use.", most=most)
        super().__init__(sentence, details=[("name", sentence)])


class UsernameTaken(Conflict):
    code = "username_taken"
    sentence = lazy("Someone has this username already.")

    def __init__(self) -> None:
        super().__init__(details=[("username", self.sentence)])


class EmailTaken(Conflict):
    code = "email_taken"
    sentence = lazy("There is an account with this address already.")

    def __init__(self) -> None:
        super().__init__(details=[("email", self.sentence)])


class WrongPassword(NotSignedIn):
    code = "wrong_password"
    sentence = lazy("The name or the password is not right.")

    def __init__(self) -> None:
        super().__init__(details=[("password", self.sentence)])


class TokenRefused(NotSignedIn):
    code = "token_refused"
    sentence = lazy("This token is not known, or was revoked.")


class NotByToken(NotAllowed):
    code = "not_by_token"
    sentence = lazy("A token can't make other tokens. Please sign in on the site and make it there.")


class LetterUsed(Gone):
    code = "letter_used"
    sentence = lazy("This link has expired or was used already. Please ask for a new one.")


class NoSuchToken(NotFound):
    code = "no_such_token"
    sentence = lazy("There is no such token.")


class NoSuchSession(NotFound):
    code = "no_such_session"
    sentence = lazy("There is no such browser. Perhaps it is signed out already.")
