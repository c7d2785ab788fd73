"""Mail through Amazon SES: the letter goes raw, as it would to any server. Needs botocore, of the extra `aws`."""

from typing import Any

from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError, NoCredentialsError, UnknownRegionError
from botocore.session import Session

from chabudai.outside.mail.errors import BadService, MailError, NotAllowed, Refused, Unreachable
from chabudai.outside.mail.letterhead import Letterhead
from chabudai.outside.mail.message import Message
from chabudai.outside.mail.protocol import Mail

# One try: SES has no token to tell a repetition by, and whoever sends decides about another.
_ONCE = Config(connect_timeout=5, read_timeout=30, retries={"total_max_attempts": 1})
_LATER = frozenset(
    {"LimitExceededException", "RequestTimeout", "Throttling", "ThrottlingException", "TooManyRequestsException"}
)
_ABOUT_US = frozenset({"AccountSuspendedException", "MailFromDomainNotVerifiedException", "SendingPausedException"})


class SesMail(Mail):
    def __init__(self, client: Any, letterhead: Letterhead) -> None:
        self._client = client
        self._letterhead = letterhead

    def send(self, message: Message) -> None:
        letter = self._letterhead.write(message)
        try:
            self._client.send_email(
                FromEmailAddress=self._letterhead.sender.path,
                Destination={"ToAddresses": [message.to.path]},
                Content={"Raw": {"Data": letter}},
            )
        except ClientError as error:
            raise _failure(error) from error
        except NoCredentialsError as error:
            raise NotAllowed("No AWS credentials were found: set them up as for boto3 or the AWS CLI.") from error
        except BotoCoreError as error:
            raise Unreachable(f"SES gave no answer: {error}") from error


def in_region(region: str, letterhead: Letterhead, config: Config = _ONCE) -> SesMail:
    """With the credentials that boto3 would find; they are first needed when a message is sent."""
    session = Session()
    try:
        session.get_partition_for_region(region)
        client = session.create_client("sesv2", region_name=region, config=config)
    except (UnknownRegionError, ValueError):
        raise BadService(f"ses://{region} names no AWS region, as ses://ap-northeast-1 does.") from None
    except BotoCoreError as error:
        raise BadService(f"AWS is not set up rightly: {error}") from error
    return SesMail(client, letterhead)


def _failure(error: ClientError) -> MailError:
    code = error.response["Error"]["Code"]
    status = error.response["ResponseMetadata"]["HTTPStatusCode"]
    said = f"SES said {code}: {error.response['Error'].get('Message', '')}"
    if code in _LATER or status == 429 or status >= 500:
        return Unreachable(said)
    return NotAllowed(said) if code in _ABOUT_US or status in (401, 403) else Refused(said)
