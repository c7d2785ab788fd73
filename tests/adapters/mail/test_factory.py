"""`mail.open`: which service an address opens, and what it says when it opens none."""

import subprocess
import sys
from pathlib import Path

import pytest
from tests.adapters.mail.messages import hello, renderer

from chabudai.adapters import mail
from chabudai.adapters.mail.errors import InvalidMailService
from chabudai.adapters.mail.outbox import Outbox
from chabudai.adapters.mail.ses import SesMail
from chabudai.adapters.mail.smtp import SmtpMail

WITHOUT_BOTOCORE = """
import sys
sys.modules["botocore"] = None
from chabudai.adapters import mail
from chabudai.adapters.mail.errors import InvalidMailService

renderer = mail.EmailRenderer(mail.EmailAddress("house@example.jp"))
mail.open("outbox", renderer)
mail.open("smtp://host", renderer)
try:
    mail.open("ses://ap-northeast-1", renderer)
except InvalidMailService as error:
    print(error)
"""
LOADED = """
import sys
from chabudai.adapters import mail
mail.open("outbox", mail.EmailRenderer(mail.EmailAddress("house@example.jp")))
print("botocore" in sys.modules)
"""


@pytest.mark.parametrize("kind", [str, Path])
def test_a_path_opens_an_outbox_and_makes_its_folder_when_an_email_comes(
    tmp_path: Path, kind: type[str | Path]
) -> None:
    opened = mail.open(kind(tmp_path / "far" / "outbox"), renderer())
    assert isinstance(opened, Outbox)
    assert not opened.folder.exists()
    opened.send(hello("Hi"))
    assert [email.subject for email in opened.emails()] == ["Hi"]


def test_addresses_open_their_services() -> None:
    assert isinstance(mail.open("smtp://user:password@mail.example.jp", renderer()), SmtpMail)
    assert isinstance(mail.open("smtps://mail.example.jp", renderer()), SmtpMail)
    assert isinstance(mail.open("ses://ap-northeast-1", renderer()), SesMail)


@pytest.mark.parametrize(
    "address", ["", "http://user:secret@host", "imap://user:secret@host", "://", "SMTP://u:secret@h"]
)
def test_what_is_no_mail_service_is_told_what_would_be_one(address: str) -> None:
    with pytest.raises(InvalidMailService, match=r"smtp://USER:PASSWORD@HOST:587.* or ses://REGION") as refused:
        mail.open(address, renderer())
    assert "secret" not in str(refused.value)


def test_a_file_is_no_outbox(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InvalidMailService, match="is not a folder"):
        mail.open(tmp_path / "file", renderer())


def test_folders_and_smtp_stand_without_botocore(tmp_path: Path) -> None:
    assert _python(WITHOUT_BOTOCORE) == "SES needs botocore: install chabudai[aws].\n"


def test_folders_and_smtp_do_not_spend_time_on_botocore() -> None:
    assert _python(LOADED) == "False\n"


def _python(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60).stdout
