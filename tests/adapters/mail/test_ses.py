"""SES: its answers in our words, each asked for once."""

from collections.abc import Iterator

import pytest
from botocore.config import Config
from tests.adapters.mail.messages import hello, renderer
from tests.adapters.mail.services import REGION, aws, moto
from tests.store.scripted import Line, closed_port, fault, half, reset, scripted, silence

from chabudai.adapters import mail
from chabudai.adapters.mail.errors import InvalidMailService, MailError, MailUnavailable, MessageRefused, SenderRefused
from chabudai.adapters.mail.ses import open_region


@pytest.fixture
def moto_url() -> Iterator[str]:
    with moto() as url:
        yield url


def test_a_sender_that_nobody_verified_is_refused(moto_url: str) -> None:
    with aws(moto_url), pytest.raises(MessageRefused, match="SES said MessageRejected") as raised:
        mail.open(f"ses://{REGION}", renderer()).send(hello())
    assert raised.value.reply.startswith("MessageRejected: ")


@pytest.mark.parametrize(
    ("line", "error"),
    [
        (fault("MessageRejected"), MessageRefused),
        (fault("BadRequestException"), MessageRefused),
        (fault("SomethingNew"), MessageRefused),
        (fault("MailFromDomainNotVerifiedException"), SenderRefused),
        (fault("AccountSuspendedException"), SenderRefused),
        (fault("SendingPausedException"), SenderRefused),
        (fault("AccessDeniedException", 403), SenderRefused),
        (fault("UnrecognizedClientException", 403), SenderRefused),
        (fault("TooManyRequestsException", 429), MailUnavailable),
        (fault("SlowDownPlease", 429), MailUnavailable),
        (fault("LimitExceededException"), MailUnavailable),
        (fault("ThrottlingException"), MailUnavailable),
        (fault("InternalFailure", 500), MailUnavailable),
        (fault("ServiceUnavailable", 503), MailUnavailable),
        (reset, MailUnavailable),
        (silence, MailUnavailable),
    ],
)
def test_a_permanent_no_is_told_from_a_temporary_one_and_nothing_is_asked_twice(
    line: Line, error: type[MailError]
) -> None:
    hasty = Config(connect_timeout=1, read_timeout=0.5, retries={"total_max_attempts": 1})
    with scripted(line) as server, aws(server.url):
        with pytest.raises(MailError) as raised:
            open_region(REGION, renderer(), hasty).send(hello())
        assert type(raised.value) is error
        assert not (raised.value.reply and error is SenderRefused)
        assert len(server.heard) == 1


def test_an_answer_that_breaks_off_after_its_yes_is_a_yes() -> None:
    with scripted(half) as server, aws(server.url):
        mail.open(f"ses://{REGION}", renderer()).send(hello())
        assert len(server.heard) == 1


def test_the_usual_settings_ask_once_too() -> None:
    with scripted(fault("ServiceUnavailable", 503)) as server, aws(server.url):
        with pytest.raises(MailUnavailable):
            mail.open(f"ses://{REGION}", renderer()).send(hello())
        assert len(server.heard) == 1


def test_nobody_listening_is_unreachable() -> None:
    with aws(f"http://127.0.0.1:{closed_port()}"), pytest.raises(MailUnavailable, match="SES gave no answer"):
        mail.open(f"ses://{REGION}", renderer()).send(hello())


def test_missing_credentials_are_told_when_a_message_is_sent(moto_url: str) -> None:
    with aws(moto_url), pytest.MonkeyPatch.context() as patch:
        patch.delenv("AWS_ACCESS_KEY_ID")
        patch.delenv("AWS_SECRET_ACCESS_KEY")
        opened = mail.open(f"ses://{REGION}", renderer())
        with pytest.raises(SenderRefused, match="No AWS credentials were found"):
            opened.send(hello())


@pytest.mark.parametrize("region", ["", "tokyo", "xx-nowhere-1", "ap-northeast-1/x", "ap-northeast-1\n"])
def test_what_is_no_region_is_told(region: str) -> None:
    with pytest.raises(InvalidMailService, match="Unknown AWS region in ses://"):
        mail.open(f"ses://{region}", renderer())


def test_a_profile_that_is_not_there_is_told() -> None:
    with aws("http://127.0.0.1:1"), pytest.MonkeyPatch.context() as patch:
        patch.setenv("AWS_PROFILE", "nobody")
        with pytest.raises(InvalidMailService, match="Invalid AWS configuration"):
            mail.open(f"ses://{REGION}", renderer())
