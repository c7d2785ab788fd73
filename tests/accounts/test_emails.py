"""Emails: every sentence from the catalogs, in the language of whoever reads it, and nothing of it taken for HTML."""

from chabudai.accounts.emails import password_reset_email
from chabudai.web.translations import Translations, use_translations


def test_a_password_email_is_in_its_readers_language_whatever_the_page_speaks() -> None:
    for page in ("ja", "en"):
        with use_translations(Translations(page)):
            japanese = password_reset_email("h@example.jp", "花子", "https://x.jp/r", "ja")
            english = password_reset_email("h@example.jp", "Hana", "https://x.jp/r", "en")
        assert japanese.subject == "新しいパスワードを決める"
        assert japanese.text == (
            "花子さん\n\n"
            "ちゃぶ台のパスワードを決め直すには、1時間以内に次のリンクを開いてください。\n\n"
            "https://x.jp/r\n\n"
            "心当たりがなければ、そのままで大丈夫です。パスワードは変わりません。\n"
        )
        assert english.subject == "Choose a new password"
        assert english.text.startswith("Hello Hana,\n\nOpen this link within an hour")


def test_a_name_is_text_and_no_markup_nor_a_placeholder() -> None:
    email = password_reset_email("h@example.jp", "<b>100%(n)s</b>", "https://x.jp/?a=1&b=2", "en")
    assert "Hello <b>100%(n)s</b>," in email.text
    assert "Hello &lt;b&gt;100%(n)s&lt;/b&gt;," in (email.html or "")
    assert 'href="https://x.jp/?a=1&amp;b=2"' in (email.html or "")
