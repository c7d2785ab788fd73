"""Letters that an account sends: text and HTML, in the person's language."""

from html import escape

from chabudai.outside.mail import Address, Message

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


def reset(to: str, name: str, link: str, language: str) -> Message:
    subject, greeting, request, otherwise, action = _TEXTS[language]
    text = "\n\n".join([greeting.format(name=name), request, link, otherwise]) + "\n"
    html = (
        f"<p>{_escaped(greeting.format(name=name))}</p><p>{request}</p>"
        f'<p><a href="{_escaped(link)}">{action}</a></p><p>{otherwise}</p>'
    )
    return Message(to=Address(to, name), subject=subject, text=text, html=html)


def _escaped(text: str) -> str:
    return escape(text, quote=True)
