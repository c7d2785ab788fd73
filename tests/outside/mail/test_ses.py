"""SES: its answers in our words, each asked for once."""

from collections.abc import Iterator

import pytest
from botocore.config import Config
from tests.outside.mail.messages import hello, letterhead
from tests.outside.mail.services import REGION, aws, moto
from tests.store.scripted import Line, closed_port, fault, half, reset, scripted, silence

from chabudai.outside import mail
from chabudai.outside.mail.errors import BadService, MailError, NotAllowed, Refused, Unreachable
from chabudai.outside.mail.ses import in_region


@pytest.fixture
def moto_url() -> Iterator[str]:
    with moto() as url:
        yield url


def test_a_sender_that_nobody_verified_is_refused(moto_url: str) -> None:
    with aws(moto_url), pytest.raises(Refused, match="MessageRejected"):
        mail.open(f"ses://{REGION}", letterhead()).send(hello())


@pytest.mark.parametrize(
    ("line", "error"),
    [
        (fault("MessageRejected"), Refused),
        (fault("BadRequestException"), Refused),
        (fault("SomethingNew"), Refused),
        (fault("MailFromDomainNotVerifiedException"), NotAllowed),
        (fault("AccountSuspendedException"), NotAllowed),
        (fault("SendingPausedException"), NotAllowed),
        (fault("AccessDeniedException", 403), NotAllowed),
        (fault("UnrecognizedClientException", 403), NotAllowed),
        (fault("TooManyRequestsException", 429), Unreachable),
        (fault("SlowDownPlease", 429), Unreachable),
        (fault("LimitExceededException"), Unreachable),
        (fault("ThrottlingException"), Unreachable),
        (fault("InternalFailure", 500), Unreachable),
        (fault("ServiceUnavailable", 503), Unreachable),
        (reset, Unreachable),
        (silence, Unreachable),
    ],
)
def test_a_permanent_no_is_told_from_a_temporary_one_and_nothing_is_asked_twice(
    line: Line, error: type[MailError]
) -> None:
    hasty = Config(connect_timeout=1, read_timeout=0.5, retries={"total_max_attempts": 1})
    with scripted(line) as server, aws(server.url):
        with pytest.raises(MailError) as raised:
            in_region(REGION, letterhead(), hasty).send(hello())
        assert type(raised.value) is error
        assert len(server.heard) == 1


def test_an_answer_that_breaks_off_after_its_yes_is_a_yes() -> None:
    with scripted(half) as server, aws(server.url):
        mail.open(f"ses://{REGION}", letterhead()).send(hello())
        assert len(server.heard) == 1


def test_the_usual_settings_ask_once_too() -> None:
    with scripted(fault("ServiceUnavailable", 503)) as server, aws(server.url):
        with pytest.raises(Unreachable):
            mail.open(f"ses://{REGION}", letterhead()).send(hello())
        assert len(server.heard) == 1


def test_nobody_listening_is_unreachable() -> None:
    with aws(f"http://127.0.0.1:{closed_port()}"), pytest.raises(Unreachable, match="SES gave no answer"):
        mail.open(f"ses://{REGION}", letterhead()).send(hello())


def test_missing_credentials_are_told_when_a_message_is_sent(moto_url: str) -> None:
    with aws(moto_url), pytest.MonkeyPatch.context() as patch:
        patch.delenv("AWS_ACCESS_KEY_ID")
        patch.delenv("AWS_SECRET_ACCESS_KEY")
        opened = mail.open(f"ses://{REGION}", letterhead())
        with pytest.raises(NotAllowed, match="No AWS credentials were found"):
            opened.send(hello())


@pytest.mark.parametrize("region", ["", "tokyo", "xx-nowhere-1", "ap-northeast-1/x", "ap-northeast-1\n"])
def test_what_is_no_region_is_told(region: str) -> None:
    with pytest.raises(BadService, match="names no AWS region, as ses://ap-northeast-1 does"):
        mail.open(f"ses://{region}", letterhead())


def test_a_profile_that_is_not_there_is_told() -> None:
    with aws("http://127.0.0.1:1"), pytest.MonkeyPatch.context() as patch:
        patch.setenv("AWS_PROFILE", "nobody")
        with pytest.raises(BadService, match="AWS is not set up rightly"):
            mail.open(f"ses://{REGION}", letterhead())
