"""Emails that an account sends: text and HTML, in the person's language."""

from html import escape

from chabudai.adapters.mail import EmailAddress, Message

_TEXTS = {
    "ja": (
        "パスワードの再設定",
        "{name} さん",
        "ちゃぶ台のパスワードを決め直すには、1時間以内に次のリンクを開いてください。",
        "心当たりがなければ、このメールは捨ててください。パスワードは変わりません。",
        "新しいパスワードを決める",
    ),
    "en": (
        "Set a new password",
        "Hello {name},",
        "open this link within an hour to choose a new password for chabudai.",
        "If you did not ask for this, throw this letter away: your password stays as it is.",
        "Choose a new password",
    ),
}


def password_reset_email(to: str, name: str, link: str, language: str) -> Message:
    subject, greeting, request, otherwise, action = _TEXTS[language]
    text = "\n\n".join([greeting.format(name=name), request, link, otherwise]) + "\n"
    html = (
        f"<p>{_escape(greeting.format(name=name))}</p><p>{request}</p>"
        f'<p><a href="{_escape(link)}">{action}</a></p><p>{otherwise}</p>'
    )
    return Message(to=EmailAddress(to, name), subject=subject, text=text, html=html)


def _escape(text: str) -> str:
    return escape(text, quote=True)
