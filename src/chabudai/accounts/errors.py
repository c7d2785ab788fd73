"""What can go wrong with an account, in the person's words.

WebError
├── RuleBroken      422
│   ├── UsernameUnfit   EmailUnfit   PasswordUnfit   NameUnfit
├── Conflict        409
│   ├── UsernameTaken   EmailTaken
├── NotSignedIn     401
│   ├── WrongPassword   TokenRefused
├── Gone            410
│   └── LetterUsed      a letter of reset that is too old, used, or none of ours
└── NotFound        404   NoSuchToken
"""

from chabudai.web.errors import Conflict, Gone, NotFound, NotSignedIn, RuleBroken
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
    sentence = lazy("A name has at most 40 characters.")

    def __init__(self, field: str = "name") -> None:
        super().__init__(details=[(field, self.sentence)])


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


class TokenRefused(NotSignedIn):
    code = "token_refused"
    sentence = lazy("This token is not known, or was revoked.")


class LetterUsed(Gone):
    code = "letter_used"
    sentence = lazy("This link has expired or was used already. Please ask for a new one.")


class NoSuchToken(NotFound):
    code = "no_such_token"
    sentence = lazy("There is no such token.")
