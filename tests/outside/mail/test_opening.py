"""`mail.open`: which service an address opens, and what it says when it opens none."""

import subprocess
import sys
from pathlib import Path

import pytest
from tests.outside.mail.messages import hello, letterhead

from chabudai.outside import mail
from chabudai.outside.mail.errors import BadService
from chabudai.outside.mail.outbox import Outbox
from chabudai.outside.mail.ses import SesMail
from chabudai.outside.mail.smtp import SmtpMail

WITHOUT_BOTOCORE = """
import sys
sys.modules["botocore"] = None
from chabudai.outside import mail
from chabudai.outside.mail.errors import BadService

letterhead = mail.Letterhead(mail.Address("house@example.jp"))
mail.open("outbox", letterhead)
mail.open("smtp://host", letterhead)
try:
    mail.open("ses://ap-northeast-1", letterhead)
except BadService as error:
    print(error)
"""
LOADED = """
import sys
from chabudai.outside import mail
mail.open("outbox", mail.Letterhead(mail.Address("house@example.jp")))
print("botocore" in sys.modules)
"""


@pytest.mark.parametrize("kind", [str, Path])
def test_a_path_opens_an_outbox_and_makes_its_folder_when_a_letter_comes(
    tmp_path: Path, kind: type[str | Path]
) -> None:
    opened = mail.open(kind(tmp_path / "far" / "outbox"), letterhead())
    assert isinstance(opened, Outbox)
    assert not opened.folder.exists()
    opened.send(hello("Hi"))
    assert [letter.subject for letter in opened.letters()] == ["Hi"]


def test_addresses_open_their_services() -> None:
    assert isinstance(mail.open("smtp://user:password@mail.example.jp", letterhead()), SmtpMail)
    assert isinstance(mail.open("smtps://mail.example.jp", letterhead()), SmtpMail)
    assert isinstance(mail.open("ses://ap-northeast-1", letterhead()), SesMail)


@pytest.mark.parametrize(
    "address", ["", "http://user:secret@host", "imap://user:secret@host", "://", "SMTP://u:secret@h"]
)
def test_what_is_no_mail_service_is_told_what_would_be_one(address: str) -> None:
    with pytest.raises(BadService, match=r"smtp://USER:PASSWORD@HOST:587.* or ses://REGION") as refused:
        mail.open(address, letterhead())
    assert "secret" not in str(refused.value)


def test_a_file_is_no_outbox(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadService, match="is no folder"):
        mail.open(tmp_path / "file", letterhead())


def test_folders_and_smtp_stand_without_botocore(tmp_path: Path) -> None:
    assert _python(WITHOUT_BOTOCORE) == "SES needs botocore: install chabudai[aws].\n"


def test_folders_and_smtp_do_not_spend_time_on_botocore() -> None:
    assert _python(LOADED) == "False\n"


def _python(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60).stdout
