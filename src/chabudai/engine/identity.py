"""Which account and region the engine answers as: every ARN begins with them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Identity:
    region: str = "ap-northeast-1"
    account: str = "000000000000"

    @property
    def arn_prefix(self) -> str:
        return f"arn:aws:dynamodb:{self.region}:{self.account}"

    def table_arn(self, name: str) -> str:
        return f"{self.arn_prefix}:table/{name}"

    def index_arn(self, table: str, index: str) -> str:
        return f"{self.table_arn(table)}/index/{index}"

    def stream_arn(self, table: str, label: str) -> str:
        return f"{self.table_arn(table)}/stream/{label}"
