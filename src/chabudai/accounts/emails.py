"""Emails that an account sends: text and HTML, in the person's language."""

from html import escape

from chabudai.adapters.mail import EmailAddress, Message

_TEXTS = {
    "ja": (
        "新しいパスワードを決める",
        "{name}さん",
        "ちゃぶ台のパスワードを決め直すには、1時間以内に次のリンクを開いてください。",
        "心当たりがなければ、そのままで大丈夫です。パスワードは変わりません。",
        "新しいパスワードを決める",
    ),
    "en": (
        "Choose a new password",
        "Hello {name},",
        "Open this link within an hour to choose a new password for Chabudai.",
        "If you didn't ask for this, you can ignore this email. Your password stays the same.",
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
