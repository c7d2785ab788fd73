"""Mail through Amazon SES: the email goes raw, as it would to any server. Needs botocore, of the extra `aws`."""

from typing import Any

from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError, NoCredentialsError, UnknownRegionError
from botocore.session import Session

from chabudai.adapters.mail.errors import InvalidMailService, MailError, MailUnavailable, MessageRefused, SenderRefused
from chabudai.adapters.mail.message import Message
from chabudai.adapters.mail.protocol import Mail
from chabudai.adapters.mail.renderer import EmailRenderer

# One try: SES has no token to tell a repetition by, and whoever sends decides about another.
_ONCE = Config(connect_timeout=5, read_timeout=30, retries={"total_max_attempts": 1})
_RETRYABLE_CODES = frozenset(
    {"LimitExceededException", "RequestTimeout", "Throttling", "ThrottlingException", "TooManyRequestsException"}
)
_SENDER_CODES = frozenset({"AccountSuspendedException", "MailFromDomainNotVerifiedException", "SendingPausedException"})


class SesMail(Mail):
    def __init__(self, client: Any, renderer: EmailRenderer) -> None:
        self._client = client
        self._renderer = renderer

    def send(self, message: Message) -> None:
        email = self._renderer.render(message)
        try:
            self._client.send_email(
                FromEmailAddress=self._renderer.sender.path,
                Destination={"ToAddresses": [message.to.path]},
                Content={"Raw": {"Data": email}},
            )
        except ClientError as error:
            raise _mail_error(error) from error
        except NoCredentialsError as error:
            raise SenderRefused("No AWS credentials were found: set them up as for boto3 or the AWS CLI.") from error
        except BotoCoreError as error:
            raise MailUnavailable(f"SES gave no answer: {error}") from error


def open_region(region: str, renderer: EmailRenderer, config: Config = _ONCE) -> SesMail:
    """With the credentials that boto3 would find; they are first needed when a message is sent."""
    session = Session()
    try:
        session.get_partition_for_region(region)
        client = session.create_client("sesv2", region_name=region, config=config)
    except (UnknownRegionError, ValueError):
        raise InvalidMailService(
            f"Unknown AWS region in ses://{region}: expected one such as ses://ap-northeast-1."
        ) from None
    except BotoCoreError as error:
        raise InvalidMailService(f"Invalid AWS configuration: {error}") from error
    return SesMail(client, renderer)


def _mail_error(error: ClientError) -> MailError:
    code = error.response["Error"]["Code"]
    status = error.response["ResponseMetadata"]["HTTPStatusCode"]
    told = f"{code}: {error.response['Error'].get('Message', '')}"
    said = f"SES said {told}"
    if code in _RETRYABLE_CODES or status == 429 or status >= 500:
        return MailUnavailable(said, told)
    if code in _SENDER_CODES or status in (401, 403):
        return SenderRefused(said)  # of our own account there, which is nobody's business but ours
    return MessageRefused(said, told)
